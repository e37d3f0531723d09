// Lays whole rounds with the page's own modules, tile by tile on cloths of every shape, and says what is wrong with any of the pictures.
import { readFileSync } from 'node:fs';
import { ghostsOf, partsOf, planOfRound, sceneOf } from './js/core/arms.js';
import { fit, GAP } from './js/core/layout.js';
import { largestTile, TARGET, targets } from './js/core/sizes.js';

const NEAR = 1e-6;
const name = ([a, b]) => `${Math.max(a, b)}-${Math.min(a, b)}`;
const apart = (a, b) => Math.max(Math.abs(a.cx - b.cx) - (a.w + b.w) / 2, Math.abs(a.cy - b.cy) - (a.h + b.h) / 2);
const clash = (places, least = GAP) => places.findIndex((a, i) => places.slice(0, i).some((b) => apart(a, b) < least - NEAR));
const centred = ({ x, y, w, h }) => ({ cx: x + w / 2, cy: y + h / 2, w, h });

/** The line after each play: what lies, which sides take a tile, and the tiles in their order. */
function* lines(plays) {
  const line = { lead: null, arms: { L: [], R: [] } };
  const order = [];
  for (const { pair, side, open } of plays) {
    if (side === null) line.lead = pair;
    else line.arms = { ...line.arms, [side]: [...(line.arms[side] ?? []), pair] };
    order.push(name(pair));
    yield { line: { ...line }, open, order: [...order] };
  }
}

/** What is wrong when a round is played on a cloth, and how large its tiles are at the end. */
function play({ rules, plays }, width, height) {
  const wrong = [];
  const cap = largestTile(width, height, false, false);
  const known = new Map();
  let plan = null;
  let u = Infinity;
  for (const { line, open, order } of lines(plays)) {
    plan ??= planOfRound(rules, line.lead, width - 6, height - 8, cap);
    const parts = partsOf(line, open, line.lead, plan, { spinner: rules.spinner, order });
    const scene = sceneOf(parts);
    const tiles = [...Object.values(scene.places).flat(), ...scene.copies.map((copy) => copy.place)];
    const say = (what) => wrong.push(`${rules.id} on ${width} x ${height} after ${order.length}: ${what}`);
    const last = order.length === plays.length;
    if ((last || rules.spinner === 'all') && clash(tiles) >= 0) say('tiles overlap'); // none moves, so the last picture shows them all
    u = Math.min(u, fit(scene.box, width - 6, height - 8, cap));
    const [cx, cy] = [(scene.box[0] + scene.box[2]) / 2, (scene.box[1] + scene.box[3]) / 2];
    const rectOf = (p) => ({ x: width / 2 + (p.cx - p.w / 2 - cx) * u, y: height / 2 + (p.cy - p.h / 2 - cy) * u, w: p.w * u, h: p.h * u });
    const inside = (r) => r.x > -NEAR && r.y > -NEAR && r.x + r.w < width + NEAR && r.y + r.h < height + NEAR;
    for (const double of [false, true]) {
      const ghosts = ghostsOf(parts, double);
      const ends = open.map((side) => ghosts[side]);
      if (ends.some((end) => !end)) say('an open end has no place');
      else {
        if ((clash(ends) >= 0 || ends.some((end) => tiles.some((tile) => apart(end, tile) < GAP - NEAR))) && !beside(rules, parts, double)) say('a place for the next tile overlaps');
        if (![...tiles, ...ends].map(rectOf).every(inside)) say('something is off the cloth');
        const fingers = targets(ends.map(rectOf), width, height);
        const room = Math.floor(width / TARGET) * Math.floor(height / TARGET); // for more ends than that nobody could find a place
        if (ends.length <= room && (fingers.some((r) => r.w < TARGET || r.h < TARGET || !inside(r)) || clash(fingers.map(centred), -0.5) >= 0)) say(`fingers meet: ${JSON.stringify(fingers)}`);
      }
    }
    // a tile that lies keeps its place against the lead, and so does a copy of one
    const here = ([pair, place], before) => {
      const key = before + name(pair);
      const turned = pair[0] === pair[1] ? 0 : (place.rot + (pair[0] < pair[1] ? 180 : 0)) % 360;
      const now = [place.cx, place.cy, place.w, place.h, turned].map((part) => part.toFixed(3)).join(' ').replaceAll('-0.000', '0.000');
      if ((known.get(key) ?? now) !== now) say(`${key} moved from ${known.get(key)} to ${now}`);
      known.set(key, now);
    };
    for (const { arms, sides } of parts) {
      for (const [arm, pairs] of Object.entries(arms)) pairs.forEach((pair, i) => here([pair, scene.places[sides[arm]][i]], ''));
    }
    scene.copies.forEach(({ pair, place }, i) => here([pair, place], `copy ${i} of `));
  }
  return { wrong, u };
}

/** A double cannot come next to the spinner, for a set has one of each value: its place there may be taken. */
const beside = (rules, parts, double) => double && parts.some((part) => part.first[0] === part.first[1] && Object.values(part.arms).some((arm) => !arm.length));

const { rounds, cloths } = JSON.parse(readFileSync(0, 'utf8'));
const wrong = [];
const sizes = {};
for (const round of rounds) {
  for (const [width, height] of cloths) {
    const found = play(round, width, height);
    wrong.push(...found.wrong.slice(0, 3));
    (sizes[`${round.rules.id} ${width} ${height}`] ??= []).push(+found.u.toFixed(2));
  }
}
process.stdout.write(JSON.stringify({ wrong: wrong.slice(0, 200), count: wrong.length, sizes }));
