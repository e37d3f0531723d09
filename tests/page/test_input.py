"""What is meant is what is sent: typed commands, a question before a move, a planned move, side arms by keys."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from .driving import Player, Serving
from .test_company import invite, sit_down
from .test_viewports import faults, settled

pytestmark = pytest.mark.browser

WATCH = """() => { window.heard = [];
new MutationObserver((all) => window.heard.push(...all.flatMap((one) => [...one.addedNodes]).map((p) => p.textContent)))
.observe(document.querySelector('#say'), { childList: true }); }"""
LEAVES = re.compile(r"\. Leaves .+; you keep \d+ matching tiles? and \d+ pips?; \d+ unseen tiles? would match\.")
LAST = "#say > :last-child"
NUMBERS = ["blank", "one", "two", "three", "four", "five", "six"]
KEYS = "(all) => all.map((tile) => tile.dataset.key)"


WHOLE = "() => { const tray = document.querySelector('.tray'); return tray.scrollHeight <= tray.clientHeight + 1; }"


def open_typing(player: Player) -> None:
    player.page.focus(".held")
    player.page.keyboard.press("/")
    expect(player.page.locator(".typing input")).to_be_focused()
    player.evaluate(WATCH)


def typed(player: Player, line: str) -> list[str]:
    """Type a line; what the live region said at once."""
    player.evaluate("() => { window.heard.length = 0; }")
    player.page.locator(".typing input").fill(line)
    player.page.keyboard.press("Enter")
    said: list[str] = player.evaluate("() => new Promise((done) => queueMicrotask(() => done(window.heard)))")
    return said


def option(player: Player, name: str, *, on: bool) -> None:
    player.page.click("#options summary")
    player.page.set_checked(f"input[name={name}]", on)
    player.page.keyboard.press("Escape")


def together(ann: Player, ben: Player) -> None:
    """Ann and Ben at the reserve table; Ann leads."""
    sit_down(ben, invite(ann))
    ann.ready()
    ann.wait_for_turn()


def test_a_whole_round_by_typed_commands_keeps_the_focus_in_the_line(player: Player) -> None:
    player.play_now()
    player.wait_for_turn()
    open_typing(player)
    turn = 0
    while player.wait_for_turn():
        turn += 1
        n = player.n
        if player.page.locator("#draw").is_visible():
            typed(player, "draw")
        elif player.page.locator("#pass").is_visible():
            typed(player, "pass")
        else:
            tile = player.fitting.nth(turn % player.fitting.count())
            name, key = tile.get_attribute("aria-label") or "", tile.get_attribute("data-key") or ""
            if "both" in name:
                assert "several ends" in typed(player, key)[-1]
                assert player.n == n, "nothing is sent before the end is named"
            left = "fits left" in name or "both" in name
            spoken = f"{name.split(',')[0]} {'left' if left else 'right'}"
            typed(player, spoken if "fits" in name and turn % 2 else key if "both" not in name else f"{key}l")
        player.after(n)
        expect(player.page.locator(".typing input")).to_be_focused()
    assert re.search(r"wins|[Tt]ie", " ".join(player.page.locator("#say > *").all_inner_texts()[-2:]))


def test_p72_every_question_changes_the_live_region_once_and_its_answer_stays(player: Player) -> None:
    player.sit("ply-yard", 2)
    player.wait_for_turn()
    player.move_by_clicks()
    player.wait_for_turn()
    open_typing(player)
    asked = "ends, hand, pips, score, line, boneyard, last, help, why pass, who passed on five, nonsense, ends, ends"
    for line in asked.split(", "):
        said = typed(player, line)
        assert len(said) == 1, line
        assert re.search(r"[.!?]$", said[0]), said
        expect(player.page.locator(".typing p")).to_have_text(said[0])
        expect(player.page.locator(LAST)).to_have_text(said[0])
    assert typed(player, "ends")[0].startswith("Left end")
    assert "such as 5-2 left" in typed(player, "nonsense")[0]
    assert "no 9-9" in typed(player, "9-9 l")[0]
    player.page.keyboard.press("ArrowUp")
    expect(player.page.locator(".typing input")).to_have_value("9-9 l")
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("Escape")
    expect(player.page.locator(".typing")).to_be_hidden()
    assert player.focused("domino-hand")


def test_a_page_in_spanish_understands_spanish_and_english(player: Player) -> None:
    player.page.set_extra_http_headers({"accept-language": "es"})
    player.sit("ply-yard", 2)
    player.wait_for_turn()
    open_typing(player)
    assert typed(player, "mano") == typed(player, "hand") != typed(player, "kjh")
    player.page.set_extra_http_headers({})


def test_a_question_before_a_move_and_nothing_is_sent_before_the_yes(player: Player) -> None:
    player.sit("ranked-block", 2)
    page = player.page
    option(player, "confirm", on=True)

    def turn_to_play() -> bool:
        """Pass, which nobody is asked about where nothing else is legal, until a tile fits or the round is over."""
        while player.wait_for_turn() and not player.fitting.count():
            n = player.n
            page.click("#pass")
            player.after(n)
        return page.get_attribute("#main", "data-turn") == "mine"

    assert turn_to_play()
    n = player.n

    def ask() -> None:
        player.fitting.first.click()
        if player.ghosts.count() and page.locator("#sure").is_hidden():
            player.ghosts.first.click()
        expect(page.locator("#sure")).to_be_focused()
        expect(page.locator("#now")).to_contain_text("?")
        expect(page.locator(LAST)).to_contain_text("?")
        assert page.locator("#left, #right").filter(visible=True).count() == 0

    ask()
    page.keyboard.press("Escape")
    expect(page.locator("#sure")).to_be_hidden()
    assert player.focused("domino-hand")
    ask()
    page.click("seat-strip")
    expect(page.locator("#sure")).to_be_hidden()
    ask()
    page.click("#put-back")
    expect(page.locator("#sure")).to_be_hidden()
    assert player.ghosts.count() == 0
    assert player.n == n, "three times asked, nothing sent"
    ask()
    page.keyboard.press("Enter")
    player.after(n)
    if turn_to_play():
        n = player.n
        ask()
        player.ghosts.first.click()
        player.after(n)


def test_a_planned_move_is_played_at_once_or_dropped_with_a_word(player: Player, ben: Player) -> None:
    ann = player
    together(ann, ben)
    plans = played = dropped = 0
    ended = False
    for _ in range(60):
        if ann.page.get_attribute("#main", "data-turn") == "mine":
            ann.move_by_clicks()
            continue
        if ben.page.get_attribute("#main", "data-turn") == "over":
            ended = True
            break
        ben.page.wait_for_selector("#main[data-turn=mine], #main[data-turn=over]")
        ann.page.wait_for_selector("#main[data-turn=other], #main[data-turn=over]")
        usable = ann.page.locator(".held:not([aria-disabled])")
        if not usable.count():
            ben.move_by_clicks()
            ann.page.wait_for_function("(n) => +document.querySelector('#main').dataset.n >= n", arg=ben.n)
            continue
        usable.first.click()
        expect(ann.page.locator(".ghost[data-mode=plan]").first).to_be_visible()
        n = ann.n
        ann.ghosts.first.click()
        plans += 1
        expect(ann.page.locator(".held.planned")).to_have_count(1)
        expect(ann.page.locator(".ghost")).to_have_attribute("data-mode", "planned")
        expect(ann.page.locator(LAST)).to_contain_text("Planned:")
        assert ann.n == n, "nothing is sent while the other is to move"
        if plans == 1:
            ann.page.keyboard.press("Escape")
            expect(ann.page.locator(".planned, .ghost")).to_have_count(0)
            expect(ann.page.locator(LAST)).to_have_text("The plan is dropped.")
            usable.first.click()
            ann.ghosts.first.click()
        tile = ann.page.locator(".held.planned").get_attribute("data-key") or ""
        ann.evaluate(WATCH)
        ben.move_by_clicks()
        while ben.page.get_attribute("#main", "data-turn") == "mine":
            ben.move_by_clicks()
        ann.page.wait_for_function("(n) => +document.querySelector('#main').dataset.n > n", arg=n)
        ann.page.wait_for_selector("#main:not([data-turn=sent])")
        expect(ann.page.locator(".planned")).to_have_count(0)
        if ann.page.locator(f".held[data-key='{tile}']").count() == 0:
            played += 1
        elif ann.page.get_attribute("#main", "data-turn") == "mine":
            assert any("no longer holds" in said for said in ann.evaluate("() => window.heard"))
            dropped += 1
        if played and dropped:
            break
    assert played or dropped or ended


def test_planning_can_be_switched_off_and_a_watcher_plans_nothing(player: Player, ben: Player) -> None:
    together(player, ben)
    player.move_by_clicks()
    ben.page.wait_for_selector("#main[data-turn=mine]")
    option(player, "plan", on=False)
    expect(player.page.locator(".held:not([aria-disabled])")).to_have_count(0)
    player.page.locator(".held").first.click(force=True)
    expect(player.page.locator("#now")).to_contain_text("It is not your turn")
    assert player.ghosts.count() == 0


@pytest.mark.parametrize("rules", ["cross", "five-up"])
def test_side_arms_are_played_by_keys(player: Player, rules: str) -> None:
    """U and D play on the upper and lower arm; D draws where no tile goes there."""
    player.page.add_init_script("localStorage.setItem('doublesix.tap', 'two')")
    page = player.page
    used: set[str] = set()
    for _ in range(4):
        player.sit_by_address(rules, ["you", "easy"])
        while player.wait_for_turn():
            n = player.n
            if page.locator("#draw").is_visible():
                page.focus(".held")
                page.keyboard.press("d")
            elif page.locator("#pass").is_visible():
                page.keyboard.press("p")
            else:
                sides = []
                for tile in player.fitting.all():
                    tile.click()
                    sides = [ghost.get_attribute("data-side") or "" for ghost in player.ghosts.all()]
                    if any(side[0] in "UD" for side in sides):
                        break
                side = next((side for side in sides if side[0] in "UD"), sides[0])
                same = [other for other in sides if other[0] == side[0]]
                used.add(side[0])
                page.keyboard.press("l" if side == "O" else side[0].lower())
                if len(same) > 1:
                    assert player.focused(".ghost"), "several such arms: the first is offered"
                    page.keyboard.press("Enter")
            player.after(n)
        if used & {"U", "D"}:
            return
    assert used & {"U", "D"}, "no side arm in four rounds"


def middle(player: Player, selector: str) -> tuple[float, float]:
    """The middle of the first such element on the screen."""
    box = player.page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(player: Player, tile: str, to: tuple[float, float] | str) -> None:
    """Take a tile with the mouse and let it go at a place, or over what is there once the tile is held."""
    mouse = player.page.mouse
    x, y = middle(player, f".held[data-key='{tile}']")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 4, y - 30, steps=3)
    expect(player.page.locator(".dragged")).to_have_count(1)
    mouse.move(*(middle(player, to) if isinstance(to, str) else to), steps=4)
    mouse.up()


def dragged_ready(player: Player) -> None:
    """Wait until tiles can be dragged: the script for it comes after the first board."""
    find = "performance.getEntriesByType('resource').find((e) => e.name.includes('drag.js'))"
    player.page.wait_for_function(f"() => {find}")
    player.evaluate(f"async () => {{ await import({find}.name); }}")


def test_p68_a_whole_round_by_dragging_alone_with_the_tile_in_sight(player: Player) -> None:
    player.page.add_init_script("localStorage.setItem('doublesix.tap', 'two')")
    player.sit("ply-yard", 2)
    dragged_ready(player)
    page = player.page
    turn = 0
    while player.wait_for_turn():
        turn += 1
        n = player.n
        if not player.fitting.count():
            page.locator("#draw, #pass").filter(visible=True).click()
            player.after(n)
            continue
        tile = player.fitting.nth(turn % player.fitting.count()).get_attribute("data-key") or ""
        if turn < 3:
            drag(player, tile, "seat-strip")
            expect(page.locator(".dragged")).to_have_count(0)
            assert player.ghosts.count() == 0
            assert player.n == n, "let go elsewhere, it goes back"
        drag(player, tile, ".ghost")
        player.after(n)
        expect(page.locator(f".laid[data-key='{tile}']")).to_have_count(1)
    assert turn > 2


def test_a_finger_drags_a_tile_and_the_page_stays_where_it_is(player: Player) -> None:
    """A tile that does not fit is not lifted; a finger that is taken away from the page puts the tile back."""
    player.page.set_viewport_size({"width": 360, "height": 740})
    player.sit("ply-yard", 2)
    dragged_ready(player)
    page = player.page
    player.wait_for_turn()
    assert player.evaluate("() => getComputedStyle(document.querySelector('.held')).touchAction") == "none"
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, at: tuple[float, float] | None) -> None:
        points = [] if at is None else [{"x": at[0], "y": at[1]}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    n = player.n
    for end in ("touchCancel", "touchEnd"):
        x, y = middle(player, ".held.fits")
        finger("touchStart", (x, y))
        for far in (8, 20, 40):
            finger("touchMove", (x, y - far))
        expect(page.locator(".dragged")).to_have_count(1)
        tile, hand = page.locator(".dragged").bounding_box(), middle(player, ".held.fits")
        assert tile is not None
        assert tile["y"] + tile["height"] / 2 < hand[1] - 40, "the tile is above the finger"
        finger("touchMove", middle(player, ".ghost"))
        finger(end, None)
        expect(page.locator(".dragged")).to_have_count(0)
        if end == "touchCancel":
            assert player.n == n
    player.after(n)
    assert player.evaluate("() => [scrollX, scrollY, visualViewport.pageTop]") == [0, 0, 0]


def test_sounds_and_vibration_are_off_and_not_even_loaded_until_asked_for(player: Player) -> None:
    player.page.add_init_script(
        "window.heard = []; window.felt = []; navigator.vibrate = (pattern) => window.felt.push(pattern);"
        "for (const kind of [OscillatorNode, AudioBufferSourceNode]) { const own = kind.prototype.start;"
        " kind.prototype.start = function (...when) { window.heard.push(kind.name); return own.apply(this, when); }; }"
    )
    player.play_now()
    player.wait_for_turn()
    player.move_by_clicks()
    player.wait_for_turn()
    loaded = "() => performance.getEntriesByType('resource').some((e) => e.name.includes('senses.js'))"
    assert not player.evaluate(loaded)
    assert player.evaluate("() => [window.heard.length, window.felt.length]") == [0, 0]
    option(player, "sound", on=True)
    option(player, "buzz", on=True)
    player.page.wait_for_function("() => window.heard.length && window.felt.length")
    n = player.n
    player.evaluate("() => { window.heard.length = window.felt.length = 0; }")
    player.move_by_clicks()
    player.after(n)
    player.page.wait_for_function("() => window.heard.length && window.felt.length")
    player.page.reload()
    player.ready()
    assert player.page.locator("input[name=sound]").is_checked(), "the choice is kept"


@pytest.mark.parametrize("rules", ["ply-yard", "five-up"])
def test_counting_along_marks_every_tile_and_says_what_each_play_leaves(player: Player, rules: str) -> None:
    """In words on each tile, in the name of each end, and side by side; with side arms and points in play too."""
    page = player.page
    page.add_init_script("localStorage.setItem('doublesix.tap', 'two'); localStorage.setItem('doublesix.teach', 'on')")
    player.sit_by_address(rules, ["you", "easy"])
    compared = False
    turns = 0
    while player.wait_for_turn() and turns < 8:
        turns += 1
        standing = page.locator(".counting .standing")
        expect(standing).to_contain_text(re.compile(r"\d+ pips? if it blocked now"))
        if not page.locator(".laid").count():
            player.move_by_clicks()
            continue
        expect(page.locator(".held:not([data-mark])")).to_have_count(0)
        ends = page.locator("domino-line > svg").get_attribute("aria-label") or ""
        for end, value in re.findall(r"(\w+ end(?: of the double \w+)?) (\w+)", ends):
            shown = end.removesuffix(" end")
            expect(standing).to_contain_text(re.compile(f"{shown} {NUMBERS.index(value)}", re.IGNORECASE))
        held = sum(int(half) for key in page.locator(".held").evaluate_all(KEYS) for half in key.split("-"))
        expect(standing).to_contain_text(f"{held} pip")
        for tile in page.locator(".held").all():
            unfit = "no" in (tile.get_attribute("class") or "").split()
            assert (tile.get_attribute("data-mark") in ("Neither", "No end")) == unfit
        if player.fitting.count():
            player.fitting.first.click()
            for ghost in player.ghosts.all():
                assert LEAVES.search(ghost.get_attribute("aria-label") or "")
            expect(page.locator(".placements li")).to_have_count(player.ghosts.count())
            page.get_by_role("button", name="Compare plays").click()
            listed = page.locator("dialog.compared li")
            assert listed.count() >= player.fitting.count()
            page.keyboard.press("Escape")
            expect(page.locator("dialog")).to_have_count(0)
            expect(page.get_by_role("button", name="Compare plays")).to_be_focused()
            compared = True
            for width, height in [(740, 360), (320, 568), (1280, 800)]:
                page.set_viewport_size({"width": width, "height": height})
                assert faults(settled(player)) == []
                if width != 740 and page.locator(".held").count() <= 7:
                    assert player.evaluate(WHOLE), f"nothing of the tray is out of sight at {width} x {height}"
        player.move_by_clicks()
    assert compared
    option(player, "teach", on=False)
    expect(page.locator(".counting")).to_be_hidden()
    assert page.locator(".held[data-mark]").count() == 0


#: The longest that the visible line and the count may have to say: a refusal with its report, and many ends.
LONG_WORDS = """() => {
  const [now, says] = [document.querySelector('.now'), document.querySelector('.now span')];
  now.classList.add('long');
  says.textContent = 'The double three goes on the upper end of the double three only; '.repeat(2);
  document.querySelector('.counting .standing').textContent = 'upper end of the double four three, '.repeat(5);
}"""


@pytest.mark.parametrize("size", [(320, 568), (568, 320), (740, 360), (360, 640)], ids=str)
def test_a_long_sentence_while_counting_along_pushes_nothing_out_of_a_small_window(
    player: Player, size: tuple[int, int]
) -> None:
    player.page.set_viewport_size({"width": size[0], "height": size[1]})
    player.page.add_init_script("localStorage.setItem('doublesix.teach', 'on')")
    player.sit_by_address("five-up", ["you", "easy"])
    player.wait_for_turn()
    player.page.locator(".counting .standing:not(:empty)").wait_for()
    assert player.page.locator(".held").count() >= 8, "the hand takes two rows"
    player.evaluate(LONG_WORDS)
    assert faults(settled(player)) == []


def test_the_command_count_tells_it_without_the_display(player: Player) -> None:
    player.play_now()
    player.wait_for_turn()
    player.move_by_clicks()
    player.wait_for_turn()
    open_typing(player)
    typed(player, "count")
    expect(player.page.locator(".typing p")).to_contain_text("if it blocked now.")
    expect(player.page.locator(LAST)).to_contain_text("if it blocked now.")
    expect(player.page.locator(".counting")).to_be_hidden()


def test_all_choices_stand_in_one_place_and_are_kept(player: Player) -> None:
    """Each has a name and a group; what the tiles look like stands on the root element before the first paint."""
    player.play_now()
    page = player.page
    page.click("#options summary")
    named = page.locator("#options form input").evaluate_all(
        "(all) => all.map((one) => [one.labels[0].textContent.trim(),"
        " one.closest('fieldset').firstElementChild.tagName])"
    )
    assert all(label and group == "LEGEND" for label, group in named)
    for name in ("tiles", "faces", "confirm", "teach", "sound", "buzz"):
        assert not page.is_checked(f"input[name={name}]"), "off until asked for"
        page.check(f"input[name={name}]")
    page.uncheck("input[name=plan]")
    page.reload()
    player.ready()
    marks = player.evaluate("() => ({ ...document.documentElement.dataset })")
    assert (marks["tiles"], marks["faces"]) == ("large", "numerals")
    page.click("#options summary")
    for name in ("tiles", "faces", "confirm", "teach", "sound", "buzz"):
        assert page.is_checked(f"input[name={name}]"), name
        page.uncheck(f"input[name={name}]")
    assert not page.is_checked("input[name=plan]")
    marks = player.evaluate("() => ({ ...document.documentElement.dataset })")
    assert "tiles" not in marks
    assert "faces" not in marks


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_tiles_travel_and_no_motion_keeps_from_playing(
    browser: Browser, serving: Serving, motion: Literal["reduce", "no-preference"]
) -> None:
    """Two taps in one moment play a tile while others are on their way; who wishes no motion sees tiles appear."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion=motion)
    context.add_init_script(
        "localStorage.setItem('doublesix.tap', 'two'); window.flown = []; const fly = Element.prototype.animate;"
        "Element.prototype.animate = function (frames, how) { window.flown.push("
        " [this.closest('.held')?.className ?? '', frames.some((f) => f.translate || f.transform)]);"
        " return fly.call(this, frames, how); };"
    )
    player = Player(context.new_page(), serving.address)
    drawn = False
    for _ in range(4):
        player.sit("ply-yard", 2)
        while player.wait_for_turn():
            n = player.n
            if player.page.locator("#draw").is_visible():
                player.evaluate("() => { window.flown.length = 0; document.querySelector('#draw').click(); }")
                player.after(n)
                drawn = drawn or any("held" in what for what, _ in player.evaluate("() => window.flown"))
            elif player.page.locator("#pass").is_visible():
                player.page.click("#pass")
                player.after(n)
            else:
                turn = player.evaluate(
                    "() => { document.querySelector('.held.fits').click(); document.querySelector('.ghost').click();"
                    " return document.querySelector('#main').dataset.turn; }"
                )
                assert turn == "sent"
                player.after(n)
            travels = [moves for _, moves in player.evaluate("() => window.flown")]
            assert not travels or any(travels) == (motion == "no-preference")
        if drawn:
            break
    context.close()
    assert drawn
    assert player.errors == []
