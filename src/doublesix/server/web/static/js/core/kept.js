// @ts-check
/**
 * The pages that this browser keeps to be read without a connection, as the worker keeps them: a cache for each kind.
 * @typedef {{url: string, title: string, note?: string}} Kept
 */
import { list, tn } from './speech.js';

/** The replays that a reader saved. */
export const SAVED = 'saved';

/** @param {string} kind */
const cacheOf = (kind) => caches.open(`doublesix-${kind}`);

/** Whether anything can be kept here: not without a secure context. */
export const canKeep = () => 'caches' in window && 'serviceWorker' in navigator;

/** The addresses of the kept pages of a kind, the latest last. @param {string} kind */
export const keysOf = async (kind) => (await (await cacheOf(kind)).keys()).map((one) => new URL(one.url));

/** @param {string} kind @param {string} url */
export const isKept = async (kind, url) => (await (await cacheOf(kind)).match(url)) !== undefined;

/** @param {string} kind @param {string} url */
export const drop = async (kind, url) => (await cacheOf(kind)).delete(url);

/** Fetch a page and keep it; whether that worked. @param {string} kind @param {string} url */
export async function save(kind, url) {
  const answer = await fetch(url, { headers: { 'doublesix-keep': 'yes' } }).catch(() => null);
  if (!answer?.ok) return false;
  await (await cacheOf(kind)).put(url, answer);
  // a browser that is short of room asks nobody; where it can be asked, it leaves these alone
  await navigator.storage?.persist?.().catch(() => false);
  return true;
}

/** What a kept page is called, and who played where it is a replay. @param {string} kind @param {URL} url @returns {Promise<Kept>} */
export async function keptPage(kind, url) {
  const text = (await (await (await cacheOf(kind)).match(url.href))?.text()) ?? '';
  const page = new DOMParser().parseFromString(text, 'text/html');
  const title = (page.title || url.pathname).replace(/ – doublesix$/, '');
  const replay = page.querySelector('#replay')?.textContent;
  return { url: url.pathname + url.search, title, ...(replay ? { note: playedBy(JSON.parse(replay)) } : {}) };
}

/** @param {{names: string[], rounds: unknown[]}} replay */
const playedBy = ({ names, rounds }) => `${list(names)}; ${tn('{n} round', '{n} rounds', rounds.length)}`;

/** The kept pages of a kind, the latest first. @param {string} kind */
export const pagesOf = async (kind) => Promise.all((await keysOf(kind)).reverse().map((url) => keptPage(kind, url)));
