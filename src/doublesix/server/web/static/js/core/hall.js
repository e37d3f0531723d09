// @ts-check
/**
 * The lobby's connection: it comes back by itself, and asks again for what one waited for.
 * @typedef {{id: string, title: string, host: string, players: number, free: number, seats: (string|null)[], target: number|null, turn: number|null}} OpenTable
 * @typedef {{rules: string, title: string, players: number, rated: boolean, waiting: number}} Waiting
 * @typedef {{rules: string, players: number, rated: boolean}} Wish
 * @typedef {{lobby(tables: OpenTable[], waiting: Waiting[]): void, seeking(wish: Wish|null, waiting: number, why: string|null): void,
 *   status(open: boolean): void, go(url: string): void}} Listener
 */

const QUIET = 25000;

export class Hall {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    /** @type {Wish|null} */
    this.wish = null;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.failures = 0;
    this.connect();
    setInterval(() => this.#send({ t: 'ping' }), QUIET);
  }

  connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const socket = new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}/ws/hall`);
    this.socket = socket;
    socket.onopen = () => {
      this.failures = 0;
      this.listener.status(true);
      if (this.wish) this.#send({ t: 'seek', ...this.wish });
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.failures += 1;
      this.listener.status(false);
      setTimeout(() => this.connect(), Math.min(8000, 250 * 2 ** this.failures));
    };
  }

  /** Wait for company at a table, or no longer. @param {Wish|null} wish */
  seek(wish) {
    this.wish = wish;
    this.#send(wish ? { t: 'seek', ...wish } : { t: 'unseek' });
    this.listener.seeking(wish, 0, null);
  }

  /** @param {object} message */
  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {any} message */
  #receive(message) {
    if (message.t === 'lobby') this.listener.lobby(message.tables, message.waiting);
    else if (message.t === 'seek') this.listener.seeking(this.wish, message.waiting, null);
    else if (message.t === 'goto') this.listener.go(message.url);
    else if (message.t === 'unseek' || message.t === 'refused') {
      const why = message.why ?? message.error ?? null;
      if (!this.wish && !why) return;
      this.wish = null;
      this.listener.seeking(null, 0, why);
    }
  }
}
