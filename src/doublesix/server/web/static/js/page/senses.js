// @ts-check
/** What is heard and felt at the table, for who has asked for it: made here from noise and tones, never the only sign of anything. */

/**
 * @typedef {import('../core/wire.js').TableEvent} TableEvent
 * @typedef {'play'|'draw'|'pass'|'turn'|'blocked'|'over'} Sign
 */

/** How long each sign is felt, and the pauses between, in milliseconds. @type {Record<Sign, number[]>} */
const FELT = { play: [8], draw: [5], pass: [12, 50, 12], turn: [18], blocked: [30, 60, 30], over: [20, 60, 20, 60, 45] };

/** So far apart signs sound that come at once, in seconds; more than a few of them say nothing more. */
const APART = 0.11;
const MOST = 4;

/** @type {AudioContext|null} */
let sound = null;

/** A short rap of noise about a pitch. @param {AudioContext} at @param {number} start @param {number} pitch @param {number} length @param {number} loud */
function rap(at, start, pitch, length, loud) {
  const samples = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const data = samples.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 3;
  const noise = at.createBufferSource();
  const band = at.createBiquadFilter();
  const gain = at.createGain();
  noise.buffer = samples;
  band.type = 'bandpass';
  band.frequency.value = pitch;
  gain.gain.value = loud;
  noise.connect(band).connect(gain).connect(at.destination);
  noise.start(start);
}

/** A soft tone. @param {AudioContext} at @param {number} start @param {number} pitch @param {number} length @param {number} loud */
function tone(at, start, pitch, length, loud) {
  const voice = at.createOscillator();
  const gain = at.createGain();
  voice.type = 'triangle';
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(gain).connect(at.destination);
  voice.start(start);
  voice.stop(start + length);
}

/** @type {Record<Sign, (at: AudioContext, start: number) => void>} */
const HEARD = {
  play: (at, start) => {
    rap(at, start, 2200, 0.04, 0.9);
    tone(at, start, 170, 0.07, 0.25);
  },
  draw: (at, start) => rap(at, start, 900, 0.11, 0.5),
  pass: (at, start) => [0, 0.12].forEach((later) => rap(at, start + later, 320, 0.06, 0.9)),
  turn: (at, start) => tone(at, start, 784, 0.22, 0.12),
  blocked: (at, start) => [392, 330].forEach((pitch, i) => tone(at, start + i * 0.16, pitch, 0.3, 0.14)),
  over: (at, start) => [523, 659, 784].forEach((pitch, i) => tone(at, start + i * 0.13, pitch, 0.34, 0.13)),
};

/** @param {TableEvent[]} news @param {string} ending how the round has just ended, or empty @param {boolean} mine whether it has just become my turn @returns {Sign[]} */
export function signsOf(news, ending, mine) {
  /** @type {Record<string, Sign>} */
  const kinds = { led: 'play', played: 'play', drew: 'draw', passed: 'pass' };
  const signs = news.map((event) => kinds[event.kind]).filter(Boolean).slice(-MOST);
  if (ending) signs.push(ending === 'blocked' ? 'blocked' : 'over');
  else if (mine) signs.push('turn');
  return signs;
}

/** Give signs as they were asked for. @param {Sign[]} signs @param {{sound: boolean, buzz: boolean}} wished */
export function give(signs, wished) {
  if (wished.buzz && signs.length) navigator.vibrate?.(FELT[signs[signs.length - 1]]);
  if (!wished.sound) return;
  sound ??= new AudioContext();
  if (sound.state === 'suspended') sound.resume();
  const from = sound.currentTime + 0.01;
  signs.forEach((sign, i) => sound && HEARD[sign](sound, from + i * APART));
}
