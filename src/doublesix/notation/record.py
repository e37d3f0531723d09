"""Records: the whole truth of a round or match as JSON, read with errors that say where, and replayed."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final

from doublesix.errors import BadRecord, DominoError
from doublesix.notation.json_text import check_plain
from doublesix.rules.match import Match
from doublesix.rules.moves import Move
from doublesix.rules.phrases import Phrase
from doublesix.rules.position import Position, check_deal, check_players, start
from doublesix.rules.ruleset import Rules
from doublesix.rules.scoring import Outcome
from doublesix.rules.tiles import HIDDEN, Tile, read_tile

_EXTRAS: Final = ("names", "scores", "outcome", "clocks", "comments", "end", "fair")
ROUND_KEYS: Final = ("rules", "version", "players", "leader", "hands", "boneyard", "moves", *_EXTRAS)
MATCH_KEYS: Final = ("rules", "version", "players", "rounds", "names", "fair", "comments")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A round as it was played: rules, deal and moves. It holds nothing that can be recomputed but claims."""

    rules: Rules
    players: int
    leader: int | None
    """The leader as written; None where the record leaves it to the rules."""
    hands: tuple[tuple[Tile, ...], ...]
    """As dealt; `HIDDEN` for tiles the writer did not know."""
    boneyard: tuple[Tile, ...]
    """In drawing order."""
    moves: tuple[Move, ...]
    extras: Mapping[str, Any] = field(default_factory=dict)
    """`names`, `scores`, `outcome`, `clocks`, `comments`, `end`, `fair`, as given."""

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Scores before the round, where the record has them."""
        scores = self.extras.get("scores")
        return None if scores is None else tuple(scores)

    @staticmethod
    def from_json(value: object) -> Record:
        """Read a round. Raises `BadRecord` (with the index of the move where a move is at fault) or `BadRules`.

        Where a text is not a move, an earlier fault of the deal or of a move before it is raised in its stead.
        """
        record, fault = _read_round(_object(value, Phrase("a record")), None)
        if fault is not None:
            record.positions()
            raise fault
        return record

    def to_json(self) -> dict[str, Any]:
        """The contract's shape, the version always written."""
        out: dict[str, Any] = {
            "rules": self.rules.to_json(),
            "version": self.rules.version,
            "players": self.players,
        }
        if self.leader is not None:
            out["leader"] = self.leader
        out["hands"] = [[str(tile) for tile in hand] for hand in self.hands]
        out["boneyard"] = [str(tile) for tile in self.boneyard]
        out["moves"] = [str(move) for move in self.moves]
        return out | {key: self.extras[key] for key in _EXTRAS if key in self.extras}

    @staticmethod
    def of(position: Position, **extras: Any) -> Record:
        """The record of a position: its deal, rebuilt from what lies where, and its moves."""
        hands, boneyard = position.first_deal()
        rules = position.rules
        named = position.later or (rules.leader != "highest" and not (rules.moves_lead and rules.leader == "seat"))
        if any(position.scores):
            extras = {"scores": list(position.scores)} | extras
        end = _end_of(position.outcome)
        if end is not None:
            extras = {"end": end} | extras
        return Record(
            rules=rules,
            players=position.players,
            leader=position.leader if named else None,
            hands=hands,
            boneyard=boneyard,
            moves=tuple(Move("draw") if move.kind == "draw" else move for move in position.moves),
            extras=extras,
        )

    def start(self, *, later: bool | None = None, scores: Sequence[int] | None = None, number: int = 1) -> Position:
        """The position before the first move.

        A single round that names a leader under `rotate` or `winner` is a later round (contract).
        """
        if later is None:
            later = self.rules.moves_lead and self.leader is not None
        return start(
            self.rules,
            self.hands,
            self.boneyard,
            leader=self._named_leader(later),
            later=later,
            scores=scores if scores is not None else self.scores,
            round_number=number,
        )

    def _named_leader(self, later: bool) -> int | None:
        """The leader; where hidden hands do not show the holder of the highest tile, the first move does."""
        hidden = [seat for seat, hand in enumerate(self.hands) if HIDDEN in hand]
        if self.leader is not None or later or self.rules.leader != "highest" or not hidden or not self.moves:
            return self.leader
        lead = self.moves[0].tile
        holders = [seat for seat, hand in enumerate(self.hands) if lead in hand]
        if holders:
            return holders[0]
        return hidden[0] if len(hidden) == 1 else None

    def positions(self, first: Position | None = None) -> list[Position]:
        """The position before each move and after the last. Raises `BadRecord` with the index of a bad move."""
        out = [self.start() if first is None else first]
        for at, move in enumerate(self.moves):
            try:
                out.append(out[-1].play(move))
            except DominoError as error:
                raise BadRecord(Phrase("move {at}, {move}: {why}", at=at, move=str(move), why=str(error)), at) from None
        end = self.extras.get("end")
        if end is not None:
            out[-1] = out[-1].end(end["ending"], end.get("seats", ()))
        return out

    def rounds_played(self) -> list[list[Position]]:
        """The positions of its one round, in the shape that a match has them."""
        return [self.positions()]

    def last(self) -> Position:
        """The last position."""
        return self.positions()[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A match: its rounds in order."""

    rules: Rules
    players: int
    rounds: tuple[Record, ...]
    extras: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def from_json(value: object) -> MatchRecord:
        """Read a match. Raises `RoundError` naming the round at fault, `BadRecord` or `BadRules`."""
        return _read_match(_object(value, Phrase("a match")))

    def to_json(self) -> dict[str, Any]:
        """The contract's shape; the rounds leave out what the match says."""
        rounds = []
        for record in self.rounds:
            inner = record.to_json()
            rounds.append({key: part for key, part in inner.items() if key not in ("rules", "version", "players")})
        head = {"rules": self.rules.to_json(), "version": self.rules.version, "players": self.players}
        return head | dict(self.extras) | {"rounds": rounds}

    def replay(self) -> tuple[list[list[Position]], Match]:
        """The positions of every round, and where the match stands after the last finished one.

        Where hidden tiles leave the result of a round unknown, what the record says of it counts: the scores before the
        next round, or the claimed outcome; where it says nothing, the round is counted as if it had paid nothing more.
        Raises `RoundError` naming the round and the move at fault.
        """
        match = Match.new(self.rules, self.players)
        played: list[list[Position]] = []
        for number, record in enumerate(self.rounds):
            try:
                if played and played[-1][-1].outcome is None:
                    raise BadRecord(
                        Phrase(
                            "round {before} is not finished, so round {n} cannot have begun",
                            before=number - 1,
                            n=number,
                        )
                    )
                positions = record.positions(_start_in(match, record, number))
            except DominoError as error:
                raise RoundError(str(error), number, getattr(error, "at", None)) from None
            played.append(positions)
            if positions[-1].outcome is not None:
                match = self._next(match, number, positions[-1])
        return played, match

    def rounds_played(self) -> list[list[Position]]:
        """The positions of every round. Raises `RoundError` as `replay` does."""
        return self.replay()[0]

    def _next(self, match: Match, number: int, last: Position) -> Match:
        """The match after a round; where its winner is unknown and leads the next one, that one says who it is."""
        told = self._told(number, last)
        after = match.after(told)
        following = self.rounds[number + 1].leader if number + 1 < len(self.rounds) else None
        unknown = told.outcome is not None and told.outcome.winners is None
        if unknown and after.later and self.rules.next_leader == "winner" and following is not None:
            return replace(after, leader=following)
        return after

    def sure(self, played: Sequence[Sequence[Position]]) -> bool:
        """Whether the scores after the rounds `played` are known, by the tiles or because the record tells them."""
        ended = [positions[-1] for positions in played if positions[-1].outcome is not None]
        return all(_is_known(self._told(number, last).outcome) for number, last in enumerate(ended))

    def _told(self, number: int, last: Position) -> Position:
        """The last position of a round; what hidden tiles leave unknown of its outcome, as the record tells it."""
        outcome = last.outcome
        if outcome is None or _is_known(outcome):
            return last
        points, winners = outcome.points, outcome.winners
        claim = self.rounds[number].extras.get("outcome", {})
        following = self.rounds[number + 1].scores if number + 1 < len(self.rounds) else None
        told = outcome.known
        gains = () if following is None else tuple(a - b for a, b in zip(following, last.scores, strict=True))
        if not told and gains and min(gains) >= 0:
            points, told = gains, True
        elif not told and _whole_numbers(claim.get("points"), self.players):
            points, told = tuple(claim["points"]), True
        if winners is None and isinstance(claim.get("winners"), list):
            winners = tuple(seat for seat in range(self.players) if seat in claim["winners"])
        after = copy(last)
        after.outcome = outcome._replace(points=points, winners=winners, known=told)
        return after


def _end_of(outcome: Outcome | None) -> dict[str, Any] | None:
    """What a record says of an end that the moves do not show; None for all other ends and for a running round."""
    if outcome is None or outcome.ending not in ("forfeit", "void"):
        return None
    if outcome.paid is None:
        return {"ending": outcome.ending}
    return {"ending": outcome.ending, "seats": list(outcome.paid.data["seats"])}


def _is_known(outcome: Outcome | None) -> bool:
    return outcome is None or (outcome.known and outcome.winners is not None)


def _whole_numbers(value: object, players: int) -> bool:
    return isinstance(value, list) and len(value) == players and all(type(part) is int for part in value)


class RoundError(BadRecord):
    """A fault in one round of a match; `round` is its index from 0."""

    def __init__(self, message: str, number: int, at: int | None) -> None:
        super().__init__(message, at)
        self.round = number


def _start_in(match: Match, record: Record, number: int) -> Position:
    if match.over:
        raise BadRecord(
            Phrase("the match was over after round {before}, so there is no round {n}", before=number - 1, n=number)
        )
    if record.scores is not None and record.scores != match.scores:
        raise BadRecord(
            Phrase(
                "the scores before round {n} are {scores}, and the record says {said}",
                n=number,
                scores=str(list(match.scores)),
                said=str(list(record.scores)),
            )
        )
    if match.later and record.leader not in (None, match.leader):
        raise BadRecord(
            Phrase(
                "seat {leader} leads round {n}, not seat {said}. {why}",
                leader=match.leader,
                n=number,
                said=record.leader,
                why=match.why_leader,
            )
        )
    return start(
        match.rules,
        record.hands,
        record.boneyard,
        leader=match.leader if match.later else record._named_leader(False),
        later=match.later,
        scores=match.scores,
        round_number=match.number,
    )


# --- reading JSON ----------------------------------------------------------------------------------------------------


def _object(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadRecord(Phrase("{what} is a JSON object, not {kind}", what=what, kind=_kind(value)))
    return value


def _kind(value: object) -> str:
    return _KINDS.get(type(value), Phrase("a number"))


_KINDS: Final[Mapping[type, str]] = {
    dict: Phrase("an object"),
    list: Phrase("a list"),
    str: Phrase("a text"),
    bool: Phrase("true or false"),
    float: Phrase("a number with a decimal point"),
    type(None): "null",
}


def _known(value: Mapping[str, Any], keys: Sequence[str], what: str) -> None:
    for key in value:
        if key not in keys:
            near = difflib.get_close_matches(str(key), keys, n=1, cutoff=0.0)[0]
            raise BadRecord(
                Phrase('{what} has no field "{key}"; the nearest is "{near}"', what=what, key=str(key), near=near)
            )


def _version(value: Mapping[str, Any]) -> int | None:
    version = value.get("version")
    if version is not None and (type(version) is not int or version < 1):
        raise BadRecord(Phrase("version is a whole number of 1 or more"))
    return version


def _texts(value: object, what: str) -> list[str]:
    if not isinstance(value, list):
        raise BadRecord(Phrase("{what} is a list, not {kind}", what=what, kind=_kind(value)))
    for text in value:
        if not isinstance(text, str):
            raise BadRecord(Phrase("{what} holds texts, not {kind}", what=what, kind=_kind(text)))
    return value


def _tiles(value: object, what: str) -> tuple[Tile, ...]:
    try:
        return tuple(read_tile(text) for text in _texts(value, what))
    except BadRecord:
        raise
    except DominoError as error:
        raise BadRecord(Phrase("{what}: {why}", what=what, why=str(error))) from None


def _read_round(value: Mapping[str, Any], outer: tuple[Rules, int] | None) -> tuple[Record, BadRecord | None]:
    """The round and None; where a text is not a move, the round up to it and what is wrong with the text."""
    _known(value, ROUND_KEYS, "a record")
    needed = ("hands", "boneyard") if outer is not None else ("rules", "hands", "boneyard")
    for key in needed:
        if key not in value:
            raise BadRecord(Phrase('the record lacks "{key}"', key=key))
    version = _version(value)
    rules = Rules.from_json(value["rules"], version) if "rules" in value else None
    if outer is not None:
        if version not in (None, outer[0].version):
            raise BadRecord(
                Phrase(
                    "the match is played by version {own} of its rules, not {version}",
                    own=outer[0].version,
                    version=version,
                )
            )
        if rules is not None and rules != outer[0]:
            raise BadRecord(
                Phrase("a round of a match is played by the rules of the match; leave its own rules out")
            )
        rules = outer[0]
    assert rules is not None
    hands_json = value["hands"]
    if not isinstance(hands_json, list):
        raise BadRecord(Phrase("hands is a list of hands, not {kind}", kind=_kind(hands_json)))
    hands = tuple(_tiles(hand, Phrase("hand of seat {seat}", seat=seat)) for seat, hand in enumerate(hands_json))
    players = value.get("players", outer[1] if outer is not None else len(hands))
    if type(players) is not int:
        raise BadRecord(Phrase("players is a whole number, not {kind}", kind=_kind(players)))
    check_players(rules, players)
    if outer is not None and players != outer[1]:
        raise BadRecord(
            Phrase("the match is for {own} players, and this round names {n}", own=outer[1], n=players)
        )
    if len(hands) != players:
        raise BadRecord(
            Phrase.plural(
                "there is {hands} hand for {n} players",
                "there are {hands} hands for {n} players",
                len(hands),
                hands=len(hands),
                n=players,
            )
        )
    leader = value.get("leader")
    if leader is not None and (type(leader) is not int or not 0 <= leader < players):
        raise BadRecord(
            Phrase("leader is a seat from 0 to {last}, not {said}", last=players - 1, said=repr(leader))
        )
    extras = {key: value[key] for key in _EXTRAS if value.get(key) is not None}
    _check_extras(extras, players)
    boneyard = _tiles(value["boneyard"], Phrase("boneyard"))
    check_deal(rules, hands, boneyard)
    moves, fault = _read_moves(value.get("moves", []))
    if fault is not None:
        extras.pop("end", None)
    record = Record(
        rules=rules,
        players=players,
        leader=leader,
        hands=hands,
        boneyard=boneyard,
        moves=moves,
        extras=extras,
    )
    return record, fault


def _read_moves(value: object) -> tuple[tuple[Move, ...], BadRecord | None]:
    """The moves and None; where a text is not a move, those before it and what is wrong with it."""
    if not isinstance(value, list):
        raise BadRecord(Phrase("{what} is a list, not {kind}", what="moves", kind=_kind(value)))
    moves: list[Move] = []
    for at, text in enumerate(value):
        try:
            moves.append(Move.parse(text))
        except DominoError as error:
            return tuple(moves), BadRecord(Phrase("move {at}: {why}", at=at, why=str(error)), at)
    return tuple(moves), None


def _check_extras(extras: Mapping[str, Any], players: int) -> None:
    try:
        check_plain(dict(extras))
    except ValueError as fault:
        raise BadRecord(str(fault)) from None
    names = extras.get("names")
    if names is not None and len(_texts(names, "names")) != players:
        raise BadRecord(Phrase("names are {n} texts, one a seat", n=players))
    scores = extras.get("scores")
    if scores is not None and (
        not isinstance(scores, list) or len(scores) != players or any(type(s) is not int or s < 0 for s in scores)
    ):
        raise BadRecord(Phrase("scores are {n} whole numbers, one a seat", n=players))
    for key in ("outcome", "fair"):
        if key in extras and not isinstance(extras[key], dict):
            raise BadRecord(Phrase("{what} is an object, not {kind}", what=key, kind=_kind(extras[key])))
    _check_by_move(extras, "clocks", (int, float), Phrase("numbers of seconds"))
    _check_by_move(extras, "comments", (str,), Phrase("texts"))
    if "end" in extras:
        _check_end(extras["end"])


def _check_by_move(extras: Mapping[str, Any], key: str, kinds: tuple[type, ...], word: str) -> None:
    """`clocks` and `comments`: an object by the index of the move, or a list with one entry (or null) a move."""
    value = extras.get(key)
    if value is None:
        return
    if not isinstance(value, (dict, list)):
        raise BadRecord(
            Phrase(
                "{what} is an object from move index to its entry or a list, not {kind}", what=key, kind=_kind(value)
            )
        )
    if isinstance(value, dict):
        for index in value:
            if not (isinstance(index, str) and index.isascii() and index.isdigit()):
                raise BadRecord(
                    Phrase(
                        '{what} has the key "{key}"; its keys are indexes of moves, from "0"', what=key, key=str(index)
                    )
                )
    for entry in value.values() if isinstance(value, dict) else value:
        if entry is not None and type(entry) not in kinds:
            raise BadRecord(Phrase("{what} holds {words}, not {kind}", what=key, words=word, kind=_kind(entry)))


def _check_end(end: object) -> None:
    if not isinstance(end, Mapping) or not isinstance(end.get("ending"), str):
        raise BadRecord(
            Phrase(
                "end is an object such as {one} or {other}",
                one='{"ending": "forfeit", "seats": [2]}',
                other='{"ending": "void"}',
            )
        )
    _known(end, ("ending", "seats"), "end")
    seats = end.get("seats", [])
    if not isinstance(seats, list) or any(type(seat) is not int for seat in seats):
        raise BadRecord(Phrase("end.seats is a list of seats"))


def _read_match(value: Mapping[str, Any]) -> MatchRecord:
    _known(value, MATCH_KEYS, Phrase("a match"))
    for key in ("rules", "players", "rounds"):
        if key not in value:
            raise BadRecord(Phrase('the match lacks "{key}"', key=key))
    rules = Rules.from_json(value["rules"], _version(value))
    players = value["players"]
    if type(players) is not int:
        raise BadRecord(Phrase("players is a whole number, not {kind}", kind=_kind(players)))
    check_players(rules, players)
    if not isinstance(value["rounds"], list):
        raise BadRecord(Phrase("{what} is a list, not {kind}", what="rounds", kind=_kind(value["rounds"])))
    extras = {key: value[key] for key in ("names", "fair", "comments") if value.get(key) is not None}
    _check_extras(extras, players)
    rounds: list[Record] = []
    for number, inner in enumerate(value["rounds"]):
        fault: DominoError | None
        try:
            record, fault = _read_round(_object(inner, Phrase("a round")), (rules, players))
            rounds.append(record)
        except DominoError as error:
            fault = error
        if fault is not None:
            MatchRecord(rules=rules, players=players, rounds=tuple(rounds)).replay()  # an earlier fault comes first
            raise RoundError(str(fault), number, getattr(fault, "at", None)) from None
    return MatchRecord(rules=rules, players=players, rounds=tuple(rounds), extras=extras)


def read_record(value: object) -> Record | MatchRecord:
    """A round or, where there are `rounds`, a match."""
    obj = _object(value, Phrase("a record"))
    return MatchRecord.from_json(obj) if "rounds" in obj else Record.from_json(obj)
