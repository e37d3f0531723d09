// @ts-check
/** What keeps a newcomer company: tips in the first round, and after each one a decision to look at. */

import { oneDecision } from './after-round.js';
import { bindTips } from './tips.js';

/**
 * @param {import('../core/session.js').Session} session @param {HTMLElement} card
 * @param {string} record where the records are @param {string} replay where the replay is
 * @returns {() => void} what is to be called after every change
 */
export function bindCompany(session, card, record, replay) {
  const tips = bindTips(session);
  let looked = 0;
  return () => {
    tips();
    const { outcome, round } = session.state;
    if (!outcome || looked === round) return;
    looked = round;
    oneDecision(session, card, record, replay);
  };
}
