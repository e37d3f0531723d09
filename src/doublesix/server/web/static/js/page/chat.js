// @ts-check
/** Binds the table's chat to its connection: the button in the head, the panel, what goes back and forth, and the host's choice of what may be said. */

import { t } from '../core/speech.js';
import { personName } from '../core/words.js';
import { h, set } from '../el/dom.js';
import { speak } from '../el/voice.js';
import '../el/chat-panel.js';

/**
 * @typedef {import('../core/session.js').Session} Session
 * @typedef {import('../core/wire.js').Message} Message
 * @typedef {import('../el/chat-panel.js').ChatPanel} ChatPanel
 * @typedef {import('../el/chat-panel.js').Line} Line
 */

/** @param {ChatPanel} panel @param {HTMLElement} button @param {() => Session} at */
export function bindChat(panel, button, at) {
  let asked = 0;
  /** The id of what I said last. */
  let mine = '';

  /** The host's choice. */
  const choice = h('select');
  /** What may be said now. */
  let mode = '';
  const names = /** @type {Record<string, string>} */ ({ all: t('Anything'), phrases: t('Phrases only'), none: t('Nothing') });
  document.querySelector('#lock')?.append(h('label', { class: 'field' }, t('People here may say'), ' ', choice));
  choice.addEventListener('change', () => {
    mine = `talk${Date.now().toString(36)}.${(asked += 1)}`;
    if (!at().tell({ t: 'talk', cid: mine, mode: choice.value })) choice.value = mode;
  });

  /** @param {Message} message */
  const allow = (message) => {
    mode = message.mode ?? 'none';
    choice.replaceChildren(...(message.modes ?? []).map((one) => h('option', { value: one }, names[one])));
    choice.value = mode;
    button.hidden = mode === 'none';
    document.body.classList.toggle('has-chat', mode !== 'none');
    if (mode === 'none' && panel.open) panel.show(false, true);
  };

  /** @param {Line} line */
  const heard = (line) => ({ line, who: personName(at().state, line.seat) });
  const seats = () => at().state.device?.seats ?? (at().state.you === null ? [] : [at().state.you ?? 0]);

  panel.addEventListener('speak', (event) => {
    mine = `say${Date.now().toString(36)}.${(asked += 1)}`;
    const sent = at().tell({ t: 'say', cid: mine, .../** @type {CustomEvent} */ (event).detail });
    if (!sent) panel.refuse(t('There is no connection now; it comes back by itself.'));
  });
  panel.addEventListener('shown', (event) => {
    const { open, left } = /** @type {CustomEvent} */ (event).detail;
    set(button, { 'aria-expanded': String(open), 'data-news': null });
    document.body.classList.toggle('chats', open);
    if (!open && !left) button.focus();
  });
  button.addEventListener('click', () => panel.show(!panel.open));

  return /** @param {Message} message */ (message) => {
    if (message.t === 'chat') {
      allow(message);
      panel.begin(mode, (message.lines ?? []).map(heard));
    } else if (message.t === 'said') {
      if (panel.hear(heard(/** @type {any} */ (message)), seats())) set(button, { 'data-news': true });
    } else if (message.cid && message.cid === mine) {
      if (mine.startsWith('talk')) {
        if (message.t === 'ok') return;
        choice.value = mode;
        speak(message.error ?? '');
      } else if (message.t === 'ok') panel.taken();
      else panel.refuse(message.error ?? '');
    }
  };
}
