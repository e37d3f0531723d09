// @ts-check

/**
 * Close a sheet when the focus goes to something that lies under it, so that what has the focus is always in sight.
 * @param {HTMLElement} sheet @param {() => boolean} isOpen asked first, for to measure a closed one would make the browser lay out what is in it
 * @param {() => void} close
 */
export function closeWhenCovering(sheet, isOpen, close) {
  document.addEventListener('focusin', ({ target }) => {
    if (!isOpen() || !(target instanceof Element) || sheet.contains(target) || !sheet.getClientRects().length) return;
    const [over, under] = [sheet, target].map((one) => one.getBoundingClientRect());
    const [x, y] = [under.left + under.width / 2, under.top + under.height / 2];
    if (x > over.left && x < over.right && y > over.top && y < over.bottom) close();
  });
}
