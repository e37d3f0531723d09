// @ts-check
/**
 * Counting along, for who learns: both open values, where each tile fits, what can be drawn, the pips in the hand, and what each placement
 * leaves. The figures are the server's, from what this seat sees; here they become marks and sentences.
 */

import { list, t, tn } from '../core/speech.js';
import { parts } from '../core/wire.js';
import { capital, endName, number, pips, sideName, tileName } from '../core/words.js';
import { h, say } from '../el/dom.js';

/**
 * @typedef {import('../core/wire.js').Counts} Counts
 * @typedef {import('../core/wire.js').Placement} Placement
 * @typedef {import('../core/wire.js').State} State
 * @typedef {{follow(on: boolean): void, take(told: Counts): void, marks(): Record<string, {mark: string, name: string}>, choose(tile: string|null): Record<string, string>,
 *   told(): Promise<string>}} Counting
 */

/** In milliseconds. */
const SOON = 60;

/** Values in a sentence: two of them as they lie, more with their ends. @param {Record<string, number>} ends */
function endsOf(ends) {
  const sides = Object.keys(ends);
  return sides.length > 2 ? list(sides.map((side) => t('{end} {value}', { end: endName(side), value: number(ends[side]) }))) : list(sides.map((side) => number(ends[side])));
}

/** What a placement leaves. @param {Placement} play */
export function leaves({ ends, matches, pips: left, unseen, points }) {
  const values = { ends: endsOf(ends), matches: tn('{n} matching tile', '{n} matching tiles', matches), pips: pips(left) };
  const what = unseen === null ? t('Leaves {ends}; you keep {matches} and {pips}.', values)
    : t('Leaves {ends}; you keep {matches} and {pips}; {unseen} would match.', { ...values, unseen: tn('{n} unseen tile', '{n} unseen tiles', unseen) });
  return points ? `${what} ${tn('Makes {n} point.', 'Makes {n} points.', points)}` : what;
}

/** Where a tile fits, in a word. @param {string[]} sides @param {number} open how many ends there are */
function markOf(sides, open) {
  if (!sides.length) return open === 2 ? t('Neither') : t('No end');
  if (sides.length === 1) return capital(sideName(sides[0]));
  return open === 2 ? t('Both') : tn('{n} end', '{n} ends', sides.length);
}

/** Which ends a tile matches. @param {string} tile @param {string[]} sides @param {number} open how many ends there are */
function matched(tile, sides, open) {
  if (sides.length) return t('{tile}, matches the {ends}', { tile: tileName(tile), ends: list(sides.map(endName)) });
  return open === 2 ? t('{tile}, matches neither end', { tile: tileName(tile) }) : t('{tile}, matches no end', { tile: tileName(tile) });
}

/** @param {Placement} play */
function placed(play) {
  const { tile, side } = parts(play.move);
  const name = tileName(tile ?? '');
  return `${side ? t('{tile} on the {end}.', { tile: capital(name), end: endName(side) }) : t('Lead of {tile}.', { tile: name })} ${leaves(play)}`;
}

/** The ends, what can be drawn, and the pips. @param {State} state @param {Counts} told @param {boolean} [short] in figures, to be seen */
function standing(state, told, short) {
  const end = (/** @type {string} */ side) => (short && side.length === 1 ? sideName(side) : endName(side));
  const ends = Object.entries(state.ends).map(([side, value]) => t('{end} {value}', { end: end(side), value: short ? String(value) : number(value) }));
  const drawn = state.rules.draws ? tn('{n} tile can be drawn', '{n} tiles can be drawn', state.drawable) : '';
  const reserve = state.rules.draws && state.boneyard > state.drawable ? tn('{n} stays in reserve', '{n} stay in reserve', state.boneyard - state.drawable) : '';
  const held = told.pips === null ? '' : t('{pips} if it blocked now', { pips: pips(told.pips) });
  return [capital(ends.length ? list(ends) : t('no open ends yet')), drawn, reserve, held].filter(Boolean);
}

/** @param {import('./table.js').Desk} desk @returns {Counting} */
export function countAlong(desk) {
  const { session } = desk;
  const open = h('p', { class: 'standing' });
  const choice = h('ul', { class: 'placements' });
  const all = h('button', { class: 'head-button', type: 'button' }, t('Compare plays'));
  const place = h('div', { class: 'counting', role: 'group', 'aria-label': t('Counting along'), hidden: true }, open, all, choice);
  /** @type {Counts|null} */
  let known = null;
  let on = false;
  let asked = '';
  let timer = 0;
  /** @type {((sentence: string) => void)[]} */
  const waiting = [];

  document.querySelector('.tray > .turn')?.before(place);
  all.addEventListener('click', compare);

  /** Whether what is known is about the table as it stands. */
  const holds = () => known !== null && known.n === session.n && known.seat === session.state.you && known.seat !== null;

  /** Ask the server; what no connection took is asked again when there is one. */
  function ask() {
    const told = session.tell({ t: 'count' });
    asked = told ? `${session.n} ${session.state.you}` : '';
    return told;
  }

  function show() {
    place.hidden = !on || !holds();
    if (!known || place.hidden) return;
    say(open, standing(session.state, known, true).join(' · '));
    all.hidden = !known.plays.length;
  }

  /** Every play that may be made now, side by side. */
  function compare() {
    if (!known) return;
    const title = h('h2', { id: 'compared' }, t('What each play leaves'));
    const close = h('button', { class: 'main-button', type: 'button' }, t('Close'));
    const dialog = h('dialog', { class: 'compared', 'aria-labelledby': 'compared' }, title, h('ul', {}, ...known.plays.map((play) => h('li', {}, placed(play)))), close);
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (all.isConnected && !place.hidden) all.focus();
      else desk.hand.take(undefined, true);
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  return {
    follow(wished) {
      on = wished;
      const { you, outcome } = session.state;
      if (on && you !== null && !outcome && !session.pending && !holds() && asked !== `${session.n} ${you}`) {
        clearTimeout(timer);
        timer = setTimeout(ask, SOON); // moves that follow each other quickly are counted once
      }
      if (session.status !== 'open') asked = '';
      show();
      desk.render();
    },
    take(told) {
      known = told;
      show();
      desk.render();
      const about = [...standing(session.state, told).map((part) => `${capital(part)}.`), ...told.plays.map(placed)].join(' ');
      for (const tell of waiting.splice(0)) tell(about);
    },
    marks() {
      if (!on || !known || !holds() || !session.state.line.lead) return {};
      return Object.fromEntries(Object.entries(known.fits).map(([tile, sides]) => [tile, {
        mark: markOf(sides, Object.keys(session.state.ends).length),
        name: matched(tile, sides, Object.keys(session.state.ends).length),
      }]));
    },
    choose(tile) {
      const plays = on && known && holds() && tile ? known.plays.filter((play) => parts(play.move).tile === tile) : [];
      const notes = Object.fromEntries(plays.map((play) => [parts(play.move).side ?? 'O', leaves(play)]));
      const told = plays.map((play) => [capital(sideName(parts(play.move).side ?? t('Lead'))), leaves(play)]);
      const key = told.join('|');
      if (choice.dataset.is !== key) choice.replaceChildren(...told.map(([side, what]) => h('li', {}, h('b', {}, side), ' ', what)));
      choice.dataset.is = key;
      return notes;
    },
    told() {
      return new Promise((done) => {
        if (session.state.you === null || session.state.outcome) done(t('There is nothing to count now.'));
        else if (ask()) waiting.push(done);
        else done(t('There is no connection now; it comes back by itself.'));
      });
    },
  };
}
