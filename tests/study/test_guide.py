"""The strategy guide: its numbers are those that were measured, its positions are asked again, its measure goes on."""

from __future__ import annotations

import json
import math
import random
from itertools import islice
from pathlib import Path

import advice as bench
import advice_page
import pytest
from advice_plan import DEALS, DIRTY, comparisons

from doublesix.analysis import analyse
from doublesix.kernel import compiled
from doublesix.notation.verify import verify_json
from doublesix.players import Limit
from doublesix.players.advice import ADVICE, LOT, followed
from doublesix.players.limit import Thinking
from doublesix.rules import preset
from doublesix.study.guide import PIECES, Shown, shown
from doublesix.study.measured import TOGETHER, Measured, Results, results
from doublesix.study.studies import BUDGET

ROOT = Path(__file__).parents[2]
SHOWN = [one for some in shown().values() for one in some]
NAMES = [f"{one.advice}-{'holds' if one.holds else 'fails'}" for one in SHOWN]


def test_the_guide_has_the_advice_that_players_follow() -> None:
    assert list(PIECES) == list(ADVICE)


def test_every_piece_was_measured_alone_at_every_table_it_is_for() -> None:
    wanted = {one for one in comparisons() if one.how == "follow"}
    found = {one.key: one for one in results().found}
    assert wanted <= found.keys()
    assert all(found[key].deals >= 1000 for key in wanted)
    assert {one.advice for one in results().found} <= {*ADVICE, TOGETHER, LOT}


def test_the_page_in_the_docs_is_made_from_the_results_and_from_nothing_else() -> None:
    assert (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8") == advice_page.page(results())


def test_an_interval_is_that_of_a_mean_over_deals() -> None:
    gaps = [0.5, 0.0, -0.5, 0.25, 0.25]
    sums = (sum(gaps), sum(gap * gap for gap in gaps))
    found = Measured("heavy", "follow", "ply-yard", 2, len(gaps), 10, sums, sums, "", "").of_a_hundred
    mean = sum(gaps) / 5
    half = 1.96 * math.sqrt(sum((gap - mean) ** 2 for gap in gaps) / 5 / 4)
    assert found.value == pytest.approx(100 * mean)
    assert found.high - found.value == pytest.approx(100 * half, rel=1e-4)
    assert found.verdict == "open"


def test_where_the_open_ends_pay_points_decide_and_elsewhere_rounds() -> None:
    sure, none = (100.0, 101.0), (0.0, 100.0)
    assert Measured("points", "follow", "all-fives", 2, 100, 200, none, sure, "", "").verdict == "helps"
    assert Measured("heavy", "follow", "ply-yard", 2, 100, 200, none, sure, "", "").verdict == "open"
    assert Measured("draw", "follow", "draw", 2, 100, 200, (-100.0, 101.0), none, "", "").verdict == "hurts"


def test_results_are_kept_and_read_again() -> None:
    assert Results.from_text(results().to_text()) == results()


def test_measuring_goes_on_where_it_stopped_and_comes_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = list(islice(comparisons(), 2))
    monkeypatch.setattr(bench, "comparisons", lambda: iter(few))
    for deals in (2, 5):
        bench.run(tmp_path / "twice.json", ["heavy"], deals)
    bench.run(tmp_path / "once.json", ["heavy"], 5)
    twice, once = (json.loads((tmp_path / name).read_text()) for name in ("twice.json", "once.json"))
    assert twice["found"] == once["found"]
    assert [one["deals"] for one in once["found"]] == [5, 5]
    assert once["found"][0]["rounds"] == 10


def test_what_was_played_with_changes_nobody_committed_is_played_anew_and_the_rest_goes_on_under_both_commits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = list(islice(comparisons(), 1))
    monkeypatch.setattr(bench, "comparisons", lambda: iter(few))

    def played(stamp: str, deals: int) -> Measured:
        monkeypatch.setattr(bench, "commit", lambda: stamp)
        bench.run(tmp_path / "kept.json", ["heavy"], deals)
        (one,) = Results.from_text((tmp_path / "kept.json").read_text()).found
        return one

    assert played(f"a1{DIRTY}", 2).commits == (f"a1{DIRTY}",)
    assert played("b2", 2).commits == ("b2",)
    assert played("c3", 3).commits == ("b2", "c3")
    assert played(f"d4{DIRTY}", 4).deals == 4


def test_the_page_says_of_which_comparisons_there_are_fewer_deals_than_planned() -> None:
    page = " ".join(advice_page.page(results()).split())
    full = sum(one.deals >= DEALS[one.how] for one in results().found)
    plan = set(comparisons())
    assert f"The plan has {len(plan)} comparisons" in page
    assert f"{full} of them are played in full." in page
    missing = plan - {one.key for one in results().found}
    assert ("Not played at all:" in page) == bool(missing)
    assert (DIRTY in page) == any(DIRTY in one.commit for one in results().found)


def test_every_piece_is_shown_where_it_holds_and_where_it_does_not() -> None:
    for name, some in shown().items():
        assert [one.holds for one in some] == [True, False], name


@pytest.mark.parametrize("one", SHOWN, ids=NAMES)
def test_a_position_is_a_whole_deal_in_which_the_advice_speaks(one: Shown) -> None:
    position = one.position
    assert verify_json(one.record)["replay"]
    assert position.turn is not None
    left = followed(one.advice, position.view(position.turn))
    assert len({move.tile for move in left}) == 1 < len({move.tile for move in position.legal_moves})
    assert (one.best in left) == one.holds


@pytest.mark.parametrize("one", SHOWN, ids=NAMES)
def test_the_best_move_is_found_again_at_ten_times_the_budget(one: Shown) -> None:
    position = one.position
    assert position.turn is not None
    worlds = 10 * BUDGET if compiled else 30
    *_, found = analyse(position.view(position.turn), random.Random(3), Thinking(Limit(worlds=worlds), None))
    for move in found.moves:
        assert found.behind(one.best, move).low <= 0, f"{move} is surely better than {one.best}"
    if compiled:
        assert found.columns[one.best] == found.columns[found.best or one.best]


def test_the_rules_of_every_comparison_seat_so_many() -> None:
    for one in comparisons():
        assert one.seats in preset(one.rules).players
