// @ts-check
import { isDouble, lanesOf, nextIn } from './lanes.js';
import { extent, ghosts, hold, layout, nothing, orient, planFor } from './layout.js';

/**
 * Lines with spinners, as parts that can be laid: a line without side arms is one part; with one spinner it is one part about that
 * spinner; with several, the long line is a part, and every spinner with its two side arms another one beside it.
 *
 * A tile that lies never moves against the others. Where a spinner may come, the first row is kept for it: a spinner in that row gets its
 * cross there, and what lay before it stays where it lay. One that comes so late that the line has turned has its side arms in a lane beside it.
 * @typedef {import('./layout.js').Placed} Placed
 * @typedef {import('./layout.js').Plan} Plan
 * @typedef {import('./layout.js').Box} Box
 * @typedef {import('./layout.js').Straight} Straight
 * @typedef {import('./wire.js').Pair} Pair
 * @typedef {import('./wire.js').Line} Line
 * @typedef {{first: Pair, arms: Record<string, Pair[]>, sides: Record<string, string>}} Part `sides`: what each of its arms is called
 * @typedef {Part & {straight: Straight, home: [string, number], plan: Plan, lanes?: import('./lanes.js').Lanes}} Long the part of the long line
 *   `home`: the arm and the place in it of the tile that the others lie about, the lead; `lanes`: where the side arms lie that it has beside it
 * @typedef {[Long, ...Part[]]} Parts
 * @typedef {{places: Record<string, Placed[]>, copies: {pair: Pair, place: Placed}[], box: Box}} Scene `O` holds the first tile
 * @typedef {{spinner?: string, order?: string[]}} Known which doubles are spinners, and the tiles in the order of play
 */

/** By how much the lanes of a spinner that came late are longer than its arms would have been about it: the line beside them is long already. */
const LONGER = 6;
/** @type {[string, number]} */
const FIRST = ['O', 0];

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
 * @param {Pair} first the lead, or what is about to be led @param {Plan} plan of the round @param {Known} [known] @returns {Parts}
 */
export function partsOf(line, open, first, plan, { spinner, order = [] } = {}) {
  const long = { L: line.arms.L ?? [], R: line.arms.R ?? [] };
  const age = ages(order);
  const side = [...new Set([...Object.keys(line.arms), ...open])].filter((name) => !['L', 'R', 'O'].includes(name));
  /** @type {Long} */
  const simple = { first, arms: long, sides: { L: 'L', R: 'R' }, straight: {}, home: FIRST, plan: { ...plan, far2: 0 } };
  if (spinner === 'all' || side.some((name) => name.length > 1)) return beside(simple, line, open, plan, age, -1);
  if (!plan.far2) return [simple];
  const alone = { ...simple, plan: rowOf(plan) };
  const value = spinnerOf(line, side, first, age);
  if (value < 0) return [alone];
  const turned = about(value, first, long, age, plan);
  const arms = { U: line.arms.U ?? [], D: line.arms.D ?? [] };
  if (turned && !side.length) return [turned];
  if (turned) return [{ ...turned, arms: { ...turned.arms, ...arms }, sides: { L: 'L', R: 'R', U: 'U', D: 'D' } }];
  return side.length ? beside(alone, line, open, { ...alone.plan, far2: plan.far2 + LONGER }, age, value) : [alone];
}

/**
 * The long line, and the spinners that have their side arms in lanes beside it. @param {Long} long @param {Line} line @param {string[]} open
 * @param {Plan} plan of the lanes @param {(pair: Pair) => number} age @param {number} only the value of the one spinner, or -1 @returns {Parts} */
function beside(long, line, open, plan, age, only) {
  const lanes = lanesOf(line, long.first, open, plan, age, only);
  const names = [...lanes.arms.keys()];
  const spinners = names.filter((_, i) => i % 2 === 0).map((upper, i) => {
    const lower = names[2 * i + 1];
    const value = only < 0 ? Number(upper.slice(1)) : only;
    return /** @type {Part} */ ({ first: [value, value], arms: { [upper]: line.arms[upper] ?? [], [lower]: line.arms[lower] ?? [] }, sides: { [upper]: upper, [lower]: lower } });
  });
  return [{ ...long, lanes }, ...spinners];
}

/** How the line lies while it waits for its spinner. @param {Plan} plan @returns {Plan} */
const rowOf = ({ far }) => ({ far: far + 2, rot: 0, far2: 0 });

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
 * @param {number} value @param {Pair} lead @param {{L: Pair[], R: Pair[]}} long @param {(pair: Pair) => number} age @param {Plan} plan @returns {Long|null}
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

/** @param {Long} part */
const laidOf = (part) => layout(isDouble(part.first), doublesOf(part), part.plan, part.straight);

/** By how much the parts move, so that the lead lies in the middle of everything. @param {Long} part @returns {(place: Placed) => Placed} */
function homing(part) {
  const [side, at] = part.home;
  if (side === 'O') return (place) => place;
  const { cx, cy } = laidOf(part)[side][at];
  return (place) => ({ ...place, cx: place.cx - cx, cy: place.cy - cy });
}

/** Where every tile of the parts lies, and the box around them with every place for a next tile. @param {Parts} parts @returns {Scene} */
export function sceneOf([long]) {
  const moved = homing(long);
  const laid = laidOf(long);
  /** @type {Scene} */
  const scene = { places: { O: laid.O.map(moved) }, copies: [], box: nothing() };
  for (const [own, name] of Object.entries(long.sides)) scene.places[name] = (laid[own] ?? []).map(moved);
  const [left, top, right, bottom] = extent(isDouble(long.first), doublesOf(long), long.plan, long.straight);
  hold(scene.box, moved({ cx: (left + right) / 2, cy: (top + bottom) / 2, w: right - left, h: bottom - top, rot: 0, double: false }));
  const { lanes } = long;
  if (!lanes) return scene;
  for (const [name, { places }] of lanes.arms) scene.places[name] = places.map((place) => orient(place, long.plan.rot));
  scene.copies = lanes.copies.map(({ pair, place }) => ({ pair, place: orient(place, long.plan.rot) }));
  const next = [false, true].flatMap((double) => Object.values(nextIn(lanes, double)).map((place) => orient(place, long.plan.rot)));
  for (const place of [...Object.values(scene.places).flat(), ...scene.copies.map((copy) => copy.place), ...next]) hold(scene.box, place);
  return scene;
}

/** Where the next tile would lie at each side. @param {Parts} parts @param {boolean} double @returns {Record<string, Placed>} */
export function ghostsOf([long], double) {
  const moved = homing(long);
  const found = ghosts(isDouble(long.first), doublesOf(long), long.plan, double, long.straight);
  const out = Object.fromEntries(Object.entries(long.sides).map(([own, name]) => [name, moved(found[own])]));
  const { lanes } = long;
  if (lanes) for (const [name, place] of Object.entries(nextIn(lanes, double))) out[name] = orient(place, long.plan.rot);
  return out;
}

/**
 * The plan for a line whose doubles are all spinners: along the short side of the cloth go the strip of the long line and the lanes beside it.
 * Found by trying every strip and every lane on whole rounds of 28, 55 and 91 tiles; what was best for them hung on little but the cloth's shape.
 * @param {number} most pips @param {number} width @param {number} height @returns {Plan}
 */
function planOfAll(most, width, height) {
  const shape = Math.max(width, height) / Math.min(width, height);
  return { far: Math.max(3, Math.round(5 + 3 * shape) / 2), rot: width >= height ? 0 : 90, far2: Math.round(10 + 8.8 / shape + 0.4 * (most - 6)) / 2 };
}

/**
 * The plan for a round on a cloth of this size; it depends on nothing that changes in play. @param {{max_pip: number, spinner?: string}} rules
 * @param {Pair} lead @param {number} width @param {number} height @param {number} cap the largest short side of a tile @returns {Plan}
 */
export function planOfRound({ max_pip: most, spinner }, lead, width, height, cap) {
  const count = Math.round(0.4 * (most + 1) * (most + 2));
  const [wide, tall] = [Math.max(8, Math.round(width / 8) * 8), Math.max(8, Math.round(height / 8) * 8)];
  return spinner === 'all' ? planOfAll(most, wide, tall) : planFor(count, wide, tall, cap, isCross(spinner, lead) ? 4 : 2);
}
