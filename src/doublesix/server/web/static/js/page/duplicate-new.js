// @ts-check
/** The form that makes a duplicate: seats that the rules have, and of two seats exactly two tables. */

import { find } from '../el/dom.js';
import { offerSeats } from '../el/seats-offered.js';

const form = find('form.new-game', HTMLFormElement);
const rules = find('form.new-game [name=rules]', HTMLSelectElement);

function offer() {
  offerSeats(rules, form);
  const two = find('[name=players]:checked', HTMLInputElement).value === '2';
  if (two) find('[name=tables][value="2"]', HTMLInputElement).checked = true;
}

form.addEventListener('change', offer);
window.addEventListener('pageshow', offer);
offer();
