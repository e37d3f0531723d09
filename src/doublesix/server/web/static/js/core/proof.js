// @ts-check
/**
 * Checking a deal in words, step by step: the record of the round against what this browser saw and against the scheme.
 * @typedef {import('./wire.js').State} State
 * @typedef {import('./wire.js').Fair} Fair
 * @typedef {import('./added.js').Seen} Seen
 * @typedef {{players: number, leader?: number, hands: string[][], boneyard: string[], moves: string[], fair?: Fair}} Recorded
 * @typedef {{title: string, text: string, right: boolean|null, list?: [string, string][]}} Step null where this browser cannot tell
 */

import { commitmentOf, dealOf } from './fair.js';
import { clock, t } from './speech.js';
import { seatName } from './words.js';

/** @param {string[]} one @param {string[]} other */
const same = (one, other) => one.length === other.length && one.every((tile, at) => tile === other[at]);

/** @param {string[]} tiles */
const sorted = (tiles) => [...tiles].sort();

/** @param {string} move */
const bare = (move) => move.replace(/^draw:.*/, 'draw');

/** The steps of the check. @param {State} state @param {Recorded} record @param {Seen|null} seen @returns {Step[]} */
export function stepsOf(state, record, seen) {
  const { fair } = state;
  if (!fair?.secret) return [];
  const deal = dealOf(fair, state.rules.max_pip, state.players, record.hands[0]?.length ?? 0);
  return [promised(fair, seen), strings(state, fair, seen), opened(fair), dealt(state, fair, record, deal), played(state, record)];
}

/** @param {Fair} fair @param {Seen|null} seen @returns {Step} */
function promised(fair, seen) {
  const time = seen ? clock(new Date(seen.at)) : '';
  return {
    title: t('Before the deal the server bound itself to a secret'),
    text: seen ? t('Your browser was shown this fingerprint of the secret at {time}, before the round was over.', { time }) : t('This browser did not see the fingerprint before the round was over, so it cannot say that it was there.'),
    right: seen ? true : null,
    list: [[t('Fingerprint'), fair.commitment]],
  };
}

/** @param {State} state @param {Fair} fair @param {Seen|null} seen @returns {Step} */
function strings(state, fair, seen) {
  const mine = state.you === null ? undefined : fair.strings?.[state.you];
  const sent = seen?.string;
  const list = /** @type {[string, string][]} */ ((fair.strings ?? []).map((string, seat) => [seatName(state, seat), string || (state.seats[seat].kind === 'bot' ? t("nothing: the computer's part is the secret") : t('nothing'))]));
  const title = t('Then each person could add a string');
  if (state.you === null || sent === undefined) return { title, text: t('This browser added none to this deal.'), right: null, list };
  const among = sent === mine || (mine ?? '').split(' | ').includes(sent); // in a duplicate a seat has several holders
  if (among) return { title, text: t('The string that your browser sent is among them.'), right: true, list };
  return { title, text: t('Your browser sent “{sent}”, and it is not what the server used.', { sent }), right: false, list };
}

/** @param {Fair} fair @returns {Step} */
function opened(fair) {
  const right = commitmentOf(fair.table, fair.round, fair.secret ?? '') === fair.commitment;
  return {
    title: t('After the round the server showed its secret'),
    text: right ? t('Its fingerprint (SHA-256) is the one above, so it is the same secret as before the deal.') : t('Its fingerprint (SHA-256) is another one: the secret was exchanged.'),
    right,
    list: [[t('Secret'), fair.secret ?? '']],
  };
}

/** @param {State} state @param {Fair} fair @param {Recorded} record @param {{hands: string[][], boneyard: string[], lot: number}} deal @returns {Step} */
function dealt(state, fair, record, deal) {
  const title = t('Secret and strings together shuffle the tiles');
  const list = /** @type {[string, string][]} */ ([...deal.hands.map((hand, seat) => [seatName(state, seat), sorted(hand).reverse().join('  ')]), [t('Boneyard'), deal.boneyard.join('  ')]]);
  const alike = deal.hands.every((hand, seat) => same(sorted(hand), sorted(record.hands[seat] ?? []))) && same(deal.boneyard, record.boneyard);
  if (!alike) return { title, text: t('Shuffled again in your browser they give other hands than those that were played.'), right: false, list };
  if (fair.lot && deal.lot !== state.leader) return { title, text: t('The hands are right, but the lot names another leader.'), right: false, list };
  return { title, text: fair.lot ? t('Shuffled again in your browser they give exactly these hands, this boneyard, and by lot this leader.') : t('Shuffled again in your browser they give exactly these hands and this boneyard.'), right: true, list };
}

/** @param {State} state @param {Recorded} record @returns {Step} */
function played(state, record) {
  const right = same(state.moves.map((made) => bare(made.move)), record.moves.map(bare));
  return {
    title: t('The record is that of the round you saw'),
    text: right ? t('Its moves are the ones on the score pad.') : t('Its moves are not the ones on the score pad.'),
    right,
  };
}
