"""At every size no tile overlaps or leaves the cloth, both ends are in sight, targets are large, nothing scrolls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from .driving import Player

pytestmark = pytest.mark.browser

DURING = [(320, 568), (360, 740), (390, 844), (568, 320), (667, 375), (740, 360), (768, 1024), (844, 390), (1024, 768)]
DURING += [(1280, 720), (1920, 1080), (2560, 1440)]
AFTER = [(width, height) for width in (320, 412, 560, 720, 1099, 1366) for height in (568, 740, 1080)]
AFTER += [(600, 390), (932, 390), (640, 330)]
#: Kinds of line with the seats at the table, and how many turns go by from one look to the next.
TABLES = [("ply-yard", 2, 1), ("all-fives", 4, 1), ("cross", 3, 1), ("draw-9", 3, 3), ("draw-12", 4, 4)]

#: Rectangles as the browser laid them out, in CSS pixels.
MEASURE = """() => {
  const box = (e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
  const all = (css) => [...document.querySelectorAll(css)].filter((e) => e.checkVisibility()).map(box);
  // whether a touch anywhere on a target, and a hair inside its corners, meets it and nothing else
  const FINGER = (e) => {
    const [left, top, right, bottom] = box(e);
    const points = [[(left + right) / 2, (top + bottom) / 2]];
    for (const x of [left + 1.5, right - 1.5]) for (const y of [top + 1.5, bottom - 1.5]) points.push([x, y]);
    return points.every(([x, y]) => document.elementFromPoint(x, y)?.closest('.ghost') === e);
  };
  // a long hand may scroll within its own bounds
  const own = document.querySelector('domino-hand.scrolls');
  const inHand = (b) => !own || (b[1] >= box(own)[1] - 1 && b[3] <= box(own)[3] + 1);
  const covered = (e) => {
    const [left, top, right, bottom] = box(e);
    return !e.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  };
  const top = (e) => [e.closest('[data-key]').dataset.key, box(e)];
  return {
    tiles: [...document.querySelectorAll('.laid .top')].map(top),
    ghosts: all('.ghost .frame'),
    fingers: [...document.querySelectorAll('.ghost')].map((e) => [box(e), FINGER(e)]),
    cloth: box(document.querySelector('.cloth')),
    line: box(document.querySelector('domino-line')),
    seats: all('seat-strip .seat'),
    names: [...document.querySelectorAll('.seat .name')].map((e) => [e.textContent, e.scrollWidth > e.clientWidth + 1]),
    held: all('.held').filter(inHand),
    covered: [...document.querySelectorAll('.acts button')]
      .filter((e) => e.checkVisibility() && covered(e)).map((e) => e.id),
    buttons: all('.acts button, round-card button'),
    tray: all('.tray'),
    head: all('.head, .head-button, .link'),
    scrolls: [document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight],
    window: [0, 0, innerWidth, innerHeight],
  };
}"""


#: Where the places of my tiles end below.
BOTTOMS = "() => [...document.querySelectorAll('.held')].map((e) => e.getBoundingClientRect().bottom)"


def overlap(a: list[float], b: list[float], slack: float = 0.5) -> bool:
    """Whether two rectangles share more than a hair."""
    return min(a[2], b[2]) - max(a[0], b[0]) > slack and min(a[3], b[3]) - max(a[1], b[1]) > slack


def inside(a: list[float], b: list[float], slack: float = 1.0) -> bool:
    """Whether a rectangle lies in another."""
    return a[0] >= b[0] - slack and a[1] >= b[1] - slack and a[2] <= b[2] + slack and a[3] <= b[3] + slack


def large(box: list[float]) -> bool:
    """Whether a finger finds a rectangle."""
    return box[2] - box[0] >= 43.9 and box[3] - box[1] >= 43.9


def clashes(boxes: list[list[float]]) -> bool:
    """Whether any two rectangles overlap."""
    return any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])


def faults(seen: dict[str, Any]) -> list[str]:
    """What is wrong with a page as it was measured."""
    found = []
    tiles = [box for _, box in seen["tiles"]]
    if clashes(tiles + seen["ghosts"]):
        found.append("tiles or ghosts overlap")
    found += [f"{key} is off the cloth" for key, box in seen["tiles"] if not inside(box, seen["line"])]
    if not all(inside(box, seen["line"]) for box in seen["ghosts"]):
        found.append("a ghost is off the cloth")
    targets = [box for box, _ in seen["fingers"]]
    if clashes(targets) or not all(hit for _, hit in seen["fingers"]) or not all(map(large, targets)):
        found.append("an end cannot be tapped")
    if clashes(seen["seats"]) or not all(inside(box, seen["cloth"]) for box in seen["seats"]):
        found.append("seats overlap or leave the cloth")
    found += [f"#{name} is covered" for name in seen["covered"]]
    if clashes(seen["held"]) or clashes(seen["buttons"]):
        found.append("targets overlap")
    if not all(map(large, seen["held"] + seen["buttons"])):
        found.append("a target is smaller than a finger")
    if not all(inside(box, seen["window"]) for box in seen["held"] + seen["head"] + seen["tray"]):
        found.append("something is out of the window")
    if not inside(seen["cloth"], seen["window"]) or seen["cloth"][3] - seen["cloth"][1] < 120:
        found.append("the cloth is out of sight or tiny")
    if any(seen["scrolls"]):
        found.append("the page scrolls")
    return found


def moved(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The tiles that lay before and lie otherwise against each other now, measured in tiles."""
    if not before["tiles"]:
        return []
    lead = before["tiles"][0][0]

    def shape(seen: dict[str, Any]) -> dict[str, list[float]]:
        boxes = dict(seen["tiles"])
        first = boxes[lead]
        unit = min(first[2] - first[0], first[3] - first[1])
        return {key: [(edge - first[i % 2]) / unit for i, edge in enumerate(box)] for key, box in boxes.items()}

    was, now = shape(before), shape(after)
    return [key for key in was if max(abs(b - a) for a, b in zip(was[key], now[key], strict=True)) > 0.05]


def look(player: Player, sizes: Iterable[tuple[int, int]], when: str) -> list[str]:
    """What is wrong with the page at each of these sizes."""
    wrong = []
    for width, height in sizes:
        player.page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width} x {height}, {when}: {fault}" for fault in faults(settled(player))]
    return wrong


def play_round(player: Player, step: int, sizes: list[tuple[int, int]], each: int) -> tuple[list[str], int]:
    """Play a round and look at `each` of the sizes in turn, every so many turns; what was wrong, and how many looks."""
    wrong: list[str] = []
    turn, looks = 0, 0
    while player.wait_for_turn():
        if player.fitting.count():
            player.fitting.nth(turn % player.fitting.count()).focus()
            player.page.keyboard.press("Enter")
        if turn % step == 0:
            now = [sizes[(looks + k) % len(sizes)] for k in range(each)]
            looks += each
            wrong += look(player, now, f"turn {turn}")
        if player.ghosts.count():
            n = player.n
            player.ghosts.nth(turn % player.ghosts.count()).click()
            player.after(n)
        elif player.page.get_attribute("#main", "data-turn") == "mine":
            player.move_by_clicks(turn)
        turn += 1
    return wrong, looks


@pytest.mark.parametrize(("rules", "players", "step"), TABLES, ids=str)
def test_p65_a_whole_round_at_every_size(player: Player, rules: str, players: int, step: int) -> None:
    player.page.add_init_script("localStorage.setItem('doublesix.tap', 'two')")
    player.sit_by_address(rules, ["you", *["easy"] * (players - 1)])
    wrong, looks = play_round(player, step, DURING, 4)
    wrong += look(player, [*DURING, *(AFTER if rules == "ply-yard" else [])], "at the end")
    assert looks >= 8
    assert not wrong, "\n".join(wrong[:40])


@pytest.mark.parametrize(
    ("size", "rules"),
    [((320, 568), "ply-yard"), ((1440, 900), "all-fives"), ((360, 740), "five-up")],
    ids=["small", "spinner", "spinners"],
)
def test_a_placed_tile_never_moves_against_the_others(player: Player, size: tuple[int, int], rules: str) -> None:
    player.page.set_viewport_size({"width": size[0], "height": size[1]})
    player.sit_by_address(rules, ["you", "easy"])
    before: dict[str, Any] = {"tiles": []}
    while player.wait_for_turn():
        now = settled(player)
        assert not moved(before, now)
        before = now
        player.move_by_clicks()
    after = settled(player)
    was, now = (seen["line"][3] - seen["line"][1] for seen in (before, after))
    assert not moved(before, after) or abs(now / was - 1) > 0.2, "only in another room the line is laid anew at the end"


@pytest.mark.parametrize(("rules", "size"), [("ply-yard", (1280, 800)), ("all-fives", (1440, 900))], ids=str)
def test_a_hand_takes_no_second_row_for_a_little_larger_tiles(
    player: Player, rules: str, size: tuple[int, int]
) -> None:
    player.page.set_viewport_size({"width": size[0], "height": size[1]})
    player.sit_by_address(rules, ["you", "easy"])
    player.wait_for_turn()
    assert len({round(bottom) for bottom in player.evaluate(BOTTOMS)}) == 1


def test_the_names_of_four_seats_are_whole_at_320(player: Player) -> None:
    player.page.set_viewport_size({"width": 320, "height": 568})
    player.sit("draw-100", 4)
    player.wait_for_turn()
    assert [cut for _, cut in settled(player)["names"]] == [False] * 4


#: Windows of every shape from a small phone, upright or lying, to a large screen.
VIEWPORTS = [
    *((width, height) for width in (320, 340, 360, 375, 390, 412, 430, 480) for height in range(568, 1000, 24)),
    *((width, height) for width in (568, 640, 667, 740, 812, 844, 932) for height in (320, 340, 360, 375, 390, 412)),
    *((width, height) for width in (600, 720, 768, 834, 960, 1024) for height in (600, 768, 900, 1024, 1194)),
    *((width, height) for width in (1100, 1280, 1366, 1440, 1920, 2560) for height in range(600, 1441, 60)),
]


@pytest.mark.nightly
@pytest.mark.parametrize("turn", range(2))
@pytest.mark.parametrize(("rules", "players"), [(rules, players) for rules, players, _ in TABLES], ids=str)
def test_p65_whole_rounds_in_three_hundred_windows(player: Player, rules: str, players: int, turn: int) -> None:
    player.page.add_init_script("localStorage.setItem('doublesix.tap', 'two')")
    player.sit_by_address(rules, ["you", *["easy"] * (players - 1)])
    wrong, _ = play_round(player, 1, VIEWPORTS[turn::2] + VIEWPORTS[1 - turn :: 2], 12)
    wrong += look(player, VIEWPORTS, "at the end")
    assert len(VIEWPORTS) >= 300
    assert not wrong, "\n".join(wrong[:40])


def settled(player: Player) -> dict[str, Any]:
    """The page measured after the browser has laid it out."""
    seen: dict[str, Any] = player.steady(MEASURE)
    return seen
