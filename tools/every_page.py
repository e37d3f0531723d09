"""Take a picture of every page in light and dark at three sizes, to be looked at.

    python tools/every_page.py FOLDER                 all places of tests/page/places.py
    python tools/every_page.py FOLDER replay          those whose name holds a word
    python tools/every_page.py FOLDER --language fr   in another language
    python tools/every_page.py FOLDER --language ar   in a made-up language that is written from right to left
    python tools/every_page.py FOLDER --quick         phone and desktop only, in the light

Beside the pictures the folder gets a sheet for every place, which shows all of its together, and `index.html`.
The walk is that of the tests, over a server where some people have played for ratings. Its deals are not seeded, for
only deals from the system's randomness can be checked, which is a page too. The walk knows buttons and fields by
their English names; in another language it looks for what the catalogue says in their place. A place that is not
found all the same is named and left out.
"""

from __future__ import annotations

import re
import sys
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page
from playwright.sync_api import Error as PlaywrightError

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from doublesix.speech import languages  # noqa: E402
from doublesix.speech.catalogue import read_catalogue  # noqa: E402
from page.abroad import bracketed  # noqa: E402
from page.driving import Serving, chromium  # noqa: E402
from page.places import PLACES, Place, Walk, resign  # noqa: E402

SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desktop": (1440, 900)}
SHOWN = {"phone": 250, "tablet": 400, "desktop": 640}
"""How wide each is on a sheet."""
LIGHTS = ("light", "dark")
QUICK = [("phone", "light"), ("desktop", "light")]
MADE_UP = "ar"
PEOPLE = {"Turner": 5, "Teresa": 4, "Marisol": 3}
"""Who has an account already, and how many rated rounds each played."""


Look = tuple[str, str]
"""A size and a light."""

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


def shoot(page: Page, folder: Path, name: str, looks: list[Look]) -> None:
    """The page in these sizes and lights, as it is seen when it opens."""
    for size, light in looks:
        page.emulate_media(color_scheme="dark" if light == "dark" else "light")
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.screenshot(path=folder / f"{name}-{size}-{light}.png", full_page=True, animations="disabled")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 800})


def look_for(names: Mapping[str, str]) -> None:
    """Let the walk, which knows the English names of things, look for others in their place."""

    def translated(method: Any, at: str | int) -> Any:
        def found(self: Any, *given: Any, **named: Any) -> Any:
            if isinstance(at, str):
                named = {key: names.get(value, value) if key == at else value for key, value in named.items()}
            else:
                given = tuple(names.get(one, one) if place == at else one for place, one in enumerate(given))
            return method(self, *given, **named)

        return found

    for kind in (Page, Locator):
        for method, at in (("get_by_role", "name"), ("get_by_label", 0), ("get_by_text", 0)):
            setattr(kind, method, translated(getattr(kind, method), at))


def figures(name: str, title: str, looks: list[Look]) -> str:
    """The pictures of a place, side by side."""
    pictures = "".join(
        f'<img src="{name}-{size}-{light}.png" width="{SHOWN[size]}" alt="{size}, {light}">' for size, light in looks
    )
    return f"<section><h2>{escape(title)}</h2>{pictures}</section>"


STYLE = (
    "<!doctype html><meta charset=utf-8><title>Every page</title>"
    "<style>body{background:#888;font:16px sans-serif;margin:8px}h2{margin:8px 0}"
    "img{vertical-align:top;margin:4px}section{width:1330px}</style>"
)


def sheets(browser: Browser, folder: Path, made: dict[str, str], looks: list[Look]) -> None:
    """A picture for every place that shows all of its, and a page of them all."""
    index = folder / "index.html"
    index.write_text(STYLE + "".join(figures(name, title, looks) for name, title in made.items()), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1346, "height": 900})
    page.goto(index.resolve().as_uri())
    for name, section in zip(made, page.locator("section").all(), strict=True):
        section.screenshot(path=folder / f"sheet-{name}.png")


def main(folder: Path, words: list[str], looks: list[Look], language: str) -> None:
    """Walk through all places, or those whose name holds one of the words."""
    folder.mkdir(parents=True, exist_ok=True)
    made: dict[str, str] = {}
    known = {one.language: one.catalogue for one in languages()} | {MADE_UP: read_catalogue(bracketed())}
    if language in known:
        look_for({english: forms[0] for (_, english), forms in known[language].texts.items()})
    with chromium() as browser, tempfile.TemporaryDirectory() as data:
        made_up = Path(data, "languages")
        made_up.mkdir()
        (made_up / f"{MADE_UP}.po").write_text(bracketed(), encoding="utf-8")
        serving = Serving(Path(data, "tables"), languages=made_up if language == MADE_UP else None)
        walk = Walk(browser, serving, [], language)
        if not words or any("profile" in word or "leader" in word for word in words):
            for person, rounds in PEOPLE.items():
                play_rated(walk, person, rounds)
        for number, place in enumerate([*PLACES, *WITH_DATA]):
            if words and not any(word in place.name for word in words):
                continue
            try:
                shoot(place.go(walk), folder, name_of(place, number), looks)
                made[name_of(place, number)] = place.name
                print(place.name, flush=True)
            except PlaywrightError as missed:
                print(f"{place.name}: {missed}", file=sys.stderr, flush=True)
        sheets(browser, folder, made, looks)
        for said in walk.close():
            print(said, file=sys.stderr)
        serving.stop()


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--language", default="en-GB")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    every = [(size, light) for light in LIGHTS for size in SIZES]
    main(given.folder, given.words, QUICK if given.quick else every, given.language)
