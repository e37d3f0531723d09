// Lays the cases it is given with the page's own module: plan, places, ghosts and size of each.
import { readFileSync } from 'node:fs';
import { extent, fit, ghosts, layout, planFor } from './js/core/layout.js';

const flat = (p) => [p.cx, p.cy, p.w, p.h, p.rot, p.double];
const answers = JSON.parse(readFileSync(0, 'utf8')).map(({ count, width, height, cap, first, arms }) => {
  const plan = planFor(count, width, height, cap, 'U' in arms ? 4 : 2);
  const places = layout(first, arms, plan);
  return {
    plan: [plan.far, plan.rot, plan.far2],
    places: Object.fromEntries(Object.entries(places).map(([side, tiles]) => [side, tiles.map(flat)])),
    ghosts: Object.fromEntries(Object.entries(ghosts(first, arms, plan, true)).map(([side, p]) => [side, flat(p)])),
    unit: fit(extent(first, arms, plan), width, height, cap),
  };
});
process.stdout.write(JSON.stringify(answers));
