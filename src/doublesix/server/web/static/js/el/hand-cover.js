// @ts-check
import { t } from '../core/speech.js';
import { personName } from '../core/words.js';
import { h, say, set } from './dom.js';

/** @typedef {import('../core/wire.js').State} State */

/** For so long a tap or key that ended the turn before cannot lift the cover too. In milliseconds. */
const SETTLE = 450;

/** What lies over the next hand where people share a device, until its owner takes it. Says `take` (detail: the seat). */
export class HandCover extends HTMLElement {
  #heading = h('h2', { tabindex: -1 });
  #label = h('p', { class: 'label' });
  #button = h('button', { class: 'main-button', type: 'button' });
  /** @type {number|null} */
  #seat = null;
  #timer = 0;

  connectedCallback() {
    const backs = h('div', { class: 'backs', 'aria-hidden': 'true' }, ...Array.from({ length: 5 }, () => h('i')));
    this.append(backs, h('div', { class: 'words' }, this.#heading, this.#label), this.#button);
    this.#button.addEventListener('click', () => {
      if (this.#seat !== null && !this.#button.hasAttribute('aria-disabled')) this.dispatchEvent(new CustomEvent('take', { detail: this.#seat, bubbles: true }));
    });
  }

  /** @param {State} state */
  set data(state) {
    const seat = state.you === null && !state.outcome ? state.device?.take ?? null : null;
    if (seat !== this.#seat) this.#settle();
    this.#seat = seat;
    this.hidden = seat === null;
    if (seat === null) return;
    const name = personName(state, seat);
    const { label } = state.seats[seat];
    say(this.#heading, t('Pass the device to {name}.', { name }));
    say(this.#label, label && label !== name ? t('{name} plays {label}.', { name, label }) : '');
    say(this.#button, t('I am {name}: take the hand', { name }));
  }

  /** The button answers in a moment. */
  #settle() {
    clearTimeout(this.#timer);
    set(this.#button, { 'aria-disabled': 'true' });
    this.#timer = setTimeout(() => set(this.#button, { 'aria-disabled': null }), SETTLE);
  }

  /** Put the focus on the sentence that says whose turn it is; the button is one step further. */
  take() {
    this.#heading.focus({ preventScroll: true });
  }
}

customElements.define('hand-cover', HandCover);
