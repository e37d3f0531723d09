// @ts-check
import { h } from './dom.js';

/**
 * Looking closer at the line: two fingers, a double tap, the wheel with Ctrl, or the keys + and - while the table has the focus; a finger,
 * Shift and the arrows move it about. The ends' buttons stay in sight, for the line keeps them at its edge.
 * @typedef {import('./domino-line.js').DominoLine} DominoLine
 */

const CLOSER = 2;
const STEP = 1.25;
/** So many pixels are a tap and not a stroke. */
const STILL = 10;

/** @param {DominoLine} line @param {string} words what the button is called that shows the whole line again */
export function bindZoom(line, words) {
  /** Fingers on the cloth and where they are. @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  const whole = h('button', { class: 'whole-line', type: 'button', hidden: true }, words);
  let stroke = 0;
  line.append(whole);

  /** @param {number} by @param {{x: number, y: number}} [at] a place in the window */
  const zoom = (by, at) => {
    line.zoom(by, at);
    whole.hidden = line.zoomed === 1;
    line.classList.toggle('zoomed', !whole.hidden);
  };
  const centre = () => {
    const [a, b] = [...fingers.values()];
    return b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) } : { ...a, apart: 0 };
  };

  whole.addEventListener('click', (event) => {
    zoom(1);
    event.stopPropagation();
  });
  line.addEventListener('dblclick', (event) => {
    if (/** @type {Element} */ (event.target).closest('button')) return;
    zoom(line.zoomed > 1 ? 1 : CLOSER, event);
  });
  line.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(line.zoomed * (event.deltaY < 0 ? STEP : 1 / STEP), event);
  }, { passive: false });
  line.addEventListener('pointerdown', (event) => {
    if (event.target === whole) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    stroke = 0;
  });
  window.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = centre();
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = centre();
    stroke += Math.abs(now.x - before.x) + Math.abs(now.y - before.y) + Math.abs(now.apart - before.apart);
    if (before.apart && now.apart) zoom((line.zoomed * now.apart) / before.apart, now);
    if (line.zoomed > 1 && stroke > STILL) line.shift(now.x - before.x, now.y - before.y);
  });
  for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) window.addEventListener(end, (event) => fingers.delete(event.pointerId));
  line.addEventListener('click', (event) => {
    if (stroke > STILL && line.zoomed > 1) event.stopPropagation(); // a stroke chooses nothing and cancels nothing
    stroke = 0;
  }, true);
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (!/** @type {Element} */ (event.target).closest('domino-line, domino-hand, .acts')) return;
    const move = event.shiftKey && line.zoomed > 1 ? { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key] : null;
    if (move) line.shift(move[0], move[1]);
    else if (event.key === '+') zoom(line.zoomed * STEP);
    else if (event.key === '-') zoom(line.zoomed / STEP);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
