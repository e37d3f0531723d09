// @ts-check
import { bounds, extent, fit, ghosts, layout } from './layout.js';

/**
 * Lines with spinners, as parts that can be laid: a line without side arms is one part; with one spinner it is one part about that
 * spinner; with several, the long line is a part, and every spinner with its two side arms another one below it.
 * @typedef {import('./layout.js').Placed} Placed
 * @typedef {import('./layout.js').Plan} Plan
 * @typedef {import('./layout.js').Box} Box
 * @typedef {import('./wire.js').Pair} Pair
 * @typedef {import('./wire.js').Line} Line
 * @typedef {{first: Pair, arms: Record<string, Pair[]>, sides: Record<string, string>}} Part `sides`: what each of its arms is called
 * @typedef {{places: Record<string, Placed[]>, copies: {pair: Pair, place: Placed}[], box: Box}} Scene `O` holds the first tile
 */

const BETWEEN = 0.7;

/** @param {Pair[]} pairs */
const doubles = (pairs) => pairs.map(([a, b]) => a === b);

/** @param {Part} part */
const doublesOf = (part) => Object.fromEntries(Object.entries(part.arms).map(([side, pairs]) => [side, doubles(pairs)]));

/** @param {Placed} place @param {number} dy @returns {Placed} */
const lower = (place, dy) => ({ ...place, cy: place.cy + dy });

/**
 * The parts of a line, the long line first. @param {Line} line @param {string[]} open the sides that take a tile now
 * @param {Pair} first the lead, or what is about to be led @returns {Part[]}
 */
export function partsOf(line, open, first) {
  const long = { L: line.arms.L ?? [], R: line.arms.R ?? [] };
  const side = [...new Set([...Object.keys(line.arms), ...open])].filter((name) => !['L', 'R', 'O'].includes(name));
  if (!side.length) return [{ first, arms: long, sides: { L: 'L', R: 'R' } }];
  if (side.every((name) => name.length === 1)) {
    const turned = about(spinnerOf(line, side), first, long);
    const arms = { ...turned.arms, U: line.arms.U ?? [], D: line.arms.D ?? [] };
    return [{ first: turned.first, arms, sides: { L: 'L', R: 'R', U: 'U', D: 'D' } }];
  }
  const values = [...new Set(side.map((name) => Number(name.slice(1))))];
  return [{ first, arms: long, sides: { L: 'L', R: 'R' } }, ...values.map((value) => {
    const [up, down] = [`U${value}`, `D${value}`];
    return { first: /** @type {Pair} */ ([value, value]), arms: { L: line.arms[up] ?? [], R: line.arms[down] ?? [] }, sides: { L: up, R: down } };
  })];
}

/** The value of the one spinner: its arms begin with it; before they do it is the first double. @param {Line} line @param {string[]} side */
function spinnerOf(line, side) {
  for (const name of side) if (line.arms[name]?.length) return line.arms[name][0][0];
  if (line.lead && line.lead[0] === line.lead[1]) return line.lead[0];
  for (const name of ['L', 'R']) for (const [a, b] of line.arms[name] ?? []) if (a === b) return a;
  return -1;
}

/**
 * The long line seen from the double of a value. @param {number} value @param {Pair} lead @param {{L: Pair[], R: Pair[]}} long
 * @returns {{first: Pair, arms: {L: Pair[], R: Pair[]}}}
 */
function about(value, lead, long) {
  for (const name of /** @type {const} */ (['L', 'R'])) {
    const at = lead[0] === lead[1] && lead[0] === value ? -1 : long[name].findIndex(([a, b]) => a === value && b === value);
    if (at < 0) continue;
    const back = long[name].slice(0, at).reverse().map(([a, b]) => /** @type {Pair} */ ([b, a]));
    /** @type {Pair} */
    const turned = name === 'L' ? lead : [lead[1], lead[0]];
    const beyond = long[name].slice(at + 1);
    const other = [...back, turned, ...long[name === 'L' ? 'R' : 'L']];
    return { first: [value, value], arms: name === 'L' ? { L: beyond, R: other } : { L: other, R: beyond } };
  }
  return { first: lead, arms: long };
}

/** How far each part moves down, and the box around them all with every place for a next tile. @param {Part[]} parts @param {Plan} plan */
function stacked(parts, plan) {
  /** @type {number[]} */
  const downs = [];
  /** @type {Placed[]} */
  const corners = [];
  let bottom = 0;
  for (const part of parts) {
    const [left, top, right, below] = extent(part.first[0] === part.first[1], doublesOf(part), plan);
    const dy = downs.length ? bottom + BETWEEN - top : 0;
    downs.push(dy);
    bottom = below + dy;
    corners.push({ cx: (left + right) / 2, cy: (top + below) / 2 + dy, w: right - left, h: below - top, rot: 0, double: false });
  }
  return { downs, box: bounds(corners) };
}

/** Where every tile of the parts lies. @param {Part[]} parts @param {Plan} plan @returns {Scene} */
export function sceneOf(parts, plan) {
  const { downs, box } = stacked(parts, plan);
  /** @type {Scene} */
  const scene = { places: {}, copies: [], box };
  parts.forEach((part, i) => {
    const laid = layout(part.first[0] === part.first[1], doublesOf(part), plan);
    if (i) scene.copies.push({ pair: part.first, place: lower(laid.O[0], downs[i]) });
    else scene.places.O = laid.O;
    for (const [own, side] of Object.entries(part.sides)) scene.places[side] = (laid[own] ?? []).map((place) => lower(place, downs[i]));
  });
  return scene;
}

/** Where the next tile would lie at each side. @param {Part[]} parts @param {Plan} plan @param {boolean} double @returns {Record<string, Placed>} */
export function ghostsOf(parts, plan, double) {
  const { downs } = stacked(parts, plan);
  /** @type {Record<string, Placed>} */
  const out = {};
  parts.forEach((part, i) => {
    const found = ghosts(part.first[0] === part.first[1], doublesOf(part), plan, double);
    for (const [own, side] of Object.entries(part.sides)) out[side] = lower(found[own], downs[i]);
  });
  return out;
}

/** The plan under which several parts are largest. @param {Part[]} parts @param {number} width @param {number} height @param {number} cap @returns {Plan} */
export function planOf(parts, width, height, cap) {
  /** @type {Plan} */
  let best = { far: 3, rot: 0, far2: 3 };
  let size = 0;
  for (let far = 3; far <= 24; far += 1) {
    /** @type {Plan} */
    const plan = { far, rot: 0, far2: far };
    const fitting = fit(stacked(parts, plan).box, width, height, cap);
    if (fitting > size * 1.001) [best, size] = [plan, fitting];
  }
  return best;
}
