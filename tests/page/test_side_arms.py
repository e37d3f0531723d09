"""Lines with side arms: every side that takes a tile is offered, every tile lies where it belongs, at both sizes."""

from __future__ import annotations

import re

import pytest

from .driving import Player

pytestmark = pytest.mark.browser

#: Tiles and ghosts in CSS pixels, and what the page's own copy of the state says is on the table.
MEASURE = """() => {
  const box = (e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
  return {
    tiles: [...document.querySelectorAll('.laid .top')].map((e) => [e.closest('[data-key]').dataset.key, box(e)]),
    ghosts: [...document.querySelectorAll('.ghost .frame')].map(box),
    cloth: box(document.querySelector('.cloth')),
    name: document.querySelector('domino-line > svg').getAttribute('aria-label'),
  };
}"""


def apart(a: list[float], b: list[float]) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) < 0.5 or min(a[3], b[3]) - max(a[1], b[1]) < 0.5


def check(player: Player) -> None:
    """No tile lies on another or off the cloth, and all that are named lie there once."""
    seen = player.steady(MEASURE)
    own = [name for name, _ in seen["tiles"] if not name.startswith("copy")]
    assert len(own) == len(set(own))
    named = re.match(r"Line of (\d+) tile", seen["name"])
    assert len(own) == (int(named[1]) if named else 0)
    boxes = [box for _, box in seen["tiles"]]
    left, top, right, bottom = seen["cloth"]
    for i, box in enumerate(boxes):
        assert min(box[0] - left, box[1] - top, right - box[2], bottom - box[3]) > 0, "on the cloth"
        assert all(apart(box, other) for other in boxes[:i]), seen["tiles"]
    for ghost in seen["ghosts"]:
        assert all(apart(ghost, box) for box in boxes), "a ghost lies free"


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize(("rules", "players"), [("cross", 2), ("all-fives", 3), ("five-up", 2), ("sebastopol", 4)])
def test_a_round_with_side_arms_is_played_by_its_ghosts(
    player: Player, rules: str, players: int, size: tuple[int, int]
) -> None:
    page = player.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script("localStorage.setItem('doublesix.tap', 'two')")
    player.sit_by_address(rules, ["you", *["easy"] * (players - 1)])
    turn = 0
    while player.wait_for_turn():
        turn += 1
        if not (page.locator("#draw").is_visible() or page.locator("#pass").is_visible()):
            tile = player.fitting.nth(turn % player.fitting.count())
            name = tile.get_attribute("aria-label") or ""
            sides = re.search(r"fits (\w+) end", name)
            tile.click()
            check(player)
            if sides:
                wanted = {"both": 2}.get(sides[1], int(sides[1]) if sides[1].isdigit() else 1)
                assert player.ghosts.count() == wanted, name
            n = player.n
            player.ghosts.nth(turn % player.ghosts.count()).click()
            player.after(n)
        else:
            player.move_by_clicks(turn)
        check(player)
    check(player)


WAITING = """async () => {
  const line = document.createElement('domino-line');
  line.style.cssText = 'display: block; width: 900px; height: 500px';
  document.body.append(line);
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const rules = { spinner: 'lead', max_pip: 6 };
  const before = { line: { lead: null, arms: {} }, ends: {}, rules, moves: [], round: 1, you: 1, turn: 0, seats: [] };
  line.data = { state: before, chosen: null, sides: [] };
  const ends = { D: 6, L: 6, R: 6, U: 6 };
  const moves = [{ seat: 0, move: '6-6' }];
  const after = { ...before, line: { lead: [6, 6], arms: { L: [], R: [], U: [], D: [] } }, ends, moves, turn: 1 };
  line.data = { state: after, chosen: '6-3', sides: ['D', 'L', 'R', 'U'] };
  return line.ends.map((ghost) => ghost.dataset.side).sort().join('');
}"""


def test_all_four_sides_of_a_spinner_are_offered_to_who_sat_down_before_it_was_led(player: Player) -> None:
    """Before the lead the page had a line without side arms in mind, and once kept to it."""
    player.sit_by_address("sebastopol", ["you", "easy", "easy", "easy"])
    assert player.evaluate(WAITING) == "DLRU"
