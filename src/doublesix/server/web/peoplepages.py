"""Profiles and leaderboards as pure functions from values to HTML text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from doublesix.server.web.pages import render


@dataclass(frozen=True, slots=True)
class Choice:
    """A link to another view of the same page, and whether it is the present one."""

    url: str
    title: str
    here: bool


@dataclass(frozen=True, slots=True)
class Leader:
    """A line of a leaderboard; `url` is empty for computer players."""

    place: int
    name: str
    url: str
    rating: int
    margin: int
    games: int
    mine: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A result in a profile: the others with their profiles, and the rating before and after, where it was rated."""

    url: str
    title: str
    day: str
    place: int
    players: int
    others: Sequence[tuple[str, str]]
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player is worth in a family and a pool, with the graph and its numbers."""

    family: str
    pool: str
    rating: int
    margin: int
    games: int
    graph: Markup
    numbers: Sequence[tuple[int, str, int, int]]
    """Game, day, rating and margin, newest first."""


def leaderboard(
    families: Sequence[Choice], pools: Sequence[Choice], leaders: Sequence[Leader], least: int, before: str, after: str
) -> str:
    """Who is best at a family of rules; `least` games are needed, `before` and `after` lead to other pages."""
    return render(
        "ratings.html", families=families, pools=pools, leaders=leaders, least=least, before=before, after=after
    )


def profile(
    name: str,
    own: bool,
    since: str,
    choices: Sequence[Choice],
    standing: Standing | None,
    favourites: Sequence[tuple[str, str, int]],
    games: Sequence[Played],
    before: str,
    after: str,
) -> str:
    """A player's page; its owner also sees the games that were not rated."""
    return render(
        "player.html",
        name=name,
        own=own,
        since=since,
        choices=choices,
        standing=standing,
        favourites=favourites,
        games=games,
        before=before,
        after=after,
    )
