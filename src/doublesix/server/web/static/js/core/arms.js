// @ts-check
import { bounds, extent, fit, ghosts, layout, planFor, remembered } from './layout.js';

/**
 * Lines with spinners, as parts that can be laid: a line without side arms is one part; with one spinner it is one part about that
 * spinner; with several, the long line is a part, and every spinner with its two side arms another one below it.
 *
 * A tile that lies never moves against the others. Where a spinner may come, the first row is kept for it: a spinner in that row gets its
 * cross there, and what lay before it stays where it lay. One that comes so late that the line has turned has its side arms below; they
 * alone are pushed down, all together, where the line takes another row.
 * @typedef {import('./layout.js').Placed} Placed
 * @typedef {import('./layout.js').Plan} Plan
 * @typedef {import('./layout.js').Box} Box
 * @typedef {import('./layout.js').Straight} Straight
 * @typedef {import('./wire.js').Pair} Pair
 * @typedef {import('./wire.js').Line} Line
 * @typedef {{first: Pair, arms: Record<string, Pair[]>, sides: Record<string, string>, straight: Straight, home: [string, number], plan: Plan}} Part
 *   `sides`: what each of its arms is called; `home`: the arm and the place in it of the tile that the others lie about, the lead
 * @typedef {{places: Record<string, Placed[]>, copies: {pair: Pair, place: Placed}[], box: Box}} Scene `O` holds the first tile
 * @typedef {{spinner?: string, order?: string[]}} Known which doubles are spinners, and the tiles in the order of play
 */

const BETWEEN = 0.7;
/** How wide a group of side arms is at least: two short rows and the places of the next tiles. */
const NARROW = 9;
/** @type {[string, number]} */
const FIRST = ['O', 0];

/** @param {Pair} pair */
const isDouble = ([a, b]) => a === b;

/** @param {Part} part */
const doublesOf = (part) => Object.fromEntries(Object.entries(part.arms).map(([side, pairs]) => [side, pairs.map(isDouble)]));

/** Whether a line with this lead is laid about a cross: it has one spinner, or may get one. @param {string|undefined} spinner @param {Pair} lead */
export const isCross = (spinner, lead) => spinner === 'first' || (spinner === 'lead' && isDouble(lead));

/** When each tile was played, counted from the lead. @param {string[]} order @returns {(pair: Pair) => number} */
function ages(order) {
  const known = new Map(order.map((tile, i) => [tile, i]));
  return ([a, b]) => known.get(`${Math.max(a, b)}-${Math.min(a, b)}`) ?? Infinity;
}

/**
 * The parts of a line, the long line first. @param {Line} line @param {string[]} open the sides that take a tile now
 * @param {Pair} first the lead, or what is about to be led @param {Plan} plan of the round @param {Known} [known] @returns {Part[]}
 */
export function partsOf(line, open, first, plan, { spinner, order = [] } = {}) {
  const long = { L: line.arms.L ?? [], R: line.arms.R ?? [] };
  const age = ages(order);
  const side = [...new Set([...Object.keys(line.arms), ...open])].filter((name) => !['L', 'R', 'O'].includes(name));
  const simple = { first, arms: long, sides: { L: 'L', R: 'R' }, straight: {}, home: FIRST, plan };
  if (side.some((name) => name.length > 1)) return [simple, ...groups(line, side, age, plan)];
  if (!plan.far2) return [simple];
  const alone = { ...simple, plan: rowOf(plan) };
  const value = spinnerOf(line, side, first, age);
  if (value < 0) return [alone];
  const turned = about(value, first, long, age, plan);
  const arms = { U: line.arms.U ?? [], D: line.arms.D ?? [] };
  if (turned && !side.length) return [turned];
  if (turned) return [{ ...turned, arms: { ...turned.arms, ...arms }, sides: { L: 'L', R: 'R', U: 'U', D: 'D' } }];
  return side.length ? [alone, groupOf(value, arms.U, arms.D, 'U', 'D', alone.plan, 1)] : [alone];
}

/** How the line lies while it waits for its spinner. @param {Plan} plan @returns {Plan} */
const rowOf = ({ far }) => ({ far: far + 2, rot: 0, far2: 0 });

/** Every spinner of several with its two side arms, in the order in which they came. @param {Line} line @param {string[]} side @param {(pair: Pair) => number} age @param {Plan} plan */
function groups(line, side, age, plan) {
  const values = [...new Set(side.map((name) => Number(name.slice(1))))].sort((a, b) => age([a, a]) - age([b, b]));
  return values.map((value, i) => groupOf(value, line.arms[`U${value}`] ?? [], line.arms[`D${value}`] ?? [], `U${value}`, `D${value}`, plan, i + 1));
}

/** @param {number} value @param {Pair[]} up @param {Pair[]} down @param {string} upper @param {string} lower @param {Plan} plan @param {number} i @returns {Part} */
function groupOf(value, up, down, upper, lower, plan, i) {
  return { first: [value, value], arms: { L: up, R: down }, sides: { L: upper, R: lower }, straight: {}, home: FIRST, plan: columnOf(plan, i).own };
}

/**
 * The value of the one spinner, -1 while there is none: its arms begin with it; before they do it is the first double played.
 * @param {Line} line @param {string[]} side @param {Pair} lead @param {(pair: Pair) => number} age
 */
function spinnerOf(line, side, lead, age) {
  for (const name of side) if (line.arms[name]?.length) return line.arms[name][0][0];
  if (isDouble(lead)) return lead[0];
  const found = [...(line.arms.L ?? []), ...(line.arms.R ?? [])].filter(isDouble);
  return found.length ? found.reduce((one, other) => (age(other) < age(one) ? other : one))[0] : -1;
}

/**
 * The long line seen from the double of a value, or null where that came after the line had turned.
 * @param {number} value @param {Pair} lead @param {{L: Pair[], R: Pair[]}} long @param {(pair: Pair) => number} age @param {Plan} plan @returns {Part|null}
 */
function about(value, lead, long, age, plan) {
  /** @type {Pair} */
  const first = [value, value];
  for (const name of /** @type {const} */ (['L', 'R'])) {
    const at = isDouble(lead) && lead[0] === value ? -1 : long[name].findIndex(([a, b]) => a === value && b === value);
    if (at < 0) continue;
    const across = name === 'L' ? 'R' : 'L';
    const back = long[name].slice(0, at).reverse().map(([a, b]) => /** @type {Pair} */ ([b, a]));
    /** @type {Pair} */
    const turned = name === 'L' ? lead : [lead[1], lead[0]];
    const other = [...back, turned, ...long[across]];
    const earlier = long[across].filter((pair) => age(pair) < age(first)).length;
    const then = { [name]: long[name].slice(0, at + 1), [across]: long[across].slice(0, earlier) };
    const lay = layout(false, Object.fromEntries(Object.entries(then).map(([side, pairs]) => [side, pairs.map(isDouble)])), rowOf(plan));
    if (![...lay.L, ...lay.R].every((place) => place.cy === 0)) return null;
    const arms = name === 'L' ? { L: long.L.slice(at + 1), R: other } : { L: other, R: long.R.slice(at + 1) };
    return { first, arms, sides: { L: 'L', R: 'R' }, straight: { [across]: at + 1 + earlier }, home: [across, at], plan };
  }
  return { first: lead, arms: long, sides: { L: 'L', R: 'R' }, straight: {}, home: FIRST, plan };
}

/** @param {Part} part */
const laidOf = (part) => layout(isDouble(part.first), doublesOf(part), part.plan, part.straight);

/**
 * Where the groups below a line of this plan go, each into one of a few columns. @param {Plan} plan @param {number} i the group, from 1
 * @returns {{own: Plan, columns: number, x: number}}
 */
function columnOf(plan, i) {
  const columns = Math.max(1, Math.floor((2 * plan.far) / NARROW));
  const wide = (2 * plan.far) / columns;
  const far = columns === 1 ? plan.far : (wide - BETWEEN - 1) / 2;
  return { own: { far, rot: 0, far2: 0 }, columns, x: (((i - 1) % columns) - (columns - 1) / 2) * wide };
}

/**
 * How far each part moves, so that the lead stays where it was laid, and the box around them all with every place for a next tile.
 * @param {Part[]} parts
 */
function stacked(parts) {
  const [{ home: [side, at], plan }] = parts;
  const lead = side === 'O' ? MIDDLE : laidOf(parts[0])[side][at];
  return arranged(parts.map((part) => extent(isDouble(part.first), doublesOf(part), part.plan, part.straight)), plan, lead);
}

/** Where a line's own first tile lies. */
const MIDDLE = { cx: 0, cy: 0 };

/**
 * The boxes of the parts one below the other, the groups in their columns. @param {Box[]} boxes @param {Plan} plan of the long line
 * @param {{cx: number, cy: number}} lead where that has the lead @returns {{moves: [number, number][], box: Box}}
 */
function arranged(boxes, plan, lead) {
  /** @type {[number, number][]} */
  const moves = [[-lead.cx, -lead.cy]];
  const { columns } = columnOf(plan, 1);
  let bottom = boxes[0][3] - lead.cy;
  for (let at = 1; at < boxes.length; at += columns) {
    const row = boxes.slice(at, at + columns);
    const top = bottom + BETWEEN - Math.min(...row.map((box) => box[1]));
    row.forEach((box, k) => {
      moves.push([columnOf(plan, at + k).x, top]);
      bottom = Math.max(bottom, top + box[3]);
    });
  }
  const corners = boxes.map(([left, above, right, below], i) => (
    { cx: (left + right) / 2 + moves[i][0], cy: (above + below) / 2 + moves[i][1], w: right - left, h: below - above, rot: 0, double: false }));
  return { moves, box: bounds(corners) };
}

/** @param {Placed} place @param {[number, number]} by @returns {Placed} */
const moved = (place, [dx, dy]) => ({ ...place, cx: place.cx + dx, cy: place.cy + dy });

/** Where every tile of the parts lies. @param {Part[]} parts @returns {Scene} */
export function sceneOf(parts) {
  const { moves, box } = stacked(parts);
  /** @type {Scene} */
  const scene = { places: {}, copies: [], box };
  parts.forEach((part, i) => {
    const laid = laidOf(part);
    if (i) scene.copies.push({ pair: part.first, place: moved(laid.O[0], moves[i]) });
    else scene.places.O = [moved(laid.O[0], moves[0])];
    for (const [own, side] of Object.entries(part.sides)) scene.places[side] = (laid[own] ?? []).map((place) => moved(place, moves[i]));
  });
  return scene;
}

/** Where the next tile would lie at each side. @param {Part[]} parts @param {boolean} double @returns {Record<string, Placed>} */
export function ghostsOf(parts, double) {
  const { moves } = stacked(parts);
  /** @type {Record<string, Placed>} */
  const out = {};
  parts.forEach((part, i) => {
    const found = ghosts(isDouble(part.first), doublesOf(part), part.plan, double, part.straight);
    for (const [own, side] of Object.entries(part.sides)) out[side] = moved(found[own], moves[i]);
  });
  return out;
}

/** Which of some tiles are doubles, as it happens. @param {number} count @param {number} from */
const typical = (count, from) => Array.from({ length: count }, (_, i) => (i + from) % 4 === 1);

/** @type {Map<string, Plan>} */
const memo = new Map();

/**
 * The plan for a line whose doubles are all spinners, under which typical ones are largest: half of the tiles in the long line, the rest
 * about the doubles. @param {number} count tiles at the end of a round @param {number} width @param {number} height @param {number} cap @returns {Plan}
 */
function planOfAll(count, width, height, cap) {
  const key = [count, width, height, cap].join(' ');
  const known = memo.get(key);
  if (known) return known;
  const half = Math.round(count / 2);
  const some = Math.max(1, Math.round(half / 5));
  const [line, each] = [Math.round(half / 2), Math.round(half / some / 2)];
  const long = { L: typical(line, 0), R: typical(line, 2) };
  const group = { L: typical(each, 0), R: typical(each, 2) };
  const reached = remembered();
  /** @type {Plan} */
  let best = { far: 3, rot: 0, far2: 0 };
  let size = 0;
  for (let far = 3; far <= 24; far += 0.5) {
    /** @type {Plan} */
    const plan = { far, rot: 0, far2: 0 };
    const below = extent(true, group, columnOf(plan, 1).own, {}, reached);
    const boxes = [extent(true, long, plan, {}, reached), ...Array(some).fill(below)];
    const fitting = fit(arranged(boxes, plan, MIDDLE).box, width, height, cap);
    if (fitting > size * 1.001) [best, size] = [plan, fitting];
  }
  memo.set(key, best);
  return best;
}

/**
 * The plan for a round on a cloth of this size; it depends on nothing that changes in play. @param {{max_pip: number, spinner?: string}} rules
 * @param {Pair} lead @param {number} width @param {number} height @param {number} cap the largest short side of a tile @returns {Plan}
 */
export function planOfRound({ max_pip: most, spinner }, lead, width, height, cap) {
  const count = Math.round(0.4 * (most + 1) * (most + 2));
  const [wide, tall] = [Math.max(8, Math.round(width / 8) * 8), Math.max(8, Math.round(height / 8) * 8)];
  return spinner === 'all' ? planOfAll(count, wide, tall, cap) : planFor(count, wide, tall, cap, isCross(spinner, lead) ? 4 : 2);
}
