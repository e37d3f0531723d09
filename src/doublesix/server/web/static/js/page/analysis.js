// @ts-check
import { linesFrom } from '../core/lines.js';
import { list, num, percent, t } from '../core/speech.js';
import { h, say, tell } from '../el/dom.js';

/**
 * What is best at the place that is shown, from what the seat to move knows.
 * @typedef {{win: number, tie: number, loss: number, margin: number, ci95: Record<string, [number, number]>}} Chances
 * @typedef {{model: string, worlds: number, last: boolean, moves: Record<string, Chances>,
 *   standing: [string, 'best'|'equal'|'too-close'|'behind', number, number, number][]}} Found `standing`: a move, its word, how far it is behind, the best first
 * @typedef {{worlds: string, exact: boolean, unseen: number[], voids: [number, number, number][],
 *   odds: Record<string, {seats: (string|number|null)[], boneyard: string|number}>,
 *   leaves: Record<string, {ends: number[], own: number, unseen: number}>}} Known
 */

/** Half the width of an interval, as the page writes it. @param {[number, number]} ci @param {(value: number) => string} write */
const about = ([low, high], write) => h('small', {}, ` ±${write((high - low) / 2)}`);
const tenths = (/** @type {number} */ value) => num(Math.round(value * 10) / 10);

/** A fraction such as 3/7 or a number as a share. @param {string|number|null} odds */
function share(odds) {
  if (odds === null) return '';
  const [above, below] = String(odds).split('/').map(Number);
  return percent(below ? above / below : above);
}

/** Tiles with the same odds stand together. @param {Known['odds']} odds @returns {[string[], Known['odds'][string]][]} */
function grouped(odds) {
  /** @type {Map<string, [string[], Known['odds'][string]]>} */
  const groups = new Map();
  for (const [tile, one] of Object.entries(odds)) {
    const key = JSON.stringify(one);
    const group = groups.get(key) ?? [[], one];
    group[0].push(tile);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * @param {HTMLElement} panel
 * @param {{names: string[], own(seat: number): boolean, where(): {round: number, count: number}, turn(): number|null, entry(): {record: any, number: number}}} desk
 */
export function bindAnalysis(panel, desk) {
  const start = h('button', { class: 'head-button', type: 'button' });
  const told = h('p', { class: 'hint', role: 'status' });
  const sofar = h('p', { class: 'hint' });
  const out = h('div', { class: 'analysis' });
  const known = h('details', { class: 'known', hidden: true });
  panel.replaceChildren(h('h2', {}, t('Analysis')), start, told, sofar, out, known);
  /** @type {AbortController|null} */
  let running = null;
  let shown = '';

  const refresh = () => {
    const { round, count } = desk.where();
    const turn = desk.turn();
    start.hidden = turn === null;
    if (turn !== null) say(start, desk.own(turn) ? t('What should you play here?') : t('What should {name} play here?', { name: desk.names[turn] }));
    if (shown && shown !== `${round} ${count}`) {
      running?.abort();
      out.replaceChildren();
      known.hidden = true;
      say(told, '');
      shown = '';
    }
  };

  start.addEventListener('click', async () => {
    const { round, count } = desk.where();
    running?.abort();
    const own = (running = new AbortController());
    shown = `${round} ${count}`;
    say(told, t('Thinking…'));
    try {
      const { record, number } = desk.entry();
      for await (const line of linesFrom('/api/analyse', { record, round: number, at: count }, own.signal)) {
        if (line.t === 'error') throw new Error(line.error);
        if (line.t === 'knowledge') show(line);
        else {
          out.replaceChildren(movesOf(line));
          tell(line.last ? told : sofar, verdict(line));
          sofar.hidden = line.last;
        }
      }
    } catch (problem) {
      if (!own.signal.aborted) say(told, (problem instanceof Error && problem.message) || t('The analysis was interrupted; try again.'));
    }
  });

  /** @param {Found} found */
  function verdict({ standing, last, worlds }) {
    if (standing.length === 1) return t('There is one legal move: {move}.', { move: standing[0][0] });
    if (!last) return t('{worlds} deals so far…', { worlds });
    const level = standing.filter(([, word]) => word !== 'behind').map(([move]) => move);
    if (level.length === 1) return t('{move} is best, after {worlds} deals.', { move: level[0], worlds });
    return standing.some(([, word]) => word === 'too-close')
      ? t('Too close to call between {moves}, after {worlds} deals.', { moves: list(level), worlds })
      : t('{moves} are equal, after {worlds} deals.', { moves: list(level), worlds });
  }

  /** How a move stands to the best one. @param {Found['standing'][0]} one */
  function stands([, word, value, low, high]) {
    if (word === 'best') return t('best');
    if (word === 'equal') return t('equal');
    return word === 'too-close' ? t('too close to call') : t('{cost} behind ({low} to {high})', { cost: percent(value), low: percent(low), high: percent(high) });
  }

  /** @param {Found} found */
  function movesOf(found) {
    const head = [t('Move'), t('Against the best'), t('Win'), t('Tie'), t('Loss'), t('Margin')].map((name) => h('th', { scope: 'col' }, name));
    const rows = found.standing.map((one) => {
      const { ci95, ...chances } = found.moves[one[0]];
      const shares = /** @type {const} */ (['win', 'tie', 'loss']).map((name) => h('td', {}, percent(chances[name]), about(ci95[name], percent)));
      return h('tr', {}, h('th', { scope: 'row' }, one[0]), h('td', { class: 'stands' }, stands(one)), ...shares, h('td', {}, tenths(chances.margin), about(ci95.margin, tenths)));
    });
    return h('table', {}, h('caption', {}, t('By {model}, {worlds} deals', { model: found.model, worlds: found.worlds })), h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows));
  }

  /** @param {Known['leaves']} leaves */
  function leavesOf(leaves) {
    const head = [t('Move'), t('Ends it leaves'), t('Own tiles that fit'), t('Unseen tiles that fit')].map((name) => h('th', { scope: 'col' }, name));
    const rows = Object.entries(leaves).map(([move, { ends, own, unseen }]) => h('tr', {}, h('th', { scope: 'row' }, move), h('td', {}, list(ends.map((value) => num(value)))), h('td', {}, num(own)), h('td', {}, num(unseen))));
    return h('table', {}, h('caption', {}, t('What each move leaves')), h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows));
  }

  /** @param {Known} what */
  function show(what) {
    const head = what.unseen.map((_, value) => h('th', { scope: 'col' }, num(value)));
    const unseen = h('table', {}, h('caption', {}, t('Unseen tiles with each number')), h('tbody', {}, h('tr', {}, ...head), h('tr', {}, ...what.unseen.map((n) => h('td', {}, num(n))))));
    const voids = what.voids.map(([seat, value, since]) => h('li', {}, desk.own(seat) ? t('You have shown no {value} since move {since}.', { value, since }) : t('{name} has shown no {value} since move {since}.', { name: desk.names[seat], value, since })));
    const seats = Object.values(what.odds)[0]?.seats ?? [];
    const columns = seats.map((odds, seat) => (odds === null ? null : seat)).filter((seat) => seat !== null);
    const odds = h('table', {}, h('caption', {}, what.exact ? t('Where each unseen tile is, exactly') : t('Where each unseen tile is, by estimate')),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('Tiles')), ...columns.map((seat) => h('th', { scope: 'col' }, desk.names[Number(seat)])), h('th', { scope: 'col' }, t('Boneyard')))),
      h('tbody', {}, ...grouped(what.odds).map(([tiles, one]) => h('tr', {}, h('th', { scope: 'row' }, tiles.join(' ')), ...columns.map((seat) => h('td', {}, share(one.seats[Number(seat)]))), h('td', {}, share(one.boneyard))))));
    known.replaceChildren(h('summary', {}, t('What is known here')), h('p', { class: 'hint' }, t('{worlds} deals are possible.', { worlds: what.worlds })), leavesOf(what.leaves), unseen, ...(voids.length ? [h('ul', {}, ...voids)] : []), odds);
    known.hidden = false;
  }

  refresh();
  return refresh;
}
