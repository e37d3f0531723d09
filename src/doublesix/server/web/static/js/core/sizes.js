// @ts-check
/** What a finger needs, in pixels. */
export const TARGET = 44;
/** The share of the height that one to four rows of tiles may take. */
const SHARES = [0.2, 0.29, 0.4, 0.44];
/** What they may take of it where large tiles are wished for. */
const LARGE = [0.29, 0.36, 0.4, 0.44];
/** How much larger tiles must become for one more row, which takes of the cloth. */
const WORTH = 1.2;

/**
 * How large the tiles of a hand can be: the rows, the cells and the short side of a tile, in pixels. A cell is never narrower than a
 * finger, whatever the tile in it; more rows than four are for scrolling.
 * @param {number} count @param {number} width @param {number} height what the rows may take a share of @param {number} largest
 * @param {number} [room] what they may take at most @param {boolean} [large] whether large tiles are wished for
 */
export function handSizes(count, width, height, largest, room = Infinity, large = false) {
  const most = Math.max(1, Math.floor(width / TARGET));
  let best = { columns: Math.min(Math.max(1, count), most), cell: TARGET, size: 24, lift: 5 };
  let bestSize = 0;
  for (let rows = 1; rows <= 4; rows++) {
    const columns = Math.max(1, Math.ceil(count / rows));
    const cell = Math.min(Math.floor(width / columns), largest + 10);
    if (cell < TARGET) continue;
    const tall = Math.min(height * (large ? LARGE : SHARES)[rows - 1], room) / rows;
    const size = Math.floor(Math.min(largest, cell - 6, rows > 2 ? (tall - 21) / 2 : (tall - 10) / 2.5));
    if (size > bestSize * (large ? 1 : WORTH)) {
      best = { columns, cell, size, lift: rows > 2 ? 4 : Math.round(size * 0.23) };
      bestSize = size;
    }
  }
  return best;
}

/** @typedef {{x: number, y: number, w: number, h: number}} Rect left, top, width, height in pixels */

/** @param {number} value @param {number} low @param {number} high */
const between = (value, low, high) => Math.max(low, Math.min(high, value));

/**
 * Where to tap for each ghost: at least a finger large, on its ghost as far as it can be, inside the cloth and clear of each other.
 * @param {Rect[]} ghosts @param {number} width @param {number} height of the cloth @returns {Rect[]}
 */
export function targets(ghosts, width, height) {
  const all = ghosts.map(({ x, y, w, h }) => {
    const [wide, tall] = [Math.max(w, TARGET), Math.max(h, TARGET)];
    return { x: x + (w - wide) / 2, y: y + (h - tall) / 2, w: wide, h: tall };
  });
  const keep = () => {
    for (const one of all) [one.x, one.y] = [between(one.x, 0, width - one.w), between(one.y, 0, height - one.h)];
  };
  keep();
  for (let turn = 0; turn < 60; turn++) {
    let apart = true;
    all.forEach((a, i) => all.slice(0, i).forEach((b, j) => {
      const [dx, dy] = [a.x + a.w / 2 - b.x - b.w / 2, a.y + a.h / 2 - b.y - b.h / 2];
      const [overX, overY] = [(a.w + b.w) / 2 - Math.abs(dx), (a.h + b.h) / 2 - Math.abs(dy)];
      if (overX <= 0.01 || overY <= 0.01) return;
      apart = false;
      const along = overX <= overY ? 'x' : 'y';
      const by = (Math.min(overX, overY) / 2 + 0.01) * ((along === 'x' ? dx : dy) < 0 || (dx === 0 && dy === 0 && i < j) ? -1 : 1);
      a[along] += by;
      b[along] -= by;
    }));
    if (apart) return all;
    keep();
  }
  return inGrid(all, width, height);
}

/** Many fingers on a small cloth: each takes the nearest free cell. @param {Rect[]} all @param {number} width @param {number} height @returns {Rect[]} */
function inGrid(all, width, height) {
  const [columns, rows] = [Math.max(1, Math.floor(width / TARGET)), Math.max(1, Math.floor(height / TARGET))];
  const [w, h] = [width / columns, height / rows];
  const free = Array.from({ length: columns * rows }, (_, i) => ({ x: (i % columns) * w, y: Math.floor(i / columns) * h, w, h }));
  return all.map((one) => {
    const far = (/** @type {Rect} */ cell) => Math.hypot(cell.x + w / 2 - one.x - one.w / 2, cell.y + h / 2 - one.y - one.h / 2);
    const nearest = free.reduce((a, b) => (far(b) < far(a) ? b : a), free[0]);
    free.splice(free.indexOf(nearest), 1);
    return nearest ?? one;
  });
}

/** The largest short side of a tile on a cloth, in pixels. @param {number} width @param {number} height @param {boolean} large @param {boolean} screen seen from afar */
export function largestTile(width, height, large, screen) {
  const side = Math.min(width, height);
  const cap = screen ? 120 : [44, 56, 72, 92][Number(side > 420) + Number(side > 820) + Number(side > 1100)];
  return large ? cap * 1.5 : cap;
}
