// @ts-check
import { drop, isKept, SAVED, save } from '../core/kept.js';
import { t } from '../core/speech.js';
import { say } from '../el/dom.js';

/** A button that saves a replay for reading without a connection, and takes it away again. @param {HTMLButtonElement} button @param {string} path of the replay */
export async function bindKeeping(button, path) {
  const { href } = new URL(path, location.href);
  let kept = await isKept(SAVED, href);
  const show = () => say(button, kept ? t('Saved; take it away') : t('Save for offline'));
  button.addEventListener('click', async () => {
    if (kept) {
      await drop(SAVED, href);
      kept = false;
      return show();
    }
    kept = await save(SAVED, href);
    return kept ? show() : say(button, t('It could not be saved'));
  });
  show();
  button.hidden = false;
}
