// A review as the page holds it: what is shown first, what goes into the record, what the charts draw. Prints what was checked.
import assert from 'node:assert/strict';
import { aimOf, byCost, commented, onSkill, pipsLeft, reasonsIn, suitsLaid, verdicts } from './js/core/review.js';

const decision = (at, verdict, loss) => ({ at, seat: 0, played: '6-4L', best: [], loss, ci95: [0, 0], verdict, facts: [], worth: { best: [0, 0, 0], played: [0, 0, 0] } });
const all = [decision(0, 'best', 0), decision(2, 'forced', 0), decision(4, 'blunder', 0.2), decision(6, 'too-close', 0.03)];

const checks = {
  'forced moves are left out and the dearest come first'() {
    assert.deepEqual(byCost(all).map(({ at }) => at), [4, 6, 0]);
    assert.deepEqual([...verdicts(all)], [['blunder', 1], ['too-close', 1], ['best', 1]]);
  },
  'comments of the record are kept beside those of the review'() {
    const record = commented({ moves: [], comments: { 4: 'Hm.' } }, all, ({ verdict }) => verdict);
    assert.deepEqual(record.comments, { 4: 'Hm. blunder', 6: 'too-close', 0: 'best' });
  },
  'charts count pips left and tiles of each suit'() {
    const frames = [{ hands: [['6-4'], ['1-0', '?']], lead: null, arms: {} }, { hands: [[], ['1-0']], lead: [6, 4], arms: { L: [[6, 6]] } }];
    assert.deepEqual(pipsLeft(frames), [[10, 0], [1, 1]]);
    assert.deepEqual(suitsLaid(frames, 6).map((points) => points[1]), [0, 0, 0, 0, 1, 0, 2]);
  },
  'reasons are read from comments, and what was named most often was worked on'() {
    const reasons = reasonsIn({ 0: '[ends]', 2: '[pips] heavy first', 4: '[pips]', 3: '[counting] one left', 5: 'a remark' });
    assert.deepEqual(reasons.get(2), { skill: 'pips', text: 'heavy first' });
    assert.equal(reasons.has(5), false);
    assert.equal(aimOf(reasons, [0, 1, 0, 1, 0], 0), 'pips');
    assert.equal(aimOf(new Map(), [0], 0), '');
  },
  'a skill is answered by the decisions that asked for it, forced moves and agreement apart'() {
    const asked = all.map((one, at) => ({ ...one, skills: at === 0 ? {} : { ends: 'You kept one.' } }));
    const { good, close, worse } = onSkill(asked, 'ends');
    assert.deepEqual([good, close, worse], [0, 1, 1]);
  },
};
for (const check of Object.values(checks)) check();
console.log(JSON.stringify(Object.keys(checks)));
