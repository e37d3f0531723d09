// @ts-check
import { h } from '../el/dom.js';

/** Let the browser save something as a file. @param {Blob|string} content @param {string} kind @param {string} ending what the name ends with */
export function save(content, kind, ending) {
  const url = URL.createObjectURL(new Blob([content], { type: kind }));
  h('a', { href: url, download: `doublesix-${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
