// @ts-check
import { h, s } from './dom.js';

/**
 * A small chart of lines over the moves of a round, with a table for whoever does not see it.
 * @typedef {{name: string, points: {at: number, value: number, low?: number, high?: number}[]}} Series
 */

const WIDTH = 320;
const HEIGHT = 120;
const EDGE = 6;

/**
 * @param {{title: string, series: Series[], moves: number, least: number, most: number, write: (value: number) => string}} what
 * @returns {HTMLElement}
 */
export function chart({ title, series, moves, least, most, write }) {
  const x = (/** @type {number} */ at) => EDGE + (at / Math.max(1, moves)) * (WIDTH - 2 * EDGE);
  const y = (/** @type {number} */ value) => HEIGHT - EDGE - ((value - least) / Math.max(1e-9, most - least)) * (HEIGHT - 2 * EDGE);
  const drawing = s('svg', { class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' });
  for (const level of [0, 0.5, 1]) {
    const at = y(least + level * (most - least));
    drawing.append(s('line', { class: 'grid', x1: EDGE, x2: WIDTH - EDGE, y1: at, y2: at }));
  }
  series.forEach(({ points }, index) => {
    const banded = points.filter((point) => point.low !== undefined && point.high !== undefined);
    if (banded.length > 1) {
      const top = banded.map((point) => `${x(point.at)},${y(point.high ?? 0)}`);
      const bottom = banded.map((point) => `${x(point.at)},${y(point.low ?? 0)}`).reverse();
      drawing.append(s('polygon', { class: 'band', points: [...top, ...bottom].join(' ') }));
    }
    drawing.append(s('polyline', { class: `line l${index % 8}`, points: points.map((point) => `${x(point.at)},${y(point.value)}`).join(' ') }));
    if (points.length < 16) for (const point of points) drawing.append(s('circle', { class: `dot l${index % 8}`, cx: x(point.at), cy: y(point.value), r: 2.6 }));
  });
  const scale = h('p', { class: 'scale' }, h('span', {}, write(most)), h('span', {}, write(least)));
  const key = series.length > 1 ? h('p', { class: 'key' }, ...series.map(({ name }, index) => h('span', {}, swatch(index), name))) : '';
  return h('figure', { class: 'plot' }, h('figcaption', {}, title), h('div', { class: 'plane' }, drawing, scale), key, table(title, series, write));
}

/** A piece of a line, drawn as the line is: its pattern tells it where colours do not. @param {number} index */
const swatch = (index) => s('svg', { class: 'swatch', viewBox: '0 0 26 6', 'aria-hidden': 'true' }, s('line', { class: `line l${index % 8}`, x1: 0, x2: 26, y1: 3, y2: 3 }));

/** @param {string} title @param {Series[]} series @param {(value: number) => string} write */
function table(title, series, write) {
  const places = [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) => a - b);
  const rows = places.map((at) => h('tr', {}, h('th', { scope: 'row' }, String(at)), ...series.map(({ points }) => {
    const point = points.find((one) => one.at === at);
    return h('td', {}, point ? write(point.value) : '');
  })));
  const head = h('tr', {}, h('th', { scope: 'col' }, '#'), ...series.map(({ name }) => h('th', { scope: 'col' }, name)));
  return h('div', { class: 'sr' }, h('table', {}, h('caption', {}, title), head, ...rows));
}
