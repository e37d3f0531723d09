// @ts-check

/**
 * Change the page; where that took away or hid what had the focus, another element gets it.
 * @param {() => void} change @param {() => Element|null|undefined} heir found after the change
 */
export function keepingFocus(change, heir) {
  const before = document.activeElement;
  change();
  if (!before || before === document.body) return;
  const stays = before.isConnected && before.checkVisibility();
  if (stays && document.activeElement !== document.body) return;
  const next = stays ? before : heir(); // what was taken out and put back lost it too
  if (!(next instanceof HTMLElement)) return;
  if (!next.matches('a[href], button, input, select, textarea, [tabindex]')) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}
