"""A state that is put together from kept texts is the state that is made from scratch, to every reader."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import msgspec
import pytest
from world import Ear, Json, World

import doublesix as dom
from doublesix.rules.phrases import Phrase
from doublesix.server.parts import Part, Reader, Texts, Ways
from doublesix.server.setup import Seat, make_setup
from doublesix.server.state import PARTS, _seats, _seats_text, event, state
from doublesix.server.step import _stored
from doublesix.server.table import Table
from doublesix.server.turns import GATHER
from doublesix.server.wire import Frame, encoded
from doublesix.speech import ENGLISH, speech
from doublesix.store import ChangeRow


class Twin(Ear):
    """An ear that makes each state again from scratch, as it hears it, in two languages."""

    def __init__(self, seat: int | None, table: Table) -> None:
        super().__init__(seat)
        self._table = table
        self.compared = 0

    def tell(self, message: Frame) -> None:
        super().tell(message)
        if self.heard[-1]["t"] != "events":
            return
        plain = state(self._table.course, self.seat, self.seats, moves=False)
        course, reader, first = self._table.course, Reader(self.seat, self.seats), self.heard[-1]["from"]
        needed = [(part, part.needs(course, reader)) for part in PARTS]
        events = [event(course, self.seat, numbered) for numbered in course.events if numbered.n >= first]
        for language in (ENGLISH, speech("es")):
            said = message.said(language)
            assert json.loads(said)["state"] == json.loads(encoded(plain, language))
            assert f'"events":{encoded(events, language)},' in said
            for part, needs in needed:
                assert part.text(language, *needs) == encoded(part.facts(*needs), language)[1:-1]
        self.compared += 1


COMPANY_ACTS: tuple[Json, ...] = (
    {"t": "void"}, {"t": "decline"}, {"t": "take_back"}, {"t": "lock", "on": True}, {"t": "lock", "on": False},
)  # fmt: skip
TABLES = [
    ("ply-yard", ("ben",), {}),
    ("draw-100", ("ben",), {"match": True}),
    ("all-fives", ("ben", "cleo"), {"match": True}),
    ("partners", ("ben", "cleo", "dora"), {"match": True}),
    ("cross", ("ben", "cleo"), {"automatic": True}),
    ("sebastopol", ("ben", "cleo", "dora"), {}),
    ("ranked-draw", ("ben",), {}),
]


@pytest.mark.parametrize(("rules", "others", "more"), TABLES)
async def test_kept_texts_say_what_a_state_made_from_scratch_says(
    rules: str, others: tuple[str, ...], more: dict[str, Any]
) -> None:
    world, rng = World(seed=3, fair=True), random.Random(3)
    table, ears = await world.people(rules, others, **more)
    while table.course.position is None:
        world.clock.advance(GATHER)
        await asyncio.sleep(0)
    twins = [Twin(seat, table) for seat in (*range(len(ears)), None)]
    for twin in twins:
        table.join(twin)
    for _ in range(90):
        position = table.course.position
        ear = rng.choice(ears)
        if position.turn is None:
            act: Json = {"t": "next"}
        elif rng.random() < 0.15:
            act = rng.choice(COMPANY_ACTS)
        else:
            ear = ears[position.turn]
            act = {"t": "move", "move": str(rng.choice(position.legal_moves)).partition(":")[0]}
        await world.say(table, ear, {"n": table.course.n, "cid": world.cid(), **act})
        if table.course.over:
            break
    assert all(twin.compared >= 10 for twin in twins)


@dataclass
class Stands:
    """A truth that is one number, with which everything else changes every tenth time."""

    now: Any
    ratings: Sequence[ChangeRow] = ()
    following: str | None = None
    withheld: bool = False
    forfeits: Mapping[int | None, tuple[Phrase, ...]] = field(default_factory=dict)


def test_what_is_steady_is_written_again_when_it_needs_another_value_and_only_then() -> None:
    written: list[tuple[str, int]] = []

    def part(name: str, every: int, steady: bool = False, alike: bool = False) -> Part:
        def facts(value: int, seat: int | None) -> Json:
            written.append((name, value))
            return {name: value, f"{name} of": seat}

        return Part(lambda truth, reader: (cast(int, truth.now) // every, reader.seat), facts, alike, steady)

    texts = Texts(Ways.of([part("slow", 10, steady=True), part("line", 1, alike=True), part("own", 1)]))
    ann, ben = Reader(0, (0,)), Reader(1, (1,))
    first = texts.now(Stands(7))
    text = '{"slow":0,"slow of":0,"line":7,"line of":null,"own":7,"own of":0}'
    assert first.text(ann, ENGLISH) == text
    assert written == [("slow", 0), ("line", 7), ("own", 7)]
    written.clear()
    assert texts.now(Stands(8)).text(ann, ENGLISH) == text.replace("7", "8")
    assert written == [("line", 8), ("own", 8)], "what is steady was kept"
    assert texts.now(Stands(8)).text(ben, ENGLISH) == text.replace("7", "8").replace("of\":0", "of\":1")
    later = texts.now(Stands(12))
    assert later.text(ann, ENGLISH) == text.replace("7", "12").replace("slow\":0", "slow\":1")
    assert first.text(ann, speech("es")) == text, "a moment that is past is still told as it was"
    assert first.text(ann, ENGLISH) == text
    assert later.text(ann, ENGLISH) == text.replace("7", "12").replace("slow\":0", "slow\":1")


def test_what_is_steady_and_the_same_for_everybody_is_written_once_in_a_language() -> None:
    written: list[int | None] = []

    def facts(value: int, seat: int | None) -> Json:
        written.append(seat)
        return {"agreed": value}

    agreed = Part(lambda truth, reader: (cast(int, truth.now) // 10, reader.seat), facts, alike=True, steady=True)
    texts = Texts(Ways.of([agreed, Part(lambda _truth, reader: (reader.seat,), lambda seat: {"you": seat})]))
    readers = [Reader(0, (0,)), Reader(1, (1,)), Reader(None)]
    told = [texts.now(Stands(now)).text(reader, ENGLISH) for now in (3, 4) for reader in readers]
    assert told == 2 * ['{"agreed":0,"you":0}', '{"agreed":0,"you":1}', '{"agreed":0,"you":null}']
    assert written == [None], "for nobody in particular, for all of them"


@pytest.mark.parametrize("rules", ["ply-yard", "five-up", "ranked-block"])
def test_a_move_is_stored_by_hand_as_it_would_be_written(rules: str) -> None:
    rng, kinds = random.Random(4), set[str]()
    for _ in range(12):
        position = dom.deal(dom.preset(rules), 2, rng)
        while position.turn is not None:
            move = rng.choice(position.legal_moves)
            after = position.play(move)
            happened = dom.events_of(position, move, after)[0]
            kept: Json = {key: happened.data[key] for key in ("move", "tile") if key in happened.data}
            plain: Json = {"kind": happened.kind, "seat": happened.seat, **kept}
            assert _stored(happened) == msgspec.json.encode(plain).decode()
            kinds.add(happened.kind)
            position = after
    assert kinds >= {"led", "played", "passed"}


def test_names_with_every_sign_are_written_as_they_are_whatever_the_hands_hold() -> None:
    seats = Seat("person", None, '50 %d "d\'Or"'), Seat("bot", "easy")
    setup = replace(make_setup("ply-yard", 2, ["you", "normal"])[0], seats=seats)
    for sizes in ((7, 7), (0, 21)):
        assert json.loads("{" + _seats_text(ENGLISH, setup, sizes, 1) + "}") == _seats(setup, sizes, 1)
