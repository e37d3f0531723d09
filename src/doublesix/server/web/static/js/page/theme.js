// @ts-check
// Runs before the first paint, so that a chosen light never flashes.
(() => {
  try {
    for (const name of ['theme', 'pips', 'tiles', 'faces']) {
      const value = localStorage.getItem('doublesix.' + name);
      if (value) document.documentElement.dataset[name] = value;
    }
  } catch {
    // storage may be switched off: the system decides
  }
})();
