// @ts-check
/**
 * The service worker: what can be read stays readable without a connection. While there is one, every page comes from
 * the server, so that none is ever stale; only files whose address names their content come from here. What may be
 * kept the server says in a header of the page; tables, accounts and hands never are. Nothing is played here.
 *
 * Kept are, each in a cache of its own: `files` of this version, `shell` the page for all the rest, and by their kind
 * `rules`, `lesson`, `drill`, `replay`, of each the latest; `saved`, the replays that a reader wished to keep, which no other
 * pushes out; and `answers` to drills that the server has not heard yet.
 * @typedef {{version: string, files: string[], readings: string[], drills: Record<string, number>, lessons: string[], begins: Record<string, string>}} Shell
 *   `readings` and `lessons` are addresses worth keeping, of drills so many of a kind; `begins` says where an address leads that shows nothing itself
 * @typedef {{waitUntil(work: Promise<unknown>): void}} Extendable
 * @typedef {Extendable & {request: Request, respondWith(answer: Promise<Response>): void}} Asked
 */

const worker = /** @type {any} */ (self);
const shell = /** @type {Shell} */ (worker.doublesixShell);
const FILES = `doublesix-files-${shell.version}`;
const SHELL = 'doublesix-shell';
const ANSWERS = 'doublesix-answers';
const OFFLINE = '/offline';
const RENEWED = '/renewed';
const MARK = 'doublesix-keep';
/** How many pages of a kind are kept. @type {Record<string, number>} */
const MOST = { rules: 60, lesson: 120, drill: 40, replay: 30 };
/** After these nothing of whoever was here stays. */
const LEAVING = ['/account/out', '/account/out-everywhere', '/account/delete'];

/** @param {string} kind */
const cacheOf = (kind) => caches.open(`doublesix-${kind}`);
/** What a page saves at its reader's wish; that is in no list of the latest. */
const SAVED = 'saved';
const KINDS = [...Object.keys(MOST), SAVED];

/** The address under which a page is kept: without what only says where in it one was. @param {URL} url */
function keyOf(url) {
  const key = new URL(url.pathname, url);
  for (const name of ['n', 'at', 'a', 'b', 'version', 'record']) {
    const value = url.searchParams.get(name);
    if (value !== null) key.searchParams.set(name, value);
  }
  return key.href;
}

/** Keep a page that may be kept, and of its kind only the latest. @param {URL} url @param {Response} answer */
async function keep(url, answer) {
  const kind = answer.headers.get(MARK) ?? '';
  if (!(kind in MOST) || answer.status !== 200) return;
  const cache = await cacheOf(kind);
  const whose = left;
  await cache.put(keyOf(url), answer);
  if (left !== whose) await (await cacheOf(kind)).delete(keyOf(url));
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST[kind]))) await cache.delete(old);
}

/** A page as it was kept, under this very address. @param {URL} url @returns {Promise<Response|undefined>} */
async function keptAt(url) {
  const key = keyOf(url);
  for (const kind of KINDS) {
    const found = await (await cacheOf(kind)).match(key);
    if (found) return found;
  }
}

/** The same, or on to the page that the address stands for. @param {URL} url @returns {Promise<Response|undefined>} */
async function kept(url) {
  const found = await keptAt(url);
  if (found) return found;
  if (url.pathname in shell.drills) return anyDrill(url);
  if (!(url.pathname in shell.begins)) return undefined;
  const first = new URL(shell.begins[url.pathname], url);
  return (await keptAt(first)) && Response.redirect(first.href, 302);
}

/** On to a drill of this kind that was kept and not answered. @param {URL} url */
async function anyDrill(url) {
  const done = new Set((await (await caches.open(ANSWERS)).keys()).map((one) => new URL(one.url).searchParams.get('n')));
  const drills = (await (await cacheOf('drill')).keys()).map((one) => new URL(one.url));
  const next = drills.find((one) => one.pathname === url.pathname && !done.has(one.searchParams.get('n')));
  return next && Response.redirect(next.href, 302);
}

/** @param {Asked} event @param {URL} url */
async function page(event, url) {
  try {
    const answer = await fetch(event.request);
    if (onlyProxy(answer)) throw new Error('nobody is there');
    const copy = answer.clone();
    event.waitUntil(keep(url, copy).then(() => inStep(answer)).then(sendAnswers).catch(() => {}));
    return answer;
  } catch {
    return (await kept(url)) ?? offline();
  }
}

/** Whether only a proxy answers, and no server behind it. @param {Response} answer */
const onlyProxy = (answer) => answer.status === 502 || answer.status === 504;

const offline = async () => (await (await caches.open(SHELL)).match(OFFLINE)) ?? Response.error();

/** Texts of one page; without them all texts of the language do in their place, which are always here. */
const SOME_TEXTS = /(\/js\/speech\/[\w-]+)\/\w+(?=\.js$)/;

/**
 * A file: of this version from here, of another from the server, and without one whatever is here. A cache that the next version has
 * taken away must not come again by being asked, so it is only opened where it is.
 * @param {Request} request @param {URL} url
 */
async function file(request, url) {
  const [, , version, ...rest] = url.pathname.split('/');
  const own = `/s/${shell.version}/${rest.join('/')}`;
  const here = () => caches.match(own, { cacheName: FILES });
  if (version === shell.version) {
    const found = await here();
    if (found) return found;
  }
  try {
    const answer = await fetch(request);
    if (version === shell.version && answer.ok && await caches.has(FILES)) await (await caches.open(FILES)).put(own, answer.clone());
    return answer;
  } catch (problem) {
    const found = await here() ?? await caches.match(own.replace(SOME_TEXTS, '$1'), { cacheName: FILES });
    if (found) return found;
    throw problem;
  }
}

/**
 * A form: on to the server. Where that is not reached, the page for all the rest says so, and leads back to the form.
 * @param {Request} request
 */
async function sent(request) {
  try {
    const answer = await fetch(request);
    if (onlyProxy(answer)) throw new Error('nobody is there');
    return answer;
  } catch {
    const instead = new URL(OFFLINE, location.href);
    if (request.referrer) instead.searchParams.set('from', request.referrer);
    return Response.redirect(instead.href, 303);
  }
}

/** The answers to a drill: on to the server, or kept until there is a connection. @param {Asked} event @param {URL} url */
async function answered(event, url) {
  const text = event.request.clone().text();
  try {
    const answer = await fetch(event.request);
    if (onlyProxy(answer)) throw new Error('nobody is there');
    event.waitUntil(text.then((body) => used(url, new URLSearchParams(body))));
    return answer;
  } catch {
    const fields = new URLSearchParams(await text);
    const at = await drillOf(url, fields);
    const [here, back] = [await (await cacheOf('drill')).match(at.href), new URL(at)];
    at.searchParams.set('id', fields.get('id') ?? '');
    await (await caches.open(ANSWERS)).put(at.href, new Response(fields.toString()));
    back.searchParams.set('given', fields.toString());
    return here ? Response.redirect(back.href, 303) : offline();
  }
}

/**
 * The address of the drill that these fields answer: at its usual table it says nothing of the table.
 * @param {URL} url @param {URLSearchParams} fields
 */
async function drillOf(url, fields) {
  const usual = new URL(url.pathname, url);
  usual.searchParams.set('n', fields.get('n') ?? '');
  const other = new URL(usual);
  other.searchParams.set('at', fields.get('at') ?? '');
  return (await (await cacheOf('drill')).match(other.href)) ? other : usual;
}

/** A drill that was answered is not asked again. @param {URL} url @param {URLSearchParams} fields */
const used = async (url, fields) => (await cacheOf('drill')).delete((await drillOf(url, fields)).href);

/** Send what was answered without a connection: once each, for the server knows them by their name. */
async function sendAnswers() {
  const cache = await caches.open(ANSWERS);
  for (const key of await cache.keys()) {
    const body = await (await cache.match(key))?.text();
    const to = new URL(key.url).pathname;
    const answer = await fetch(to, { method: 'POST', body: new URLSearchParams(body) });
    if (answer.status >= 500 || answer.status === 429) return;
    await cache.delete(key);
    await used(new URL(key.url), new URLSearchParams(body));
  }
}

/** Whether a newer worker waits for this one to have nothing more to do. */
const isOld = () => Boolean(worker.registration.waiting);

/** Fetch what is worth reading without a connection, as far as it is not here. */
async function gather() {
  const whose = left;
  const goesOn = () => left === whose && !isOld();
  /** @param {string[]} paths */
  const read = async (paths) => {
    for (const url of paths.map((path) => new URL(path, location.href))) if (goesOn() && !(await keptAt(url)) && goesOn()) await fetched(url);
  };
  await read(shell.readings);
  const drills = (await (await cacheOf('drill')).keys()).map((one) => new URL(one.url).pathname);
  for (const [path, count] of Object.entries(shell.drills)) {
    for (let here = drills.filter((one) => one === path).length; goesOn() && here < count; here++) await fetched(new URL(path, location.href));
  }
  await read(shell.lessons);
}

/** @param {URL|string} url */
const ask = (url) => fetch(url, { headers: { [MARK]: 'yes' }, priority: 'low' });

/** @param {URL} url */
async function fetched(url) {
  const whose = left;
  const answer = await ask(url);
  // a page that was redirected to may not answer for the address that it has now, so it is put down anew
  const plain = answer.redirected ? new Response(answer.body, { status: answer.status, headers: answer.headers }) : answer;
  if (left === whose) await keep(new URL(answer.url), plain);
}

/** The page for all that cannot be read, in the language of the pages. */
async function keepShell() {
  const answer = await ask(OFFLINE);
  if (answer.ok) await (await caches.open(SHELL)).put(OFFLINE, answer);
}

/** Everything kept anew: another version, or another language. What is gone on the server goes here too. */
async function renew() {
  await keepShell();
  const [here, whose] = [await caches.open(SHELL), left];
  for (const kind of KINDS) {
    const cache = await cacheOf(kind);
    for (const key of await cache.keys()) {
      const answer = await ask(key.url).catch(() => null);
      if (!answer || left !== whose) return;
      if (answer.status === 200 && answer.headers.has(MARK)) await cache.put(key, answer);
      else if (answer.status < 500 && answer.status !== 429) await cache.delete(key);
    }
  }
  await here.put(RENEWED, new Response(shell.version));
}

/** After another version came: all that was kept by the one before is kept anew. */
async function renewOnce() {
  const before = await (await (await caches.open(SHELL)).match(RENEWED))?.text();
  if (before !== shell.version) await renew();
}

/** Follow the reader into another language. @param {Response} answer */
async function inStep(answer) {
  const language = answer.headers.get('content-language');
  const here = await (await caches.open(SHELL)).match(OFFLINE);
  if (language && here?.headers.get('content-language') !== language) await renew();
}

/** How often somebody has left: what was being fetched for him is not kept any more. */
let left = 0;

async function forget() {
  left += 1;
  for (const name of await caches.keys()) if (name.startsWith('doublesix-') && name !== FILES && name !== SHELL) await caches.delete(name);
}

worker.addEventListener('install', (/** @type {Extendable} */ event) => {
  const files = caches.open(FILES).then((cache) => cache.addAll(shell.files));
  event.waitUntil(Promise.all([files, keepShell()]));
});

worker.addEventListener('activate', (/** @type {Extendable} */ event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('doublesix-files-') && name !== FILES) await caches.delete(name);
    await worker.clients.claim();
  })());
});

/**
 * A page of this version is there. It needs nothing of the version before, but any other window may: what that loads later must fit
 * what it has loaded. So this worker takes over where that page is the only one; otherwise it waits for another page, or for all to be closed.
 */
async function takeOver() {
  if (worker.registration.waiting && (await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).length < 2) await worker.skipWaiting();
}

worker.addEventListener('message', (/** @type {Extendable & {data: string}} */ event) => {
  if (event.data === shell.version) event.waitUntil(takeOver());
  if (event.data === 'gather') event.waitUntil(gather().catch(() => {}));
  if (event.data === 'online') event.waitUntil(renewOnce().then(sendAnswers).catch(() => {}));
});

worker.addEventListener('fetch', (/** @type {Asked} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === 'POST') {
    if (LEAVING.includes(url.pathname)) event.waitUntil(forget());
    else if (request.mode === 'navigate') event.respondWith(url.pathname in shell.drills ? answered(event, url) : sent(request));
  } else if (request.method === 'GET') {
    if (url.pathname.startsWith('/s/')) event.respondWith(file(request, url));
    else if (request.mode === 'navigate') event.respondWith(page(event, url));
  }
});
