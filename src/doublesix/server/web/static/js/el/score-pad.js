// @ts-check
import { t, tn } from '../core/speech.js';
import { halves, parts } from '../core/wire.js';
import { seatName, sideName, tiles } from '../core/words.js';
import { h, keyed, say } from './dom.js';
import { tilePicture } from './tile-art.js';

/**
 * @typedef {import('../core/wire.js').State} State
 * @typedef {import('../core/wire.js').Made} Made
 */

/** The ruled pad: the round, the running scores, and one move a line. Says `close` on a narrow screen. */
export class ScorePad extends HTMLElement {
  #title = h('h2', { class: 'big' }, h('span'), ' ', h('small'));
  #score = h('tbody');
  #why = h('p', { class: 'why' });
  #moves = h('ol', { class: 'moves', tabindex: 0, 'aria-label': t('Moves of this round') });
  #length = 0;

  connectedCallback() {
    const close = h('button', { class: 'head-button close-pad', type: 'button' }, t('Close'));
    close.addEventListener('click', () => this.dispatchEvent(new CustomEvent('close', { bubbles: true })));
    this.append(close, this.#title, h('table', { class: 'score', 'aria-label': t('Seats') }, this.#score), h('h3', {}, t('Moves')), this.#why, this.#moves);
  }

  /** @param {State} state */
  set data(state) {
    say(this.#title.firstElementChild, state.match ? t('Round {n}', { n: state.round }) : state.rules.title);
    say(this.#title.lastElementChild, state.match?.target ? t('to {n}', { n: state.match.target }) : '');
    const scores = state.match?.scores;
    const target = state.match?.target ?? 100;
    this.#score.parentElement?.classList.toggle('plain', !scores);
    keyed(this.#score, state.seats.map((_, seat) => seat), String, () => h('tr', {}, h('th', { scope: 'row' }), h('td', { class: 'bar' }, h('i')), h('td')), (row, seat) => {
      row.classList.toggle('on', state.turn === seat);
      const [name, bar, figure] = row.children;
      say(name, state.you === seat && state.seats[seat].label ? t('{who} (you)', { who: seatName(state, seat) }) : seatName(state, seat));
      const value = scores ? scores[seat] : state.seats[seat].tiles;
      /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${scores ? Math.min(100, (100 * value) / target) : 0}%`;
      say(figure, scores ? String(value) : tiles(value));
    });
    const moves = fold(state.moves);
    keyed(this.#moves, moves, (move) => `${state.round}.${move.n}`, () => h('li'), (row, move) => {
      const signature = `${move.move} ${move.draws} ${seatName(state, move.seat)}`;
      if (row.dataset.is !== signature) {
        row.dataset.is = signature;
        row.replaceChildren(...line(state, move));
      }
      row.classList.toggle('now-move', move === moves[moves.length - 1]);
    });
    // with the next frame, which lays out the page anyway
    if (state.moves.length !== this.#length) requestAnimationFrame(() => (this.#moves.scrollTop = this.#moves.scrollHeight));
    this.#length = state.moves.length;
    say(this.#why, state.why_leader);
  }
}

/**
 * Draws in a row by one seat are one line. @param {Made[]} moves @returns {(Made & {draws: number, drawn: string[], at: number})[]}
 */
function fold(moves) {
  /** @type {(Made & {draws: number, drawn: string[], at: number})[]} */
  const out = [];
  moves.forEach((move, i) => {
    const draw = move.move.startsWith('draw');
    const tile = draw ? parts(move.move).tile : null;
    const last = out[out.length - 1];
    if (draw && last && last.draws && last.seat === move.seat) {
      last.draws += 1;
      if (tile) last.drawn.push(tile);
    } else out.push({ ...move, draws: draw ? 1 : 0, drawn: tile ? [tile] : [], at: i + 1 });
  });
  return out;
}

/** @param {State} state @param {Made & {draws: number, drawn: string[], at: number}} move */
function line(state, move) {
  const { kind, tile, side } = parts(move.move);
  const ends = Object.values(move.ends ?? {});
  const where = side ? sideName(side) : t('led');
  const out = [h('span', { class: 'n', 'aria-hidden': 'true' }, String(move.at)), h('span', { class: 'who' }, seatName(state, move.seat))];
  if (kind === 'pass') out.push(h('span', { class: 'act' }, t('passed')));
  else if (kind === 'draw') out.push(h('span', { class: 'act' }, move.drawn.length ? t('drew {tiles}', { tiles: move.drawn.join(', ') }) : tn('drew a tile', 'drew {n} tiles', move.draws)));
  else if (tile) {
    const picture = h('span', { role: 'img', 'aria-label': tile }, tilePicture(halves(tile), false));
    out.push(picture, h('span', { class: 'dir' }, where));
  }
  const many = ends.length + where.length / 3 > 6; // beside the side there is room for so many; more have a line of their own
  if (kind === 'tile') out.push(h('span', { class: many ? 'ends many' : 'ends' }, ends.join('\u2009–\u2009')));
  return out;
}

customElements.define('score-pad', ScorePad);
