"""Reading the text form: what `text` writes, and what people type from a paper game.

Typed by hand, tags need neither quotes nor capital letters, tiles and moves may be spaced freely (`6-4 left`, `64 l`),
turn numbers may be missing or count the rounds of the table, and a deal may leave out what nobody wrote down: a hand or
boneyard that is missing is hidden, and `...` at the end of one stands for as many hidden tiles as it lacks. Every fault
names its line and column and says what was expected.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from doublesix.errors import BadNotation, DominoError
from doublesix.notation.entry import Entry, Place
from doublesix.notation.record import MatchRecord, Record, RoundError
from doublesix.notation.text_moves import Section, read_moves, tile_of
from doublesix.notation.text_scan import Scan, Tag, TextError
from doublesix.notation.text_values import read_end, read_outcome, read_whole
from doublesix.rules.phrases import Phrase, either
from doublesix.rules.presets import titled
from doublesix.rules.ruleset import Rules

_LIST_WORD: Final = re.compile(r"[^\s,]+")
_TAG_LINE: Final = re.compile(r"[ \t]*\[\s*(?:hand|seat)\s*[0-9]|[ \t]*\[\s*[A-Za-z]+\s*[\"“”„:={\[\s]", re.IGNORECASE)
_ROUND: Final = re.compile(r"^\s*\[\s*round\b", re.MULTILINE | re.IGNORECASE)
_NEXT: Final = re.compile(r"^[ \t]*\[", re.MULTILINE)

_NUMBERS: Final = ("version", "players", "leader", "match", "round")
_JSON: Final = ("fair", "clocks", "comments")
_NAMES: Final = ("rules", *_NUMBERS, "scores", "boneyard", "outcome", "end", *_JSON)


def is_text_form(text: str) -> bool:
    """Whether a text is in the text form: its first line that says anything begins with a tag."""
    for line in text.split("\n"):
        plain = line.strip().lstrip("\ufeff")
        if plain and not plain.startswith(";"):
            return _TAG_LINE.match(plain) is not None
    return False


def read_text_form(text: str) -> Iterator[Entry]:
    """Every record of a text, good or bad, in order; after a bad one reading goes on at the next block of tags."""
    scan = Scan(text)
    while scan.more():
        begun = scan.at
        try:
            yield _record(scan)
        except DominoError as fault:
            line = fault.line if isinstance(fault, TextError) else scan.place(begun)[0]
            yield Entry(line, None, fault, ())
            scan.at = _next_block(text, begun + 1)


def _next_block(text: str, at: int) -> int:
    """Where the next record begins: a line with a tag, after one without, that is not a round of a match."""
    for found in _NEXT.finditer(text, at):
        before = text.rfind("\n", 0, max(found.start() - 1, 0))
        last = text[before + 1 : found.start()].strip()
        end = text.find("\n\n", found.start())
        block = text[found.start() : end if end >= 0 else len(text)]
        if not last.startswith("[") and not _ROUND.search(block):
            return found.start()
    return len(text)


# --- records ---------------------------------------------------------------------------------------------------------


def _record(scan: Scan) -> Entry:
    head = _tags(scan)
    line = scan.place(head.start)[0]
    if "match" not in head.tags:
        if "round" in head.tags:
            raise scan.error(
                Phrase("expected {tag} with the number of rounds before the first round", tag='[Match "…"]'), head.start
            )
        rules, value = _head_fields(scan, head)
        read_moves(scan, head, _players(scan, head, rules))
        _fill(scan, head, value, rules, _players(scan, head, rules))
        try:
            record = Record.from_json(value)
        except DominoError as fault:
            raise scan.error(str(fault), head.start) from None
        return Entry(line, record, None, (_places(scan, head),))
    return _match(scan, head, line)


def _match(scan: Scan, head: Section, line: int) -> Entry:
    rules, value = _head_fields(scan, head)
    for name in head.tags:
        if name in ("leader", "scores", "boneyard", "outcome", "end", "clocks") or name.startswith("hand"):
            raise scan.error(
                Phrase(
                    "{tag} belongs to a round: it comes after its {round}",
                    tag=f"[{name.capitalize()}]",
                    round="[Round]",
                ),
                head.tags[name].start,
            )
    if rules is None:
        raise scan.error(Phrase("expected {tag} among the tags of the match", tag='[Rules "…"]'), head.start)
    players = _players(scan, head, rules)
    if players is None:
        raise scan.error(Phrase("expected {tag} among the tags of the match", tag='[Players "…"]'), head.start)
    value["players"] = players
    _fill_names(scan, head, value, players)
    sections: list[Section] = []
    rounds: list[dict[str, Any]] = []
    while scan.more() and scan.peek() == "[" and scan.tag_name() == "round":
        section = _tags(scan)
        number = _number(scan, section.tags["round"])
        if number != len(sections) + 1:
            due = f'[Round "{len(sections) + 1}"]'
            raise scan.error(Phrase("expected {tag}", tag=due), section.tags["round"].start)
        own, inner = _head_fields(scan, section)
        read_moves(scan, section, players)
        _fill(scan, section, inner, own or rules, players)
        sections.append(section)
        rounds.append(inner)
    if not sections:
        read_moves(scan, head, None)
        if head.moves or head.comments:
            first = head.starts[0] if head.starts else head.start
            raise scan.error(Phrase("expected {tag} before the moves", tag='[Round "1"]'), first)
    said = head.tags["match"].value
    if said not in ("", "?") and _number(scan, head.tags["match"]) != len(rounds):
        raise scan.error(
            Phrase("expected {said} rounds, found {n}", said=said, n=len(rounds)), head.tags["match"].start
        )
    value["rounds"] = rounds
    try:
        record = MatchRecord.from_json(value)
    except RoundError as fault:
        raise scan.error(str(fault), sections[fault.round].start) from None
    except DominoError as fault:
        raise scan.error(str(fault), head.start) from None
    return Entry(line, record, None, tuple(_places(scan, section) for section in sections))


def _places(scan: Scan, section: Section) -> tuple[Place, ...]:
    return tuple(scan.place(at) for at in section.starts)


# --- tags ------------------------------------------------------------------------------------------------------------


def _tags(scan: Scan) -> Section:
    """Read a block of tags; a `round` tag begins a block of its own."""
    section = Section(scan.at)
    while scan.more() and scan.peek() == "[":
        if section.tags and scan.tag_name() == "round":
            break
        tag = scan.tag()
        known = tag.name in _NAMES or (tag.name[:4] in ("hand", "seat") and tag.name[4:].isdigit())
        if not known:
            near = difflib.get_close_matches(tag.name, (*_NAMES, "hand0", "seat0"), n=1, cutoff=0.0)[0]
            raise scan.error(
                Phrase(
                    "there is no tag {tag}; the nearest is {near}",
                    tag=f"[{tag.name.capitalize()}]",
                    near=f"[{near.capitalize()}]",
                ),
                tag.start,
            )
        if tag.name in section.tags:
            raise scan.error(
                Phrase(
                    '{tag} is given twice; a record without moves ends with "*" before the next one',
                    tag=f"[{tag.name.capitalize()}]",
                ),
                tag.start,
            )
        section.tags[tag.name] = tag
    if not section.tags:
        raise scan.error(
            Phrase("expected a tag such as {tag}, found {found}", tag='[Rules "ply-yard"]', found=repr(scan.word()))
        )
    return section


def _number(scan: Scan, tag: Tag) -> int:
    numbers = _listed(scan, tag)
    if len(numbers) != 1 or numbers[0] < 0:
        raise scan.error(
            Phrase(
                "expected one whole number in {tag}, found {found}",
                tag=f"[{tag.name.capitalize()}]",
                found=repr(tag.value[:40]),
            ),
            tag.inner,
        )
    return numbers[0]


def _listed(scan: Scan, tag: Tag) -> list[int]:
    if tag.json is not None:
        raise scan.error(Phrase("expected whole numbers, found JSON"), tag.inner)
    try:
        return read_whole(tag.value)
    except BadNotation as fault:
        raise scan.error(str(fault), tag.inner) from None


def _head_fields(scan: Scan, section: Section) -> tuple[Rules | None, dict[str, Any]]:
    """The rules, and the fields of the JSON form that single tags give."""
    out: dict[str, Any] = {}
    tags = section.tags
    for name in ("version", "players", "leader"):
        if name in tags:
            out[name] = _number(scan, tags[name])
    rules = None
    if "rules" in tags:
        tag = tags["rules"]
        out["rules"] = "-".join(tag.value.lower().split()) if tag.json is None else tag.json
        try:
            rules = Rules.from_json(out["rules"], out.get("version"))
        except DominoError as fault:
            raise scan.error(str(fault), tag.inner) from None
    if "scores" in tags:
        out["scores"] = _listed(scan, tags["scores"])
    readers: tuple[tuple[str, Callable[[str], Mapping[str, Any]]], ...] = (("end", read_end), ("outcome", read_outcome))
    for name, read in readers:
        if name in tags:
            tag = tags[name]
            try:
                out[name] = read(tag.value) if tag.json is None else tag.json
            except BadNotation as fault:
                raise scan.error(str(fault), tag.inner) from None
    for name in _JSON:
        if name in tags:
            if tags[name].json is None:
                raise scan.error(
                    Phrase("expected JSON without quotes in {tag}", tag=f"[{name.capitalize()}]"), tags[name].inner
                )
            out[name] = tags[name].json
    return rules, out


def _players(scan: Scan, section: Section, rules: Rules | None) -> int | None:
    """The number of players: as given, the only one that the rules allow, or as many as hands are given."""
    if "players" in section.tags:
        return _number(scan, section.tags["players"])
    if rules is not None and len(rules.players) == 1:
        return rules.players[0]
    hands = [int(name[4:]) for name in section.tags if name.startswith("hand")]
    return max(hands) + 1 if hands else None


# --- the deal --------------------------------------------------------------------------------------------------------


def _fill(scan: Scan, section: Section, value: dict[str, Any], rules: Rules | None, players: int | None) -> None:
    """Put the deal, the names and the move text into the fields of the JSON form; what nobody wrote down is hidden."""
    if rules is None:
        raise scan.error(
            Phrase("expected {tag}, the id of a preset, among the tags", tag='[Rules "…"]'), section.start
        )
    if players is None:
        raise scan.error(
            Phrase(
                "expected {tag} ({counts}) or a hand for every seat", tag='[Players "…"]', counts=either(rules.players)
            ),
            section.start,
        )
    size = rules.hand_size.get(players)
    if players not in rules.players or size is None:
        place = section.tags["players"].inner if "players" in section.tags else section.start
        raise scan.error(
            Phrase(
                "{title} is for {counts} players, not {n}",
                title=titled(rules),
                counts=either(rules.players),
                n=str(players)[:40],
            ),
            place,
        )
    _fill_names(scan, section, value, players)
    hands = [_tiles(scan, section.tags.get(f"hand{seat}"), size) for seat in range(players)]
    value.setdefault("players", players)
    value["hands"] = hands
    value["boneyard"] = _tiles(scan, section.tags.get("boneyard"), rules.size - players * size)
    value["moves"] = section.moves
    _fill_notes(scan, section, value)


def _fill_names(scan: Scan, section: Section, value: dict[str, Any], players: int) -> None:
    for name, tag in section.tags.items():
        if name[:4] in ("hand", "seat") and int(name[4:]) >= players:
            raise scan.error(
                Phrase("there are {n} players: seats are 0 to {last}", n=players, last=players - 1), tag.start
            )
    names = [section.tags.get(f"seat{seat}") for seat in range(players)]
    if any(names):
        value["names"] = [_text(scan, tag) for tag in names]


def _text(scan: Scan, tag: Tag | None) -> str:
    if tag is None:
        return ""
    if tag.json is not None:
        raise scan.error(Phrase("expected a name in quotes, found JSON"), tag.inner)
    return tag.value


def _tiles(scan: Scan, tag: Tag | None, count: int) -> list[str]:
    """The tiles of a hand or boneyard that has `count` of them, hidden ones as `?`."""
    if tag is None:
        return ["?"] * count
    if tag.json is not None:
        raise scan.error(Phrase("expected tiles with blanks between, found JSON"), tag.inner)
    out: list[str] = []
    words = list(_LIST_WORD.finditer(tag.value))
    for place, found in enumerate(words):
        word, at = found[0], tag.inner + found.start()
        if word in ("...", "…") and place == len(words) - 1:
            out += ["?"] * (count - len(out))
        elif word == "?":
            out.append("?")
        else:
            out.append(_tile(scan, word, at))
    if len(out) != count:
        raise scan.error(_count_fault(tag, count, len(out)), tag.inner)
    return out


def _count_fault(tag: Tag, count: int, found: int) -> Phrase:
    if tag.name.startswith("hand"):
        return Phrase(
            'expected {n} tiles in the hand of seat {seat}, found {found}; write "?" for each unknown tile, or "..." '
            "at the end for the rest",
            n=count,
            seat=tag.name[4:],
            found=found,
        )
    return Phrase(
        'expected {n} tiles in the boneyard, found {found}; write "?" for each unknown tile, or "..." at the end for '
        "the rest",
        n=count,
        found=found,
    )


def _tile(scan: Scan, word: str, at: int) -> str:
    try:
        return str(tile_of(word))
    except BadNotation as fault:
        raise scan.error(str(fault), at) from None


def _fill_notes(scan: Scan, section: Section, value: dict[str, Any]) -> None:
    """Clocks, comments and the result of the move text."""
    if section.clocks:
        if "clocks" in value:
            raise scan.error(
                Phrase("the clocks stand beside the moves and in {tag}: give them once", tag="[Clocks]"),
                section.tags["clocks"].start,
            )
        value["clocks"] = [section.clocks.get(at) for at in range(len(section.moves))]
    if section.comments:
        if "comments" in value:
            raise scan.error(
                Phrase("the comments stand beside the moves and in {tag}: give them once", tag="[Comments]"),
                section.tags["comments"].start,
            )
        value["comments"] = section.comments
    result = section.result
    if result is None or result == "*":
        return
    said = [value[key].get("ending") for key in ("outcome", "end") if isinstance(value.get(key), dict)]
    if said:
        if result not in said:
            raise scan.error(
                Phrase("the moves end with {result}, and the tags say {said}", result=repr(result), said=repr(said[0])),
                section.result_at,
            )
    elif result == "forfeit":
        raise scan.error(
            Phrase("expected {tag} among the tags, naming the seats that forfeit", tag='[End "forfeit 0"]'),
            section.result_at,
        )
    elif result == "void":
        value["end"] = {"ending": "void"}
    else:
        value["outcome"] = {"ending": result}
