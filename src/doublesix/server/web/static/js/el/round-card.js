// @ts-check
import { t, tn } from '../core/speech.js';
import { halves } from '../core/wire.js';
import { list, personName, pips, seatName } from '../core/words.js';
import { h, say, whole } from './dom.js';
import { profileLink, ratingLines } from './ratings.js';
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

  /** Show the outcome of this state, or hide; `onward` is where the people whom I watch have gone on to. @param {{state: State, onward?: string, record: string, replay: string, busy: boolean}} data */
  set data({ state, onward = '', record, replay, busy }) {
    const { outcome } = state;
    this.hidden = !outcome;
    const key = outcome ? JSON.stringify([state.round, outcome, state.seats, state.duplicate, state.match, state.company?.wishes, state.ratings, onward]) : '';
    if (outcome && key !== this.#key) this.replaceChildren(...contents(state, onward, record, replay));
    this.#key = key;
    this.querySelector('button[data-ask]')?.setAttribute('aria-disabled', String(busy));
  }

  /** Put the focus on the headline, which says how it ended. */
  take() {
    this.querySelector('h2')?.focus({ preventScroll: true });
  }
}

/** @param {State} state @param {string} watched @param {string} record @param {string} replay */
function contents(state, watched, record, replay) {
  const { outcome, match } = state;
  if (!outcome) return [];
  const rows = state.duplicate?.withheld ? [] : state.seats.map((_, seat) => row(state, seat));
  const paragraphs = [...outcome.reasons];
  if (match?.next && !match.over) paragraphs.push(match.next);
  const next = Boolean(match && !match.over && match.can_next);
  const tie = outcome.ending === 'blocked' && outcome.winners.length !== 1 && outcome.points.every((points) => !points);
  const button = h('button', { class: 'main-button', type: 'button', 'data-ask': next ? 'next' : 'again' }, next ? (tie ? t('Deal again') : t('Next round')) : t('Again'));
  const wishes = state.company?.wishes ?? [];
  const ours = state.device?.seats ?? (state.you === null ? [] : [state.you]);
  const mine = ours.length > 0 && ours.every((seat) => wishes.includes(seat));
  if (!next && mine) say(button, t('Waiting for the others'));
  button.hidden = !ours.length;
  const others = wishes.filter((seat) => !ours.includes(seat)).map((seat) => personName(state, seat));
  if (!next && others.length) paragraphs.push(others.length === 1 ? t('{who} would like to play again.', { who: others[0] }) : t('{names} would like to play again.', { names: list(others) }));
  const check = h('button', { class: 'head-button', type: 'button', 'data-ask': 'check' }, t('Check the deal'));
  check.hidden = !state.fair?.secret;
  const { duplicate } = state;
  if (duplicate) {
    button.hidden = true;
    paragraphs.push(...ofDuplicate(duplicate));
  }
  const onward = duplicate ? [h('a', { class: 'main-button', href: (state.you !== null && duplicate.next) || duplicate.url }, state.you !== null && duplicate.next ? t('Next deal') : t('Results'))] : watched ? [h('a', { class: 'main-button', href: watched }, t('Watch the next round'))] : [];
  const go = h('div', { class: 'go' }, ...onward, button, check, h('a', { href: inviting(state) }, t('Invite')), h('a', { href: '/new' }, t('New game')), h('a', { href: replay }, t('Replay')), h('a', { href: record, download: 'doublesix-record.jsonl' }, t('Record')));
  return [
    h('h2', { tabindex: -1 }, match?.over ? matchWords(state) : outcome.title),
    h('ul', { class: 'sheet', 'aria-label': t('Tiles left') }, ...rows),
    h('div', { class: 'reasons' }, ...(match?.over ? [outcome.title + '.', ...paragraphs] : paragraphs).map((text) => h('p', {}, ...whole(text))), ...ratingLines(state)),
    go,
  ];
}

/** The form of a new table like this one, with a seat for whoever is invited. @param {State} state */
const inviting = ({ rules, players }) => (rules.id ? `/new?rules=${encodeURIComponent(rules.id)}&players=${players}&level1=open` : '/new?level1=open');

/** What a finished deal is to its duplicate. @param {import('../core/wire.js').Duplicate} duplicate */
function ofDuplicate({ deal, deals, withheld }) {
  const said = [t('Deal {deal} of {deals} in a duplicate.', { deal, deals })];
  if (withheld) said.push(t('All hands and the boneyard are shown when the other tables have played it too.'));
  return said;
}

/** @param {State} state @param {number} seat */
function row(state, seat) {
  const { outcome, match } = state;
  if (!outcome) return h('li');
  const tiles = outcome.hands[seat] ?? [];
  const left = h('span', { class: 'left', role: 'img', 'aria-label': tiles.length ? list(tiles) : t('no tiles left') }, ...tiles.map((tile) => tilePicture(halves(tile), false)));
  if (!tiles.length) left.append(t('out of tiles'));
  const points = h('span', { class: 'points' });
  if (match) points.append(outcome.points[seat] ? `+${outcome.points[seat]}` : '0', h('small', {}, t('{n} in all', { n: match.scores[seat] })));
  else points.append(pips(outcome.pips[seat] ?? 0));
  const item = h('li', { class: outcome.winners.includes(seat) ? 'won' : '' }, h('b', {}, profileLink(state, seat, seatName(state, seat))), left, points);
  if (outcome.sums[seat]) item.append(h('span', { class: 'sum' }, ...whole(outcome.sums[seat])));
  return item;
}

/** @param {State} state */
function matchWords(state) {
  const { match } = state;
  const won = [...(match?.winners ?? [])].sort((a, b) => Number(b === state.you) - Number(a === state.you));
  const scores = state.seats.map((_, seat) => `${seatName(state, seat)}\u00a0${match?.scores[seat]}`).join(', ');
  if (!won.length) return t('The match is over: {scores}', { scores });
  if (won.length === 1 && won[0] === state.you && !state.seats[won[0]].label) return t('You win the match: {scores}', { scores });
  const who = list(won.map((seat) => seatName(state, seat)));
  return tn('{who} wins the match: {scores}', '{who} win the match: {scores}', won.length, { who, scores });
}

customElements.define('round-card', RoundCard);
