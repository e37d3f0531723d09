// @ts-check
/** The open tables, asked for again every few seconds while the page is seen. */

import { h, keyed, say } from '../el/dom.js';

/** @typedef {{id: string, title: string, host: string, players: number, free: number}} Open */

const list = document.querySelector('#tables');
const none = document.querySelector('#none');
let known = list ? list.children.length : 0;

/** @param {Open} one */
function create(one) {
  return h('li', {}, h('form', { method: 'post', action: `/join/${encodeURIComponent(one.id)}` },
    h('span', {}, h('b', {}, one.title), ' ', h('small')), h('button', { class: 'head-button', type: 'submit' }, 'Join')));
}

async function ask() {
  if (document.hidden || !list) return;
  try {
    const answer = await fetch('/api/lobby');
    if (!answer.ok) return;
    const tables = /** @type {Open[]} */ ((await answer.json()).tables);
    keyed(list, tables, (one) => one.id, create, (node, one) => {
      say(node.querySelector('small'), `${one.host}; ${one.free} of ${one.players} seats free`);
    });
    none?.toggleAttribute('hidden', tables.length > 0);
    if (tables.length !== known) say(document.querySelector('#say'), tables.length === 1 ? 'One table is open.' : `${tables.length} tables are open.`);
    known = tables.length;
  } catch {
    // the server does not answer; the next question comes soon
  }
}

setInterval(ask, 4000);
document.addEventListener('visibilitychange', ask);
