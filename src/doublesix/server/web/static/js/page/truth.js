// @ts-check
import { list, num, percent, t } from '../core/speech.js';
import { h } from '../el/dom.js';

/**
 * The second view of a review, apart from the first: what was hidden, and how luck moved the result.
 * @typedef {import('../core/review.js').Luck} Luck
 * @typedef {{hands: string[][], after: [number, string[]][]}} Truth the hands dealt, and after each choice what the others held
 * @typedef {{luck: Luck|null, truth: Truth|null, names: string[], own: boolean, whose: number, charts: Node[], go(count: number): void,
 *   span(low: number, high: number): string}} Told
 */

/** Steps that are told one by one; the rest is in the sums. */
const LARGEST = 6;

/** @param {Told} told @returns {HTMLElement} */
export function truthAfterwards({ luck, truth, names, own, whose, charts, go, span }) {
  const name = names[whose];
  const signed = (/** @type {number} */ value) => `${value > 0 ? '+' : ''}${percent(value)}`;

  const hands = truth ? [h('h4', {}, t('The hands as they were dealt')), h('ul', {}, ...truth.hands.map((tiles, seat) => h('li', {}, t('{name}: {tiles}', { name: names[seat], tiles: list(tiles) }))))] : [];

  const held = (truth?.after ?? []).map(([at, sentences]) => {
    const open = h('button', { type: 'button', class: 'verdict' }, t('After move {n}', { n: num(at + 1) }));
    open.addEventListener('click', () => go(at + 1));
    return h('li', {}, open, h('p', {}, sentences.join(' ')));
  });

  /** @param {[number, string, number]} step */
  const moved = ([at, part, value]) => {
    const said = { n: num(at + 1), value: signed(value) };
    if (part === 'deal') return t('The deal: {value}', said);
    if (part === 'draws') return t('What had been drawn before move {n}: {value}', said);
    return part === 'choices' ? t('The choice of move {n}: {value}', said) : t('What the others did before move {n}: {value}', said);
  };

  /** @param {Luck} sum */
  const sums = ({ even, deal, choices, draws, others, result, ci95, steps }) => {
    const row = (/** @type {string} */ what, /** @type {number} */ value, /** @type {[number, number]|null} */ ci) =>
      h('tr', {}, h('th', { scope: 'row' }, what), h('td', {}, ci ? signed(value) : percent(value)), h('td', {}, ci ? span(...ci) : ''));
    const over = Math.max(0, ...steps.map(([at]) => at));
    const largest = [...steps].sort(([, , a], [, , b]) => Math.abs(b) - Math.abs(a)).slice(0, LARGEST).sort(([a], [b]) => a - b);
    return [
      h('table', { class: 'luck' }, h('caption', {}, own ? t('Your skill and luck: what moved the chance to win') : t('Skill and luck of {name}: what moved the chance to win', { name })), h('tbody', {},
        row(t('Before the deal'), even, null), row(t('The deal'), deal, ci95.deal), row(t('Own choices'), choices, ci95.choices),
        row(t('Tiles drawn'), draws, ci95.draws), row(t('The others'), others, ci95.others), row(t('The result'), result, null))),
      h('h4', {}, t('The largest steps on the way')),
      h('ul', { class: 'steps-of-luck' }, ...largest.map((step) => h('li', {}, step[0] === over && step[1] === 'others' ? t('What the others did, and the end: {value}', { value: signed(step[2]) }) : moved(step)))),
    ];
  };

  return h('details', { class: 'truth' },
    h('summary', {}, h('h3', {}, t('The truth afterwards'))),
    h('p', { class: 'hint' }, t('Here every tile is seen, and what was luck. Nothing above was judged by it.')),
    ...(luck ? sums(luck) : []),
    ...hands,
    ...(held.length ? [h('h4', {}, t('What the others held')), h('ul', { class: 'dearest others-held' }, ...held)] : []),
    ...charts);
}
