// @ts-check
/** A duplicate's page: it adds this browser's string, follows what happens, and goes to the table when it starts. */

import { randomString, remember } from '../core/added.js';
import { t } from '../core/speech.js';
import { bindCopying } from '../el/copy-link.js';
import { say } from '../el/dom.js';
import { keepingFocus } from '../el/focus.js';

const main = /** @type {HTMLElement} */ (document.querySelector('main.duplicate'));
const { duplicate = '', you = 'no', mixed = '' } = main.dataset;
const started = () => main.dataset.started === 'yes';
const address = `/api/duplicates/${encodeURIComponent(duplicate)}`;
const commitments = Array.from(document.querySelectorAll('#commitments li'), (item) => item.textContent ?? '');
const string = randomString();

/** Bind what stands in the page now. */
function bind() {
  const field = document.querySelector('#sit input[name=string]');
  if (field instanceof HTMLInputElement) {
    field.value = string;
    field.form?.addEventListener('submit', () => commitments.forEach((known) => remember(known, string)));
  }
  const [link, copies] = [document.querySelector('#link'), document.querySelector('#copy')];
  if (link instanceof HTMLInputElement && copies instanceof HTMLButtonElement) {
    copies.hidden = false;
    bindCopying(copies, link, (text) => say(document.querySelector('#say'), text));
  }
}

/** What the page tells, line by line: who sits where, how far it is, and each deal. */
const lines = () => Array.from(main.querySelectorAll('.lede, .sitting li, .board tbody tr'), (row) => {
  const parts = row.matches('.lede') ? [row] : [...row.querySelectorAll('b, li > span, th, td')];
  return parts.map((part) => part.textContent?.trim().replace(/\s+/g, ' ')).filter(Boolean).join(', ').replace(/\.?$/, '.');
});

/** Take the page as it is now, without leaving it: the focus stays, and what has become different is said. */
async function renew() {
  const text = await (await fetch(location.href)).text();
  const next = new DOMParser().parseFromString(text, 'text/html').querySelector('main.duplicate');
  if (!(next instanceof HTMLElement)) return location.reload();
  const before = lines();
  const at = document.activeElement;
  const same = (/** @type {Element} */ one) => one.tagName === at?.tagName && one.id === at.id && one.textContent === at.textContent;
  keepingFocus(() => {
    // what speaks goes on, and who has copied the link goes on reading that he has
    const kept = ['#say', '.link-line'].map((place) => /** @type {const} */ ([place, main.querySelector(place)]));
    Object.assign(main.dataset, { ...next.dataset });
    main.replaceChildren(...next.childNodes);
    bind();
    for (const [place, old] of kept) if (old) main.querySelector(place)?.replaceWith(old);
  }, () => [...main.querySelectorAll('a, button, input, summary')].find(same) ?? main.querySelector('h1'));
  say(main.querySelector('#say'), lines().filter((line) => !before.includes(line)).join(' '));
  return undefined;
}

/** Add this browser's string where it has not added one, before the first deal. */
async function add() {
  if (you !== 'yes' || started() || mixed || !commitments.length) return;
  commitments.forEach((known) => remember(known, string));
  await fetch(`${address}/string`, { method: 'POST', body: JSON.stringify({ string }), headers: { 'content-type': 'application/json' } });
}

/** @param {number} seconds */
const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** Resolves when somebody looks at the page. */
const looked = () => new Promise((done) => {
  if (!document.hidden) done(undefined);
  else document.addEventListener('visibilitychange', done, { once: true });
});

/** When somebody last sent a form or followed a link of this page: the answer is the next page, whatever else has happened. */
let left = -Infinity;
const leaving = () => performance.now() - left < 10_000;
addEventListener('submit', () => {
  left = performance.now();
});
addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a')) left = performance.now();
});

/** Show anew what has happened, as soon as the server tells of it; whoever waits for the start goes to his table. */
async function follow() {
  await looked();
  const { n = '0', away = '0' } = main.dataset;
  const answer = await fetch(`${address}?after=${n}`);
  if (!answer.ok) return pause(5);
  const now = await answer.json();
  if (leaving()) return pause(3);
  const absent = now.places.filter((/** @type {{away: boolean}} */ place) => place.away).length;
  if (String(now.n) === n && String(absent) === away) return;
  if (!started() && now.started && now.table) {
    say(document.querySelector('#say'), t('The duplicate starts.'));
    location.assign(now.table);
  } else if (!document.activeElement?.matches('input:not([readonly])') || started()) await renew();
  return pause(3);
}

/** Follow for ever; where the line is lost, a little later again. */
async function watch() {
  for (;;) await follow().catch(() => pause(3));
}

bind();
add().catch(() => undefined);
watch();
