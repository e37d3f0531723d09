// @ts-check
/**
 * What people ask of each other: a play taken back, a round made void; and the seat that the computer looks after,
 * which its owner takes back.
 */

import { t } from '../core/speech.js';
import { mySeats } from '../core/wire.js';
import { say } from '../el/dom.js';

/** @typedef {import('../core/session.js').Session} Session */

/** @param {string} selector */
function button(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLButtonElement)) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** @param {Session['state']} state */
function question(state) {
  const asked = state.company?.asked;
  if (!asked) return '';
  const name = state.seats[asked.by].name;
  if (mySeats(state).some((seat) => asked.yes.includes(seat))) {
    return asked.what === 'void' ? t('Void round: the others have not answered yet.') : t('Taking back: the others have not answered yet.');
  }
  return asked.what === 'void' ? t('{name} would like to make this round void.', { name }) : t('{name} would like to take the last play back.', { name });
}

/**
 * Bind the buttons. @param {Session} session @param {() => void} done called when a choice in the menu was made
 * @returns {() => void} what is to be called after every message
 */
export function bindConsent(session, done) {
  const bar = /** @type {HTMLElement} */ (document.querySelector('#asked'));
  const stood = /** @type {HTMLElement} */ (document.querySelector('#stood'));
  const takeBack = button('#take-back');
  const makeVoid = button('#void');
  const yes = button('#agree');
  const no = button('#decline');
  const back = button('#back');
  const lock = /** @type {HTMLElement} */ (document.querySelector('#lock'));
  const lockBox = /** @type {HTMLInputElement} */ (lock.querySelector('input'));

  function update() {
    const { state, status, pending } = session;
    const mine = mySeats(state);
    const asked = state.company?.asked ?? null;
    const plays = mine.length > 0 && !state.outcome;
    const resigned = mine.length > 0 && mine.every((seat) => state.company?.resigned.includes(seat));
    takeBack.hidden = !plays || Boolean(asked) || typeof state.undo !== 'number' || !mine.includes(state.undo) || Boolean(pending) || status !== 'open';
    makeVoid.hidden = !plays || resigned || Boolean(asked) || Boolean(state.rated && !state.company);
    bar.hidden = !asked || Boolean(state.outcome) || resigned;
    say(bar.querySelector('p'), question(state));
    const answered = Boolean(asked && mine.some((seat) => asked.yes.includes(seat)));
    yes.hidden = !mine.length || answered;
    no.hidden = !mine.length || (answered && !mine.includes(asked?.by ?? -1));
    say(no, answered ? t('Ask no longer') : t('No'));
    lock.hidden = typeof state.host !== 'number' || !mine.includes(state.host);
    lockBox.checked = session.pending?.on ?? Boolean(state.locked);
    const standing = mine.filter((seat) => state.company?.standing.includes(seat));
    const away = standing.some((seat) => !state.company?.resigned.includes(seat));
    stood.hidden = !standing.length || Boolean(state.outcome);
    say(stood.querySelector('p'), away ? t('The computer plays on for you.') : t('You resigned; the computer plays on in that seat.'));
    back.hidden = !away;
  }

  takeBack.addEventListener('click', () => session.ask('take_back'));
  makeVoid.addEventListener('click', () => {
    session.ask('void');
    done();
  });
  yes.addEventListener('click', () => session.state.company?.asked && session.ask(session.state.company.asked.what));
  no.addEventListener('click', () => session.ask('decline'));
  lockBox.addEventListener('change', () => session.lock(lockBox.checked));
  back.addEventListener('click', () => session.ask('back'));
  update();
  return update;
}
