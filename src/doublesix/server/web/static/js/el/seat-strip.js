// @ts-check
import { t } from '../core/speech.js';
import { leftWords, levelName, reserveWords, seatName, tiles as tilesOf } from '../core/words.js';
import { h, keyed, s, say, set } from './dom.js';
import { tileArt } from './tile-art.js';

/** @typedef {import('../core/wire.js').State} State */

const still = matchMedia('(prefers-reduced-motion: reduce)');
/** What a seat among many, or of three, needs for its name beside its tiles, and for its name and a count, in the size of text. */
const ROOMY = 14.5;
const NEED_OF_THREE = 10;
const NARROWEST = 4;

/** The other seats in order of play, as racks of tile backs, with the boneyard among them. */
export class SeatStrip extends HTMLElement {
  /** @type {number[]|null} */
  #before = null;

  /** What each needs so that none is drawn closer. */
  #need = 0;
  /** As wide as it was when it was last laid out, in the size of text: to ask for it would make the browser lay out the page. */
  #width = 0;

  /** For each seat whether its owner is connected; empty where nobody says so. @type {boolean[]} */
  here = [];

  /** @param {State} state */
  set data(state) {
    const first = state.you ?? 0;
    const order = Array.from({ length: state.players }, (_, i) => (first + i) % state.players).filter((seat) => seat !== state.you);
    const many = order.length > 2 || state.you === null || this.closest('[data-view="hand"]') !== null;
    this.#need = many ? ROOMY : order.length > 1 ? NEED_OF_THREE : 0;
    this.classList.toggle('packed', order.length > 3);
    const middle = Math.ceil(order.length / 2);
    const cells = [...order.slice(0, middle).map(String), 'boneyard', ...order.slice(middle).map(String)];
    keyed(this, cells, (cell) => cell, (cell) => (cell === 'boneyard' ? boneyardCell() : seatCell()), (node, cell) => {
      if (cell === 'boneyard') updateBoneyard(node, state);
      else this.#update(node, state, Number(cell));
    });
    this.#fit();
    if (this.classList.contains('scrolls')) this.querySelector('.seat.on')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.#before = state.moves.length ? [state.round, state.moves.length] : null;
  }

  connectedCallback() {
    set(this, { role: 'list', 'aria-label': t('Seats and boneyard') });
    new ResizeObserver(() => {
      this.#width = 0;
      this.#fit();
    }).observe(this);
  }

  /** Many seats in little room show a count in place of their tiles; where even that is too narrow the strip is moved along. */
  #fit() {
    if (this.#need) this.#width ||= this.clientWidth / parseFloat(getComputedStyle(document.documentElement).fontSize);
    const each = this.#width / this.childElementCount;
    this.classList.toggle('crowded', each < this.#need);
    this.classList.toggle('scrolls', this.#need > 0 && each < NARROWEST);
  }

  /** Where a seat's rack lies on the screen. @param {number} seat */
  rectOf(seat) {
    return this.querySelector(`[data-key="${seat}"] .rack`)?.getBoundingClientRect() ?? null;
  }

  /** @param {Element} node @param {State} state @param {number} seat */
  #update(node, state, seat) {
    const { tiles, name, label, kind, level, player } = state.seats[seat];
    set(/** @type {Element} */ (node.querySelector('.label')), { href: player });
    node.classList.toggle('on', state.turn === seat);
    const backing = /** @type {HTMLElement} */ (node.querySelector('.rack'));
    set(backing, { 'aria-label': tilesOf(tiles) });
    backing.classList.toggle('many', tiles > 7);
    const shown = Math.min(tiles, 16);
    const backs = backing.querySelectorAll('i');
    for (let i = backs.length; i < shown; i++) backing.append(h('i'));
    for (let i = shown; i < backs.length; i++) backs[i].remove();
    say(backing.querySelector('.count'), String(tiles));
    const named = Boolean(state.company && label && kind === 'person' && name !== label);
    say(node.querySelector('.label'), named ? `${name}, ${label}` : seatName(state, seat));
    say(node.querySelector('.turn-word'), state.turn === seat ? t(', to play') : '');
    const who = named ? '' : label && label !== name ? ` · ${name}${kind === 'bot' && level ? `, ${levelName(level)}` : ''}` : kind === 'bot' && level ? ` · ${levelName(level)}` : '';
    const away = state.company && kind === 'person' && this.here.length > 0 && !this.here[seat];
    node.classList.toggle('away', Boolean(away));
    const stands = state.company?.standing.includes(seat);
    say(node.querySelector('.tiles'), tilesOf(tiles) + (stands ? ` · ${t('computer plays')}` : away ? ` · ${t('away')}` : ''));
    const points = node.querySelector('.points');
    say(points?.firstElementChild ?? null, state.match ? String(state.match.scores[seat]) : '');
    say(points?.lastElementChild ?? null, state.match ? t(' pts') : '');
    say(node.querySelector('.long-words'), who);
    if (!this.#before || this.#before[0] !== state.round || still.matches) return;
    const news = state.moves.slice(this.#before[1]).filter((made) => made.seat === seat).map((made) => made.move);
    if (news[news.length - 1] === 'pass') nudge(backing);
    this.#arrive(node, backing, news.filter((move) => move === 'draw').length);
  }

  /** Tiles that a seat draws travel to it from the boneyard. @param {Element} seat @param {Element} backing @param {number} drawn */
  #arrive(seat, backing, drawn) {
    if (!drawn) return;
    const own = seat.getBoundingClientRect();
    const boneyard = /** @type {Element} */ (this.querySelector('.pile'));
    const [from, to] = [[boneyard.firstElementChild, boneyard], [backing]].map((places) => {
      const box = places.map((place) => place?.getBoundingClientRect()).find((one) => one?.width) ?? own;
      return `${box.x + box.width / 2 - own.x - 8}px ${box.y + box.height / 2 - own.y - 15}px`;
    });
    for (let i = 0; i < Math.min(drawn, 4); i++) {
      const back = h('b', { class: 'flies' });
      seat.append(back);
      back.animate([{ translate: from }, { translate: to }], { duration: 260, delay: 90 * i, easing: 'ease-out', fill: 'both' }).finished.finally(() => back.remove());
    }
  }
}

function seatCell() {
  return h('div', { class: 'seat', role: 'listitem' },
    h('div', { class: 'rack', role: 'img' }, h('span', { class: 'count', 'aria-hidden': 'true' })),
    h('div', { class: 'words' },
      h('span', { class: 'name' }, h('i', { class: 'turn', 'aria-hidden': 'true' }), h('a', { class: 'label', target: '_blank' }), h('span', { class: 'sr turn-word' })),
      h('small', {}, h('span', { class: 'tiles' }), h('span', { class: 'long-words' })), h('small', { class: 'points' }, h('span'), h('span', { class: 'unit' }))));
}

function boneyardCell() {
  /** @param {number} x @param {number} y @param {number} turn */
  const back = (x, y, turn) => s('g', { transform: `translate(${x} ${y}) rotate(${turn})` }, tileArt(null, 1, 2, 0));
  return h('div', { class: 'seat pile', role: 'listitem' },
    s('svg', { viewBox: '-1.2 -1.15 3.6 2.5', 'aria-hidden': 'true' }, back(0, 0.1, -14), back(1.2, 0.25, 19)),
    h('div', { class: 'words' }, h('span', { class: 'name' }, t('Boneyard')), h('small', {}, h('span', { class: 'tiles' }), h('span', { class: 'long-words' }))));
}

/** @param {Element} node @param {State} state */
function updateBoneyard(node, state) {
  say(node.querySelector('.tiles'), leftWords(state));
  say(node.querySelector('.long-words'), state.rules.draws ? reserveWords(state) : t(', out of play'));
}

/** A pass: the seat's rack moves as if it were put down. @param {HTMLElement} backing */
function nudge(backing) {
  backing.animate([{ transform: 'none' }, { transform: 'translateY(4px)' }, { transform: 'none' }, { transform: 'translateY(3px)' }, { transform: 'none' }], { duration: 320 });
}

customElements.define('seat-strip', SeatStrip);
