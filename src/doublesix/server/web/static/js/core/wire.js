// @ts-check
/**
 * The shapes that travel between server and page. The page never derives rules: what may be played stands in `legal`, why not in `why`.
 * @typedef {[number, number]} Pair two halves; on the line the inner one first
 * @typedef {{name: string, label: string|null, kind: string, level: string|null, tiles: number, player?: string|null, program?: boolean}} Seat
 * @typedef {{what: 'void'|'take_back', by: number, yes: number[]}} Asked something that needs everybody's consent
 * @typedef {{seat: number, before: number, after: number, margin: number}} RatingChange
 * @typedef {{family: string, title: string, pool: string, changes: RatingChange[]}} Ratings what a rated table counts for, and what it has changed
 * @typedef {{wishes: number[], standing: number[], resigned: number[], asked: Asked|null}} Company people among themselves: who wishes to play
 *   again, whom the computer plays for, who gave up, what is asked
 * @typedef {{turn: number|null, late: string, grace: number, away: string}} Pace what was agreed about time
 * @typedef {{seat: number, left: number, runs: boolean}} Clock whose time is counted and what was left of it
 * @typedef {{seats: number[], take: number|null}} Device people who share this device: their seats, and whose hand may be taken now
 * @typedef {{lead: Pair|null, arms: Record<string, Pair[]>}} Line
 * @typedef {{n: number, seat: number, move: string, ends?: Record<string, number>}} Made
 * @typedef {{ending: string, winners: number[], pips: (number|null)[], places: number[], points: number[], hands: string[][],
 *   boneyard?: string[], title: string, reasons: string[], sums: string[]}} Outcome
 * @typedef {{table: string, round: number, commitment: string, strings?: string[], secret?: string, lot?: boolean}} Fair what the deal was committed to; secret and strings after the round
 * @typedef {{url: string, deal: number, deals: number, withheld: boolean, next: string|null}} Duplicate what the deal is to a duplicate
 * @typedef {{round: number, commitment: string, mixed: number[]}} Pledge what the next deal is committed to, and which seats have added to it
 * @typedef {{target: number|null, scores: number[], over: boolean, winners: number[]|null, next: string|null, can_next: boolean}} Match
 * @typedef {{id: string|null, title: string, max_pip: number, reserve: number, draws: boolean, spinner: string, target: number|null,
 *   tap: string}} TableRules
 * @typedef {{rules: TableRules, you: number|null, players: number, seats: Seat[], round: number, scores: number[], leader: number,
 *   turn: number|null, why_leader: string, line: Line, ends: Record<string, number>, hand: string[], boneyard: number,
 *   drawable: number, legal: string[], why: Record<string, string>, why_not: {draw?: string|null, pass?: string|null},
 *   moves: Made[], outcome: Outcome|null, match: Match|null, company?: Company|null, pace?: Pace, rated?: boolean, ratings?: Ratings|null, undo?: number|null,
 *   device?: Device|null, host?: number|null, locked?: boolean, fair?: Fair|null, pledge?: Pledge|null, duplicate?: Duplicate|null}} State
 * @typedef {{n: number, kind: string, seat: number|null, move?: string|null, ends?: Record<string, number>, text: string, url?: string, took?: number}} TableEvent
 * @typedef {{move: string, ends: Record<string, number>, matches: number, pips: number, unseen: number|null, points: number}} Placement
 * @typedef {{n: number, seat: number|null, pips: number|null, fits: Record<string, string[]>, plays: Placement[]}} Counts what a seat could count by itself
 * @typedef {{t: string, n?: number, from?: number, table?: string, cid?: string|null, error?: string, stale?: boolean, url?: string,
 *   since?: string[], mode?: string, modes?: string[], lines?: any[], clock?: Clock|null, ratings?: Ratings|null, here?: boolean[], away?: number|null, wait?: number|null,
 *   state?: Omit<State, 'moves'> & {moves?: Made[]}, events?: TableEvent[]}} Message
 */

/** A tile text as its halves, the heavier first. @param {string} tile @returns {Pair} */
export function halves(tile) {
  const [a, b] = tile.split('-');
  return [Number(a), Number(b)];
}

/** Halves as the tile's text. @param {Pair} pair */
export function tileText([a, b]) {
  return `${Math.max(a, b)}-${Math.min(a, b)}`;
}

/**
 * A move text as its parts: `6-4L` is the tile `6-4` at the side `L`; a lead has no side, `draw` and `pass` no tile.
 * @param {string} move @returns {{kind: 'tile'|'draw'|'pass', tile: string|null, side: string|null}}
 */
export function parts(move) {
  if (move === 'pass') return { kind: 'pass', tile: null, side: null };
  if (move.startsWith('draw')) return { kind: 'draw', tile: move.slice(5) || null, side: null };
  const found = /^(\d+-\d+)(.*)$/.exec(move);
  return { kind: 'tile', tile: found ? found[1] : move, side: (found && found[2]) || null };
}

/** The sides where a tile may be played now; `O` stands for the lead. @param {State} state @param {string} tile @returns {string[]} */
export function sidesOf(state, tile) {
  return state.legal.map(parts).filter((move) => move.tile === tile && move.kind === 'tile').map((move) => move.side ?? 'O');
}

/** The move text of a tile at a side. @param {string} tile @param {string} side */
export function moveText(tile, side) {
  return side === 'O' ? tile : tile + side;
}

/** The seats that are mine: several where people share this device. @param {State} state @returns {number[]} */
export const mySeats = (state) => state.device?.seats ?? (state.you !== null ? [state.you] : []);

/** Whether I sit here, alone or with others at this device. @param {State} state */
export const sits = (state) => state.you !== null || Boolean(state.device);

/** Whether a computer player looks after a seat until its owner takes it back. @param {State} state @param {number} seat */
export const stoodIn = (state, seat) => Boolean(state.company?.standing.includes(seat));

/** Whether it is my turn, and nobody plays for me. @param {State} state */
export function myTurn(state) {
  return state.you !== null && state.turn === state.you && !state.outcome && !stoodIn(state, state.you);
}

/**
 * The line as it will look when a move of mine is accepted, for showing it at once.
 * @param {State} state @param {string} move @returns {State}
 */
export function withPending(state, move) {
  const { kind, tile, side } = parts(move);
  if (kind !== 'tile' || !tile) return state;
  const pair = halves(tile);
  const hand = state.hand.filter((held) => held !== tile);
  if (!side || !state.line.lead) return { ...state, hand, line: { lead: pair, arms: { L: [], R: [] } } };
  const end = state.ends[side];
  /** @type {Pair} */
  const laid = pair[0] === end ? pair : [pair[1], pair[0]];
  const arms = { ...state.line.arms, [side]: [...(state.line.arms[side] ?? []), laid] };
  return { ...state, hand, line: { ...state.line, arms } };
}
