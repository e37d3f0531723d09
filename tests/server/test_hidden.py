"""What a seat may know: every byte that is sent is searched, and hidden tiles may change nothing."""

from __future__ import annotations

import ast
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from stacked import MUST_DRAW, Stacked
from world import Ear, World

from doublesix.rules import Move, Position, Tile, View, start
from doublesix.server import lobby
from doublesix.server.records import record_lines
from doublesix.server.table import Table
from doublesix.server.wire import Frame

TILE = re.compile(r"\b(\d)[-|](\d)\b")
EVERY_TABLE = [
    ("ply-yard", ("you", "normal")),
    ("ranked-draw", ("easy", "you", "normal")),
    ("ranked-block", ("easy", "you", "normal", "easy")),
    ("draw-100", ("normal", "easy", "you")),
]


def tiles_in(text: str) -> set[Tile]:
    """Every tile that a text writes, also inside sentences; the line is written as pairs and is public."""
    return {Tile(int(a), int(b)) for a, b in TILE.findall(text)}


class Searched(Ear):
    """An ear that checks each message, as it arrives, for tiles its seat must not know."""

    def __init__(self, seat: int | None, table: Table, known: set[Tile]) -> None:
        super().__init__(seat)
        self._table = table
        self._known = known
        self._round = 1
        self.searched = 0
        self.leaks: list[str] = []

    def tell(self, message: Any) -> None:
        super().tell(message)
        position = self._table.course.position
        assert position is not None
        if position.outcome is not None:
            return
        if self._table.course.before.number != self._round:
            self._round = self._table.course.before.number
            self._known.clear()
        self._known |= set(position.line.tiles)
        if self.seat is not None:
            self._known |= set(position.hands[self.seat])
        foreign = tiles_in(message) - self._known
        if foreign:
            self.leaks.append(f"seat {self.seat} was sent {foreign}: {message}")
        self.searched += 1


@pytest.mark.parametrize(("rules", "seats"), EVERY_TABLE)
@pytest.mark.parametrize("seed", range(4))
async def test_no_byte_sent_to_a_seat_or_spectator_holds_a_tile_it_must_not_know(
    rules: str, seats: tuple[str, ...], seed: int
) -> None:
    world = World(seed=seed)
    table, ear = await world.table(rules, seats, match=False)
    others = [Searched(seat, table, set()) for seat in (*range(len(seats)), None)]
    for other in others:
        table.join(other)
    while ear.state["outcome"] is None:
        hidden = random.Random(seed).choice(["6-6", "5-4", "2-0", "1-1"])
        for command in ("draw", "pass", f"{hidden}L", f"draw:{hidden}"):
            for other in others:  # refusals are searched too; what is legal is played below
                if command not in ear.state["legal"] or other.seat != ear.seat:
                    body = {"t": "move", "n": table.course.n, "cid": world.cid(), "move": command}
                    if not command.startswith(hidden) or Tile(hidden) in other._known:
                        await world.say(table, other, body)
                    if ear.n != table.course.n:
                        break
        if ear.state["outcome"] is None and ear.state["legal"]:
            await world.move(table, ear)
        for other in others:
            await world.say(table, other, {"t": "sync", "n": max(0, table.course.n - 3)})
    assert [leak for other in others for leak in other.leaks] == []
    assert all(other.searched > 5 for other in others)


@pytest.mark.parametrize("rules", ["draw-100", "five-up"])
async def test_no_byte_of_a_whole_match_among_people_holds_a_tile_that_its_reader_must_not_know(rules: str) -> None:
    world = World(seed=3)
    table, ears = await world.people(rules, ("ben", "cleo"), match=None)
    others = [Searched(seat, table, set()) for seat in (0, 1, 2, None)]
    for other in others:
        table.join(other)
    rng, last = random.Random(3), ears[0]
    while not table.course.over:
        if table.course.can_deal:
            await world.say(table, last, {"t": "next", "n": table.course.n, "cid": world.cid()})
        position = table.course.position
        assert position is not None
        if position.turn is None:
            continue
        await world.move(table, ears[position.turn])
        beside = rng.choice(others)
        await world.say(table, beside, {"t": "say", "cid": world.cid(), "phrase": "nice"})
        if rng.random() < 0.2:  # somebody's line is cut, and he connects again
            table.leave(beside)
            world.clock.advance(3.0)
            table.join(beside)
    assert table.course.before.number > 2
    assert [leak for other in others for leak in other.leaks] == []
    assert all(other.searched > 50 for other in others)


async def test_the_search_finds_a_leak() -> None:
    world = World()
    table, _ = await world.table()
    position = table.course.position
    assert position is not None
    watcher = Searched(None, table, set())
    watcher.tell(Frame(json.dumps({"t": "refused", "error": f"White drew {position.boneyard[0]}."})))
    assert len(watcher.leaks) == 1


async def test_a_draw_shows_its_tile_to_its_seat_alone() -> None:
    world = World(choose=lambda _level, view, _seed: view.legal[-1])
    object.__setattr__(world.seams, "rng", Stacked(MUST_DRAW))
    table, ear = await world.table("ply-yard", ("easy", "you"))
    watcher, bot = Ear(None), Ear(0)
    for other in (watcher, bot):
        table.join(other)
    await world.move(table, ear, "draw")
    assert ear.last("events")["events"][0]["move"] == "draw:5-4"
    assert ear.state["moves"][-1]["move"] == "draw:5-4"
    for other in (watcher, bot):
        assert other.last("events")["events"][0]["move"] == "draw"
        assert other.state["moves"][-1]["move"] == "draw"
        assert "5-4" not in "".join(other.raw)


async def test_a_spectator_has_no_hand_and_no_legal_moves() -> None:
    world = World()
    table, ear = await world.table()
    watcher = Ear(None)
    table.join(watcher)
    assert watcher.state["you"] is None
    assert watcher.state["hand"] == watcher.state["legal"] == []
    assert watcher.state["why"] == watcher.state["why_not"] == {}
    assert set(watcher.state) == set(ear.state)


async def test_guessing_the_next_tile_of_the_boneyard_is_always_refused_alike() -> None:
    world = World(choose=lambda _level, view, _seed: view.legal[-1])
    object.__setattr__(world.seams, "rng", Stacked(MUST_DRAW))
    table, ear = await world.table("ply-yard", ("easy", "you"))
    answers = set()
    for tile in ("5-4", "5-3", "6-1", "4-4", "6-6"):
        answer = await world.say(table, ear, {"t": "move", "n": 2, "cid": tile, "move": f"draw:{tile}"})
        answers.add(answer["error"])
    assert len(answers) == 1


async def test_the_end_of_a_round_is_public_and_shows_everything() -> None:
    world = World()
    table, ear = await world.table()
    watcher = Ear(None)
    table.join(watcher)
    assert record_lines(table.course) == ""
    await world.play_round(table, ear)
    for key in ("hands", "boneyard", "sums", "pips", "points", "reasons"):
        assert watcher.state["outcome"][key] == ear.state["outcome"][key]


# --- metamorphic: other hidden tiles, the same bytes ------------------------------------------------------------------


def scripted(moves: list[str]) -> Callable[[str, View, int | None], Move]:
    """A player that makes the move recorded at this point."""
    return lambda _level, view, _seed: Move.parse(moves[len(view.moves)])


def plain(position: Position) -> list[str]:
    return ["draw" if move.kind == "draw" else str(move) for move in position.moves]


def replays(rules: Any, deal: list[Tile], size: int, players: int, moves: list[str]) -> bool:
    """Whether these moves are legal, and forced where they were draws or passes, in another deal."""
    hands = [deal[seat * size : (seat + 1) * size] for seat in range(players)]
    try:
        position = start(rules, hands, deal[players * size :], leader=0)
        for move in moves:
            position = position.play(move)
    except ValueError:
        return False
    return True


def other_deal(rng: random.Random, final: Position, deal: list[Tile], me: int, shown: int) -> list[Tile] | None:
    """The deal with the tiles that `me` cannot know after `shown` moves put elsewhere; None where none was found."""
    players, size = final.players, final.rules.hand_size[final.players]
    moves = plain(final)[:shown]
    known = set(deal[me * size : (me + 1) * size])
    for move, seat in zip(final.moves[:shown], final.turns[:shown], strict=True):
        if move.tile is not None and (move.kind != "draw" or seat == me):
            known.add(move.tile)
    free = [place for place, tile in enumerate(deal) if tile not in known]
    for _ in range(400):
        places = free[:]
        rng.shuffle(places)
        other = deal[:]
        for here, there in zip(free, places, strict=True):
            other[here] = deal[there]
        if other != deal and replays(final.rules, other, size, players, moves):
            return other
    return None


async def traffic(deal: list[Tile], script: list[str], me: int, shown: int) -> tuple[list[str], list[str], Position]:
    """Every byte to the seat and to a spectator over the first `shown` moves of a scripted round."""
    world = World(choose=scripted(script), delay=1.0)
    object.__setattr__(world.seams, "rng", Stacked(deal))
    seats = tuple("you" if seat == me else "easy" for seat in range(2))
    table, ear = await world.table("ply-yard", seats)
    watcher = Ear(None)
    table.join(watcher)
    while table.course.n - 1 < shown:
        position = table.course.position
        assert position is not None
        if position.turn == me:
            for wrong in ("0-0L", "6-6R", "pass", "draw:1-1"):  # refusals are traffic too
                if wrong not in map(str, position.legal_moves):
                    await world.say(table, ear, {"t": "move", "n": ear.n, "cid": f"{ear.n}{wrong}", "move": wrong})
            right = script[table.course.n - 1]
            await world.say(table, ear, {"t": "move", "n": ear.n, "cid": str(ear.n), "move": right})
        else:
            world.clock.advance(1.0)
            await world.settle(table)
    assert table.course.position is not None
    return ear.raw, watcher.raw, table.course.position


@pytest.mark.parametrize("seed", range(6))
async def test_two_deals_that_differ_only_in_hidden_tiles_give_the_same_bytes(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "new_id", lambda length=10: "t" * length)
    rng = random.Random(seed)
    world = World(seed=seed)
    me = seed % 2
    table, ear = await world.table("ply-yard", tuple("you" if seat == me else "normal" for seat in range(2)))
    deal_event = json.loads((await world.store.events(table.id))[0].body)
    deal = [Tile(text) for part in (*deal_event["hands"], deal_event["boneyard"]) for text in part]
    await world.play_round(table, ear)
    final = table.course.position
    assert final is not None
    script = plain(final)
    compared = 0
    for shown in sorted(rng.sample(range(2, len(script)), 8)):
        other = other_deal(rng, final, deal, me, shown)
        if other is None:
            continue
        mine, watched, _ = await traffic(deal, script, me, shown)
        mine2, watched2, _ = await traffic(other, script, me, shown)
        assert mine == mine2
        assert watched == watched2
        compared += 1
    assert compared >= 2


async def test_hidden_tiles_behind_a_bots_back_do_not_change_what_it_sees() -> None:
    seen: list[list[View]] = []
    swapped = MUST_DRAW[:]
    swapped[0], swapped[20] = swapped[20], swapped[0]  # a tile of the person's hand against one of the boneyard
    for laid in (MUST_DRAW, swapped):
        views: list[View] = []

        def spy(_level: str, view: View, _seed: int | None, views: list[View] = views) -> Move:
            views.append(view)
            return view.legal[-1]

        world = World(choose=spy)
        object.__setattr__(world.seams, "rng", Stacked(laid))
        table, ear = await world.table("ply-yard", ("you", "easy"))
        await world.move(table, ear, "6-4")
        seen.append(views)
    assert seen[0][0].to_json() == seen[1][0].to_json()


# --- the gate ---------------------------------------------------------------------------------------------------------


def test_only_the_gate_and_the_table_make_frames_and_only_the_socket_sends_them() -> None:
    source = Path(lobby.__file__).parent
    makers, senders = set(), set()
    for path in source.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("frame", "Frame"):
                makers.add(path.name)
            if isinstance(node, ast.Constant) and node.value == "websocket.send":
                senders.add(path.name)
    assert makers == {"wire.py", "state.py", "table.py", "socket.py", "hall.py"}
    hall = (source / "hall.py").read_text(encoding="utf-8")
    assert not re.search("course|position|hand", hall), "the lobby tells of seats and names only"
    assert senders == {"socket.py"}
