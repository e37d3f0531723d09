// @ts-check
/**
 * After a round: one decision to look at, the one that cost most. It is looked for while the page has nothing else to
 * do, and no longer when its reader goes on.
 * @typedef {import('../core/session.js').Session} Session
 * @typedef {import('../core/review.js').Decision} Decision
 */

import { linesFrom } from '../core/lines.js';
import { byCost } from '../core/review.js';
import { hashOf } from '../core/replay.js';
import { t, tn } from '../core/speech.js';
import { h, say } from '../el/dom.js';

const PAUSE = 1200;
/** Where it is remembered that nobody wants to see them. */
export const KEY = 'doublesix.decision';
const DEAR = ['blunder', 'mistake', 'inaccuracy'];

const unwanted = () => {
  try {
    return localStorage.getItem(KEY) === 'off';
  } catch {
    return false;
  }
};

/** No more of them. @param {HTMLElement} line */
function stopLooking(line) {
  try {
    localStorage.setItem(KEY, 'off');
  } catch {
    // then only this one goes
  }
  line.hidden = true;
}

/**
 * Look for it, and show it in a line of the card. @param {Session} session @param {HTMLElement} card
 * @param {string} record where the records are @param {string} replay where the replay is
 */
export async function oneDecision(session, card, record, replay) {
  const { state } = session;
  const { you, round, duplicate } = state;
  const thrifty = /** @type {any} */ (navigator).connection?.saveData;
  if (you === null || duplicate?.withheld || thrifty || unwanted()) return;
  const line = h('p', { class: 'one-decision' }, t('Looking through the round for one decision…'));
  const stop = new AbortController();
  const gone = () => session.state.round !== round || !session.state.outcome;
  const put = () => {
    if (!gone() && !line.isConnected) card.querySelector('.reasons')?.append(line);
  };
  try {
    await new Promise((go) => setTimeout(go, PAUSE));
    put();
    // the card writes itself anew when somebody wishes to play again
    new MutationObserver(put).observe(card, { childList: true });
    if (gone()) return undefined;
    const lines = (await (await fetch(record)).text()).trim().split('\n');
    const whole = JSON.parse(lines[lines.length - 1]);
    /** @type {Decision[]} */
    const decisions = [];
    for await (const told of linesFrom('/api/review', { record: whole, round: 0, seat: you }, stop.signal)) {
      if (gone()) return undefined;
      if (told.t === 'decision') decisions.push(told);
      else if (told.t === 'error') throw new Error(told.text);
    }
    const [dearest] = byCost(decisions);
    if (!dearest) return say(line, t('You never had a choice in this round, so there is no decision to look at.'));
    if (!DEAR.includes(dearest.verdict)) return say(line, t('No decision of yours in this round was clearly worse than another.'));
    const { at, played, best, loss } = dearest;
    const enough = h('button', { class: 'plain-button', type: 'button' }, t('No more of these'));
    enough.addEventListener('click', () => stopLooking(line));
    const there = replay + hashOf({ round: lines.length - 1, count: at, eye: you });
    const words = tn('Move {move}: you played {played}; {best} would have been better: about {n} more win in 100 such rounds.', 'Move {move}: you played {played}; {best} would have been better: about {n} more wins in 100 such rounds.', Math.round(100 * loss), { move: at + 1, played, best: best[0] });
    return line.replaceChildren(h('b', {}, t('One decision to look at')), ' ', words, ' ', h('a', { href: there }, t('Look at it')), ' ', enough);
  } catch {
    return say(line, t('The round could not be looked through just now; its replay is there.'));
  } finally {
    stop.abort();
  }
}
