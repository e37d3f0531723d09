// @ts-check
/** What a rated table has changed, as a list under the outcome; and names that lead to their profiles. */

import { t } from '../core/speech.js';
import { personName } from '../core/words.js';
import { h } from './dom.js';

/** @typedef {import('../core/wire.js').State} State */

/** The ratings of a table that is over; nothing where it is not rated. @param {State} state @returns {Node[]} */
export function ratingLines(state) {
  const { ratings, match } = state;
  if (!ratings || (match && !match.over)) return [];
  if (!ratings.changes.length) return [h('p', { class: 'hint' }, t('The ratings come in a moment.'))];
  return [h('ul', { class: 'rated', 'aria-label': t('Ratings') }, ...ratings.changes.map((change) => h('li', {}, line(state, change))))];
}

/** @param {State} state @param {import('../core/wire.js').RatingChange} change */
function line(state, change) {
  const { before, after, margin } = change;
  const name = personName(state, change.seat);
  return change.seat === state.you
    ? t('Your rating: {before} → {after} ± {margin}', { before: String(before), after: String(after), margin })
    : t("{name}'s rating: {before} → {after} ± {margin}", { name, before: String(before), after: String(after), margin });
}

/** A seat's name, leading to the profile of who sits there with an account. @param {State} state @param {number} seat @param {string} name */
export function profileLink(state, seat, name) {
  const { player, label, name: person } = state.seats[seat];
  return player ? h('a', { href: player }, label && seat !== state.you ? `${person}, ${label}` : name) : name;
}
