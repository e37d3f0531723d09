"""Practice: what was answered is counted, and a skill comes back the later the better it went."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from doublesix.study import Assessment
from doublesix.study.progress import Progress, practised

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def answered(right: int, of: int = 4) -> Assessment:
    return Assessment(right, of, ())


def test_answers_and_drills_are_counted() -> None:
    after = practised(practised(None, answered(4), NOW), answered(1), NOW + timedelta(days=1))
    assert (after.drills, after.right, after.asked) == (2, 5, 8)
    assert after.share == 5 / 8


def test_the_better_it_went_the_later_it_is_due() -> None:
    known = practised(practised(None, answered(4), NOW), answered(4), NOW + timedelta(days=1))
    dues = [practised(known, answered(right), known.due).due for right in (0, 2, 4)]
    assert dues[0] < dues[1] < dues[2]


@given(st.lists(st.integers(0, 4), min_size=1, max_size=8))
def test_what_is_kept_is_read_again_and_the_same_practice_comes_to_the_same(rights: list[int]) -> None:
    kept: Progress | None = None
    plain: Progress | None = None
    for day, right in enumerate(rights):
        now = NOW + timedelta(days=day)
        kept = Progress.from_text(practised(kept, answered(right), now).to_text())
        plain = practised(plain, answered(right), now)
    assert kept == plain
