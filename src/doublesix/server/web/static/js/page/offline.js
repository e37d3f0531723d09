// @ts-check
/** The page that stands in for others without a connection: what is kept here, and back to the page as soon as it can be had. */

import { t, tn } from '../core/speech.js';
import { find, h } from '../el/dom.js';

const EVERY = 3000;

/** @param {string} name */
const keysOf = async (name) => (await (await caches.open(`doublesix-${name}`)).keys()).map((one) => new URL(one.url));

/** What a kept page is called. @param {string} name @param {URL} url */
async function titleOf(name, url) {
  const text = await (await (await caches.open(`doublesix-${name}`)).match(url.href))?.text();
  const [head] = /<title>[^<]*/.exec(text ?? '') ?? [''];
  return (new DOMParser().parseFromString(head, 'text/html').title || url.pathname).replace(/ – doublesix$/, '');
}

/** @param {string} place @param {{url: string, title: string, note?: string}[]} links */
function show(place, links) {
  const section = find(place, HTMLElement);
  section.hidden = !links.length;
  section.querySelector('ul')?.replaceChildren(...links.map(({ url, title, note }) => h('li', {}, h('a', { href: url }, h('b', {}, title), note ? h('span', {}, ` ${note}`) : ''))));
}

/** @param {string} name */
const pagesOf = async (name) => Promise.all((await keysOf(name)).reverse().map(async (url) => ({ url: url.pathname + url.search, title: await titleOf(name, url) })));

async function list() {
  show('#kept-replays', await pagesOf('replay'));
  show('#kept-rules', await pagesOf('rules'));
  const drills = new Map();
  for (const url of await keysOf('drill')) drills.set(url.pathname, [...(drills.get(url.pathname) ?? []), url]);
  show('#kept-drills', await Promise.all([...drills].map(async ([url, all]) => ({ url, title: await titleOf('drill', all[0]), note: tn('{n} drill', '{n} drills', all.length) }))));
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
