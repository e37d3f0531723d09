// @ts-check
/**
 * Dragging a tile from the hand onto an end, by mouse, finger or pen: one more way to do what tapping does. A tile that is let go
 * anywhere else goes back. Under a finger the tile lies above it, so that it is seen.
 */

import { h } from '../el/dom.js';

/**
 * @typedef {import('./table.js').Desk} Desk
 * @typedef {{tile: string, id: number, touch: boolean, x: number, y: number, node: HTMLElement, from: DOMRect, shown: HTMLElement|null}} Held
 */

/** So far a pointer moves before a tap becomes a drag, and so near to an end a tile may be let go; in pixels. */
const SLACK = { mouse: 6, touch: 10 };
const NEAR = 36;

/** @param {DOMRect} rect @param {number} x @param {number} y */
const away = (rect, x, y) => Math.hypot(Math.max(rect.left - x, 0, x - rect.right), Math.max(rect.top - y, 0, y - rect.bottom));

/** @param {Desk} desk */
export function bindDrag(desk) {
  const { hand, line } = desk;
  /** @type {Held|null} */
  let held = null;
  /** Whether the click that ends a drag is still to come. */
  let spent = false;

  /** @param {Held} one */
  function lift(one) {
    if (!desk.sidesFor(one.tile).length) {
      desk.tapped(one.tile, false);
      return false;
    }
    desk.choose(one.tile);
    const picture = /** @type {Element} */ (one.node.querySelector('svg'));
    one.from = picture.getBoundingClientRect();
    one.shown = h('div', { class: 'dragged', 'aria-hidden': 'true' }, picture.cloneNode(true));
    one.shown.style.width = `${one.from.width}px`;
    one.node.classList.add('lifted');
    document.body.append(one.shown);
    return true;
  }

  /** The end that a tile would go to from here. @param {Held} one @param {PointerEvent} event */
  function over(one, event) {
    const rect = one.shown?.getBoundingClientRect() ?? one.from;
    const points = [[event.clientX, event.clientY], [rect.left + rect.width / 2, rect.top + rect.height / 2]];
    const near = line.ends.map((ghost) => {
      const leads = ghost.dataset.side === 'O';
      const place = (leads ? line : ghost).getBoundingClientRect();
      const far = Math.min(...points.map(([x, y]) => away(place, x, y)));
      return { ghost, far: leads && far > 0 ? Infinity : far };
    }).sort((a, b) => a.far - b.far)[0];
    return near && near.far <= NEAR ? near.ghost : null;
  }

  /** @param {Held} one @param {PointerEvent} event */
  function follow(one, event) {
    if (!one.shown) return;
    const lifted = one.touch ? one.from.height * 0.7 : 0;
    const [dx, dy] = [event.clientX - one.x, event.clientY - one.y - lifted];
    one.shown.style.transform = `translate(${one.from.left + dx}px, ${one.from.top + dy}px)`;
    const target = over(one, event);
    for (const ghost of line.ends) ghost.classList.toggle('over', ghost === target);
  }

  /** @param {HTMLElement|null} [target] the end it is let go over */
  function letGo(target) {
    if (!held) return;
    const { tile, shown, node, from } = held;
    held = null;
    node.classList.remove('lifted');
    if (!shown) return;
    const rect = shown.getBoundingClientRect();
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (target) desk.atEnd(target.dataset.side ?? '', tile, rect);
    else desk.putBack();
    if (target || still) return shown.remove();
    const back = shown.animate([{}, { transform: `translate(${from.left}px, ${from.top}px)` }], { duration: 160, easing: 'ease-out' });
    back.onfinish = back.oncancel = () => shown.remove();
    return undefined;
  }

  window.addEventListener('pointerdown', () => (spent = false), true);
  hand.addEventListener('pointerdown', (event) => {
    const node = /** @type {HTMLElement|null} */ ((/** @type {Element} */ (event.target)).closest('.held'));
    if (held || !node || event.button !== 0 || !event.isPrimary) return;
    held = { tile: node.dataset.key ?? '', id: event.pointerId, touch: event.pointerType === 'touch', x: event.clientX, y: event.clientY, node, from: node.getBoundingClientRect(), shown: null };
  });
  window.addEventListener('pointermove', (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (!held.shown) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < (held.touch ? SLACK.touch : SLACK.mouse)) return;
      spent = true;
      if (!lift(held)) {
        held = null;
        return;
      }
      if (held.node.isConnected) held.node.setPointerCapture(held.id);
    }
    follow(held, event);
  });
  window.addEventListener('pointerup', (event) => {
    if (held && event.pointerId === held.id) letGo(held.shown && over(held, event));
  });
  window.addEventListener('pointercancel', () => letGo());
  window.addEventListener('keydown', (event) => {
    if (!held?.shown || event.key !== 'Escape') return;
    event.stopPropagation();
    letGo();
  }, true);
  window.addEventListener('click', (event) => {
    if (!spent) return;
    spent = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
}
