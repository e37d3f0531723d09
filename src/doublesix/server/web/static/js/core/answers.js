// @ts-check
import { list, t, tn } from './speech.js';
import { myTurn, parts, sidesOf, tileText } from './wire.js';
import { boneyardWords, capital, endName, handName, number, pips, seatName, tileName, tiles } from './words.js';

/**
 * Answers to what is asked about the table, in whole sentences, from what the page was told.
 * @typedef {import('./wire.js').State} State
 * @typedef {import('./wire.js').Pair} Pair
 */

/** @param {State} state */
export function endsTold(state) {
  const ends = Object.entries(state.ends).map(([side, value]) => t('{end} {value}', { end: endName(side), value: number(value) }));
  return ends.length ? `${capital(list(ends))}.` : t('No tile has been led yet.');
}

/** @param {State} state */
export function handTold(state) {
  if (!state.hand.length) return t('You hold no tiles.');
  return `${tiles(state.hand.length)}: ${state.hand.map((tile) => handName(state, tile)).join('; ')}.`;
}

/** @param {string[]} hand */
export const pipsIn = (hand) => hand.reduce((sum, tile) => sum + tile.split('-').reduce((both, half) => both + Number(half), 0), 0);

/** @param {State} state */
export const pipsTold = (state) => t('You hold {pips}. If the round blocked now, that is what would count.', { pips: pips(pipsIn(state.hand)) });

/** @param {State} state */
export function scoreTold(state) {
  const { match } = state;
  const each = state.seats.map((seat, i) => `${seatName(state, i)} ${match ? match.scores[i] : seat.tiles}`);
  if (!match) return t('A single round; tiles held: {each}.', { each: list(each) });
  return match.target ? t('Score: {each}; the match goes to {n}.', { each: list(each), n: match.target }) : t('Score: {each}.', { each: list(each) });
}

/** The tiles of an arm as they are passed on the way outwards. @param {Pair[]} arm */
const outwards = (arm) => arm.map((pair) => tileName(tileText(pair))).join(', ');

/** @param {State} state */
export function lineTold(state) {
  const { lead, arms } = state.line;
  if (!lead) return t('No tile has been led yet.');
  const long = [...[...(arms.L ?? [])].reverse(), lead, ...(arms.R ?? [])];
  const sides = Object.entries(arms).filter(([side, arm]) => side !== 'L' && side !== 'R' && arm.length);
  return [t('From left to right: {tiles}.', { tiles: outwards(long) }), ...sides.map(([side, arm]) => t('{end}, outwards: {tiles}.', { end: capital(endName(side)), tiles: outwards(arm) })), endsTold(state)].join(' ');
}

/** @param {State} state */
export const boneyardTold = (state) => `${capital(boneyardWords(state))}. ${tn('{n} tile can be drawn.', '{n} tiles can be drawn.', state.drawable)}`;

/**
 * Who passed, or had nothing and drew, while a value was open; the last time of each seat and what it has drawn since, for that may have changed it.
 * @param {State} state @param {number} value
 */
export function passedTold(state, value) {
  /** @type {Map<number, {at: number, pass: boolean, drawn: number}>} */
  const found = new Map();
  /** @type {number[]} */
  let open = [];
  state.moves.forEach(({ seat, move, ends }, i) => {
    const known = found.get(seat);
    const draws = parts(move).kind === 'draw';
    if (ends) open = Object.values(ends);
    else if (open.includes(value) && (move === 'pass' || !known?.pass)) found.set(seat, { at: i + 1, pass: move === 'pass', drawn: 0 });
    else if (draws && known) known.drawn += 1;
  });
  const told = [...found].map(([seat, { at, pass, drawn }]) => {
    const what = { who: seatName(state, seat), value: number(value), at };
    const first = pass ? t('{who} passed on {value} at move {at}.', what) : t('{who} drew with {value} open at move {at}.', what);
    return drawn ? `${first} ${tn('After that, {who} drew {n} tile.', 'After that, {who} drew {n} tiles.', drawn, what)}` : first;
  });
  return told.length ? told.join(' ') : t('Nobody has passed on {value} or drawn with it open.', { value: number(value) });
}

/** Why a tile, a draw or a pass is not allowed; without either, why the last thing was refused. @param {State} state @param {string|null} about @param {string} refused */
export function whyTold(state, about, refused) {
  if (!about && refused) return refused;
  if (state.outcome) return t('The round is over.');
  if (!myTurn(state)) return state.turn === null ? t('The round is over.') : t('It is not your turn: {who} is to play.', { who: seatName(state, state.turn) });
  if (about === 'draw' || about === 'pass') {
    const why = state.why_not[about];
    if (why) return why;
    return about === 'draw' ? t('You may draw now.') : t('You may pass now.');
  }
  if (about) {
    if (!state.hand.includes(about)) return t('You do not hold the {tile}.', { tile: tileName(about) });
    return sidesOf(state, about).length ? `${capital(handName(state, about))}.` : state.why[about] ?? t('The {tile} fits neither end.', { tile: tileName(about) });
  }
  const [draw, pass] = [state.why_not.draw, state.why_not.pass];
  return [draw, pass].filter(Boolean).join(' ') || t('Nothing was refused.');
}

/** What may be typed. */
export const helpTold = () => t('Type a tile and an end, such as 5-2 left, or draw or pass. Ask with ends, hand, pips, why, line, score, boneyard, last, count, or who passed on five.');

/** @param {string} text */
export const unknownTold = (text) => (text ? t('“{text}” is not understood. Type a tile and an end, such as 5-2 left, or draw, pass, ends, hand; help names the rest.', { text }) : helpTold());

/** @param {string} tile @param {number} most */
export const wrongTileTold = (tile, most) => t('There is no {tile} in this set; its halves go from 0 to {n}.', { tile, n: most });
