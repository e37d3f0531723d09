"""What one seat may know of a round, and nothing else: all that a player, a belief or a live analysis is given."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from doublesix.errors import BadRecord, DominoError, HiddenTile
from doublesix.rules.line import Line
from doublesix.rules.moves import Move
from doublesix.rules.phrases import Phrase
from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import HIDDEN, Tile, show

if TYPE_CHECKING:
    from doublesix.rules.position import Position


class MatchFacts(NamedTuple):
    """Where a match stands: the round's number from 1, and the scores before it by seat."""

    round: int
    scores: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {"round": self.round, "scores": list(self.scores)}


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What `seat` may know. It has no field that could hold another seat's tile or the order of the boneyard."""

    rules: Rules
    players: int
    leader: int
    seat: int
    hand: tuple[Tile, ...]
    """The hand now."""
    hand_sizes: tuple[int, ...]
    boneyard: int
    """Tiles left in the boneyard, the reserve among them."""
    moves: tuple[Move, ...]
    """All moves so far; only the seat's own draws carry their tile."""
    turns: tuple[int, ...]
    """The seat that made each move."""
    legal: tuple[Move, ...]
    """The seat's legal moves; empty when it is not its turn."""
    line: Line
    turn: int | None
    passes: int
    drawn: int
    """Tiles drawn so far in this turn."""
    points: tuple[int, ...]
    """Points of this round so far."""
    later: bool
    """Whether the round is led by rotation or by the last winner, any tile."""
    match: MatchFacts | None = None

    @property
    def ends(self) -> dict[str, int]:
        """The sides that accept a tile now, each with its value."""
        return self.line.ends

    @property
    def drawable(self) -> int:
        """Tiles that may still be drawn in this round."""
        return self.rules.drawable(self.boneyard)

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores of the match before this round, zeros in a single round."""
        return self.match.scores if self.match is not None else (0,) * self.players

    def to_json(self) -> dict[str, Any]:
        """The contract's shape."""
        out: dict[str, Any] = {
            "rules": self.rules.to_json(),
            "version": self.rules.version,
            "players": self.players,
            "leader": self.leader,
            "seat": self.seat,
            "hand": [str(tile) for tile in self.hand],
            "hand_sizes": list(self.hand_sizes),
            "boneyard": self.boneyard,
            "moves": [str(move) for move in self.moves],
            "legal": [str(move) for move in self.legal],
        }
        if self.match is not None:
            out["match"] = self.match.to_json()
        if self.rules.count is not None:
            out["points"] = list(self.points)
        return out

    @staticmethod
    def from_json(value: object) -> View:
        """Read a view, replaying its public moves. Raises `BadRecord`, `BadRules` or `BadNotation`."""
        return _read(value)


def view_of(position: Position, seat: int) -> View:
    """The view of `seat`: built from nothing, field by field, never by taking fields away."""
    hand = position.hands[seat]
    if HIDDEN in hand:
        raise HiddenTile(f"the hand of seat {seat} is not fully known, so its view is not either")
    return View(
        rules=position.rules,
        players=position.players,
        leader=position.leader,
        seat=seat,
        hand=hand,
        hand_sizes=tuple(map(len, position.hands)),
        boneyard=len(position.boneyard),
        moves=tuple(
            move if move.kind != "draw" or by == seat else _FACELESS
            for move, by in zip(position.moves, position.turns, strict=True)
        ),
        turns=position.turns,
        legal=position.legal_moves if position.turn == seat else (),
        line=position.line,
        turn=position.turn,
        passes=position.passes,
        drawn=position.drawn,
        points=position.points,
        later=position.later,
        match=MatchFacts(position.round, position.scores) if position.rules.target is not None else None,
    )


_FACELESS = Move("draw")


# --- reading ---------------------------------------------------------------------------------------------------------

_KEYS = (
    "rules",
    "version",
    "players",
    "leader",
    "seat",
    "hand",
    "hand_sizes",
    "boneyard",
    "moves",
    "legal",
    "match",
    "points",
)
_NEEDED = ("rules", "players", "leader", "seat", "hand", "moves")


def _read(value: object) -> View:
    from doublesix.rules.position import check_players

    if not isinstance(value, Mapping):
        raise BadRecord(Phrase("a view is an object"))
    for key in value:
        if key not in _KEYS:
            raise BadRecord(
                Phrase('a view has no field "{key}"; its fields are {fields}', key=str(key), fields=", ".join(_KEYS))
            )
    for key in _NEEDED:
        if key not in value:
            raise BadRecord(Phrase('the view lacks "{key}"', key=key))
    version = _number(value, "version") if value.get("version") is not None else None
    rules = Rules.from_json(value["rules"], version)
    players, seat = _number(value, "players"), _number(value, "seat")
    check_players(rules, players)
    if seat >= players:
        raise BadRecord(Phrase("seat is 0 to {last}, not {said}", last=players - 1, said=seat))
    match = _read_match(value.get("match"), players)
    later = rules.moves_lead and match is not None and match.round > 1
    try:
        return _replay(value, rules, players, seat, match, later)
    except DominoError:
        # A view does not say whether its round is led by rotation or as the winner: the legal moves then do.
        if rules.moves_lead:
            with suppress(DominoError):
                return _replay(value, rules, players, seat, match, not later)
        raise


def _replay(
    value: Mapping[str, Any], rules: Rules, players: int, seat: int, match: MatchFacts | None, later: bool
) -> View:
    from doublesix.rules.position import start

    hand = tuple(Tile(text) for text in _texts(value, "hand"))
    moves = [Move.parse(text) for text in _texts(value, "moves")]
    position = start(
        rules,
        _first_hands(rules, players, seat, _number(value, "leader"), hand, moves),
        [HIDDEN] * (rules.size - players * rules.hand_size[players]),
        leader=_number(value, "leader"),
        later=later,
        scores=match.scores if match is not None else None,
        round_number=match.round if match is not None else 1,
    )
    for at, move in enumerate(moves):
        try:
            position = position.play(move)
        except DominoError as error:
            raise BadRecord(
                Phrase("move {at} of the view, {move}: {why}", at=at, move=str(move), why=str(error)), at
            ) from None
    view = position.view(seat)
    if sorted(hand) != sorted(view.hand):
        raise BadRecord(
            Phrase(
                "the hand does not fit the moves: after them it is {tiles}",
                tiles=show(sorted(view.hand, reverse=True)),
            )
        )
    if view.turn is None and rules.count is not None and "points" in value:
        view = replace(view, points=_points(value["points"], players))  # what the end paid lies in the other hands
    _compare(value, view)
    return replace(view, hand=hand)


def _first_hands(
    rules: Rules, players: int, seat: int, leader: int, hand: tuple[Tile, ...], moves: list[Move]
) -> list[list[Tile]]:
    """The hands as dealt, all but the seat's own hidden: its tiles now, with those played and without those drawn."""
    size = rules.hand_size[players]
    own, drawn = list(hand), set()
    left = [size] * players
    turn = leader % players
    for at, move in enumerate(moves):
        if turn == seat and move.kind == "draw":
            if move.tile is None:
                raise BadRecord(
                    Phrase("move {at} of the view is the seat's own draw and has to show its tile, draw:6-4", at=at), at
                )
            drawn.add(move.tile)
        elif turn == seat and move.tile is not None:
            own.append(move.tile)
        left[turn] += {"draw": 1, "pass": 0}.get(move.kind, -1)
        if move.kind != "draw" and any(left):
            turn = next(other % players for other in range(turn + 1, turn + 1 + players) if left[other % players])
    own = [tile for tile in own if tile not in drawn]
    if len(own) != size:
        raise BadRecord(
            Phrase(
                "the hand and the moves do not fit: seat {seat} would have been dealt {n} tiles, not {size}",
                seat=seat,
                n=len(own),
                size=size,
            )
        )
    return [own if other == seat else [HIDDEN] * size for other in range(players)]


def _compare(value: Mapping[str, Any], view: View) -> None:
    own = view.to_json()
    for key in ("hand_sizes", "boneyard", "legal", "points"):
        if key in value and key in own and value[key] != own[key]:
            raise BadRecord(
                Phrase(
                    "{what} is {said} in the view, and the moves give {known}",
                    what=key,
                    said=str(value[key]),
                    known=str(own[key]),
                )
            )


def _points(value: object, players: int) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != players or not all(type(p) is int and p >= 0 for p in value):
        raise BadRecord(Phrase("points are {n} whole numbers, one a seat", n=players))
    return tuple(value)


def _read_match(value: object, players: int) -> MatchFacts | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != {"round", "scores"}:
        raise BadRecord(Phrase('match is an object with "round" and "scores"'))
    scores = value["scores"]
    if not isinstance(scores, list) or len(scores) != players or not all(type(s) is int and s >= 0 for s in scores):
        raise BadRecord(Phrase("match.scores are {n} whole numbers", n=players))
    number = _number(value, "round")
    if number < 1:
        raise BadRecord(Phrase("match.round counts from 1"))
    return MatchFacts(number, tuple(scores))


def _number(value: Mapping[str, Any], key: str) -> int:
    number = value[key]
    if type(number) is not int or number < 0:
        raise BadRecord(Phrase("{what} is a whole number, not {kind}", what=key, kind=repr(number)))
    return number


def _texts(value: Mapping[str, Any], key: str) -> list[str]:
    texts = value[key]
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadRecord(Phrase("{what} is a list of texts", what=key))
    return texts
