// @ts-check
/** A line to type commands in: they do what tapping does, or ask, and are answered beside the line and in speech. */

import { boneyardTold, endsTold, handTold, helpTold, lineTold, passedTold, pipsTold, scoreTold, unknownTold, whyTold, wrongTileTold } from '../core/answers.js';
import { understand } from '../core/commands.js';
import { t } from '../core/speech.js';
import { myTurn } from '../core/wire.js';
import { endName, list, tileName } from '../core/words.js';
import { h, say } from '../el/dom.js';
import { keep } from './options.js';

/** @typedef {import('./table.js').Desk} Desk */

/** @type {{open(quiet?: boolean): void}|null} */
let made = null;

/** The one line of this page. @param {Desk} desk */
export function typing(desk) {
  made ??= make(desk);
  return made;
}

/** @param {Desk} desk */
function make(desk) {
  const input = h('input', { type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'send', maxlength: 80, placeholder: t('5-2 left, draw, ends, help') });
  const answer = h('p', {});
  const close = h('button', { class: 'head-button', type: 'button' }, t('Close'));
  const form = h('form', { class: 'typing', 'aria-label': t('Typed commands') },
    h('label', {}, h('span', {}, t('Command')), input), h('button', { class: 'head-button', type: 'submit' }, t('Enter')), close, answer);
  /** @type {string[]} */
  const typed = [];
  let back = 0;

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const line = input.value;
    if (line.trim()) typed.push(line);
    back = typed.length;
    input.value = '';
    const told = carryOut(desk, line);
    /** @param {string} sentence */
    const show = (sentence) => {
      say(answer, sentence);
      desk.speak(sentence);
    };
    if (typeof told === 'string') show(told);
    else told.then(show);
  });
  input.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'Escape' && input.value) input.value = '';
    else if (event.key === 'Escape') shut();
    else if (!step) return;
    else {
      back = Math.max(0, Math.min(typed.length, back + step));
      input.value = typed[back] ?? '';
    }
    event.preventDefault();
    event.stopPropagation();
  });
  close.addEventListener('click', shut);

  function shut() {
    keep('typing', '');
    form.hidden = true;
    if (desk.hand.hidden) desk.main.focus({ preventScroll: true });
    else desk.hand.take(undefined, true);
  }

  document.querySelector('.tray > .turn')?.before(form);
  return {
    /** @param {boolean} [quiet] */
    open(quiet) {
      keep('typing', 'on');
      form.hidden = false;
      if (!quiet) input.focus();
    },
  };
}

/**
 * Do what a line says; the answer, empty where what is done is told by itself. @param {Desk} desk @param {string} line @returns {string|Promise<string>}
 */
function carryOut(desk, line) {
  const { state } = desk.session;
  const command = understand(line, document.documentElement.lang, state.rules.max_pip);
  switch (command.do) {
    case 'tile':
      return playTile(desk, command.tile, command.side);
    case 'end':
      if (command.side === 'D' && myTurn(state) && state.legal.includes('draw')) desk.drawOrPass('draw');
      else desk.towards(command.side);
      return '';
    case 'draw':
    case 'pass':
      desk.drawOrPass(command.do);
      return '';
    case 'yes':
      return desk.sure() ? '' : t('Nothing waits for a yes.');
    case 'no':
      return desk.putBack() ? t('Put back.') : t('Nothing is chosen or planned.');
    case 'passed':
      return command.value === null ? t('Say which number, such as: who passed on five.') : passedTold(state, command.value);
    case 'why':
      return whyTold(state, command.about, desk.why());
    case 'wrong':
      return wrongTileTold(command.tile, state.rules.max_pip);
    case 'tell':
      return told(desk, command.what);
    default:
      return unknownTold(command.text);
  }
}

/** @param {Desk} desk @param {string} tile @param {string|null} side */
function playTile(desk, tile, side) {
  const { state } = desk.session;
  if (!state.hand.includes(tile)) return t('You do not hold the {tile}.', { tile: tileName(tile) });
  const sides = desk.sidesFor(tile);
  if (side) desk.towards(side, tile);
  else if (sides.length === 1) desk.atEnd(sides[0], tile);
  else if (sides.length) return t('The {tile} goes on several ends: say which, {ends}.', { tile: tileName(tile), ends: list(sides.map(endName)) });
  else return whyTold(state, tile, '');
  return '';
}

/** @type {Record<string, (state: import('../core/wire.js').State) => string>} */
const TOLD = { ends: endsTold, hand: handTold, pips: pipsTold, score: scoreTold, line: lineTold, boneyard: boneyardTold, help: helpTold };

/** @param {Desk} desk @param {string} what */
function told(desk, what) {
  if (what === 'count') return desk.count();
  if (what === 'last') return desk.story() || t('Nothing has happened yet.');
  return TOLD[what]?.(desk.session.state) ?? helpTold();
}
