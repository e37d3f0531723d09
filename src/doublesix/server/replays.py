"""What the replay page is told: every round of some records, move by move, as values for its script.

A record is shown only when its round is over, so all of it is public; which seat's eyes one looks through is the
page's own matter.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from doublesix.errors import DominoError, HiddenTile
from doublesix.notation import MatchRecord, Record, parse_records
from doublesix.notation.steps import steps_of
from doublesix.rulebook.packed import BadPackedError, packed, unpacked
from doublesix.rules import Position
from doublesix.rules.explain import named, why_leads
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import labels_of, titled
from doublesix.server.sentences import with_you
from doublesix.study.names import names_of

Json = dict[str, Any]

LINK_LETTERS: Final = 6000
"""Letters of the longest record that is shared as a link; a longer one is shared as a file."""

MOST_ROUNDS: Final = 60
"""Rounds that one page shows; a match of hundreds is read in parts."""


class UnreadableError(ValueError):
    """A text that holds no record; the message says where and what would be right."""


def replay_of(records: Sequence[Record | MatchRecord], you: int | None = None) -> Json:
    """The rounds of these records, in order. All are by the rules and for the seats of the first.

    It is spoken to the seat `you`, unless the seats have labels, which everybody calls them by.

    Raises `UnreadableError` where a record cannot be replayed or the records do not belong together.
    """
    first = records[0]
    rules, players = first.rules, first.players
    if any(record.rules != rules or record.players != players for record in records):
        raise UnreadableError(Phrase("These records are of different tables; open them one after the other."))
    names, labelled = names_of(first), bool(labels_of(rules, players))
    spoken_to = None if labelled else you
    rounds: list[Json] = []
    for number, record in enumerate(records, 1):
        try:
            played = record.rounds_played()
        except DominoError as problem:
            why = str(problem)
            if why.endswith("."):  # a refused move is explained in whole sentences
                raise UnreadableError(Phrase("Record {n} cannot be replayed: {why}", n=number, why=why)) from problem
            raise UnreadableError(Phrase("Record {n} cannot be replayed: {why}.", n=number, why=why)) from problem
        try:
            rounds += [round_json(positions, names, spoken_to) for positions in played]
        except HiddenTile as problem:
            raise UnreadableError(
                Phrase(
                    "Record {n} does not say where every tile lay, and a replay shows all hands. The analysis page"
                    " takes such a record, and so does the command: doublesix replay.",
                    n=number,
                )
            ) from problem
    if not rounds:
        raise UnreadableError(Phrase("The match has no rounds yet."))
    if len(rounds) > MOST_ROUNDS:
        raise UnreadableError(
            Phrase(
                "This page shows at most {most} rounds at a time, and these are {n}.", most=MOST_ROUNDS, n=len(rounds)
            )
        )
    return {
        "rules": {"title": titled(rules), "max_pip": rules.max_pip, "reserve": rules.reserve, "spinner": rules.spinner},
        "players": players,
        "names": names,
        "you": you,
        "labelled": labelled,
        "record": [record.to_json() for record in records],
        "rounds": rounds,
    }


def read_replay(text: str) -> Json:
    """The replay of pasted text: records as JSON, one a line, or in the text form. Raises `UnreadableError`."""
    return replay_of(_read(text))


def _read(text: str) -> list[Record | MatchRecord]:
    records: list[Record | MatchRecord] = []
    if not text.strip():
        raise UnreadableError(Phrase("Paste a record, or choose a file that holds one."))
    for entry in parse_records(text):
        if entry.record is None:
            said = str(entry.error)
            if said.startswith(("line ", "from line ")):  # what cannot be read at all says itself where
                raise UnreadableError(Phrase("This cannot be read: {why}.", why=said))
            raise UnreadableError(Phrase("Line {n}: {why}.", n=entry.line, why=said))
        records.append(entry.record)
    if not records:
        raise UnreadableError(Phrase("There is no record in this text."))
    return records


def link_of(records: Sequence[Json]) -> str | None:
    """Records as the text of a link that holds them whole; None where that would be too long."""
    text = packed("\n".join(json.dumps(record, separators=(",", ":"), ensure_ascii=False) for record in records))
    return text if len(text) <= LINK_LETTERS else None


def read_link(text: str) -> Json:
    """The replay of a link's text. Raises `UnreadableError`."""
    return replay_of(records_in(text))


def records_in(link: str) -> list[Record | MatchRecord]:
    """The records that a link's text holds. Raises `UnreadableError`."""
    try:
        if len(link) > LINK_LETTERS:
            raise BadPackedError(cut=True)
        return _read(unpacked(link, 40 * LINK_LETTERS))
    except BadPackedError as problem:
        raise UnreadableError(
            Phrase("The record in this link is damaged or cut off: copy the link again, to its last character.")
        ) from problem


def round_json(positions: Sequence[Position], names: Sequence[str], you: int | None = None) -> Json:
    """One round: the deal, the steps with their sentences, and the outcome where it is over. Raises `HiddenTile`.

    The sentences are spoken to the seat `you`, where there is one.
    """
    called = names if you is None else with_you(names, you)
    first, last = positions[0], positions[-1]
    hands, boneyard = last.first_deal()
    steps = [
        step.to_json() | {"texts": [named(reason.text, called, you) for reason in step.reasons]}
        for step in steps_of(positions)
    ]
    return {
        "leader": first.leader,
        "why": named(why_leads(first).text, called, you),
        "hands": [[str(tile) for tile in hand] for hand in hands],
        "boneyard": [str(tile) for tile in boneyard],
        "scores": list(first.scores),
        "steps": steps,
        "outcome": None if last.outcome is None else last.outcome.to_json(),
    }
