// @ts-check
import { Muted } from '../core/muted.js';
import { CODES, phrase } from '../core/phrases.js';
import { t } from '../core/speech.js';
import { h, keyed, say, set } from './dom.js';
import { closeWhenCovering } from './sheet.js';
import { speak } from './voice.js';

/**
 * @typedef {{k: number, seat: number, person: string, phrase: string|null, text: string|null}} Line
 * @typedef {{line: Line, who: string}} Heard
 */

/** For so long a line that came while the panel is closed stays in sight. In milliseconds. */
const SHOWN = 7000;
const LONGEST = 200;

/** What people at the table say. Says `speak` (detail: phrase or text) and `shown` (detail: whether it is open, and whether the focus went elsewhere). */
export class ChatPanel extends HTMLElement {
  #muted = new Muted();
  /** @type {Heard[]} */
  #heard = [];
  /** Seats that are mine: their lines need no mute and no bubble. @type {number[]} */
  #mine = [];
  #timer = 0;
  #bubble = h('p', { class: 'bubble', 'aria-hidden': 'true', hidden: true });
  #lines = h('ol', { class: 'lines', tabindex: 0, 'aria-label': t('What was said') });
  #people = h('ul', { class: 'people-heard', 'aria-label': t('People') });
  #refusal = h('p', { class: 'error', role: 'alert', hidden: true });
  #input = h('input', { maxlength: LONGEST, autocomplete: 'off', 'aria-label': t('Your line'), placeholder: t('Write a line') });
  #form = h('form', {}, this.#input, h('button', { class: 'head-button', type: 'submit' }, t('Send')));
  #aloud = h('input', { type: 'checkbox' });
  #close = h('button', { class: 'head-button', type: 'button' }, t('Close'));
  #sheet = h('aside', { class: 'chat-sheet', 'aria-label': t('Chat'), hidden: true });

  connectedCallback() {
    const phrases = h('div', { class: 'phrases', role: 'group', 'aria-label': t('Phrases') },
      ...CODES.map((code) => h('button', { type: 'button', 'data-code': code }, phrase(code))));
    this.#sheet.append(h('header', {}, h('h2', {}, t('Chat')), this.#close), this.#lines, this.#refusal, phrases, this.#form,
      h('details', {}, h('summary', {}, t('Mute')), this.#people,
        h('label', { class: 'tick' }, this.#aloud, ' ', t('Announce new lines'))));
    this.append(this.#bubble, this.#sheet);
    this.#aloud.checked = recall();
    this.#aloud.addEventListener('change', () => remember(this.#aloud.checked));
    phrases.addEventListener('click', (event) => {
      const code = (/** @type {Element} */ (event.target)).closest('button')?.dataset.code;
      if (code) this.#speak({ phrase: code });
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#input.value.trim()) this.#speak({ text: this.#input.value });
    });
    this.#close.addEventListener('click', () => this.show(false));
    closeWhenCovering(this.#sheet, () => this.open, () => this.show(false, true));
    this.#bubble.addEventListener('click', () => this.show(true));
    this.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.open) return;
      event.stopPropagation();
      this.show(false);
    });
  }

  get open() {
    return !this.#sheet.hidden;
  }

  /** @param {boolean} open @param {boolean} [left] whether the focus has gone elsewhere */
  show(open, left = false) {
    this.#sheet.hidden = !open;
    this.#quiet();
    if (open) (this.#form.hidden ? this.#close : this.#input).focus();
    this.#lines.scrollTop = this.#lines.scrollHeight;
    this.dispatchEvent(new CustomEvent('shown', { detail: { open, left }, bubbles: true }));
  }

  /** What may be said here, and what was. @param {string} mode @param {Heard[]} heard */
  begin(mode, heard) {
    this.#form.hidden = mode !== 'all';
    this.#heard = heard;
    this.#render();
  }

  /** Somebody has said something; whether it is news to me. @param {Heard} heard @param {number[]} mine */
  hear(heard, mine) {
    this.#mine = mine;
    if (this.#heard.some(({ line }) => line.k === heard.line.k)) return false;
    this.#heard = [...this.#heard, heard].slice(-60);
    this.#render();
    if (mine.includes(heard.line.seat) || this.#muted.has(heard.line.person)) return false;
    const sentence = t('{who}: {line}', { who: heard.who, line: words(heard.line) });
    if (this.#aloud.checked) speak(sentence);
    if (this.open) return false;
    say(this.#bubble, sentence);
    this.#bubble.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#quiet(), SHOWN);
    return true;
  }

  /** What I said was not taken. @param {string} sentence */
  refuse(sentence) {
    say(this.#refusal, sentence);
    this.#refusal.hidden = false;
  }

  /** What I said was taken. */
  taken() {
    this.#refusal.hidden = true;
    this.#input.value = '';
  }

  #quiet() {
    clearTimeout(this.#timer);
    this.#bubble.hidden = true;
  }

  /** @param {{phrase?: string, text?: string}} line */
  #speak(line) {
    this.dispatchEvent(new CustomEvent('speak', { detail: line, bubbles: true }));
  }

  #render() {
    const shown = this.#heard.filter(({ line }) => !this.#muted.has(line.person));
    const atEnd = this.#lines.scrollTop + this.#lines.clientHeight >= this.#lines.scrollHeight - 30;
    keyed(this.#lines, shown, ({ line }) => String(line.k), () => h('li', {}, h('b'), ' ', h('span')), (node, { line, who }) => {
      say(node.querySelector('b'), who);
      say(node.querySelector('span'), words(line));
    });
    if (atEnd) this.#lines.scrollTop = this.#lines.scrollHeight;
    /** @type {Map<string, Heard>} */
    const people = new Map();
    for (const heard of this.#heard) if (!this.#mine.includes(heard.line.seat)) people.set(heard.line.person, heard);
    keyed(this.#people, [...people.values()], ({ line }) => line.person, ({ line }) => this.#person(line.person), (node, { line, who }) => {
      const muted = this.#muted.has(line.person);
      const button = node.querySelector('button');
      say(node.querySelector('span'), who);
      say(button, muted ? t('Hear {who} again', { who }) : t('Mute {who}', { who }));
      if (button) set(button, { 'aria-pressed': String(muted) });
    });
  }

  /** @param {string} person */
  #person(person) {
    const button = h('button', { class: 'head-button', type: 'button' });
    button.addEventListener('click', () => {
      this.#muted.set(person, !this.#muted.has(person));
      this.#quiet();
      this.#render();
    });
    return h('li', {}, h('span'), button);
  }
}

/** @param {Line} line */
const words = (line) => (line.phrase ? phrase(line.phrase) : line.text ?? '');

function recall() {
  try {
    return localStorage.getItem('doublesix.chat-voice') !== 'off';
  } catch {
    return true;
  }
}

/** @param {boolean} on */
function remember(on) {
  try {
    localStorage.setItem('doublesix.chat-voice', on ? 'on' : 'off');
  } catch {
    // storage may be switched off: the choice lasts as long as the page
  }
}

customElements.define('chat-panel', ChatPanel);
