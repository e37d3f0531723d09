// @ts-check
/**
 * The table's connection: what the server last said, what I asked for and have no answer to yet.
 * It survives lost connections: a command that was sent is sent again under the same client id until it is answered.
 * While the connection is lost nothing new is taken: whoever asks for it then may see another table when it is back.
 * @typedef {import('./wire.js').State} State
 * @typedef {import('./wire.js').Made} Made
 * @typedef {import('./wire.js').Message} Message
 * @typedef {import('./wire.js').TableEvent} TableEvent
 * @typedef {{t: string, cid: string, n: number, move?: string, seat?: number, on?: boolean, done: number|null, again?: boolean}} Command
 *   `again`: it crossed something that happened, and is said a second time
 * @typedef {{send(text: string): void, close(): void, onopen: (() => void)|null, onclose: (() => void)|null,
 *   onmessage: ((event: {data: string}) => void)|null}} Socket
 * @typedef {{changed(news: TableEvent[]): void, taken?(since: string[]): void, told?(message: Message): void, skipped?(): void, refused(sentence: string, asked?: string): void, go(url: string): void}} Listener
 * @typedef {{open(): Socket, later(run: () => void, ms: number): unknown, cancel(timer: any): void, id(): string, pause?(ms: number): number}} World
 *   `pause` says how long to wait in truth before the next try, so that not everybody comes back in the same instant
 */

import { t } from './speech.js';

const QUIET = 20000;
const PATIENCE = 8000;
/** How long a sign of life may take when there is reason to doubt the line, so that who wakes is up to date in two seconds. */
const DOUBT = 600;
/** How long a try to connect may take before the next one. */
const TRY = 5000;
/** The longest wait between two tries, so that the round goes on within two seconds of the line's return. */
const BREAK = 1500;

export class Session {
  /** @param {State} state @param {number} n @param {Listener} listener @param {World} world */
  constructor(state, n, listener, world) {
    this.state = state;
    this.n = n;
    /** The last event that the listener was told of: a snapshot may be ahead of it. */
    this.told = n;
    /** Whether the events between were asked for. */
    this.catching = false;
    this.listener = listener;
    this.world = world;
    /** @type {'connecting'|'open'|'lost'} */
    this.status = 'connecting';
    /** @type {Command|null} */
    this.pending = null;
    /** A resignation that came too late, and the round that it was for. @type {{command: Command, round: number}|null} */
    this.crossed = null;
    /** For each seat whether its owner is connected; empty until the server says so. @type {boolean[]} */
    this.here = [];
    /** The absent seat that is waited for. @type {number|null} */
    this.away = null;
    /** Seconds until the others may act for it. @type {number|null} */
    this.wait = null;
    /** The clock as the server said last, another object each time. @type {import('./wire.js').Clock|null} */
    this.clock = null;
    /** @type {Socket|null} */
    this.socket = null;
    this.failures = 0;
    /** How many pings have no answer yet. */
    this.owed = 0;
    /** Whether only the answer to a ping proves that the line holds: what a sleeping page had been sent arrives as it wakes. */
    this.doubted = false;
    /** What was added last on this connection, so that it is not said twice. */
    this.mixed = '';
    /** @type {unknown} */
    this.timer = null;
    this.closed = false;
  }

  /** Open the connection, and again after each loss until `close`. */
  connect() {
    this.world.cancel(this.timer);
    const before = this.socket;
    const socket = this.world.open();
    this.socket = socket;
    before?.close();
    this.timer = this.world.later(() => this.#giveUp(), TRY);
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.failures = this.owed = 0;
      this.doubted = false;
      this.mixed = '';
      this.catching = false;
      this.status = 'open';
      if (this.pending) this.#transmit(this.pending);
      this.#listenQuietly();
      this.listener.changed([]);
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.#lost();
    };
  }

  close() {
    this.closed = true;
    this.world.cancel(this.timer);
    this.socket?.close();
  }

  /** Try now instead of waiting, or make sure that the line still holds: the system says that something has changed. */
  wake() {
    if (this.closed) return;
    if (this.status === 'lost') this.connect();
    if (this.status !== 'open') return;
    this.#send({ t: 'sync', n: this.n });
    this.#ping();
    this.doubted = true;
    this.world.cancel(this.timer);
    this.timer = this.world.later(() => {
      this.#giveUp();
      this.connect();
    }, DOUBT);
  }

  /**
   * Ask for something; only one command waits at a time.
   * @param {'move'|'next'|'again'|'start'|'close'|'resign'|'leave'|'remove'|'stand_in'|'claim'|'void'|'take_back'|'decline'|'back'} t @param {string} [move] @param {number} [seat]
   * @returns {boolean} whether it was taken
   */
  ask(t, move, seat) {
    return this.#ask({ t, cid: this.world.id(), n: this.n, move, seat, done: null });
  }

  /** Say whether those who do not sit here may watch. @param {boolean} on whether they may not */
  lock(on) {
    return this.#ask({ t: 'lock', cid: this.world.id(), n: this.n, on, done: null });
  }

  /** @param {Command} command */
  #ask(command) {
    if (this.pending) return false;
    if (this.status === 'lost') {
      this.listener.refused(t('The round is paused: there is no connection. Nothing was sent.'));
      return false;
    }
    this.pending = command;
    if (this.status === 'open') this.#transmit(this.pending);
    this.listener.changed([]);
    return true;
  }

  /** Say something that waits for no answer; false where there is no connection. @param {object} message */
  tell(message) {
    this.#send(message);
    return this.status === 'open';
  }

  /** Add a string to the next deal. It is no command that waits: who is not heard says it again. @param {string} commitment @param {string} string */
  mix(commitment, string) {
    if (this.mixed === commitment + string && this.status === 'open') return;
    this.mixed = commitment + string;
    this.#send({ t: 'mix', cid: this.world.id(), commitment, string });
  }

  /** @param {Message} message */
  receive(message) {
    if (message.t === 'pong' && this.owed) this.owed -= 1;
    if (!this.owed) this.doubted = false;
    if (!this.doubted) this.#listenQuietly();
    switch (message.t) {
      case 'snapshot':
        this.#take(message, []);
        if (this.catching || this.n < this.told) {
          const skips = this.n > this.told;
          this.#upToDate();
          if (skips) this.listener.skipped?.();
        } else this.#catchUp();
        break;
      case 'hand':
        this.listener.taken?.(message.since ?? []);
        this.#take(message, []);
        this.#upToDate();
        break;
      case 'events': {
        const gap = message.from !== undefined && message.from > this.n + 1;
        if (gap) this.#catchUp(true);
        if (!gap || message.state?.moves) this.#take(message, message.events ?? []);
        break;
      }
      case 'ok':
        if (this.pending && this.pending.cid === message.cid) {
          this.pending.done = message.n ?? this.n;
          if (this.#settle()) this.listener.changed([]);
        } else this.listener.told?.(message);
        break;
      case 'refused': {
        if (this.pending?.cid === message.cid || !message.cid) {
          const asked = this.pending;
          this.pending = null;
          if (message.stale) this.#send({ t: 'sync', n: this.n });
          if (message.stale && asked?.t === 'resign' && !asked.again) this.crossed = { command: asked, round: this.state.round };
          else this.listener.refused(message.error ?? t('The table refused that.'), asked?.t);
        } else this.listener.told?.(message);
        break;
      }
      case 'clock':
        this.clock = message.clock ?? null;
        this.listener.changed([]);
        break;
      case 'ratings':
        this.state = { ...this.state, ratings: message.ratings ?? null };
        this.listener.changed([]);
        break;
      case 'presence':
        this.here = message.here ?? [];
        this.away = message.away ?? null;
        this.wait = message.wait ?? null;
        this.listener.changed([]);
        break;
      case 'goto':
        this.pending = null;
        if (message.url) this.listener.go(message.url);
        break;
      default:
        this.listener.told?.(message);
    }
  }

  /** Ask for the events between the last that was told and now, for each is told once. @param {boolean} [gap] the state lags too */
  #catchUp(gap = false) {
    if (this.catching || (!gap && this.n <= this.told)) return;
    this.catching = true;
    this.#send({ t: 'sync', n: this.told });
  }

  /** What happened before is not told any more: it belongs to a round that is over, or was told otherwise. */
  #upToDate() {
    this.told = this.n;
    this.catching = false;
  }

  /** @param {Message} message @param {TableEvent[]} events */
  #take(message, events) {
    if (message.n === undefined || !message.state || (message.t === 'events' && message.n < this.n)) return;
    const news = events.filter((event) => event.n > this.n);
    const whole = message.t === 'events' && (message.from ?? 0) <= this.told + 1;
    const untold = whole ? events.filter((event) => event.n > this.told) : [];
    this.n = message.n;
    if (whole) this.#upToDate();
    if (message.clock !== undefined) this.clock = message.clock;
    const state = { ...message.state, moves: message.state.moves ?? movesAfter(this.state.moves, news) };
    // the first snapshot mostly says what the page came with: it stays the same state, so that nobody draws it again
    if (message.t !== 'snapshot' || JSON.stringify(state) !== JSON.stringify(this.state)) this.state = state;
    const mine = news.find((event) => event.seat === this.state.you && event.move && event.move === this.pending?.move);
    if (this.pending && mine) this.pending.done = mine.n;
    this.#settle();
    this.listener.changed(untold);
    this.#resignAgain();
  }

  /** Who resigns does so however the line stands: one that crossed a move is said again, once, while its round goes on. */
  #resignAgain() {
    const { crossed, state } = this;
    this.crossed = null;
    if (crossed && crossed.round === state.round && !state.outcome) this.#ask({ ...crossed.command, cid: this.world.id(), n: this.n, again: true });
  }

  /** Forget the command when all that it led to has arrived. */
  #settle() {
    if (!this.pending || this.pending.done === null || this.pending.done > this.n) return false;
    this.pending = null;
    return true;
  }

  /** The move that is shown at once though its answer is still due, or null. */
  get awaited() {
    return this.pending?.t === 'move' && this.pending.n === this.n ? this.pending.move ?? null : null;
  }

  /** @param {Command} command */
  #transmit(command) {
    const { t, cid, n, move, seat, on } = command;
    if (on !== undefined) return this.#send({ t, cid, n, on });
    this.#send(t === 'again' ? { t, cid } : move !== undefined ? { t, cid, n, move } : seat !== undefined ? { t, cid, n, seat } : { t, cid, n });
    return undefined;
  }

  /** @param {object} message */
  #send(message) {
    if (this.status === 'open') this.socket?.send(JSON.stringify(message));
  }

  #ping() {
    this.owed += 1;
    this.#send({ t: 'ping' });
  }

  /** After a silence ask for a sign of life; without one the connection counts as lost. */
  #listenQuietly() {
    this.world.cancel(this.timer);
    this.timer = this.world.later(() => {
      this.#ping();
      this.timer = this.world.later(() => this.#giveUp(), PATIENCE);
    }, this.pending ? PATIENCE : QUIET);
  }

  /** No answer: this connection is as good as lost. */
  #giveUp() {
    const socket = this.socket;
    this.#lost();
    socket?.close();
  }

  #lost() {
    this.socket = null;
    this.world.cancel(this.timer);
    if (this.closed) return;
    this.status = 'lost';
    this.failures += 1;
    const wait = Math.min(BREAK, 125 * 2 ** Math.min(this.failures, 9));
    this.timer = this.world.later(() => this.connect(), this.world.pause?.(wait) ?? wait);
    this.listener.changed([]);
  }
}

/**
 * The list of moves when these events have happened: a state that comes with events leaves it out.
 * @param {Made[]} moves @param {TableEvent[]} news @returns {Made[]}
 */
function movesAfter(moves, news) {
  const deal = news.findLastIndex((event) => event.kind === 'dealt');
  const made = news.slice(deal + 1).flatMap(({ n, seat, move, ends }) => (move && seat !== null ? [{ n, seat, move, ends }] : []));
  const gone = new Set(news.map((event) => event.took));
  return [...(deal < 0 ? moves : []), ...made].filter((one) => !gone.has(one.n));
}
