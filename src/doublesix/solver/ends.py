"""Open ends as small numbers: all that the rest of a round needs to know about the line.

A state of the ends is the multiset of *tokens*, one for each place where the line may grow: its value and what kind of
place it is. Where the tokens lie (left, right, on which arm) does not matter to what can still be played.
"""

from __future__ import annotations

from typing import Final

from doublesix.rules import Line, Rules, Tile, tile_set

PLAIN: Final = 0
"""The end of an arm, or a side arm that is open and not started."""
SPINNER: Final = 1
"""A spinner lies at the end; once it is covered its two side arms open."""
LEAD: Final = 2
"""One long side of a lead that is a spinner; the other is still free too."""
START: Final = 3
"""With `fill-first`: an arm of the newest spinner that must be started before anything else grows."""

Tokens = tuple[tuple[int, int], ...]
"""Value and kind of each token, sorted, and at the end (-1, 1) once the one spinner of `first` has been laid."""

SPUN: Final = (-1, 1)


class EndStates:
    """The states of the ends that a round under some rules can reach."""

    __slots__ = ("_after", "_index", "_match", "_rules", "accepts", "bits", "tiles", "tokens")

    accepts: list[int]
    """For each state the mask of the tiles that fit somewhere."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.tiles = tile_set(rules.max_pip)
        self.bits = {tile: 1 << at for at, tile in enumerate(self.tiles)}
        self._match = [
            sum(bit for tile, bit in self.bits.items() if value in tile) for value in range(rules.max_pip + 1)
        ]
        self.tokens: list[Tokens] = []
        self.accepts = []
        self._index: dict[Tokens, int] = {}
        self._after: dict[tuple[int, int], tuple[int, ...]] = {}

    def mask(self, tiles: tuple[Tile, ...]) -> int:
        """The tiles as a bit mask, the lightest tile lowest."""
        return sum(self.bits[tile] for tile in tiles)

    def of(self, line: Line) -> int:
        """The state of a line that has begun."""
        return self._number(_tokens_of(line))

    def after(self, state: int, bit: int) -> tuple[int, ...]:
        """The different states that laying a fitting tile can lead to."""
        key = (state, bit)
        found = self._after.get(key)
        if found is None:
            tile = self.tiles[bit.bit_length() - 1]
            found = tuple(dict.fromkeys(self._number(tokens) for tokens in self._grown(self.tokens[state], tile)))
            self._after[key] = found
        return found

    def _number(self, tokens: Tokens) -> int:
        tokens = tuple(sorted(tokens))
        state = self._index.get(tokens)
        if state is None:
            state = self._index[tokens] = len(self.tokens)
            self.tokens.append(tokens)
            accepts = 0
            for value, kind in tokens:
                if value >= 0 and (kind == START or not _unfilled(tokens)):
                    accepts |= self._match[value]
            self.accepts.append(accepts)
        return state

    def _grown(self, tokens: Tokens, tile: Tile) -> list[Tokens]:
        """What the tokens become where the tile is laid on each that takes it."""
        out = []
        for token in dict.fromkeys(tokens):
            value, kind = token
            if value < 0 or value not in tile or (kind != START and _unfilled(tokens)):
                continue
            rest = list(tokens)
            rest.remove(token)
            if kind == SPINNER:
                rest += [(value, PLAIN)] * 2
            elif kind == LEAD:
                rest.remove(token)
                rest.append((value, SPINNER))
            out.append((*rest, *self._laid(tile, value, SPUN in tokens)))
        return out

    def _laid(self, tile: Tile, inner: int, spun: bool) -> Tokens:
        """The tokens that a tile laid at the end of an arm brings."""
        spinner = self._rules.spinner
        if not tile.is_double or spinner in ("none", "lead") or (spinner == "first" and spun):
            return ((tile.other(inner), PLAIN),)
        mark = (SPUN,) if spinner == "first" else ()
        if self._rules.arms == "fill-first":
            return ((inner, START),) * 3 + mark
        return ((inner, SPINNER), *mark)


def _unfilled(tokens: Tokens) -> bool:
    return any(kind == START for _, kind in tokens)


def _tokens_of(line: Line) -> Tokens:
    """The tokens of a line, read off its arms."""
    rules, lead = line.rules, line.lead
    assert lead is not None
    out: list[tuple[int, int]] = []
    spinners = {(arm, place): value for value, arm, place in line._spinners}
    fill_first = rules.arms == "fill-first"
    must_start = line._unfilled() if fill_first and spinners else {}
    lead_spins = (None, 0) in spinners
    for side in ("L", "R"):
        arm = line.arms.get(side, ())
        if side in must_start:
            out.append((must_start[side], START))
        elif arm:
            last_spins = not fill_first and (side, len(arm) - 1) in spinners
            out.append((arm[-1][1], SPINNER if last_spins else PLAIN))
        elif lead_spins and not fill_first:
            other = line.arms.get("R" if side == "L" else "L", ())
            out.append((lead.high, SPINNER if other else LEAD))
        else:
            out.append((line.outer(side), PLAIN))
    for value, arm_side, place in line._spinners:
        if not fill_first and not line._covered(arm_side, place):
            continue
        for side in line._side_arms(value):
            arm = line.arms.get(side, ())
            if side in must_start:
                out.append((must_start[side], START))
            else:
                last_spins = bool(arm) and not fill_first and (side, len(arm) - 1) in spinners
                out.append((arm[-1][1] if arm else value, SPINNER if last_spins else PLAIN))
    if rules.spinner == "first" and spinners:
        out.append(SPUN)
    return tuple(sorted(out))
