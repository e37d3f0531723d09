// @ts-check
/**
 * Sentences of the page in the reader's language. The English sentence is its own key, whole, with {names} for what
 * changes; nothing is put together from pieces, for other languages put the pieces elsewhere. Where the language is
 * not English, a script that the page loads first has laid ready those texts that the page's own file says; those of
 * modules that are loaded later come with the first of them.
 * @typedef {Record<string, string|number>} Values
 * @typedef {{language: string, forms: Record<string, number>, texts: Record<string, string|string[]>, rest?: string}} Speech
 *   `rest` is where the script with all texts is
 */

/** @type {Speech} */
const speech = /** @type {any} */ (globalThis).doublesixSpeech ?? { language: 'en-GB', forms: { one: 0 }, texts: {} };

/** @type {Promise<void>|null} */
let rest = null;

/**
 * When all texts are there; whoever loads a module later waits for it. Where they do not come, that module speaks
 * English, and the next who loads one asks again.
 */
export const ready = () => (rest ??= speech.rest ? loaded(speech.rest) : Promise.resolve());

/** @param {string} address @returns {Promise<void>} */
const loaded = (address) => new Promise((done) => {
  const script = document.createElement('script');
  script.src = address;
  script.onload = () => done(void Object.assign(speech.texts, /** @type {any} */ (globalThis).doublesixSpeech.texts));
  script.onerror = () => done(void (rest = null));
  document.head.append(script);
});

const classes = new Intl.PluralRules(speech.language);
const numbers = new Intl.NumberFormat(speech.language);

/** A number as the language writes it. @param {number} n */
export const num = (n) => numbers.format(n);

const shares = new Intl.NumberFormat(speech.language, { style: 'percent', maximumFractionDigits: 1 });

/** A share of one in percent, to a tenth. @param {number} share */
export const percent = (share) => shares.format(share);

/** A day as the language writes it. @param {Date} day */
export const day = (day) => new Intl.DateTimeFormat(speech.language, { dateStyle: 'medium' }).format(day);

/** A day and the time of day. @param {Date} moment */
export const moment = (moment) => new Intl.DateTimeFormat(speech.language, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);

/** The time of day, to the second. @param {Date} moment */
export const clock = (moment) => new Intl.DateTimeFormat(speech.language, { timeStyle: 'medium' }).format(moment);

/** @param {string} text @param {Values} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => {
  const value = values[name];
  return value === undefined ? whole : typeof value === 'number' ? num(value) : value;
});

/** A sentence. @param {string} text @param {Values} [values] */
export function t(text, values = {}) {
  const found = speech.texts[text];
  return filled(typeof found === 'string' ? found : text, values);
}

/** A sentence that depends on a number, which it may name as {n}. @param {string} one @param {string} many @param {number} n @param {Values} [values] */
export function tn(one, many, n, values = {}) {
  const found = speech.texts[one];
  const forms = Array.isArray(found) ? found : [one, many];
  const form = Array.isArray(found) ? speech.forms[classes.select(n)] ?? forms.length - 1 : Number(n !== 1);
  return filled(forms[form], { n, ...values });
}

/** Things one after the other as in a sentence: `a, b and c`. @param {string[]} things */
export function list(things) {
  const last = things[things.length - 1] ?? '';
  return things.length < 2 ? last : t('{some} and {last}', { some: things.slice(0, -1).join(', '), last });
}
