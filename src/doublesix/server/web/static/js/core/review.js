// @ts-check
/**
 * A review as the page holds it.
 * @typedef {[number, number, number]} Band an estimate, and its interval of 95 %
 * @typedef {{at: number, seat: number, played: string, best: string[], loss: number, ci95: [number, number], verdict: string, facts: string[],
 *   skills: Record<string, string>, moves: Record<string, {win: number, tie: number, ci95: {win: [number, number]}}>, model: string|null, worth: {best: Band, played: Band}}} Decision
 * @typedef {{skill: string, text: string}} Reason why a move was made, as its player said it
 * @typedef {{even: number, deal: number, choices: number, draws: number, others: number, result: number, ci95: Record<string, [number, number]>,
 *   steps: [number, string, number][]}} Luck `steps`: before which move, which part, how much
 */

/** Decisions, forced moves left out: the dearest first. @param {Decision[]} decisions */
export const byCost = (decisions) => decisions.filter(({ verdict }) => verdict !== 'forced').sort((a, b) => b.loss - a.loss || a.at - b.at);

/** How often each verdict was given, forced moves left out. @param {Decision[]} decisions @returns {Map<string, number>} */
export function verdicts(decisions) {
  const found = new Map();
  for (const { verdict } of byCost(decisions)) found.set(verdict, (found.get(verdict) ?? 0) + 1);
  return found;
}

/**
 * A record with the review as comments, one on each decision. @param {any} record a round @param {Decision[]} decisions @param {(one: Decision) => string} say
 */
export function commented(record, decisions, say) {
  const comments = { ...(record.comments ?? {}) };
  for (const one of byCost(decisions)) comments[one.at] = [comments[one.at], say(one)].filter(Boolean).join(' ');
  return { ...record, comments };
}

/** The reasons among a record's comments, by move: a comment that begins with a skill in brackets. @param {any} comments @returns {Map<number, Reason>} */
export function reasonsIn(comments) {
  const found = new Map();
  for (const [at, text] of Object.entries(comments ?? {})) {
    const [, skill, words] = /^\s*\[(ends|drawing|counting|blocking|pips)\]\s*([^]*)$/.exec(text ?? '') ?? [];
    if (skill) found.set(Number(at), { skill, text: words.trim() });
  }
  return found;
}

/** What a seat worked on: the skill it named most often, empty where it named none. @param {Map<number, Reason>} reasons @param {number[]} turns @param {number} seat */
export function aimOf(reasons, turns, seat) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const [at, { skill }] of reasons) if (turns[at] === seat) counts[skill] = (counts[skill] ?? 0) + 1;
  return Object.entries(counts).sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** The decisions that asked something of a skill, and how they went. @param {Decision[]} decisions @param {string} skill */
export function onSkill(decisions, skill) {
  const asked = decisions.filter((one) => one.verdict !== 'forced' && one.skills[skill]);
  const good = asked.filter(({ verdict }) => verdict === 'best' || verdict === 'equal').length;
  const close = asked.filter(({ verdict }) => verdict === 'too-close').length;
  return { asked, good, close, worse: asked.length - good - close };
}

/** The pips in each hand after each number of moves, from the deal on. @param {import('./replay.js').Frame[]} frames @returns {number[][]} by seat */
export function pipsLeft(frames) {
  const total = (/** @type {string[]} */ hand) => hand.reduce((sum, tile) => sum + tile.split('-').reduce((own, half) => own + (Number(half) || 0), 0), 0);
  return frames[0].hands.map((_, seat) => frames.map((frame) => total(frame.hands[seat])));
}

/** How many tiles of each suit lie on the line after each number of moves. @param {import('./replay.js').Frame[]} frames @param {number} most @returns {number[][]} by value */
export function suitsLaid(frames, most) {
  return Array.from({ length: most + 1 }, (_, value) => frames.map((frame) =>
    [...(frame.lead ? [frame.lead] : []), ...Object.values(frame.arms).flat()].filter((pair) => pair.includes(value)).length));
}
