"""In a narrow window no tile in a sentence is broken after its hyphen, and nothing is wider than the window."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser

from .conftest import PLAIN
from .driving import Player, Serving
from .places import a_record

pytestmark = pytest.mark.browser

PAGES = ("/rules/all-fives", "/learn/guide/points", "/learn/course/tiles/tiles", "/replay")
WIDTHS = range(320, 400, 8)
BROKEN = """() => {
  const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const broken = [];
  let seen = 0;
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement.closest('p, li, td, th, caption')) continue;
    for (const found of node.data.matchAll(/(?<![\\w-])\\d{1,2}-\\d{1,2}(?![\\d-])/g)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      seen += tops.size > 0 ? 1 : 0;
      if (tops.size > 1) broken.push(node.data);
    }
  }
  return { seen, broken, wide: document.documentElement.scrollWidth };
}"""


@pytest.mark.parametrize("language", ["es", "fr", "pt"])
def test_no_tile_is_broken_at_the_end_of_a_line(browser: Browser, serving: Serving, language: str) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640}, locale=language, **PLAIN)
    page = Player(context.new_page(), serving.address).page
    seen = 0
    for path in PAGES:
        page.goto(serving.address + path)
        if path == "/replay":
            page.fill("textarea", json.dumps(json.loads(a_record("ply-yard", 2))))
            page.click("main form [type=submit]")
            page.locator("#moves li").first.wait_for()
        page.evaluate("() => document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 640})
            found = page.evaluate(BROKEN)
            assert found["broken"] == [], path
            assert found["wide"] <= width, path
        seen += found["seen"]
    assert seen > 40, "there were tiles to look at"
    context.close()
