"""Levels are passed by faultless drills in a row and stay passed; days of practice count without nagging."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from doublesix.study import KINDS, Assessment
from doublesix.study.levels import IN_A_ROW, KEPT, LEVELS, Days
from doublesix.study.progress import Progress, practised

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
MONDAY = date(2026, 11, 30)


def after(*rights: int) -> Progress:
    """The progress after drills of four answers, so many of them right."""
    found: Progress | None = None
    for right in rights:
        found = practised(found, Assessment(right, 4, ()), NOW)
    assert found is not None
    return found


def test_the_three_levels_are_the_drills_of_the_published_practice() -> None:
    assert [level.kinds for level in LEVELS] == [("ends",), ("compare",), ("drawing", "blocked")]
    assert {kind for level in LEVELS for kind in level.kinds} <= set(KINDS)


def test_a_level_is_passed_by_faultless_drills_in_a_row_of_each_kind() -> None:
    faultless = after(*[4] * IN_A_ROW)
    assert LEVELS[0].passed({"ends": faultless})
    assert not LEVELS[0].passed({"ends": after(4, 4, 3, 4, 4)})
    assert LEVELS[0].rows({"ends": after(4, 4, 3, 4)}) == {"ends": 2}
    assert not LEVELS[2].passed({"drawing": faultless})
    assert LEVELS[2].passed({"drawing": faultless, "blocked": faultless})
    assert not any(level.passed({}) for level in LEVELS)


def test_what_is_passed_stays_passed() -> None:
    assert LEVELS[0].passed({"ends": after(*[4] * IN_A_ROW, 0, 0)})


def test_progress_that_was_kept_before_there_were_levels_is_read() -> None:
    card = after(4).card
    assert Progress.from_text(Progress(card, 1, 4, 4).to_text()).best == 0


def test_days_count_once_each_and_a_day_off_ends_nothing() -> None:
    days = Days().with_(MONDAY).with_(MONDAY).with_(MONDAY + timedelta(2))
    assert days.number == 2
    assert days.on(MONDAY + timedelta(4)) == 2
    assert days.on(MONDAY + timedelta(5)) == 0
    assert days.with_(MONDAY + timedelta(9)).number == 1
    assert Days.kept({KEPT: days.to_text()}) == days
    assert Days.kept({}).on(MONDAY) == 0
