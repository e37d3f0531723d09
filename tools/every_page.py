"""Take a picture of every page in light and dark at three sizes, to be looked at.

    python tools/every_page.py FOLDER             all places of tests/page/places.py
    python tools/every_page.py FOLDER replay      those whose name holds a word
    python tools/every_page.py FOLDER --mirrored  in a made-up language that is written from right to left

Beside the pictures the folder gets a sheet for every place, which shows the six of them together, and `index.html`.
The walk is that of the tests, over a server where some people have played for ratings. Its deals are not seeded, for
only deals from the system's randomness can be checked, which is a page too. A place that is not found in the
made-up language is named and left out.
"""

from __future__ import annotations

import re
import sys
import tempfile
from html import escape
from pathlib import Path

from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as PlaywrightError

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from page.abroad import bracketed  # noqa: E402
from page.driving import Serving, chromium  # noqa: E402
from page.places import PLACES, Place, Walk, resign  # noqa: E402

SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desktop": (1440, 900)}
SHOWN = {"phone": 250, "tablet": 400, "desktop": 640}
"""How wide each is on a sheet."""
LIGHTS = ("light", "dark")
PEOPLE = {"Turner": 5, "Teresa": 4, "Marisol": 3}
"""Who has an account already, and how many rated rounds each played."""


WITH_DATA = [
    Place("profile, many games", "/player/{name}", lambda walk: walk.to("/player/Turner", "Turner")),
    Place("leaderboard with people", "/ratings", lambda walk: walk.to("/ratings?family=reserve&pool=computer")),
]
"""States that take more than the tests have time for."""


def name_of(place: Place, number: int) -> str:
    """The name of a place as that of a file."""
    return f"{number:02}-{re.sub(r'[^a-z0-9]+', '-', place.name.lower()).strip('-')}"


def play_rated(walk: Walk, name: str, rounds: int) -> None:
    """Make an account, and give up some rated rounds against computer players of different levels."""
    page = walk.to("/account", name)
    page.context.set_default_timeout(60_000)
    up = page.locator('form[action="/account/new"]')
    up.get_by_label("Name").fill(name)
    up.get_by_label("Password").fill("seven tiles each")
    up.get_by_role("button", name="Make the account").click()
    page.get_by_role("button", name="Sign out", exact=True).wait_for()
    for number in range(rounds):
        wish = {"rules": "ply-yard", "players": 2, "seats": ["you", ("easy", "normal")[number % 2]], "rated": True}
        made = page.evaluate(
            "async (wish) => (await fetch('/api/tables', { method: 'POST', body: JSON.stringify(wish),"
            " headers: { 'content-type': 'application/json' } })).json()",
            wish,
        )
        walk.to(made["url"], name)
        walk.visitor(name).ready()
        resign(walk.visitor(name))
        page.locator("round-card .rated li").first.wait_for()


def shoot(page: Page, folder: Path, name: str) -> None:
    """The page in all sizes and lights, as it is seen when it opens."""
    for light in LIGHTS:
        page.emulate_media(color_scheme="dark" if light == "dark" else "light")
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            page.screenshot(path=folder / f"{name}-{size}-{light}.png", full_page=True, animations="disabled")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 800})


def figures(name: str, title: str) -> str:
    """The pictures of a place, side by side."""
    pictures = "".join(
        f'<img src="{name}-{size}-{light}.png" width="{SHOWN[size]}" alt="{size}, {light}">'
        for light in LIGHTS
        for size in SIZES
    )
    return f"<section><h2>{escape(title)}</h2>{pictures}</section>"


STYLE = (
    "<!doctype html><meta charset=utf-8><title>Every page</title>"
    "<style>body{background:#888;font:16px sans-serif;margin:8px}h2{margin:8px 0}"
    "img{vertical-align:top;margin:4px}section{width:1330px}</style>"
)


def sheets(browser: Browser, folder: Path, made: dict[str, str]) -> None:
    """A picture for every place that shows its six, and a page of them all."""
    index = folder / "index.html"
    index.write_text(STYLE + "".join(figures(name, title) for name, title in made.items()), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1346, "height": 900})
    page.goto(index.resolve().as_uri())
    for name, section in zip(made, page.locator("section").all(), strict=True):
        section.screenshot(path=folder / f"sheet-{name}.png")


def main(folder: Path, words: list[str], *, mirrored: bool = False) -> None:
    """Walk through all places, or those whose name holds one of the words."""
    folder.mkdir(parents=True, exist_ok=True)
    made: dict[str, str] = {}
    with chromium() as browser, tempfile.TemporaryDirectory() as data:
        languages = Path(data, "languages")
        languages.mkdir()
        (languages / "ar.po").write_text(bracketed(), encoding="utf-8")
        serving = Serving(Path(data, "tables"), languages=languages if mirrored else None)
        walk = Walk(browser, serving, [], "ar" if mirrored else "en-GB")
        if not words or any("profile" in word or "leader" in word for word in words):
            for person, rounds in PEOPLE.items():
                play_rated(walk, person, rounds)
        for number, place in enumerate([*PLACES, *WITH_DATA]):
            if words and not any(word in place.name for word in words):
                continue
            made[name_of(place, number)] = place.name
            try:
                shoot(place.go(walk), folder, name_of(place, number))
                print(place.name, flush=True)
            except PlaywrightError as missed:
                del made[name_of(place, number)]
                print(f"{place.name}: {missed}", file=sys.stderr, flush=True)
        sheets(browser, folder, made)
        for said in walk.close():
            print(said, file=sys.stderr)
        serving.stop()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    given = [word for word in sys.argv[2:] if word != "--mirrored"]
    main(Path(sys.argv[1]), given, mirrored="--mirrored" in sys.argv)
