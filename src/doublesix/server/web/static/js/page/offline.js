// @ts-check
/** The page that stands in for others without a connection: what is kept here, and back to the page as soon as it can be had. */

import { keptPage, keysOf, pagesOf, SAVED } from '../core/kept.js';
import { t, tn } from '../core/speech.js';
import { find, h } from '../el/dom.js';

const EVERY = 3000;

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
  show('#kept-rules', await pagesOf('rules'));
  const drills = new Map();
  for (const url of await keysOf('drill')) drills.set(url.pathname, [...(drills.get(url.pathname) ?? []), url]);
  show('#kept-drills', await Promise.all([...drills].map(async ([url, all]) => ({ ...await keptPage('drill', all[0]), url, note: tn('{n} drill', '{n} drills', all.length) }))));
  show('#kept-lessons', await pagesOf('lesson'));
  const answers = (await keysOf('answers')).length;
  const waiting = find('#kept-answers', HTMLElement);
  waiting.hidden = !answers;
  waiting.textContent = tn('{n} answered drill is kept here and counts when the connection is back.', '{n} answered drills are kept here and count when the connection is back.', answers);
}

async function tryAgain() {
  const there = await fetch('/healthz', { cache: 'no-store' }).then((answer) => answer.ok, () => false);
  if (there) location.replace(location.pathname === '/offline' ? '/' : location.href);
  return there;
}

find('#try', HTMLButtonElement).addEventListener('click', async () => {
  const said = find('#tried', HTMLElement);
  said.textContent = '';
  if (!(await tryAgain())) said.textContent = t('Still no connection.');
});
window.addEventListener('online', tryAgain);
setInterval(tryAgain, EVERY);
if ('caches' in window) list().catch(() => {});
