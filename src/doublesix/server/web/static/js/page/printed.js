// @ts-check
import { svgText } from '../core/picture.js';
import { frameAt } from '../core/replay.js';
import { byCost } from '../core/review.js';
import { list, t } from '../core/speech.js';
import { h } from '../el/dom.js';

/**
 * A review on paper: who played, how it ended, and each decision with its picture, in black and white.
 * @typedef {import('../core/review.js').Decision} Decision
 * @typedef {{replay: import('../core/replay.js').Replay, round: number, whose: number, decisions: Decision[],
 *   laid: import('../core/picture.js').Laid[], judged(one: Decision): string}} Sheet `laid` is the line at the end of the round
 */

/** @param {Sheet} sheet @returns {HTMLElement} */
export function printed({ replay, round, whose, decisions, laid, judged }) {
  const whole = replay.rounds[round];
  const name = replay.names[whose];
  const worth = byCost(decisions).filter(({ verdict }) => verdict !== 'best').sort((a, b) => a.at - b.at);
  const items = worth.map((one) => {
    const frame = frameAt(whole, one.at);
    const facts = one.verdict === 'equal' ? [] : [h('ul', {}, ...one.facts.map((fact) => h('li', {}, fact)))];
    return h('li', {}, picture(laid.filter(({ at }) => at < one.at)), h('p', {}, t('{name} held {tiles}.', { name, tiles: list(frame.hands[whose]) })), h('p', {}, h('b', {}, judged(one))), ...facts);
  });
  return h('section', { class: 'printed' },
    h('h2', {}, t('{title}, round {n}: the review of {name}', { title: replay.rules.title, n: round + 1, name })),
    h('p', {}, list(replay.names)),
    h('ol', {}, ...items));
}

/** The line so far, as ink on paper; nothing before the lead. @param {import('../core/picture.js').Laid[]} tiles */
function picture(tiles) {
  if (!tiles.length) return '';
  const drawing = new DOMParser().parseFromString(svgText(tiles, t('Line'), false, true), 'image/svg+xml').documentElement;
  return /** @type {any} */ (document.importNode(drawing, true));
}
