"""A position: everything about a round with its tiles known, its legal moves, and the pure transition to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol

from doublesix.errors import BadRecord, HiddenTile, IllegalMove
from doublesix.rules.line import Line
from doublesix.rules.moves import DRAW, PASS, Move, played
from doublesix.rules.phrases import Phrase, either
from doublesix.rules.ruleset import Rules
from doublesix.rules.scoring import Outcome, blocked_outcome, end_outcome, out_outcome, target_outcome, within_target
from doublesix.rules.tiles import HIDDEN, Tile, heaviest_first, qualifying, read_tile, show, tile_set

if TYPE_CHECKING:
    from doublesix.rules.view import View

Hands = tuple[tuple[Tile, ...], ...]


class Shuffler(Protocol):
    """What a deal needs of a random source: `random.Random`, or `random.SystemRandom` for real deals."""

    def shuffle(self, x: list[Tile], /) -> None:
        """Put the list in a uniformly random order."""

    def randrange(self, stop: int, /) -> int:
        """A uniformly random whole number below `stop`."""


@cache
def _entry(tile: Tile, side: str) -> tuple[str, Move]:
    move = played(tile, side)
    return str(move), move


@cache
def _lead_entry(tile: Tile) -> tuple[str, Move]:
    return str(tile), Move("lead", tile)


class Position:
    """One moment of a round. A value: `play` gives the next position, nothing is changed.

    Built by `deal` or `start`. Lists by seat are tuples. `turn` is the seat to move, None once `outcome` stands.
    """

    __slots__ = (
        "_legal",
        "boneyard",
        "drawn",
        "hands",
        "last_play",
        "later",
        "lead_tile",
        "leader",
        "line",
        "moves",
        "outcome",
        "passes",
        "points",
        "round",
        "rules",
        "scores",
        "turn",
        "turns",
    )

    rules: Rules
    leader: int
    later: bool
    """Whether this is a later round, led by rotation or by the winner: the leader leads any tile."""
    lead_tile: Tile | None
    """The one tile that may be led; None where any may."""
    hands: Hands
    """Each seat's tiles now: as dealt, drawn ones at the end."""
    boneyard: tuple[Tile, ...]
    """Undealt tiles, the next to be drawn first; the reserve are the last."""
    line: Line
    turn: int | None
    passes: int
    """Passes in a row since the last play."""
    drawn: int
    """Tiles drawn so far in this turn."""
    points: tuple[int, ...]
    """Points of this round so far; a side's stand at both partners."""
    scores: tuple[int, ...]
    """Scores of the match before this round."""
    round: int
    """The number of this round in its match, from 1."""
    moves: tuple[Move, ...]
    """All moves so far, draws with their tile."""
    turns: tuple[int, ...]
    """The seat that made each move."""
    last_play: int | None
    """The seat that played last."""
    outcome: Outcome | None
    _legal: tuple[Move, ...] | None

    # --- asking --------------------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.hands)

    @property
    def ends(self) -> dict[str, int]:
        """The sides that accept a tile now, each with its value; empty before the lead."""
        return self.line.ends

    @property
    def drawable(self) -> int:
        """Tiles that may still be drawn in this round."""
        return self.rules.drawable(len(self.boneyard))

    @property
    def may_draw(self) -> bool:
        """Whether boneyard and draw limit leave a tile to draw in this turn, playable tiles or not."""
        limit = self.rules.draw_limit
        return self.line.lead is not None and self.drawable > 0 and (limit is None or self.drawn < limit)

    @property
    def hides(self) -> bool:
        """Whether a tile of the seat to move is unknown, so that its legal moves are too."""
        return self.turn is not None and HIDDEN in self.hands[self.turn]

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, sorted as plain text; empty once the round is over.

        Raises `HiddenTile` where the hand of the seat to move is not fully known.
        """
        if self._legal is None:
            if self.hides:
                raise HiddenTile("the hand of the seat to move is not fully known, so its legal moves are not either")
            self._legal = self._find_legal()
        return self._legal

    def allows(self, move: Move) -> bool:
        """Whether a move is legal. That of a play is seen without finding all the others."""
        if self._legal is None and move.kind == "play" and self.turn is not None and not self.hides:
            value = self.ends.get(move.side or "")
            return value is not None and value in (move.tile or ()) and move.tile in self.hands[self.turn]
        return move in self.legal_moves

    def plays(self) -> list[Move]:
        """The leads or plays that the known tiles of the seat to move allow, sorted as plain text."""
        if self.turn is None:
            return []
        if self._legal is not None:
            return [move for move in self._legal if move.tile is not None]
        hand = self.hands[self.turn]
        if self.line.lead is None:
            leads = hand if self.lead_tile is None else (self.lead_tile,)
            return [entry[1] for entry in sorted(_lead_entry(tile) for tile in leads if tile is not HIDDEN)]
        ends = self.line.ends.items()
        found = [_entry(tile, side) for tile in hand for side, value in ends if value in tile]
        found.sort()
        return [entry[1] for entry in found]

    def _find_legal(self) -> tuple[Move, ...]:
        if self.turn is None:
            return ()
        plays = self.plays()
        if self.may_draw and (not plays or self.rules.voluntary_draw):
            plays.append(DRAW)  # "draw" sorts behind every tile
        return tuple(plays) if plays else (PASS,)

    @property
    def forced(self) -> Move | None:
        """The draw or pass that is the only legal move, else None."""
        legal = self.legal_moves
        return legal[0] if len(legal) == 1 and legal[0].tile is None else None

    def view(self, seat: int) -> View:
        """What `seat` may know. Raises `HiddenTile` where its own hand is not fully known."""
        from doublesix.rules.view import view_of

        return view_of(self, seat)

    def first_deal(self) -> tuple[Hands, tuple[Tile, ...]]:
        """The hands as dealt and the boneyard in drawing order, rebuilt from what lies where now and from the moves.

        Raises `HiddenTile` where a tile is hidden: then the moves do not show who was dealt what.
        """
        if any(HIDDEN in part for part in (*self.hands, self.boneyard)):
            raise HiddenTile("a position with hidden tiles does not show its deal: keep the record it came from")
        hands = [list(hand) for hand in self.hands]
        drawn: list[Tile] = []
        for move, seat in zip(self.moves, self.turns, strict=True):
            if move.tile is not None:
                (drawn if move.kind == "draw" else hands[seat]).append(move.tile)
        for move, seat in zip(self.moves, self.turns, strict=True):
            if move.kind == "draw" and move.tile is not None:
                hands[seat].remove(move.tile)
        return tuple(tuple(sorted(hand, reverse=True)) for hand in hands), (*drawn, *self.boneyard)

    # --- moving --------------------------------------------------------------------------------------------------

    def play(self, move: Move | str) -> Position:
        """The position after a move of the seat to move, given as a value or as text.

        Raises `IllegalMove` with the reason, or `BadNotation` for a text that is not a move.
        """
        if isinstance(move, str):
            move = Move.parse(move)
        if self.hides or not self.allows(move):
            from doublesix.rules.legality import why_illegal

            reason = why_illegal(self, move)
            if reason is not None:
                raise IllegalMove(reason)
        return self._after(move)

    def end(self, ending: str, seats: Sequence[int] = ()) -> Position:
        """The position ended from outside the line: `forfeit` by `seats`, or `void`. Raises `BadRecord`."""
        if self.outcome is not None:
            raise BadRecord(f"the round has already ended ({self.outcome.ending}); it cannot end as {ending}")
        after = self._copy()
        after.outcome = end_outcome(self, ending, tuple(seats))
        after.turn = None
        return after

    def _copy(self) -> Position:
        new = Position.__new__(Position)
        new.rules = self.rules
        new.leader = self.leader
        new.later = self.later
        new.lead_tile = self.lead_tile
        new.hands = self.hands
        new.boneyard = self.boneyard
        new.line = self.line
        new.turn = self.turn
        new.passes = self.passes
        new.drawn = self.drawn
        new.points = self.points
        new.scores = self.scores
        new.round = self.round
        new.moves = self.moves
        new.turns = self.turns
        new.last_play = self.last_play
        new.outcome = self.outcome
        new._legal = None
        return new

    def _after(self, move: Move) -> Position:
        seat = self.turn
        assert seat is not None
        new = self._copy()
        new.turns = (*self.turns, seat)
        if move.kind == "draw":
            tile = self.boneyard[0] if self.boneyard[0] is not HIDDEN else move.tile or HIDDEN
            new.boneyard = self.boneyard[1:]
            new.hands = _swap(self.hands, seat, (*self.hands[seat], tile))
            new.drawn = self.drawn + 1
            new.moves = (*self.moves, Move("draw", None if tile is HIDDEN else tile))
            return new
        new.moves = (*self.moves, move)
        new.drawn = 0
        if move.kind == "pass":
            new.passes = self.passes + 1
            return new._next_turn_or_block(seat)
        assert move.tile is not None
        new.passes = 0
        new.last_play = seat
        new.hands = _swap(self.hands, seat, _without(self.hands[seat], move.tile))
        new.line = self.line.led(move.tile) if move.side is None else self.line.played(move.tile, move.side)
        return new._score_play(seat)

    def _score_play(self, seat: int) -> Position:
        """Points of the play just made, then: out, target reached, or the next turn (canon A21, W30)."""
        rules = self.rules
        count = rules.count
        gain = count.points(sum(pips for _, pips in self.line.exposed())) if count is not None else 0
        if self._is_out(seat):
            self.outcome = out_outcome(self, seat, gain)
            self.points = self.outcome.points
            self.turn = None
            return self
        if gain:
            gain = within_target(self, seat, gain)
            side = rules.side(seat, len(self.hands))
            self.points = tuple(p + gain if s in side else p for s, p in enumerate(self.points))
            target = rules.target
            reached = self.scores[seat] + self.points[seat]
            if target is not None and target.when == "now" and reached >= target.points:
                self.outcome = target_outcome(self, seat)
                self.turn = None
                return self
        self.turn = self._next_seat(seat)
        return self

    def _is_out(self, seat: int) -> bool:
        if self.hands[seat]:
            return False
        if self.rules.out_when == "first":
            return True
        return not any(self.hands[mate] for mate in self.rules.side(seat, len(self.hands)))

    def _next_seat(self, seat: int) -> int:
        """The next seat that still holds tiles."""
        players = len(self.hands)
        turn = (seat + 1) % players
        while not self.hands[turn]:
            turn = (turn + 1) % players
        return turn

    def _next_turn_or_block(self, seat: int) -> Position:
        holding = sum(1 for hand in self.hands if hand)
        if self.passes >= holding and self.drawable == 0:
            self.outcome = blocked_outcome(self)
            self.points = self.outcome.points if self.outcome.points is not None else self.points
            self.turn = None
        else:
            self.turn = self._next_seat(seat)
        return self


def _swap(hands: Hands, seat: int, hand: tuple[Tile, ...]) -> Hands:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _without(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The hand without a tile; a tile that is not among the known ones was one of the hidden ones."""
    place = hand.index(tile if tile in hand else HIDDEN)
    return hand[:place] + hand[place + 1 :]


# --- dealing ---------------------------------------------------------------------------------------------------------


def deal(
    rules: Rules,
    players: int,
    rng: Shuffler,
    *,
    leader: int | None = None,
    later: bool = False,
    scores: Sequence[int] | None = None,
    round_number: int = 1,
) -> Position:
    """Deal a round: every order of the set is equally likely, given a uniform `rng`.

    Where the rules leave the leader to lot, `rng` draws it unless `leader` is given.
    """
    check_players(rules, players)
    tiles = list(tile_set(rules.max_pip))
    rng.shuffle(tiles)
    size = rules.hand_size[players]
    hands = [tiles[seat * size : (seat + 1) * size] for seat in range(players)]
    if leader is None and rules.leader == "lot" and not later:
        leader = rng.randrange(players)
    return start(
        rules, hands, tiles[players * size :], leader=leader, later=later, scores=scores, round_number=round_number
    )


def start(
    rules: Rules,
    hands: Sequence[Sequence[Tile | str]],
    boneyard: Sequence[Tile | str],
    *,
    leader: int | None = None,
    later: bool = False,
    scores: Sequence[int] | None = None,
    round_number: int = 1,
) -> Position:
    """The first position of a round from a given deal. Raises `BadRecord` saying what is wrong with it.

    Tiles may be given as text, as in a record. A text that is none raises `BadNotation`.

    `later` marks a round of a match led by rotation or by the winner: `leader` is then needed, and leads any tile.
    Tiles may be `HIDDEN`, at full count.
    """
    players = len(hands)
    check_players(rules, players)
    dealt, yard = tuple(map(_tiles, hands)), _tiles(boneyard)
    check_deal(rules, dealt, yard)
    if leader is not None and (isinstance(leader, bool) or not isinstance(leader, int) or not 0 <= leader < players):
        raise BadRecord(f"leader is a seat from 0 to {players - 1}, not {leader!r}")
    if scores is not None and (
        len(scores) != players or any(isinstance(s, bool) or not isinstance(s, int) or s < 0 for s in scores)
    ):
        raise BadRecord(f"scores are {players} whole numbers, one a seat, not {list(scores)!r}")
    new = Position.__new__(Position)
    new.rules = rules
    new.later = later
    new.leader = _leader(rules, dealt, yard, leader, later)
    new.lead_tile = None
    if rules.lead_tile == "qualifying" and not later and HIDDEN not in dealt[new.leader]:
        new.lead_tile = qualifying(dealt[new.leader])
    new.hands = dealt
    new.boneyard = yard
    new.line = Line(rules)
    new.turn = new.leader
    new.passes = new.drawn = 0
    new.points = (0,) * players
    new.scores = tuple(scores) if scores is not None else (0,) * players
    new.round = round_number
    new.moves = new.turns = ()
    new.last_play = None
    new.outcome = None
    new._legal = None
    return new


def check_players(rules: Rules, players: int) -> None:
    """Raise `BadRecord` where the rules do not allow this number of players."""
    if players not in rules.players:
        allowed = either(list(map(str, rules.players)))
        if rules.partners:
            raise BadRecord(
                Phrase(
                    "{rules} is for {allowed} players (partners sit at four), not {n}",
                    rules=rules.title,
                    allowed=allowed,
                    n=players,
                )
            )
        raise BadRecord(
            Phrase("{rules} is for {allowed} players, not {n}", rules=rules.title, allowed=allowed, n=players)
        )


def _tiles(given: Sequence[Tile | str]) -> tuple[Tile, ...]:
    """Tiles, those that are text read."""
    if isinstance(given, str):
        raise BadRecord(f"a hand or the boneyard is a list of tiles, not the text {given[:40]!r}")
    found = []
    for tile in given:
        if not isinstance(tile, (Tile, str)):
            raise BadRecord(f"a deal holds tiles or their texts, not {tile!r}")
        found.append(read_tile(tile) if isinstance(tile, str) else tile)
    return tuple(found)


def check_deal(rules: Rules, hands: Sequence[Sequence[Tile]], boneyard: Sequence[Tile]) -> None:
    """Raise `BadRecord` where a deal has too many or too few tiles, one twice, or one that is not in the set."""
    players, size = len(hands), rules.hand_size[len(hands)]
    for seat, hand in enumerate(hands):
        if len(hand) != size:
            raise BadRecord(
                Phrase(
                    "seat {seat} was dealt {n} tiles; {rules} deals {size} to each of {players}",
                    seat=seat,
                    n=len(hand),
                    rules=rules.title,
                    size=size,
                    players=players,
                )
            )
    rest = rules.size - players * size
    if len(boneyard) != rest:
        raise BadRecord(
            Phrase(
                "the boneyard has {n} tiles; {rest} of the {size} are left after the deal",
                n=len(boneyard),
                rest=rest,
                size=rules.size,
            )
        )
    known = [tile for part in (*hands, boneyard) for tile in part if tile is not HIDDEN]
    for tile in known:
        if tile[0] > rules.max_pip:
            raise BadRecord(Phrase("{tile} is not in the double-{n} set", tile=str(tile), n=rules.max_pip))
    twice = [tile for tile, times in Counter(known).items() if times > 1]
    if twice:
        missing = sorted(set(tile_set(rules.max_pip)) - set(known))
        if len(known) == rules.size:
            raise BadRecord(
                Phrase(
                    "every tile exists once, and {tiles} was dealt twice; missing: {missing}",
                    tiles=show(twice),
                    missing=show(missing),
                )
            )
        raise BadRecord(Phrase("every tile exists once, and {tiles} was dealt twice", tiles=show(twice)))


def _leader(
    rules: Rules, hands: Sequence[Sequence[Tile]], boneyard: Sequence[Tile], leader: int | None, later: bool
) -> int:
    if later:
        if leader is None:
            raise BadRecord(
                Phrase("a later round needs its leader: the seat that rotation or the last winner gives")
            )
        return leader
    if rules.leader == "seat":
        return 0 if leader is None else leader
    if rules.leader == "lot":
        if leader is None:
            raise BadRecord(
                Phrase('the leader is drawn by lot, so the record has to name it: "leader": a seat')
            )
        return leader
    return _highest(rules, hands, boneyard, leader)


def _highest(rules: Rules, hands: Sequence[Sequence[Tile]], boneyard: Sequence[Tile], leader: int | None) -> int:
    """The holder of the highest double, else of the heaviest tile, else of the higher half (canon A02-A04).

    A hand with hidden tiles may hold any tile that is not seen elsewhere: as far as that leaves it open, the leader has
    to be named.
    """
    best = [max((heaviest_first(tile) for tile in hand if tile is not HIDDEN), default=_NONE) for hand in hands]
    top = max(range(len(hands)), key=lambda seat: best[seat])
    unseen, sure = _NONE, all(HIDDEN not in hand for hand in hands)
    if not sure:
        known = {tile for part in (*hands, boneyard) for tile in part}
        unseen = max((heaviest_first(tile) for tile in tile_set(rules.max_pip) if tile not in known), default=_NONE)
        sure = best[top] > unseen
    if leader is None:
        if not sure:
            raise BadRecord('hidden hands do not show who leads, so the record has to name it: "leader": a seat')
        return top
    could = max(best[leader], unseen) if HIDDEN in hands[leader] else best[leader]
    if leader != top and (sure or could < best[top]):
        own = qualifying([tile for tile in hands[top] if tile is not HIDDEN])
        raise BadRecord(
            f"seat {top} leads, for it holds {own}, the highest double or heaviest tile dealt; "
            f"the record names seat {leader}"
            if sure
            else f"seat {leader} does not lead, for seat {top} holds {own}, which is higher than all it can hold"
        )
    return leader


_NONE = (False, -1, -1)
