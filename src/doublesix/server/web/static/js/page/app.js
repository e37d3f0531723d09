// @ts-check
/**
 * What every page does for the app around it: it looks after the worker that keeps rules, drills and replays readable
 * without a connection, and asks now and then whether there is a new version. Without a secure context there is no
 * worker, and the page is as it always was.
 */

import { version } from '../core/version.js';

const OFTEN = 600000;
const reading = /^\/(rules|learn|house|compare)(\/|$)/.test(location.pathname);
const installed = matchMedia('(display-mode: standalone)').matches;

async function start() {
  const worker = navigator.serviceWorker;
  makeWay(await worker.register('/sw.js'));
  const { active } = await worker.ready;
  active?.postMessage('online');
  const thrifty = /** @type {any} */ (navigator).connection?.saveData;
  if ((reading || installed) && !thrifty) active?.postMessage('gather');
  window.addEventListener('online', () => active?.postMessage('online'));
}

/** Tell a worker that waits for the pages of the version before to be closed which version this one is of. @param {ServiceWorkerRegistration} registration */
function makeWay(registration) {
  const say = () => registration.waiting?.postMessage(version());
  say();
  const follow = () => registration.installing?.addEventListener('statechange', say);
  follow();
  registration.addEventListener('updatefound', follow);
}

/** @param {() => void} run */
const whenIdle = (run) => ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 500));
const begin = () => whenIdle(() => start().catch(() => {}));
if ('serviceWorker' in navigator) {
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin);
}

let asked = Date.now();
document.addEventListener('visibilitychange', async () => {
  if (document.hidden || Date.now() - asked < OFTEN) return;
  asked = Date.now();
  const { offer, look } = await import('./renewal.js');
  if (await look()) offer();
});
