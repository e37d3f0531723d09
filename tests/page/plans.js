// The plan of each round it is given, by the page's own module.
import { readFileSync } from 'node:fs';
import { planOfRound } from './js/core/arms.js';

const given = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(given.map(([rules, lead, width, height, cap]) => planOfRound(rules, lead, width, height, cap))));
