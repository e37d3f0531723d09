// A finished round looked at again: frames, eyes, decisions and addresses. Prints what was checked.
import assert from 'node:assert/strict';
import { svgText } from './js/core/picture.js';
import { commentsIn, decisionFrom, frameAt, hashOf, isDecision, moveSeen, placeOf, unseen } from './js/core/replay.js';

const step = (seat, move, more) => ({ seat, move, side: null, laid: null, before: {}, after: {}, choices: 1, points: [0, 0], texts: [], ...more });
const round = {
  leader: 0, why: '', scores: [0, 5], hands: [['6-4', '3-3'], ['5-1', '2-0']], boneyard: ['6-5', '1-0'],
  steps: [
    step(0, '6-4', { laid: [6, 4], after: { L: 6, R: 4 }, choices: 2 }),
    step(1, 'draw:6-5', { before: { L: 6, R: 4 }, after: { L: 6, R: 4 } }),
    step(1, '6-5L', { side: 'L', laid: [6, 5], before: { L: 6, R: 4 }, after: { L: 5, R: 4 }, choices: 2 }),
    step(0, 'pass', { before: { L: 5, R: 4 }, after: { L: 5, R: 4 } }),
  ],
  outcome: null,
};
const replay = { rules: { title: '', max_pip: 6, reserve: 2, spinner: 'none' }, players: 2, names: ['Ana', 'Ben'], record: [], rounds: [round, round] };

const checks = {
  'a frame holds hands, boneyard, line and whose turn it is after any number of moves'() {
    assert.deepEqual(frameAt(round, 0).hands, round.hands);
    const frame = frameAt(round, 3);
    assert.deepEqual(frame.hands, [['3-3'], ['5-1', '2-0']]);
    assert.deepEqual(frame.boneyard, ['1-0']);
    assert.deepEqual([frame.lead, frame.arms.L, frame.arms.R], [[6, 4], [[6, 5]], []]);
    assert.equal(frame.turn, 0);
    assert.equal(frameAt(round, 4).turn, null);
    assert.deepEqual(round.hands[1], ['5-1', '2-0'], 'the round itself is left alone');
  },
  'comments are read by move, from a list or by index, of a round alone or in a match'() {
    assert.deepEqual([...commentsIn({ comments: { 2: 'a block', 0: 'a lead', 3: null } }, 0)], [[0, 'a lead'], [2, 'a block']]);
    assert.deepEqual([...commentsIn({ comments: [null, 'a draw'] }, 0)], [[1, 'a draw']]);
    assert.deepEqual([...commentsIn({ comments: { 0: 'of the match' }, rounds: [{}, { comments: { 1: 'here' } }] }, 1)], [[1, 'here']]);
    assert.deepEqual([...commentsIn({}, 0)], []);
  },
  'a drawn tile is seen by its owner alone until all is shown'() {
    assert.equal(moveSeen(round.steps[1], 1), 'draw:6-5');
    assert.equal(moveSeen(round.steps[1], 'all'), 'draw:6-5');
    assert.equal(moveSeen(round.steps[1], 0), 'draw');
    assert.equal(moveSeen(round.steps[1], 'none'), 'draw');
  },
  'unseen tiles are counted from what these eyes see'() {
    const frame = frameAt(round, 2);
    assert.equal(unseen(frame, 6, 'none', 6), 6);
    assert.equal(unseen(frame, 6, 1, 6), 5);
    assert.equal(unseen(frame, 3, 0, 6), 6);
    assert.equal(unseen(frame, 0, 'all', 6), 5);
  },
  'decisions are moves with a choice, of the seat that is followed'() {
    assert.deepEqual(round.steps.map((one) => isDecision(one, 'all')), [true, false, true, false]);
    assert.equal(decisionFrom(round, 0, 1, 'all'), 2);
    assert.equal(decisionFrom(round, 2, -1, 'all'), 0);
    assert.equal(decisionFrom(round, 0, 1, 0), null);
  },
  'an address names round, move and eyes, and bad ones fall back'() {
    const place = { round: 1, count: 3, eye: 0 };
    assert.deepEqual(placeOf(hashOf(place), replay), place);
    assert.deepEqual(placeOf('#round=9&move=99&eye=7', replay), { round: 1, count: 0, eye: 'all' });
    assert.deepEqual(placeOf('', { ...replay, you: 1 }), { round: 1, count: 0, eye: 1 });
    assert.equal(placeOf('#eye=none', replay).eye, 'none');
  },
  'a film shows the tiles in the order of the moves, a picture all at once'() {
    const place = { cx: 0, cy: 0, w: 2, h: 1, rot: 0, double: false };
    const tiles = [{ pair: [6, 5], place: { ...place, cx: -2.1 }, at: 2 }, { pair: [6, 4], place, at: 0 }];
    const film = svgText(tiles, 'A & B', true);
    assert.match(film, /animation-delay:0\.7s.*animation-delay:0\.0s/s);
    assert.match(film, /A &#38; B/);
    assert.doesNotMatch(svgText(tiles, 'A'), /animation/);
  },
};
for (const check of Object.values(checks)) check();
console.log(JSON.stringify(Object.keys(checks)));
