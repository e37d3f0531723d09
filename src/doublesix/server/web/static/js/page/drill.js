// @ts-check
/**
 * A drill that was answered without a connection: what the answers are worth, from what the page holds. They are kept,
 * and counted when the server can be reached again.
 * @typedef {{right: string, answer: string, why: string, facts: string[]}} Answer
 */

import { num, t } from '../core/speech.js';
import { find, h } from '../el/dom.js';

const address = new URL(location.href);
const given = address.searchParams.get('given');
if (given !== null) assess(new URLSearchParams(given));

/** @param {URLSearchParams} fields */
function assess(fields) {
  /** @type {Record<string, Answer>} */
  const answers = JSON.parse(find('#answers', HTMLElement).textContent ?? '{}');
  const form = find('form.drill-form', HTMLFormElement);
  const at = address.searchParams.get('at');
  let right = 0;
  for (const field of form.querySelectorAll('fieldset')) {
    const name = field.dataset.name ?? '';
    const chosen = fields.get(`a.${name}`) ?? '';
    const { right: key, answer, why, facts } = answers[name];
    const good = chosen === key;
    right += Number(good);
    field.classList.add(good ? 'good' : 'bad');
    for (const input of field.querySelectorAll('input')) {
      input.checked = input.value === chosen;
      input.disabled = true;
      if (input.value === key) input.nextElementSibling?.classList.add('answer');
    }
    field.append(h('p', { class: 'why' }, good ? t('Right.') : t('It is: {answer}.', { answer }), ` ${why}`));
    if (facts.length) field.append(h('ul', { class: 'sentences' }, ...facts.map((fact) => h('li', {}, fact))));
  }
  const all = Object.keys(answers).length;
  const said = right === all ? t('All right.') : t('{right} of {all} right.', { right: num(right), all: num(all) });
  const verdict = h('p', { class: 'verdict', role: 'status', tabindex: -1 }, said);
  find('h1', HTMLElement).after(verdict, h('p', { class: 'note' }, t('There is no connection: your answers are kept here, and count when it is back.')));
  form.querySelector('button')?.remove();
  form.after(h('p', { class: 'go-on' }, h('a', { class: 'main-button', href: `${form.getAttribute('action')}${at ? `?at=${at}` : ''}` }, t('Next')), ' ', h('a', { class: 'button', href: '/learn' }, t('Enough for now'))));
  verdict.focus();
}
