// @ts-check
/** A duplicate's page: it adds this browser's string, follows what happens, and goes to the table when it starts. */

import { randomString, remember } from '../core/added.js';
import { t } from '../core/speech.js';
import { say } from '../el/dom.js';

const main = /** @type {HTMLElement} */ (document.querySelector('main.duplicate'));
const { duplicate = '', n = '0', started = 'no', you = 'no', mixed = '' } = main.dataset;
const address = `/api/duplicates/${encodeURIComponent(duplicate)}`;
const commitments = Array.from(document.querySelectorAll('#commitments li'), (item) => item.textContent ?? '');
const string = randomString();

const field = document.querySelector('#sit input[name=string]');
if (field instanceof HTMLInputElement) {
  field.value = string;
  field.form?.addEventListener('submit', () => commitments.forEach((known) => remember(known, string)));
}

/** Add this browser's string where it has not added one, before the first deal. */
async function add() {
  if (you !== 'yes' || started === 'yes' || mixed || !commitments.length) return;
  commitments.forEach((known) => remember(known, string));
  await fetch(`${address}/string`, { method: 'POST', body: JSON.stringify({ string }), headers: { 'content-type': 'application/json' } });
}

/** Show anew what has happened; whoever waits for the start goes to his table. */
async function follow() {
  if (document.hidden) return;
  const answer = await fetch(address);
  if (!answer.ok) return;
  const now = await answer.json();
  if (String(now.n) === n) return;
  if (started === 'no' && now.started && now.table) {
    say(document.querySelector('#say'), t('The duplicate starts.'));
    location.assign(now.table);
  } else if (!(document.activeElement instanceof HTMLInputElement) || started === 'yes') location.reload();
}

add().catch(() => undefined);
setInterval(() => follow().catch(() => undefined), 3000);
document.addEventListener('visibilitychange', () => follow().catch(() => undefined));
