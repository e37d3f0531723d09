"""The course: every claim of its positions asked of the rules again, every task done and missed, nothing lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from coursework import way
from doublesix.notation.verify import verify_json
from doublesix.rules import PRESETS, Move, Position, pips, why_illegal
from doublesix.rules.phrases import Phrase
from doublesix.study import KINDS, assess
from doublesix.study import course as whole
from doublesix.study.course import Done, Place, after, places, questions, scene, step_at
from doublesix.study.guide import PIECES
from doublesix.study.lessons import LESSONS
from doublesix.study.questions import FOUR
from doublesix.study.steps import Ask, Do, Finish, Practise, Step, attempt, begin, follow, said, starts

STEPS = list(places())
MOVES = [(place, step) for place, _, step in STEPS if isinstance(step.task, Do | Finish)]
NAMES = [str(place) for place, _ in MOVES]


def name(value: object) -> str:
    """What a case is called: by its place alone."""
    return str(value) if isinstance(value, Place) else "step"


def position_of(place: Place) -> Position:
    position = scene(place)
    assert position is not None
    return position


def test_there_are_fourteen_lessons_that_begin_with_a_tile_and_end_with_partners() -> None:
    assert len(LESSONS) == 14
    assert next(iter(LESSONS)) == "tiles"
    assert list(LESSONS)[-1] == "partners"
    for lesson in LESSONS.values():
        assert set(lesson.practice) <= set(KINDS)
        assert set(lesson.advice) <= set(PIECES)
        assert len({step.name for step in lesson.steps}) == len(lesson.steps) > 1


@pytest.mark.parametrize(("place", "step"), [(p, s) for p, _, s in STEPS if starts(s)], ids=name)
def test_a_position_is_what_its_step_claims(place: Place, step: Step) -> None:
    position = position_of(place)
    assert step.claim(position)
    assert (position.rules, position.players) == (PRESETS[step.rules].rules, step.players)
    record = whole._scenes()[str(place)]
    assert verify_json(record)["replay"]


def test_every_position_that_is_kept_belongs_to_a_step() -> None:
    assert set(whole._scenes()) == {str(place) for place, _, step in STEPS if starts(step)}


@pytest.mark.parametrize(("place", "step"), MOVES, ids=NAMES)
def test_a_task_of_moves_can_be_done_and_is_the_same_again_from_its_moves(place: Place, step: Step) -> None:
    position = position_of(place)
    moves = way(place, step)
    done = follow(step, position, moves)
    assert done.verdict == "done"
    assert list(done.moves) == moves
    assert done.told
    assert follow(step, position, moves[:-1]).verdict == "open"


@pytest.mark.parametrize(("place", "step"), MOVES, ids=NAMES)
def test_a_move_that_the_rules_refuse_is_explained_and_changes_nothing(place: Place, step: Step) -> None:
    now = begin(position_of(place))
    ends = now.position.ends or {"L": 0}
    tried = [*(Move("play", tile, side) for tile in now.position.hands[now.position.turn or 0] for side in ends)]
    for move in (*tried, Move("draw"), Move("pass")):
        refused = why_illegal(now.position, move)
        found = attempt(step, now, str(move))
        assert (found.verdict == "refused") == (refused is not None)
        if refused is not None:
            assert found.told
            assert (found.position, found.moves) == (now.position, now.moves)
    assert attempt(step, now, "nonsense").verdict == "refused"


@pytest.mark.parametrize(
    ("place", "step"), [(p, s) for p, s in MOVES if isinstance(s.task, Do) and s.task.hint], ids=name
)
def test_a_move_that_is_allowed_but_misses_is_told_why_and_changes_nothing(place: Place, step: Step) -> None:
    now = begin(position_of(place))
    found = [attempt(step, now, str(move)) for move in now.position.legal_moves]
    missed = [one for one in found if one.verdict == "again"]
    assert missed
    assert len(missed) < len(found)
    for one in missed:
        assert isinstance(step.task, Do)
        assert one.told[0] == step.task.hint
        assert (one.position, one.moves) == (now.position, now.moves)


def test_what_does_not_belong_to_a_task_cannot_be_followed() -> None:
    step = step_at("blocking", "shut")
    assert step is not None
    position = position_of(Place("blocking", "shut"))
    with pytest.raises(ValueError, match="do not belong"):
        follow(step, position, ["6-6L"])


@pytest.mark.parametrize(("place", "step"), [(p, s) for p, _, s in STEPS], ids=name)
def test_what_is_said_takes_its_numbers_from_the_position(place: Place, step: Step) -> None:
    asked = questions(place)
    position = scene(place) or (asked.position if asked else None)
    assert position is not None
    for text in step.tell:
        told = said(text, position)
        assert isinstance(told, Phrase)
        assert len(told) < 130
    if isinstance(step.task, Ask | Practise):
        assert asked is not None
        right = {item.name: item.right for item in asked.items}
        assert assess(asked, right).right == len(asked.items)
        for item in asked.items:
            keys = [key for key, _ in item.options]
            assert len(set(keys)) == len(keys)
            assert item.right in keys


def answers(lesson: str, step: str) -> tuple[Position | None, dict[str, str]]:
    asked = questions(Place(lesson, step))
    assert asked is not None
    return scene(Place(lesson, step)), {item.name: item.right for item in asked.items}


def test_the_answers_about_tiles_and_suits_are_counted_again() -> None:
    position, right = answers("tiles", "tiles")
    assert position is not None
    hand = position.hands[0]
    assert [right["double"]] == [str(tile) for tile in hand if tile.high == tile.low]
    assert right["heavy"] == str(sorted(hand, key=lambda tile: -sum(tile))[0])
    position, right = answers("tiles", "suits")
    assert position is not None
    counts = [sum(value in tile for tile in position.hands[0]) for value in range(7)]
    assert int(right["hand"]) == max(counts)
    assert right["set"] == "7"


def test_the_pay_of_a_block_is_the_others_pips_less_ones_own() -> None:
    position, right = answers("ending", "pay")
    assert position is not None
    sums = [pips(hand) for hand in position.hands]
    winner = sums.index(min(sums))
    assert right["winner"] == str(winner)
    assert int(right["points"]) == sum(sums) - 2 * min(sums)


def test_the_other_hand_is_what_neither_lies_on_the_line_nor_in_ones_own() -> None:
    position, right = answers("known", "other")
    assert position is not None
    assert position.turn is not None
    other = position.hands[1 - position.turn]
    assert right["tile"] in map(str, other)
    assert int(right["pips"]) == pips(other)


def test_places_and_sides_are_those_of_the_outcome() -> None:
    position, right = answers("seats", "places")
    assert position is not None
    totals = [pips(hand) for hand in position.hands]
    order = sorted(range(4), key=totals.__getitem__)
    assert [right["second"], right["last"]] == [str(order[1]), str(order[3])]
    position, right = answers("partners", "sides")
    assert position is not None
    sums = [pips(hand) for hand in position.hands]
    assert (right["side"] == "yours") == (sums[0] + sums[2] < sums[1] + sums[3])


def test_what_tells_the_four_tables_apart_stands_in_their_rules() -> None:
    _, right = answers("tables", "apart")
    rules = {name: PRESETS[name].rules for name in FOUR}
    assert right == {
        "reserve": next(name for name in FOUR if rules[name].reserve == 2),
        "block": next(name for name in FOUR if rules[name].draw_limit == 0),
        "match": next(name for name in FOUR if rules[name].target),
        "five": next(name for name in FOUR if rules[name].hand_size.get(4) == 5),
    }


def test_what_was_done_is_kept_and_the_course_goes_on_there() -> None:
    order: Sequence[Place] = [place for place, _, _ in STEPS]
    done = Done()
    assert done.next == order[0]
    for place in order[:5]:
        done = done.with_(place)
    again = Done.from_text(done.to_text())
    assert again == done
    assert again.next == order[5] == after(order[4])
    assert again.of("tiles") == 3
    assert after(order[-1]) is None
    assert Done.of_names([*map(str, order), "no/such"]).next is None
