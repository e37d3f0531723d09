"""P71, P72, P73: whole sessions by keys alone, decided by names, roles and announcements alone."""

from __future__ import annotations

import re

import pytest

from .driving import Player
from .reading import Reader, names_of

pytestmark = pytest.mark.browser

MY_TURN = r"[Yy]our turn\.|you lead\.|You lead\."
OVER = r"wins|[Tt]ie|shared"


def make_a_move(reader: Reader, told: str) -> None:
    """One move, by what was announced of the turn and by what the tiles say of themselves."""
    if "fits: draw" in told:
        reader.go('^button "Draw')
        reader.press("Enter")
        return
    if "pass" in told:
        reader.go('^button "Pass')
        reader.press("Enter")
        return
    reader.go('^button "', "Tab")
    reader.go(r'^button "[^"]+, (fits|may be led)', "ArrowRight")
    reader.press("Enter")
    reader.wait(r"goes on|to lead the")
    reader.press("Enter")
    if re.match(r'button "(Play|Lead) ', reader.here()):
        reader.press("Enter")


def play_on(reader: Reader) -> tuple[int, str]:
    """Play until the round is over; how many moves were made, and how the end was announced."""
    moves = 0
    while True:
        told = reader.wait(f"{MY_TURN}|{OVER}")
        if re.search(OVER, told):
            return moves, told
        make_a_move(reader, told)
        moves += 1
        assert moves < 80


def test_p71_a_round_its_replay_and_its_review_without_sight(player: Player) -> None:
    reader = Reader(player)
    reader.open("/")
    reader.press("Tab")
    assert reader.here().startswith('link "Skip')
    reader.press("Enter")
    reader.go('^button "Play now"')
    reader.press("Enter")
    reader.arrive("/table/")
    moves, end = play_on(reader)
    assert moves >= 3
    assert re.search(r"[.!]$", end)
    assert reader.here().startswith("heading"), "the focus goes to how it ended"
    assert reader.lost == []
    reader.go('^link "Replay"')
    reader.press("Enter")
    reader.arrive("/replay")
    reader.page.locator("#moves li").first.wait_for()
    steps = 0
    reader.hear()
    while reader.page.get_by_role("button", name="One move on", disabled=True).count() == 0:
        reader.press("ArrowRight")
        steps += 1
        (told,) = reader.hear()
        assert re.search(r"\b(led|played|drew|passed)\b", told), "each step says what it did, once"
    listed = [re.search(r"^\w+ (led|played|drew|passed)", name) for name in names_of(reader.page, "button")]
    assert steps == len([name for name in listed if name])
    reader.go('^button "Review (your moves|the moves of)')
    reader.press("Enter")
    reader.wait("judged")
    assert reader.lost == [], "the button that started it is gone, the focus is not"
    if reader.page.locator(".dearest button").count():
        decision = reader.go(r'^button "Move \d+, ')
        assert re.search(r"best|behind|close", decision)
        reader.press("Enter")
        assert re.search(r"The deal|led|played|drew|passed", reader.hear()[-1])
    tables = names_of(reader.page, "table")
    assert any("Chance to win" in name for name in tables), "charts are tables too"
    assert reader.lost == []


def fits_where(tile: str, ends: tuple[str, str]) -> str:
    """Where a tile goes, in the words of the drill."""
    left, right = (end in tile.split("-") for end in ends)
    return "both ends" if left and right else "left end" if left else "right end" if right else "neither end"


def test_p71_a_drill_without_sight(player: Player) -> None:
    reader = Reader(player)
    reader.open("/learn")
    reader.go('^link "Both ends')
    reader.press("Enter")
    reader.arrive("/practice/")
    told = reader.read()
    (ends,) = re.findall(r"The ends are (\d+) and (\d+)\.", told)
    tiles = re.findall(r'group "(\d+-\d+)"', told)
    assert len(tiles) >= 3
    assert "[checked]" not in told, "nothing is answered beforehand"
    for number, tile in enumerate(tiles):
        reader.press(*(["Tab"] if number else []))
        reader.go('^radio "')
        reader.press("Space")
        reader.go(f'^radio "{fits_where(tile, ends)}"', "ArrowDown")
    reader.go('^button "Check"')
    reader.press("Enter")
    reader.page.locator(".verdict").wait_for()
    assert re.search(r"All right\.", reader.here()), "the verdict has the focus"
    reader.go('^link "Next"')


def test_p71_an_account_a_profile_a_study_and_the_lobby_by_keys(player: Player) -> None:
    reader = Reader(player)
    reader.open("/account")
    reader.go('^textbox "Name"')
    reader.page.keyboard.type("Keys alone")
    reader.go('^textbox "Password"')
    reader.page.keyboard.type("seven tiles each")
    reader.go('^button "Make the account"')
    reader.press("Enter")
    reader.page.get_by_role("heading", level=1, name="Keys alone").wait_for()
    reader.go('^link "Your profile"')
    reader.press("Enter")
    reader.arrive("/player/")
    assert 'heading "Keys alone"' in reader.read()
    reader.go('^link "Account and my data"')

    reader.open("/learn")
    reader.go('^link "Opening, study 1"')
    reader.press("Enter")
    reader.arrive("/studies/")
    reader.go('^radio "')
    reader.press("Space")
    reader.go('^button "Show the answer"')
    reader.press("Enter")
    reader.page.locator("#answer").wait_for()
    assert re.match(r'heading "The answer: ', reader.here()), "the answer has the focus"
    reader.go('^link "Next study"')

    reader.open("/lobby")
    reader.go('^button "Find company"')
    reader.press("Enter")
    reader.wait("waiting for one more")
    reader.go('^button "Stop waiting"')
    reader.press("Enter")
    reader.page.get_by_role("button", name="Find company").wait_for()
    reader.go('^button "Find company"', "Shift+Tab")
    said = reader.hear()
    assert len(set(said)) == len(said), "nothing is said twice"
    assert reader.lost == []


def test_p71_p73_a_table_is_made_with_a_link_and_played_with_somebody_who_sees(player: Player, ben: Player) -> None:
    ann = Reader(player)
    ann.open("/new")
    ann.go('^radio "Normal')
    ann.go('^radio "A person elsewhere', "ArrowDown")
    ann.go('^textbox "Your name"')
    ann.page.keyboard.type("Ann")
    ann.go('^button "Deal"')
    ann.press("Enter")
    ann.arrive("/table/")
    (link,) = re.findall(r"http://\S+/join/\w+", ann.go('^textbox "Link"'))
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    ben.ready()
    player.ready()
    ann.arrive("/table/")
    make_a_move(ann, ann.wait(MY_TURN))
    assert ben.wait_for_turn()
    ann.wait("Black led")
    ann.go('^button "Take back"')
    ann.press("Enter")
    ben.page.get_by_role("button", name="Agree").click()
    ann.wait("took the last play back|taken back")
    make_a_move(ann, ann.wait(MY_TURN))
    assert ben.wait_for_turn()
    n = ben.n
    ben.move_by_clicks()
    ben.after(n)
    assert ann.lost == []
    ben.page.locator("#options > summary").click()
    ben.page.locator("#resign").click()
    ben.page.locator("#resign").click()
    ann.wait(OVER)
    first = ann.page.url
    ann.go('^button "Again"')
    ann.press("Enter")
    ann.wait("again")
    ben.page.get_by_role("button", name="Again").click()
    for one in (player, ben):
        one.page.wait_for_url(lambda url: url != first)
        one.ready()
    ann.arrive("/table/")
    ann.wait(r"to play\.|Your turn|lead")
