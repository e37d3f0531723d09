// @ts-check
/** Choices kept in this browser: how a tile is played, how it looks, what is heard. Only what differs from the form as it comes is kept. */

import { closeWhenCovering } from '../el/sheet.js';

/**
 * @typedef {{tap: string, confirm: boolean, plan: boolean, pips: string, theme: string, tiles: string, faces: string, teach: boolean,
 *   sound: boolean, buzz: boolean, keys: boolean}} Options
 */

/** Choices that style alone answers to: they stand on the root element. */
const SHOWN = /** @type {const} */ (['pips', 'theme', 'tiles', 'faces']);

/** @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(`doublesix.${name}`) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} name @param {string} value empty: as it comes */
export function keep(name, value) {
  try {
    if (value) localStorage.setItem(`doublesix.${name}`, value);
    else localStorage.removeItem(`doublesix.${name}`);
  } catch {
    // storage may be switched off: the choice lasts as long as the page
  }
}

/** A tick as it is kept: nothing where it stands as it comes. @param {HTMLInputElement} input */
const tickOf = (input) => (input.checked === input.defaultChecked ? '' : input.checked ? input.dataset.value ?? 'on' : 'off');

/** Bind the options form. @param {HTMLDetailsElement} menu @param {(name: string) => void} changed @returns {Options} */
export function bindOptions(menu, changed) {
  const form = /** @type {HTMLFormElement} */ (menu.querySelector('form'));
  const inputs = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('input[name]')]);
  const options = /** @type {Options} */ ({});
  /** @param {HTMLInputElement} input @param {string} value */
  const take = ({ name, type, checked, dataset }, value) => Object.assign(options, { [name]: type === 'radio' || dataset.value ? value : checked });
  for (const input of inputs) {
    const before = kept(input.name);
    if (input.type === 'radio') {
      if (before) input.checked = input.value === before;
      if (input.checked) take(input, input.value);
    } else {
      input.checked = before ? before !== 'off' : input.defaultChecked;
      take(input, tickOf(input));
    }
  }
  const apply = () => {
    for (const name of SHOWN) {
      if (options[name]) document.documentElement.dataset[name] = options[name];
      else delete document.documentElement.dataset[name];
    }
  };
  form.addEventListener('change', (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || !input.name) return; // the skill, which is a list, is kept by purpose.js
    const value = input.type === 'radio' ? input.value : tickOf(input);
    take(input, value);
    keep(input.name, value);
    apply();
    changed(input.name);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('click', (event) => {
    if (menu.open && !menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
  });
  closeWhenCovering(/** @type {HTMLElement} */ (form.parentElement), () => menu.open, () => (menu.open = false));
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
    event.stopPropagation();
  });
  apply();
  return options;
}
