// @ts-check
import { t } from '../core/speech.js';
import { find, h, styled } from '../el/dom.js';
import { speak } from '../el/voice.js';
import { keep, kept } from './options.js';

/**
 * A skill to work on in a round, and in one tap or a few words why a move was made. Only its owner sees that while the round runs.
 * @typedef {import('../core/wire.js').State} State
 * @typedef {{at: number, move: string, text: string}} Note
 */

/** Reasons to tap, by skill. @returns {Record<string, string[]>} */
const reasons = () => ({
  ends: [t('More of mine fit'), t('Keeps my suit open'), t('No other choice')],
  drawing: [t('Saves me a draw'), t('Makes others draw'), t('No other choice')],
  counting: [t('This number is nearly dry'), t('Many of it are unseen'), t('I did not count')],
  blocking: [t('They lack this number'), t('Keeps the line open'), t('Fewest pips are mine')],
  pips: [t('Sheds the heaviest'), t('Rids me of a double'), t('Keeps a variety')],
});

/** The last move of mine that stands, with its index. @param {State} state @returns {{at: number, move: string}|null} */
export function lastOwn(state) {
  for (let at = state.moves.length - 1; at >= 0; at -= 1) {
    if (state.moves[at].seat === state.you) return { at, move: state.moves[at].move };
  }
  return null;
}

/** @param {string} table @param {() => State} now @returns {() => void} to be called whenever the table has changed */
export function bindPurpose(table, now) {
  const field = find('#skill', HTMLElement);
  const choice = /** @type {HTMLSelectElement} */ (field.querySelector('select'));
  const row = find('#why', HTMLElement);
  const address = `/api/tables/${encodeURIComponent(table)}/notes`;
  choice.value = kept('skill');
  /** The round whose skill the table knows. */
  let told = 0;
  /** What was said or left unsaid of: `round/at/move`. */
  let done = '';
  let drawn = '';

  /** @param {object} note */
  const write = async (note) => {
    try {
      return (await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ round: now().round, ...note }) })).ok;
    } catch {
      return false;
    }
  };

  const aim = () => {
    told = now().round;
    void write({ skill: choice.value });
  };

  choice.addEventListener('change', () => {
    keep('skill', choice.value);
    aim();
    refresh();
  });

  /** @param {{at: number, move: string}} own @param {string} text */
  const give = async (own, text) => {
    const good = await write({ at: own.at, skill: choice.value, text });
    speak(good ? t('Noted for the review.') : t('That could not be noted; please try again.'));
    if (good) close(own);
  };

  /** @param {{at: number, move: string}} own */
  const close = (own) => {
    const held = row.contains(document.activeElement);
    done = keyOf(own);
    refresh();
    if (held) find('#main', HTMLElement).focus({ preventScroll: true });
  };

  const keyOf = (/** @type {{at: number, move: string}} */ { at, move }) => `${now().round}/${at}/${move}`;

  /** @param {{at: number, move: string}} own */
  function draw(own) {
    const taps = reasons()[choice.value].map((text) => {
      const tap = h('button', { class: 'head-button', type: 'button' }, text);
      tap.addEventListener('click', () => void give(own, text));
      return tap;
    });
    const words = h('input', { type: 'text', maxlength: 200, autocomplete: 'off', placeholder: t('or in your words'), 'aria-label': t('Your reason for {move}', { move: own.move }) });
    const form = h('form', {}, words);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (words.value.trim()) void give(own, words.value);
    });
    const leave = h('button', { class: 'head-button', type: 'button', 'aria-label': t('Give no reason') }, '×');
    leave.addEventListener('click', () => close(own));
    row.replaceChildren(h('span', {}, t('Why {move}?', { move: own.move })), ...taps, form, leave);
  }

  function refresh() {
    const state = now();
    const own = state.you === null ? null : lastOwn(state);
    field.hidden = state.you === null || Boolean(state.device);
    const asks = Boolean(choice.value) && !field.hidden && own !== null && !state.outcome && !['draw', 'pass'].includes(own.move.split(':')[0]) && keyOf(own) !== done;
    if (choice.value && !field.hidden && told !== state.round && !state.outcome) aim();
    if (asks && own && drawn !== `${choice.value} ${keyOf(own)}`) {
      drawn = `${choice.value} ${keyOf(own)}`;
      draw(own);
    }
    row.hidden = !asks;
  }

  void styled('purpose');
  refresh();
  return refresh;
}
