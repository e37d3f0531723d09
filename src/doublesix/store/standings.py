"""Results and ratings: who finished where, and what it changed.

A finished table's results are stored with its last event. Those of a rated table are *pending* until its ratings are,
which happens in one transaction: the new ratings, one change a seat, and the table is pending no more. Two unique keys
make it happen once: (table, seat), and (player, family, pool, number of the game).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from doublesix.store.people import MemoryPeople


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How one seat of a table finished. `pool` is None where the table was not rated."""

    table: str
    seat: int
    player: str
    """A guest's id, or `bot:` and a level."""
    name: str
    rules: str
    title: str
    family: str
    pool: str | None
    side: int
    place: int
    players: int
    at: float


@dataclass(frozen=True, slots=True)
class RatingRow:
    """What a player is rated now in a family and a pool."""

    player: str
    family: str
    pool: str
    mean: float
    deviation: float
    games: int
    at: float


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """What one table changed for one seat. `after.games` numbers the player's games in this family and pool from 1."""

    table: str
    seat: int
    before: tuple[float, float]
    """Mean and deviation."""
    after: RatingRow
    place: int
    players: int


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """A rating with the name of whose it is."""

    name: str
    rating: RatingRow


class Standings(Protocol):
    """Results and ratings. Only `Store.append` adds results, and only `rate` changes ratings."""

    async def pending(self, limit: int) -> dict[str, list[ResultRow]]:
        """Rated tables whose ratings are still to come, oldest first, each with the results of its seats."""
        ...

    async def rate(self, table: str, changes: Sequence[ChangeRow]) -> bool:
        """Apply a pending table durably: False where it is not pending any more or a rating has moved since."""
        ...

    async def ratings(self, players: Sequence[str], family: str, pool: str) -> dict[str, RatingRow]:
        """The ratings of those players who have one there."""
        ...

    async def ratings_of(self, player: str) -> list[RatingRow]:
        """All ratings of a player, the most played first."""
        ...

    async def changes(self, table: str) -> list[ChangeRow]:
        """What a table changed, by seat."""
        ...

    async def history(self, player: str, family: str, pool: str, limit: int) -> list[ChangeRow]:
        """A player's latest changes, oldest first."""
        ...

    async def results(self, player: str, limit: int, offset: int = 0, rated: bool = False) -> list[ResultRow]:
        """A player's results, newest first; only the rated ones where that is asked."""
        ...

    async def seats(self, tables: Sequence[str]) -> dict[str, list[ResultRow]]:
        """The results of all seats of these tables that are kept, by seat."""
        ...

    async def favourites(self, player: str, limit: int, rated: bool = False) -> list[tuple[str, str, int]]:
        """The rules a player has finished most often: id, title and how often."""
        ...

    async def leaders(self, family: str, pool: str, games: int, limit: int, offset: int = 0) -> list[LeaderRow]:
        """Accounts and computer players with that many games or more, by what is nearly certain of them, best first."""
        ...


BOT = "bot:"
"""How ids of computer players begin."""
NEARLY = 1.96
"""Standard deviations that are taken off for the order of leaderboards."""


class MemoryStandings:
    """The same without a disk."""

    def __init__(self, people: MemoryPeople) -> None:
        self._people = people
        self._results: list[ResultRow] = []
        self._pending: dict[str, None] = {}
        self._ratings: dict[tuple[str, str, str], RatingRow] = {}
        self._changes: list[ChangeRow] = []

    def add(self, results: Iterable[ResultRow]) -> None:
        """Keep the results of a finished table."""
        for row in results:
            self._results.append(row)
            if row.pool is not None:
                self._pending[row.table] = None

    async def pending(self, limit: int) -> dict[str, list[ResultRow]]:
        tables = list(self._pending)[:limit]
        found = await self.seats(tables)
        return {table: found.get(table, []) for table in tables}

    async def rate(self, table: str, changes: Sequence[ChangeRow]) -> bool:
        known = {_key(change.after): change.after.games - 1 for change in changes}
        moved = any((self._ratings[key].games if key in self._ratings else 0) != games for key, games in known.items())
        if table not in self._pending or moved:
            return False
        del self._pending[table]
        for change in changes:
            self._ratings[_key(change.after)] = change.after
            self._changes.append(change)
        return True

    async def ratings(self, players: Sequence[str], family: str, pool: str) -> dict[str, RatingRow]:
        keys = [(player, family, pool) for player in players]
        return {key[0]: self._ratings[key] for key in keys if key in self._ratings}

    async def ratings_of(self, player: str) -> list[RatingRow]:
        mine = [row for row in self._ratings.values() if row.player == player]
        return sorted(mine, key=lambda row: (-row.games, row.family, row.pool))

    async def changes(self, table: str) -> list[ChangeRow]:
        return sorted((one for one in self._changes if one.table == table), key=lambda one: one.seat)

    async def history(self, player: str, family: str, pool: str, limit: int) -> list[ChangeRow]:
        mine = [one for one in self._changes if _key(one.after) == (player, family, pool)]
        return sorted(mine, key=lambda one: one.after.games)[-limit:]

    async def results(self, player: str, limit: int, offset: int = 0, rated: bool = False) -> list[ResultRow]:
        return self._mine(player, rated)[::-1][offset : offset + limit]

    def _mine(self, player: str, rated: bool) -> list[ResultRow]:
        return [one for one in self._results if one.player == player and (one.pool is not None or not rated)]

    async def seats(self, tables: Sequence[str]) -> dict[str, list[ResultRow]]:
        found: dict[str, list[ResultRow]] = {}
        for one in sorted(self._results, key=lambda row: row.seat):
            if one.table in tables:
                found.setdefault(one.table, []).append(one)
        return found

    async def favourites(self, player: str, limit: int, rated: bool = False) -> list[tuple[str, str, int]]:
        count: dict[tuple[str, str], int] = {}
        for one in self._mine(player, rated):
            count[one.rules, one.title] = count.get((one.rules, one.title), 0) + 1
        ranked = sorted(count.items(), key=lambda item: (-item[1], item[0][1]))
        return [(rules, title, times) for (rules, title), times in ranked[:limit]]

    async def leaders(self, family: str, pool: str, games: int, limit: int, offset: int = 0) -> list[LeaderRow]:
        there = [
            row
            for row in self._ratings.values()
            if (row.family, row.pool) == (family, pool) and row.games >= games
        ]
        named = [
            LeaderRow(name, row)
            for row in there
            if (name := self._people.named(row.player)) or row.player.startswith(BOT)
        ]
        ranked = sorted(named, key=lambda one: (NEARLY * one.rating.deviation - one.rating.mean, one.rating.player))
        return ranked[offset : offset + limit]

    def merge(self, player: str, into: str, tables: Sequence[str], pools: Sequence[tuple[str, str]]) -> None:
        """Give a player's results at these tables, and his ratings of these families and pools, to another."""
        self._results = [
            replace(one, player=into) if one.player == player and one.table in tables else one for one in self._results
        ]
        mine = [row for key, row in self._ratings.items() if row.player == player and key[1:] in pools]
        for row in mine:
            self._ratings[into, row.family, row.pool] = replace(self._ratings.pop(_key(row)), player=into)
        self._changes = [
            replace(one, after=replace(one.after, player=into))
            if one.after.player == player and _key(one.after)[1:] in pools
            else one
            for one in self._changes
        ]

    def forget(self, player: str) -> None:
        """Let go of everything about a player."""
        self._results = [one for one in self._results if one.player != player]
        self._changes = [one for one in self._changes if one.after.player != player]
        self._ratings = {key: row for key, row in self._ratings.items() if row.player != player}


def _key(row: RatingRow) -> tuple[str, str, str]:
    return row.player, row.family, row.pool
