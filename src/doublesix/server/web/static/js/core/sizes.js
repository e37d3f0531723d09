// @ts-check
const TARGET = 44;
/** The share of the height that one to four rows of tiles may take. */
const SHARES = [0.2, 0.29, 0.4, 0.44];

/**
 * How large the tiles of a hand can be: the rows, the cells and the short side of a tile, in pixels. A cell is never narrower than a
 * finger, whatever the tile in it.
 * @param {number} count @param {number} width @param {number} height what the rows may take a share of @param {number} largest
 */
export function handSizes(count, width, height, largest) {
  let best = { columns: Math.max(1, count), cell: TARGET, size: 24, lift: 5 };
  let bestSize = 0;
  for (let rows = 1; rows <= 4; rows++) {
    const columns = Math.max(1, Math.ceil(count / rows));
    const cell = Math.min(Math.floor(width / columns), largest + 10);
    if (cell < TARGET && rows < 4) continue;
    const tall = (height * SHARES[rows - 1]) / rows;
    const size = Math.floor(Math.min(largest, cell - 6, rows > 2 ? (tall - 21) / 2 : (tall - 10) / 2.5));
    if (size > bestSize) {
      best = { columns, cell, size, lift: rows > 2 ? 4 : Math.round(size * 0.23) };
      bestSize = size;
    }
  }
  return best;
}
