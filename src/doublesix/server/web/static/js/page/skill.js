// @ts-check
/** A skill to work on, picked before the round: the table finds it where its own options keep it. */

import { keep, kept } from './options.js';

const part = document.querySelector('#practise');
const choice = part?.querySelector('select');
if (part && choice) {
  choice.value = kept('skill');
  choice.addEventListener('change', () => keep('skill', choice.value));
  part.removeAttribute('hidden');
}
