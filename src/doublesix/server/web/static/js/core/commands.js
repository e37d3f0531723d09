// @ts-check
/**
 * What a typed line asks for. English is always understood, and beside it the page's language. Nothing here knows the table: whether
 * something can be done is said by who does it.
 * @typedef {{do: 'tile', tile: string, side: string|null} | {do: 'end', side: string} | {do: 'draw'|'pass'|'yes'|'no'}
 *   | {do: 'tell', what: string} | {do: 'passed', value: number|null} | {do: 'why', about: string|null} | {do: 'wrong', tile: string}
 *   | {do: 'unknown', text: string}} Command
 * `side` is `L`, `R`, `U` or `D`, the last two with their spinner's value where one was typed; `wrong` is no tile of this set
 */

/** @typedef {Record<string, string>} Words what is meant by a word, words parted by spaces */

/** @type {Record<string, Words>} */
const DEEDS = {
  en: { draw: 'draw take', pass: 'pass p', ends: 'ends end open', hand: 'hand tiles', pips: 'pips', score: 'score points scores', line: 'line table', help: 'help ?',
    why: 'why', yes: 'yes y ok', no: 'no cancel undo', last: 'last', boneyard: 'boneyard', count: 'count compare', who: 'who' },
  es: { draw: 'robar robo roba', pass: 'pasar paso', ends: 'extremos puntas', hand: 'mano fichas', pips: 'puntos tantos', score: 'tanteo marcador', line: 'linea mesa',
    help: 'ayuda', why: 'porque', yes: 'si', no: 'cancelar', last: 'ultima ultimo', boneyard: 'pozo', count: 'contar comparar', who: 'quien' },
  pt: { draw: 'comprar compro compra', pass: 'passar passo', ends: 'pontas extremos', hand: 'mao pecas pedras', pips: 'pintas', score: 'placar pontos', line: 'linha mesa',
    help: 'ajuda', why: 'porque', yes: 'sim', no: 'nao cancelar', last: 'ultima ultimo', boneyard: 'monte', count: 'contar comparar', who: 'quem' },
  fr: { draw: 'piocher pioche', pass: 'passer passe', ends: 'bouts', hand: 'main dominos', pips: 'points', score: 'score marque', line: 'ligne table',
    help: 'aide', why: 'pourquoi', yes: 'oui', no: 'non annuler', last: 'dernier derniere', boneyard: 'talon', count: 'compter comparer', who: 'qui' },
};

/** @type {Record<string, Words>} */
const SIDES = {
  en: { L: 'left l', R: 'right r', U: 'upper up u top', D: 'lower down d bottom' },
  es: { L: 'izquierda izquierdo izq', R: 'derecha derecho der', U: 'arriba superior', D: 'abajo inferior' },
  pt: { L: 'esquerda esquerdo esq', R: 'direita direito dir', U: 'cima superior', D: 'baixo inferior' },
  fr: { L: 'gauche', R: 'droite droit', U: 'haut superieur', D: 'bas inferieur' },
};

/** Values as words, from nought; several words for one are parted by a stroke. @type {Record<string, string>} */
const VALUES = {
  en: 'blank|zero|nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
  es: 'blanca|blanco|cero uno|as dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince',
  pt: 'branco|branca|zero um|as dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze',
  fr: 'blanc|zero un|as deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze',
};

/** Words that say nothing here. */
const FILLERS = new Set('play lead the on to at end side arm of a an please jugar juega pongo en el la al del extremo por pelo jogar jogo na no ponta da do jouer joue sur le au a du bout'.split(' '));
const TWICE = new Set(['double', 'doble', 'dobles', 'carroca', 'duplo', 'dupla']);

/** A word by what it means, English first where two languages share it. @param {Record<string, Words>} all @param {string} language */
function lexicon(all, language) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const words of [all[language] ?? {}, all.en]) {
    for (const [meaning, list] of Object.entries(words)) for (const word of list.split(' ')) found.set(word, meaning);
  }
  return found;
}

/** @param {string} language */
function values(language) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const words of [VALUES[language] ?? '', VALUES.en]) {
    words.split(' ').forEach((spellings, value) => spellings.split('|').forEach((word) => word && found.set(word, value)));
  }
  return found;
}

/** Plain small letters, without accents. @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();

/**
 * Understand a line. @param {string} text @param {string} [language] of the page, such as `es` @param {number} [most] the largest value of the set
 * @returns {Command}
 */
export function understand(text, language = 'en', most = 6) {
  const tongue = language.slice(0, 2);
  const deeds = lexicon(DEEDS, tongue);
  const sides = lexicon(SIDES, tongue);
  const numbers = values(tongue);
  const typed = plain(text).replace(/\bpor que\b/g, 'porque').replace(/(\d)\s*[-|:/–—]\s*(\d)/g, '$1-$2').replace(/[!.,;:"'’¿¡]/g, ' ').replace(/\?(?=\s*$)/, (mark, at) => (at ? ' ' : mark));
  const words = typed.split(/\s+/).filter(Boolean);
  if (!words.length) return { do: 'unknown', text: '' };
  const deed = deeds.get(words[0]);
  const rest = deed ? words.slice(1) : words;
  if (deed === 'who') return { do: 'passed', value: rest.map((word) => valueOf(word, numbers)).find((value) => value !== null) ?? null };
  const tile = tileIn(rest, numbers, most);
  if (deed === 'why') return { do: 'why', about: tile?.tile ?? rest.map((word) => deeds.get(word)).find((word) => word === 'draw' || word === 'pass') ?? null };
  if (deed && !rest.length) return deed === 'draw' || deed === 'pass' || deed === 'yes' || deed === 'no' ? { do: deed } : { do: 'tell', what: deed };
  const named = sideIn(tile ? tile.rest : words, sides);
  if (named.strange) return { do: 'unknown', text: text.trim() };
  if (tile) return tile.fits ? { do: 'tile', tile: tile.tile, side: named.side } : { do: 'wrong', tile: tile.tile };
  return named.side ? { do: 'end', side: named.side } : { do: 'unknown', text: text.trim() };
}

/** @param {string} word @param {Map<string, number>} numbers */
function valueOf(word, numbers) {
  if (/^\d{1,2}$/.test(word)) return Number(word);
  return numbers.get(word) ?? numbers.get(word.replace(/(?:es|s)$/, '')) ?? null;
}

/**
 * The tile that is named, and the words behind it. @param {string[]} words @param {Map<string, number>} numbers @param {number} most
 * @returns {{tile: string, fits: boolean, rest: string[]}|null}
 */
function tileIn(words, numbers, most) {
  const at = words.findIndex((word) => !FILLERS.has(word));
  if (at < 0) return null;
  const [first, second] = words.slice(at);
  const glued = /^(\d{1,2})-(\d{1,2})(?!\d)(.*)$/.exec(first) ?? (most < 10 ? /^(\d)(\d)(?!\d)(.*)$/.exec(first) : null);
  /** @type {[number|null, number|null, string[]]} */
  let named;
  if (glued) named = [Number(glued[1]), Number(glued[2]), [...(glued[3] ? [glued[3]] : []), ...words.slice(at + 1)]];
  else if (TWICE.has(first) && second) named = [valueOf(second, numbers), valueOf(second, numbers), words.slice(at + 2)];
  else if (second) named = [valueOf(first, numbers), valueOf(second, numbers), words.slice(at + 2)];
  else return null;
  const [a, b, rest] = named;
  if (a === null || b === null) return null;
  return { tile: `${Math.max(a, b)}-${Math.min(a, b)}`, fits: Math.max(a, b) <= most, rest };
}

/** The side among the words, and whether there is a word that says nothing known. @param {string[]} words @param {Map<string, string>} sides */
function sideIn(words, sides) {
  /** @type {string|null} */
  let side = null;
  let strange = false;
  for (const word of words) {
    const [, name, value] = /^([a-z]+)(\d*)$/.exec(word) ?? [];
    const found = name && sides.get(name);
    if (found) side = found + (found === 'U' || found === 'D' ? value : '');
    else if (side && /^\d+$/.test(word) && /^[UD]$/.test(side)) side += word;
    else if (!FILLERS.has(word)) strange = true;
  }
  return { side, strange };
}
