// @ts-check
/** The proof of a deal, computed again from what the server has shown: docs/records.md, "Fair dealing", step by step. */

import { hmac, joined, sha256 } from './sha256.js';

/** @typedef {{table: string, round: number, commitment: string, strings?: string[], secret?: string}} Fair */

/** A number as bytes, the highest first. @param {number} value @param {number} size */
function number(value, size) {
  const out = new Uint8Array(size);
  for (let at = size - 1, rest = value; at >= 0; at -= 1, rest = Math.floor(rest / 256)) out[at] = rest % 256;
  return out;
}

/** A text in UTF-8 with its length before it. @param {string} text */
function text(text) {
  const bytes = new TextEncoder().encode(text);
  return joined(number(bytes.length, 4), bytes);
}

/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What must have been published before the deal, if this is the secret. @param {string} table @param {number} round @param {string} secret */
export function commitmentOf(table, round, secret) {
  return hexOf(sha256(joined(text('doublesix commitment 1'), text(table), number(round, 8), bytesOf(secret))));
}

/** The numbers that secret and strings give: `below(n)` is the next one below n. @param {Fair} fair */
function stream({ table, round, secret, strings }) {
  const seats = strings ?? [];
  const said = joined(text('doublesix deal 1'), text(table), number(round, 8), number(seats.length, 4), ...seats.map(text));
  const key = hmac(bytesOf(secret ?? ''), said);
  let block = new Uint8Array(0);
  let blocks = 0;
  let at = 0;
  const byte = () => {
    if (at === block.length) {
      block = hmac(key, number(blocks, 8));
      blocks += 1;
      at = 0;
    }
    at += 1;
    return block[at - 1];
  };
  return (/** @type {number} */ n) => {
    let found = byte();
    while (found >= 256 - (256 % n)) found = byte();
    return found % n;
  };
}

/**
 * The deal: hands by seat, the boneyard in drawing order, and the seat that the lot would name.
 * @param {Fair} fair @param {number} maxPip @param {number} players @param {number} size tiles a hand
 */
export function dealOf(fair, maxPip, players, size) {
  const below = stream(fair);
  /** @type {string[]} */
  const tiles = [];
  for (let high = 0; high <= maxPip; high += 1) for (let low = 0; low <= high; low += 1) tiles.push(`${high}-${low}`);
  for (let place = tiles.length - 1; place > 0; place -= 1) {
    const other = below(place + 1);
    [tiles[place], tiles[other]] = [tiles[other], tiles[place]];
  }
  const hands = Array.from({ length: players }, (_, seat) => tiles.slice(seat * size, (seat + 1) * size));
  return { hands, boneyard: tiles.slice(players * size), lot: below(players) };
}
