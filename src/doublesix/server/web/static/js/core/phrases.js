// @ts-check
import { t } from './speech.js';

/** The phrases by their codes: each page says them in its reader's language. @type {Record<string, () => string>} */
const PHRASES = {
  hello: () => t('Hello!'),
  luck: () => t('Good luck!'),
  nice: () => t('Nice move!'),
  'well-played': () => t('Well played.'),
  oops: () => t('Oops.'),
  thanks: () => t('Thank you.'),
  moment: () => t('One moment, please.'),
  back: () => t('I am back.'),
  'one-more': () => t('One more?'),
  bye: () => t('Goodbye.'),
};

export const CODES = Object.keys(PHRASES);

/** @param {string} code */
export const phrase = (code) => PHRASES[code]?.() ?? code;
