// @ts-check
/** Where the pips of a half lie. */

const ALONG = 0.27;
const ACROSS = 0.25;
/** @type {Record<number, [number, number][]>} */
const PLACES = {
  0: [],
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  5: [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]],
  6: [[-1, -1], [0, -1], [1, -1], [-1, 1], [0, 1], [1, 1]],
  7: [[-1, -1], [0, -1], [1, -1], [0, 0], [-1, 1], [0, 1], [1, 1]],
  8: [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
  9: [[-1, -1], [0, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
};
/** @type {Record<number, number[]>} */
const ROWS = { 10: [3, 4, 3], 11: [4, 3, 4], 12: [4, 4, 4], 13: [4, 5, 4], 14: [5, 4, 5], 15: [5, 5, 5] };

/** Path data for the pips of a half centred at `middle` on the long axis: a dot is a stroke of length 0. @param {number} value @param {number} middle */
export function pips(value, middle) {
  const places = PLACES[value]?.map(([x, y]) => [x * ALONG, y * ACROSS])
    ?? ROWS[value].flatMap((n, row) => Array.from({ length: n }, (_, i) => [(i - (n - 1) / 2) * 0.18, (row - 1) * ALONG]));
  return places.map(([x, y]) => `M${+(middle + x).toFixed(3)} ${+y.toFixed(3)}h0`).join('');
}
