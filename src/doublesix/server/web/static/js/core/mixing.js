// @ts-check
/** The page's part in the next deal: it adds a random string as soon as the commitment is known, once for each. */

import { randomString, recall, remember } from './added.js';

/** @typedef {import('./session.js').Session} Session */

/** Add to the next deal unless this seat has done so, and remember what the present one was committed to. @param {Session} session */
export function mixIn(session) {
  const { fair, pledge, you, device, outcome } = session.state;
  if (fair && !outcome) remember(fair.commitment);
  const mine = device?.seats[0] ?? you; // people at one device add one string
  if (!pledge || mine === null || pledge.mixed.includes(mine) || session.status !== 'open') return;
  mix(session, recall(pledge.commitment)?.string ?? randomString());
}

/** Add this string to the next deal. @param {Session} session @param {string} string */
export function mix(session, string) {
  const { pledge } = session.state;
  if (!pledge) return;
  remember(pledge.commitment, string);
  session.mix(pledge.commitment, string);
}
