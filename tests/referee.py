"""A slow referee, written apart from the package it checks: it imports nothing of it and shares no table with it.

It reads a record as JSON and says what the canon says: whose turn each move was, the legal moves, the open ends, the
outcome with places and points, or the index of the first bad move. Tiles are plain pairs, the line is a list of tiles
with faces that are free or taken, and everything is worked out anew from that list at every step. The table of presets
is copied by hand from canon part 3.3, so that a slip in either table shows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

Pair = tuple[int, int]
Json = dict[str, Any]


class Refused(Exception):
    """The record is at fault: `at` is the index of the first bad move, None where the deal is."""

    def __init__(self, at: int | None, why: str) -> None:
        super().__init__(why)
        self.at = at


# --- the presets, from canon part 3.3 ---------------------------------------------------------------------------------


def _row(
    hand: dict[int, int],
    *,
    top: int = 6,
    pairs: bool = False,
    lead: tuple[str, str] = ("highest", "qualifying"),
    later: str = "again",
    draws: int | None = None,
    voluntary: bool = False,
    reserve: int = 0,
    spinner: str = "none",
    arms: str = "sides-first",
    count: tuple[list[int], str] | None = None,
    pay: tuple[str | int, str, int] = ("losers", "margin", 1),
    until: int | None = None,
    exact: bool = False,
) -> Json:
    target = None
    if until is not None:
        target = {
            "points": until,
            "mode": "exact" if exact else "at-least",
            "when": "now" if exact else "round",
        }
    return {
        "max_pip": top,
        "hand_size": {str(n): size for n, size in hand.items()},
        "partners": pairs,
        "leader": lead[0],
        "lead_tile": lead[1],
        "next_leader": later,
        "draw_limit": draws,
        "voluntary_draw": voluntary,
        "reserve": reserve,
        "spinner": spinner,
        "arms": arms,
        "count": None if count is None else {"multiples": count[0], "score": count[1]},
        "pay": {"out": pay[0], "blocked": pay[1], "round_to": pay[2]},
        "out_when": "first",
        "target": target,
    }


_HOYLE: Final = {2: 7, 3: 5, 4: 5}
_FREE: Final = ("lot", "any")
_FIVES: Final = ([5], "total")

CANON: Final[dict[str, Json]] = {
    "ply-yard": _row({2: 7}, lead=("seat", "any"), reserve=2, pay=("none", "none", 1)),
    "draw-100": _row({2: 7, 3: 7, 4: 6}, until=100),
    "ranked-draw": _row({2: 7, 3: 5, 4: 5}),
    "ranked-block": _row({2: 7, 3: 7, 4: 7}, draws=0),
    "block": _row(_HOYLE, later="rotate", draws=0, until=100),
    "draw": _row(_HOYLE, lead=_FREE, later="rotate", voluntary=True, reserve=2, until=100),
    "draw-classic": _row({2: 7}, later="rotate", reserve=2, until=100),
    "all-fives": _row(
        {2: 9, 3: 7, 4: 5},
        lead=_FREE, later="winner", spinner="first", count=_FIVES, pay=("losers", "losers", 5), until=250,
    ),
    "muggins": _row({2: 7, 3: 7, 4: 7}, reserve=2, count=_FIVES, pay=("losers", "losers", 5), until=100),
    "five-up": _row(
        {2: 9, 3: 7, 4: 5},
        lead=_FREE, later="winner", spinner="all", count=_FIVES, pay=("losers", "losers", 5), until=250,
    ),
    "fives-and-threes": _row(
        _HOYLE,
        lead=_FREE, later="rotate", draws=0, count=([3, 5], "quotient"), pay=(1, "none", 1), until=61, exact=True,
    ),
    "partners": _row({4: 7}, pairs=True, later="rotate", draws=0, pay=("losers", "losers", 1), until=100),
    "puerto-rico": _row({4: 7}, pairs=True, later="winner", draws=0, pay=("others", "all", 1), until=200),
    "cuban": _row(
        {4: 10}, top=9, pairs=True, lead=_FREE, later="rotate", draws=0, pay=("losers", "losers", 1), until=150
    ),
    "draw-9": _row(dict.fromkeys(range(2, 8), 7), top=9, until=100),
    "draw-12": _row(dict.fromkeys(range(2, 11), 7), top=12, until=100),
    "block-9": _row(dict.fromkeys(range(2, 8), 7), top=9, later="rotate", draws=0, until=100),
    "block-12": _row(dict.fromkeys(range(2, 11), 7), top=12, later="rotate", draws=0, until=100),
    "cross": _row({2: 7, 3: 6, 4: 5}, reserve=2, spinner="first", arms="fill-first", until=100),
    "sebastopol": _row(
        {4: 7}, draws=0, spinner="lead", arms="fill-first", pay=("losers", "losers", 1), until=100
    ),
}  # fmt: skip


def rules_of(value: Any) -> Json:
    """All fields of the rules of a record: a preset id, an override of one, or the fields themselves."""
    if isinstance(value, str):
        return CANON[value]
    if "base" in value:
        return {**CANON[value["base"]], **{key: part for key, part in value.items() if key in CANON["draw"]}}
    return dict(value)


# --- tiles ------------------------------------------------------------------------------------------------------------


def pair(text: str) -> Pair:
    """A tile as a pair, heavier half first."""
    one, other = (int(half) for half in text.split("-"))
    return max(one, other), min(one, other)


def written(tile: Pair) -> str:
    """A tile as text."""
    return f"{tile[0]}-{tile[1]}"


def whole_set(top: int) -> list[Pair]:
    """One tile of each pair of values."""
    return [(high, low) for high in range(top + 1) for low in range(high + 1)]


def weight(tiles: Sequence[Pair]) -> int:
    """Pips of some tiles."""
    return sum(one + other for one, other in tiles)


def lead_worth(tile: Pair) -> int:
    """How early a tile leads: doubles from the highest down, then by pips, then by the heavier half."""
    high, low = tile
    return 10_000 + high if high == low else 100 * (high + low) + high


_PLAIN_MOVE = re.compile(r"(\d{1,2})[-|](\d{1,2})\s*(?:([lrud])(?:eft|ight|p|own)?(\d{1,2})?)?")
_SHORT_MOVE = re.compile(r"(\d)(\d)\s*(?:([lrud])(?:eft|ight|p|own)?(\d{1,2})?)?")


def read_move(text: object) -> tuple[str, Pair | None, str | None] | None:
    """A move as kind, tile and side; None for what is not one."""
    if not isinstance(text, str):
        return None
    low = text.strip().lower()
    if low in ("draw", "pass"):
        return low, None, None
    if low.startswith("draw:"):
        rest = read_move(low[5:])
        return ("draw", rest[1], None) if rest and rest[0] == "lead" else None
    found = _PLAIN_MOVE.fullmatch(low) or _SHORT_MOVE.fullmatch(low)
    if found is None:
        return None
    tile = (max(int(found[1]), int(found[2])), min(int(found[1]), int(found[2])))
    if found[3] is None:
        return "lead", tile, None
    return "play", tile, found[3].upper() + (found[4] or "")


# --- the line ---------------------------------------------------------------------------------------------------------


class Laid:
    """A tile on the table: its faces by name, the value each shows, and which are taken."""

    def __init__(self, tile: Pair, spinner: bool) -> None:
        self.tile = tile
        self.spinner = spinner
        self.long: dict[str, int] = {}
        """The two faces in the line: the arm each leads into (`in` for the inner one) and its value."""
        self.cross: dict[str, int] = {}
        """The two faces at the sides of a spinner."""
        self.taken: set[str] = set()

    @property
    def double(self) -> bool:
        return self.tile[0] == self.tile[1]

    def free_long(self) -> list[str]:
        return [name for name in self.long if name not in self.taken]

    def free_cross(self) -> list[str]:
        return [name for name in self.cross if name not in self.taken]


def lay(table: list[Laid], rules: Json, tile: Pair, side: str | None) -> None:
    """Put a tile on the table; the side must be open and fit."""
    kind = rules["spinner"]
    double = tile[0] == tile[1]
    first = not any(other.double for other in table)
    spinner = double and (kind == "all" or (kind == "lead" and not table) or (kind == "first" and first))
    new = Laid(tile, spinner)
    if side is None:
        new.long = {"L": tile[0], "R": tile[1]}
    else:
        below = next(other for other in table if side in other.free_long() + other.free_cross())
        value = below.long[side] if side in below.long else below.cross[side]
        below.taken.add(side)
        new.long = {"in": value, side: tile[1] if tile[0] == value else tile[0]}
        new.taken.add("in")
    if spinner:
        mark = str(tile[0]) if kind == "all" else ""
        new.cross = {"U" + mark: tile[0], "D" + mark: tile[0]}
    table.append(new)


def open_ends(table: list[Laid], rules: Json) -> dict[str, int]:
    """Every side that takes a tile now, with the value it takes."""
    ends: dict[str, int] = {}
    if rules["arms"] == "fill-first":
        for laid in table:
            if laid.spinner:
                for name in laid.free_long():
                    ends[name] = laid.long[name]
                for name in laid.free_cross():
                    ends[name] = laid.cross[name]
        if ends:
            return ends
    for laid in table:
        for name in laid.free_long():
            ends[name] = laid.long[name]
        if not laid.free_long():
            for name in laid.free_cross():
                ends[name] = laid.cross[name]
    return ends


def exposed_total(table: list[Laid]) -> int:
    """The open ends' total: a double shows both halves, the lead double alone once, unstarted side arms nothing."""
    total = 0
    for laid in table:
        free = laid.free_long()
        if laid.double:
            total += weight([laid.tile]) if free else 0
        else:
            total += sum(laid.long[name] for name in free)
    return total


# --- a round ----------------------------------------------------------------------------------------------------------


class Round:
    """A round in progress."""

    def __init__(self, rules: Json, hands: Sequence[Sequence[Pair]], boneyard: Sequence[Pair]) -> None:
        self.rules = rules
        self.hands = [list(hand) for hand in hands]
        self.boneyard = list(boneyard)
        self.players = len(hands)
        self.table: list[Laid] = []
        self.leader = 0
        self.bound: Pair | None = None
        self.turn: int | None = None
        self.drawn = 0
        self.passes = 0
        self.points = [0] * self.players
        self.scores = [0] * self.players
        self.last_play: int | None = None
        self.outcome: Json | None = None

    def side_of(self, seat: int) -> list[int]:
        """The seats that win together with a seat, itself among them."""
        if self.rules["partners"]:
            return [other for other in range(self.players) if other % 2 == seat % 2]
        return [seat]

    def sides(self) -> list[list[int]]:
        """All sides."""
        return [self.side_of(seat) for seat in range(self.players) if self.side_of(seat)[0] == seat]

    def left_to_draw(self) -> int:
        """Tiles that may still be drawn in this round."""
        if self.rules["draw_limit"] == 0:
            return 0
        return max(0, len(self.boneyard) - int(self.rules["reserve"]))

    def legal(self) -> list[str]:
        """Every legal move as text, sorted."""
        if self.turn is None:
            return []
        hand = self.hands[self.turn]
        if not self.table:
            return sorted(written(tile) for tile in hand if self.bound in (None, tile))
        found = []
        ends = open_ends(self.table, self.rules)
        for tile in hand:
            for side, value in ends.items():
                if value == tile[0] or value == tile[1]:
                    found.append(written(tile) + side)
        limit = self.rules["draw_limit"]
        can_draw = self.left_to_draw() > 0 and (limit is None or self.drawn < limit)
        if found:
            return sorted(found) + (["draw"] if can_draw and self.rules["voluntary_draw"] else [])
        return ["draw"] if can_draw else ["pass"]

    def make(self, text: object, allowed: list[str]) -> str | None:
        """Make a move, given what `legal` says; the reason in a few words where it may not be made."""
        move = read_move(text)
        if move is None:
            return "not a move"
        if self.turn is None:
            return "the round is over"
        kind, tile, side = move
        plain = kind if tile is None or kind == "draw" else written(tile) + (side or "")
        if plain not in allowed:
            return f"{plain} is not among {allowed}"
        seat = self.turn
        if kind == "draw":
            if tile is not None and tile != self.boneyard[0]:
                return "that is not the next tile"
            self.hands[seat].append(self.boneyard.pop(0))
            self.drawn += 1
            return None
        self.drawn = 0
        if kind == "pass":
            self.passes += 1
            holding = [hand for hand in self.hands if hand]
            if self.passes >= len(holding) and self.left_to_draw() == 0:
                self.finish("blocked", seat)
            else:
                self.go_on(seat)
            return None
        assert tile is not None
        self.hands[seat].remove(tile)
        lay(self.table, self.rules, tile, side)
        self.passes = 0
        self.last_play = seat
        self.score(seat)
        return None

    def go_on(self, seat: int) -> None:
        """The turn moves to the next seat that holds tiles."""
        seats = [(seat + step) % self.players for step in range(1, self.players + 1)]
        self.turn = next(other for other in seats if self.hands[other])

    def score(self, seat: int) -> None:
        """Points of a play just made, and what it ends."""
        gain = self.points_in_play()
        mates = self.side_of(seat) if self.rules["out_when"] == "side" else [seat]
        if not any(self.hands[mate] for mate in mates):
            self.finish("domino", seat, gain)
            return
        target = self.rules["target"]
        if gain and not self.too_much(seat, gain):
            self.add(seat, gain)
            if target and target["when"] == "now" and self.scores[seat] + self.points[seat] >= target["points"]:
                self.finish("target", seat)
                return
        self.go_on(seat)

    def points_in_play(self) -> int:
        """What the open ends score now."""
        count = self.rules["count"]
        if count is None:
            return 0
        total = exposed_total(self.table)
        fitting = [multiple for multiple in count["multiples"] if total % multiple == 0]
        if count["score"] == "total":
            return total if fitting else 0
        return sum(total // multiple for multiple in fitting)

    def too_much(self, seat: int, gain: int) -> bool:
        """Whether a gain would pass a target that must be met exactly."""
        target = self.rules["target"]
        if target is None or target["mode"] != "exact":
            return False
        return bool(self.scores[seat] + self.points[seat] + gain > target["points"])

    def add(self, seat: int, gain: int) -> None:
        """Points for a seat, and for its partner too."""
        for mate in self.side_of(seat):
            self.points[mate] += gain

    def rounded(self, points: int) -> int:
        """The nearest multiple of `round_to`, found by trying."""
        step = self.rules["pay"]["round_to"]
        multiples = range(0, points + step + 1, step)
        return min(multiples, key=lambda multiple: abs(multiple - points))

    def finish(self, ending: str, seat: int, gain: int = 0) -> None:
        """The round is over: who won, the places, and what the end pays."""
        own = [weight(hand) for hand in self.hands]
        totals = {tuple(side): sum(own[mate] for mate in side) for side in self.sides()}
        if ending == "blocked":
            ranks = {side: (0, total) for side, total in totals.items()}
        else:
            ranks = {side: (0 if seat in side else 1, total) for side, total in totals.items()}
        places = [0] * self.players
        for side, rank in ranks.items():
            ahead = sum(len(other) for other, theirs in ranks.items() if theirs < rank)
            for mate in side:
                places[mate] = ahead + 1
        best = [side for side, rank in ranks.items() if rank == min(ranks.values())]
        if ending == "domino":
            due = gain + self.rounded(self.pay_for_out(seat, own))
            if not self.too_much(seat, due):
                self.add(seat, due)
        elif ending == "blocked" and len(best) == 1:
            due = self.rounded(self.pay_for_block(list(best[0]), own))
            if not self.too_much(best[0][0], due):
                self.add(best[0][0], due)
        self.end(ending, own, places)

    def end(self, ending: str, own: list[int], places: list[int]) -> None:
        """Write the outcome down."""
        winners = [seat for seat, place in enumerate(places) if place == 1]
        if len(winners) == self.players:
            winners = []
        self.outcome = {
            "ending": ending,
            "winners": winners,
            "pips": own,
            "places": places,
            "points": list(self.points),
        }
        self.turn = None

    def pay_for_out(self, seat: int, own: list[int]) -> int:
        pay = self.rules["pay"]["out"]
        if pay == "none":
            return 0
        if pay == "losers":
            return sum(pips for other, pips in enumerate(own) if other not in self.side_of(seat))
        if pay == "others":
            return sum(own)
        return int(pay)

    def pay_for_block(self, side: list[int], own: list[int]) -> int:
        pay = self.rules["pay"]["blocked"]
        losers = sum(pips for other, pips in enumerate(own) if other not in side)
        winners = sum(own) - losers
        return int({"none": 0, "losers": losers, "all": losers + winners, "margin": losers - winners}[pay])

    def give_up(self, ending: str, seats: list[int]) -> None:
        """The round ends from outside: a forfeit, or void."""
        if self.outcome is not None:
            raise Refused(None, "the round was over already")
        own = [weight(hand) for hand in self.hands]
        if ending == "void":
            self.points = [0] * self.players
            self.end("void", own, [])
            return
        if not seats:
            raise Refused(None, "nobody forfeits")
        out = [side for side in self.sides() if any(seat in side for seat in seats)]
        if len(out) == len(self.sides()):
            raise Refused(None, "everybody forfeits")
        ranks = {tuple(side): (1, 0) if side in out else (0, sum(own[mate] for mate in side)) for side in self.sides()}
        places = [0] * self.players
        for side, rank in ranks.items():
            for mate in side:
                places[mate] = 1 + sum(len(other) for other, theirs in ranks.items() if theirs < rank)
        self.end("forfeit", own, places)


# --- records ----------------------------------------------------------------------------------------------------------


def begin(
    rules: Json,
    record: Json,
    *,
    leader: int | None,
    later: bool,
    scores: Sequence[int] | None = None,
) -> Round:
    """The round before its first move; refuses a deal that is not one."""
    hands = [[pair(text) for text in hand] for hand in record["hands"]]
    boneyard = [pair(text) for text in record["boneyard"]]
    size = rules["hand_size"].get(str(len(hands)))
    if size is None or any(len(hand) != size for hand in hands):
        raise Refused(None, "hands of the wrong size")
    if sorted(boneyard + [tile for hand in hands for tile in hand]) != sorted(whole_set(rules["max_pip"])):
        raise Refused(None, "not one tile of each")
    new = Round(rules, hands, boneyard)
    if scores is not None:
        new.scores = list(scores)
    new.leader = find_leader(rules, hands, leader, later)
    if rules["lead_tile"] == "qualifying" and not later:
        new.bound = max(hands[new.leader], key=lead_worth)
    new.turn = new.leader
    return new


def find_leader(rules: Json, hands: list[list[Pair]], named: int | None, later: bool) -> int:
    """Who leads, and a refusal where the record names nobody or somebody else."""
    if named is not None and not 0 <= named < len(hands):
        raise Refused(None, "no such seat")
    if later or rules["leader"] == "lot":
        if named is None:
            raise Refused(None, "no leader named")
        return named
    if rules["leader"] == "seat":
        return named or 0
    best = max((tile for hand in hands for tile in hand), key=lead_worth)
    holder = next(seat for seat, hand in enumerate(hands) if best in hand)
    if named is not None and named != holder:
        raise Refused(None, "somebody else leads")
    return holder


def moves_lead(rules: Json) -> bool:
    """Whether rotation or winning gives the lead of later rounds."""
    return rules["target"] is not None and rules["next_leader"] != "again"


def judge(record: Json) -> Json:
    """What `replay --legal --json` has to answer, without the error text."""
    rules = rules_of(record["rules"])
    try:
        if "rounds" in record:
            return judge_match(rules, record)
        later = moves_lead(rules) and record.get("leader") is not None
        state = begin(rules, record, leader=record.get("leader"), later=later, scores=record.get("scores"))
        return play_through(state, record)
    except Refused as refused:
        return {"ok": False, "at": refused.at}


def play_through(state: Round, record: Json) -> Json:
    """The answer for one round."""
    turns, legal = [], []
    for at, text in enumerate(record["moves"]):
        asked, seat = state.legal(), state.turn
        why = state.make(text, asked)
        if why is not None:
            raise Refused(at, why)
        assert seat is not None
        turns.append(seat)
        legal.append(asked)
    if record.get("end"):
        state.give_up(record["end"]["ending"], record["end"].get("seats", []))
    if state.outcome is None:
        legal.append(state.legal())
    ends = open_ends(state.table, state.rules)
    return {"ok": True, "turns": turns, "ends": ends, "outcome": state.outcome, "legal": legal}


def judge_match(rules: Json, record: Json) -> Json:
    """The answer for a match."""
    players = record["players"]
    scores, leader, winners = [0] * players, None, None
    rounds: list[Json] = []
    for number, inner in enumerate(record["rounds"]):
        try:
            if winners is not None or (rounds and rounds[-1]["outcome"] is None):
                raise Refused(None, "no further round")
            if inner.get("scores") not in (None, scores):
                raise Refused(None, "other scores before the round")
            named = inner.get("leader")
            if leader is not None and named not in (None, leader):
                raise Refused(None, "another seat leads")
            state = begin(
                rules, inner, leader=named if leader is None else leader, later=leader is not None, scores=scores
            )
            rounds.append(play_through(state, inner))
        except Refused as refused:
            return {"ok": False, "at": refused.at, "round": number}
        outcome = state.outcome
        if outcome is None or outcome["ending"] == "void":
            continue
        scores = [before + gain for before, gain in zip(scores, outcome["points"], strict=True)]
        winners = match_winners(state, scores)
        leader = leads_next(state) if winners is None else None
    return {"ok": True, "rounds": rounds, "scores": scores, "winners": winners}


def match_winners(state: Round, scores: list[int]) -> list[int] | None:
    """Who has won the match, None while it goes on."""
    outcome, target = state.outcome, state.rules["target"]
    assert outcome is not None
    if target is None or (outcome["ending"] == "forfeit" and len(state.sides()) == 2):
        return list(outcome["winners"])
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if max(scores) < target["points"]:
        return None
    alone = best == state.side_of(best[0])
    return best if alone or target["mode"] == "exact" else None


def leads_next(state: Round) -> int | None:
    """The seat that rotation or winning gives the next lead; None where deal or lot decides."""
    rules, outcome = state.rules, state.outcome
    assert outcome is not None
    if not moves_lead(rules):
        return None
    if rules["next_leader"] == "rotate":
        return (state.leader + 1) % state.players
    if outcome["ending"] == "blocked" and rules["leader"] == "lot":
        return None
    winners = outcome["winners"]
    if not winners or winners != state.side_of(winners[0]):
        return state.leader
    last = state.leader if state.last_play is None else state.last_play
    if last in winners:
        return last
    seats = [(last + step) % state.players for step in range(1, state.players + 1)]
    return int(next(seat for seat in seats if seat in winners))


# --- counting move sequences ------------------------------------------------------------------------------------------


def count_sequences(record: Json, depth: int) -> list[int]:
    """Move sequences of each length after a record, by replaying every one of them from the deal."""
    counts = []
    sequences: list[list[str]] = [list(record["moves"])]
    for _ in range(depth):
        longer = []
        for moves in sequences:
            answer = judge({**record, "moves": moves})
            if answer["outcome"] is not None:
                continue
            next_moves = answer["legal"][-1]
            ends = answer["ends"]
            if rules_of(record["rules"])["spinner"] == "none" and ends and ends["L"] == ends["R"]:
                next_moves = [text for text in next_moves if not text.endswith("R")]
            longer += [[*moves, text] for text in next_moves]
        sequences = longer
        counts.append(len(sequences))
    return counts
