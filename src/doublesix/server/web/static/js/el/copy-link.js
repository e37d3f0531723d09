// @ts-check
import { copy } from '../core/clipboard.js';
import { t } from '../core/speech.js';
import { say } from './dom.js';

/**
 * Let a button copy the link in a field; where that cannot be, the link is selected. @param {HTMLInputElement} field
 * @param {HTMLElement} button @param {(text: string) => void} speak says aloud what came of it
 */
export function bindCopying(field, button, speak) {
  button.addEventListener('click', async () => {
    const done = await copy(field.value);
    if (done) button.focus();
    else field.select();
    speak(done ? t('The link is copied.') : t('Copy the selected link.'));
    say(button, done ? t('Copied') : t('Copy link'));
  });
}
