// @ts-check
/** Passkeys on the account page: the device is asked, the server checks. Everything else there works without script. */

import { t } from '../core/speech.js';

/** @typedef {{id: string, type: 'public-key'}} Key */

const failed = /** @type {HTMLElement} */ (document.querySelector('#passkey-error'));

/** @param {string} text Bytes as the server writes them. @returns {Uint8Array<ArrayBuffer>} */
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer | null | undefined} buffer */
const text = (buffer) => buffer
  ? btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  : null;

/** @param {string} address @param {object} body @returns {Promise<any>} */
async function ask(address, body) {
  const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}

/** @param {Key[] | undefined} keys */
const known = (keys) => (keys ?? []).map((key) => ({ ...key, id: bytes(key.id) }));

/** A new passkey, of the account or of a new one with this name. @param {string | null} name */
async function make(name) {
  const asked = await ask('/api/passkeys/new', { name });
  const made = await navigator.credentials.create({
    publicKey: {
      ...asked,
      challenge: bytes(asked.challenge),
      user: { ...asked.user, id: bytes(asked.user.id) },
      excludeCredentials: known(asked.excludeCredentials),
    },
  });
  if (!(made instanceof PublicKeyCredential)) throw new Error(t('The passkey was not made.'));
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  await keep('/api/passkeys', made, { attestationObject: text(response.attestationObject) });
}

/** Sign in with a passkey of this device. */
async function open() {
  const asked = await ask('/api/passkeys/ask', {});
  const found = await navigator.credentials.get({
    publicKey: { ...asked, challenge: bytes(asked.challenge), allowCredentials: known(asked.allowCredentials) },
  });
  if (!(found instanceof PublicKeyCredential)) throw new Error(t('No passkey was chosen.'));
  const response = /** @type {AuthenticatorAssertionResponse} */ (found.response);
  await keep('/api/passkeys/in', found, {
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: text(response.userHandle),
  });
}

/** Send the device's answer, and go where the server says. @param {string} address @param {PublicKeyCredential} credential @param {object} response */
async function keep(address, credential, response) {
  const said = await ask(address, {
    credential: {
      id: credential.id,
      rawId: text(credential.rawId),
      type: credential.type,
      response: { clientDataJSON: text(credential.response.clientDataJSON), ...response },
    },
  });
  location.assign(said.url);
}

/** @param {string} id @param {() => Promise<void>} act */
function offer(id, act) {
  const button = document.querySelector(id);
  if (!(button instanceof HTMLButtonElement)) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    failed.hidden = true;
    try {
      await act();
    } catch (problem) {
      const gaveUp = problem instanceof DOMException;
      failed.textContent = gaveUp ? t('The device did not answer, or you stopped it. Nothing has changed.') : /** @type {Error} */ (problem).message;
      failed.hidden = false;
      button.disabled = false;
      button.focus();
    }
  });
}

if ('PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)) {
  const name = document.querySelector('form[action="/account/new"] input[name=name]');
  offer('#up-passkey', () => make(name instanceof HTMLInputElement ? name.value : ''));
  offer('#in-passkey', open);
  offer('#new-passkey', () => make(null));
} else if (window.isSecureContext && !('PublicKeyCredential' in window)) {
  /** @type {HTMLElement} */ (document.querySelector('#no-passkeys')).hidden = false;
}
