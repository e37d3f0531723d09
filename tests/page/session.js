// The table's connection, driven by hand: a socket, a clock and ids that do what the test says. Prints what was checked.
import assert from 'node:assert/strict';
import { Session } from './js/core/session.js';
import { handSizes } from './js/core/sizes.js';
import { parts, sidesOf, withPending } from './js/core/wire.js';
import { ghostName, handName, lineName, tileName } from './js/core/words.js';
import { run } from './checks.js';

const state = (more = {}) => ({
  rules: { id: 'ply-yard', title: 'Reserve table', max_pip: 6, reserve: 2, draws: true, spinner: 'none', target: null, tap: 'two' },
  you: 0, players: 2, seats: [{ name: 'You', label: 'Black', tiles: 3 }, { name: 'Computer', label: 'White', tiles: 3 }],
  round: 1, turn: 0, line: { lead: [6, 4], arms: { L: [], R: [] } }, ends: { L: 6, R: 4 }, hand: ['6-4', '5-2', '4-4'].slice(1),
  legal: ['4-4R'], why: {}, why_not: {}, moves: [], outcome: null, match: null, ...more,
});

function world() {
  const made = { sockets: [], timers: new Map(), next: 1, refused: [], asked: [], news: [], gone: [], skipped: 0 };
  const session = new Session(state(), 17, {
    changed: (news) => made.news.push(...news), refused: (text, asked) => made.refused.push(text) && made.asked.push(asked), go: (url) => made.gone.push(url), skipped: () => (made.skipped += 1),
  }, {
    open: () => {
      const socket = { sent: [], send: (text) => socket.sent.push(JSON.parse(text)), close: () => {}, onopen: null, onclose: null, onmessage: null };
      made.sockets.push(socket);
      return socket;
    },
    later: (run, ms) => (made.timers.set(made.next, { run, ms }), made.next++),
    cancel: (timer) => made.timers.delete(timer),
    id: () => `c${made.next++}`,
  });
  const fire = () => {
    const [id, timer] = [...made.timers][0];
    made.timers.delete(id);
    timer.run();
  };
  return { ...made, made, session, fire };
}

const checks = {
  'a command carries the number and an id, and waits for its answer'() {
    const { session, sockets } = world();
    session.connect();
    sockets[0].onopen();
    assert.equal(session.ask('move', '4-4R'), true);
    assert.deepEqual(sockets[0].sent, [{ t: 'move', cid: session.pending.cid, n: 17, move: '4-4R' }]);
    assert.equal(session.ask('move', '5-2L'), false);
    assert.equal(session.awaited, '4-4R');
    session.receive({ t: 'ok', cid: session.pending.cid, n: 18 });
    session.receive({ t: 'events', from: 18, n: 18, events: [{ n: 18, kind: 'played', seat: 0, move: '4-4R', text: 'x' }], state: state({ turn: 1 }) });
    assert.equal(session.pending, null);
    assert.equal(session.n, 18);
  },
  'events before the answer settle a move too'() {
    const { session, sockets } = world();
    session.connect();
    sockets[0].onopen();
    session.ask('move', '4-4R');
    session.receive({ t: 'events', from: 18, n: 18, events: [{ n: 18, kind: 'played', seat: 0, move: '4-4R', text: 'x' }], state: state() });
    assert.equal(session.pending, null);
  },
  'after a lost connection the command is sent again under the same id'() {
    const { session, sockets, fire } = world();
    session.connect();
    sockets[0].onopen();
    session.ask('move', '4-4R');
    const { cid } = session.pending;
    sockets[0].onclose();
    assert.equal(session.status, 'lost');
    fire();
    sockets[1].onopen();
    assert.equal(session.status, 'open');
    assert.deepEqual(sockets[1].sent, [{ t: 'move', cid, n: 17, move: '4-4R' }]);
  },
  'P33: what is asked for while the connection is lost is refused, and not sent later'() {
    const { session, sockets, fire, refused } = world();
    session.connect();
    sockets[0].onopen();
    sockets[0].onclose();
    assert.equal(session.ask('move', '4-4R'), false);
    assert.equal(session.ask('next'), false);
    assert.match(refused[0], /Nothing was sent/);
    fire();
    sockets[1].onopen();
    assert.deepEqual(sockets[1].sent, []);
    assert.equal(session.ask('move', '4-4R'), true);
  },
  'a move asked for while the first connection is still being made is sent with it'() {
    const { session, sockets } = world();
    session.connect();
    assert.equal(session.ask('move', '4-4R'), true);
    sockets[0].onopen();
    assert.equal(sockets[0].sent.length, 1);
  },
  'however long the line is gone, the next try is at most a second and a half away'() {
    const { session, sockets, made, fire } = world();
    session.connect();
    const waits = [];
    for (let n = 0; n < 12; n++) {
      sockets[n].onclose();
      waits.push([...made.timers.values()][0].ms);
      fire();
    }
    assert.equal(waits[0], 250);
    assert.equal(Math.max(...waits), 1500);
  },
  'P41: a page that wakes makes sure of its line, and gives it up where no answer comes'() {
    const { session, sockets, made, fire } = world();
    session.connect();
    sockets[0].onopen();
    session.wake();
    assert.deepEqual(sockets[0].sent, [{ t: 'sync', n: 17 }, { t: 'ping' }]);
    const doubt = [...made.timers.values()][0].ms;
    session.receive({ t: 'pong' });
    assert.equal(session.status, 'open');
    session.wake();
    fire();
    assert.equal(session.status, 'lost');
    assert.ok(doubt <= 1000, 'of two seconds one is left to connect');
    assert.equal(sockets.length, 2, 'at once');
  },
  'P41: what had been sent before the line died is no sign of life, nor is the answer to a question before it'() {
    const { session, sockets, made, fire } = world();
    session.connect();
    sockets[0].onopen();
    fire();
    assert.deepEqual(sockets[0].sent, [{ t: 'ping' }]);
    session.wake();
    const [doubt] = made.timers.keys();
    session.receive({ t: 'pong' });
    session.receive({ t: 'events', from: 18, n: 18, events: [], state: state() });
    assert.deepEqual([...made.timers.keys()], [doubt], 'still in doubt');
    session.receive({ t: 'pong' });
    assert.equal(made.timers.has(doubt), false);
    session.wake();
    session.receive({ t: 'events', from: 19, n: 19, events: [], state: state() });
    fire();
    assert.equal(session.status, 'lost');
  },
  'a try that hangs is given up for the next, and one that the system announces comes at once'() {
    const { session, sockets, fire } = world();
    session.connect();
    fire();
    assert.equal(session.status, 'lost');
    session.wake();
    assert.equal(sockets.length, 2);
    sockets[0].onopen();
    assert.equal(session.status, 'lost', 'the old try is forgotten');
    sockets[1].onopen();
    assert.equal(session.status, 'open');
  },
  'a refused move is rolled back and a stale one asks for what was missed'() {
    const { session, sockets, refused } = world();
    session.connect();
    sockets[0].onopen();
    session.ask('move', '4-4R');
    session.receive({ t: 'refused', cid: session.pending.cid, n: 19, error: 'The table had moved on.', stale: true });
    assert.equal(session.pending, null);
    assert.equal(session.awaited, null);
    assert.deepEqual(refused, ['The table had moved on.']);
    assert.deepEqual(sockets[0].sent.at(-1), { t: 'sync', n: 17 });
  },
  'a gap in the numbers asks for what was missed, old events are not told twice'() {
    const { session, sockets, news } = world();
    session.connect();
    sockets[0].onopen();
    session.receive({ t: 'events', from: 20, n: 20, events: [{ n: 20, kind: 'passed', seat: 1, text: 'x' }], state: state() });
    assert.deepEqual(sockets[0].sent, [{ t: 'sync', n: 17 }]);
    const all = [18, 19, 20].map((n) => ({ n, kind: 'passed', seat: 1, text: 'x' }));
    for (let i = 0; i < 2; i++) session.receive({ t: 'events', from: 18, n: 20, events: all, state: state() });
    assert.deepEqual(news.map(({ n }) => n), [18, 19, 20]);
  },
  'a resignation that crossed a move is said again, once, and only in its round'() {
    const stale = (session, n) => session.receive({ t: 'refused', cid: session.pending.cid, n, error: 'too late', stale: true });
    const resign = () => {
      const made = world();
      made.session.connect();
      made.sockets[0].onopen();
      made.session.ask('resign');
      stale(made.session, 18);
      return { ...made, said: () => made.sockets[0].sent.filter(({ t }) => t === 'resign').map(({ n }) => n) };
    };
    const { session, made, said } = resign();
    assert.deepEqual([said(), made.refused], [[17], []]);
    session.receive({ t: 'snapshot', n: 18, state: state() });
    assert.deepEqual(said(), [17, 18]);
    stale(session, 19);
    session.receive({ t: 'snapshot', n: 19, state: state() });
    assert.deepEqual([said(), made.refused, session.pending], [[17, 18], ['too late'], null]);
    for (const more of [{ round: 2 }, { outcome: { ending: 'domino' } }]) {
      const other = resign();
      other.session.receive({ t: 'snapshot', n: 18, state: state(more) });
      assert.deepEqual([other.said(), other.session.pending], [[17], null]);
    }
  },
  'a snapshot that says nothing new leaves the state as it is'() {
    const { session, sockets } = world();
    const before = session.state;
    session.connect();
    sockets[0].onopen();
    session.receive({ t: 'snapshot', n: 17, state: state() });
    assert.equal(session.state, before);
    session.receive({ t: 'snapshot', n: 18, state: state({ turn: 1 }) });
    assert.equal(session.state.turn, 1);
  },
  'what happened while the connection was lost is told once, in order, though the snapshot knows it'() {
    const { session, sockets, news, fire } = world();
    const event = (n) => ({ n, kind: 'passed', seat: 1, text: `${n}` });
    session.connect();
    sockets[0].onopen();
    sockets[0].onclose();
    fire();
    sockets[1].onopen();
    session.receive({ t: 'snapshot', n: 20, state: state() });
    assert.deepEqual(sockets[1].sent, [{ t: 'sync', n: 17 }]);
    session.receive({ t: 'events', from: 21, n: 21, events: [event(21)], state: state() });
    assert.equal(session.n, 21);
    session.receive({ t: 'events', from: 18, n: 21, events: [18, 19, 20, 21].map(event), state: state() });
    session.receive({ t: 'events', from: 22, n: 22, events: [event(22)], state: state() });
    assert.deepEqual(news.map(({ n }) => n), [18, 19, 20, 21, 22]);
    assert.equal(sockets[1].sent.length, 1);
  },
  'a round that ended while the connection was lost is skipped, and that is said once'() {
    const { session, sockets, news, made } = world();
    session.connect();
    sockets[0].onopen();
    session.receive({ t: 'snapshot', n: 40, state: state() });
    session.receive({ t: 'snapshot', n: 40, state: state() });
    session.receive({ t: 'events', from: 41, n: 41, events: [{ n: 41, kind: 'passed', seat: 1, text: 'x' }], state: state() });
    assert.deepEqual([made.skipped, news.length], [1, 1]);
  },
  'a silent connection is asked for a sign of life, then counts as lost'() {
    const { session, sockets, fire } = world();
    session.connect();
    sockets[0].onopen();
    fire();
    assert.deepEqual(sockets[0].sent, [{ t: 'ping' }]);
    fire();
    assert.equal(session.status, 'lost');
  },
  'again leads to the new table'() {
    const { session, sockets, gone } = world();
    session.connect();
    sockets[0].onopen();
    session.ask('again');
    assert.deepEqual(Object.keys(sockets[0].sent[0]), ['t', 'cid']);
    session.receive({ t: 'goto', cid: session.pending.cid, url: '/table/x' });
    assert.deepEqual(gone, ['/table/x']);
  },
  'a refusal comes with what was asked, so that only that of a move is taken for a fault'() {
    const { session, sockets, made } = world();
    session.connect();
    sockets[0].onopen();
    for (const what of ['void', 'move']) {
      session.ask(what, what === 'move' ? '4-4R' : undefined);
      session.receive({ t: 'refused', cid: session.pending.cid, n: 17, error: 'No.', stale: false });
    }
    session.receive({ t: 'refused', cid: null, n: 17, error: 'No.', stale: false });
    assert.deepEqual(made.asked, ['void', 'move', undefined]);
  },
  'a pending move lies with its matching half inside'() {
    const pending = withPending(state({ legal: ['5-4R'], hand: ['5-4'] }), '5-4R');
    assert.deepEqual(pending.line.arms.R, [[4, 5]]);
    assert.deepEqual(pending.hand, []);
    assert.deepEqual(withPending(state({ line: { lead: null, arms: {} } }), '5-2').line.lead, [5, 2]);
  },
  'moves are read as their parts'() {
    assert.deepEqual(parts('12-9U6'), { kind: 'tile', tile: '12-9', side: 'U6' });
    assert.deepEqual(parts('draw:2-0'), { kind: 'draw', tile: '2-0', side: null });
    assert.deepEqual(sidesOf(state({ legal: ['5-2L', '5-2R', '5-5'] }), '5-2'), ['L', 'R']);
  },
  'a hand of any size keeps its targets as wide as a finger'() {
    for (const width of [308, 348, 378, 500, 720]) {
      for (let count = 1; count <= 21; count++) {
        const { columns, cell, size, lift } = handSizes(count, width, 568, 47);
        assert.ok(columns * cell <= width && cell >= 44 && size * 2 >= 44, `${count} tiles on ${width} px`);
        assert.ok(Math.ceil(count / columns) * (2 * size + 2.1 * lift + 12) <= 0.45 * 568, `${count} tiles on ${width} px are too tall`);
      }
    }
  },
  'another row is for tiles that become much larger'() {
    assert.equal(handSizes(7, 316, 800, 58).columns, 7);
    assert.equal(handSizes(9, 444, 900, 58).columns, 9);
    assert.equal(handSizes(9, 340, 740, 47).columns, 5);
  },
  'tiles and ends are named in words'() {
    const both = state({ legal: ['5-2L', '5-2R'], ends: { L: 5, R: 2 } });
    assert.equal(tileName('5-0'), 'five blank');
    assert.equal(handName(both, '5-2'), 'five two, fits both ends, left five and right two');
    assert.equal(handName(state({ legal: ['5-2L'], ends: { L: 5, R: 1 } }), '5-2'), 'five two, fits left end, five');
    assert.equal(handName(both, '4-4'), 'double four, does not fit');
    assert.equal(handName(state({ turn: 1 }), '4-4'), 'double four');
    assert.equal(ghostName(both, '5-2', 'L'), 'Play five two on the left end, five');
    assert.equal(lineName(both), 'Line of 1 tile, left end five and right end two');
  },
};

run(checks);
