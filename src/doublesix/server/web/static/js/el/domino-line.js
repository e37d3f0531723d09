// @ts-check
import { ghostsOf, isCross, partsOf, planOfRound, sceneOf } from '../core/arms.js';
import { fit, layout } from '../core/layout.js';
import { largestTile, targets } from '../core/sizes.js';
import { halves, tileText } from '../core/wire.js';
import { t } from '../core/speech.js';
import { capital, ghostName, lineName, sideName } from '../core/words.js';
import { h, keyed, s, set } from './dom.js';
import { faceTurn, tileArt } from './tile-art.js';

/**
 * @typedef {import('../core/wire.js').State} State
 * @typedef {import('../core/wire.js').Pair} Pair
 * @typedef {import('../core/layout.js').Placed} Placed
 * @typedef {import('../core/layout.js').Plan} Plan
 * @typedef {import('../core/arms.js').Parts} Parts
 * @typedef {import('../core/arms.js').Scene} Scene
 * @typedef {{key: string, pair: Pair, place: Placed, side: string, end: boolean, cls: string, seat: number|null}} Laid
 * @typedef {{width: number, height: number}} Room what the cloth leaves for the line, in pixels
 * @typedef {{from: DOMRect|null, own: {x: number, y: number}}} Way where a tile comes from, and where the line lies on the screen
 * @typedef {{state: State, chosen: string|null, sides: string[], mode?: string, notes?: Record<string, string>, awaited: string|null,
 *   origin: (seat: number|null, tile: string) => DOMRect|null}} LineData
 */

/** Pips smaller than this are figures instead, in pixels; for those who want large tiles they are larger. */
const SMALLEST_PIP = { usual: 3, large: 4.5 };
const CLOSEST = 4;
/** How much larger tiles must become for a line that lies to be laid otherwise. */
const WORTH = 1.25;
/** By how much the room may grow and still be the same, so that a row of the hand more or less makes no tile larger. */
const SAME_SPACE = 1.3;
/** By how much it has grown when the line may be laid otherwise for it in the middle of a round. */
const OTHER_SPACE = 1.75;
const EASE = 'cubic-bezier(.2,.8,.3,1)';
/** Whether the reader wants large tiles. */
const isLarge = () => 'tiles' in document.documentElement.dataset;
const still = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * The line on the cloth. It is told what to show; it says `end` (detail: the side) when an end is chosen and `stray` when the cloth is
 * tapped elsewhere. The `mode` of the ends it offers: a choice, `plan` for one that is made for a later turn, `planned`, or `sure` for the one that is asked about.
 */
export class DominoLine extends HTMLElement {
  #all = s('g', { class: 'all' });
  #svg = s('svg', { role: 'img' }, this.#all);
  #ghosts = h('div', { role: 'group', 'aria-label': t('Where it can go') });
  #empty = h('p', { class: 'blank-line', hidden: true });
  /** @type {LineData|null} */
  #data = null;
  /** @type {{key: string, window: [number, number], room: Room, plan: Plan}|null} */
  #plan = null;
  /** What was laid last. @type {Parts|null} */
  #parts = null;
  /** @type {Laid[]} */
  #laid = [];
  /** Units to pixels: scale and offset. */
  #view = { u: 1, x: 0, y: 0 };
  /** The smallest scale of this round in this room: the line may shrink, and never grows again while its room stays. */
  #least = { key: '', moves: 0, u: Infinity, room: /** @type {Room} */ ({ width: 0, height: 0 }) };
  /** How much larger the reader wants the line than it fits, and what of it lies in the middle, in units. */
  #zoom = { by: 1, cx: 0, cy: 0 };
  #first = true;
  #large = false;
  /** Whether the browser has laid out the page: before that to ask how large the cloth is would make it do so once more. */
  #placed = false;

  connectedCallback() {
    this.append(this.#svg, this.#empty, this.#ghosts);
    new ResizeObserver(() => {
      this.#placed = true;
      this.#draw();
    }).observe(this);
    this.addEventListener('click', (event) => this.#clicked(event));
    this.#ghosts.addEventListener('keydown', (event) => this.#key(event));
    const words = t('Whole line'); // said here, where the first texts are at hand
    import('./line-zoom.js').then(({ bindZoom }) => bindZoom(this, words), () => undefined); // without it the line is just not looked at more closely
  }

  /** @param {LineData} data */
  set data(data) {
    const same = this.#isShown(data);
    this.#data = data;
    if (this.#placed && !same) this.#draw();
  }

  /** Whether this lies here already. The table gives its data after all that happens, also when it is about the connection or who is here. @param {LineData} data */
  #isShown({ state, awaited, chosen, mode }) {
    const old = this.#data;
    return old?.state === state && old.awaited === awaited && old.mode === mode && !old.chosen && !chosen && this.#large === isLarge();
  }

  /** The ghost buttons, left first. */
  get ends() {
    return /** @type {HTMLButtonElement[]} */ ([...this.#ghosts.children]);
  }

  /** The tiles as they lie now, in units, for a picture of the line. */
  get laid() {
    return this.#laid;
  }

  /** How many times as large as it fits the line is shown. */
  get zoomed() {
    return this.#zoom.by;
  }

  /** Show the line so many times as large as it fits, about a place in the window that stays where it is. @param {number} by @param {{x: number, y: number}} [at] */
  zoom(by, at) {
    const own = this.getBoundingClientRect();
    const { u, x, y } = this.#view;
    const [px, py] = at ? [at.x - own.x, at.y - own.y] : [own.width / 2, own.height / 2];
    const now = u / this.#zoom.by;
    const next = Math.max(1, Math.min(CLOSEST, by));
    this.#zoom = { by: next < 1.02 ? 1 : next, cx: (px - x) / u - (px - own.width / 2) / (now * next), cy: (py - y) / u - (py - own.height / 2) / (now * next) };
    this.#draw();
  }

  /** Move what is looked at. @param {number} dx @param {number} dy in pixels */
  shift(dx, dy) {
    this.#zoom.cx -= dx / this.#view.u;
    this.#zoom.cy -= dy / this.#view.u;
    this.#draw();
  }

  #draw() {
    const data = this.#data;
    const [width, height] = [this.clientWidth, this.clientHeight];
    if (!data || !width || !height) return;
    const { state } = data;
    const { lead } = state.line;
    const first = lead ?? (data.chosen ? halves(data.chosen) : /** @type {Pair} */ ([0, 1]));
    const known = { spinner: state.rules.spinner, order: playedOf(state) };
    const large = isLarge();
    this.#large = large;
    const cap = largestTile(width, height, large, Boolean(this.closest('[data-view="screen"]')));
    const space = { width, height };
    const make = () => planOfRound(state.rules, first, width, height, cap);
    const under = (/** @type {Plan} */ tried) => {
      const laidOut = partsOf(state.line, Object.keys(state.ends), first, tried, known);
      const its = sceneOf(laidOut);
      return { plan: tried, parts: laidOut, scene: its, fits: fit(its.box, width - 6, height - 8, cap) };
    };
    const { plan, parts, scene, fits } = this.#planned(state, first, space, make, under);
    const { box } = scene;
    const fitting = this.#held(state, fits, space);
    const { by } = this.#zoom;
    const u = fitting * by;
    if (by > 1) {
      this.#zoom.cx = Math.max(box[0], Math.min(box[2], this.#zoom.cx));
      this.#zoom.cy = Math.max(box[1], Math.min(box[3], this.#zoom.cy));
    }
    const [cx, cy] = by > 1 ? [this.#zoom.cx, this.#zoom.cy] : [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    const x = width / 2 - u * cx;
    const y = height / 2 - u * cy - 1;
    this.#view = { u, x, y };
    const laid = laidOf(data, parts, scene);
    const ways = this.#ways(laid, data);
    this.#laid = laid;
    this.#all.style.transform = `translate(${x}px, ${y}px) scale(${u})`;
    this.classList.toggle('figures', u * (state.rules.max_pip > 9 ? 0.125 : 0.165) < SMALLEST_PIP[large ? 'large' : 'usual']);
    this.#parts = parts;
    this.#lay(ways);
    this.#show(data, parts, plan, scene, width, height);
    set(this.#svg, { 'aria-label': lineName(state) });
    this.#empty.hidden = Boolean(lead) || Boolean(data.chosen);
    this.#empty.textContent = lead ? '' : state.you !== null && state.turn === state.you ? t('Lead a tile.') : t('Nothing has been led yet.');
    this.#first = false;
  }

  /** The scale as it may be now: within a round it only falls, unless the room grows. @param {State} state @param {number} fitting @param {Room} room */
  #held(state, fitting, room) {
    const key = [state.round, innerWidth, innerHeight, document.documentElement.dataset.tiles].join(' ');
    const { key: before, moves, u, room: old } = this.#least;
    const goesOn = before === key && state.moves.length >= moves && state.line.lead && !state.outcome && !grown(old, room, SAME_SPACE);
    this.#least = goesOn && u <= fitting ? { ...this.#least, moves: state.moves.length } : { key, moves: state.moves.length, u: fitting, room };
    return this.#least.u;
  }

  /** The plan stays for the whole round unless the window itself changes, so a placed tile never moves against another. Before the lead
   * nobody knows whether it will be a spinner, so with it the plan may be another. Where its room is no more what it was made for, as
   * when the card of the end takes of it or a cover gives way, the line is laid anew if its tiles become much larger for it.
   * @template {{plan: Plan, fits: number}} T
   * @param {State} state @param {Pair} first @param {Room} room @param {() => Plan} make @param {(plan: Plan) => T} under @returns {T} */
  #planned(state, first, room, make, under) {
    const key = [state.round, state.rules.max_pip, isCross(state.rules.spinner, first), innerWidth > 720, document.documentElement.dataset.tiles].join(' ');
    const old = this.#plan;
    const same = old && old.key === key && Math.abs(innerWidth - old.window[0]) < 8 && Math.abs(innerHeight / old.window[1] - 1) < 0.15;
    const kept = state.line.lead && same ? under(old.plan) : null;
    if (kept && !state.outcome && !grown(/** @type {NonNullable<typeof old>} */ (old).room, room, OTHER_SPACE)) return kept;
    const fresh = under(make());
    if (kept && fresh.fits < WORTH * kept.fits) return kept;
    this.#plan = { key, window: [innerWidth, innerHeight], room, plan: fresh.plan };
    return fresh;
  }

  /**
   * Where tiles that have just come were held: measured before anything is written, or the browser would have to lay out the page for it.
   * @param {Laid[]} laid @param {LineData} data @returns {Map<string, Way>} by tile
   */
  #ways(laid, { origin }) {
    const news = laid.filter(({ key, cls }) => cls !== 'copy' && !this.#laid.some((old) => old.key === key));
    if (this.#first || still.matches || !news.length) return new Map();
    const own = this.getBoundingClientRect();
    return new Map(news.map(({ key, seat }) => [key, { from: origin(seat, key), own }]));
  }

  /** @param {Map<string, Way>} ways */
  #lay(ways) {
    keyed(this.#all, this.#laid, (tile) => tile.key, (tile) => this.#create(tile, ways.get(tile.key)), (node, tile) => {
      const { cx, cy } = tile.place;
      node.style.transform = `translate(${+cx.toFixed(4)}px, ${+cy.toFixed(4)}px)`;
      set(node, { 'data-end': tile.end ? tile.side : null });
      const turned = `${tile.place.w} ${faceTurn(tile.place)}`;
      if (node.dataset.turned !== turned) {
        if (node.dataset.turned) node.replaceChildren(tileArt(tile.pair, tile.place.w, tile.place.h, faceTurn(tile.place)));
        node.dataset.turned = turned;
      }
      const art = /** @type {Element} */ (node.firstElementChild);
      for (const cls of ['pending', 'last', 'copy']) art.classList.toggle(cls, tile.cls === cls);
    });
  }

  /** A tile that has just come travels from where it was held. @param {Laid} tile @param {Way} [way] */
  #create(tile, way) {
    const { place } = tile;
    const art = tileArt(tile.pair, place.w, place.h, faceTurn(place));
    const node = s('g', { class: 'laid' }, art);
    if (this.#first || tile.cls === 'copy') return node;
    if (still.matches) {
      art.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 80 });
      return node;
    }
    const { u, x, y } = this.#view;
    const { from = null, own = { x: 0, y: 0 } } = way ?? {};
    const dx = from ? (from.x + from.width / 2 - own.x - x) / u - place.cx : 0;
    const dy = from ? (from.y + from.height / 2 - own.y - y) / u - place.cy : -0.8;
    art.animate([
      { transform: `translate(${dx}px, ${dy}px)`, opacity: from ? 1 : 0 },
      { transform: 'translate(0, 0) scale(1.02)', opacity: 1, offset: 0.85 },
      { transform: 'none' },
    ], { duration: from ? 240 : 180, easing: EASE });
    return node;
  }

  /** @param {LineData} data @param {Parts} parts @param {Plan} plan @param {Scene} scene @param {number} width @param {number} height */
  #show({ state, chosen, sides, mode = '', notes = {} }, parts, plan, scene, width, height) {
    const { u, x, y } = this.#view;
    const pair = chosen ? halves(chosen) : null;
    const double = pair ? pair[0] === pair[1] : false;
    /** @type {Record<string, Placed>} */
    const places = pair && state.line.lead ? ghostsOf(parts, double) : { O: layout(double, { L: [], R: [] }, plan).O[0] };
    const taken = [...Object.values(scene.places).flat(), ...scene.copies.map((copy) => copy.place)];
    const shown = pair && chosen ? sides.filter((side) => places[side]).map((side, at) => ({ side, place: places[side], tile: chosen, at })) : [];
    const rects = shown.map(({ place }) => ({ x: x + (place.cx - place.w / 2) * u, y: y + (place.cy - place.h / 2) * u, w: place.w * u, h: place.h * u }));
    const fingers = targets(rects, width, height);
    keyed(this.#ghosts, shown, (ghost) => `${ghost.tile}${ghost.side}`, () => h('button', { class: 'ghost', type: 'button' }), (node, { side, place, tile, at }) => {
      const [finger, rect] = [fingers[at], rects[at]];
      for (const [name, value] of Object.entries({ left: finger.x, top: finger.y, width: finger.w, height: finger.h })) node.style.setProperty(name, `${value}px`);
      set(node, { 'aria-label': [ghostName(state, tile, side, mode), notes[side]].filter(Boolean).join('. '), 'data-side': side, 'data-mode': mode });
      const ends = state.ends[side];
      const [a, b] = halves(tile);
      /** @type {Pair} */
      const face = side === 'O' || a === ends ? [a, b] : [b, a];
      const [mx, my] = [rect.x - finger.x + rect.w / 2, rect.y - finger.y + rect.h / 2];
      const art = s('g', { transform: `translate(${mx} ${my}) scale(${u})` }, tileArt(face, place.w, place.h, faceTurn(place)));
      const tag = h('span', { class: 'tag', 'aria-hidden': 'true' }, side === 'O' ? t('Lead') : capital(sideName(side)));
      const free = this.#tagPlace(place, [...taken, ...shown.filter((other) => other.side !== side).map((other) => other.place)], width, height);
      tag.style.left = `${mx + free[0]}px`;
      tag.style.top = `${my + free[1]}px`;
      const frame = { class: 'frame', x: mx - rect.w / 2 + 1, y: my - rect.h / 2 + 1, width: Math.max(1, rect.w - 2), height: Math.max(1, rect.h - 2), rx: 0.15 * u };
      node.replaceChildren(s('svg', {}, s('rect', frame), art), tag);
    });
  }

  /** Where a ghost's tag covers least, from the ghost's centre in pixels. @param {Placed} ghost @param {Placed[]} taken @param {number} width @param {number} height @returns {[number, number]} */
  #tagPlace(ghost, taken, width, height) {
    const { u, x, y } = this.#view;
    const [w, hgt] = [ghost.w * u, ghost.h * u];
    const [half, tall] = [30, 14];
    /** @type {[number, number][]} */
    const tries = [[0, -(hgt / 2 + tall)], [0, hgt / 2 + tall], [-(w / 2 + half), 0], [w / 2 + half, 0]];
    for (const dx of [-(w / 2 + half), w / 2 + half]) tries.push([dx, -(hgt / 2 + tall)], [dx, hgt / 2 + tall]);
    let best = tries[0];
    let least = Infinity;
    for (const [dx, dy] of tries) {
      const [cx, cy] = [x + ghost.cx * u + dx, y + ghost.cy * u + dy];
      let covered = 0;
      for (const p of [...taken, ghost]) {
        const over = Math.min(half + (p.w * u) / 2 - Math.abs(x + p.cx * u - cx), half * 2, p.w * u);
        const tallOver = Math.min(tall + (p.h * u) / 2 - Math.abs(y + p.cy * u - cy), tall * 2, p.h * u);
        if (over > 0.5 && tallOver > 0.5) covered += over * tallOver;
      }
      const outside = Math.max(0, half - cx - 10, cx + half - width - 10, tall - cy - 18, cy + tall - height - 14);
      const cost = covered + outside * 1000;
      if (cost < least - 1) {
        best = [dx, dy];
        least = cost;
      }
    }
    return best;
  }

  /** A tap on a ghost or on the tile at an end chooses that end; any other tap on the cloth is a stray one. @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const side = target.closest('.ghost')?.getAttribute('data-side') ?? this.#endAt(event, target);
    if (side) {
      event.stopPropagation();
      this.dispatchEvent(new CustomEvent('end', { detail: side, bubbles: true }));
    }
  }

  /** @param {MouseEvent} event @param {Element} target */
  #endAt(event, target) {
    if (!this.#data?.chosen) return null;
    if (!this.#data.state.line.lead) return 'O';
    const side = target.closest('.laid')?.getAttribute('data-end');
    if (side !== 'O') return side ?? null;
    const own = this.getBoundingClientRect();
    const { u, x, y } = this.#view;
    const first = this.#laid.find((tile) => tile.side === 'O')?.place ?? { cx: 0, cy: 0 };
    const [dx, dy] = [event.clientX - own.x - x - first.cx * u, event.clientY - own.y - y - first.cy * u];
    const free = Object.entries(this.#parts?.[0].arms ?? {}).filter(([, arm]) => !arm.length).map(([name]) => name);
    const [along, across] = this.#plan?.plan.rot ? [dy, dx] : [dx, dy];
    const near = Math.abs(along) >= Math.abs(across) ? (along < 0 ? 'L' : 'R') : across < 0 ? 'U' : 'D';
    return free.includes(near) ? near : free.find((name) => this.#data?.sides.includes(name)) ?? free[0] ?? null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    const ends = this.ends;
    const at = ends.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    ends[(at + step + ends.length) % ends.length]?.focus();
    event.preventDefault();
  }
}

/** Whether a room is so much wider or higher than another. @param {Room} old @param {Room} now @param {number} by */
const grown = (old, now, by) => now.width > by * old.width || now.height > by * old.height;

/** What lies on the cloth. @param {LineData} data @param {Parts} parts @param {Scene} scene @returns {Laid[]} what is nearer to the reader comes later */
function laidOf({ state, awaited }, parts, { places, copies }) {
  const made = state.moves.filter((move) => /^\d/.test(move.move));
  const seats = new Map(made.map((move) => [move.move.replace(/[A-Z].*$/, ''), move.seat]));
  const lastTile = made.length ? made[made.length - 1].move.replace(/[A-Z].*$/, '') : '';
  const waiting = awaited?.replace(/[A-Z].*$/, '');
  /** @type {Laid[]} */
  const laid = [];
  /** @param {Pair} pair @param {Placed} place @param {string} side @param {boolean} end */
  const add = (pair, place, side, end) => {
    const key = tileText(pair);
    const cls = key === waiting ? 'pending' : key === lastTile ? 'last' : '';
    laid.push({ key, pair, place, side, end, cls, seat: key === waiting ? state.you : seats.get(key) ?? null });
  };
  if (state.line.lead) add(parts[0].first, places.O[0], 'O', Object.values(parts[0].arms).some((arm) => !arm.length));
  for (const { arms, sides } of parts) {
    for (const [own, pairs] of Object.entries(arms)) pairs.forEach((pair, i) => add(pair, places[sides[own]][i], sides[own], i === pairs.length - 1));
  }
  copies.forEach(({ pair, place }, i) => laid.push({ key: `copy ${i} ${tileText(pair)}`, pair, place, side: '', end: false, cls: 'copy', seat: null }));
  return laid.sort((a, b) => a.place.cy - b.place.cy);
}

/** The tiles in the order in which they were played. @param {State} state */
function playedOf(state) {
  return state.moves.filter((move) => /^\d/.test(move.move)).map((move) => move.move.replace(/[A-Z].*$/, ''));
}

customElements.define('domino-line', DominoLine);
