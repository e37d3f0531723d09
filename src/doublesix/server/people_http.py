"""Profiles and leaderboards: what everybody may know of who plays here with an account."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from doublesix.ratings import FAMILIES, Rating
from doublesix.rules import PRESETS
from doublesix.rules.phrases import Phrase
from doublesix.server.auth import Origins
from doublesix.server.desk import Desk, page
from doublesix.server.lobby import Lobby
from doublesix.server.names import REMOVED, profile_path
from doublesix.server.rated import PEOPLE, POOLS
from doublesix.server.seams import Seams
from doublesix.server.web import peoplepages
from doublesix.server.web.accountpages import day
from doublesix.server.web.graphs import rating_svg
from doublesix.server.web.pages import LEVELS
from doublesix.server.web.peoplepages import Choice, Leader, Played, Standing
from doublesix.speech import spoken
from doublesix.store import BOT, AccountRow, ChangeRow, LeaderRow, RatingRow, ResultRow

LEAST: Final = 5
"""Rated games that it takes to stand on a leaderboard."""
_A_PAGE: Final = 50
_GAMES: Final = 20
_GRAPH: Final = 200
_LAST_PAGE: Final = 10_000


class PeoplePages(Desk):
    """The routes."""

    def __init__(self, lobby: Lobby, origins: Origins, seams: Seams) -> None:
        super().__init__(lobby, origins, seams.clock)
        self._people = seams.store.people
        self._standings = seams.store.standings

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/ratings", self.leaderboard),
            Route("/player/{name}", self.profile),
            Route("/api/ratings", self.api_leaderboard),
            Route("/api/players/{name}", self.api_profile),
        ]

    # --- leaderboards ------------------------------------------------------------------------------------------------

    async def leaderboard(self, request: Request) -> Response:
        """The best at a family of rules, a page of them at a time."""
        family, pool, number = _asked(request)
        leaders = await self._leaders(family, pool, number, _A_PAGE + 1)
        guest = await self.guest(request)
        return page(
            peoplepages.leaderboard(
                [Choice(_url(one.id, pool), one.title, one.id == family) for one in FAMILIES.values()],
                [Choice(_url(family, one), title, one == pool) for one, title in POOLS.items()],
                [_leader(row, place, guest) for place, row in enumerate(leaders[:_A_PAGE], number * _A_PAGE + 1)],
                LEAST,
                _url(family, pool, number - 1) if number else "",
                _url(family, pool, number + 1) if len(leaders) > _A_PAGE else "",
            )
        )

    async def _leaders(self, family: str, pool: str, number: int, most: int) -> list[LeaderRow]:
        return await self._standings.leaders(family, pool, LEAST, most, number * _A_PAGE)

    async def api_leaderboard(self, request: Request) -> Response:
        """The same for programs."""
        family, pool, number = _asked(request)
        rows = await self._leaders(family, pool, number, _A_PAGE)
        leaders = [
            {"name": one.name, "player": one.url or None, "games": one.games}
            | {"rating": one.rating, "margin": one.margin}
            for one in (_leader(row, 0, None) for row in rows)
        ]
        return JSONResponse({"family": family, "pool": pool, "page": number + 1, "leaders": leaders})

    # --- profiles ----------------------------------------------------------------------------------------------------

    async def profile(self, request: Request) -> Response:
        """A player's page."""
        account = await self._account(request)
        if account.name != request.path_params["name"]:
            return RedirectResponse(profile_path(account.name), 303)
        own = await self.guest(request) == account.guest
        ratings = await self._standings.ratings_of(account.guest)
        shown = _chosen(request, ratings)
        number = _number(request.query_params.get("page", ""))
        results = await self._standings.results(account.guest, _GAMES + 1, number * _GAMES, rated=not own)
        favourites = await self._standings.favourites(account.guest, 3, rated=not own)
        path = profile_path(account.name)
        return page(
            peoplepages.profile(
                account.name,
                own,
                day(account.created),
                [Choice(f"{path}?{_query(one)}", _title(one), one == shown) for one in ratings],
                await self._standing(shown) if shown is not None else None,
                [
                    (f"/rules/{rules}" if rules in PRESETS else "", _called(rules, title), times)
                    for rules, title, times in favourites
                ],
                await self._games(results[:_GAMES]),
                f"{path}?page={number}" if number else "",
                f"{path}?page={number + 2}" if len(results) > _GAMES else "",
            )
        )

    async def _account(self, request: Request) -> AccountRow:
        account = await self.lobby.accounts.named(request.path_params["name"][:64])
        if account is None:
            raise HTTPException(404, Phrase("Nobody here has an account of that name."))
        return account

    async def _standing(self, row: RatingRow) -> Standing:
        history = await self._standings.history(row.player, row.family, row.pool, _GRAPH)
        rating = _rating(row)
        after = [Rating(one.after.mean, one.after.deviation) for one in history]
        label = Phrase.plural(
            "Rating over one rated result: {now}.",
            "Rating over {n} rated results, from {first} to {now}.",
            len(history),
            first=str(after[0].shown),
            now=str(rating.shown),
        )
        graph = rating_svg(
            [(one.mean, 1.96 * one.deviation) for one in after],
            spoken.get().say(label),
            day(history[0].after.at),
            day(row.at),
        )
        numbers = [
            (one.after.games, day(one.after.at), now.shown, now.margin)
            for one, now in zip(reversed(history), reversed(after), strict=True)
        ]
        family, pool = FAMILIES[row.family].title, POOLS[row.pool]
        return Standing(family, pool, rating.shown, rating.margin, row.games, graph, numbers)

    async def _games(self, results: list[ResultRow]) -> list[Played]:
        tables = list(dict.fromkeys(row.table for row in results))
        seats = await self._standings.seats(tables)
        games = []
        for row in results:
            change = await self._change(row) if row.pool is not None else None
            others = [await self._other(other) for other in seats.get(row.table, ()) if other.seat != row.seat]
            if row.pool is not None:
                others += [(REMOVED, "")] * (row.players - 1 - len(others))
            games.append(
                Played(
                    f"/table/{row.table}",
                    _called(row.rules, row.title),
                    day(row.at),
                    row.place,
                    row.players,
                    others,
                    round(change.before[0]) if change is not None else None,
                    round(change.after.mean) if change is not None else None,
                )
            )
        return games

    async def _change(self, row: ResultRow) -> ChangeRow | None:
        return next((one for one in await self._standings.changes(row.table) if one.seat == row.seat), None)

    async def _other(self, row: ResultRow) -> tuple[str, str]:
        """Somebody else at a table: the name, and the profile where there is one."""
        if row.player.startswith(BOT):
            return _computer(row.player), ""
        account = await self._people.account(row.player)
        return (account.name, profile_path(account.name)) if account is not None else (row.name, "")

    async def api_profile(self, request: Request) -> Response:
        """The ratings and the latest rated results of a player, for programs."""
        account = await self._account(request)
        ratings = [
            {"family": row.family, "pool": row.pool, "games": row.games}
            | {"rating": _rating(row).shown, "margin": _rating(row).margin}
            for row in await self._standings.ratings_of(account.guest)
        ]
        results: list[dict[str, Any]] = [
            {"table": row.table, "rules": row.rules, "pool": row.pool, "place": row.place, "players": row.players}
            for row in await self._standings.results(account.guest, _GAMES, rated=True)
        ]
        return JSONResponse({"name": account.name, "ratings": ratings, "results": results})


def _asked(request: Request) -> tuple[str, str, int]:
    """The family, the pool and the page that an address asks for; what it leaves out is the first of each."""
    family = request.query_params.get("family") or next(iter(FAMILIES))
    pool = request.query_params.get("pool") or PEOPLE
    if family not in FAMILIES or pool not in POOLS:
        raise HTTPException(404, Phrase("There is no ranking of that name here."))
    return family, pool, _number(request.query_params.get("page", ""))


def _number(text: str) -> int:
    """The number of a page, from 0; addresses count from 1."""
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text)):
        raise HTTPException(404, Phrase("There is no such page here: pages count from 1."))
    return min(_LAST_PAGE, int(text)) - 1


def _url(family: str, pool: str, number: int = 0) -> str:
    more = {"page": str(number + 1)} if number else {}
    return "/ratings?" + urlencode({"family": family, "pool": pool} | more)


def _query(row: RatingRow) -> str:
    return urlencode({"family": row.family, "pool": row.pool})


def _chosen(request: Request, ratings: list[RatingRow]) -> RatingRow | None:
    """The rating that an address asks for, else the most played."""
    wish = (request.query_params.get("family"), request.query_params.get("pool"))
    found = [row for row in ratings if row.family in FAMILIES and row.pool in POOLS]
    return next((row for row in found if (row.family, row.pool) == wish), found[0] if found else None)


def _title(row: RatingRow) -> str:
    title = FAMILIES[row.family].title if row.family in FAMILIES else row.family
    return title if row.pool == PEOPLE else Phrase("{family}, with computer players", family=title)


def _rating(row: RatingRow) -> Rating:
    return Rating(row.mean, row.deviation, row.games)


def _computer(player: str) -> Phrase:
    """What pages call a computer player."""
    names = {level: name for level, name, _ in LEVELS}
    level = player.removeprefix(BOT)
    return Phrase("Computer, {level}", level=names.get(level, level))


def _leader(row: LeaderRow, place: int, guest: str | None) -> Leader:
    rating, player = _rating(row.rating), row.rating.player
    bot = player.startswith(BOT)
    name = _computer(player) if bot else row.name
    url = "" if bot else profile_path(row.name)
    return Leader(place, name, url, rating.shown, rating.margin, rating.games, player == guest)


def _called(rules: str, title: str) -> str:
    """What rules are called: a preset as readers know it, whatever its title was in English when it was played."""
    return PRESETS[rules].title if rules in PRESETS else title
