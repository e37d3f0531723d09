// @ts-check
/** The lobby: open tables as they come and go, and company for who has none. */

import { Hall } from '../core/hall.js';
import { t, tn } from '../core/speech.js';
import { find, h, keyed, say } from '../el/dom.js';
import { keepingFocus } from '../el/focus.js';
import { offerSeats } from '../el/seats-offered.js';
import { speak } from '../el/voice.js';

/**
 * @typedef {import('../core/hall.js').OpenTable} OpenTable
 * @typedef {import('../core/hall.js').Waiting} Waiting
 * @typedef {import('../core/hall.js').Wish} Wish
 */

const form = find('#seek', HTMLFormElement);
const panel = find('#seeking', HTMLElement);
const rules = find('#seek select', HTMLSelectElement);
const stop = find('#unseek', HTMLButtonElement);
/** @type {Waiting[]} */
let waiting = [];
/** @type {Wish|null} */
let wish = null;
/** How many wait with me, me among them. */
let together = 0;
let since = 0;
let wasOpen = true;
/** How many tables were open when that was last said; -1 before the first news. */
let known = -1;

const hall = new Hall({
  lobby(tables, others) {
    waiting = others;
    keepingFocus(() => showTables(tables), () => find('#tables', HTMLElement).querySelector('button') ?? find('#open', HTMLElement));
    keepingFocus(showWaiting, submit);
  },
  seeking(now, count, why) {
    if (now && !wish) since = Date.now();
    const focused = panel.contains(document.activeElement) || form.contains(document.activeElement);
    const turned = Boolean(now) !== Boolean(wish);
    wish = now;
    together = count;
    showSeeking(why);
    if (turned && focused) (wish ? stop : submit()).focus();
    showWaiting();
  },
  status(open) {
    if (wish && !open && wasOpen) speak(t('The connection is lost; trying again.'));
    wasOpen = open;
  },
  go: (url) => location.assign(url),
});

const submit = () => find('#seek [type="submit"]', HTMLButtonElement);

/** @param {string} id */
const title = (id) => [...rules.options].find((option) => option.value === id)?.text ?? id;

/** @param {string|null} why a sentence on why the wait is over */
function showSeeking(why) {
  form.hidden = wish !== null;
  panel.hidden = wish === null;
  if (wish) {
    const missing = wish.players - Math.max(1, together);
    const text = tn('{rules}: waiting for one more.', '{rules}: waiting for {n} more.', missing, { rules: title(wish.rules) });
    const shown = panel.querySelector('b');
    if (shown?.textContent !== text) speak(text);
    say(shown, text);
    tick();
  } else if (why) speak(why);
  for (const old of form.querySelectorAll('.error')) old.remove();
  if (why) form.prepend(h('p', { class: 'error' }, why));
}

/** The time one has waited, in minutes and seconds. */
function tick() {
  const seconds = Math.floor((Date.now() - since) / 1000);
  say(panel.querySelector('.since'), `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);
}

function showWaiting() {
  const others = waiting.filter((one) => !(wish && one.rules === wish.rules && one.players === wish.players && one.rated === wish.rated));
  keyed(find('#waiting', HTMLElement), others, (one) => `${one.rules} ${one.players} ${one.rated}`, (one) => {
    const join = h('button', { class: 'head-button', type: 'button' }, t('Wait with them'));
    join.addEventListener('click', () => hall.seek({ rules: one.rules, players: one.players, rated: one.rated }));
    return h('li', {}, h('span', {}, h('b', {}, one.title), ' ', h('small')), join);
  }, (node, one) => {
    const people = tn('{n} person waits for company', '{n} people wait for company', one.waiting);
    const values = { people, players: one.players };
    say(node.querySelector('small'), one.rated ? t('{people}; {players} seats; rated', values) : t('{people}; {players} seats', values));
  });
}

/** @param {OpenTable[]} tables */
function showTables(tables) {
  keyed(find('#tables', HTMLElement), tables, (one) => one.id, createTable, updateTable);
  find('#none', HTMLElement).hidden = tables.length > 0;
  if (known >= 0 && tables.length !== known) speak(tn('{n} table is open.', '{n} tables are open.', tables.length));
  known = tables.length;
}

/** @param {OpenTable} one */
function createTable(one) {
  return h('li', {}, h('form', { method: 'post', action: `/join/${encodeURIComponent(one.id)}` },
    h('span', { id: `open-${one.id}` }, h('b', {}, one.title), ' ', h('small')),
    h('button', { class: 'head-button', type: 'submit', 'aria-describedby': `open-${one.id}` }, t('Join'))));
}

/** @param {HTMLElement} node @param {OpenTable} one */
function updateTable(node, one) {
  const who = one.seats.filter((name) => name !== null).join(', ');
  const free = tn('{n} seat free', '{n} seats free', one.free);
  const { target, turn } = one;
  let text = t('{who}; {free}', { who, free });
  if (target !== null && turn !== null) text = t('{who}; {free}; match to {target}; {turn} seconds a move', { who, free, target, turn });
  else if (target !== null) text = t('{who}; {free}; match to {target}', { who, free, target });
  else if (turn !== null) text = t('{who}; {free}; {turn} seconds a move', { who, free, turn });
  say(node.querySelector('small'), text);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const players = /** @type {HTMLInputElement|null} */ (form.querySelector('[name="players"]:checked'));
  const rated = /** @type {HTMLInputElement} */ (find('#seek [name="rated"]', HTMLInputElement)).checked;
  hall.seek({ rules: rules.value, players: Number(players?.value ?? 2), rated });
});
stop.addEventListener('click', () => hall.seek(null));
rules.addEventListener('change', () => offerSeats(rules, form));
setInterval(() => wish && tick(), 1000);
window.addEventListener('online', () => hall.connect());
document.addEventListener('visibilitychange', () => document.hidden || hall.connect());
window.addEventListener('pageshow', (event) => {
  if (event.persisted) hall.connect();
});
offerSeats(rules, form);
