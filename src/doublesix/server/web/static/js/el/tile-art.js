// @ts-check
import { pips } from '../core/pips.js';
import { s } from './dom.js';

/** @typedef {import('../core/wire.js').Pair} Pair */
/** @typedef {import('../core/layout.js').Placed} Placed */

/**
 * The value of a half as a figure, which stands upright however the tile lies. Shown instead of pips where those would be too small, or by
 * choice. @param {number} value @param {number} middle on the long axis @param {number} rot
 */
function figure(value, middle, rot) {
  const turn = (rot * Math.PI) / 180;
  const [x, y] = [middle * Math.cos(turn), middle * Math.sin(turn)];
  return `<text class="num n${value}" transform="translate(${+x.toFixed(3)} ${+y.toFixed(3)}) scale(.01)" y="29">${value}</text>`;
}

/**
 * One tile as an SVG group about its own centre. Shadow and side stay with the light from above; only the face turns.
 * No halves: the tile's back. It is written as text, which the browser reads much sooner than scripts could make it node by node.
 * @param {Pair|null} pair @param {number} w @param {number} h @param {number} rot @returns {SVGGElement}
 */
export function tileArt(pair, w, h, rot) {
  /** @param {string} cls @param {number} x @param {number} y */
  const rect = (cls, x, y) => `<rect class="${cls}" x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}" rx="0.15"/>`;
  const group = s('g', { class: pair && Math.max(...pair) > 9 ? 't fine' : 't' });
  const body = rect('sh', 0.05, 0.15) + rect('side', 0, 0.075) + rect('top', 0, 0);
  group.innerHTML = pair ? body + face(pair, rot) + rect('wait', 0, 0) : body;
  return group;
}

/** @param {Pair} pair @param {number} rot */
function face([one, other], rot) {
  const [first, second] = [pips(one, -0.5), pips(other, 0.5)];
  return `<g transform="rotate(${rot})"><line y1="-0.37" y2="0.37"/><line class="lit" x1="0.022" x2="0.022" y1="-0.37" y2="0.37"/>`
    + `<path class="cut" d="${first}${second}" transform="rotate(${-rot}) translate(.012 .02) rotate(${rot})"/>`
    + `<path class="p n${one}" d="${first}"/><path class="p n${other}" d="${second}"/></g>`
    + '<circle class="pin" r="0.062"/><circle class="pinh" r="0.022" cx="-0.015" cy="-0.018"/>'
    + figure(one, -0.5, rot) + figure(other, 0.5, rot);
}

/** A tile as a picture of its own, upright or lying; it adds nothing to a name. @param {Pair} pair @param {boolean} upright */
export function tilePicture(pair, upright) {
  const art = upright ? tileArt(pair, 1, 2, 90) : tileArt(pair, 2, 1, 0);
  return s('svg', { viewBox: upright ? '-.54 -1.04 1.08 2.16' : '-1.04 -.54 2.08 1.16', 'aria-hidden': 'true' }, art);
}

/** How far the face of a placed tile is turned: a double lies across the way of the line. @param {Placed} place */
export const faceTurn = (place) => place.rot + (place.double ? 90 : 0);
