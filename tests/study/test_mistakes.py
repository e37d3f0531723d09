"""One's own mistakes: kept when two looks agree, without a hidden tile, and met again the later the better known."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from blunders import AT, BLUNDER, HIDDEN, SEAT
from doublesix.analysis import decide
from doublesix.errors import BadRecord
from doublesix.notation import Record
from doublesix.players.limit import Limit, Thinking
from doublesix.rules import Move
from doublesix.study.box import Card, from_text, place, to_text
from doublesix.study.mistakes import Mistake, mistake_of

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def found(played: str = "", worlds: int = 60) -> Mistake | None:
    position = Record.from_json(BLUNDER).positions()[AT]
    move = Move.parse(played or BLUNDER["moves"][AT])
    decision = decide(AT, position, move, random.Random(1), Thinking(Limit(worlds=worlds), None))
    second = Thinking(Limit(worlds=worlds), None)
    return mistake_of(decision, position.view(SEAT), ["Ana", "Ben"], random.Random(2), second)


@pytest.fixture(scope="module")
def mistake() -> Mistake:
    made = found()
    assert made is not None
    return made


def test_a_move_that_surely_lost_something_is_a_mistake_and_the_best_move_is_none(mistake: Mistake) -> None:
    assert mistake.verdict == "blunder"
    assert str(mistake.played) == "6-1R"
    assert [str(move) for move in mistake.good] == ["5-4L"]
    assert found("5-4L") is None


def test_p90_every_move_that_cannot_be_told_from_the_best_one_counts_as_right(mistake: Mistake) -> None:
    best, second, *rest = mistake.choices
    level = second._replace(behind=second.behind._replace(low=-0.01))
    both = mistake._replace(choices=(best, level, *rest))
    assert set(both.good) == {best.move, level.move}
    assert both.assess(str(level.move)).right == 1
    assert mistake.assess(str(second.move)).right == 0


def test_nothing_that_the_seat_did_not_see_is_kept(mistake: Mistake) -> None:
    told = " ".join([mistake.to_text(), *mistake.facts])
    assert not [tile for tile in HIDDEN if f'"{tile}"' in told or f" {tile} " in told]
    assert Mistake.from_text(mistake.to_text()).to_text() == mistake.to_text()


def test_p88_a_mistake_is_explained_by_public_facts(mistake: Mistake) -> None:
    assert any("Ben has shown no" in fact for fact in mistake.facts)
    assert any("unseen" in fact for fact in mistake.facts)


def test_the_same_mistake_found_again_is_the_same_card(mistake: Mistake) -> None:
    again = found(worlds=80)
    assert again is not None
    assert again.id == mistake.id
    assert again._replace(played=Move.parse("6-6R")).id != mistake.id


def test_what_is_known_comes_back_later_than_what_is_not(mistake: Mistake) -> None:
    card = Card(mistake)
    assert card.due(NOW)
    right, wrong = card.answered("5-4L", NOW), card.answered("6-6R", NOW)
    assert right.progress is not None
    assert wrong.progress is not None
    assert wrong.progress.due < right.progress.due
    assert not right.due(NOW)
    assert right.due(right.progress.due)


def test_a_box_begins_with_what_is_new_then_what_is_due_first(mistake: Mistake) -> None:
    early = Card(mistake).answered("6-6R", NOW)
    late = Card(mistake).answered("5-4L", NOW + timedelta(days=1))
    assert sorted([late, early, Card(mistake)], key=place) == [Card(mistake), early, late]


def test_a_box_is_kept_in_a_file_and_read_again(mistake: Mistake) -> None:
    cards = [Card(mistake), Card(mistake).answered("5-4L", NOW)]
    assert to_text(from_text(to_text(cards))) == to_text(cards)
    with pytest.raises(BadRecord, match="line 2"):
        from_text(to_text(cards[:1]) + "{}\n")
