// @ts-check
import { openSession } from '../core/connect.js';
import { mixIn } from '../core/mixing.js';
import { fate, matching, mayPlan, planned } from '../core/planning.js';
import { t } from '../core/speech.js';
import { moveText, myTurn, parts, sidesOf, sits, stoodIn, withPending } from '../core/wire.js';
import { awayWords, boneyardWords, hint, capital, endName, number, personName, planHint, question, seatName, tileName } from '../core/words.js';
import { find, h, say, set, styled, whole } from '../el/dom.js';
import '../el/domino-hand.js';
import '../el/domino-line.js';
import '../el/hand-cover.js';
import '../el/round-card.js';
import '../el/score-pad.js';
import '../el/seat-strip.js';
import { closeWhenCovering } from '../el/sheet.js';
import { forget, speak } from '../el/voice.js';
import './app.js';
import { bindConsent } from './consent.js';
import { bindLine } from './line.js';
import { bindOptions, kept } from './options.js';

/**
 * The table page: the only module that knows both the connection and the elements.
 * @typedef {import('../core/wire.js').TableEvent} TableEvent
 */

/** @param {string} selector */
const element = (selector) => find(selector, HTMLElement);
const main = element('#main');
const pad = element('#pad');
const padButton = element('#pad-button');
const buttons = { L: element('#left'), R: element('#right'), draw: element('#draw'), pass: element('#pass'), sure: element('#sure'), back: element('#put-back') };
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
const options = bindOptions(find('#options', HTMLDetailsElement), (name) => {
  if (name === 'teach') learn();
  if (name === 'sound' || name === 'buzz') sense([], '', true);
  render();
});

/** The tile that waits for its end. @type {string|null} */
let chosen = null;
/** A move that is not sent before I say so once more. @type {string|null} */
let asking = null;
/** What I play as soon as it is my turn. @type {import('../core/planning.js').Plan|null} */
let plan = null;
/** A sentence that stays until the next step, such as a refusal. */
let note = '';
/** Which rule that refuses, as the report names it; null where the note is no refusal. @type {string|null} */
let rule = null;
/** What was done last, and not by me: by the others, or for me. */
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
/** Whether it was said how the table stands when the page came. */
let greeted = false;
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

const session = openSession(table, first, { changed, refused, taken: (told) => (since = told), told: heard, skipped, go });

/** The chat, from the first word of it: a table without company needs none. @type {Promise<(message: import('../core/wire.js').Message) => void>|null} */
let chat = null;

/** @param {import('../core/wire.js').Message} message */
function heard(message) {
  if (message.t === 'counts') {
    learning().then(({ take }) => take(/** @type {any} */ (message)));
    return;
  }
  chat ??= import('./chat.js').then(({ bindChat }) => bindChat(/** @type {any} */ (element('chat-panel')), element('#chat-button'), () => session));
  chat.then((hear) => hear(message));
}

const showLine = bindLine(session);
let accompany = () => {};
/** Show the clock, from when there is one. */
let showClock = () => {
  if (!session.clock || timed) return;
  timed = true;
  import('./countdown.js').then(({ bindCountdown }) => (showClock = bindCountdown(element('#clock'), session)));
};
let timed = false;
/** The skill I work on, from when I look at the options or have one already. */
let showPurpose = () => {};
const purpose = () => void import('./purpose.js').then(({ bindPurpose }) => (showPurpose = bindPurpose(table, () => session.state)));
if (document.querySelector('#skill')) kept('skill') ? purpose() : element('#options').addEventListener('toggle', purpose, { once: true });

const showAsked = bindConsent(session, toTable);

const way = () => options.tap || session.state.rules.tap;

/** Where the people whom I watch have gone on to. */
let onward = '';

/** Whether a computer player looks after my seat, so that I did nothing of what it did. */
const standsIn = () => stoodIn(session.state, session.state.you ?? -1);

/** @param {TableEvent[]} all */
function changed(all) {
  const news = all.filter((event) => event.kind !== 'committed' && event.kind !== 'mixed');
  const { state } = session;
  mixIn(session);
  const before = document.activeElement;
  const next = news.find((event) => event.kind === 'again' && event.url);
  if (next?.url && (sits(state) || view === 'screen')) return go(next.url);
  if (next?.url) onward = next.url;
  if (state.you !== open) turnOver();
  else if (named() !== names) forgetNames();
  names = named();
  if (news.length) {
    note = '';
    const late = news.find((event) => event.kind === 'helped' && event.seat === state.you);
    const others = news.filter((event) => (event.seat !== state.you || standsIn()) && event.kind !== 'dealt' && event.kind !== 'asked' && event.text);
    if (late || others.length) story = [late?.text, others[others.length - 1]?.text].filter(Boolean).join(' ');
    else if (news.some((event) => event.kind === 'dealt')) story = '';
  }
  const about = followPlan();
  if (asking && !(myTurn(state) && state.legal.includes(asking) && !session.pending)) asking = null;
  if (chosen && (!state.hand.includes(chosen) || !sidesFor(chosen).length)) chosen = null;
  if (about) note = about;
  if (!state.outcome) endTold = false;
  render();
  sayConnection();
  if (news.length) announce([...news.map((event) => event.text), about].filter(Boolean), news.every(aside));
  else if (since.length || (state.device && state.you !== null && !wasMine)) announce(since);
  else if (about) speak(about);
  since = [];
  if (options.teach) learn();
  sense(news, state.outcome && !wasOver ? state.outcome.ending : '', myTurn(state) && !wasMine);
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
  if (greeted || session.status !== 'open') return;
  greeted = true;
  speak(hint(session.state, null).join(' ').trim());
}

/** A round came to its end while nothing could be heard. */
function skipped() {
  speak(t('While the connection was lost, another round began.'));
  announce([]);
}

/** Counting along, from when it is first asked for. @type {import('./counting.js').Counting|null} */
let counting = null;

async function learning() {
  const [{ countAlong }] = await Promise.all([import('./counting.js'), styled('aids')]);
  counting ??= countAlong(desk);
  return counting;
}

/** Count along, or no longer. */
async function learn() {
  (await learning()).follow(options.teach);
}

/** What is heard and felt, loaded for who has asked for it. @param {TableEvent[]} news @param {string} ending @param {boolean} mine */
async function sense(news, ending, mine) {
  if (!options.sound && !options.buzz) return;
  const { give, signsOf } = await import('./senses.js');
  give(signsOf(news, ending, mine), options);
}

/** Play what was planned once its turn has come, or ask where that is wished. What is to be said about it. */
function followPlan() {
  const { state } = session;
  if (!plan || session.pending || session.status !== 'open') return '';
  const what = fate(plan, state);
  if (what === 'keep') return '';
  const { tile, side } = plan;
  plan = null;
  if (what === 'gone') return '';
  if (what === 'drop') return t('Your plan for the {tile} on the {end} no longer holds.', { tile: tileName(tile), end: endName(side) });
  if (!options.confirm) {
    play(moveText(tile, side));
    return '';
  }
  asking = moveText(tile, side);
  return question(state, asking);
}

/** Who sits here. */
const named = () => session.state.seats.map(({ name }) => name).join('\n');
let names = named();

/** Somebody had his account deleted, and is called otherwise now: nothing of what was said keeps the name. */
function forgetNames() {
  note = story = '';
  forget();
}

/** Another hand is open, or none: nothing of the one before stays in the page. */
function turnOver() {
  open = session.state.you;
  chosen = asking = plan = null;
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
    if (state.you !== away && !told) speak(awaited(away, wait));
  }
  showAbsent();
}

/** Who is away, and to those who sit here what they may do about it. @param {number} seat @param {number} seconds */
const awaited = (seat, seconds) => (sits(session.state) ? awayWords(session.state, seat, seconds) : t('{who} is away.', { who: personName(session.state, seat) }));

function showAbsent() {
  const bar = element('#absent');
  const { state } = session;
  bar.hidden = !absent || state.you === absent.seat || session.status !== 'open';
  if (!absent || bar.hidden) return;
  const left = absent.told ? 0 : Math.max(1, Math.ceil((absent.due - Date.now()) / 1000));
  const mayAct = left === 0 && sits(state);
  say(bar.querySelector('p'), awaited(absent.seat, left));
  const ours = mayAct && (state.pace?.away ?? 'ask') === 'ask'; // else the table does by itself what was agreed
  element('#stand-in').hidden = !ours || Boolean(state.rated);
  element('#claim').hidden = !ours;
}

setInterval(showAbsent, 1000);

/** A refusal, that of a move as something one may want to report. @param {string} sentence @param {string} [asked] */
function refused(sentence, asked) {
  const before = document.activeElement;
  note = sentence;
  rule = asked === 'move' ? '' : null;
  render();
  speak(sentence);
  keepFocus(before);
}

/** What happens beside the play, after which a turn is what it was. @param {TableEvent} event */
const aside = ({ kind }) => ['asked', 'agreed', 'declined', 'wished', 'locked', 'talk', 'resigned', 'returned'].includes(kind);

/** Say what happened, in whole sentences and once. @param {string[]} sentences @param {boolean} [beside] whether nobody's turn is another for it */
function announce(sentences, beside) {
  const { state } = session;
  const spoken = sentences.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
  if (state.outcome && !endTold) spoken.push([state.outcome.title.replace(/\.?$/, '.'), ...state.outcome.reasons].filter((why) => !spoken.includes(why)).join(' '));
  else if (myTurn(state) && !(beside && wasMine) && !session.pending && !asking) spoken.push(hint(state, null).join(' ').trim());
  endTold = Boolean(state.outcome);
  spoken.forEach(speak);
}

/** What was chosen in the menu is done: it closes, and one is back at the table. */
function toTable() {
  const menu = find('#options', HTMLDetailsElement);
  const inside = menu.contains(document.activeElement);
  menu.open = false;
  if (!inside) return;
  if (!cover.hidden) cover.take();
  else if (session.state.hand.length) hand.take(undefined, true);
  else main.focus({ preventScroll: true });
}

/** Focus is never lost through an update: it goes to the hand on my turn, to the sheet at the end. @param {Element|null} before */
function keepFocus(before) {
  const { state } = session;
  const atTable = !before || before === document.body || !before.isConnected || (main.contains(before) && !pad.contains(before));
  if (!atTable || before?.closest('.typing')) return;
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
  if (lost && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
}

function render() {
  const { state, awaited } = session;
  const shown = awaited ? withPending(state, awaited) : state;
  const busy = Boolean(session.pending);
  const mine = myTurn(state) && !busy;
  const raised = asking ? parts(asking).tile : chosen;
  // the line measures where tiles come from, so it is drawn before anything else is written
  const offer = offered();
  line.data = {
    state: shown,
    ...offer,
    notes: counting?.choose(offer.chosen),
    awaited,
    origin: (seat, tile) => (seat === state.you ? origins.get(tile) ?? null : seat === null ? null : strip.rectOf(seat)),
  };
  hand.data = { state: shown, chosen: raised, busy, planned: plan, sides: sidesFor, marks: counting?.marks(), from: () => strip.querySelector('.pile svg')?.getBoundingClientRect() };
  strip.here = session.here;
  strip.data = state;
  cover.data = state;
  showLine();
  accompany();
  showClock();
  showAsked();
  showPurpose();
  sheet.data = state;
  card.data = { state, onward, record, replay: `/table/${encodeURIComponent(table)}/replay`, busy };
  element('#ending').hidden = Boolean(state.outcome) || state.you === null;
  for (const part of [hand, element('.acts')]) part.hidden = Boolean(state.outcome) || state.you === null;
  element('#now').hidden = Boolean(state.outcome);
  for (const side of /** @type {const} */ (['L', 'R'])) {
    const ready = chosen !== null && sidesFor(chosen).includes(side);
    const value = state.ends[side];
    const button = buttons[side];
    say(button.querySelector('b'), value === undefined ? '' : String(value));
    button.hidden = asking !== null;
    set(button, { 'aria-disabled': ready ? null : 'true', 'aria-label': value === undefined ? capital(endName(side)) : t('{end}, {value}', { end: capital(endName(side)), value: number(value) }) });
  }
  buttons.draw.hidden = asking !== null || !(mine && state.legal.includes('draw'));
  buttons.pass.hidden = asking !== null || !(mine && state.legal.includes('pass'));
  buttons.sure.hidden = buttons.back.hidden = asking === null;
  if (asking) say(buttons.sure, { draw: t('Yes, draw'), pass: t('Yes, pass') }[asking] ?? t('Yes, play it'));
  say(buttons.draw.querySelector('small'), boneyardWords(state));
  now(busy);
  main.dataset.n = String(session.n);
  main.dataset.turn = state.outcome ? 'over' : busy ? 'sent' : mine ? 'mine' : 'other';
  const link = element('#link');
  link.dataset.status = session.status;
  say(link.querySelector('span'), { open: t('Connected'), connecting: t('Connecting'), lost: t('Reconnecting') }[session.status]);
  say(element('#heading'), heading());
  document.title = `${myTurn(state) ? `${t('Your turn')} – ` : ''}${state.rules.title} – doublesix`;
}

/** The ends that the line offers: of the move that is asked about, of the chosen tile, or the planned one. @returns {{chosen: string|null, sides: string[], mode: string}} */
function offered() {
  if (asking) {
    const { tile, side } = parts(asking);
    return { chosen: tile, sides: tile ? [side ?? 'O'] : [], mode: 'sure' };
  }
  if (chosen) return { chosen, sides: sidesFor(chosen), mode: myTurn(session.state) ? '' : 'plan' };
  return { chosen: plan?.tile ?? null, sides: plan ? [plan.side] : [], mode: plan ? 'planned' : '' };
}

/** Where a tile may be played now, or planned while others play. @param {string} tile */
function sidesFor(tile) {
  const { state } = session;
  if (session.pending) return [];
  if (myTurn(state)) return sidesOf(state, tile);
  return options.plan && mayPlan(state) ? matching(state, tile) : [];
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
  const rest = view === 'screen' ? '' : asking ? question(state, asking) : planHint(state, chosen, plan) || more;
  const head = busy ? t('Not sent yet.') : turn;
  const told = busy ? t('Waiting for the connection; your move is kept.') : note || (chosen || asking ? rest : [story, rest].filter(Boolean).join(' '));
  const place = element('#now');
  const wrong = told && told === note && rule !== null;
  const key = `${head}|${told}|${wrong}`;
  if (place.dataset.is === key) return;
  place.dataset.is = key;
  place.replaceChildren(h('span', {}, h('em', {}, head), ' ', ...whole(told), ...(wrong ? [' ', reporting()] : [])));
  place.classList.toggle('long', head.length + told.length + (wrong ? 12 : 0) > 76);
}

/** The way to report what was just refused, with the sentence and the rule; the round stays where it is. */
const reporting = () => h('a', { href: `${find('#report', HTMLAnchorElement).href}?${new URLSearchParams({ about: rule ?? '', note })}`, target: '_blank' }, t('Report this'));

/** Show and say a sentence that answers what was just tried. @param {string} sentence @param {string|null} [refuses] the rule that refuses it */
function tell(sentence, refuses = null) {
  note = sentence;
  rule = refuses;
  render();
  speak(sentence);
}

/** Nothing is chosen, asked or noted any more. */
function settle() {
  chosen = asking = null;
  note = '';
}

/** Send a move. @param {string} move @param {DOMRect|null} [from] where its tile comes from, if not from the hand */
function play(move, from) {
  const { tile } = parts(move);
  const place = tile ? from ?? hand.rectOf(tile) : null;
  if (tile && place) origins.set(tile, place);
  settle();
  plan = null;
  if (session.ask('move', move) && session.status !== 'open') speak(t('Waiting for the connection; your move is kept.'));
}

/** A move is meant: it is sent, or asked about first where that is wished and there is a choice. @param {string} move @param {DOMRect|null} [from] */
function meant(move, from) {
  const { tile } = parts(move);
  if (!options.confirm || (!tile && session.state.legal.length === 1)) return play(move, from);
  settle();
  asking = move;
  render();
  speak(question(session.state, move));
  return document.activeElement?.closest('.typing') ? undefined : buttons.sure.focus();
}

/** What was asked about, a chosen tile or a plan goes back; whether there was any. */
function putBack() {
  const tile = (asking ? parts(asking).tile : null) ?? chosen ?? plan?.tile;
  const dropped = !asking && !chosen && plan;
  if (!asking && !tile) return false;
  const here = document.activeElement;
  settle();
  if (dropped) plan = null;
  render();
  if (dropped) speak(t('The plan is dropped.'));
  if (main.contains(here) && !here?.closest('.typing')) hand.take(tile ?? undefined, true);
  return true;
}

/** @param {string|null} tile */
function choose(tile) {
  settle();
  chosen = tile;
  render();
  if (tile) speak(planHint(session.state, tile, null) || hint(session.state, tile)[1]);
}

/** Keep a move for my turn. @param {string} tile @param {string} side */
function planFor(tile, side) {
  settle();
  plan = planned(session.state, tile, side);
  render();
  speak(planHint(session.state, null, plan));
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
  const mine = myTurn(state);
  const sides = sidesFor(tile);
  if (!sides.length && (!mine || session.pending)) return tell(notMine());
  if (!sides.length) {
    settle();
    return tell(state.why[tile] ?? t('The {tile} fits neither end.', { tile: tileName(tile) }), state.line.lead ? '' : 'lead_tile');
  }
  if (!mine && plan?.tile === tile && !chosen) return putBack();
  if (way() === 'one' && sides.length === 1) return at(tile, sides[0]);
  if (chosen !== tile) return choose(tile);
  if (!byKey) return choose(null);
  if (sides.length === 1) return at(tile, sides[0]);
  line.ends[0]?.focus();
  return undefined;
}

/** A tile and a side where it may go: play or plan it there. @param {string} tile @param {string} side @param {DOMRect|null} [from] */
const at = (tile, side, from) => (myTurn(session.state) ? meant(moveText(tile, side), from) : planFor(tile, side));

/** @param {string} side @param {string|null} [named] the tile, where it is named and not chosen @param {DOMRect|null} [from] where it was let go */
function atEnd(side, named, from) {
  const { state } = session;
  if (asking && moveText(parts(asking).tile ?? '', side) === asking) return play(asking);
  if (!myTurn(state) && !named && !chosen && plan?.side === side) return putBack();
  const tile = named ?? chosen ?? (hand.contains(document.activeElement) ? hand.current : null);
  const sides = tile ? sidesFor(tile) : [];
  if (tile && sides.includes(side)) return at(tile, side, from);
  if (tile && sides.includes('O')) return at(tile, 'O', from);
  if (session.pending || (!myTurn(state) && !(options.plan && mayPlan(state)))) return tell(notMine());
  const value = state.ends[side];
  if (value === undefined) return tell(state.line.lead ? t('No tile goes on the {end} now.', { end: endName(side) }) : t('Choose a tile to lead first.'));
  if (!tile) return tell(t('Choose a tile first; the {end} shows {value}.', { end: endName(side), value: number(value) }));
  return tell(t('The {tile} does not fit the {end}, {value}.', { tile: tileName(tile), end: endName(side), value: number(value) }), '');
}

/**
 * A key or a word that names a side; where several spinners have such an arm, the tile decides, or its ends are offered.
 * @param {string} letter @param {string|null} [named]
 */
function towards(letter, named) {
  const { state } = session;
  const tile = named ?? chosen ?? (hand.contains(document.activeElement) ? hand.current : null);
  const sides = tile ? sidesFor(tile).filter((side) => side === letter || (side[0] === letter && letter.length === 1)) : [];
  if (sides.length < 2) return atEnd(sides[0] ?? Object.keys(state.ends).find((side) => side.startsWith(letter)) ?? letter, named);
  if (chosen !== tile) choose(tile);
  line.ends.find((ghost) => ghost.dataset.side === sides[0])?.focus();
  return undefined;
}

/** The letter D stands for the lower end where there is one for the tile, else for drawing. */
function downOrDraw() {
  const tile = chosen ?? (hand.contains(document.activeElement) ? hand.current : null);
  return tile && sidesFor(tile).some((side) => side[0] === 'D') ? towards('D') : drawOrPass('draw');
}

/** @param {'draw'|'pass'} what */
function drawOrPass(what) {
  const { state } = session;
  if (!myTurn(state) || session.pending) return tell(notMine());
  if (state.legal.includes(what)) return meant(what);
  return tell(state.why_not[what] ?? (what === 'draw' ? t('You cannot draw now.') : t('You cannot pass now.')), what === 'draw' ? 'draw_limit' : '');
}

/** What the typed commands and the drag work with. */
const desk = {
  session,
  hand,
  line,
  main,
  tell,
  speak,
  atEnd,
  towards,
  drawOrPass,
  tapped,
  choose,
  putBack,
  sidesFor,
  render,
  count: async () => (await learning()).told(),
  sure: () => asking !== null && (play(asking), true),
  why: () => note,
  story: () => story,
};

/** @typedef {typeof desk} Desk */

/** Run something once the board is on the screen, or soon where nobody looks at the page and nothing is drawn. @param {() => void} run */
function shown(run) {
  let ran = false;
  const once = () => {
    if (!ran) run();
    ran = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, 1000);
}

/** Open the line for typed commands. @param {boolean} [quiet] without the focus */
async function openTyping(quiet) {
  const [{ typing }] = await Promise.all([import('./typing.js'), styled('aids')]);
  typing(desk).open(quiet);
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
buttons.sure.addEventListener('click', () => asking && play(asking));
buttons.back.addEventListener('click', putBack);
element('#type').addEventListener('click', () => {
  find('#options', HTMLDetailsElement).open = false;
  openTyping();
});
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
    speak(t('Press once more to resign this round.')); // a name that changes under the focus is not read out by itself
    return;
  }
  session.ask('resign');
  unsure();
  toTable();
});
element('#options').addEventListener('toggle', () => find('#options', HTMLDetailsElement).open || unsure()); // that it opened may be heard late
padButton.addEventListener('click', () => showPad(!pad.classList.contains('open')));
pad.addEventListener('close', () => showPad(false));
closeWhenCovering(pad, () => pad.classList.contains('open'), () => showPad(false, true));
document.addEventListener('click', (event) => {
  if ((chosen || asking) && !(/** @type {Element} */ (event.target)).closest('.held, .ghost, .acts, .head, .pad, .typing')) choose(null);
});
/** What single keys do. @type {Record<string, () => unknown>} */
const keys = { l: () => towards('L'), r: () => towards('R'), u: () => towards('U'), d: downOrDraw, p: () => drawOrPass('pass') };
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const target = /** @type {Element} */ (event.target);
  if (event.key === 'Escape') {
    if (pad.classList.contains('open')) showPad(false);
    else if (!target.closest('.typing')) putBack();
    return;
  }
  if (!options.keys || !main.contains(target) || pad.contains(target) || target.closest('input')) return;
  const act = event.key === '/' ? openTyping : session.state.outcome ? null : keys[event.key.toLowerCase()];
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
shown(() => session.connect());
if (kept('typing')) openTyping(true);
if (options.teach) learn();
// at every table: at the latest the end of the round wants it, and in another language than English the rest of the texts, which come with it.
// Fetched now, while nothing else is to be done, nobody waits for them then; after the first visit the browser has both.
(window.requestIdleCallback ?? setTimeout)(() => import('./company.js').then(({ bindCompany }) => {
  accompany = bindCompany(session, card, record, `/table/${encodeURIComponent(table)}/replay`);
  accompany();
}));
(window.requestIdleCallback ?? setTimeout)(() => import('./drag.js').then(({ bindDrag }) => bindDrag(desk)));
