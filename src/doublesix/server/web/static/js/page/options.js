// @ts-check
/** Choices kept in this browser: how a tile is played, pips' colours, light, single-letter keys. */

import { closeWhenCovering } from '../el/sheet.js';

const NAMES = /** @type {const} */ (['tap', 'pips', 'theme']);

/** @typedef {{tap: string, pips: string, theme: string, keys: boolean}} Options */

/** @param {string} name */
function read(name) {
  try {
    return localStorage.getItem(`doublesix.${name}`) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  try {
    if (value) localStorage.setItem(`doublesix.${name}`, value);
    else localStorage.removeItem(`doublesix.${name}`);
  } catch {
    // storage may be switched off: the choice lasts as long as the page
  }
}

/** Bind the options form. @param {HTMLDetailsElement} menu @param {() => void} changed @returns {Options} */
export function bindOptions(menu, changed) {
  const form = /** @type {HTMLFormElement} */ (menu.querySelector('form'));
  const options = { tap: read('tap'), pips: read('pips'), theme: read('theme'), keys: read('keys') !== 'off' };
  const root = document.documentElement;
  const apply = () => {
    for (const name of /** @type {const} */ (['pips', 'theme'])) {
      if (options[name]) root.dataset[name] = options[name];
      else delete root.dataset[name];
    }
  };
  for (const name of NAMES) {
    const wanted = form.querySelector(`input[name="${name}"][value="${options[name]}"]`);
    if (wanted) /** @type {HTMLInputElement} */ (wanted).checked = true;
  }
  const keys = /** @type {HTMLInputElement} */ (form.querySelector('[name="keys"]'));
  keys.checked = options.keys;
  form.addEventListener('change', (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input === keys) {
      options.keys = keys.checked;
      keep('keys', keys.checked ? '' : 'off');
    } else {
      const name = /** @type {typeof NAMES[number]} */ (input.name);
      options[name] = input.value;
      keep(name, input.value);
    }
    apply();
    changed();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('click', (event) => {
    if (menu.open && !menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
  });
  closeWhenCovering(/** @type {HTMLElement} */ (form.parentElement), () => (menu.open = false));
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
    event.stopPropagation();
  });
  apply();
  return options;
}
