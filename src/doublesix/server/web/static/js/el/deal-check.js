// @ts-check
/** The check of a deal as a window over the table: each step with its answer, and the string for the next deal. */

import { recall } from '../core/added.js';
import { mix } from '../core/mixing.js';
import { stepsOf } from '../core/proof.js';
import { t } from '../core/speech.js';
import { h } from './dom.js';

/** @typedef {import('../core/session.js').Session} Session */
/** @typedef {import('../core/proof.js').Step} Step */
/** @typedef {import('../core/proof.js').Recorded} Recorded */

/** Open the check of the last round. @param {Session} session @param {string} address of the records */
export async function openCheck(session, address) {
  document.querySelector('dialog.check')?.remove();
  const inside = h('div');
  const window = h('dialog', { class: 'check', 'aria-labelledby': 'check-title' }, inside);
  document.body.append(window);
  window.addEventListener('close', () => window.remove());
  const before = document.activeElement;
  window.addEventListener('close', () => before instanceof HTMLElement && before.focus());
  fill(inside, t('Checking the deal'), [], []);
  window.showModal();
  const { state } = session;
  /** @type {Recorded|null|undefined} */
  let record;
  try {
    record = (await records(address)).find(({ fair }) => fair?.commitment === state.fair?.commitment);
  } catch {
    record = null;
  }
  const shut = h('p', { class: 'shut' }, button(t('Close'), () => window.close()), h('a', { href: address, download: 'doublesix-record.jsonl' }, t('Record')));
  const own = h('p', {}, t('You need not trust this page: the record holds everything, and “doublesix verify” on your own machine checks it in the same way.'));
  if (!record || !state.fair) {
    fill(inside, t('The record of this round cannot be read now'), [], [shut]);
    return;
  }
  const steps = stepsOf(state, record, recall(state.fair.commitment));
  fill(inside, verdict(steps), steps, [own, ...next(session), shut]);
}

/** @param {string} address @returns {Promise<Recorded[]>} */
async function records(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.text()).split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

/** @param {Step[]} steps */
function verdict(steps) {
  if (steps.some((step) => step.right === false)) return t('This deal is not what it was said to be');
  if (steps.some((step) => step.right === null)) return t('The deal follows from its secret and strings; this browser cannot vouch for the rest');
  return t('The deal is proved: nobody could choose it');
}

/** @param {HTMLElement} inside @param {string} title @param {Step[]} steps @param {HTMLElement[]} more */
function fill(inside, title, steps, more) {
  const head = h('h2', { id: 'check-title', tabindex: -1 }, title);
  const list = h('ol', { class: 'steps' }, ...steps.map(item));
  inside.replaceChildren(head, ...(steps.length ? [list] : []), ...more);
  head.focus();
}

/** @param {Step} step */
function item({ title, text, right, list }) {
  const mark = right === null ? '' : right ? 'right' : 'wrong';
  const said = right === null ? t('Cannot be told:') : right ? t('Right:') : t('Wrong:');
  const rows = (list ?? []).flatMap(([name, value]) => [h('dt', {}, name), h('dd', { class: 'hash' }, value)]);
  return h('li', { class: mark }, h('b', {}, title), h('p', {}, h('span', { class: 'sr' }, said + ' '), text), ...(rows.length ? [h('dl', {}, ...rows)] : []));
}

/** @param {string} text @param {() => void} run */
function button(text, run) {
  const node = h('button', { class: 'main-button', type: 'button' }, text);
  node.addEventListener('click', run);
  return node;
}

/** Where a deal is to come: what it is committed to, and the string one adds. @param {Session} session @returns {HTMLElement[]} */
function next(session) {
  const { pledge, you } = session.state;
  if (!pledge || you === null) return [];
  const field = h('input', { name: 'string', maxlength: 64, autocomplete: 'off', spellcheck: 'false', value: recall(pledge.commitment)?.string ?? '' });
  const done = h('span', { role: 'status' });
  const form = h('form', {}, h('label', { class: 'field' }, t('Your string'), field), h('button', { class: 'head-button', type: 'submit' }, t('Add this one')), done);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    mix(session, field.value);
    done.textContent = t('Sent.');
  });
  return [
    h('details', { class: 'fair' }, h('summary', {}, t('The next deal')), h('p', {}, t('The server is bound to its secret for it already. Your browser has added a random string; you may send another one.')), h('p', { class: 'hash' }, pledge.commitment), form),
  ];
}
