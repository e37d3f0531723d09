"""What holds of every round under any rules, checked on positions that Hypothesis makes up."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublesix.errors import IllegalMove
from doublesix.notation import Record
from doublesix.rules import (
    Event,
    Move,
    Position,
    Rules,
    Tile,
    View,
    dealt,
    events_of,
    tile_set,
    visible,
    why_illegal,
    why_tile_unplayable,
)
from strategies import any_rules, opening_positions, positions, quiet, whole_rounds

SIDES = ["L", "R", "U", "D", "U0", "D0", "U3", "D6", "U12"]


def tiles_of(position: Position) -> list[Tile]:
    return [*position.line.tiles, *position.boneyard, *(tile for hand in position.hands for tile in hand)]


@quiet()
@given(whole_rounds())
def test_tiles_are_conserved(way: list[Position]) -> None:
    for position in way:
        assert Counter(tiles_of(position)) == Counter(tile_set(position.rules.max_pip))


@quiet()
@given(whole_rounds())
def test_touching_halves_are_equal_and_halves_on_a_line_pair_up(way: list[Position]) -> None:
    for position in way:
        line = position.line
        if line.lead is None:
            continue
        for side, arm in line.arms.items():
            inner = {"L": line.lead.high, "R": line.lead.low}.get(side)
            for near, far in arm:
                assert inner in (None, near)
                inner = far
        if position.rules.spinner == "none":
            shown = Counter(half for tile in line.tiles for half in tile)
            shown.update(position.ends.values())
            assert all(times % 2 == 0 for times in shown.values())


@quiet()
@given(whole_rounds())
def test_legal_moves_are_sorted_text_and_only_a_finished_round_has_none(way: list[Position]) -> None:
    for position in way:
        texts = [str(move) for move in position.legal_moves]
        assert texts == sorted(set(texts))
        assert (not texts) == (position.turn is None) == (position.outcome is not None)
        assert "pass" not in texts or texts == ["pass"]
        assert all(Move.parse(text) == move for text, move in zip(texts, position.legal_moves, strict=True))


@quiet()
@given(whole_rounds())
def test_a_round_ends_after_a_bounded_number_of_moves(way: list[Position]) -> None:
    rules, players = way[0].rules, way[0].players
    draws = len(way[0].boneyard) if rules.draws else 0
    assert len(way) - 1 <= (rules.size + draws) * (players + 1) + players
    kinds = Counter(move.kind for move in way[-1].moves)
    assert kinds["draw"] <= way[0].drawable
    assert kinds["lead"] == 1


@quiet()
@given(whole_rounds())
def test_turns_go_round_and_a_blocked_round_means_nobody_fits(way: list[Position]) -> None:
    for before, after in pairwise(way):
        move = after.moves[-1]
        assert before.turn == after.turns[-1]
        if after.turn is not None and before.turn is not None:
            assert (after.turn == before.turn) == (
                move.kind == "draw" or not any(hand for seat, hand in enumerate(after.hands) if seat != before.turn)
            )
    last = way[-1]
    assert last.outcome is not None
    if last.outcome.ending == "blocked":
        ends = set(last.ends.values())
        assert last.drawable == 0
        assert not any(ends & set(tile) for hand in last.hands for tile in hand)


@quiet()
@given(positions(), st.data())
def test_every_legal_move_is_accepted_and_every_other_is_refused_with_a_reason(
    position: Position, data: st.DataObject
) -> None:
    tiles = [*tile_set(position.rules.max_pip), Tile(15, 15)]
    few = data.draw(st.lists(st.sampled_from(tiles), min_size=8, max_size=8))
    if position.turn is not None:
        few += position.hands[position.turn]
    sides = [*SIDES, *position.ends]
    tries = [Move("lead", tile) for tile in few] + [Move("play", tile, side) for tile in few for side in sides]
    tries += [Move("draw"), Move("pass"), *(Move("draw", tile) for tile in few)]
    legal = set(position.legal_moves)
    if Move("draw") in legal:
        legal.add(Move("draw", position.boneyard[0]))
    before = (position.hands, position.boneyard, position.ends, position.moves, position.turn)
    for move in {*tries, *position.legal_moves}:
        reason = why_illegal(position, move)
        assert (reason is None) == (move in legal), move
        assert position._copy().allows(move) == (move in position.legal_moves), "also before all others are known"
        if reason is None:
            assert position.play(move).moves[-1].kind == move.kind
            continue
        assert str(reason).strip()
        assert reason.code
        with pytest.raises(IllegalMove) as caught:
            position.play(move)
        assert caught.value.reason == reason
        if position.turn is not None:
            # the refusal names the open ends and what is allowed instead
            assert all(str(value) in str(reason) for value in position.ends.values())
            assert all(str(allowed) in str(reason) for allowed in position.legal_moves)
    assert before == (position.hands, position.boneyard, position.ends, position.moves, position.turn)


@quiet()
@given(positions())
def test_a_tile_has_a_reason_exactly_when_it_fits_nowhere(position: Position) -> None:
    if position.turn is None:
        return
    fitting = {move.tile for move in position.legal_moves if move.kind in ("lead", "play")}
    for tile in position.hands[position.turn]:
        assert (why_tile_unplayable(position, tile) is None) == (tile in fitting)


# --- what a seat may know --------------------------------------------------------------------------------------------


def another_world(position: Position, seat: int, rng: random.Random) -> tuple[Position, dict[Tile, Tile]]:
    """The position with every tile that `seat` has not seen changed for another such tile."""
    unseen = [tile for other, hand in enumerate(position.hands) if other != seat for tile in hand]
    unseen += position.boneyard
    mixed = unseen[:]
    rng.shuffle(mixed)
    swap = dict(zip(unseen, mixed, strict=True))

    def changed(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(swap.get(tile, tile) for tile in tiles)

    new = position._copy()
    new.hands = tuple(hand if other == seat else changed(hand) for other, hand in enumerate(position.hands))
    new.boneyard = changed(position.boneyard)
    new.moves = tuple(
        move if move.kind != "draw" or by == seat or move.tile is None else Move("draw", swap.get(move.tile, move.tile))
        for move, by in zip(position.moves, position.turns, strict=True)
    )
    return new, swap


@quiet()
@given(whole_rounds(), st.integers(0, 2**32 - 1))
def test_a_view_hides__other_tiles_change_no_byte_of_it(way: list[Position], seed: int) -> None:
    rng = random.Random(seed)
    for position in rng.sample(way, min(len(way), 6)):
        for seat in range(position.players):
            other, _ = another_world(position, seat, rng)
            assert json.dumps(other.view(seat).to_json()) == json.dumps(position.view(seat).to_json())


@quiet(25)
@given(whole_rounds(), st.integers(0, 2**32 - 1))
def test_events_hide__other_tiles_change_no_byte_of_what_a_seat_sees(way: list[Position], seed: int) -> None:
    rng = random.Random(seed)
    for seat in [*range(way[0].players), None]:
        opening, _ = another_world(way[0], -1 if seat is None else seat, rng)
        assert visible(dealt(opening), seat) == visible(dealt(way[0]), seat)
        steps = list(pairwise(way))[:-1]  # the event that ends a round shows everything to everybody
        for before, after in rng.sample(steps, min(len(steps), 8)):
            move = after.moves[-1]
            mixed, swap = another_world(before, -1 if seat is None else seat, rng)
            moved = after._copy()
            if move.kind == "draw":
                moved.hands = tuple(
                    (*hand, mixed.boneyard[0]) if other == before.turn else hand
                    for other, hand in enumerate(mixed.hands)
                )
                if before.turn == seat:
                    continue  # the seat's own draw shows it the tile
            seen = [visible(event, seat).to_json() for event in events_of(before, move, after)]
            also = [visible(event, seat).to_json() for event in events_of(mixed, move, moved)]
            assert json.dumps(seen) == json.dumps(also)
            hidden = {str(tile) for tile in swap}
            if move.kind == "draw":
                assert not any(f'"{tile}"' in json.dumps(seen) for tile in hidden)


@quiet(15)
@given(whole_rounds())
def test_events_read_back_as_they_were_written(way: list[Position]) -> None:
    events = [dealt(way[0])]
    for before, after in pairwise(way):
        events += events_of(before, after.moves[-1], after)
    assert events[-1].kind == "ended"
    for event in events:
        assert Event.from_json(json.loads(json.dumps(event.to_json()))) == event


@quiet(15)
@given(whole_rounds())
def test_an_event_tells_the_points_that_a_play_made(way: list[Position]) -> None:
    for before, after in pairwise(way):
        events = events_of(before, after.moves[-1], after)
        counted = [event for event in events if event.kind == "counted"]
        if after.points != before.points:
            assert counted or after.outcome is not None
        assert [event.kind for event in events].count("ended") == (after.outcome is not None)


# --- saving and loading ----------------------------------------------------------------------------------------------


def facts(position: Position) -> Any:
    """Everything that is true of a position, with hands as sets."""
    return (
        position.rules.fields_json(), position.players, position.leader, position.turn, position.turns, position.line,
        [sorted(hand) for hand in position.hands], position.boneyard, dict(position.ends), position.passes,
        position.drawn, position.points, position.scores, position.outcome, position.legal_moves,
    )  # fmt: skip


def ambiguous(position: Position) -> bool:
    """Whether one round alone cannot say if it is a later one: a first round led by lot names its leader, too."""
    rules = position.rules
    return rules.moves_lead and not position.later and rules.leader != "highest" and rules.lead_tile == "qualifying"


@quiet(25)
@given(whole_rounds(), st.integers(0, 2**32 - 1))
def test_a_record_saves_and_loads_at_every_ply(way: list[Position], seed: int) -> None:
    if ambiguous(way[0]):
        return
    for position in random.Random(seed).sample(way, min(len(way), 8)):
        written = json.dumps(Record.of(position).to_json())
        read = Record.from_json(json.loads(written))
        assert facts(read.last()) == facts(position)
        assert json.dumps(read.to_json()) == written


@quiet(25)
@given(whole_rounds(), st.integers(0, 2**32 - 1))
def test_a_view_saves_and_loads_at_every_ply(way: list[Position], seed: int) -> None:
    if ambiguous(way[0]):
        return
    rng = random.Random(seed)
    for position in [*rng.sample(way, min(len(way), 7)), way[-1]]:
        seat = rng.randrange(position.players)
        view = position.view(seat)
        written = json.dumps(view.to_json())
        read = View.from_json(json.loads(written))
        assert json.dumps(read.to_json()) == written
        assert (read.turn, read.turns, read.line, read.ends, read.passes, read.drawn, read.drawable) == (
            view.turn, view.turns, view.line, view.ends, view.passes, view.drawn, view.drawable,
        )  # fmt: skip
        if position.rules.count is not None or position.outcome is None:
            assert read.points == view.points


@quiet()
@given(any_rules())
def test_rules_read_back_from_every_form(rules: Rules) -> None:
    for form in (rules.to_json(), rules.fields_json(), rules.full_json()):
        again = Rules.from_json(json.loads(json.dumps(form)))
        assert again == rules
        assert hash(again) == hash(rules)
    assert json.dumps(Rules.from_json(rules.to_json()).to_json()) == json.dumps(rules.to_json())


@quiet()
@given(opening_positions())
def test_the_leader_is_who_holds_the_tile_that_leads(position: Position) -> None:
    if position.rules.leader == "highest" and not position.later:
        best = max(
            (tile.is_double, tile.pips, tile.high, seat) for seat, hand in enumerate(position.hands) for tile in hand
        )
        assert position.leader == best[3]
    leads = position.legal_moves
    assert position.turn == position.leader
    if position.rules.lead_tile == "qualifying" and not position.later:
        own = max(position.hands[position.leader], key=lambda tile: (tile.is_double, tile.pips, tile.high))
        assert [move.tile for move in leads] == [own]
    else:
        assert {move.tile for move in leads} == set(position.hands[position.leader])
