// @ts-check
/** The page that stands in for others without a connection: what is kept here, and back to the page as soon as it can be had. */

import { keptPage, keysOf, pagesOf, SAVED } from '../core/kept.js';
import { t, tn } from '../core/speech.js';
import { find, h } from '../el/dom.js';

const EVERY = 3000;

/**
 * The form that could not be sent stands on this page of ours, if any does.
 * @returns {URL | null}
 */
function formPage() {
  const from = new URLSearchParams(location.search).get('from');
  const url = from && URL.canParse(from) ? new URL(from) : null;
  return url?.origin === location.origin ? url : null;
}

/** Pages to read: those that lead to others first, of the steps of a lesson the first. @param {import('../core/kept.js').Kept[]} pages the latest first */
function inOrder(pages) {
  const found = new Map();
  for (const one of [...pages].reverse()) {
    const url = one.url.replace(/^(\/learn\/course\/[^/]+)\/.+/, '$1');
    if (!found.has(url)) found.set(url, { ...one, url });
  }
  const depth = (/** @type {{url: string}} */ one) => one.url.split('/').length;
  return [...found.values()].sort((a, b) => depth(a) - depth(b));
}

/** @param {string} place @param {import('../core/kept.js').Kept[]} links */
function show(place, links) {
  const section = find(place, HTMLElement);
  section.hidden = !links.length;
  section.querySelector('ul')?.replaceChildren(...links.map(({ url, title, note }) => h('li', {}, h('a', { href: url }, h('b', {}, title), note ? h('span', {}, ` ${note}`) : ''))));
}

async function list() {
  const saved = await pagesOf(SAVED);
  show('#kept-saved', saved);
  show('#kept-replays', (await pagesOf('replay')).filter(({ url }) => !saved.some((one) => one.url === url)));
  show('#kept-rules', inOrder(await pagesOf('rules')));
  const drills = new Map();
  for (const url of await keysOf('drill')) drills.set(url.pathname, [...(drills.get(url.pathname) ?? []), url]);
  show('#kept-drills', await Promise.all([...drills].map(async ([url, all]) => ({ ...await keptPage('drill', all[0]), url, note: tn('{n} drill', '{n} drills', all.length) }))));
  show('#kept-lessons', inOrder(await pagesOf('lesson')));
  const answers = (await keysOf('answers')).length;
  const waiting = find('#kept-answers', HTMLElement);
  waiting.hidden = !answers;
  waiting.textContent = tn('{n} answered drill is kept here and counts when the connection is back.', '{n} answered drills are kept here and count when the connection is back.', answers);
}

async function tryAgain() {
  const there = await fetch('/healthz', { cache: 'no-store' }).then((answer) => answer.ok, () => false);
  if (there) location.replace(location.pathname === '/offline' ? formPage()?.href ?? '/' : location.href);
  return there;
}

find('#try', HTMLButtonElement).addEventListener('click', async () => {
  const said = find('#tried', HTMLElement);
  said.textContent = '';
  if (!(await tryAgain())) said.textContent = t('Still no connection.');
});
const form = formPage();
if (form) {
  find('#not-sent', HTMLElement).hidden = false;
  find('#form-page', HTMLAnchorElement).href = form.href;
}
window.addEventListener('online', tryAgain);
setInterval(tryAgain, EVERY);
if ('caches' in window) list().catch(() => {});
