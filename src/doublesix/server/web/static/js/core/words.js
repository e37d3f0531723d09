// @ts-check
import { list, num, t, tn } from './speech.js';
import { halves, myTurn, mySeats, parts, sidesOf, sits, stoodIn } from './wire.js';

/** @typedef {import('./wire.js').State} State */

const NUMBERS = [t('blank'), t('one'), t('two'), t('three'), t('four'), t('five'), t('six'), t('seven'), t('eight'), t('nine'), t('ten'), t('eleven'),
  t('twelve'), t('thirteen'), t('fourteen'), t('fifteen')];
/** @type {Record<string, string>} */
const SIDES = { L: t('left'), R: t('right'), U: t('upper'), D: t('lower') };
/** @type {Record<string, string>} */
const ENDS = { L: t('left end'), R: t('right end'), U: t('upper end'), D: t('lower end') };
/** @type {Record<string, string>} */
const LEVELS = { easy: t('easy'), normal: t('normal'), hard: t('hard'), master: t('master') };

/** A value as a word; no pips is a blank. @param {number} value */
export const number = (value) => NUMBERS[value] ?? num(value);

/** A side as a word, where it stands alone. @param {string} side */
export const sideName = (side) => SIDES[side[0]] ?? side;

/** An end in a sentence; an arm of one spinner among several with its double. @param {string} side */
export const endName = (side) => (side.length > 1 ? t('{end} of the double {number}', { end: ENDS[side[0]], number: number(Number(side.slice(1))) }) : ENDS[side] ?? side);

/** How well a computer player plays. @param {string|null} level */
export const levelName = (level) => LEVELS[level ?? ''] ?? level ?? '';

/** A word as a heading. @param {string} word */
export const capital = (word) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** A tile as it is said: heavier half first. @param {string} tile */
export function tileName(tile) {
  const [a, b] = halves(tile);
  return a === b ? t('double {number}', { number: number(a) }) : t('{high} {low}', { high: number(a), low: number(b) });
}

/** A number of tiles. @param {number} n */
export const tiles = (n) => tn('{n} tile', '{n} tiles', n);

/** A number of pips. @param {number} n */
export const pips = (n) => tn('{n} pip', '{n} pips', n);

/** Whether these are both ends of a line that has two. @param {State} state @param {string[]} sides */
const allOf = (state, sides) => sides.length === 2 && Object.keys(state.ends).length === 2;

/** The name of a tile in my hand, with what it can do now. @param {State} state @param {string} tile */
export function handName(state, tile) {
  const name = tileName(tile);
  if (!myTurn(state)) return name;
  const sides = sidesOf(state, tile);
  if (sides.length === 0) return t('{tile}, does not fit', { tile: name });
  if (sides[0] === 'O') return t('{tile}, may be led', { tile: name });
  if (sides.length === 1) return t('{tile}, fits {end}, {value}', { tile: name, end: endName(sides[0]), value: number(state.ends[sides[0]]) });
  const ends = list(sides.map((side) => t('{side} {value}', { side: sideName(side), value: number(state.ends[side]) })));
  if (allOf(state, sides)) return t('{tile}, fits both ends, {ends}', { tile: name, ends });
  return t('{tile}, fits {n} ends, {ends}', { tile: name, n: sides.length, ends });
}

/** The name of a ghost. @param {State} state @param {string} tile @param {string} side @param {string} [mode] `plan`: for a later turn; `planned`: it is */
export function ghostName(state, tile, side, mode) {
  const where = { tile: tileName(tile), end: endName(side), value: number(state.ends[side]) };
  if (mode === 'plan') return t('Plan {tile} for the {end}, {value}', where);
  if (mode === 'planned') return t('Planned: {tile} on the {end}, {value}; drop the plan', where);
  if (side === 'O') return t('Lead {tile}', { tile: tileName(tile) });
  return t('Play {tile} on the {end}, {value}', where);
}

/** The line in a sentence. @param {State} state */
export function lineName(state) {
  if (!state.line.lead) return t('No tile has been led yet');
  const count = 1 + Object.values(state.line.arms).reduce((sum, arm) => sum + arm.length, 0);
  const ends = Object.entries(state.ends).map(([side, value]) => t('{end} {value}', { end: endName(side), value: number(value) }));
  if (!ends.length) return t('Line of {tiles}', { tiles: tiles(count) });
  return t('Line of {tiles}, {ends}', { tiles: tiles(count), ends: list(ends) });
}

/** What this table calls a seat. @param {State} state @param {number} seat */
export function seatName(state, seat) {
  const { label, name } = state.seats[seat];
  return label || name;
}

/** What may still be drawn. @param {State} state */
export function boneyardWords(state) {
  return `${leftWords(state)}${reserveWords(state)}`;
}

/** What lies in the boneyard. @param {State} state */
export const leftWords = (state) => tn('{n} left', '{n} left', state.boneyard);

/** What of it is never drawn, behind the number. @param {State} state */
export function reserveWords(state) {
  return state.rules.reserve ? tn(', {n} stays in reserve', ', {n} stay in reserve', state.rules.reserve) : '';
}

/** The hint beside the hand: whose turn it is, and what I can do. @param {State} state @param {string|null} chosen @returns {[string, string]} */
export function hint(state, chosen) {
  if (state.outcome) return ['', ''];
  if (state.turn === null) return ['', ''];
  if (!myTurn(state)) {
    if (mySeats(state).includes(state.turn) && stoodIn(state, state.turn)) return ['', '']; // a bar says so, and how to take the seat back
    return [t('{who} to play.', { who: seatName(state, state.turn) }), sits(state) ? '' : t('You are watching.')];
  }
  const mine = state.seats[state.you ?? 0].label;
  const yours = mine ? t('{who}, your turn.', { who: mine }) : t('Your turn.');
  if (chosen) {
    const sides = sidesOf(state, chosen);
    const name = tileName(chosen);
    if (sides[0] === 'O') return [yours, t('Tap the cloth to lead the {tile}.', { tile: name })];
    if (sides.length === 1) return [yours, t('The {tile} goes on the {end}; tap it.', { tile: name, end: endName(sides[0]) })];
    if (allOf(state, sides)) return [yours, t('The {tile} goes on either end; tap one.', { tile: name })];
    return [yours, t('The {tile} goes on {n} ends; tap one.', { tile: name, n: sides.length })];
  }
  if (state.legal.includes('draw') && state.legal.length === 1) return [yours, t('No tile fits: draw.')];
  if (state.legal.includes('pass')) return [yours, t('No tile fits and nothing can be drawn: pass.')];
  const fitting = new Set(state.hand.filter((tile) => sidesOf(state, tile).length)).size;
  if (!state.line.lead) {
    if (fitting < state.hand.length) return [yours, state.why_leader]; // which says who leads, and what
    return [mine ? t('{who}, you lead.', { who: mine }) : t('You lead.'), t('Any tile may be led.')];
  }
  return [yours, tn('One tile fits.', '{n} tiles fit.', fitting)];
}

/**
 * What can be done with a tile while others play, or what is planned; empty where neither is the case.
 * @param {State} state @param {string|null} chosen @param {{tile: string, side: string}|null} plan
 */
export function planHint(state, chosen, plan) {
  if (myTurn(state)) return '';
  if (chosen) return t('Choose an end to plan the {tile} for your turn.', { tile: tileName(chosen) });
  return plan ? t('Planned: the {tile} on the {end}, played on your turn if it still fits.', { tile: tileName(plan.tile), end: endName(plan.side) }) : '';
}

/** What is asked before a move is made. @param {State} state @param {string} move */
export function question(state, move) {
  const { tile, side } = parts(move);
  if (!tile) return move === 'pass' ? t('Pass?') : t('Draw a tile?');
  if (!side) return t('Lead the {tile}?', { tile: tileName(tile) });
  return t('Play the {tile} on the {end}, {value}?', { tile: tileName(tile), end: endName(side), value: number(state.ends[side]) });
}

/** A seat by who sits there, for sentences about people. @param {State} state @param {number} seat */
export const personName = (state, seat) => state.seats[seat].name;

/** What becomes of somebody who is away, and what the others may do about it. @param {State} state @param {number} seat @param {number} wait seconds */
export function awayWords(state, seat, wait) {
  const who = personName(state, seat);
  const away = state.pace?.away ?? 'ask';
  if (away !== 'ask' && wait === 0) return t('{who} is away.', { who });
  if (away === 'forfeit') return tn('{who} is away, and forfeits in {n} second.', '{who} is away, and forfeits in {n} seconds.', wait, { who });
  if (away === 'computer') return tn('{who} is away. In {n} second the computer plays on.', '{who} is away. In {n} seconds the computer plays on.', wait, { who });
  if (state.rated && wait > 0) return tn('{who} is away. In {n} second you may claim the round.', '{who} is away. In {n} seconds you may claim the round.', wait, { who });
  if (state.rated) return t('{who} is away. You may claim the round.', { who });
  if (wait > 0) return tn('{who} is away. In {n} second you may let the computer play on or claim the round.', '{who} is away. In {n} seconds you may let the computer play on or claim the round.', wait, { who });
  return t('{who} is away. The seat can be taken back at any time.', { who });
}

export { list };
