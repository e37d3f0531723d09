"""A seat played from the first tile to the last, over any number of connections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from doublesix.client.problems import NotServed, Unreachable
from doublesix.client.socket import AtTable, Lost
from doublesix.client.views import view_of
from doublesix.errors import DominoError
from doublesix.rules import Move, Rules, View

Json = dict[str, Any]
Choose = Callable[[View], Move]
"""Gives one of `view.legal`. It is called in a thread of its own."""

PATIENCE: Final = 300.0
"""Seconds that a server may be away before it is given up."""
READING: Final = 4.0
"""Seconds that people are left with the end of a round before the next one is asked for."""


@dataclass(frozen=True, slots=True)
class Report:
    """Something that happened, for who watches a player play.

    `event` is an event of the table, whose kind is `event`; `lost` and `back` are about the connection; `failed` says
    that a player raised or gave no legal move, and what was played instead.
    """

    kind: Literal["seated", "event", "lost", "back", "failed"]
    text: str
    state: Json
    event: str = ""


Told = Callable[[Report], None]


def fallback(view: View) -> Move:
    """The legal move played for a player that failed: the heaviest tile, else what the rules leave."""
    return max(view.legal, key=lambda move: (move.tile.pips if move.tile is not None else -1, str(move)))


def waits() -> Iterator[float]:
    """Seconds before each further try to connect, together about `PATIENCE`."""
    wait, total = 0.25, 0.0
    while total < PATIENCE:
        yield wait
        total += wait
        wait = min(2 * wait, 10.0)


def is_over(state: Json) -> bool:
    """Whether nothing more will be played at a table."""
    if state.get("waiting"):
        return bool(state["closed"])
    return state["outcome"] is not None and (state["match"] is None or bool(state["match"]["over"]))


async def playing(connect: Callable[[], AtTable], rules: Rules, choose: Choose, told: Told) -> Json:
    """Play until the table is over; its last state. Raises `NotServed` and `Unreachable`."""
    player = _Playing(rules, choose, told)
    tries = waits()
    while True:
        try:
            async with connect() as at:
                if player.met:
                    told(Report("back", "Connected again.", at.state))
                tries = waits()
                return await player.meet(at)
        except Lost as lost:
            wait = next(tries, None)
            if wait is None or not player.met:
                raise Unreachable(f"the table cannot be reached: {lost}") from lost
            if wait == next(waits()):
                told(Report("lost", f"The connection is gone ({lost}); trying again.", player.state))
            await asyncio.sleep(wait)


class _Playing:
    """What is known from one connection to the next: above all the command that has no answer yet."""

    def __init__(self, rules: Rules, choose: Choose, told: Told) -> None:
        self.met = False
        self.state: Json = {}
        self._rules = rules
        self._choose = choose
        self._told = told
        self._pending: Json | None = None
        self._done = 0
        """The number of our last command that was carried out: what stands before it is old."""
        self._refused: tuple[int, str] | None = None
        """The number at which our last command was refused, and why: the same is not tried twice."""

    async def meet(self, at: AtTable) -> Json:
        """Play over one connection until the table is over. Raises `Lost`."""
        if at.state["you"] is None:
            raise NotServed("This guest has no seat at the table: he watches.", 403)
        if not self.met:
            self._told(Report("seated", _seated(at.state), at.state))
        self.met, self.state = True, at.state
        if self._pending is not None:
            await at.resend(self._pending)
        while not is_over(at.state):
            if self._pending is None:
                await self._act(at)
            self._hear(await self._next(at))
            self.state = at.state
        return at.state

    async def _act(self, at: AtTable) -> None:
        """Do what the table waits for from us: an answer, our coming back, or a move."""
        if at.n < self._done or at.state.get("waiting"):
            return
        wanted = _wanted(at.state)
        refused = self._refused is not None and self._refused[0] == at.n
        if wanted is not None and not refused:
            self._pending = await at.send(wanted)
        elif at.state["turn"] == at.state["you"] and at.state["legal"]:
            if refused and wanted is None:
                assert self._refused is not None
                raise NotServed(self._refused[1], 409)
            view = view_of(at.state, self._rules)
            self._pending = await at.move(_written(await self._chosen(view, at.state)))

    async def _chosen(self, view: View, state: Json) -> Move:
        try:
            move = await asyncio.to_thread(self._choose, view)
            if move in view.legal:
                return move
            why = f"{move} is not legal"
        except (Exception, TimeoutError) as problem:
            why = str(problem) if isinstance(problem, DominoError | TimeoutError) else repr(problem)
        instead = fallback(view)
        self._told(Report("failed", f"The player failed ({why}); {instead} is played instead.", state))
        return instead

    async def _next(self, at: AtTable) -> Json:
        """The next message; where a round of a match is over, the next one is asked for in a while."""
        match = at.state.get("match")
        if not match or not match["can_next"] or self._pending is not None or at.n < self._done:
            return await at.receive()
        people = sum(seat["kind"] == "person" for seat in at.state["seats"])
        try:
            async with asyncio.timeout(READING if people > 1 else 0.0):
                return await at.receive()
        except TimeoutError:
            self._pending = await at.send("next")
            return await at.receive()

    def _hear(self, message: Json) -> None:
        kind = message["t"]
        pending = self._pending
        if kind in ("ok", "refused") and pending is not None and message["cid"] == pending["cid"]:
            self._pending = None
            if kind == "ok":
                self._done = message["n"]
            elif not message["stale"] and pending["t"] != "next":
                self._refused = (message["n"], message["error"])
        elif kind == "events":
            for event in message["events"]:
                self._told(Report("event", event["text"], message["state"], event["kind"]))


def _written(move: Move) -> str:
    """A move as it is sent: a draw is `draw`, without its tile."""
    return "draw" if move.kind == "draw" else str(move)


def _wanted(state: Json) -> str | None:
    """What we are to say before anything else: yes to what is asked, as computer players do; that we are back."""
    company, you = state["company"], state["you"]
    if not company:
        return None
    if company["asked"] is not None and you not in company["asked"]["yes"] and you not in company["resigned"]:
        return str(company["asked"]["what"])
    return "back" if you in company["standing"] and you not in company["resigned"] else None


def _seated(state: Json) -> str:
    who = state["seats"][state["you"]]
    where = f"seat {state['you']}" + (f" ({who['label']})" if who["label"] else "")
    return f"Sits in {where} at {state['rules']['title']}."
