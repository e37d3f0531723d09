"""Somebody who sees nothing: keys alone, and what the browser tells a screen reader."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from .driving import Player

EARS = """(() => {
  window.heard = [];
  window.lost = [];
  const live = '[role=log], [role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  new MutationObserver((changes) => {
    const whole = new Set();
    for (const { target, addedNodes } of changes) {
      const at = target instanceof Element ? target : target.parentElement;
      const region = at?.closest(live);
      if (!region || region.closest('[hidden]')) continue;
      if (region.getAttribute('role') !== 'log') whole.add(region);
      else for (const node of addedNodes) window.heard.push(node.textContent.trim());
    }
    for (const region of whole) if (region.textContent.trim()) window.heard.push(region.textContent.trim());
  }).observe(document, { childList: true, characterData: true, subtree: true });
  let had = false;
  let frames = 0;
  // who walks on past the last stop leaves the page for a moment: that is no loss
  addEventListener('keydown', (event) => event.key === 'Tab' && (had = false), true);
  const watch = () => {
    const now = document.activeElement;
    if (now && now !== document.body) [had, frames] = [true, 0];
    else if (had && (frames += 1) === 3) window.lost.push(`${document.title}: ${window.heard.at(-1) ?? ''}`);
    requestAnimationFrame(watch);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', watch);
  else watch();
})()"""
"""Keeps what a page announced, and the moments in which the focus was lost for three frames."""


STOP = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return '';
  const drawn = (at.matches('[type=radio], [type=checkbox], [type=file]') && at.closest('label')) || at;
  const hit = (x, y) => {
    const there = document.elementFromPoint(x, y);
    return there && (drawn.contains(there) || (there.contains(drawn) && there.closest('label, a, button, summary')));
  };
  const spots = [[0.5, 0.5], [0.08, 0.5], [0.92, 0.5], [0.5, 0.1], [0.5, 0.9]];
  const open = (r) => spots.some(([x, y]) => hit(r.x + r.width * x, r.y + r.height * y));
  const seen = [...drawn.getClientRects()].some(open);
  return seen ? '' : drawn.outerHTML.slice(0, 120);
}"""
"""What has the focus, where it is out of sight or lies under something else."""


class Reader:
    """A person at the keyboard who hears the page."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page
        self.page.add_init_script(EARS)
        self._at = 0
        self.faults: list[str] = []

    def open(self, path: str) -> None:
        """Go to an address, as by a bookmark."""
        self.page.goto(self.player.address + path)
        self._at = 0

    def arrive(self, pattern: str) -> None:
        """Wait until another page has come whose address matches; what was announced before is forgotten."""
        self.page.wait_for_url(re.compile(pattern))
        self._at = 0

    def here(self) -> str:
        """What has the focus, such as `button "five two, fits left end, five"`; empty where nothing has."""
        if not self.page.evaluate("() => document.activeElement && document.activeElement !== document.body"):
            return ""
        return self.page.locator(":focus").aria_snapshot().split("\n")[0].removeprefix("- ").strip("'")

    def read(self) -> str:
        """The whole page as a tree of roles and names, which a reading cursor goes through."""
        return self.page.locator("main").aria_snapshot()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def go(self, pattern: str, key: str = "Tab", most: int = 90) -> str:
        """Press a key until what has the focus matches; what that is."""
        passed = []
        for _ in range(most):
            if re.search(pattern, found := self.here()):
                return found
            passed.append(found)
            self.step(key)
        raise AssertionError(f"{pattern} is not reached by {key}; passed {passed}")

    def step(self, key: str = "Tab") -> str:
        """One stop on; what it is. One that is out of sight or has no name is noted."""
        self.press(key)
        here = self.here()
        if hidden := self.page.evaluate(STOP):
            self.faults.append(f"out of sight: {hidden}")
        if re.fullmatch(r"\w+:?", here):
            self.faults.append(f"no name: {here} in {self.page.title()}")
        return here

    def hear(self) -> list[str]:
        """What was announced since one listened last."""
        new: list[str] = self.page.evaluate("(at) => window.heard.slice(at)", self._at)
        self._at += len(new)
        return new

    def wait(self, pattern: str) -> str:
        """Listen until something matches; that sentence."""
        script = "([at, pattern]) => window.heard.slice(at).some((said) => new RegExp(pattern).test(said))"
        self.page.wait_for_function(script, arg=[self._at, pattern])
        new: list[str] = self.page.evaluate("(at) => window.heard.slice(at)", self._at)
        at = next(i for i, said in enumerate(new) if re.search(pattern, said))
        self._at += at + 1
        return new[at]

    @property
    def lost(self) -> list[str]:
        """When the focus was lost on this page."""
        lost: list[str] = self.page.evaluate("() => window.lost")
        return lost


def names_of(page: Page, role: str) -> list[str]:
    """The names of all elements of a role, in order."""
    found = re.findall(rf"{role} \"((?:[^\"\\\\]|\\\\.)*)\"", page.locator("body").aria_snapshot())
    return [name.replace('\\"', '"') for name in found]
