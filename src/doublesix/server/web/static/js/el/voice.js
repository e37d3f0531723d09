// @ts-check
import { h } from './dom.js';

/**
 * What a page says aloud. It has one live region, in which sentence follows sentence: a screen reader that is behind
 * finds every one of them, in order, for none is overwritten.
 */

/** So many sentences stay in the page. More never come at once. */
const KEPT = 40;

/** Say a sentence. What is said again is said again, for it answers something new. @param {string} sentence */
export function speak(sentence) {
  const region = document.querySelector('#say');
  if (!region || !sentence) return;
  region.append(h('p', {}, sentence));
  while (region.children.length > KEPT) region.firstElementChild?.remove();
}

/** Leave nothing of what was said in the page, for somebody else looks at it now. */
export function forget() {
  document.querySelector('#say')?.replaceChildren();
}
