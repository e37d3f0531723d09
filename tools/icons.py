"""Draw the icons of the installed app: static/img/*.png, from the tile of icon.svg, with a headless Chromium.

    python tools/icons.py
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from page.driving import chromium  # noqa: E402

IMG = ROOT / "src" / "doublesix" / "server" / "web" / "static" / "img"
CLOTH = "#1f4257"
INLAY = "#d9b36c"
ICONS = {"icon-192.png": (192, 0.82, 0.2), "icon-512.png": (512, 0.82, 0.2), "maskable-512.png": (512, 0.6, 0.0)}
"""Size in pixels, width of the tile in it, and how round its corners are: a maskable icon is cut by the system, which
leaves the inner four fifths alone."""


def drawing(size: int, share: float, corner: float) -> str:
    """The icon as SVG: the tile on its cloth, standing on a slope."""
    tile = re.sub(r"^<svg[^>]*>|</svg>$", "", (IMG / "icon.svg").read_text(encoding="utf-8").strip())
    for dark, light in (("#1d2733", "#efe4cb"), ("#f1e9d8", "#1a1d22"), ("#c8553d", "#b8893c")):
        tile = tile.replace(dark, light)
    scale = share * 100 / 32
    frame = f'x="4" y="4" width="92" height="92" rx="{corner * 80}" fill="none"'
    inlay = f'<rect {frame} stroke="{INLAY}" stroke-width="1.6"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 100 100">'
        f'<rect width="100" height="100" rx="{corner * 100}" fill="{CLOTH}"/>{inlay if corner else ""}'
        f'<g transform="translate(50 50) rotate(-32) scale({scale}) translate(-16 -16)">{tile}</g></svg>'
    )


def main() -> None:
    """Draw them all."""
    with chromium() as browser:
        for name, (size, share, corner) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawing(size, share, corner)}")
            page.screenshot(path=IMG / name, omit_background=True)
            page.close()


if __name__ == "__main__":
    main()
