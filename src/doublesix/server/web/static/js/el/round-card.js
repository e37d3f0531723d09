// @ts-check
import { t } from '../core/speech.js';
import { halves } from '../core/wire.js';
import { count, list, personName, seatName } from '../core/words.js';
import { h, say } from './dom.js';
import { tilePicture } from './tile-art.js';

/** @typedef {import('../core/wire.js').State} State */

/** The sheet that closes a round: why it ended, what everybody still held, the sums, and what comes next. Says `next`, `again` or `check`. */
export class RoundCard extends HTMLElement {
  #key = '';

  connectedCallback() {
    this.addEventListener('click', (event) => {
      const button = (/** @type {Element} */ (event.target)).closest('button[data-ask]');
      if (button) this.dispatchEvent(new CustomEvent(button.getAttribute('data-ask') ?? '', { bubbles: true }));
    });
  }

  /** Show the outcome of this state, or hide. @param {{state: State, record: string, replay: string, busy: boolean}} data */
  set data({ state, record, replay, busy }) {
    const { outcome } = state;
    this.hidden = !outcome;
    const key = outcome ? JSON.stringify([state.round, outcome, state.match, state.company?.wishes]) : '';
    if (outcome && key !== this.#key) this.replaceChildren(...contents(state, record, replay));
    this.#key = key;
    this.querySelector('button[data-ask]')?.setAttribute('aria-disabled', String(busy));
  }

  /** Put the focus on the headline, which says how it ended. */
  take() {
    this.querySelector('h2')?.focus({ preventScroll: true });
  }
}

/** @param {State} state @param {string} record @param {string} replay */
function contents(state, record, replay) {
  const { outcome, match } = state;
  if (!outcome) return [];
  const rows = state.seats.map((_, seat) => row(state, seat));
  const paragraphs = [...outcome.reasons];
  if (match?.next && !match.over) paragraphs.push(match.next);
  const next = Boolean(match && !match.over && match.can_next);
  const tie = outcome.ending === 'blocked' && outcome.winners.length !== 1 && outcome.points.every((points) => !points);
  const button = h('button', { class: 'main-button', type: 'button', 'data-ask': next ? 'next' : 'again' }, next ? (tie ? 'Deal again' : 'Next round') : 'Again');
  const wishes = state.company?.wishes ?? [];
  const ours = state.device?.seats ?? (state.you === null ? [] : [state.you]);
  const mine = ours.length > 0 && ours.every((seat) => wishes.includes(seat));
  if (!next && mine) say(button, 'Waiting for the others');
  button.hidden = !ours.length;
  const others = wishes.filter((seat) => !ours.includes(seat)).map((seat) => personName(state, seat));
  if (!next && others.length) paragraphs.push(`${list(others)} would like to play again.`);
  const check = h('button', { class: 'head-button', type: 'button', 'data-ask': 'check' }, t('Check the deal'));
  check.hidden = !state.fair?.secret;
  const go = h('div', { class: 'go' }, button, check, h('a', { href: '/new' }, 'New game'), h('a', { href: replay }, t('Replay')), h('a', { href: record, download: '' }, t('Record')));
  return [
    h('h2', { tabindex: -1 }, match?.over ? matchWords(state) : outcome.title),
    h('ul', { class: 'sheet', 'aria-label': 'Tiles left' }, ...rows),
    h('div', { class: 'reasons' }, ...(match?.over ? [outcome.title + '.', ...paragraphs] : paragraphs).map((text) => h('p', {}, text))),
    go,
  ];
}

/** @param {State} state @param {number} seat */
function row(state, seat) {
  const { outcome, match } = state;
  if (!outcome) return h('li');
  const tiles = outcome.hands[seat] ?? [];
  const left = h('span', { class: 'left', role: 'img', 'aria-label': tiles.length ? list(tiles) : 'no tiles left' }, ...tiles.map((tile) => tilePicture(halves(tile), false)));
  if (!tiles.length) left.append('out of tiles');
  const points = h('span', { class: 'points' });
  if (match) points.append(outcome.points[seat] ? `+${outcome.points[seat]}` : '0', h('small', {}, `${match.scores[seat]} in all`));
  else points.append(count(outcome.pips[seat] ?? 0, 'pip'));
  const item = h('li', { class: outcome.winners.includes(seat) ? 'won' : '' }, h('b', {}, seatName(state, seat)), left, points);
  if (outcome.sums[seat]) item.append(h('span', { class: 'sum' }, outcome.sums[seat]));
  return item;
}

/** @param {State} state */
function matchWords(state) {
  const { match } = state;
  const winners = (match?.winners ?? []).map((seat) => seatName(state, seat));
  const scores = state.seats.map((_, seat) => `${seatName(state, seat)} ${match?.scores[seat]}`);
  const verb = winners.length === 1 && winners[0] !== 'You' ? 'wins' : 'win';
  return winners.length ? `${list(winners)} ${verb} the match: ${scores.join(', ')}` : `The match is over: ${scores.join(', ')}`;
}

customElements.define('round-card', RoundCard);
