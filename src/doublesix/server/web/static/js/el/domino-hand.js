// @ts-check
import { TARGET, handSizes } from '../core/sizes.js';
import { t } from '../core/speech.js';
import { halves, myTurn, sidesOf } from '../core/wire.js';
import { endName, handName, tileName } from '../core/words.js';
import { h, keyed, set } from './dom.js';
import { tilePicture } from './tile-art.js';

/**
 * @typedef {import('../core/wire.js').State} State
 * @typedef {{state: State, chosen: string|null, busy: boolean, planned?: {tile: string, side: string}|null, sides?: (tile: string) => string[],
 *   marks?: Record<string, {mark: string, name: string}>, from?: () => DOMRect|undefined}} HandData
 * `from`: where drawn tiles come from
 * `sides`: where a tile may go now, or be planned for
 */

/** How high all is that stands above and below a hand beside the line, where text has its usual size. */
const BESIDE = 230;
/** How high it is where one counts along: in most windows, and in the lowest. */
const COUNTED = [BESIDE + 8, 204];
/** What a hand below the line leaves of its room to the words of one who counts along in a low window. */
const SHORT = 0.93;
/** The windows for which table.css and aids.css have another layout; what they ask for grows with the text. */
const [BESIDE_LINE, LOW, NARROW, SMALL] = ['(max-height: 35em) and (min-width: 32.5em)', '(max-height: 21.4375em)', '(max-width: 45em)', '(max-height: 640px)'].map((query) => matchMedia(query));

/** My tiles on their rack. Says `tile` (detail: tile, and whether a key did it). One tile is in the tab order, arrows move. */
export class DominoHand extends HTMLElement {
  #current = '';
  /** @type {HandData|null} */
  #data = null;
  #shown = false;
  /** As wide as it was when it was last laid out: to ask for it would make the browser lay out the page. */
  #width = 0;
  /** How much larger text is than usual. */
  #text = 1;
  /** Tiles that have just come. @type {HTMLElement[]} */
  #fresh = [];

  connectedCallback() {
    this.#width = this.clientWidth;
    this.#text = textSize();
    set(this, { role: 'group', 'aria-label': t('Your tiles') });
    this.addEventListener('click', (event) => {
      const key = this.#keyOf(event.target);
      if (!key) return;
      event.stopPropagation();
      this.#move(key, false);
      this.dispatchEvent(new CustomEvent('tile', { detail: { tile: key, byKey: event.detail === 0 }, bubbles: true }));
    });
    this.addEventListener('keydown', (event) => this.#key(event));
    this.addEventListener('focusin', (event) => this.#move(this.#keyOf(event.target), false));
    new ResizeObserver(([{ contentRect: { width } }]) => {
      this.#width = width;
      this.#text = textSize();
      this.#size();
    }).observe(this);
  }

  /** @param {HandData} data */
  set data(data) {
    const before = this.#data?.state.hand ?? [];
    this.#data = data;
    const { state, chosen, busy, planned, marks = {}, sides = () => [] } = data;
    const at = before.indexOf(this.#current);
    const turn = myTurn(state) && !busy;
    if (!state.hand.includes(this.#current)) {
      const fitting = state.hand.find((tile) => turn && sidesOf(state, tile).length);
      this.#current = (at >= 0 ? state.hand[Math.min(at, state.hand.length - 1)] : fitting) ?? state.hand[0] ?? '';
    }
    keyed(this, state.hand, (tile) => tile, (tile) => this.#create(tile), (node, tile) => {
      const fits = turn && sidesOf(state, tile).length > 0;
      node.classList.toggle('fits', fits);
      node.classList.toggle('no', turn && !fits);
      node.classList.toggle('chosen', tile === chosen);
      node.classList.toggle('planned', tile === planned?.tile);
      set(node, {
        'aria-label': tile === planned?.tile ? t('{tile}, planned for the {end}', { tile: tileName(tile), end: endName(planned.side) }) : (!turn && marks[tile]?.name) || handName(state, tile),
        'data-mark': marks[tile]?.mark,
        'aria-disabled': fits || sides(tile).length ? null : 'true',
        'aria-pressed': tile === chosen ? 'true' : 'false',
        tabindex: tile === this.#current ? 0 : -1,
      });
    });
    this.#size();
    if (this.#fresh.length) this.#arrive(data.from?.());
    this.#shown = true;
  }

  /** Focus my tile: the one it was on, else the first that fits, or this one. @param {string} [tile] @param {boolean} [quiet] without a ring */
  take(tile, quiet = false) {
    const state = this.#data?.state;
    if (!state) return;
    const usable = (/** @type {string} */ held) => sidesOf(state, held).length > 0;
    const wanted = tile ?? (usable(this.#current) ? this.#current : state.hand.find(usable) ?? this.#current);
    this.#move(wanted, true, quiet);
  }

  get current() {
    return this.#current;
  }

  /** Where a held tile lies on the screen. @param {string} tile */
  rectOf(tile) {
    return this.querySelector(`[data-key="${tile}"] svg`)?.getBoundingClientRect() ?? null;
  }

  /** @param {string} tile */
  #create(tile) {
    const node = h('button', { class: 'held', type: 'button' });
    if (this.#shown) this.#fresh.push(node);
    const [high, low] = halves(tile);
    node.append(tilePicture([low, high], true));
    return node;
  }

  /** Drawn tiles travel from the boneyard, without keeping anybody from playing them. @param {DOMRect} [from] */
  #arrive(from) {
    for (const node of this.#fresh.splice(0)) {
      const picture = node.querySelector('svg');
      const to = picture?.getBoundingClientRect();
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (!to?.width) continue;
      const way = from?.width ? `${from.x + (from.width - to.width) / 2 - to.x}px ${from.y + (from.height - to.height) / 2 - to.y}px` : '0 -26px';
      picture?.animate(still ? [{ opacity: 0 }, {}] : [{ translate: way, scale: from?.width ? 0.5 : 1, opacity: 0.4 }, {}], { duration: still ? 80 : 260, easing: 'ease-out' });
    }
  }

  /** @param {EventTarget|null} target */
  #keyOf(target) {
    return (/** @type {Element|null} */ (target))?.closest('.held')?.getAttribute('data-key') ?? '';
  }

  /** @param {string} key @param {boolean} focus @param {boolean} [quiet] */
  #move(key, focus, quiet) {
    if (!key) return;
    this.#current = key;
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll('.held'))) {
      const here = node.dataset.key === key;
      node.tabIndex = here ? 0 : -1;
      if (here && focus) node.focus(quiet ? { preventScroll: true, focusVisible: false } : { preventScroll: true });
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const hand = this.#data?.state.hand ?? [];
    const at = hand.indexOf(this.#keyOf(event.target));
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const columns = Number(this.dataset.columns) || hand.length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    let to = at;
    if (event.key === 'Home') to = 0;
    else if (event.key === 'End') to = hand.length - 1;
    else if (step === undefined) return;
    else if (Math.abs(step) === 1) to = (at + step + hand.length) % hand.length;
    else if (at + step >= 0 && at + step < hand.length) to = at + step;
    event.preventDefault();
    this.#move(hand[to], true);
  }

  #size() {
    const count = this.#data?.state.hand.length ?? 0;
    const width = this.#width ||= this.clientWidth;
    if (!width) return;
    const beside = BESIDE_LINE.matches;
    const taken = BESIDE * this.#text;
    const alone = Boolean(this.closest('[data-view="hand"]'));
    const large = 'tiles' in document.documentElement.dataset;
    const largest = (large ? 1.45 : 1) * (alone ? 84 : beside || NARROW.matches ? 47 : 58);
    // where a word stands on each tile, two rows of small tiles are better than larger ones of which some are out of sight
    const marks = Boolean(this.#data?.marks);
    const counted = beside && marks && count <= 2 * Math.floor(width / TARGET);
    const low = beside && LOW.matches && count <= Math.floor(width / TARGET);
    const space = alone ? window.innerHeight * (beside ? 1 : 0.7) - 210 : counted ? window.innerHeight - COUNTED[Number(LOW.matches)] * this.#text : low ? window.innerHeight - taken + 6 : Infinity;
    const sizes = handSizes(Math.max(count, 1), width, window.innerHeight * (beside ? 1.9 : alone ? 1.7 : marks && SMALL.matches ? SHORT : 1), largest, space, large);
    const { columns, size, lift } = sizes;
    // the word on a tile has what is left between the tiles
    const cell = marks ? Math.min(Math.floor(width / columns), sizes.cell + 16) : sizes.cell;
    this.dataset.columns = String(columns);
    const row = Math.ceil(size * 2 + lift * 2.1 + 12);
    // beside the line the hand has what the words above and the buttons below it leave
    const rows = beside ? Math.max(1, Math.floor((window.innerHeight - taken) / row)) : 4;
    this.classList.toggle('scrolls', count > rows * columns);
    this.style.gridTemplateColumns = `repeat(${columns}, ${cell}px)`;
    for (const [name, value] of Object.entries({ cell, size, lift, wide: Math.min(width, Math.max(columns, 7) * cell), row })) {
      this.style.setProperty(`--${name}`, `${value}px`);
    }
  }
}

/** How much larger than usual text is, by the reader's wish. */
const textSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

customElements.define('domino-hand', DominoHand);
