"""Completes a partial position into a full deal and the moves that lead to it, under the rules as they are.

A worked position names what matters: hands, ends, what is left in the boneyard. Every other tile then lies on the line.
A line through exactly those tiles is drawn at random (an Euler trail), its tiles are given to the seats in turn, and
draws are put where a seat could not have played: whatever it held then, or drew in vain, fits neither end. The slow
referee has the last word on every record.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence

import referee
from referee import Json, Pair

Ends = tuple[int, int]


class OutOfReach(Exception):
    """No round can come to such a position: the halves on the line would not pair up."""


def odd_values(tiles: Sequence[Pair]) -> set[int]:
    """Values that an odd number of halves shows."""
    seen = Counter(half for tile in tiles for half in tile)
    return {value for value, times in seen.items() if times % 2}


def can_lie(off_the_line: Sequence[Pair], ends: Ends, top: int = 6) -> bool:
    """Whether the tiles that are not off the line can form one line with these ends, by counting halves."""
    on = [tile for tile in referee.whole_set(top) if tile not in off_the_line]
    return odd_values(on) == {ends[0], ends[1]} - ({ends[0]} if ends[0] == ends[1] else set())


def trail(tiles: Sequence[Pair], ends: Ends, rng: random.Random) -> list[Pair] | None:
    """The tiles as one line from the left end to the right one, halves as they lie; None where there is none."""
    left = list(tiles)
    rng.shuffle(left)
    path, done = [ends[0]], []
    while path:
        here = path[-1]
        step = next((tile for tile in left if here in tile), None)
        if step is None:
            done.append(path.pop())
        else:
            left.remove(step)
            path.append(step[1] if step[0] == here else step[0])
    done.reverse()
    if left or len(done) != len(tiles) + 1 or (done[0], done[-1]) != ends:
        return None
    return list(itertools.pairwise(done))


def reach(
    rules: str | Json,
    hands: Sequence[Sequence[str] | int],
    boneyard: Sequence[str] | int,
    ends: Ends | None,
    turn: int,
    *,
    seed: int = 0,
    tries: int = 20_000,
    **more: object,
) -> Json:
    """A record whose last position has these hands, boneyard (or so many tiles of each), open ends and turn.

    `ends` may be left open. `more` is put into the record (`scores`). Raises `OutOfReach` where counting halves shows
    that there is no such round.
    """
    rng = random.Random(seed)
    fields = referee.rules_of(rules)
    if "leader" in more:  # a later round: whoever leads it leads any tile
        fields = {**fields, "leader": "seat", "lead_tile": "any"}
    if ends is None:
        values = list(range(fields["max_pip"] + 1))
        for pick in [(rng.choice(values), rng.choice(values)) for _ in range(300)]:
            try:
                return reach(rules, hands, boneyard, pick, turn, seed=seed, tries=300, **more)
            except (OutOfReach, LookupError):
                continue
        raise LookupError(f"nothing found for {hands}, {boneyard}")
    known = [referee.pair(text) for part in (*hands, boneyard) if not isinstance(part, int) for text in part]
    free = [tile for tile in referee.whole_set(fields["max_pip"]) if tile not in known]
    if all(not isinstance(part, int) for part in (*hands, boneyard)) and not can_lie(known, ends, fields["max_pip"]):
        raise OutOfReach(f"ends {ends} with {hands} and {boneyard} off the line")
    for _ in range(tries):
        rng.shuffle(free)
        rest = iter(free)
        final = [
            [next(rest) for _ in range(part)] if isinstance(part, int) else [referee.pair(text) for text in part]
            for part in (*hands, boneyard)
        ]
        on = list(rest)
        if not can_lie([tile for part in final for tile in part], ends, fields["max_pip"]):
            continue
        line = trail(on, ends, rng)
        record = line and _as_played(rules, fields, final, line, turn, rng)
        if not record:
            continue
        record |= more
        answer = referee.judge(record)
        if answer["ok"] and answer["ends"] == {"L": ends[0], "R": ends[1]}:
            return record
    raise LookupError(f"nothing found for {hands}, {boneyard}, {ends}")


def _as_played(
    rules: str | Json,
    fields: Json,
    final: list[list[Pair]],
    line: list[Pair],
    turn: int,
    rng: random.Random,
) -> Json | None:
    """A record that lays `line` tile by tile and leaves the `final` hands and boneyard, or None for a bad try."""
    players = len(final) - 1
    leader = (turn - len(line)) % players
    starts = [at for at, tile in enumerate(line) if tile[0] >= tile[1]]
    if not starts:
        return None
    start = rng.choice(starts)
    if fields["leader"] == "highest" and fields["lead_tile"] == "qualifying":
        start = max(range(len(line)), key=lambda at: referee.lead_worth(_plain(line[at])))
        if start not in starts:
            return None
    low, high = start, start
    plays: list[tuple[Pair, str, Ends]] = [(_plain(line[start]), "", line[start])]
    while high - low + 1 < len(line):
        now = (line[low][0], line[high][1])
        if low > 0 and (high == len(line) - 1 or rng.random() < 0.5):
            low -= 1
            plays.append((_plain(line[low]), "L", now))
        else:
            high += 1
            plays.append((_plain(line[high]), "R", now))
    size = fields["hand_size"][str(players)]
    draws: dict[int, list[Pair]] = {}
    dealt: list[list[Pair]] = []
    for seat in range(players):
        own = [at for at in range(len(plays)) if (leader + at) % players == seat]
        lead = plays[0][0] if fields["leader"] == "highest" else None
        found = _draws_of(own, plays, final[seat], size, fields["draw_limit"], lead, rng)
        if found is None:
            return None
        dealt.append(found[0])
        draws |= found[1]
    moves: list[str] = []
    boneyard: list[Pair] = []
    for at, (tile, side, _) in enumerate(plays):
        drawn = draws.get(at, [])
        boneyard += drawn
        moves += ["draw"] * len(drawn) + [referee.written(tile) + side]
    return {
        "rules": rules,
        "players": players,
        **({"leader": leader} if fields["leader"] == "lot" or (leader and fields["leader"] == "seat") else {}),
        "hands": [[referee.written(tile) for tile in sorted(hand, reverse=True)] for hand in dealt],
        "boneyard": [referee.written(tile) for tile in boneyard + final[-1]],
        "moves": moves,
    }  # fmt: skip


def _plain(tile: Pair) -> Pair:
    return (max(tile), min(tile))


def _fits(tile: Pair, ends: Ends) -> bool:
    return ends[0] in tile or ends[1] in tile


def _draws_of(
    own: list[int],
    plays: list[tuple[Pair, str, Ends]],
    kept: list[Pair],
    size: int,
    limit: int | None,
    lead: Pair | None,
    rng: random.Random,
) -> tuple[list[Pair], dict[int, list[Pair]]] | None:
    """What one seat was dealt and what it drew before which of its plays; None where this try does not work out."""
    need = len(own) + len(kept) - size
    if need < 0 or (need and limit == 0):
        return None
    if need == 0 and lead is not None and any(referee.lead_worth(tile) > referee.lead_worth(lead) for tile in kept):
        return None
    if need == 0:
        return [plays[at][0] for at in own] + kept, {}
    able = [at for at in own if at > 0]
    rng.shuffle(able)
    for times in range(1, min(need, 4) + 1):
        for _ in range(6):
            events = sorted(rng.sample(able, min(times, len(able))))
            found = _hand_out(own, plays, kept, size, need, events, limit, lead, rng)
            if found is not None:
                return found
    return None


def _hand_out(
    own: list[int],
    plays: list[tuple[Pair, str, Ends]],
    kept: list[Pair],
    size: int,
    need: int,
    events: list[int],
    limit: int | None,
    lead: Pair | None,
    rng: random.Random,
) -> tuple[list[Pair], dict[int, list[Pair]]] | None:
    drawn: dict[int, list[Pair]] = {at: [] for at in events}
    dealt: list[Pair] = []
    waiting: list[tuple[Pair, list[int]]] = []
    for tile, at in [(plays[at][0], at) for at in own if at not in events] + [(tile, 10**6) for tile in kept]:
        before = [event for event in events if event < at]
        ways = [
            event for event in before if not any(_fits(tile, plays[later][2]) for later in before if later >= event)
        ]
        leads = lead is not None and referee.lead_worth(tile) > referee.lead_worth(lead)
        if not leads and not any(_fits(tile, plays[event][2]) for event in before):
            ways.append(-1)
        if not ways:
            return None
        waiting.append((tile, ways))
    rng.shuffle(waiting)
    waiting.sort(key=lambda one: -1 in one[1])
    room = need - len(events)
    for tile, ways in waiting:
        by_draw = [event for event in ways if event >= 0 and (limit is None or len(drawn[event]) + 1 < limit)]
        if -1 in ways and (len(dealt) < size and (room == 0 or not by_draw or rng.random() < 0.5)):
            dealt.append(tile)
        elif by_draw and room:
            drawn[rng.choice(by_draw)].append(tile)
            room -= 1
        elif -1 in ways and len(dealt) < size:
            dealt.append(tile)
        else:
            return None
    if room or len(dealt) != size:
        return None
    for at in events:
        drawn[at].append(plays[at][0])
    return dealt, drawn


def blocked_round(
    rules: str | Json, totals: Sequence[int], boneyard: int, *, seed: int = 0, sizes: Sequence[int] = (), **more: object
) -> Json:
    """A round that ends blocked with these pips in the hands, seat by seat (of `sizes` tiles, where that is given)."""
    rng = random.Random(seed)
    fields = referee.rules_of(rules)
    for _ in range(5000):
        ends = (rng.choice(range(fields["max_pip"] + 1)), rng.choice(range(fields["max_pip"] + 1)))
        free = [tile for tile in referee.whole_set(fields["max_pip"]) if not _fits(tile, ends)]
        hands = _hands_of(free, totals, sizes, rng)
        if hands is None:
            continue
        try:
            left: Sequence[str] | int = boneyard or []
            turn = rng.randrange(len(totals))
            record = reach(rules, hands, left, ends, turn, seed=rng.randrange(10**6), tries=20, **more)
        except (OutOfReach, LookupError):
            continue
        record["moves"] += ["pass"] * len(totals)
        if (referee.judge(record).get("outcome") or {}).get("ending") == "blocked":
            return record
    raise LookupError(f"nothing found for {totals}")


def out_round(
    rules: str | Json, totals: Sequence[int], boneyard: int, *, seed: int = 0, sizes: Sequence[int] = (), **more: object
) -> Json:
    """A round that seat 0 ends by playing its last tile, with these pips left in the other hands (0 for its own)."""
    rng = random.Random(seed)
    fields = referee.rules_of(rules)
    for _ in range(5000):
        ends = (rng.choice(range(fields["max_pip"] + 1)), rng.choice(range(fields["max_pip"] + 1)))
        hands = _hands_of(referee.whole_set(fields["max_pip"]), totals[1:], sizes[1:], rng)
        if hands is not None:
            try:
                return reach(rules, [[], *hands], boneyard, ends, 1, seed=rng.randrange(10**6), tries=20, **more)
            except (OutOfReach, LookupError):
                continue
    raise LookupError(f"nothing found for {totals}")


def _hands_of(
    free: list[Pair], totals: Sequence[int], sizes: Sequence[int], rng: random.Random
) -> list[list[str]] | None:
    """Hands with these totals from some tiles, or None."""
    hands = []
    for seat, total in enumerate(totals):
        for _ in range(60):
            few = rng.sample(free, min(len(free), sizes[seat] if sizes else rng.choice([1, 1, 2, 2, 3, 4])))
            if referee.weight(few) == total:
                break
        else:
            return None
        hands.append([referee.written(tile) for tile in few])
        free = [tile for tile in free if tile not in few]
    return hands
