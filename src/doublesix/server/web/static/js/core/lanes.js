// @ts-check
import { bounds, GAP, layout, setOut, step } from './layout.js';

/**
 * Where side arms lie that find no room about their spinner: in lanes on both sides of the long line. That keeps to a strip of its own, so no
 * row of it ever comes where a lane is, and lanes are given out once, in the order of play: a tile that lies never moves.
 *
 * A spinner's two arms set out from a copy of it in the middle of a lane, one up and one down. An arm at the end of its lane turns outwards
 * while nothing lies there; otherwise it goes on in a new lane, behind a copy of its last tile.
 * @typedef {import('./layout.js').Placed} Placed
 * @typedef {import('./layout.js').Plan} Plan
 * @typedef {import('./layout.js').Walk} Walk
 * @typedef {import('./wire.js').Pair} Pair
 * @typedef {import('./wire.js').Line} Line
 * @typedef {-1|1} Way to the left or the right of the line; up or down from the middle
 * @typedef {{walk: Walk, bank: Way, half: Way, places: Placed[]}} Arm an arm as far as it has been laid; `bank`: its side of the line
 * @typedef {{arms: Map<string, Arm>, copies: {pair: Pair, place: Placed}[], middle: number, edges: Record<Way, Record<Way, number>>}} Lanes
 *   `edges`: how far out the lanes reach, by bank and half
 */

/** The room between lanes, and between the strip and the first lane. */
const BETWEEN = 0.7;
/** By how much a double in a corner may stand over the limit of its row. */
const OVER = 0.5;
/** How near the arms of one half come to the middle. */
const NEAR = OVER + BETWEEN / 2;
const NOISE = 1e-9;

/** @param {Pair} pair */
export const isDouble = ([a, b]) => a === b;

/**
 * Give out the lanes of a line. @param {Line} line @param {Pair} lead @param {string[]} open the sides that take a tile now
 * @param {Plan} plan `far` of the strip, `far2` of the lanes @param {(pair: Pair) => number} age when each tile was played
 * @param {number} only the value of the one spinner, or -1 where every double is one @returns {Lanes}
 */
export function lanesOf(line, lead, open, plan, age, only) {
  const strip = plan.far + OVER;
  /** @type {Lanes} */
  const lanes = { arms: new Map(), copies: [], middle: 0, edges: { [-1]: { [-1]: strip, 1: strip }, 1: { [-1]: strip, 1: strip } } };
  const whole = layout(isDouble(lead), { L: (line.arms.L ?? []).map(isDouble), R: (line.arms.R ?? []).map(isDouble) }, { ...plan, rot: 0, far2: 0 });
  /** The long line as it lies by now. */
  const lying = [whole.O[0]];
  /** On which bank the two arms of each spinner are at home. @type {Map<number, Way>} */
  const banks = new Map();
  const ends = { L: 0, R: 0 };
  const begin = (/** @type {number} */ value) => {
    if (!lanes.arms.size) lanes.middle = middleOf(lying);
    if (!lanes.arms.has(armsOf(value, only)[0])) takeLane(lanes, value, armsOf(value, only), banks.get(value) ?? 1, plan.far2);
  };
  for (const { side, at, pair } of played(line, age)) {
    const long = side === 'L' || side === 'R';
    if (long) ends[side] = at + 1;
    else begin(side.length > 1 ? Number(side.slice(1)) : only);
    const [value, other] = at ? line.arms[side][at - 1] : ends.L && ends.R ? lead : [-1, -2];
    if (value === other && (only < 0 || value === only)) begin(value); // it has just been covered
    const place = long ? whole[side][at] : lay(lanes, /** @type {Arm} */ (lanes.arms.get(side)), isDouble(pair));
    if (long) lying.push(place);
    if (isDouble(pair)) banks.set(pair[0], place.cx < 0 ? -1 : 1);
    for (const [name, arm] of lanes.arms) if (isStuck(lanes, arm)) goOn(lanes, arm, line.arms[name][arm.places.length - 1], plan.far2);
  }
  for (const side of open) if (!['L', 'R', 'O'].includes(side)) begin(side.length > 1 ? Number(side.slice(1)) : only);
  return lanes;
}

/** The tiles that were played after the lead, in their order; those of which nobody knows when come last. @param {Line} line @param {(pair: Pair) => number} age */
function played(line, age) {
  const all = Object.entries(line.arms).flatMap(([side, pairs]) => pairs.map((pair, at) => ({ side, at, pair, when: age(pair) })));
  return all.sort((one, other) => (one.when === other.when ? 0 : one.when - other.when));
}

/** @param {Placed[]} places */
function middleOf(places) {
  const [, top, , bottom] = bounds(places);
  return (top + bottom) / 2;
}

/** The names of a spinner's upper and lower arm. @param {number} value @param {number} only */
const armsOf = (value, only) => (only < 0 ? [`U${value}`, `D${value}`] : ['U', 'D']);

/**
 * A spinner takes a lane on the bank that reaches less far out. @param {Lanes} lanes @param {number} value @param {string[]} names of its arms
 * @param {Way} home the bank nearer to it @param {number} far
 */
function takeLane({ arms, copies, middle, edges }, value, names, home, far) {
  const [left, right] = [Math.max(edges[-1][-1], edges[-1][1]), Math.max(edges[1][-1], edges[1][1])];
  const bank = Math.abs(left - right) < NOISE ? home : left < right ? -1 : 1;
  const out = (bank < 0 ? left : right) + BETWEEN + 1;
  names.forEach((name, i) => {
    arms.set(name, { walk: { ...setOut(0.5 + GAP, NEAR, far, true), y: out }, bank, half: i ? 1 : -1, places: [] });
  });
  edges[bank] = { [-1]: out + 1, 1: out + 1 };
  copies.push({ pair: [value, value], place: { cx: bank * out, cy: middle, w: 2, h: 1, rot: 90, double: true } });
}

/** Lay the next tile of an arm. @param {Lanes} lanes @param {Arm} arm @param {boolean} double */
function lay(lanes, arm, double) {
  const { walk, bank, half } = arm;
  const free = isOutermost(lanes, arm);
  step(walk, double, !free);
  const place = onCloth({ ...walk, double }, arm, lanes.middle);
  arm.places.push(place);
  if (free) lanes.edges[bank][half] = reached(walk);
  return place;
}

/** How far out an arm reaches, a tile behind a double in a corner included. @param {Walk} walk */
const reached = ({ y, corner }) => (Number.isNaN(corner) ? y + 1 : corner + 2.5);

/** Whether nothing lies outside of an arm. @param {Lanes} lanes @param {Arm} arm */
const isOutermost = ({ edges }, { walk, bank, half }) => edges[bank][half] < reached(walk) + NOISE;

/** Whether an arm can neither go on nor turn. @param {Lanes} lanes @param {Arm} arm */
function isStuck(lanes, arm) {
  const { d, far, near, front, corner } = arm.walk;
  return arm.places.length > 0 && Number.isNaN(corner) && (d > 0 ? far - front : front - near) < 2 - NOISE && !isOutermost(lanes, arm);
}

/** An arm goes on in the next free lane. @param {Lanes} lanes @param {Arm} arm @param {Pair} pair its last tile @param {number} far */
function goOn({ copies, middle, edges }, arm, pair, far) {
  const { bank, half } = arm;
  const double = isDouble(pair);
  const along = double ? 1 : 2;
  const out = edges[bank][half] + BETWEEN + 1;
  edges[bank][half] = out + 1;
  arm.walk = { ...setOut(NEAR + along + GAP, NEAR, far, double), y: out };
  copies.push({ pair, place: onCloth({ cx: NEAR + along / 2, cy: out, w: along, h: 3 - along, rot: 0, double }, arm, middle) });
}

/** A place in an arm's own frame, on the cloth. @param {Placed} place @param {Arm} arm @param {number} middle @returns {Placed} */
function onCloth({ cx, cy, w, h, rot, double }, { bank, half }, middle) {
  const turned = rot === 90 ? (bank > 0 ? 0 : 180) : (half > 0) === (rot === 0) ? 90 : 270;
  return { cx: bank * cy, cy: middle + half * cx, w: h, h: w, rot: turned, double };
}

/** Where the next tile of each arm would lie. @param {Lanes} lanes @param {boolean} double @returns {Record<string, Placed>} */
export function nextIn(lanes, double) {
  /** @type {Record<string, Placed>} */
  const out = {};
  for (const [name, arm] of lanes.arms) {
    const walk = { ...arm.walk };
    step(walk, double, !isOutermost(lanes, arm));
    out[name] = onCloth({ ...walk, double }, arm, lanes.middle);
  }
  return out;
}
