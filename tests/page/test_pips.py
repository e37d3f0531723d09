"""P64: every tile that is drawn shows as many dots as it has pips: they are counted in what is painted."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from playwright.sync_api import Browser

from doublesix.server.web.assets import packaged

from .driving import Player
from .test_moments import Stage, state

pytestmark = pytest.mark.browser
SET = [[high, low] for high in range(7) for low in range(high + 1)]

DOTS = """(canvas, boxes) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const dark = (x, y) => {
    const [r, g, b] = data.subarray((y * canvas.width + x) * 4);
    return r + g + b < 240;
  };
  return boxes.map(([left, top, width, height]) => {
    const seen = new Set();
    let dots = 0;
    for (let y = top; y < top + height; y++) for (let x = left; x < left + width; x++) {
      if (!dark(x, y) || seen.has(`${x} ${y}`)) continue;
      const blob = [];
      const next = [[x, y]];
      seen.add(`${x} ${y}`);
      while (next.length) {
        const [i, j] = next.pop();
        blob.push([i, j]);
        for (const [k, l] of [[i + 1, j], [i - 1, j], [i, j + 1], [i, j - 1]]) {
          const outside = k < left || l < top || k >= left + width || l >= top + height;
          if (outside || seen.has(`${k} ${l}`) || !dark(k, l)) continue;
          seen.add(`${k} ${l}`);
          next.push([k, l]);
        }
      }
      const across = (xs) => Math.max(...xs) - Math.min(...xs) + 1;
      const [w, h] = [0, 1].map((at) => across(blob.map((one) => one[at])));
      if (Math.min(w, h) >= 4 && Math.max(w, h) < 1.6 * Math.min(w, h)) dots += 1;
    }
    return dots;
  });
}"""
"""How many dark round spots are in each box of a canvas."""


def pips_of(tile: list[int]) -> int:
    return sum(tile)


def test_p64_the_tiles_of_a_hand(browser: Browser) -> None:
    hand = [f"{high}-{low}" for high, low in SET]
    fits = {"legal": [f"{tile}R" for tile in hand], "ends": {"L": 6, "R": 4}, "why": {}}
    stage = Stage(browser, state(hand=hand, turn=0, **fits), size=(1440, 900))
    held: list[Any] = stage.evaluate(
        "() => [...document.querySelectorAll('.held')].map((tile) => { const r = tile.getBoundingClientRect();"
        " return [tile.dataset.key, [r.x + 4, r.y + 4, r.width - 8, r.height - 8].map(Math.round)]; })"
    )
    shot = base64.b64encode(stage.page.screenshot()).decode()
    looks_at = stage.page.context.new_page()
    found: list[int] = looks_at.evaluate(
        f"""async ([shot, boxes]) => {{
          const seen = await createImageBitmap(await (await fetch('data:image/png;base64,' + shot)).blob());
          const canvas = Object.assign(document.createElement('canvas'), {{ width: seen.width, height: seen.height }});
          canvas.getContext('2d').drawImage(seen, 0, 0);
          return ({DOTS})(canvas, boxes);
        }}""",
        [shot, [box for _, box in held]],
    )
    stage.page.context.close()
    assert dict(zip((key for key, _ in held), found, strict=True)) == dict(zip(hand, map(pips_of, SET), strict=True))


def test_p64_the_tiles_of_a_picture_of_the_line(player: Player) -> None:
    player.page.goto(f"{player.address}/rules")
    found = player.evaluate(
        f"""async ([module, tiles]) => {{
          const {{ paint }} = await import(module);
          return tiles.flatMap((pair) => {{
            const canvas = document.createElement('canvas');
            const place = {{ cx: 0, cy: 0, w: 2, h: 1, rot: 0, double: false }};
            paint(canvas, [{{ pair, place, at: 0 }}], 48);
            return ({DOTS})(canvas, [[40, 40, 84, 36]]);
          }});
        }}""",
        [packaged().url("js/core/picture.js"), SET],
    )
    assert found == [pips_of(tile) for tile in SET]
