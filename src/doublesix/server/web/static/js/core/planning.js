// @ts-check
import { halves, moveText, myTurn, stoodIn } from './wire.js';

/**
 * One move that is made ready while others play. It holds for an end as long as that end shows the same value, and for no other round.
 * @typedef {import('./wire.js').State} State
 * @typedef {{tile: string, side: string, value: number, round: number, seat: number, at: number}} Plan `at`: the moves made when it was planned
 */

/** Whether a move may be planned now: I hold a seat and play it myself, somebody else is to move, and there is an end to plan for. @param {State} state */
export function mayPlan(state) {
  return state.you !== null && state.turn !== null && state.turn !== state.you && !state.outcome && !stoodIn(state, state.you) && Boolean(state.line.lead);
}

/** The sides whose open value a tile shows. Whether it may be played there is said by `legal` when the turn comes. @param {State} state @param {string} tile */
export function matching(state, tile) {
  return Object.keys(state.ends).filter((side) => halves(tile).includes(state.ends[side]));
}

/** @param {State} state @param {string} tile @param {string} side @returns {Plan} */
export function planned(state, tile, side) {
  return { tile, side, value: state.ends[side], round: state.round, seat: state.you ?? 0, at: state.moves.length };
}

/**
 * What becomes of a plan: it is kept, its turn has come (`play`), its end or the rules no longer take it (`drop`), or what it was made for
 * is over (`gone`), of which nothing needs to be said. @param {Plan} plan @param {State} state @returns {'keep'|'play'|'drop'|'gone'}
 */
export function fate(plan, state) {
  const over = state.outcome || state.turn === null || stoodIn(state, plan.seat) || state.round !== plan.round || state.you !== plan.seat;
  if (over || state.moves.length < plan.at || !state.hand.includes(plan.tile)) return 'gone';
  if (state.ends[plan.side] !== plan.value) return 'drop';
  if (!myTurn(state)) return 'keep';
  return state.legal.includes(moveText(plan.tile, plan.side)) ? 'play' : 'drop';
}
