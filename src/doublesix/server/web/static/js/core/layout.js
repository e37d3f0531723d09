// @ts-check
/**
 * Where every tile of a line lies: the double serpentine. Port of `layout.py`, which explains it; golden cases hold the two together.
 * @typedef {{cx: number, cy: number, w: number, h: number, rot: number, double: boolean}} Placed
 * @typedef {{far: number, rot: 0|90, far2: number}} Plan
 * @typedef {Record<string, boolean[]>} Arms
 * @typedef {Record<string, number>} Straight how many tiles of an arm lie in its first row whatever the limit
 * @typedef {[number, number, number, number]} Box
 */

export const GAP = 0.09;
const SHORTEST = 3;

/**
 * An arm as far as it has been laid, in its own frame, and the place that the last tile took. One is made for an arm and changed with each
 * tile: plans are looked for among thousands of arms. `spare` is by how much its limits may be further out and it turns at the same tiles.
 * @typedef {{near: number, far: number, front: number, d: number, y: number, c: number, corner: number, afterDouble: boolean,
 *   cx: number, cy: number, w: number, h: number, rot: number, spare: number}} Walk
 * @typedef {{box: Box, from: number, until: number}} Reach how far an arm reaches, and the limits between which that is so
 */

/** By how much numbers differ that are meant to be the same. */
const NOISE = 1e-9;

/**
 * An arm before its first tile. @param {number} front @param {number} near @param {number} far
 * @param {boolean} afterDouble whether it sets out from a double, which it must leave straight @returns {Walk}
 */
export const setOut = (front, near, far, afterDouble) => (
  { near, far, front, d: 1, y: 0, c: 0, corner: NaN, afterDouble, cx: 0, cy: 0, w: 0, h: 0, rot: 0, spare: Infinity });

/** @param {Walk} walk @param {number} cx @param {number} cy @param {number} w @param {number} h @param {number} rot */
function put(walk, cx, cy, w, h, rot) {
  walk.cx = cx;
  walk.cy = cy;
  walk.w = w;
  walk.h = h;
  walk.rot = rot;
}

/** Lay the next tile of an arm. @param {Walk} walk @param {boolean} double @param {boolean} straight whether it stays in its row whatever the limit */
export function step(walk, double, straight) {
  const { d, front } = walk;
  if (!Number.isNaN(walk.corner)) return leave(walk, double);
  const lacking = (double ? 3 + GAP : 2) - NOISE - (d > 0 ? walk.far - front : front - walk.near);
  if (!straight && !walk.afterDouble && lacking > 0) {
    walk.spare = Math.min(walk.spare, lacking);
    return turnAway(walk, double);
  }
  const along = double ? 1 : 2;
  walk.c = front + d * (double ? 0.5 : 1.5);
  put(walk, front + (d * along) / 2, walk.y, along, 3 - along, d > 0 ? 0 : 180);
  walk.front = front + d * (along + GAP);
  walk.afterDouble = double;
  return undefined;
}

/** The tile after a double that lies in a corner. @param {Walk} walk @param {boolean} double */
function leave(walk, double) {
  const { c, corner } = walk;
  if (double) {
    put(walk, c, corner + 0.5, 2, 1, 90);
    walk.corner = corner + (1 + GAP);
    return;
  }
  put(walk, c, corner + 1, 1, 2, 90);
  walk.y = corner + 1.5;
  setBack(walk);
}

/** The tile with which a row ends. @param {Walk} walk @param {boolean} double */
function turnAway(walk, double) {
  walk.c = walk.front - walk.d * (GAP + 0.5);
  if (double) {
    put(walk, walk.c, walk.y + 1 + GAP, 2, 1, 90);
    walk.corner = walk.y + 1.5 + 2 * GAP;
    return;
  }
  put(walk, walk.c, walk.y + 1.5 + GAP, 1, 2, 90);
  walk.y += 2 + GAP;
  setBack(walk);
}

/** The next row goes the other way. @param {Walk} walk */
function setBack(walk) {
  walk.d = -walk.d;
  walk.corner = NaN;
  walk.afterDouble = false;
  walk.front = walk.c + walk.d * (0.5 + GAP);
}

/**
 * Lay one arm, given which of its tiles are doubles.
 * @param {boolean[]} doubles @param {number} front @param {number} near @param {number} far
 * @param {boolean} [afterDouble] whether it sets out from a double, which it must leave straight
 * @param {number} [straight] how many of its tiles lie in its first row whatever the limit @returns {Placed[]}
 */
export function arm(doubles, front, near, far, afterDouble = false, straight = 0) {
  const walk = setOut(front, near, far, afterDouble);
  return doubles.map((double, i) => {
    step(walk, double, i < straight);
    return { cx: walk.cx, cy: walk.cy, w: walk.w, h: walk.h, rot: walk.rot, double };
  });
}

/** Make a box large enough for a place. @param {Box} box @param {Placed|Walk} place */
export function hold(box, place) {
  const [x, y] = [place.w / 2, place.h / 2];
  if (place.cx - x < box[0]) box[0] = place.cx - x;
  if (place.cy - y < box[1]) box[1] = place.cy - y;
  if (place.cx + x > box[2]) box[2] = place.cx + x;
  if (place.cy + y > box[3]) box[3] = place.cy + y;
}

/** A box around nothing. @returns {Box} */
export const nothing = () => [Infinity, Infinity, -Infinity, -Infinity];

/** @param {Placed} p @param {number} degrees @returns {Placed} */
function turn(p, degrees) {
  if (degrees === 0) return p;
  const rot = (p.rot + degrees) % 360;
  if (degrees === 180) return { ...p, cx: -p.cx, cy: -p.cy, rot };
  const [cx, cy] = degrees === 90 ? [-p.cy, p.cx] : [p.cy, -p.cx];
  return { cx, cy, w: p.h, h: p.w, rot, double: p.double };
}

/** @param {Placed} p @param {0|90} rot @returns {Placed} */
export function orient(p, rot) {
  return rot ? { cx: p.cy, cy: p.cx, w: p.h, h: p.w, rot: (450 - p.rot) % 360, double: p.double } : p;
}

/**
 * How the arms set out: half the length of the first tile, and for each arm its turn, where it begins and its limits.
 * @param {boolean} firstDouble @param {Arms} arms @param {Plan} plan
 * @returns {{half: number, ways: [side: string, degrees: number, front: number, near: number, far: number][]}}
 */
function waysOf(firstDouble, arms, plan) {
  const half = firstDouble ? 0.5 : 1;
  const spinner = plan.far2 > 0 || 'U' in arms || 'D' in arms;
  const near = spinner ? 1.5 + GAP : -plan.far;
  /** @type {[string, number, number, number, number][]} */
  const ways = [['R', 0, half + GAP, near, plan.far], ['L', 180, half + GAP, near, plan.far]];
  if (spinner) ways.push(['D', 90, 1 + GAP, near, plan.far2], ['U', 270, 1 + GAP, near, plan.far2]);
  return { half, ways };
}

/**
 * Places of all tiles by arm, inner first; key `O` holds the first tile. A plan with `far2` keeps the room of a spinner's side arms free.
 * @param {boolean} firstDouble @param {Arms} arms @param {Plan} plan @param {Straight} [straight] @returns {Record<string, Placed[]>}
 */
export function layout(firstDouble, arms, plan, straight = {}) {
  const { half, ways } = waysOf(firstDouble, arms, plan);
  /** @type {Record<string, Placed[]>} */
  const places = { O: [orient({ cx: 0, cy: 0, w: 2 * half, h: firstDouble ? 2 : 1, rot: 0, double: firstDouble }, plan.rot)] };
  for (const [side, degrees, front, near, far] of ways) {
    places[side] = arm(arms[side] ?? [], front, near, far, firstDouble, straight[side]).map((p) => orient(turn(p, degrees), plan.rot));
  }
  return places;
}

/**
 * Where the next tile, a double or not, would lie at each end.
 * @param {boolean} firstDouble @param {Arms} arms @param {Plan} plan @param {boolean} double @param {Straight} [straight]
 * @returns {Record<string, Placed>}
 */
export function ghosts(firstDouble, arms, plan, double, straight = {}) {
  const places = longer(firstDouble, arms, plan, double, straight);
  return Object.fromEntries(Object.keys(arms).map((side) => [side, places[side][places[side].length - 1]]));
}

/** The line with one more tile at each end. @param {boolean} firstDouble @param {Arms} arms @param {Plan} plan @param {boolean} double @param {Straight} straight */
function longer(firstDouble, arms, plan, double, straight) {
  return layout(firstDouble, Object.fromEntries(Object.entries(arms).map(([side, tiles]) => [side, [...tiles, double]])), plan, straight);
}

/** The box (left, top, right, bottom) around all places. @param {Placed[]} places @returns {Box} */
export function bounds(places) {
  const box = nothing();
  for (const place of places) hold(box, place);
  return box;
}

/**
 * The box around the line and every place the next tile could take, so that choosing a tile never zooms.
 * @param {boolean} firstDouble @param {Arms} arms @param {Plan} plan @param {Straight} [straight]
 * @param {typeof reach} [reached] another way to know how far an arm reaches @returns {Box}
 */
export function extent(firstDouble, arms, plan, straight = {}, reached = reach) {
  const { half, ways } = waysOf(firstDouble, arms, plan);
  /** @type {Box} */
  const box = [-half, firstDouble ? -1 : -0.5, half, firstDouble ? 1 : 0.5];
  for (const [side, degrees, front, near, far] of ways) {
    if (!arms[side]) continue;
    const [left, top, right, bottom] = turnedBox(reached(arms[side], front, near, far, firstDouble, straight[side]).box, degrees);
    box[0] = Math.min(box[0], left);
    box[1] = Math.min(box[1], top);
    box[2] = Math.max(box[2], right);
    box[3] = Math.max(box[3], bottom);
  }
  return plan.rot ? [box[1], box[0], box[3], box[2]] : box;
}

/**
 * The box around an arm and both places of its next tile, in its own frame.
 * @param {boolean[]} doubles @param {number} front @param {number} near @param {number} far @param {boolean} afterDouble @param {number} [straight]
 * @returns {Reach}
 */
function reach(doubles, front, near, far, afterDouble, straight = 0) {
  const walk = setOut(front, near, far, afterDouble);
  const box = nothing();
  for (let i = 0; i < doubles.length; i++) {
    step(walk, doubles[i], i < straight);
    hold(box, walk);
  }
  let { spare } = walk;
  for (const double of [false, true]) {
    const next = { ...walk };
    step(next, double, doubles.length < straight);
    hold(box, next);
    spare = Math.min(spare, next.spare);
  }
  return { box, from: far, until: far + spare };
}

/**
 * The same, for a search that asks again and again about the same arms: one that turns at the same tiles under a further limit is not laid anew.
 * An arm is known by its list of doubles. @returns {typeof reach}
 */
export function remembered() {
  /** @type {Map<boolean[], Reach[]>} */
  const arms = new Map();
  return (doubles, front, near, far, afterDouble, straight) => {
    const known = arms.get(doubles) ?? [];
    let found = known.find(({ from, until }) => from <= far && far < until);
    if (found) return found;
    found = reach(doubles, front, near, far, afterDouble, straight);
    arms.set(doubles, [...known, found]);
    return found;
  };
}

/** A box as `turn` turns what is in it. @param {Box} box @param {number} degrees @returns {Box} */
function turnedBox([left, top, right, bottom], degrees) {
  if (degrees === 180) return [-right, -bottom, -left, -top];
  if (degrees === 90) return [-bottom, left, -top, right];
  return degrees === 270 ? [top, -right, bottom, -left] : [left, top, right, bottom];
}

/** Pixels per unit at which the box fits. @param {Box} box @param {number} width @param {number} height @param {number} cap */
export function fit(box, width, height, cap = Infinity) {
  return Math.min(width / (box[2] - box[0]), height / (box[3] - box[1]), cap);
}

/** @param {number} count @param {number} k @param {number} arms @returns {[boolean, Arms]} */
function sample(count, k, arms) {
  const doubles = Array.from({ length: count }, (_, i) => (i + k) % 4 === 1);
  if (arms === 4) {
    const q = Math.floor((count - 1) / 4);
    const [along, across] = [doubles.slice(1, 1 + q), doubles.slice(2, 2 + q)];
    return [true, { R: along, L: along, D: across, U: across }];
  }
  const cut = Math.floor((count - 1) * [0.5, 0.38, 0.62][k % 3] + 0.5);
  return [doubles[0], { R: doubles.slice(1, 1 + cut), L: doubles.slice(1 + cut) }];
}

/** Plans worth scoring for two arms. @param {number} count @param {number} width @param {number} height @param {number} cap @returns {Plan[]} */
function candidates(count, width, height, cap) {
  /** @type {Plan[]} */
  const out = [];
  const top = SHORTEST + 0.5 * Math.floor(Math.max(0, Math.min(2.1 * count + 2, 66) - 2 * SHORTEST));
  /** @type {[0|90, number, number][]} */
  const ways = [[0, width / height, width], [90, height / width, height]];
  for (const [rot, aspect, side] of ways) {
    const half = Math.sqrt(3.9 * count * aspect) / 2;
    const low = Math.max(SHORTEST, 0.7 * half) - 0.5;
    const high = Math.max(1.45 * half, side / cap / 2) + 0.5;
    const from = Math.max(0, Math.ceil(2 * (low - SHORTEST)));
    const to = Math.floor(2 * (Math.min(high, top) - SHORTEST));
    for (let i = from; i <= to; i++) out.push({ far: SHORTEST + 0.5 * i, rot, far2: 0 });
    if (to < from) out.push({ far: low <= SHORTEST ? SHORTEST : top, rot, far2: 0 });
  }
  return out;
}

/** The boxes around some lines under a plan, were it not turned. @param {[boolean, Arms][]} lines @returns {(plan: Plan) => Box[]} */
function boxes(lines) {
  const reached = remembered();
  /** @type {Map<string, Box[]>} */
  const known = new Map();
  return ({ far, far2 }) => {
    const key = `${far} ${far2}`;
    const found = known.get(key) ?? lines.map(([first, arms]) => extent(first, arms, { far, rot: 0, far2 }, {}, reached));
    known.set(key, found);
    return found;
  };
}

/** @type {Map<string, Plan>} */
const memo = new Map();

/**
 * The best run length and direction for `count` tiles on a board of width x height px; fixed for a whole round.
 * @param {number} count @param {number} width @param {number} height @param {number} cap @param {number} arms 2, or 4 for a spinner
 * @returns {Plan}
 */
export function planFor(count, width, height, cap = 1e9, arms = 2) {
  const key = [count, width, height, cap, arms].join(' ');
  const known = memo.get(key);
  if (known) return known;
  const samples = Array.from({ length: arms === 2 ? 6 : 2 }, (_, k) => sample(count, k, arms));
  const boxesOf = boxes(samples);
  /** @param {Plan[]} plans @returns {Plan} */
  const bestOf = (plans) => {
    let best = plans[0];
    let bestScore = [-1, 0, 0, 0];
    for (const plan of plans) {
      const sizes = boxesOf(plan).map((box) => (plan.rot ? fit(box, height, width, cap) : fit(box, width, height, cap)));
      const size = 0.5 * Math.min(...sizes) + (0.5 * sizes.reduce((a, b) => a + b, 0)) / sizes.length;
      const score = [Math.floor(size * (plan.rot ? 1 : 1.04) * 1e4 + 0.5), -plan.rot, plan.far, plan.far2];
      const at = score.findIndex((value, i) => value !== bestScore[i]);
      if (at >= 0 && score[at] > bestScore[at]) [best, bestScore] = [plan, score];
    }
    return best;
  };
  const best = arms === 2 ? bestOf(candidates(count, width, height, cap)) : crossing(count, bestOf);
  memo.set(key, best);
  return best;
}

/** The best plan about a spinner: its two run lengths are chosen in turn, and its line lies in a row, so that the upper arm sets out upwards.
 * @param {number} count @param {(plans: Plan[]) => Plan} bestOf @returns {Plan} */
function crossing(count, bestOf) {
  const most = Math.max(1, Math.floor(1.2 * count - 2));
  const step = Math.ceil(most / 24);
  const fars = Array.from({ length: Math.ceil(most / step) }, (_, i) => 5 + 0.5 * i * step);
  const { far } = bestOf(fars.map((run) => ({ far: run, rot: 0, far2: run })));
  const { far2 } = bestOf(fars.map((run) => ({ far, rot: 0, far2: run })));
  return bestOf(fars.map((run) => ({ far: run, rot: 0, far2 })));
}
