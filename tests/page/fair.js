// The page's proof of a deal under Node: the same answers as Python's.
import { createHash, createHmac } from 'node:crypto';
import { commitmentOf, dealOf } from './js/core/fair.js';
import { hmac, sha256 } from './js/core/sha256.js';
import { stepsOf } from './js/core/proof.js';

let given = '';
for await (const part of process.stdin) given += part;
const { cases, state, record } = JSON.parse(given);
const wrong = [];
for (let length = 0; length < 200; length += 1) {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);
  if (Buffer.from(sha256(bytes)).compare(createHash('sha256').update(bytes).digest())) wrong.push(['sha256', length]);
  if (Buffer.from(hmac(bytes, bytes)).compare(createHmac('sha256', bytes).update(bytes).digest())) wrong.push(['hmac', length]);
}
const deals = cases.map(({ fair, max_pip, players, size }) => ({ commitment: commitmentOf(fair.table, fair.round, fair.secret), ...dealOf(fair, max_pip, players, size) }));
const marks = (/** @type {any} */ other, seen) => stepsOf({ ...state, ...other.state }, { ...record, ...other.record }, seen).map((step) => step.right);
const known = { at: 0, string: state.fair.strings[state.you] };
const boneyard = [...record.boneyard].reverse();
const checks = {
  good: marks({}, known),
  unseen: marks({}, null),
  exchanged: marks({ state: { fair: { ...state.fair, commitment: '0'.repeat(64) } } }, known),
  string: marks({}, { at: 0, string: 'another' }),
  boneyard: marks({ record: { boneyard } }, known),
  moves: marks({ record: { moves: record.moves.slice(1) } }, known),
};
console.log(JSON.stringify({ wrong, deals, checks }));
