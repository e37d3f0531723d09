// @ts-check
import { Session } from './session.js';

/**
 * A session over a real socket. @param {string} table @param {{state: any, n: number}} first
 * @param {import('./session.js').Listener} listener
 */
export function openSession(table, first, listener) {
  return new Session(first.state, first.n, listener, {
    open: () => {
      const watch = document.querySelector('#main[data-view="screen"]') ? '&watch=1' : '';
      const socket = new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}/ws?table=${encodeURIComponent(table)}${watch}`);
      /** @type {import('./session.js').Socket} */
      const plain = { send: (text) => socket.send(text), close: () => socket.close(), onopen: null, onclose: null, onmessage: null };
      socket.onopen = () => plain.onopen?.();
      // 4404 and 4403: the table is gone or may not be watched, so its page says so
      socket.onclose = (event) => (event.code === 4404 || event.code === 4403 ? location.reload() : plain.onclose?.());
      socket.onmessage = (event) => plain.onmessage?.(event);
      return plain;
    },
    later: (run, ms) => setTimeout(run, ms),
    // a page that nobody looks at tries seldom; it does at once when it is looked at
    pause: (ms) => (document.hidden ? 15000 : ms) * (0.8 + 0.2 * Math.random()),
    cancel: (timer) => clearTimeout(timer),
    id: () => Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join(''),
  });
}
