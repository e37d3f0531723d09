"""Every address over HTTP and what there is to say about it: a new address is described here.

The keys are a method and the path as its `Route` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from doublesix.server.account_http import AnswerBody, NameBody, NoBody
from doublesix.server.analysis_http import AnalyseBody, ReviewBody
from doublesix.server.api import answers
from doublesix.server.api.shape import Shape
from doublesix.server.duplicate_http import AwayBody, DuplicateBody, PlaceBody, StringBody
from doublesix.server.http import TablesBody
from doublesix.server.joining import JoinBody
from doublesix.server.notes_http import NoteBody

HTML: Final = "text/html"
FILE: Final = "application/json"
LINES: Final = "application/x-ndjson"

REFUSALS: Final[Mapping[int, str]] = {
    403: "It comes from a page of another site, or is not this visitor's to do.",
    404: "There is nothing of that name, or not any more.",
    408: "The rest of the request did not come.",
    409: "That cannot be done now.",
    413: "The request is too long.",
    415: "It is sent in another form than it must be.",
    421: "The server is not known under the address in the Host header.",
    422: "Something in it is wrong; the sentence says what.",
    429: "Too many requests came from here.",
    500: "Something went wrong on the server's side.",
    503: "It could not be stored, or too many wait for the same; try again.",
}
"""What each status of a refusal means."""
ALWAYS: Final = (421,)
"""Refusals that every address may give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """An address: what it does, what it takes, and what it gives."""

    does: str
    gives: type[Shape] | str
    """The shape of its answer, or the media type of what is no JSON object of ours."""
    status: int = 200
    takes: type | None = None
    """The shape of its JSON body."""
    form: tuple[str, ...] = ()
    """The fields of its form."""
    query: Mapping[str, str] = field(default_factory=dict)
    """What may stand in its query, each with its meaning."""
    refuses: tuple[int, ...] = ()
    also: tuple[int, ...] = ()
    """Other statuses that are no refusals, such as 303 where it leads on."""

    @property
    def refusals(self) -> set[int]:
        """All statuses of refusals: what may be too long may also not come to its end."""
        return {*self.refuses, *ALWAYS, *((408,) if 413 in self.refuses else ())}


def _page(does: str, *refuses: int, **more: Any) -> Described:
    return Described(does=does, gives=HTML, refuses=refuses, **more)


def _form(does: str, form: tuple[str, ...], *refuses: int, **more: Any) -> Described:
    """A form: it leads on, or shows what is wrong with it."""
    return Described(does=does, gives=HTML, status=303, form=form, refuses=(403, 413, 415, 422, *refuses), **more)


_CHANGES: Final = (403, 413, 415, 422, 429, 503)
"""What a JSON request that changes something may be refused for."""

_PLACE: Final = {"round": "a finished round, from 1", "move": "moves made", "eye": "a seat from 1, or all"}
_NEW_TABLE: Final = {
    "rules": "a preset, or house: and a link's text",
    "players": "2 to 4",
    "seat": "0, 1 or lot",
    "level1": "who sits next: a level, here or open; level2 and level3 likewise",
}

ROUTES: Final[Mapping[tuple[str, str], Described]] = {
    # --- for programs ------------------------------------------------------------------------------------------------
    ("POST", "/api/tables"): Described(
        does="Make a table. Who is new gets a cookie, which owns the seat.",
        takes=TablesBody,
        gives=answers.MadeTable,
        status=201,
        refuses=(409, *_CHANGES),
    ),
    ("POST", "/api/commitment"): Described(
        does="What the first deal of a table is committed to that a program is about to make.",
        gives=answers.Commitment,
        refuses=(403,),
    ),
    ("GET", "/api/tables/{table}"): Described(
        does="What was agreed when the table was made, and who sits there.",
        gives=answers.Agreement,
        refuses=(403, 404, 500),
    ),
    ("POST", "/api/tables/{table}/join"): Described(
        does="Take a seat at a table that waits. The same guest always gets the same seat.",
        takes=JoinBody,
        gives=answers.SatDown,
        refuses=(404, 409, 500, *_CHANGES),
    ),
    ("GET", "/api/tables/{table}/record"): Described(
        does="The table's finished rounds, a record a line.", gives=LINES, refuses=(403, 404, 500)
    ),
    ("POST", "/api/duplicates"): Described(
        does="Make a duplicate: the same deals at several tables. The sender sits at the first table.",
        takes=DuplicateBody,
        gives=answers.MadeDuplicate,
        status=201,
        refuses=(409, *_CHANGES),
    ),
    ("GET", "/api/duplicates/{duplicate}"): Described(
        does="Who plays a duplicate, how far it is, and what came out of the deals that every table has played."
        " With `after`, as soon as more than that event has happened.",
        query={"after": "the `n` that is known"},
        gives=answers.DuplicateSheet,
        refuses=(404,),
    ),
    ("POST", "/api/duplicates/{duplicate}/join"): Described(
        does="Take a place before the start. The same guest always gets the same place.",
        takes=PlaceBody,
        gives=answers.DuplicatePlace,
        refuses=(404, 409, *_CHANGES),
    ),
    ("POST", "/api/duplicates/{duplicate}/string"): Described(
        does="Add the sender's string to all deals, before the first one.",
        takes=StringBody,
        gives=answers.Done,
        refuses=(404, 409, *_CHANGES),
    ),
    ("POST", "/api/duplicates/{duplicate}/stand-in"): Described(
        does="Let the computer take the place of somebody who has been away for five minutes while the others wait:"
        " the deal under way is given up there, and the computer plays the next ones.",
        takes=AwayBody,
        gives=answers.Done,
        refuses=(404, 409, *_CHANGES),
    ),
    ("POST", "/api/duplicates/{duplicate}/start"): Described(
        does="Start it, with computer players in the free places.",
        gives=answers.Done,
        refuses=(403, 404, 409, 503),
    ),
    ("GET", "/api/lobby"): Described(does="How the lobby stands.", gives=answers.Lobby),
    ("POST", "/api/house"): Described(
        does="House rules in words, from a form, rules or a file's text; what is wrong with them is an answer, too.",
        takes=answers.HouseBody,
        gives=answers.HouseAnswer,
        refuses=(413, 422),
    ),
    ("GET", "/api/ratings"): Described(
        does="A page of a leaderboard: fifty accounts, and computer players.",
        gives=answers.Leaderboard,
        query={"family": "a family of rules", "pool": "people or computer", "page": "from 1"},
        refuses=(404,),
    ),
    ("GET", "/api/players/{name}"): Described(
        does="The ratings and the latest rated results of an account.", gives=answers.Player, refuses=(404,)
    ),
    ("POST", "/api/passkeys/new"): Described(
        does="What the browser asks the device for a new passkey, of one's account or of a new one.",
        takes=NameBody,
        gives=FILE,
        refuses=(403, 409, 413, 415, 422),
    ),
    ("POST", "/api/passkeys"): Described(
        does="Keep the passkey that the device has made; a new account is made with it.",
        takes=AnswerBody,
        gives=answers.GoOn,
        status=201,
        refuses=(403, 413, 415, 422),
    ),
    ("POST", "/api/passkeys/ask"): Described(
        does="What the browser asks the device at a sign-in.",
        takes=NoBody,
        gives=FILE,
        refuses=(403, 413, 415, 422, 429),
    ),
    ("POST", "/api/passkeys/in"): Described(
        does="Sign in with the device's answer.",
        takes=AnswerBody,
        gives=answers.GoOn,
        refuses=(403, 413, 415, 422, 429),
    ),
    ("GET", "/api/tables/{table}/notes"): Described(
        does="One's own notes on the present round: its skill, and reasons for moves.",
        gives=answers.OwnNotes,
        refuses=(403, 404, 409),
    ),
    ("POST", "/api/tables/{table}/notes"): Described(
        does="Note a reason for a move of one's own, or the skill of the round. When the round is over, notes are "
        "comments in its record; at rated tables none are made.",
        takes=NoteBody,
        gives=answers.OwnNotes,
        refuses=(403, 404, 409, 413, 415, 422, 429),
    ),
    ("POST", "/api/review"): Described(
        does="The review of a seat's moves in a finished round, an object a line while it goes on: `start`, a "
        "`decision` a move, `luck`, `truth` (what was hidden then), `kept` where mistakes are to be kept, and `error` "
        "where it fails.",
        takes=ReviewBody,
        gives=LINES,
        refuses=(403, 413, 422, 429),
    ),
    ("POST", "/api/analyse"): Described(
        does="What the seat to move knows (`knowledge`), and an analysis that gets better line by line (`analysis`), "
        "in which `standing` says of each move, the best first: `best`, `equal`, `too-close` or `behind`.",
        takes=AnalyseBody,
        gives=LINES,
        refuses=(403, 413, 422, 429),
    ),
    ("GET", "/api/openapi.json"): Described(does="This document.", gives=FILE),
    ("GET", "/api/events.json"): Described(does="The messages of the sockets, with JSON Schemas.", gives=FILE),
    ("GET", "/api"): _page("This document, for people."),
    ("GET", "/api/events"): _page("The messages of the sockets, for people."),
    ("GET", "/api/version"): Described(does="The version of the program, and of its pages.", gives=answers.Version),
    ("GET", "/healthz"): Described(does="Whether the server answers.", gives=answers.Healthy),
    ("GET", "/manifest.webmanifest"): Described(
        does="What an installed page is called and looks like.", gives="application/manifest+json"
    ),
    ("GET", "/sw.js"): Described(
        does="The service worker: it keeps rules, drills and replays readable without a connection.",
        gives="text/javascript",
    ),
    # --- pages -------------------------------------------------------------------------------------------------------
    ("GET", "/"): _page("The first page."),
    ("POST", "/play-now"): _form(
        "A table against the computer.", ("side", "level", "commitment", "promise", "string"), 429, 503
    ),
    ("GET", "/help"): _page("Keys, how the page is heard and seen, and where more help is."),
    ("GET", "/offline"): _page("What stands in for other pages without a connection."),
    ("GET", "/new"): _page("The form of a new table.", query=_NEW_TABLE),
    ("POST", "/new"): _form(
        "A new table.",
        (
            *("rules", "players", "seat", "name", "level1", "level2", "level3", "name1", "name2", "name3", "talk"),
            *("commitment", "promise", "string"),
        ),
        429,
        503,
    ),
    ("GET", "/table/{table}"): _page(
        'The table, with its first snapshot in `<script id="snapshot">`.', 403, 404, 500, also=(303,)
    ),
    ("GET", "/duplicate"): _page("The form of a new duplicate.", query={"rules": "a preset"}),
    ("POST", "/duplicate"): _form(
        "A new duplicate.", ("rules", "players", "tables", "deals", "level", "name"), 429, 503
    ),
    ("GET", "/duplicate/{duplicate}"): _page("A duplicate: its places and its board.", 404),
    ("POST", "/duplicate/{duplicate}/sit"): _form("Take a place.", ("place", "name", "string"), 404, 429, 503),
    ("POST", "/duplicate/{duplicate}/stand-in"): _form(
        "Let the computer take the place of somebody who is away.", ("place",), 404, 409, 503
    ),
    ("POST", "/duplicate/{duplicate}/start"): _form("Start it.", ("string",), 404, 409, 503),
    ("GET", "/table/{table}/screen"): _page(
        "The table large, for a second screen: it holds no hand.", 403, 404, 500, also=(303,)
    ),
    ("GET", "/table/{table}/hand"): _page("The table with the visitor's hand first.", 403, 404, 500, also=(303,)),
    ("GET", "/table/{table}/replay"): _page("The table's finished rounds, move by move.", 403, 404, 500),
    ("GET", "/replay/report"): _page(
        "The form to report something odd in a record.",
        422,
        query={"record": "the record of a link", **_PLACE},
    ),
    ("POST", "/replay/report"): Described(
        does="The report about a record as a file: of the one that a link holds, or of `text` that is refused.",
        gives=FILE,
        form=("about", "note", "record", "round", "move", "eye", "text"),
        refuses=(403, 413, 415, 422),
    ),
    ("GET", "/table/{table}/report"): _page(
        "The form to report something odd.",
        403,
        404,
        500,
        query=_PLACE,
    ),
    ("POST", "/table/{table}/report"): Described(
        does="The report as a file, with what its sender may see.",
        gives=FILE,
        form=("about", "note", "round", "move", "eye"),
        refuses=(403, 404, 413, 415, 422, 500),
    ),
    ("GET", "/join/{table}"): _page("An invitation.", 404, 500, also=(303,)),
    ("POST", "/join/{table}"): _form("Take a seat.", ("name",), 404, 409, 429, 500, 503),
    ("GET", "/lobby"): _page("The open tables."),
    ("POST", "/name"): _form("What the guest wishes to be called.", ("name",)),
    ("POST", "/language"): _form("The language of the pages.", ("language",)),
    ("GET", "/ratings"): _page(
        "A leaderboard.", 404, query={"family": "a family of rules", "pool": "people or computer", "page": "from 1"}
    ),
    ("GET", "/player/{name}"): _page("The profile of an account.", 404, also=(303,)),
    ("GET", "/account"): _page("Who one is here, and what can be done about it."),
    ("POST", "/account/new"): _form("An account for this browser's guest.", ("name", "password"), 429, 503),
    ("POST", "/account/in"): _form("Sign in.", ("name", "password"), 429, 503),
    ("POST", "/account/out"): _form("Sign out.", (), 503),
    ("POST", "/account/out-everywhere"): _form("Sign out on all devices.", (), 503),
    ("POST", "/account/merge"): _form("What was played here as a guest before becomes the account's.", (), 503),
    ("POST", "/account/password"): _form("Another password.", ("password", "new"), 429, 503),
    ("POST", "/account/codes"): _page("Recovery codes, shown once.", 403, 413, 415, 422, 429, 503, form=("password",)),
    ("POST", "/account/recover"): _form("A new password for a recovery code.", ("name", "code", "new"), 429, 503),
    ("POST", "/account/passkey/remove"): _form("Forget a passkey.", ("id",), 503),
    ("POST", "/account/export"): Described(
        does="All that is kept of the visitor.", gives="application/zip", refuses=(403, 413, 415, 422, 429, 503)
    ),
    ("POST", "/account/delete"): _form("Remove all that is kept of the visitor.", ("password", "sure"), 429, 503),
    ("GET", "/replay"): _page(
        "Where a record is pasted or chosen, or a record that a link holds, move by move.",
        422,
        query={"record": "the record of a link"},
    ),
    ("POST", "/replay"): _page(
        "A record, move by move; it leads on to the link that holds it, where it is short enough for one.",
        413,
        422,
        form=("text",),
        also=(303,),
    ),
    ("GET", "/learn"): _page("Drills and studies."),
    ("GET", "/learn/practice/{kind}"): _page(
        "A drill.", 404, query={"n": "its number", "at": "preset and players, as `draw-9.3`"}, also=(303,)
    ),
    ("POST", "/learn/practice/{kind}"): _page(
        "A drill and its assessment.", 403, 404, 413, 415, 422, form=("n", "at", "id")
    ),
    ("GET", "/learn/studies/{study}"): _page("A position study.", 404),
    ("POST", "/learn/studies/{study}"): _page("A study and its answer.", 403, 404, 413, 415, 422, form=("move",)),
    ("GET", "/learn/course"): _page("The lessons of the guided course."),
    ("GET", "/learn/course/{lesson}"): _page("The step of a lesson to go on with.", 404, also=(303,)),
    ("GET", "/learn/course/{lesson}/{step}"): _page("A step of the course.", 404),
    ("POST", "/learn/course/{lesson}/{step}"): _page(
        "What comes of a move, or of answers.", 403, 404, 413, 415, 422, form=("moves", "tile", "end")
    ),
    ("GET", "/learn/guide"): _page("The strategy guide."),
    ("GET", "/learn/guide/{advice}"): _page("A piece of advice and what it is worth.", 404),
    ("POST", "/learn/guide/{advice}"): _page(
        "The same with the answer to a position.", 403, 404, 413, 415, 422, form=("at", "move")
    ),
    ("GET", "/learn/mistakes"): _page("The mistakes that the visitor keeps."),
    ("GET", "/learn/mistakes/next"): Described(does="On to the next that is due.", gives=HTML, status=303),
    ("GET", "/learn/mistakes/{mistake}"): _page("One of them as a drill.", 404),
    ("POST", "/learn/mistakes/{mistake}"): _page(
        "It and its assessment.", 403, 404, 413, 415, 422, form=("move",)
    ),
    ("POST", "/learn/mistakes/{mistake}/remove"): _form("Keep it no longer.", (), 404),
    ("GET", "/rules"): _page("All presets."),
    ("GET", "/rules/{rules}"): _page("The rules of a preset.", 404, 503, query={"version": "an older version"}),
    ("GET", "/compare"): _page("Two sets of rules, side by side.", 422, query={"a": "rules", "b": "rules"}),
    ("GET", "/house"): _page("The form of house rules.", 422, query={"from": "rules to begin with"}, also=(303,)),
    ("POST", "/house/open"): _form("House rules from a file.", ("text",)),
    ("GET", "/house/{link}"): _page("House rules that were passed on by link.", 404, 503, also=(303,)),
    ("GET", "/house/{link}/file"): Described(does="They as a file.", gives=FILE, refuses=(404,)),
    ("GET", "/s/{path:path}"): Described(does="A file of the page.", gives="*/*", refuses=(404,)),
}
