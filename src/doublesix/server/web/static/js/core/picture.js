// @ts-check
import { pips } from './pips.js';

/**
 * The line as a picture of its own: SVG, a film of SVG in which the tiles come one after the other, or painted on a canvas.
 * @typedef {import('./wire.js').Pair} Pair
 * @typedef {import('./layout.js').Placed} Placed
 * @typedef {{pair: Pair, place: Placed, at: number}} Laid a tile, and with which move it came
 */

const CLOTH = '#1f4257';
const FACE = '#f5ecd7';
const EDGE = '#c2ae84';
const PIP = '#1a1d22';
const MARGIN = 0.7;
/** Seconds from one tile of a film to the next. */
const BEAT = 0.7;

/** The part of the cloth that these tiles need: left, top, width, height in units. @param {Laid[]} tiles @returns {[number, number, number, number]} */
function boxOf(tiles) {
  const xs = tiles.flatMap(({ place }) => [place.cx - place.w / 2, place.cx + place.w / 2]);
  const ys = tiles.flatMap(({ place }) => [place.cy - place.h / 2, place.cy + place.h / 2]);
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top];
}

/** @param {Laid} laid */
const shapeOf = ({ pair, place }) => ({
  rect: { x: place.cx - place.w / 2, y: place.cy - place.h / 2, w: place.w, h: place.h },
  turn: place.rot + (place.double ? 90 : 0),
  pips: pips(pair[0], -0.5) + pips(pair[1], 0.5),
  dot: Math.max(...pair) > 9 ? 0.125 : 0.165,
});

/** A picture as SVG text; a film lets the tiles appear in the order of the moves. @param {Laid[]} tiles @param {string} title @param {boolean} [film] @param {boolean} [paper] in black on white */
export function svgText(tiles, title, film = false, paper = false) {
  const [cloth, face, edge] = paper ? ['none', '#fff', '#000'] : [CLOTH, FACE, EDGE];
  const box = boxOf(tiles).map((part) => +part.toFixed(3));
  const order = [...new Set(tiles.map(({ at }) => at))].sort((a, b) => a - b);
  const parts = tiles.map((laid) => {
    const { rect, turn, pips: dots, dot } = shapeOf(laid);
    const start = film ? ` class="c" style="animation-delay:${(order.indexOf(laid.at) * BEAT).toFixed(1)}s"` : '';
    const { cx, cy } = laid.place;
    return `<g${start}><rect x="${+rect.x.toFixed(3)}" y="${+rect.y.toFixed(3)}" width="${rect.w}" height="${rect.h}" rx=".15" fill="${face}" stroke="${edge}" stroke-width=".03"/>`
      + `<g transform="translate(${+cx.toFixed(3)} ${+cy.toFixed(3)}) rotate(${turn})"><path d="M0 -.37V.37" stroke="${PIP}" stroke-width=".03" opacity=".5"/>`
      + `<path d="${dots}" stroke="${PIP}" stroke-width="${dot}" stroke-linecap="round" fill="none"/></g></g>`;
  });
  const style = film ? '<style>.c{opacity:0;animation:c .3s forwards}@keyframes c{from{opacity:0;transform:translateY(-.6px)}to{opacity:1}}</style>' : '';
  const name = title.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" width="${Math.round(box[2] * 48)}" height="${Math.round(box[3] * 48)}" role="img"><title>${name}</title>${style}`
    + `<rect x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" fill="${cloth}"/>${parts.join('')}</svg>`;
}

/** The same on a canvas, which is made as large as it needs. @param {HTMLCanvasElement} canvas @param {Laid[]} tiles @param {number} unit pixels of a tile's short side */
export function paint(canvas, tiles, unit) {
  const [left, top, width, height] = boxOf(tiles);
  canvas.width = Math.round(width * unit);
  canvas.height = Math.round(height * unit);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(unit, unit);
  pen.translate(-left, -top);
  pen.fillStyle = CLOTH;
  pen.fillRect(left, top, width, height);
  pen.lineCap = 'round';
  for (const laid of tiles) {
    const { rect, turn, pips: dots, dot } = shapeOf(laid);
    pen.beginPath();
    pen.roundRect(rect.x, rect.y, rect.w, rect.h, 0.15);
    pen.fillStyle = FACE;
    pen.fill();
    pen.lineWidth = 0.03;
    pen.strokeStyle = EDGE;
    pen.stroke();
    pen.save();
    pen.translate(laid.place.cx, laid.place.cy);
    pen.rotate((turn * Math.PI) / 180);
    pen.strokeStyle = PIP;
    pen.globalAlpha = 0.5;
    pen.stroke(new Path2D('M0 -.37V.37'));
    pen.globalAlpha = 1;
    pen.lineWidth = dot;
    // of a path that is one point and nothing more a canvas paints nothing, unlike SVG
    pen.stroke(new Path2D(dots.replaceAll('h0', 'h.001')));
    pen.restore();
  }
}
