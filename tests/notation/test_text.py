"""The text form of records: it holds what JSON holds, reads what people type, and says where a text is at fault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublesix.errors import DominoError
from doublesix.notation import MatchRecord, Record, parse_records, to_text

from .some_records import some_record

EXAMPLE = """\
[Rules "ply-yard"]
[Version "1"]
[Players "2"]
[Leader "0"]
[Seat0 "Ann"]
[Seat1 "Ben"]
[Hand0 "6-5 6-3 6-1 5-5 5-0 3-1 0-0"]
[Hand1 "6-6 6-4 6-0 4-4 4-2 3-3 1-1"]
[Boneyard "2-0 5-1 2-2 3-0 4-1 6-2 5-2 1-0 5-3 2-1 4-0 3-2 4-3 5-4"]

1. 5-5 {the free double} 2. draw draw {[clock 93.5]} 5-1L *
"""


def read(text: str) -> Record | MatchRecord:
    """The only record of a text."""
    (entry,) = parse_records(text)
    assert entry.error is None, entry.error
    assert entry.record is not None
    return entry.record


def fault(text: str) -> str:
    """What is said of the only record of a text."""
    (entry,) = parse_records(text)
    assert entry.record is None
    return str(entry.error)


def test_the_example_reads_as_the_json_form_and_is_written_as_it_stands() -> None:
    record = read(EXAMPLE)
    assert record.to_json() == {
        "rules": "ply-yard",
        "version": 1,
        "players": 2,
        "leader": 0,
        "names": ["Ann", "Ben"],
        "hands": [
            ["6-5", "6-3", "6-1", "5-5", "5-0", "3-1", "0-0"],
            ["6-6", "6-4", "6-0", "4-4", "4-2", "3-3", "1-1"],
        ],
        "boneyard": ["2-0", "5-1", "2-2", "3-0", "4-1", "6-2", "5-2", "1-0", "5-3", "2-1", "4-0", "3-2", "4-3", "5-4"],
        "moves": ["5-5", "draw", "draw", "5-1L"],
        "clocks": [None, None, 93.5, None],
        "comments": {"0": "the free double"},
    }
    assert to_text(record) == EXAMPLE


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 2**32))
def test_json_to_text_to_json_is_equal_for_every_record_and_match(seed: int) -> None:
    record = some_record(seed)
    text = to_text(record)
    again = read(text)
    assert again.to_json() == record.to_json()
    assert json.dumps(again.to_json()["rules"]) == json.dumps(record.to_json()["rules"])
    assert to_text(again) == text
    assert read(json.dumps(record.to_json())).to_json() == record.to_json()


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(0, 2**32), min_size=2, max_size=4))
def test_records_stand_one_after_another(seeds: list[int]) -> None:
    records = [some_record(seed) for seed in seeds]
    text = "\n".join(to_text(record) for record in records)
    entries = list(parse_records(text))
    assert [entry.record.to_json() for entry in entries if entry.record] == [record.to_json() for record in records]


def test_a_paper_game_typed_by_hand() -> None:
    record = read(
        """
        ; copied from the score sheet
        [rules: draw 100]
        [Seat0 Ann] [Seat1 “Ben”]
        [HAND 0  65, 63 6|1 5-5 0/5 13 00]
        [hand1 "66 6-4 6-0 44 42 33 11"]
        [Boneyard 2-0 5-1 ...]

        {Saturday}
        1)  66   2. 6-5 LEFT   3. draw
            draw: 5-1  5-1 l {better
              than it looks}, 4. 6-1 on the left
        """
    )
    value = record.to_json()
    assert value["rules"] == "draw-100"
    assert value["names"] == ["Ann", "Ben"]
    assert value["hands"][0] == ["6-5", "6-3", "6-1", "5-5", "5-0", "3-1", "0-0"]
    assert value["boneyard"] == ["2-0", "5-1"] + ["?"] * 12
    assert value["moves"] == ["6-6", "6-5L", "draw", "draw:5-1", "5-1L", "6-1L"]
    assert value["comments"] == {"0": "Saturday", "4": "better than it looks"}


def test_what_nobody_wrote_down_is_hidden() -> None:
    value = read("[Rules ply-yard]\n[Hand0 65 63 61 55 50 31 00]\n5-5 draw draw 5-1L domino").to_json()
    assert value["hands"][1] == ["?"] * 7
    assert value["boneyard"] == ["?"] * 14
    assert value["outcome"] == {"ending": "domino"}


def test_turns_may_be_counted_round_the_table() -> None:
    moves = "1. 5-5 draw draw 5-1L 2. 6-5R"
    assert read(f"[Rules ply-yard]\n{moves}").to_json()["moves"] == ["5-5", "draw", "draw", "5-1L", "6-5R"]


def test_a_void_round_needs_no_tag() -> None:
    assert read("[Rules ply-yard]\n5-5 void").to_json()["end"] == {"ending": "void"}


def test_hidden_tiles_and_seen_draws() -> None:
    text = EXAMPLE.replace("2-0 5-1 2-2", "? ? 2-2").replace("draw draw", "draw draw:5-1")
    assert read(text).to_json()["moves"][2] == "draw:5-1"
    assert to_text(read(text)) == text


def test_a_match_is_written_round_by_round() -> None:
    inner = {"hands": [["?"] * 7, ["?"] * 7], "boneyard": ["?"] * 14, "leader": 1, "moves": ["6-6"]}
    record = MatchRecord.from_json({"rules": "draw-100", "players": 2, "names": ["Ann", "Ben"], "rounds": [inner]})
    hidden = " ".join(["?"] * 7)
    assert to_text(record) == (
        '[Match "1"]\n[Rules "draw-100"]\n[Version "1"]\n[Players "2"]\n[Seat0 "Ann"]\n[Seat1 "Ben"]\n\n'
        f'[Round "1"]\n[Leader "1"]\n[Hand0 "{hidden}"]\n[Hand1 "{hidden}"]\n[Boneyard "{hidden} {hidden}"]\n\n'
        "1. 6-6 *\n"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[Rules plyyard]", 'line 1, column 8: there is no preset "plyyard"; the nearest is "ply-yard"'),
        ('[Rules "ply-yard]', "line 1, column 8: expected closing quotes on this line"),
        ("[Rules ply-yard", 'line 1, column 16: expected "]" to close the tag'),
        ("[Rule ply-yard]", "line 1, column 1: there is no tag [Rule]; the nearest is [Rules]"),
        ("[Rules ply-yard]\n[Event x]", "line 2, column 1: there is no tag [Event]"),
        ("[Rules ply-yard]\n[Rules ply-yard]", "line 2, column 1: [Rules] is given twice"),
        ("[Players 2]\n5-5", 'line 1, column 1: expected [Rules "…"]'),
        ("[Rules draw-100]\n5-5", 'line 1, column 1: expected [Players "…"] (2 or 3 or 4)'),
        ("[Rules draw-100]\n[Players 5]", "line 2, column 10: Draw to 100 is for 2 or 3 or 4 players, not 5"),
        ("[Rules ply-yard]\n[Hand2 65]", "line 2, column 1: there are 2 players: seats are 0 to 1"),
        ("[Rules ply-yard]\n[Hand0 65 6-9x]", "line 2, column 11: '6-9x' is not a tile"),
        ("[Rules ply-yard]\n[Hand0 65 63]", "line 2, column 8: expected 7 tiles in the hand of seat 0, found 2"),
        ("[Rules ply-yard]\n[Scores 1 x]", "line 2, column 9: expected a whole number, found 'x'"),
        ("[Rules ply-yard]\n5-5 6-4X", "line 2, column 5: expected a move"),
        ("[Rules ply-yard]\n5-5 6-44L", "line 2, column 5: 6-44 is not a tile"),
        ("[Rules ply-yard]\n1. 5-5 3. 5-1L", "line 2, column 8: expected turn number 2, found 3"),
        ("[Rules ply-yard]\n5-5 {abc\n", 'line 2, column 5: this comment has no closing "}"'),
        ("[Rules ply-yard]\n5-5 {a \\q}", "line 2, column 9: \\q means nothing here"),
        ("[Rules ply-yard]\n5-5 * 5-1L", "line 2, column 7: expected the tags of the next record after '*'"),
        ("[Rules ply-yard]\n{[clock 3]}", "line 2, column 1: a clock stands behind its move"),
        ("[Rules ply-yard]\n5-5 forfeit", 'line 2, column 5: expected [End "forfeit 0"] among the tags'),
        ("[Rules ply-yard]\n[Outcome blocked]\n5-5 domino", "line 3, column 5: the moves end with 'domino'"),
        ("[Rules ply-yard]\n[Outcome won]", "line 2, column 10: expected how the round ended"),
        ("[Rules ply-yard]\n[Outcome domino; pip 3]", "line 2, column 10: expected winners, pips, places, points"),
        ("[Rules ply-yard]\n[End domino]", 'line 2, column 6: expected "forfeit" and the seats'),
        ("[Rules ply-yard]\n[Fair x]", "line 2, column 7: expected JSON without quotes in [Fair]"),
        ('[Rules ply-yard]\n[Fair {"a": 1e999}]', "line 2, column 7: expected JSON that can be read: 1e999"),
        ('[Rules ply-yard]\n[Fair {"a": }]', "line 2, column 13: expected JSON: a value is missing"),
        ("[Match 2]\n[Rules draw-100]\n[Players 2]\n[Round 1]\n*", "line 1, column 1: expected 2 rounds, found 1"),
        ("[Match 1]\n[Rules draw-100]\n[Players 2]\n[Round 2]\n*", 'line 4, column 1: expected [Round "1"]'),
        ("[Match 1]\n[Rules draw-100]\n[Players 2]\n6-6", 'line 4, column 1: expected [Round "1"]'),
        ("[Match 1]\n[Rules draw-100]\n[Players 2]\n[Leader 1]", "line 4, column 1: [Leader] belongs to a round"),
        ("[Round 1]\n[Rules draw-100]", 'line 1, column 1: expected [Match "…"]'),
    ],
)
def test_a_fault_names_its_place_and_what_was_expected(text: str, said: str) -> None:
    assert fault(text).startswith(said)


def test_after_a_bad_record_the_others_are_read() -> None:
    bad, worse = "[Rules ply-yard]\n5-5 5+5\n", "[Rules nothing]\n5-5\n"
    entries = list(parse_records("\n".join([EXAMPLE, bad, EXAMPLE, worse, EXAMPLE])))
    assert [entry.error is None for entry in entries] == [True, False, True, False, True]
    assert [entry.line for entry in entries] == [1, 14, 16, 28, 31]


def test_a_bad_move_has_its_index_also_in_text() -> None:
    (entry,) = parse_records("[Rules ply-yard]\n5-5 draw 7x")
    assert getattr(entry.error, "at", None) == 2


def test_an_entry_knows_where_its_moves_stand() -> None:
    (entry,) = parse_records(EXAMPLE)
    assert entry.where(0) == (11, 4)
    assert entry.where(3) == (11, 54)
    assert entry.where(4) is None


JUNK = st.text(
    alphabet=st.sampled_from(list('[]{}"\\;*.,:?-0123456789LRUDlr \n\tadehimnoprstw“”{é\u2028')), max_size=60
)


@st.composite
def broken(draw: Any) -> str:
    """A good text with pieces cut out, doubled and put in."""
    text: str = to_text(some_record(draw(st.integers(0, 2000))))
    for _ in range(draw(st.integers(1, 4))):
        one, other = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        other = min(other, one + draw(st.integers(0, 20)))
        text = text[:one] + draw(st.one_of(st.just(""), JUNK, st.just(text[one:other] * 2))) + text[other:]
    return text


@settings(deadline=None, max_examples=300)
@given(st.one_of(broken(), JUNK, JUNK.map(lambda text: f"[Rules ply-yard]\n{text}")))
def test_read_write_read_is_a_fixpoint_and_only_our_errors_are_raised(text: str) -> None:
    for entry in parse_records(text):
        if entry.record is None:
            assert isinstance(entry.error, DominoError)
            continue
        value = entry.record.to_json()
        assert read(to_text(entry.record)).to_json() == value
        assert read(json.dumps(value, ensure_ascii=False)).to_json() == value
