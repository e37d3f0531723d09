// @ts-check
import { canKeep } from '../core/kept.js';
import { paint, svgText } from '../core/picture.js';
import { commentsIn, decisionFrom, frameAt, hashOf, isDecision, moveSeen, placeOf, sees, unseen } from '../core/replay.js';
import { t, tn } from '../core/speech.js';
import { halves, parts } from '../core/wire.js';
import { list, sideName } from '../core/words.js';
import { bindCopying } from '../el/copy-link.js';
import { find, h, keyed, say, set, tell } from '../el/dom.js';
import '../el/domino-line.js';
import { tilePicture } from '../el/tile-art.js';
import { bindAnalysis } from './analysis.js';
import { bindReview } from './review.js';
import { save as saveFile } from './save.js';

/**
 * The replay page: a round that is over, move by move, through any eyes.
 * @typedef {import('../core/replay.js').Replay} Replay
 * @typedef {import('../core/replay.js').Step} Step
 * @typedef {import('../core/replay.js').Frame} Frame
 * @typedef {import('../core/replay.js').Eye} Eye
 */

/** @param {string} selector */
const button = (selector) => find(selector, HTMLButtonElement);

/** @type {Replay} */
const replay = JSON.parse(find('#replay', HTMLElement).textContent ?? '');
const line = /** @type {import('../el/domino-line.js').DominoLine} */ (find('domino-line', HTMLElement));
const scrub = find('#scrub', HTMLInputElement);
const rounds = find('#rounds select', HTMLSelectElement);
const eyes = find('#eyes select', HTMLSelectElement);
const moves = find('#moves', HTMLElement);
/** What else follows the place that is shown. @type {(() => void)[]} */
const panels = [];
/** Tiles of a hand or boneyard that are drawn; of more the rest is counted. */
const MOST = 16;
let place = placeOf(location.hash, replay);

const round = () => replay.rounds[place.round];
/** Whether a seat is that of who looks, and has no label that everybody calls it by. @param {number} seat */
const own = (seat) => seat === replay.you && !replay.labelled;
/** Whether a seat is that of who looks: analysis and review speak of a person, whatever his seat is called. @param {number} seat */
const mine = (seat) => seat === replay.you;
/** What the seats are called where a name stands alone; who looks is told which is his. */
const called = replay.names.map((who, seat) => (own(seat) ? t('You') : seat === replay.you ? t('{who} (you)', { who }) : who));
const name = (/** @type {number} */ seat) => called[seat];

/** @param {Record<string, number>} ends */
const values = (ends) => list(Object.values(ends).map(String));

/** A move as a sentence, as these eyes saw it. @param {Step} step @param {number} left tiles left in the boneyard after it */
function sentence(step, left) {
  const { kind, tile, side } = parts(moveSeen(step, place.eye));
  if (own(step.seat)) return yourSentence(step, left, { kind, tile, side });
  const who = replay.names[step.seat];
  if (kind === 'pass') return t('{who} passed.', { who });
  if (kind === 'draw') {
    return tile
      ? tn('{who} drew {tile}; {n} tile is left in the boneyard.', '{who} drew {tile}; {n} tiles are left in the boneyard.', left, { who, tile })
      : tn('{who} drew a tile; {n} tile is left in the boneyard.', '{who} drew a tile; {n} tiles are left in the boneyard.', left, { who });
  }
  if (!side) return t('{who} led {tile}.', { who, tile: tile ?? '' });
  const said = { who, tile: tile ?? '', side: sideName(side), before: values(step.before), after: values(step.after) };
  return t('{who} played {tile}, {side}; the ends were {before}, now they are {after}.', said);
}

/** The same of one's own move. @param {Step} step @param {number} left @param {{kind: string, tile?: string|null, side?: string|null}} move */
function yourSentence(step, left, { kind, tile, side }) {
  if (kind === 'pass') return t('You passed.');
  if (kind === 'draw') {
    return tile
      ? tn('You drew {tile}; {n} tile is left in the boneyard.', 'You drew {tile}; {n} tiles are left in the boneyard.', left, { tile })
      : tn('You drew a tile; {n} tile is left in the boneyard.', 'You drew a tile; {n} tiles are left in the boneyard.', left);
  }
  if (!side) return t('You led {tile}.', { tile: tile ?? '' });
  return t('You played {tile}, {side}; the ends were {before}, now they are {after}.',
    { tile: tile ?? '', side: sideName(side), before: values(step.before), after: values(step.after) });
}

/** What can be read off the table through these eyes. @param {Frame} frame @returns {string[]} */
function facts(frame) {
  const open = [...new Set(Object.values(frame.ends))];
  if (place.eye === 'all') {
    return open.map((value) => {
      const n = unseen(frame, value, 'none', replay.rules.max_pip);
      return tn('{n} tile with a {value} is not on the line yet.', '{n} tiles with a {value} are not on the line yet.', n, { value });
    });
  }
  return open.map((value) => {
    const n = unseen(frame, value, place.eye, replay.rules.max_pip);
    return tn('{n} tile with a {value} is out of sight from here.', '{n} tiles with a {value} are out of sight from here.', n, { value });
  });
}

/** @param {string[]} tiles @param {boolean} open */
function tilesOf(tiles, open) {
  const known = open ? tiles.filter((tile) => tile !== '?') : [];
  const label = known.length === tiles.length && open ? (tiles.length ? list(tiles) : t('no tiles')) : tn('{n} tile', '{n} tiles', tiles.length);
  const row = h('span', { class: 'row', role: 'img', 'aria-label': label });
  const shown = tiles.length > MOST ? tiles.slice(0, MOST - 1) : tiles;
  for (const tile of shown) row.append(open && tile !== '?' ? tilePicture(halves(tile), true) : h('i', { class: 'back' }));
  if (shown.length < tiles.length) row.append(h('small', {}, `+${tiles.length - shown.length}`));
  return row;
}

/** @param {Frame} frame */
function showHands(frame) {
  const here = frame.hands.map((hand, seat) => {
    const points = round().scores[seat] + (frame.points[seat] ?? 0);
    const item = h('li', { class: frame.turn === seat ? 'on' : '' }, h('b', {}, name(seat)), tilesOf(hand, sees(place.eye, seat)));
    if (frame.turn === seat) item.append(h('span', { class: 'sr' }, t('to move')));
    if (points) item.append(h('small', {}, tn('{n} point', '{n} points', points)));
    return item;
  });
  const boneyard = h('li', { class: 'boneyard' }, h('b', {}, t('Boneyard')), tilesOf(frame.boneyard, place.eye === 'all'));
  find('#hands', HTMLElement).replaceChildren(...here, boneyard);
}

/** @param {Frame} frame */
function showLine(frame) {
  const made = round().steps.slice(0, place.count).map((step, at) => ({ n: at + 1, seat: step.seat, move: moveSeen(step, place.eye), ends: step.after }));
  const seats = called.map((who, seat) => ({ name: who, label: null, kind: 'person', level: null, tiles: frame.hands[seat].length }));
  line.data = {
    state: {
      rules: { id: null, ...replay.rules, draws: true, target: null, tap: 'two' }, you: null, players: replay.players, seats, round: place.round + 1,
      scores: round().scores, leader: round().leader, turn: frame.turn, why_leader: round().why, line: { lead: frame.lead, arms: frame.arms },
      ends: frame.ends, hand: [], boneyard: frame.boneyard.length, drawable: 0, legal: [], why: {}, why_not: {}, moves: made, outcome: null, match: null,
    },
    chosen: null, sides: [], awaited: null, origin: () => null,
  };
}

/** What the record says beside the moves of the round that is shown. */
const comments = () => {
  const { record, number } = entry();
  return commentsIn(/** @type {any} */ (record), number);
};

function showMoves() {
  const { steps } = round();
  const left = round().boneyard.length;
  const said = comments();
  let drawn = 0;
  const rows = steps.map((step, at) => {
    if (step.move.startsWith('draw')) drawn += 1;
    return { at: at + 1, step, text: sentence(step, left - drawn), comment: said.get(at) ?? '' };
  });
  keyed(moves, rows, ({ at }) => `${place.round} ${at}`, ({ at }) => {
    const inner = h('button', { type: 'button' });
    inner.addEventListener('click', () => go({ count: at }));
    return h('li', {}, inner, h('p', { class: 'comment', dir: 'auto' }));
  }, (node, { at, step, text, comment }) => {
    const [inner, beside] = /** @type {HTMLElement[]} */ ([...node.children]);
    tell(inner, text);
    tell(beside, comment);
    beside.hidden = !comment;
    set(inner, { 'aria-current': at === place.count ? 'step' : null });
    node.classList.toggle('decision', isDecision(step, place.eye));
  });
  const now = moves.querySelector('[aria-current]');
  if (now instanceof HTMLElement && moves.scrollHeight > moves.clientHeight) moves.scrollTop = now.offsetTop - moves.clientHeight / 2;
}

function render() {
  const frame = frameAt(round(), place.count);
  const step = place.count ? round().steps[place.count - 1] : null;
  const comment = step ? comments().get(place.count - 1) : undefined;
  const told = step ? [sentence(step, frame.boneyard.length), ...step.texts] : [t('The deal.'), round().why];
  if (comment) told.push(t('Comment: {comment}', { comment }));
  tell(find('#told', HTMLElement), told.join(' '));
  find('#facts', HTMLElement).replaceChildren(...facts(frame).map((text) => h('p', {}, text)));
  set(scrub, { max: round().steps.length, 'aria-valuetext': step ? told[0] : t('The deal.') });
  scrub.value = String(place.count);
  rounds.value = String(place.round);
  eyes.value = String(place.eye);
  showHands(frame);
  showLine(frame);
  showMoves();
  const atStart = place.count === 0;
  const atEnd = place.count === round().steps.length;
  for (const id of ['#first', '#before']) set(button(id), { 'aria-disabled': atStart ? 'true' : null });
  for (const id of ['#after', '#last']) set(button(id), { 'aria-disabled': atEnd ? 'true' : null });
  set(button('#choice-before'), { 'aria-disabled': decisionFrom(round(), place.count, -1, place.eye) === null ? 'true' : null });
  set(button('#choice-after'), { 'aria-disabled': decisionFrom(round(), place.count, 1, place.eye) === null ? 'true' : null });
  history.replaceState(null, '', hashOf(place));
  showReport();
  for (const refresh of panels) refresh();
}

/** A report is about the move that is shown. */
function showReport() {
  const { url } = /** @type {{url?: string}} */ (replay);
  if (!url) return;
  const [path, query = ''] = url.split('?');
  const at = hashOf(place).slice(1);
  const form = query ? `${path}/report?${query}&${at}` : `${path.replace(/replay$/, 'report')}?${at}`;
  set(find('#report', HTMLAnchorElement), { href: form, hidden: null });
}

/** @param {Partial<typeof place>} there */
function go(there) {
  const next = { ...place, ...there };
  const most = replay.rounds[next.round].steps.length;
  place = { ...next, count: Math.max(0, Math.min(most, next.count)) };
  render();
}

/** @param {1|-1} way */
function toDecision(way) {
  const count = decisionFrom(round(), place.count, way, place.eye);
  if (count !== null) go({ count });
}

/** @param {Blob|string} content @param {string} kind @param {string} ending */
const save = (content, kind, ending) => saveFile(content, kind, `round-${place.round + 1}${ending}`);

function laid() {
  const at = new Map(round().steps.map((step, index) => [step.laid ? `${Math.max(...step.laid)}-${Math.min(...step.laid)}` : '', index]));
  return line.laid.map((tile) => ({ pair: tile.pair, place: tile.place, at: at.get(tile.key) ?? 0 }));
}

/** The line as it lies at the end of the round; what is shown comes back. */
function laidAtEnd() {
  const { count } = place;
  go({ count: round().steps.length });
  const found = laid();
  go({ count });
  return found;
}

/** Pictures are of the line as it lies; before the lead there is nothing to draw. @param {() => void} draw */
const withLine = (draw) => () => (laid().length ? draw() : say(find('#told', HTMLElement), t('Go to a move first: no tile lies on the table yet.')));

const title = () => t('{title}, round {round}, after move {move}', { title: replay.rules.title, round: place.round + 1, move: place.count });

/** @type {Record<string, () => void>} */
const acts = {
  first: () => go({ count: 0 }),
  before: () => go({ count: place.count - 1 }),
  after: () => go({ count: place.count + 1 }),
  last: () => go({ count: round().steps.length }),
  'choice-before': () => toDecision(-1),
  'choice-after': () => toDecision(1),
  'save-record': () => save(replay.record.map((one) => `${JSON.stringify(one)}\n`).join(''), 'application/x-ndjson', '.jsonl'),
  'save-svg': withLine(() => save(svgText(laid(), title()), 'image/svg+xml', '.svg')),
  'save-film': withLine(() => save(svgText(laid(), title(), true), 'image/svg+xml', '-film.svg')),
  'save-png': withLine(() => {
    const canvas = document.createElement('canvas');
    paint(canvas, laid(), 48);
    canvas.toBlob((blob) => blob && save(blob, 'image/png', '.png'));
  }),
};
for (const [id, act] of Object.entries(acts)) button(`#${id}`).addEventListener('click', act);
button('#copy-link').hidden = !replay.url;
bindCopying(button('#copy-link'), () => new URL(`${replay.url}${hashOf(place)}`, location.href).href, (text) => say(find('#told', HTMLElement), text));
if (replay.url && canKeep()) import('./keeping.js').then(({ bindKeeping }) => bindKeeping(button('#keep'), replay.url ?? ''));

/** The record that holds the round that is shown, and which of its rounds that is. */
function entry() {
  let left = place.round;
  for (const record of replay.record) {
    const holds = /** @type {any} */ (record).rounds?.length ?? 1;
    if (left < holds) return { record, number: left };
    left -= holds;
  }
  throw new Error('no such round');
}

const where = () => place;
panels.push(
  bindAnalysis(find('#analysis', HTMLElement), { names: called, own: mine, where, entry, turn: () => frameAt(round(), place.count).turn }),
  bindReview(find('#review', HTMLElement), { replay, called, own: mine, where, go, entry, laid: laidAtEnd }),
);

rounds.append(...replay.rounds.map((_, at) => h('option', { value: at }, String(at + 1))));
find('#rounds', HTMLElement).hidden = replay.rounds.length < 2;
eyes.append(h('option', { value: 'all' }, t('everybody: all hands')), ...called.map((who, seat) => h('option', { value: seat }, who)),
  h('option', { value: 'none' }, t('a spectator: no hand')));
rounds.addEventListener('change', () => go({ round: Number(rounds.value), count: 0 }));
eyes.addEventListener('change', () => go({ eye: /^\d+$/.test(eyes.value) ? Number(eyes.value) : /** @type {Eye} */ (eyes.value) }));
scrub.addEventListener('input', () => go({ count: Number(scrub.value) }));
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
  const act = { ArrowLeft: 'before', ArrowRight: 'after', Home: 'first', End: 'last', PageUp: 'choice-before', PageDown: 'choice-after' }[event.key];
  if (!act) return;
  event.preventDefault();
  acts[act]();
});
window.addEventListener('hashchange', () => {
  place = placeOf(location.hash, replay);
  render();
});

render();
