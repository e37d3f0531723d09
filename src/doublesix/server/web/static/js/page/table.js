// @ts-check
import { openSession } from '../core/connect.js';
import { mixIn } from '../core/mixing.js';
import { t } from '../core/speech.js';
import { moveText, myTurn, parts, sidesOf, sits, withPending } from '../core/wire.js';
import { awayWords, boneyardWords, hint, capital, endName, number, personName, seatName, tileName } from '../core/words.js';
import { find, h, say, set } from '../el/dom.js';
import '../el/domino-hand.js';
import '../el/domino-line.js';
import '../el/hand-cover.js';
import '../el/round-card.js';
import '../el/score-pad.js';
import '../el/seat-strip.js';
import { closeWhenCovering } from '../el/sheet.js';
import { forget, speak } from '../el/voice.js';
import { bindChat } from './chat.js';
import { bindConsent } from './consent.js';
import { bindCountdown } from './countdown.js';
import { bindOptions } from './options.js';

/**
 * The table page: the only module that knows both the connection and the elements.
 * @typedef {import('../core/wire.js').TableEvent} TableEvent
 */

/** @param {string} selector */
const element = (selector) => find(selector, HTMLElement);
const main = element('#main');
const pad = element('#pad');
const padButton = element('#pad-button');
const buttons = { L: element('#left'), R: element('#right'), draw: element('#draw'), pass: element('#pass') };
const hand = /** @type {import('../el/domino-hand.js').DominoHand} */ (element('domino-hand'));
const line = /** @type {import('../el/domino-line.js').DominoLine} */ (element('domino-line'));
const strip = /** @type {import('../el/seat-strip.js').SeatStrip} */ (element('seat-strip'));
const sheet = /** @type {import('../el/score-pad.js').ScorePad} */ (element('score-pad'));
const resign = element('#resign');
const card = /** @type {import('../el/round-card.js').RoundCard} */ (element('round-card'));

const cover = /** @type {import('../el/hand-cover.js').HandCover} */ (element('hand-cover'));

const first = JSON.parse(element('#snapshot').textContent ?? '');
const table = String(first.table);
find('#report', HTMLAnchorElement).href = `/table/${encodeURIComponent(table)}/report`;
const record = `/api/tables/${encodeURIComponent(table)}/record`;
const options = bindOptions(find('#options', HTMLDetailsElement), () => render());

/** The tile that waits for its end. @type {string|null} */
let chosen = null;
/** A sentence that stays until the next step, such as a refusal. */
let note = '';
/** What the others did last. */
let story = '';
/** Whose hand lay open last; null where nobody's did. @type {number|null} */
let open = first.state.you;
/** What the others did before a hand was taken, until that is told. @type {string[]} */
let since = [];
let wasMine = false;
let wasOver = Boolean(first.state.outcome);
/** Whether the end of this round was said. */
let endTold = wasOver;
/** Whether it was said that the connection is lost. */
let lossTold = false;
let wasCovered = false;
/** @type {string[]} */
let heldBefore = first.state.hand;
/** Where my last tile lay when it was played. @type {Map<string, DOMRect>} */
const origins = new Map();

/** How the table is shown here: `screen` large and without a hand, `hand` with the hand first. */
const view = main.dataset.view ?? '';
/** Whether the page is on its way to another table: the event and the answer both say where to. */
let going = false;

/** @param {string} url */
function go(url) {
  if (!going) location.assign(view ? `${url}/${view}` : url);
  going = true;
}

const session = openSession(table, first, { changed, refused, taken: (told) => (since = told), told: (message) => chat(message), skipped, go });

const chat = bindChat(/** @type {import('../el/chat-panel.js').ChatPanel} */ (element('chat-panel')), element('#chat-button'), () => session);

const showClock = bindCountdown(element('#clock'), session);
const showAsked = bindConsent(session, () => (find('#options', HTMLDetailsElement).open = false));

const way = () => options.tap || session.state.rules.tap;

/** @param {TableEvent[]} all */
function changed(all) {
  const news = all.filter((event) => event.kind !== 'committed' && event.kind !== 'mixed');
  const { state } = session;
  mixIn(session);
  const before = document.activeElement;
  const next = news.find((event) => event.kind === 'again' && event.url);
  if (next?.url && (sits(state) || view === 'screen')) return go(next.url);
  if (state.you !== open) turnOver();
  if (news.length) {
    note = '';
    const others = news.filter((event) => event.seat !== state.you && event.kind !== 'dealt' && event.kind !== 'asked' && event.text);
    if (others.length) story = others[others.length - 1].text;
    else if (news.some((event) => event.kind === 'dealt')) story = '';
  }
  if (chosen && (!myTurn(state) || !sidesOf(state, chosen).length || session.pending)) chosen = null;
  if (!state.outcome) endTold = false;
  render();
  sayConnection();
  if (news.length) announce(news.map((event) => event.text).filter(Boolean));
  else if (since.length || (state.device && state.you !== null && !wasMine)) announce(since);
  since = [];
  keepFocus(before);
  wasMine = myTurn(state);
  wasOver = Boolean(state.outcome);
  wasCovered = !cover.hidden;
  heldBefore = state.hand;
  waitFor();
  return undefined;
}

/** Say once that the connection is lost, and once that it is back. */
function sayConnection() {
  const lost = session.status === 'lost';
  if (lost && !lossTold) speak(t('The connection is lost. It comes back by itself.'));
  else if (lossTold && session.status === 'open') speak(t('Connected again.'));
  if (session.status !== 'connecting') lossTold = lost;
}

/** A round came to its end while nothing could be heard. */
function skipped() {
  speak(t('While the connection was lost, another round began.'));
  announce([]);
}

/** Another hand is open, or none: nothing of the one before stays in the page. */
function turnOver() {
  open = session.state.you;
  chosen = null;
  note = '';
  story = since.slice(-3).join(' ');
  heldBefore = [];
  wasMine = false;
  origins.clear();
  forget();
}

/** Until when the absent seat is waited for: its seat, and when the others may act. @type {{seat: number, due: number, told: boolean}|null} */
let absent = null;

/** Take note of who is awaited, and say so once. */
function waitFor() {
  const { state, away, wait } = session;
  if (away === null || wait === null || state.turn !== away || state.outcome) absent = null;
  else if (absent?.seat !== away || (wait === 0 && !absent.told) || session.status !== 'open') {
    const told = absent?.seat === away && absent.told;
    absent = { seat: away, due: Date.now() + wait * 1000, told: wait === 0 };
    if (state.you !== away && !told) speak(awayWords(state, away, wait));
  }
  showAbsent();
}

function showAbsent() {
  const bar = element('#absent');
  const { state } = session;
  bar.hidden = !absent || state.you === absent.seat || session.status !== 'open';
  if (!absent || bar.hidden) return;
  const left = absent.told ? 0 : Math.max(1, Math.ceil((absent.due - Date.now()) / 1000));
  const mayAct = left === 0 && sits(state);
  say(bar.querySelector('p'), !sits(state) ? t('{who} is away.', { who: personName(state, absent.seat) }) : awayWords(state, absent.seat, left));
  for (const name of ['#stand-in', '#claim']) element(name).hidden = !mayAct;
}

setInterval(showAbsent, 1000);

/** @param {string} sentence */
function refused(sentence) {
  const before = document.activeElement;
  note = sentence;
  render();
  speak(sentence);
  keepFocus(before);
}

/** Say what happened, in whole sentences and once. @param {string[]} sentences */
function announce(sentences) {
  const { state } = session;
  const spoken = sentences.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
  if (state.outcome && !endTold) spoken.push([state.outcome.title.replace(/\.?$/, '.'), ...state.outcome.reasons].join(' '));
  else if (myTurn(state)) spoken.push(hint(state, null).join(' ').trim());
  endTold = Boolean(state.outcome);
  spoken.forEach(speak);
}

/** Focus is never lost through an update: it goes to the hand on my turn, to the sheet at the end. @param {Element|null} before */
function keepFocus(before) {
  const { state } = session;
  const atTable = !before || before === document.body || (main.contains(before) && !pad.contains(before));
  if (!atTable) return;
  const lost = !before || before === document.body || !before.isConnected || Boolean(before.closest('[hidden]'));
  if (state.outcome) {
    if (!wasOver || lost) card.take();
    return;
  }
  if (!cover.hidden) {
    if (lost || wasCovered === false || before === main) cover.take();
    return;
  }
  if (!state.hand.length) {
    if (lost) main.focus({ preventScroll: true });
    return;
  }
  const drawn = heldBefore.length < state.hand.length && myTurn(state) && !wasOver ? state.hand[state.hand.length - 1] : '';
  if (drawn && sidesOf(state, drawn).length) hand.take(drawn);
  else if (lost || (myTurn(state) && !wasMine && !hand.contains(before)) || before === main) hand.take();
}

function render() {
  const { state, awaited } = session;
  const shown = awaited ? withPending(state, awaited) : state;
  const busy = Boolean(session.pending);
  const mine = myTurn(state) && !busy;
  hand.data = { state: shown, chosen, busy };
  strip.here = session.here;
  strip.data = state;
  cover.data = state;
  showClock();
  showAsked();
  sheet.data = state;
  card.data = { state, record, replay: `/table/${encodeURIComponent(table)}/replay`, busy };
  element('#ending').hidden = Boolean(state.outcome) || state.you === null;
  for (const part of [hand, element('.acts')]) part.hidden = Boolean(state.outcome) || state.you === null;
  element('#now').hidden = Boolean(state.outcome);
  for (const side of /** @type {const} */ (['L', 'R'])) {
    const ready = mine && chosen !== null && sidesOf(state, chosen).includes(side);
    const value = state.ends[side];
    const button = buttons[side];
    say(button.querySelector('b'), value === undefined ? '' : String(value));
    set(button, { 'aria-disabled': ready ? null : 'true', 'aria-label': value === undefined ? capital(endName(side)) : t('{end}, {value}', { end: capital(endName(side)), value: number(value) }) });
  }
  buttons.draw.hidden = !(mine && state.legal.includes('draw'));
  buttons.pass.hidden = !(mine && state.legal.includes('pass'));
  say(buttons.draw.querySelector('small'), boneyardWords(state));
  now(busy);
  line.data = {
    state: shown,
    chosen,
    sides: chosen ? sidesOf(state, chosen) : [],
    awaited,
    origin: (seat, tile) => (seat === state.you ? origins.get(tile) ?? null : seat === null ? null : strip.rectOf(seat)),
  };
  main.dataset.n = String(session.n);
  main.dataset.turn = state.outcome ? 'over' : busy ? 'sent' : mine ? 'mine' : 'other';
  const link = element('#link');
  link.dataset.status = session.status;
  say(link.querySelector('span'), { open: t('Connected'), connecting: t('Connecting'), lost: t('Reconnecting') }[session.status]);
  say(element('#heading'), heading());
  document.title = `${myTurn(state) ? `${t('Your turn')} – ` : ''}${state.rules.title} – doublesix`;
}

/** The table in a line, for who cannot see it. */
function heading() {
  const { state } = session;
  const where = { title: state.rules.title, n: state.round };
  if (state.outcome) return t('{title}, round {n}, finished', where);
  return myTurn(state) ? t('{title}, round {n}, your turn', where) : t('{title}, round {n}', where);
}

/** The visible line: whose turn it is and why something was refused, or what the others did. @param {boolean} busy */
function now(busy) {
  const { state } = session;
  const lost = session.status !== 'open';
  if (busy && !lost) return; // the answer is a moment away, and the tile is hatched until then
  const [turn, more] = hint(state, chosen);
  const rest = view === 'screen' ? '' : more;
  const head = busy ? t('Not sent yet.') : turn;
  const told = busy ? t('Waiting for the connection; your move is kept.') : note || (chosen ? rest : [story, rest].filter(Boolean).join(' '));
  const place = element('#now');
  const key = `${head}|${told}`;
  if (place.dataset.is === key) return;
  place.dataset.is = key;
  place.replaceChildren(h('span', {}, h('em', {}, head), ' ', told));
  place.classList.toggle('long', head.length + told.length > 76);
}

/** Show and say a sentence that answers what was just tried. @param {string} sentence */
function tell(sentence) {
  note = sentence;
  render();
  speak(sentence);
}

/** @param {string} move */
function play(move) {
  const { tile } = parts(move);
  if (tile) {
    const from = hand.rectOf(tile);
    if (from) origins.set(tile, from);
  }
  chosen = null;
  note = '';
  if (session.ask('move', move) && session.status !== 'open') speak(t('Waiting for the connection; your move is kept.'));
}

/** @param {string|null} tile */
function choose(tile) {
  chosen = tile;
  note = '';
  render();
  if (tile) speak(hint(session.state, tile)[1]);
}

function notMine() {
  const { state } = session;
  if (session.pending) return t('Your last move is still on its way.');
  if (state.device?.take != null) return t('Take the hand first.');
  if (!sits(state)) return t('You are watching this table.');
  if (state.turn === null) return t('The round is over.');
  return t('It is not your turn: {who} is to play.', { who: seatName(state, state.turn) });
}

/** @param {string} tile @param {boolean} byKey */
function tapped(tile, byKey) {
  const { state } = session;
  if (!myTurn(state) || session.pending) return tell(notMine());
  const sides = sidesOf(state, tile);
  if (!sides.length) {
    chosen = null;
    return tell(state.why[tile] ?? t('The {tile} fits neither end.', { tile: tileName(tile) }));
  }
  if (way() === 'one' && sides.length === 1) return play(moveText(tile, sides[0]));
  if (chosen !== tile) return choose(tile);
  if (!byKey) return choose(null);
  if (sides.length === 1) return play(moveText(tile, sides[0]));
  line.ends[0]?.focus();
  return undefined;
}

/** @param {string} side */
function atEnd(side) {
  const { state } = session;
  if (!myTurn(state) || session.pending) return tell(notMine());
  const tile = chosen ?? (hand.contains(document.activeElement) ? hand.current : null);
  if (tile && sidesOf(state, tile).includes(side)) return play(moveText(tile, side));
  if (tile && sidesOf(state, tile).includes('O')) return play(tile);
  const value = state.ends[side];
  if (value === undefined) return tell(t('Choose a tile to lead first.'));
  if (!tile) return tell(t('Choose a tile first; the {end} shows {value}.', { end: endName(side), value: number(value) }));
  return tell(t('The {tile} does not fit the {end}, {value}.', { tile: tileName(tile), end: endName(side), value: number(value) }));
}

/** @param {'draw'|'pass'} what */
function drawOrPass(what) {
  const { state } = session;
  if (!myTurn(state) || session.pending) return tell(notMine());
  if (state.legal.includes(what)) return play(what);
  return tell(state.why_not[what] ?? (what === 'draw' ? t('You cannot draw now.') : t('You cannot pass now.')));
}

/** The button that resigns asks once more. */
function unsure() {
  delete resign.dataset.sure;
  say(resign, t('Resign'));
}

/** @param {boolean} open @param {boolean} [left] whether the focus has gone elsewhere */
function showPad(open, left = false) {
  pad.classList.toggle('open', open);
  padButton.setAttribute('aria-expanded', String(open));
  if (open) pad.querySelector('button')?.focus();
  else if (!left) padButton.focus();
}

hand.addEventListener('tile', (event) => {
  const { tile, byKey } = /** @type {CustomEvent} */ (event).detail;
  tapped(tile, byKey);
});
line.addEventListener('end', (event) => atEnd(/** @type {CustomEvent} */ (event).detail));
buttons.L.addEventListener('click', () => atEnd('L'));
buttons.R.addEventListener('click', () => atEnd('R'));
buttons.draw.addEventListener('click', () => drawOrPass('draw'));
buttons.pass.addEventListener('click', () => drawOrPass('pass'));
cover.addEventListener('take', (event) => {
  const seat = /** @type {CustomEvent} */ (event).detail;
  if (!session.tell({ t: 'take', seat })) tell(t('There is no connection now; it comes back by itself.'));
});
card.addEventListener('next', () => session.ask('next'));
card.addEventListener('check', async () => {
  const { openCheck } = await import('../el/deal-check.js');
  await openCheck(session, record);
});
card.addEventListener('again', () => session.ask('again'));
element('#stand-in').addEventListener('click', () => absent && session.ask('stand_in', undefined, absent.seat));
element('#claim').addEventListener('click', () => absent && session.ask('claim', undefined, absent.seat));
resign.addEventListener('click', () => {
  if (resign.dataset.sure !== 'yes') {
    resign.dataset.sure = 'yes';
    say(resign, t('Yes, resign this round'));
    return;
  }
  session.ask('resign');
  unsure();
  find('#options', HTMLDetailsElement).open = false;
});
element('#options').addEventListener('toggle', unsure);
padButton.addEventListener('click', () => showPad(!pad.classList.contains('open')));
pad.addEventListener('close', () => showPad(false));
closeWhenCovering(pad, () => pad.classList.contains('open') && showPad(false, true));
document.addEventListener('click', (event) => {
  if (chosen && !(/** @type {Element} */ (event.target)).closest('.held, .ghost, .acts, .head, .pad')) choose(null);
});
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const target = /** @type {Element} */ (event.target);
  if (event.key === 'Escape') {
    if (pad.classList.contains('open')) showPad(false);
    else if (chosen) {
      const tile = chosen;
      choose(null);
      hand.take(tile);
    }
    return;
  }
  if (!options.keys || !main.contains(target) || pad.contains(target) || session.state.outcome) return;
  const act = { l: () => atEnd('L'), r: () => atEnd('R'), d: () => drawOrPass('draw'), p: () => drawOrPass('pass') }[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});
window.addEventListener('online', () => session.wake());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) session.wake();
});

window.addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  going = false;
  session.wake();
});

render();
if (session.state.outcome) card.take();
else if (!cover.hidden) cover.take();
else if (session.state.hand.length) hand.take(undefined, true);
wasMine = myTurn(session.state);
wasCovered = !cover.hidden;
session.connect();
