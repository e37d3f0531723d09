// @ts-check
/**
 * What the page says of its line: that the round is paused while there is none, and that it goes on. After each return
 * it also asks whether the server has become a new one, for that is the only time at which it can have.
 */

import { t } from '../core/speech.js';
import { find, say } from '../el/dom.js';

/** @typedef {import('../core/session.js').Session} Session */

/** @param {Session} session */
const words = ({ state }) => (state.outcome || state.turn === null
  ? t('There is no connection. It comes back by itself.')
  : t('The round is paused: there is no connection. It goes on by itself when the connection is back.'));

/** Bind the bar `#paused`. @param {Session} session @returns {() => void} what is to be called after every change */
export function bindLine(session) {
  const bar = find('#paused', HTMLElement);
  let lost = false;
  /** Offers a new version, once one was found. */
  let offer = () => {};
  /** The system says that there is no line: ask again and again whether that is so, for the server may be near. */
  const doubt = () => {
    if (navigator.onLine) return;
    if (session.status === 'open') session.wake();
    setTimeout(doubt, 5000);
  };
  const update = () => {
    const { status } = session;
    bar.hidden = status !== 'lost';
    if (status === 'lost') say(bar.querySelector('p'), words(session));
    if (status === 'lost') lost = true;
    else if (status === 'open' && lost) {
      lost = false;
      import('./renewal.js').then(async (renewal) => {
        if (await renewal.look()) offer = renewal.offer;
        offer();
      }).catch(() => {});
    }
    offer();
  };
  window.addEventListener('offline', doubt);
  return update;
}
