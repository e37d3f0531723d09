"""A skill to work on: reasons in comments, and what a decision shows of each skill, from what its seat saw."""

from __future__ import annotations

from blunders import AT, BLUNDER, SEAT
from doublesix.analysis.skills import SKILLS, Answer, Reason, aims_in, read_reason, reasons_in, shows
from doublesix.notation import Record
from doublesix.rules import Move, View


def view() -> View:
    return Record.from_json(BLUNDER).positions()[AT].view(SEAT)


def told(skill: str, move: str) -> str:
    return str(shows(skill, view(), Move.parse(move)))


def test_a_reason_is_a_comment_that_begins_with_its_skill() -> None:
    for reason in (Reason("ends", "keeps two"), Reason("pips", "")):
        assert read_reason(reason.to_comment()) == reason
    assert read_reason("[luck] no such skill") is None
    assert read_reason("keeps two [ends]") is None


def test_reasons_are_read_from_both_forms_of_comments() -> None:
    want = {1: Reason("ends", "keeps two")}
    assert reasons_in({"1": "[ends] keeps two", "3": "a remark"}) == want
    assert reasons_in([None, "[ends] keeps two"]) == want
    assert reasons_in(None) == {}


def test_a_seat_worked_on_what_it_named_most_often() -> None:
    reasons = {0: Reason("ends", ""), 2: Reason("pips", "heavy"), 4: Reason("pips", "heavy"), 3: Reason("counting", "")}
    assert aims_in(reasons, (0, 1, 0, 1, 0)) == {0: "pips", 1: "counting"}


def test_both_ends_are_told_by_the_own_tiles_that_fit_afterwards() -> None:
    assert told("ends", "6-1R") == "You kept 1 tile that fits; another move would have kept 2"
    assert told("ends", "5-4L") == "You kept 2 tiles that fit, as many as you could"


def test_pips_are_told_by_the_weight_of_the_tile() -> None:
    assert told("pips", "6-6R") == "You shed 12 pips, the heaviest tile that fitted"
    assert told("pips", "6-1R") == "You shed 7 pips; the heaviest tile that fitted had 12"


def test_counting_is_told_by_the_unseen_tiles_that_fit() -> None:
    assert told("counting", "6-1R") == "3 unseen tiles fit the ends you left; the fewest you could leave were 1"


def test_a_skill_that_was_not_asked_for_is_not_told() -> None:
    assert shows("drawing", view(), Move.parse("5-4L")) is None  # every play keeps a tile that fits


def test_blocking_names_the_play_that_shuts_the_next_hand_out() -> None:
    positions = Record.from_json(BLUNDER).positions()
    seen = [
        (positions[at].view(positions[-1].turns[at]), move)
        for at, move in enumerate(positions[-1].moves)
        if len(positions[at].legal_moves) > 1
    ]
    told_of = [said for one, move in seen if (said := shows("blocking", one, move)) is not None]
    assert told_of
    assert all("has shown to lack" in said for said in told_of)


def test_no_answer_tells_a_tile_that_the_seat_did_not_see() -> None:
    positions = Record.from_json(BLUNDER).positions()
    for at, move in enumerate(positions[-1].moves):
        turn = positions[-1].turns[at]
        seen = positions[at].view(turn)
        known = {*map(str, seen.hand), *map(str, seen.line.tiles)}
        played = Move("draw") if move.kind == "draw" else move
        for skill in SKILLS:
            said = str(shows(skill, seen, played) or "")
            tiles = {word for word in said.replace("L ", " ").replace("R ", " ").split() if word[1:2] == "-"}
            assert tiles <= known


def test_answers_are_counted_without_what_is_too_close_to_call() -> None:
    assert Answer(5, 3, 1).close == 1
