"""Every page as a function from values to HTML text, in the language that is `spoken`. Nothing here reads a clock, a
file of data, or a request.

The server calls

- ``home(running)``: the first page; *Play now* posts ``side`` (``black`` or ``white``) and ``level`` to
  ``/play-now``.
- ``new_table(presets, error, chosen)``: the form posts to ``/new`` the fields ``rules`` (preset id), ``players``
  (``2`` to ``4``; to be ignored where the table allows one number only), ``seat`` (``0`` or ``1``: your seat, White
  is 1; to be ignored on tables without colours), ``level1``, ``level2``, ``level3`` (levels of the other seats in
  order of play after you; surplus ones are to be ignored, missing ones are ``normal``; ``open`` waits for a person,
  and ``name`` and ``listed`` belong to that; ``seat`` may be ``lot``). After a refusal give the
  sentence as ``error`` and the fields as ``chosen``, with status 422.
- ``table(snapshot)``: ``snapshot`` is the JSON text of the first ``{"t": "snapshot", …}`` message.
- ``problem(status, sentence)``: any error as a page.

Send them with ``assets.PAGE_HEADERS`` and mount ``assets.packaged().respond`` on ``/s/``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from markupsafe import Markup

from doublesix import __version__
from doublesix.analysis.skills import SKILLS
from doublesix.rules.phrases import Phrase
from doublesix.server.dealing import Pledge
from doublesix.server.pace import GRACES, TURNS
from doublesix.server.web import drawing
from doublesix.server.web.templating import environment
from doublesix.server.web.whole import kept_whole
from doublesix.speech import spoken

LEVELS: Sequence[tuple[str, Phrase, Phrase]] = (
    ("easy", Phrase("Easy"), Phrase("any tile that fits")),
    ("normal", Phrase("Normal"), Phrase("sheds heavy tiles, keeps a variety")),
    ("hard", Phrase("Hard"), Phrase("remembers what you lacked, tries many deals")),
    ("master", Phrase("Master"), Phrase("also asks why you played what you did")),
)
"""The computer players: what a form calls them, what people do, and how they play."""


@dataclass(frozen=True, slots=True)
class Running:
    """A table one may go back to: its address, the title of its rules, and one sentence on how it stands."""

    url: str
    title: str
    text: str


class PresetLike(Protocol):
    """What these pages need of a preset of ``doublesix.rules``."""

    @property
    def rules(self) -> Any: ...
    @property
    def title(self) -> str: ...


def home(running: Iterable[Running] = (), promise: Pledge | None = None) -> str:
    """The first page, with the tables that the visitor sits at, and what the deal of *Play now* is committed to."""
    return render("home.html", running=list(running), levels=LEVELS, promise=promise)


def new_table(
    presets: Iterable[PresetLike],
    error: str = "",
    chosen: Mapping[str, str] | None = None,
    name: str = "",
    promise: Pledge | None = None,
    account: bool = False,
) -> str:
    """The form for a new table, offering these presets; ``promise`` is what its first deal is bound to.

    ``account`` says that the name is that of the visitor's account, which a form does not change.
    """
    levels = [
        *LEVELS,
        ("here", Phrase("A person here"), Phrase("on this device")),
        ("open", Phrase("A person elsewhere"), Phrase("invite by a link")),
    ]
    values = {"presets": list(presets), "error": error, "chosen": chosen or {}, "name": name, "promise": promise}
    return render("new.html", levels=levels, skills=SKILLS, turns=TURNS, graces=GRACES, account=account, **values)


TableView = Literal["", "screen", "hand"]
"""How a table is shown: as usual, large and without a hand, or with the hand first."""


def waiting(
    snapshot: str, title: str, rules_url: str, link: str, pace: Any, view: TableView = "", *, only_here: bool = False
) -> str:
    """A table that waits for people, with what it agreed on about time and the link that invites, also as a QR code.

    `only_here`: no other device can open the link.
    """
    values = {"title": title, "rules_url": rules_url, "link": link, "pace": pace, "code": Markup(drawing.qr_svg(link))}
    values["only_here"] = only_here
    return render("waiting.html", snapshot=Markup(script_safe(snapshot)), view=view, **values)


def join(
    state: Mapping[str, Any], table: str, name: str = "", error: str = "", account: bool = False, then: str = ""
) -> str:
    """An invitation: the table, who sits there, and the button that takes a seat."""
    return render(
        "join.html",
        level_names={level: name for level, name, _ in LEVELS},
        state=state,
        table=table,
        name=name,
        error=error,
        account=account,
        then=then,
    )


def lobby(
    tables: Iterable[Mapping[str, Any]],
    presets: Iterable[PresetLike],
    name: str = "",
    error: str = "",
    account: bool = False,
) -> str:
    """The open tables, company at a table of any preset, and what the visitor is called."""
    return render("lobby.html", tables=list(tables), presets=list(presets), name=name, error=error, account=account)


def table(
    snapshot: str,
    title: str = "Table",
    rules_url: str = "/rules",
    view: TableView = "",
    address: str = "",
    link: str = "",
    rated: bool = False,
    sits: bool = True,
    only_here: bool = False,
) -> str:
    """The table page with its first snapshot, given as JSON text, inside; ``rules_url`` explains the table's rules.

    ``address`` is the path of the table; ``link`` invites another device: to the large view of the table, and from
    there to the hands; ``only_here``: none can open it. Where it is ``rated`` the page says so;
    who does not ``sit`` there is offered nothing that belongs to a hand.
    """
    values = {"title": title, "rules_url": rules_url, "view": view, "address": address, "link": link, "rated": rated}
    values |= {"skills": SKILLS, "sits": sits, "only_here": only_here}
    code = Markup(drawing.qr_svg(link)) if link else ""
    return render("table.html", snapshot=Markup(script_safe(snapshot)), code=code, **values)


def help_page() -> str:
    """Keys, how the page is heard and seen, and where more help is."""
    return render("help.html")


def problem(status: int, sentence: str, path: str = "") -> str:
    """An error as a page: what went wrong in one sentence, the way back, and what to send to whoever runs the server.

    ``path`` is the address that was asked for.
    """
    line = f"doublesix {__version__}, {status}, {path[:200]}: {''.join(sentence)}"
    return render("problem.html", status=status, sentence=sentence, line=line)


def script_safe(text: str) -> str:
    """JSON text that cannot end the script element it stands in."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def render(template: str, **values: object) -> str:
    """A template with its values as HTML, in the language that is spoken."""
    return kept_whole(environment(spoken.get()).get_template(template).render(**values))
