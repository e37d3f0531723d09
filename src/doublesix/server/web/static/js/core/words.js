// @ts-check
import { halves, myTurn, sidesOf, sits } from './wire.js';

/** @typedef {import('./wire.js').State} State */

const NUMBERS = ['blank', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen',
  'fourteen', 'fifteen'];
/** @type {Record<string, string>} */
const SIDES = { L: 'left', R: 'right', U: 'upper', D: 'lower' };

/** A value as a word; no pips is a blank. @param {number} value */
export const number = (value) => NUMBERS[value] ?? String(value);

/** A side as a word. @param {string} side */
export const sideName = (side) => SIDES[side[0]] ?? side;

/** A tile as it is said: heavier half first. @param {string} tile */
export function tileName(tile) {
  const [a, b] = halves(tile);
  return a === b ? `double ${number(a)}` : `${number(a)} ${number(b)}`;
}

/** A count with its noun. @param {number} count @param {string} noun */
export const count = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Words joined as in a sentence. @param {string[]} words */
export function list(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/** The name of a tile in my hand, with what it can do now. @param {State} state @param {string} tile */
export function handName(state, tile) {
  const name = tileName(tile);
  if (!myTurn(state)) return name;
  const sides = sidesOf(state, tile);
  if (sides.length === 0) return `${name}, does not fit`;
  if (sides[0] === 'O') return `${name}, may be led`;
  if (sides.length === 1) return `${name}, fits ${sideName(sides[0])} end, ${number(state.ends[sides[0]])}`;
  const ends = sides.map((side) => `${sideName(side)} ${number(state.ends[side])}`);
  return `${name}, fits ${sides.length === 2 ? 'both ends' : `${sides.length} ends`}, ${list(ends)}`;
}

/** The name of a ghost. @param {State} state @param {string} tile @param {string} side */
export function ghostName(state, tile, side) {
  if (side === 'O') return `Lead ${tileName(tile)}`;
  return `Play ${tileName(tile)} on the ${sideName(side)} end, ${number(state.ends[side])}`;
}

/** The line in a sentence. @param {State} state */
export function lineName(state) {
  if (!state.line.lead) return 'No tile has been led yet';
  const tiles = 1 + Object.values(state.line.arms).reduce((sum, arm) => sum + arm.length, 0);
  const ends = Object.entries(state.ends).map(([side, value]) => `${sideName(side)} end ${number(value)}`);
  return `Line of ${count(tiles, 'tile')}${ends.length ? `, ${list(ends)}` : ''}`;
}

/** What this table calls a seat. @param {State} state @param {number} seat */
export function seatName(state, seat) {
  const { label, name } = state.seats[seat];
  return label || name;
}

/** What may still be drawn. @param {State} state */
export function boneyardWords(state) {
  const left = `${state.boneyard} left`;
  return state.rules.reserve ? `${left}, ${state.rules.reserve} stay in reserve` : left;
}

/** The hint beside the hand: whose turn it is, and what I can do. @param {State} state @param {string|null} chosen @returns {[string, string]} */
export function hint(state, chosen) {
  if (state.outcome) return ['', ''];
  if (state.turn === null) return ['', ''];
  if (!myTurn(state)) return [`${seatName(state, state.turn)} to play.`, sits(state) ? '' : 'You are watching.'];
  const mine = state.seats[state.you ?? 0].label;
  const yours = mine ? `${mine}, your turn.` : 'Your turn.';
  if (chosen) {
    const sides = sidesOf(state, chosen);
    const name = tileName(chosen);
    if (sides[0] === 'O') return [yours, `Tap the cloth to lead the ${name}.`];
    if (sides.length === 1) return [yours, `The ${name} goes on the ${sideName(sides[0])} end; tap it.`];
    return [yours, `The ${name} goes on ${sides.length === 2 ? 'either end' : `${sides.length} ends`}; tap one.`];
  }
  if (state.legal.includes('draw') && state.legal.length === 1) return [yours, 'No tile fits: draw.'];
  if (state.legal.includes('pass')) return [yours, 'No tile fits and nothing can be drawn: pass.'];
  const fitting = new Set(state.hand.filter((tile) => sidesOf(state, tile).length)).size;
  if (!state.line.lead) return [mine ? `${mine}, you lead.` : 'You lead.', fitting === state.hand.length ? 'Any tile may be led.' : `${state.why_leader}`];
  return [yours, `${fitting === 1 ? 'One tile fits' : `${fitting} tiles fit`}.`];
}

/** A seat by who sits there, for sentences about people. @param {State} state @param {number} seat */
export const personName = (state, seat) => state.seats[seat].name;

/** What the others may do about somebody who is away. @param {State} state @param {number} seat @param {number} wait seconds */
export function awayWords(state, seat, wait) {
  const who = personName(state, seat);
  if (wait > 0) return `${who} is away. In ${count(wait, 'second')} you may let the computer play on or claim the round.`;
  return `${who} is away. The seat can be taken back at any time.`;
}
