// @ts-check
/** SHA-256 and HMAC-SHA-256 in plain script: a browser's own are not there on pages without https, as in a home network. */

const K = /* the first 32 bits of the fractional parts of the cube roots of the first 64 primes */ constants();

function constants() {
  const found = [];
  for (let n = 2; found.length < 64; n += 1) {
    let prime = true;
    for (let by = 2; by * by <= n; by += 1) if (n % by === 0) prime = false;
    if (prime) found.push(n);
  }
  return Uint32Array.from(found, (prime) => root(prime, 3));
}

/** The first 32 bits of the fractional part of a root of a small number, exactly. @param {number} n @param {2|3} degree */
function root(n, degree) {
  const scaled = BigInt(n) << BigInt(32 * degree);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(degree) <= scaled) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const START = Uint32Array.from([2, 3, 5, 7, 11, 13, 17, 19], (prime) => root(prime, 2));

/** @param {number} x @param {number} by */
const turn = (x, by) => (x >>> by) | (x << (32 - by));

/** The digest, 32 bytes. @param {Uint8Array} bytes */
export function sha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = START.slice();
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => (state[i] += part));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((part, i) => out.setUint32(4 * i, part));
  return new Uint8Array(out.buffer);
}

/** @param {Uint8Array} key @param {Uint8Array} bytes */
export function hmac(key, bytes) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), bytes));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/** @param {...Uint8Array} parts */
export function joined(...parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
