// @ts-check
import { linesFrom } from '../core/lines.js';
import { aimOf, byCost, commented, onSkill, pipsLeft, reasonsIn, suitsLaid, verdicts } from '../core/review.js';
import { frameAt } from '../core/replay.js';
import { list, num, percent, t, tn } from '../core/speech.js';
import { chart } from '../el/chart.js';
import { h, say, whole } from '../el/dom.js';
import { save } from './save.js';
import { truthAfterwards } from './truth.js';

/**
 * The review of one seat's moves of a round, beside its replay.
 * @typedef {import('../core/replay.js').Replay} Replay
 * @typedef {import('../core/review.js').Decision} Decision
 * @typedef {import('../core/review.js').Luck} Luck
 * @typedef {{replay: Replay, called: string[], own(seat: number): boolean, where(): {round: number, eye: import('../core/replay.js').Eye}, go(there: {count?: number, eye?: import('../core/replay.js').Eye}): void,
 *   entry(): {record: any, number: number}, laid(): import('../core/picture.js').Laid[]}} Desk
 */

/** Verdicts that name a loss. */
const WORSE = ['inaccuracy', 'mistake', 'blunder'];

/** An interval in percent. @param {number} low @param {number} high */
const span = (low, high) => t('between {low} and {high}', { low: percent(low), high: percent(high) });

/** @param {string} verdict */
function verdictWord(verdict) {
  switch (verdict) {
    case 'best': return t('the best move');
    case 'equal': return t('as good as the best');
    case 'inaccuracy': return t('an inaccuracy');
    case 'mistake': return t('a mistake');
    case 'blunder': return t('a blunder');
    default: return t('too close to call');
  }
}

/** A decision in one sentence. @param {Decision} one */
function judged({ at, played, verdict, loss, ci95: [low, high], best }) {
  const what = { n: at + 1, move: played, verdict: verdictWord(verdict) };
  if (verdict === 'best') return t('Move {n}, {move}: {verdict}.', what);
  const others = list(best.filter((move) => move !== played).slice(0, 3));
  const cost = { ...what, cost: percent(loss), span: span(low, high), best: others };
  return others
    ? t('Move {n}, {move}: {verdict}; {cost} behind the best ({span}). Best or level: {best}.', cost)
    : t('Move {n}, {move}: {verdict}; {cost} behind the best ({span}).', cost);
}

/** What was legal, and how often each of it wins. @param {Decision} one */
function legal({ moves, played }) {
  const score = (/** @type {{win: number, tie: number}} */ { win, tie }) => win + tie / 2;
  const rows = Object.entries(moves).sort(([, a], [, b]) => score(b) - score(a)).map(([move, { win, ci95 }]) =>
    h('tr', {}, h('th', { scope: 'row' }, move === played ? t('{move}, played', { move }) : move), h('td', {}, percent(win)), h('td', {}, span(...ci95.win))));
  return h('details', { class: 'legal' }, h('summary', {}, tn('{n} move was legal', '{n} moves were legal', rows.length)),
    h('table', {}, h('thead', {}, h('tr', {}, ...[t('Move'), t('Win'), t('Interval')].map((name) => h('th', { scope: 'col' }, name)))), h('tbody', {}, ...rows)));
}

/** The skills, as one picks them. @returns {Record<string, string>} */
const skillNames = () => ({ ends: t('Both ends'), drawing: t('Drawing'), counting: t('Counting'), blocking: t('Blocking'), pips: t('Pips') });

/** What became of the mistakes that were to be kept. @param {{found: number, new: number}} line @param {Decision[]} decisions @returns {(string|Node)[]} */
function keptWords({ found, new: fresh }, decisions) {
  const box = h('a', { href: '/learn/mistakes' }, t('My mistakes'));
  if (!found && !decisions.some(({ verdict }) => WORSE.includes(verdict))) return [t('There is no mistake to keep.')];
  if (!found) return [t('Kept for practice is only what a second look, in other deals, confirms: it left in doubt what is named a mistake here.')];
  if (!fresh) return [t('These mistakes are kept already.'), ' ', box];
  return [tn('{n} mistake is kept for practice.', '{n} mistakes are kept for practice.', fresh), ' ', box];
}

/** The heart of a review: what was told so far, and where it is shown. @param {HTMLElement} panel @param {Desk} desk */
export function bindReview(panel, desk) {
  const start = h('button', { class: 'head-button', type: 'button' });
  const bar = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': t('Review under way') });
  const told = h('p', { class: 'hint', role: 'status', tabindex: -1 });
  const out = h('div', { class: 'review' });
  const keep = h('input', { type: 'checkbox' });
  const wish = h('label', { class: 'keep' }, keep, t('These are my moves: keep the mistakes for practice'));
  panel.replaceChildren(h('h2', {}, t('Review')), start, wish, bar, told, out);
  /** @type {AbortController|null} */
  let running = null;
  let shown = '';
  /** Whose moves a review would be of. @type {number|null} */
  let whose = null;

  const seat = () => {
    const { eye } = desk.where();
    return typeof eye === 'number' ? eye : whose ?? desk.replay.you ?? 0;
  };

  const refresh = () => {
    const { round } = desk.where();
    say(start, desk.own(seat()) ? t('Review your moves') : t('Review the moves of {name}', { name: desk.called[seat()] }));
    start.hidden = !desk.replay.rounds[round].outcome || Boolean(running);
    wish.hidden = start.hidden;
    if (whose !== seat()) keep.checked = seat() === desk.replay.you;
    whose = seat();
    if (shown && shown !== `${round} ${seat()}`) {
      running?.abort();
      out.replaceChildren();
      say(told, '');
      shown = '';
    }
  };

  start.addEventListener('click', async () => {
    const [whose, { round }] = [seat(), desk.where()];
    const kept = h('p', { class: 'kept' });
    if (document.activeElement === start) told.focus();
    running = new AbortController();
    shown = `${round} ${whose}`;
    desk.go({ eye: whose });
    start.hidden = wish.hidden = true;
    bar.hidden = false;
    bar.value = 0;
    say(told, t('Reviewing…'));
    /** @type {Decision[]} */
    const decisions = [];
    /** @type {Luck|null} */
    let luck = null;
    /** @type {import('./truth.js').Truth|null} */
    let truth = null;
    try {
      const { record, number } = desk.entry();
      let moves = 1;
      for await (const line of linesFrom('/api/review', { record, round: number, seat: whose, keep: keep.checked }, running.signal)) {
        if (line.t === 'start') moves = line.moves.length;
        else if (line.t === 'decision') decisions.push(line);
        else if (line.t === 'error') throw new Error(line.error);
        else if (line.t === 'kept') kept.append(...keptWords(line, decisions));
        else if (line.t === 'truth') truth = line;
        else luck = line;
        bar.value = decisions.length / Math.max(1, moves);
      }
      out.replaceChildren(...(kept.hasChildNodes() ? [kept] : []), ...results(decisions, luck, truth, whose));
      const free = byCost(decisions).length;
      if (!free) say(told, desk.own(whose) ? t('You had no choice in this round, so there is nothing to judge.') : t('{name} had no choice in this round, so there is nothing to judge.', { name: desk.called[whose] }));
      else say(told, desk.own(whose)
        ? tn('{n} decision of yours is judged; forced moves are left out.', '{n} decisions of yours are judged; forced moves are left out.', free)
        : tn('{n} decision of {name} is judged; forced moves are left out.', '{n} decisions of {name} are judged; forced moves are left out.', free, { name: desk.called[whose] }));
    } catch (problem) {
      if (!running?.signal.aborted) say(told, (problem instanceof Error && problem.message) || t('The review was interrupted; try again.'));
    }
    running = null;
    bar.hidden = true;
    refresh();
  });

  /** @param {Decision[]} decisions @param {Luck|null} luck @param {import('./truth.js').Truth|null} truth @param {number} whose @returns {Node[]} */
  function results(decisions, luck, truth, whose) {
    const { round } = desk.where();
    const name = desk.called[whose];
    const own = desk.own(whose);
    const played = desk.replay.rounds[round];
    const moves = played.steps.length;
    if (!moves) return [];
    const frames = Array.from({ length: moves + 1 }, (_, count) => frameAt(played, count));
    const ordered = byCost(decisions);
    const counts = [...verdicts(decisions)].map(([verdict, n]) => h('li', {}, t('{verdict}: {n}', { verdict: verdictWord(verdict), n })));
    const items = ordered.map((one) => {
      const go = h('button', { type: 'button', class: `verdict ${one.verdict}` }, ...whole(judged(one)));
      go.addEventListener('click', () => desk.go({ count: one.at, eye: whose }));
      const facts = ['best', 'equal'].includes(one.verdict) ? [] : [h('ul', {}, ...one.facts.map((fact) => h('li', {}, fact)))];
      return h('li', {}, go, ...facts, legal(one));
    });
    const points = decisions.map(({ at, worth: { best } }) => ({ at, value: best[0], low: best[1], high: best[2] }));
    const every = (/** @type {number[]} */ values) => values.map((value, at) => ({ at, value }));
    const pips = pipsLeft(frames).map((values, at) => ({ name: desk.called[at], points: every(values) }));
    const suits = suitsLaid(frames, desk.replay.rules.max_pip).map((values, value) => ({ name: num(value), points: every(values) }));
    const counted = (/** @type {number} */ value) => num(Math.round(value));
    const chances = own ? t('Chance to win before each of your moves, with its interval') : t('Chance to win before each move of {name}, with its interval', { name });
    const left = chart({ title: t('Pips left'), series: pips, moves, least: 0, most: Math.max(...pips.flatMap((one) => one.points.map(({ value }) => value))), write: counted });
    const judging = [
      skillFirst(decisions, whose),
      h('h3', {}, t('All decisions')),
      h('p', { class: 'hint' }, own ? t('Judged by what you could know, in the same imagined deals for every move. What was hidden plays no part; it stands below, apart from this.') : t('Judged by what {name} could know, in the same imagined deals for every move. What was hidden plays no part; it stands below, apart from this.', { name })),
      ...[...new Set(ordered.map(({ model }) => model))].map((model) => h('p', { class: 'hint' }, t('Valued by {model}.', { model: model ?? '' }))),
      h('ul', { class: 'counts' }, ...counts),
      h('ul', { class: 'dearest', 'aria-label': t('Decisions, the dearest first') }, ...items),
    ];
    return [
      ...(ordered.length ? judging : []),
      chart({ title: chances, series: [{ name, points }], moves, least: 0, most: 1, write: percent }),
      chart({ title: t('Tiles of each suit on the line'), series: suits, moves, least: 0, most: desk.replay.rules.max_pip + 1, write: counted }),
      takeaway(decisions, luck, truth, whose),
      truthAfterwards({ luck, truth, names: desk.called, own, whose, charts: [left], go: (count) => desk.go({ count, eye: 'all' }), span }),
    ];
  }

  /** The skill that was worked on, before anything else, win or lose. @param {Decision[]} decisions @param {number} whose */
  function skillFirst(decisions, whose) {
    const { record, number } = desk.entry();
    const reasons = reasonsIn((record.rounds?.[number] ?? record).comments);
    const pick = h('select', {}, h('option', { value: '' }, t('no skill')), ...Object.entries(skillNames()).map(([skill, name]) => h('option', { value: skill }, name)));
    pick.value = aimOf(reasons, desk.replay.rounds[desk.where().round].steps.map(({ seat: mover }) => mover), whose);
    const shown = h('div', {});
    const show = () => {
      const { asked, good, close, worse } = onSkill(decisions, pick.value);
      const items = asked.map((one) => {
        const go = h('button', { type: 'button', class: `verdict ${one.verdict}` }, ...whole(judged(one)));
        go.addEventListener('click', () => desk.go({ count: one.at, eye: whose }));
        const reason = reasons.get(one.at)?.text;
        return h('li', {}, go, h('ul', {}, h('li', {}, one.skills[pick.value]), ...(reason ? [h('li', { class: 'reason' }, t('The reason given: {reason}', { reason }))] : [])));
      });
      const counts = { good: num(good), worse: num(worse), close: num(close) };
      const sum = asked.length
        ? tn('{n} decision asked for it: best or as good {good}, worse {worse}, too close to call {close}.', '{n} decisions asked for it: best or as good {good}, worse {worse}, too close to call {close}.', asked.length, counts)
        : t('No decision of this round asked for it.');
      shown.replaceChildren(...(pick.value ? [h('p', {}, sum), h('ul', { class: 'dearest' }, ...items)] : []));
    };
    pick.addEventListener('change', show);
    show();
    return h('section', { class: 'skill-first' }, h('label', { class: 'skill' }, t('Skill worked on'), ' ', pick), shown);
  }

  /** @param {Decision[]} decisions @param {Luck|null} luck @param {import('./truth.js').Truth|null} truth @param {number} whose */
  function takeaway(decisions, luck, truth, whose) {
    const act = (/** @type {string} */ name, /** @type {() => void} */ run) => {
      const button = h('button', { class: 'head-button', type: 'button' }, name);
      button.addEventListener('click', run);
      return button;
    };
    // laid ready at once, so that the browser's own way to print finds it too
    const sheet = { replay: desk.replay, round: desk.where().round, whose, decisions, laid: desk.laid(), judged };
    const paper = import('./printed.js').then(({ printed }) => {
      document.querySelector('.printed')?.remove();
      panel.prepend(printed(sheet));
    });
    const { record, number } = desk.entry();
    const inner = record.rounds ? { ...record, rounds: record.rounds.map((/** @type {any} */ one, /** @type {number} */ at) => (at === number ? commented(one, decisions, judged) : one)) } : commented(record, decisions, judged);
    return h('div', { class: 'share', role: 'group', 'aria-label': t('Take the review away') },
      act(t('Record with comments'), () => save(`${JSON.stringify(inner)}\n`, 'application/json', 'reviewed.json')),
      act(t('Review as JSON'), () => save(`${JSON.stringify({ seat: whose, round: number, decisions, luck, truth })}\n`, 'application/json', 'review.json')),
      act(t('Print'), async () => {
        await paper;
        print();
      }));
  }

  refresh();
  return refresh;
}
