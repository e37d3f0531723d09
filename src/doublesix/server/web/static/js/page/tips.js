// @ts-check
/**
 * The first round in company: a short sentence at the moment at which it helps, each of them once. They are remembered
 * in this browser, go away with one tap, and can be asked for again in the options.
 */

import { t, tn } from '../core/speech.js';
import { myTurn } from '../core/wire.js';
import { find, h, say } from '../el/dom.js';
import { speak } from '../el/voice.js';
import { KEY as KEY_OF_DECISION } from './after-round.js';

/**
 * @typedef {import('../core/session.js').Session} Session
 * @typedef {import('../core/wire.js').State} State
 * @typedef {{name: string, now(state: State): boolean, say(state: State): string}} Tip
 */

const KEY = 'doublesix.tips';
const OFF = 'off';

/** @param {State} state */
const canPlay = (state) => myTurn(state) && state.legal.some((move) => move !== 'draw' && move !== 'pass');
/** @param {State} state */
const running = (state) => !state.outcome && Boolean(state.line.lead);

/** What is said, and when: of those whose moment it is the first that was not said yet. @type {Tip[]} */
const TIPS = [
  { name: 'turn', now: canPlay, say: (state) => (state.line.lead
    ? t('It is your turn. The raised tiles fit; the others cannot be played now.')
    : t('You lead: play one of the raised tiles. Tap it, then tap where it goes.')) },
  { name: 'ends', now: (state) => running(state) && canPlay(state), say: () => t('The line has two open ends. Their numbers stand on the buttons below the tiles.') },
  { name: 'matching', now: (state) => running(state) && canPlay(state), say: () => t('A tile fits where it shows the number of an end. Tap the tile, then the end.') },
  { name: 'drawing', now: (state) => myTurn(state) && state.legal.includes('draw'), say: () => t('No tile of yours fits, so you draw from the boneyard.') },
  { name: 'passing', now: (state) => myTurn(state) && state.legal.includes('pass'), say: () => t('Nothing fits and nothing can be drawn, so you pass. The others now know which numbers you lack.') },
  { name: 'reserve', now: (state) => running(state) && state.rules.reserve > 0 && state.moves.some(({ move }) => move.startsWith('draw')), say: (state) => tn('{n} tile stays in the boneyard to the end: it is never drawn.', '{n} tiles stay in the boneyard to the end: they are never drawn.', state.rules.reserve) },
  { name: 'blocked', now: (state) => state.outcome?.ending === 'blocked', say: () => t('The line is blocked: nobody can play. Whoever holds the fewest pips is ahead.') },
  { name: 'scoring', now: (state) => Boolean(state.outcome?.points.some(Boolean)), say: () => t('The sums show the pips that everybody still holds; from them come the points.') },
];

/** @returns {Set<string>} */
function said() {
  try {
    return new Set((localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean));
  } catch {
    return new Set([OFF]);
  }
}

/** @param {Iterable<string>} names */
function remember(names) {
  try {
    localStorage.setItem(KEY, [...names].join(' '));
  } catch {
    // a browser that keeps nothing is not told anything twice either: without a memory there are no tips
  }
}

/**
 * Say the tips of this table. @param {Session} session
 * @returns {() => void} what is to be called after every change
 */
export function bindTips(session) {
  const text = h('p');
  const on = h('button', { class: 'head-button', type: 'button' }, t('Got it'));
  const off = h('button', { class: 'head-button', type: 'button' }, t('No more tips'));
  const bar = h('div', { class: 'absent tip', role: 'group', 'aria-label': t('Tip'), hidden: true }, text, on, off);
  find('.tray .turn', HTMLElement).before(bar);
  /** The tip that is shown, and at which event it came. @type {{tip: Tip, n: number}|null} */
  let shown = null;
  let skipped = -1;

  const hide = () => {
    shown = null;
    const held = bar.contains(document.activeElement);
    bar.hidden = true;
    if (held) document.querySelector('domino-hand')?.querySelector('button')?.focus();
  };
  const update = () => {
    const { state, n, status } = session;
    if (shown && !(n === shown.n || shown.tip.now(state))) hide();
    if (shown || state.you === null || status !== 'open' || session.pending) return;
    const known = said();
    if (known.has(OFF) || skipped === n) return;
    const tip = TIPS.find((one) => !known.has(one.name) && one.now(state));
    if (!tip) return;
    shown = { tip, n };
    remember([...known, tip.name]);
    say(text, tip.say(state));
    bar.hidden = false;
    speak(tip.say(state));
  };
  on.addEventListener('click', () => {
    skipped = session.n;
    hide();
  });
  off.addEventListener('click', () => {
    remember([...said(), OFF]);
    hide();
  });
  const again = document.querySelector('#tips-again');
  again?.removeAttribute('hidden');
  again?.addEventListener('click', () => {
    remember([]);
    localStorage.removeItem(KEY_OF_DECISION);
    skipped = -1;
    hide();
    find('#options', HTMLDetailsElement).open = false;
    update();
  });
  return update;
}
