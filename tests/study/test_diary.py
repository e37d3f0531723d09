"""What was practised is one text: read again it is the same, it says what comes next, and it is checked when read."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from doublesix.errors import BadRecord
from doublesix.study import KINDS, Assessment
from doublesix.study.course import places
from doublesix.study.diary import Diary
from doublesix.study.levels import IN_A_ROW, LEVELS

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
GOOD, BAD = Assessment(4, 4, ()), Assessment(0, 4, ())
STEP = next(place for place, _, _ in places())


def test_what_is_kept_is_read_again_with_what_this_version_does_not_know() -> None:
    other = {"openings": {"seen": [1, 2]}}
    diary = Diary(other=other).drilled("ends", GOOD, NOW).drilled("holding", BAD, NOW).stepped(STEP, NOW)
    assert Diary.from_text(diary.to_text()) == diary
    assert json.loads(diary.to_text())["openings"] == other["openings"]


def test_what_is_due_comes_first_then_what_is_new_then_what_is_known() -> None:
    diary = Diary().drilled("ends", GOOD, NOW).drilled("compare", BAD, NOW).drilled("drawing", BAD, NOW)
    later = NOW + timedelta(hours=1)
    diary = diary.drilled("ends", GOOD, later)
    order = diary.order(KINDS, later)
    assert set(order[:2]) == {"compare", "drawing"}
    assert order[-1] == "ends"
    assert order[2:-1] == [kind for kind in KINDS if kind not in diary.progress]
    assert sorted(order) == sorted(KINDS)


def test_a_passed_level_is_told_once() -> None:
    before = Diary()
    for _ in range(IN_A_ROW - 1):
        before = before.drilled("ends", GOOD, NOW)
    after = before.drilled("ends", GOOD, NOW)
    assert after.passed_since(before) == [LEVELS[0]]
    assert after.drilled("ends", GOOD, NOW).passed_since(after) == []


def test_a_day_of_practice_is_a_day_where_one_is() -> None:
    evening = datetime(2026, 11, 30, 23, tzinfo=timezone(timedelta(hours=-6)))
    diary = Diary().drilled("ends", GOOD, evening)
    assert diary.days.last == evening.date().toordinal()
    assert diary.progress["ends"].due > evening
    assert diary.on(evening + timedelta(hours=2)).days.number == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"ends": 3}',
        '{"ends": {"card": "{}", "drills": 1, "right": 1, "asked": 1}}',
        '{"ends": {"card": 5, "drills": 1, "right": 1, "asked": 1}}',
        json.dumps({"ends": Diary().drilled("ends", GOOD, NOW).progress["ends"]._replace(asked=0)._asdict()}),
        '{"days": [1, 2, 3]}',
        '{"days": ["today", 2]}',
        '{"days": 4}',
        '{"course": "tiles/tiles"}',
        '{"course": [1]}',
        '{"ends": {}, "ends": {}}',
    ],
)
def test_a_text_of_another_kind_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        Diary.from_text(text)
