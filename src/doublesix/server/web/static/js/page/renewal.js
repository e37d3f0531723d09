// @ts-check
/** A new version of the server: it is offered, never forced, and while a round is played not even offered. */

import { t } from '../core/speech.js';
import { version } from '../core/version.js';
import { h } from '../el/dom.js';

let found = false;
let said = false;

/** Whether the server is of another version than this page. */
export async function look() {
  if (found) return true;
  try {
    const answer = await fetch('/api/version', { cache: 'no-store' });
    const { pages } = await answer.json();
    found = Boolean(pages && pages !== version());
  } catch {
    // it is asked again another time
  }
  return found;
}

const playing = () => document.querySelector('#main[data-turn]:not([data-turn=over])') !== null;

/** Say once that there is one, if no round is being played. */
export function offer() {
  if (!found || said || playing()) return;
  said = true;
  const reload = h('button', { class: 'head-button strong', type: 'button' }, t('Load it'));
  const later = h('button', { class: 'head-button', type: 'button' }, t('Later'));
  const bar = h('div', { class: 'renewal', role: 'status' }, h('p', {}, t('A new version is ready.')), reload, later);
  reload.addEventListener('click', () => location.reload());
  later.addEventListener('click', () => bar.remove());
  document.body.append(bar);
}
