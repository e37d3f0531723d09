// @ts-check
/** A duplicate's page: it adds this browser's string, follows what happens, and goes to the table when it starts. */

import { randomString, remember } from '../core/added.js';
import { t } from '../core/speech.js';
import { bindCopying } from '../el/copy-link.js';
import { say } from '../el/dom.js';

const main = /** @type {HTMLElement} */ (document.querySelector('main.duplicate'));
const { duplicate = '', n = '0', started = 'no', you = 'no', mixed = '', away = '0' } = main.dataset;
const address = `/api/duplicates/${encodeURIComponent(duplicate)}`;
const commitments = Array.from(document.querySelectorAll('#commitments li'), (item) => item.textContent ?? '');
const string = randomString();

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

/** Add this browser's string where it has not added one, before the first deal. */
async function add() {
  if (you !== 'yes' || started === 'yes' || mixed || !commitments.length) return;
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
  const answer = await fetch(`${address}?after=${n}`);
  if (!answer.ok) return pause(5);
  const now = await answer.json();
  if (leaving()) return pause(3);
  const absent = now.places.filter((/** @type {{away: boolean}} */ place) => place.away).length;
  if (String(now.n) === n && String(absent) === away) return;
  if (started === 'no' && now.started && now.table) {
    say(document.querySelector('#say'), t('The duplicate starts.'));
    location.assign(now.table);
  } else if (!(document.activeElement instanceof HTMLInputElement) || started === 'yes') location.reload();
  return pause(3);
}

/** Follow for ever; where the line is lost, a little later again. */
async function watch() {
  for (;;) await follow().catch(() => pause(3));
}

add().catch(() => undefined);
watch();
