// @ts-check
/**
 * The clock of the seat to move: what is left of its time, and one spoken warning to whose time it is. The seconds are
 * counted from what the server said last, so that a page that slept shows the right ones again.
 */

import { t, tn } from '../core/speech.js';
import { mySeats } from '../core/wire.js';
import { say } from '../el/dom.js';
import { speak } from '../el/voice.js';

/** @typedef {import('../core/session.js').Session} Session */

/** Seconds before the end at which it is said; half of them where a move has little more. */
const WARNING = 10;

/** Seconds as a clock shows them. @param {number} seconds */
const shown = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * Show the clock from now on. @param {HTMLElement} place @param {Session} session
 * @returns {() => void} what is to be called after every message
 */
export function bindCountdown(place, session) {
  /** @type {Session['clock']} */
  let known = null;
  let due = 0;
  let warned = true;
  /** Seconds that were left when the line was lost: mine stand still until the server has told the clock again. @type {number|null} */
  let stood = null;
  const who = place.querySelector('span');
  const time = place.querySelector('b');

  function left() {
    if (!known) return 0;
    if (stood !== null) return stood;
    return Math.max(0, known.runs ? (due - performance.now()) / 1000 : known.left);
  }

  function show() {
    const { state, status } = session;
    const mine = Boolean(known && mySeats(state).includes(known.seat));
    place.hidden = !known || Boolean(state.outcome) || !(status === 'open' || (status === 'lost' && mine));
    if (!known || place.hidden) return;
    const seconds = Math.ceil(left());
    const runs = known.runs && stood === null;
    const name = state.seats[known.seat].name;
    const mineAlone = mine && !state.device;
    if (runs) say(who, mineAlone ? t('Your time') : t('Time of {name}', { name }));
    else say(who, mineAlone ? t('Your time stands still') : t('The time of {name} stands still', { name }));
    say(time, shown(seconds));
    place.classList.toggle('low', runs && seconds <= WARNING);
    place.style.setProperty('--left', String(Math.min(1, left() / (state.pace?.turn ?? 1))));
    if (!warned && mine && runs && seconds <= Math.min(WARNING, (state.pace?.turn ?? 0) / 2)) {
      warned = true;
      speak(tn('One second left for your move.', '{n} seconds left for your move.', seconds));
    }
  }

  function update() {
    const told = session.clock;
    if (told !== known) {
      const anew = !told || !known || told.seat !== known.seat || told.left > known.left;
      known = told;
      due = performance.now() + (told?.left ?? 0) * 1000;
      if (anew) warned = false;
      stood = null;
    }
    if (session.status === 'lost') stood ??= left();
    show();
  }

  setInterval(show, 250);
  update();
  return update;
}
