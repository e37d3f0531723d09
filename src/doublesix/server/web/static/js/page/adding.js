// @ts-check
/** Forms that sit down at a table: the browser makes up the string that is added to the deal, and remembers both. */

import { randomString, remember } from '../core/added.js';

for (const part of document.querySelectorAll('details.fair')) {
  const field = part.querySelector('input[name=string]');
  const commitment = part.getAttribute('data-commitment') ?? '';
  const form = part.closest('form');
  if (!(field instanceof HTMLInputElement) || !form) continue;
  if (!field.value) field.value = randomString();
  form.addEventListener('submit', () => remember(commitment, field.value));
  // A page that comes back from the browser's memory shows a commitment that was used up.
  window.addEventListener('pageshow', (event) => event.persisted && location.reload());
}
