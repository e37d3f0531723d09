// @ts-check
/** Rule pages and the house-rules form: every effect while one chooses, and links that are copied. Both work without. */

import { t, tn } from '../core/speech.js';
import { bindCopying } from '../el/copy-link.js';
import { say } from '../el/dom.js';

/**
 * @typedef {{field: string, text: string, idle: boolean}} Effect
 * @typedef {{ok: true, title: string, base: string, effects: Effect[], changed: string[], link: string, page: string, play: string,
 *   file: string}} Good
 * @typedef {{ok: false, field: string, error: string, errors?: Record<string, string>, effects?: Effect[], changed?: string[]}} Bad
 */

const said = document.querySelector('#said');

for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.hidden = false;
  bindCopying(button, () => location.origin + button.dataset.copy, (text) => say(said, text));
}

/** The form that asks the server what the choices do, one question at a time. @param {HTMLFormElement} form */
function live(form) {
  const copyButton = /** @type {HTMLButtonElement} */ (form.querySelector('#copy'));
  const save = /** @type {HTMLAnchorElement} */ (form.querySelector('#save'));
  const differs = /** @type {HTMLElement} */ (form.querySelector('#differs'));
  const titleError = /** @type {HTMLElement} */ (form.querySelector('#error-title'));
  /** @type {Map<string, HTMLElement>} */
  const fields = new Map();
  for (const node of form.querySelectorAll('[data-field]')) {
    if (node instanceof HTMLElement) fields.set(node.dataset.field ?? '', node);
  }
  form.classList.add('live');
  let asking = false;
  let again = false;
  /** The field that was changed last: what it does is what is spoken. */
  let last = '';

  /** @param {string} name */
  const label = (name) => {
    const legend = fields.get(name)?.querySelector('legend')?.cloneNode(true);
    if (!(legend instanceof HTMLElement)) return name;
    legend.querySelector('code')?.remove();
    return (legend.textContent ?? name).trim();
  };

  /** @param {string[]} names */
  const list = (names) => names.map(label).join(', ');

  /** @param {Good|Bad} answer */
  const show = (answer) => {
    const errors = answer.ok ? {} : (answer.errors ?? { [answer.field]: answer.error });
    const effects = new Map((answer.effects ?? []).map((effect) => [effect.field, effect]));
    const changed = answer.changed ?? [];
    for (const [name, node] of fields) {
      const effect = effects.get(name);
      const wrong = errors[name];
      const text = wrong ?? effect?.text;
      if (text !== undefined) say(node.querySelector('.effect'), text);
      node.toggleAttribute('data-wrong', wrong !== undefined);
      for (const input of node.querySelectorAll('input, select')) {
        if (wrong !== undefined) input.setAttribute('aria-invalid', 'true');
        else input.removeAttribute('aria-invalid');
      }
      node.classList.toggle('idle', effect?.idle ?? false);
      node.classList.toggle('changed', changed.includes(name));
    }
    titleError.hidden = !errors.title;
    say(titleError, errors.title ?? '');
    copyButton.disabled = !answer.ok;
    save.hidden = !answer.ok;
    if (answer.ok) {
      const { base } = answer;
      const names = list(answer.changed);
      say(differs, names ? tn('Unlike {base} in {n} line: {names}.', 'Unlike {base} in {n} lines: {names}.', answer.changed.length, { base, names }) : t('Exactly {base}, so far.', { base }));
      copyButton.dataset.copy = answer.page;
      say(copyButton, t('Copy link'));
      save.href = answer.file;
      history.replaceState(null, '', `/house?from=${answer.page.startsWith('/house/') ? 'house:' + answer.link : answer.page.split('/')[2]}`);
    } else {
      say(differs, tn('These rules contradict themselves; see the marked line.', 'These rules contradict themselves; see the marked lines.', Object.keys(errors).length));
    }
    const first = Object.values(errors)[0];
    say(said, first ?? effects.get(last)?.text ?? '');
  };

  const ask = async () => {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    try {
      do {
        again = false;
        const sent = Object.fromEntries(new FormData(form));
        const answer = await fetch('/api/house', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ form: sent }),
        });
        if (!answer.ok) throw new Error(String(answer.status));
        const read = await answer.json();
        if (!again) show(read);
      } while (again);
    } catch {
      say(differs, t('The server does not answer. Your choices stay; they are explained when it is back.'));
    } finally {
      asking = false;
    }
  };

  form.addEventListener('input', (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.name === 'base') return;
    last = input.closest('[data-field]')?.getAttribute('data-field') ?? '';
    void ask();
  });
}

const form = document.querySelector('form.build');
if (form instanceof HTMLFormElement) live(form);
