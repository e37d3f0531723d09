// @ts-check
/** A table before its first deal: who is there, the link, and what its host may do. The deal brings the table's own page. */

import { t, tn } from '../core/speech.js';
import { levelName } from '../core/words.js';
import { openSession } from '../core/connect.js';
import { mixIn } from '../core/mixing.js';
import { bindCopying } from '../el/copy-link.js';
import { h, keyed, say, set } from '../el/dom.js';
import { keepingFocus } from '../el/focus.js';
import { speak } from '../el/voice.js';

/** @typedef {{name: string, label: string|null, kind: string, level: string|null, free: boolean, player?: string|null}} Place */
/** @typedef {import('../core/wire.js').TableEvent} TableEvent */

/** @param {string} selector */
function element(selector) {
  const node = document.querySelector(selector);
  if (!(node instanceof HTMLElement)) throw new Error(`The page has no ${selector}.`);
  return node;
}

const first = JSON.parse(element('#snapshot').textContent ?? '');
const start = /** @type {HTMLButtonElement} */ (element('#start'));
const close = /** @type {HTMLButtonElement} */ (element('#close'));
const sit = /** @type {HTMLAnchorElement} */ (element('#sit'));
const link = /** @type {HTMLInputElement} */ (element('#link'));
const leave = /** @type {HTMLButtonElement} */ (element('#leave'));
const lock = element('#lock');
const lockBox = /** @type {HTMLInputElement} */ (lock.querySelector('input'));
const screen = element('#main').dataset.view === 'screen';
sit.href = `/join/${encodeURIComponent(first.table)}`;

const session = openSession(first.table, first, { changed, refused: speak, go: (url) => location.assign(url) });

/** @param {TableEvent[]} news */
function changed(news) {
  const state = /** @type {any} */ (session.state);
  if (!state.waiting) {
    session.close();
    location.reload();
    return;
  }
  mixIn(session);
  keepingFocus(render, () => element('#seats'));
  const told = news.filter((event) => event.kind !== 'committed' && event.kind !== 'mixed');
  for (const event of told) speak(event.text);
}

/** Who sits there. @param {Place} place @param {boolean} host */
function sitting(place, host) {
  if (place.kind === 'bot') return `${place.name}, ${levelName(place.level)}`;
  if (place.free) return t('free');
  return host ? t('{who}, host', { who: place.name }) : place.name;
}

function render() {
  const state = /** @type {any} */ (session.state);
  const places = /** @type {Place[]} */ (state.seats);
  const free = places.filter((place) => place.free).length;
  const host = state.you !== null && state.you === state.host;
  keyed(element('#seats'), places.map((place, seat) => ({ place, seat })), ({ seat }) => String(seat), () => h('li', {}, h('b'), h('span', {}, h('a'), ' ', away())), (node, { place, seat }) => {
    say(node.querySelector('b'), place.label ?? t('Seat {n}', { n: seat + 1 }));
    const there = sitting(place, seat === state.host && seat !== state.you);
    const away = place.kind === 'person' && !place.free && session.here.length && !session.here[seat];
    const name = /** @type {Element} */ (node.querySelector('a'));
    say(name, away ? t('{who}, not connected', { who: there }) : there);
    set(name, { href: place.player });
    const button = node.querySelector('button');
    if (!button) return;
    button.hidden = !host || state.closed || place.kind !== 'person' || place.free || seat === state.you || mine(state, seat);
    button.dataset.seat = String(seat);
    say(button, button.dataset.sure === 'yes' ? t('Yes, send {who} away', { who: place.name }) : t('Send {who} away', { who: place.name }));
  });
  const told = state.closed ? [t('This table was closed.')] : !free ? [t('Everybody is here: the tiles are being dealt.')] : [tn('Waiting for one more to sit down.', 'Waiting for {n} more to sit down.', free)];
  if (state.lot && !state.closed) told.push(t('The seats were drawn by lot.'));
  if (state.rated && !state.closed) told.push(t('The result counts for ratings.'));
  if (session.status === 'lost') told.push(t('The connection is lost; trying again.'));
  say(element('#now'), told.join(' '));
  element('#invite').hidden = state.closed;
  for (const button of [start, close]) {
    button.hidden = state.closed || !host;
    button.setAttribute('aria-disabled', String(Boolean(session.pending)));
  }
  sit.hidden = state.closed || state.you !== null || screen;
  leave.hidden = state.closed || state.you === null;
  lock.hidden = state.closed || !host;
  lockBox.checked = session.pending?.on ?? state.locked;
}

/** Whether a seat belongs to my device. @param {any} state @param {number} seat */
const mine = (state, seat) => Boolean(state.device?.seats.includes(seat));

/** The host's button that sends somebody away; it asks once more. */
function away() {
  const button = h('button', { class: 'head-button', type: 'button', hidden: true });
  button.addEventListener('click', () => {
    const seat = Number(button.dataset.seat);
    const sure = button.dataset.sure === 'yes';
    button.dataset.sure = sure ? 'no' : 'yes';
    // a name that changes under the focus is not read out by itself
    if (sure) session.ask('remove', undefined, seat);
    else speak(t('Press once more to send {who} away.', { who: session.state.seats[seat].name }));
    render();
  });
  button.addEventListener('blur', () => {
    button.dataset.sure = 'no';
    render();
  });
  return button;
}

leave.addEventListener('click', () => session.ask('leave'));
lockBox.addEventListener('change', () => session.lock(lockBox.checked));
start.addEventListener('click', () => session.ask('start'));
close.addEventListener('click', () => session.ask('close'));
bindCopying(element('#copy'), link, speak);
window.addEventListener('online', () => session.wake());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) session.wake();
});
window.addEventListener('pageshow', (event) => {
  if (event.persisted) session.wake();
});

render();
session.connect();
