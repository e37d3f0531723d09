"""Make the pictures in docs/img: start the server, play seeded deals in a headless Chromium, and take pictures.

    python tools/screenshots.py            all pictures
    python tools/screenshots.py phone      those whose name holds a word

The same seed gives the same deals; the pictures are for looking at, not for comparing.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from page.driving import Player, Serving, chromium  # noqa: E402
from page.places import PLACES, Walk  # noqa: E402

OUT = ROOT / "docs" / "img"
SIZES = {"phone": (360, 740), "small": (320, 568), "flat": (740, 360), "tablet": (768, 1024), "desktop": (1440, 900)}
TRIES = 25
Moment = Callable[[Player], bool]


def both_ends(player: Player) -> bool:
    """A tile fits both ends of a line of some length; its ghosts are shown."""
    if player.page.locator(".laid").count() < 9:
        return False
    several = "[aria-label*='both ends'], [aria-label*='fits 2'], [aria-label*='fits 3'], [aria-label*='fits 4']"
    both = player.page.locator(f".held.fits:is({several})")
    if both.count() == 0:
        return False
    both.first.click()
    return True


def draw(player: Player) -> bool:
    """Nothing fits, and there is something to draw."""
    return player.page.locator("#draw").is_visible() and player.page.locator(".laid").count() > 5


def end(player: Player) -> bool:
    """The round is over, and the loser still holds something."""
    return player.page.locator("round-card:visible .left svg").count() >= 2


@dataclass(frozen=True)
class Picture:
    """What to show, at which table, at which size, by which light."""

    name: str
    size: str
    moment: Moment
    rules: str = "ply-yard"
    players: int = 2
    dark: bool = False
    pad: bool = False


PICTURES = [
    Picture("table-desktop", "desktop", both_ends),
    Picture("table-desktop-dark", "desktop", both_ends, dark=True),
    Picture("table-tablet", "tablet", both_ends),
    Picture("table-tablet-dark", "tablet", both_ends, dark=True),
    Picture("table-phone", "phone", both_ends),
    Picture("table-phone-dark", "phone", both_ends, dark=True),
    Picture("draw-phone", "phone", draw),
    Picture("end-desktop", "desktop", end),
    Picture("end-phone", "phone", end),
    Picture("match-desktop", "desktop", end, rules="draw-100", players=3),
    Picture("four-small", "small", both_ends, rules="draw-100", players=4),
    Picture("cross-desktop", "desktop", both_ends, rules="all-fives"),
    Picture("twelve-phone", "phone", both_ends, rules="draw-12", players=4),
    Picture("nine-flat", "flat", both_ends, rules="draw-9"),
    Picture("pad-phone", "phone", both_ends, rules="ranked-draw", players=3, pad=True),
]
OFFERED = ("ply-yard", "draw-100", "ranked-draw", "ranked-block")
PAGES = {"home": "/", "new": "/new"}
PLACED = {
    "course": "a step of the course, done",
    "guide": "guide",
}
"""Pictures of places that the tests know the way to."""


def visit(browser: Browser, address: str, size: str, *, dark: bool) -> Player:
    """A new visitor with a screen of this size."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        device_scale_factor=1.5 if size in ("phone", "small", "flat") else 1,
    )
    return Player(context.new_page(), address)


def reach(player: Player, picture: Picture) -> None:
    """Play until the moment of the picture has come, at as many tables as that takes."""
    for _ in range(TRIES):
        if picture.rules in OFFERED:
            player.sit(picture.rules, picture.players, "normal")
        else:
            player.sit_by_address(picture.rules, ["you", *["normal"] * (picture.players - 1)])
        player.page.evaluate("() => document.activeElement.blur()")
        while True:
            mine = player.wait_for_turn()
            if picture.moment(player):
                return
            if not mine:
                break
            player.move_by_clicks()
    raise SystemExit(f"{picture.name}: its moment did not come at {TRIES} tables; try another seed")


def shoot(player: Player, name: str) -> None:
    """Take the picture when nothing moves any more; the grain of the cloth would make it five times as heavy."""
    player.page.mouse.move(1, 1)
    player.page.evaluate(
        "() => document.querySelectorAll('.cloth').forEach((cloth) => {"
        " cloth.style.backgroundImage = getComputedStyle(cloth).backgroundImage.replace(/^url\\([^)]*\\), /, ''); })"
    )
    player.page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
    player.page.screenshot(path=OUT / f"{name}.png", animations="disabled")
    print(f"docs/img/{name}.png")


def main(words: list[str]) -> None:
    """Make all pictures, or those whose name holds one of the words."""

    def wanted(name: str) -> bool:
        return not words or any(word in name for word in words)

    OUT.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory() as data:
        for number, picture in enumerate(PICTURES):
            if not wanted(picture.name):
                continue
            server = Serving(Path(data) / picture.name, seed=600 + number)
            player = visit(browser, server.address, picture.size, dark=picture.dark)
            reach(player, picture)
            if picture.pad:
                player.page.click("#pad-button")
            shoot(player, picture.name)
            player.page.context.close()
            server.stop()
        server = Serving(Path(data) / "pages", seed=6)
        for size in ("phone", "desktop"):
            player = visit(browser, server.address, size, dark=False)
            for page, path in PAGES.items():
                if wanted(f"{page}-{size}"):
                    player.page.goto(server.address + path)
                    shoot(player, f"{page}-{size}")
            player.page.context.close()
        walk = Walk(browser, server, [])
        for name, told in PLACED.items():
            if wanted(name):
                shown = next(place for place in PLACES if place.name == told).go(walk)
                for size in ("phone", "desktop"):
                    width, height = SIZES[size]
                    shown.set_viewport_size({"width": width, "height": height})
                    shoot(walk.ann, f"{name}-{size}")
        walk.close()
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
