// @ts-check
import { copy } from '../core/clipboard.js';
import { t } from '../core/speech.js';
import { say } from './dom.js';

/**
 * Let a button copy a link: the one in a field, which is selected where that cannot be, or one that is said then.
 * @param {HTMLElement} button @param {HTMLInputElement|(() => string)} from
 * @param {(text: string) => void} speak says aloud what came of it
 */
export function bindCopying(button, from, speak) {
  button.addEventListener('click', async () => {
    const field = from instanceof HTMLInputElement ? from : null;
    const address = field ? field.value : /** @type {() => string} */ (from)();
    const done = await copy(address);
    if (field && !done) field.select();
    else button.focus();
    speak(done ? t('The link is copied.') : field ? t('Copy the selected link.') : t('Copy this address: {address}', { address }));
    say(button, done ? t('Copied') : t('Copy link'));
  });
}
