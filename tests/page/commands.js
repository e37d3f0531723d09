// Typed lines and what they mean, plans and what becomes of them, and answers about the table. Prints what was checked.
import assert from 'node:assert/strict';
import { boneyardTold, endsTold, handTold, lineTold, passedTold, pipsIn, pipsTold, scoreTold, whyTold } from './js/core/answers.js';
import { understand } from './js/core/commands.js';
import { fate, matching, mayPlan, planned } from './js/core/planning.js';
import { awayWords, endName, handName, hint } from './js/core/words.js';
import { run } from './checks.js';

const state = (more = {}) => ({
  rules: { id: 'ply-yard', title: 'Reserve table', max_pip: 6, reserve: 2, draws: true, spinner: 'none', target: null, tap: 'two' },
  you: 0, players: 2, seats: [{ name: 'You', label: 'Black', tiles: 3 }, { name: 'Computer', label: 'White', tiles: 3 }],
  round: 1, scores: [0, 0], turn: 0, line: { lead: [6, 4], arms: { L: [[6, 5]], R: [[4, 1], [1, 2]] } }, ends: { L: 5, R: 2 }, hand: ['5-2', '4-4'],
  boneyard: 9, drawable: 7, legal: ['5-2L', '5-2R'], why: { '4-4': 'The 4-4 has no 5 and no 2.' }, why_not: { draw: 'The 5-2 fits.', pass: 'The 5-2 fits, so no pass.' },
  moves: [], outcome: null, match: null, ...more,
});

const meant = (text, language, most) => {
  const command = understand(text, language, most);
  return [command.do, ...['tile', 'side', 'what', 'value', 'about'].filter((key) => key in command).map((key) => command[key])].join(' ').trim();
};

const checks = {
  'a tile and an end in every spelling'() {
    for (const line of ['2-5 l', '5-2 left', '25 l', '52l', '2-5L', ' 2 – 5 Left end! ', 'play 5-2 on the left end', 'five two left', '2 5 l', '2|5 l', '5/2 l']) assert.equal(meant(line), 'tile 5-2 L', line);
    assert.equal(meant('25 r'), 'tile 5-2 R');
    assert.equal(meant('5-2'), 'tile 5-2');
    assert.equal(meant('double six'), 'tile 6-6');
    assert.equal(meant('blank five r'), 'tile 5-0 R');
    assert.equal(meant('6-4 u'), 'tile 6-4 U');
    assert.equal(meant('6-4u6'), 'tile 6-4 U6');
    assert.equal(meant('6-4 lower 3'), 'tile 6-4 D3');
    assert.equal(meant('12-9 d', 'en', 12), 'tile 12-9 D');
    assert.equal(meant('twelve nine left', 'en', 12), 'tile 12-9 L');
    assert.equal(meant('129 l', 'en', 12), 'unknown', 'three digits are no tile where halves have two');
  },
  'what becomes of who is away is what was agreed'() {
    const told = (away, wait, more = {}) => awayWords(state({ pace: { turn: 15, late: 'move', grace: 60, away }, ...more }), 1, wait);
    assert.equal(told('ask', 15), 'Computer is away. In 15 seconds you may let the computer play on or claim the round.');
    assert.equal(told('forfeit', 15), 'Computer is away, and forfeits in 15 seconds.');
    assert.equal(told('forfeit', 1), 'Computer is away, and forfeits in 1 second.');
    assert.equal(told('computer', 15), 'Computer is away. In 15 seconds the computer plays on.');
    assert.equal(told('forfeit', 0), 'Computer is away.');
    assert.equal(told('ask', 15, { rated: true }), 'Computer is away. In 15 seconds you may claim the round.');
    assert.equal(told('ask', 0, { rated: true }), 'Computer is away. You may claim the round.');
  },
  'whose turn it is is said once'() {
    const lead = { line: { lead: null, arms: {} }, hand: ['6-6', '4-1'], why_leader: 'You lead: you hold 6-6, the highest double dealt.' };
    const unnamed = state().seats.map((seat) => ({ ...seat, label: null }));
    assert.deepEqual(hint(state({ ...lead, legal: ['6-6'], seats: unnamed }), null), ['Your turn.', lead.why_leader]);
    assert.deepEqual(hint(state({ ...lead, legal: ['6-6'] }), null), ['Black, your turn.', lead.why_leader]);
    assert.deepEqual(hint(state({ ...lead, legal: ['6-6', '4-1'], seats: unnamed }), null), ['You lead.', 'Any tile may be led.']);
    const standing = { company: { standing: [0], wishes: [], resigned: [], asked: null } };
    assert.deepEqual(hint(state(standing), null), ['', ''], 'the computer plays for me: nothing calls for me');
    assert.deepEqual(hint(state({ ...standing, turn: 1 }), null), ['White to play.', '']);
    assert.equal(handName(state(standing), '5-2'), 'five two');
  },
  'words that ask and words that do'() {
    for (const [line, is] of Object.entries({
      draw: 'draw', Pass: 'pass', p: 'pass', ends: 'tell ends', hand: 'tell hand', pips: 'tell pips', score: 'tell score', line: 'tell line', help: 'tell help', '?': 'tell help',
      why: 'why', 'why?': 'why', 'why draw': 'why draw', 'why 4-4': 'why 4-4', last: 'tell last', count: 'tell count', yes: 'yes', cancel: 'no', left: 'end L', r: 'end R',
      'who passed on five': 'passed 5', 'who passed on 5?': 'passed 5', 'Who passed on blanks': 'passed 0', 'who passed on sixes': 'passed 6', 'who passed': 'passed',
    })) assert.equal(meant(line), is, line);
  },
  'the page\'s language and English always'() {
    for (const [language, lines] of Object.entries({
      es: { '5-2 izquierda': 'tile 5-2 L', 'cinco dos derecha': 'tile 5-2 R', robar: 'draw', pasar: 'pass', '¿quién pasó con cinco?': 'passed 5', mano: 'tell hand', '¿por qué?': 'why', extremos: 'tell ends', 'doble seis': 'tile 6-6', sí: 'yes', '5-2 left': 'tile 5-2 L' },
      pt: { '5-2 esquerda': 'tile 5-2 L', comprar: 'draw', passar: 'pass', 'quem passou no cinco': 'passed 5', mão: 'tell hand', 'por quê': 'why', pontas: 'tell ends', draw: 'draw' },
      fr: { '5-2 gauche': 'tile 5-2 L', '5-2 à droite': 'tile 5-2 R', piocher: 'draw', passer: 'pass', 'qui a passé sur le cinq ?': 'passed 5', main: 'tell hand', 'pourquoi ?': 'why', bouts: 'tell ends' },
    })) for (const [line, is] of Object.entries(lines)) assert.equal(meant(line, language), is, `${language}: ${line}`);
    assert.equal(meant('robar'), 'unknown', 'on an English page Spanish is not guessed at');
  },
  'what is not understood does nothing'() {
    for (const line of ['', '  ', 'hello', '5-2 sideways', '5', 'left hello', 'draw five tiles now', 'pass me the salt', '<b>']) assert.equal(understand(line).do, 'unknown', line);
    assert.equal(meant('9-8 l'), 'wrong 9-8');
    assert.equal(meant('7-7'), 'wrong 7-7');
  },
  'answers are whole sentences about what the page knows'() {
    assert.equal(endsTold(state()), 'Left end five and right end two.');
    assert.equal(endsTold(state({ ends: {} })), 'No tile has been led yet.');
    assert.equal(handTold(state()), '2 tiles: five two, fits both ends, left five and right two; double four, does not fit.');
    assert.equal(pipsIn(['5-2', '12-9']), 28);
    assert.equal(pipsTold(state()), 'You hold 15 pips. If the round blocked now, that is what would count.');
    assert.equal(scoreTold(state()), 'A single round; tiles held: Black 3 and White 3.');
    assert.equal(scoreTold(state({ match: { scores: [12, 40], target: 100 } })), 'Score: Black 12 and White 40; the match goes to 100.');
    assert.equal(lineTold(state()), 'From left to right: six five, six four, four one, two one. Left end five and right end two.');
    assert.equal(boneyardTold(state()), '9 left, 2 stay in reserve. 7 tiles can be drawn.');
  },
  'who passed is told with the move and with what was drawn since'() {
    const moves = [
      { n: 1, seat: 0, move: '6-5', ends: { L: 6, R: 5 } }, { n: 2, seat: 1, move: 'draw' }, { n: 3, seat: 1, move: 'pass' }, { n: 4, seat: 0, move: '5-4R', ends: { L: 6, R: 4 } },
      { n: 5, seat: 1, move: 'draw' }, { n: 6, seat: 1, move: 'draw' }, { n: 7, seat: 1, move: '4-0R', ends: { L: 6, R: 0 } },
    ];
    assert.equal(passedTold(state({ moves }), 5), 'White passed on five at move 3. After that, White drew 2 tiles.');
    assert.equal(passedTold(state({ moves }), 4), 'White drew with four open at move 6.');
    assert.equal(passedTold(state({ moves }), 3), 'Nobody has passed on three or drawn with it open.');
  },
  'why tells the last refusal, a tile, a draw, a pass'() {
    assert.equal(whyTold(state(), null, 'The last thing.'), 'The last thing.');
    assert.equal(whyTold(state(), '4-4', ''), 'The 4-4 has no 5 and no 2.');
    assert.equal(whyTold(state(), '5-2', ''), 'Five two, fits both ends, left five and right two.');
    assert.equal(whyTold(state(), '6-6', ''), 'You do not hold the double six.');
    assert.equal(whyTold(state(), 'draw', ''), 'The 5-2 fits.');
    assert.equal(whyTold(state({ turn: 1 }), 'draw', ''), 'It is not your turn: White is to play.');
    assert.equal(whyTold(state(), null, ''), 'The 5-2 fits. The 5-2 fits, so no pass.');
  },
  'a plan waits, is played, is dropped, and never outlives its round'() {
    const waiting = state({ turn: 1, legal: [] });
    assert.ok(!mayPlan({ ...waiting, company: { standing: [0] } }), 'the computer plays for me');
    assert.ok(mayPlan(waiting) && !mayPlan(state()) && !mayPlan({ ...waiting, you: null }) && !mayPlan({ ...waiting, line: { lead: null, arms: {} } }));
    assert.deepEqual(matching(waiting, '5-2'), ['L', 'R']);
    assert.deepEqual(matching(waiting, '4-4'), []);
    const plan = planned(waiting, '5-2', 'L');
    assert.equal(fate(plan, waiting), 'keep');
    assert.equal(fate(plan, state()), 'play');
    assert.equal(fate(plan, { ...waiting, ends: { L: 3, R: 2 } }), 'drop', 'its end shows another value');
    assert.equal(fate(plan, state({ legal: ['5-2R'] })), 'drop', 'the rules no longer allow it');
    assert.equal(fate(plan, state({ round: 2 })), 'gone');
    assert.equal(fate(plan, { ...waiting, outcome: {} }), 'gone');
    assert.equal(fate(plan, { ...waiting, you: null }), 'gone', 'the hand lies covered');
    assert.equal(fate(plan, { ...waiting, hand: ['4-4'] }), 'gone');
    assert.equal(fate({ ...plan, at: 1 }, waiting), 'gone', 'a play was taken back');
  },
  'an arm of one spinner among several is named with it'() {
    assert.equal(endName('U'), 'upper end');
    assert.equal(endName('U6'), 'upper end of the double six');
  },
  'two ends of a cross are not both ends'() {
    const two = state();
    assert.equal(handName(two, '5-2'), 'five two, fits both ends, left five and right two');
    assert.equal(hint(two, '5-2')[1], 'The five two goes on either end; tap one.');
    const four = state({ ends: { L: 5, R: 2, U: 4, D: 1 } });
    assert.equal(handName(four, '5-2'), 'five two, fits 2 ends, left five and right two');
    assert.equal(hint(four, '5-2')[1], 'The five two goes on 2 ends; tap one.');
  },
};

run(checks);
