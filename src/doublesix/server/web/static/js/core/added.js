// @ts-check
/**
 * What this browser knows of deals before they were made: which commitment it was shown, when, and which string it added.
 * @typedef {{at: number, string?: string}} Seen
 */

const KEY = 'doublesix.deals';
const MOST = 60;

/** @returns {[string, Seen][]} */
function all() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Remember a commitment that was shown before its deal, and the string that was added to it. @param {string} commitment @param {string} [string] */
export function remember(commitment, string) {
  const known = recall(commitment);
  if (known && string === undefined) return;
  const rest = all().filter(([other]) => other !== commitment);
  const seen = { at: known?.at ?? Date.now(), ...(string === undefined ? {} : { string }) };
  try {
    localStorage.setItem(KEY, JSON.stringify([...rest, [commitment, seen]].slice(-MOST)));
  } catch {
    // a browser that keeps nothing only checks less
  }
}

/** @param {string} commitment @returns {Seen|null} */
export function recall(commitment) {
  return all().find(([other]) => other === commitment)?.[1] ?? null;
}

/** A random string of this browser, 16 letters and digits. */
export const randomString = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
