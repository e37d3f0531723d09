// @ts-check
import { halves } from './wire.js';

/**
 * A finished round looked at again: where everything lay after any number of moves, and what one pair of eyes saw of it then.
 * @typedef {import('./wire.js').Pair} Pair
 * @typedef {{seat: number, move: string, side: string|null, laid: Pair|null, before: Record<string, number>, after: Record<string, number>,
 *   choices: number|null, points: number[], texts: string[]}} Step
 * @typedef {{ending: string, winners: number[]|null, pips: (number|null)[], places: (number|null)[], points: number[]}} Ended
 * @typedef {{leader: number, why: string, hands: string[][], boneyard: string[], scores: number[], steps: Step[], outcome: Ended|null}} Round
 * @typedef {{rules: {title: string, max_pip: number, reserve: number, spinner: string}, players: number, names: string[],
 *   record: unknown[], rounds: Round[], you: number|null, labelled: boolean, url?: string}} Replay
 * @typedef {number|'all'|'none'} Eye a seat, everything, or a spectator
 * @typedef {{lead: Pair|null, arms: Record<string, Pair[]>, ends: Record<string, number>, hands: string[][], boneyard: string[],
 *   points: number[], turn: number|null}} Frame
 */

/** Where everything lies after `count` moves. @param {Round} round @param {number} count @returns {Frame} */
export function frameAt(round, count) {
  const hands = round.hands.map((hand) => [...hand]);
  const boneyard = [...round.boneyard];
  /** @type {Frame} */
  const frame = { lead: null, arms: { L: [], R: [] }, ends: {}, hands, boneyard, points: round.scores.map(() => 0), turn: null };
  for (const step of round.steps.slice(0, count)) {
    if (step.laid) {
      const [a, b] = step.laid;
      const tile = `${Math.max(a, b)}-${Math.min(a, b)}`;
      const hand = hands[step.seat];
      hand.splice(hand.includes(tile) ? hand.indexOf(tile) : hand.indexOf('?'), 1);
      if (step.side === null) frame.lead = step.laid;
      else frame.arms[step.side] = [...(frame.arms[step.side] ?? []), step.laid];
    } else if (step.move.startsWith('draw')) {
      boneyard.shift();
      hands[step.seat].push(step.move.slice(5) || '?');
    }
    frame.ends = step.after;
    frame.points = step.points;
  }
  for (const side of Object.keys(frame.ends)) frame.arms[side] ??= [];
  frame.turn = count < round.steps.length ? round.steps[count].seat : null;
  return frame;
}

/**
 * The comments of a record on the moves of one of its rounds, by the index of the move: given as a list, or by index.
 * @param {{comments?: any, rounds?: {comments?: any}[]}} record @param {number} number the round in a match @returns {Map<number, string>}
 */
export function commentsIn(record, number) {
  const given = (record.rounds ? record.rounds[number] : record)?.comments ?? {};
  return new Map(Object.entries(given).flatMap(([at, text]) => (text ? [[Number(at), String(text)]] : [])));
}

/** Whether these eyes see a seat's tiles. @param {Eye} eye @param {number} seat */
export const sees = (eye, seat) => eye === 'all' || eye === seat;

/** A move as these eyes saw it: another's draw without its tile. @param {Step} step @param {Eye} eye */
export const moveSeen = (step, eye) => (step.move.startsWith('draw') && !sees(eye, step.seat) ? 'draw' : step.move);

/**
 * How many tiles with this value these eyes do not see. @param {Frame} frame @param {number} value @param {Eye} eye @param {number} most the largest value of the set
 */
export function unseen(frame, value, eye, most) {
  const line = [...(frame.lead ? [frame.lead] : []), ...Object.values(frame.arms).flat()];
  const own = frame.hands.flatMap((hand, seat) => (sees(eye, seat) ? hand : [])).filter((tile) => tile !== '?').map(halves);
  const boneyard = eye === 'all' ? frame.boneyard.filter((tile) => tile !== '?').map(halves) : [];
  return most + 1 - [...line, ...own, ...boneyard].filter((pair) => pair.includes(value)).length;
}

/** Whether a move was a decision of somebody these eyes follow. @param {Step} step @param {Eye} eye */
export const isDecision = (step, eye) => (step.choices ?? 2) > 1 && (typeof eye !== 'number' || step.seat === eye);

/**
 * The place before the nearest decision in a direction, or null. @param {Round} round @param {number} count moves shown now @param {1|-1} way @param {Eye} eye
 */
export function decisionFrom(round, count, way, eye) {
  for (let at = count + way; at >= 0 && at < round.steps.length; at += way) if (isDecision(round.steps[at], eye)) return at;
  return null;
}

/**
 * The place that an address names: `#round=2&move=14&eye=1`, rounds and seats from 1. @param {string} hash @param {Replay} replay
 * @returns {{round: number, count: number, eye: Eye}}
 */
export function placeOf(hash, replay) {
  const asked = new URLSearchParams(hash.replace(/^#/, ''));
  const whole = (/** @type {string} */ name, /** @type {number} */ most) => {
    const given = Number(asked.get(name) ?? NaN);
    return Number.isInteger(given) && given >= 0 && given <= most ? given : null;
  };
  const round = Math.max(1, whole('round', replay.rounds.length) ?? replay.rounds.length) - 1;
  const seat = whole('eye', replay.players);
  const named = asked.get('eye');
  /** @type {Eye} */
  const eye = seat ? seat - 1 : named === 'all' || named === 'none' ? named : typeof replay.you === 'number' ? replay.you : 'all';
  return { round, count: whole('move', replay.rounds[round].steps.length) ?? 0, eye };
}

/** The address of a place, the other way round. @param {{round: number, count: number, eye: Eye}} place */
export const hashOf = ({ round, count, eye }) => `#round=${round + 1}&move=${count}&eye=${typeof eye === 'number' ? eye + 1 : eye}`;
