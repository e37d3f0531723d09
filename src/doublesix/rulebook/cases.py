"""Mistakes, misconceptions and questions, each with a real position of these very rules that answers it.

A case knows what it would take to settle it; the position is looked for in random rounds played by the rules with a
fixed seed, and every number in the answer is read off that position. So an answer cannot disagree with the play.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from doublesix.rules.explain import end_reasons, named
from doublesix.rules.legality import why_illegal
from doublesix.rules.moves import DRAW, PASS, Move, played
from doublesix.rules.phrases import Phrase, Who, in_a_row
from doublesix.rules.position import Position, deal
from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import Tile, show

Kind = Literal["mistake", "question"]


class Step(NamedTuple):
    """One move of a round: the position before it, the move, the position after it."""

    before: Position
    move: Move
    after: Position


class Proof(NamedTuple):
    """What a position shows: the position, and what it says about the case, in numbers read off it."""

    position: Position
    text: Phrase
    tried: Move | None = None
    """The move that is refused here, for a mistake in playing."""


class Case(NamedTuple):
    """A mistake or a question, what is right, and how to find a position that shows it."""

    code: str
    kind: Kind
    title: Phrase
    """The mistake as people make it, or the question as they ask it."""
    right: Callable[[Rules], Phrase]
    """What is right under these rules, in general."""
    applies: Callable[[Rules], bool]
    find: Callable[[Step], Proof | None]


class Settled(NamedTuple):
    """A case under given rules with its position; `proof` is None where the answer needs none."""

    case: Case
    answer: Phrase
    proof: Proof | None


# --- how to find -----------------------------------------------------------------------------------------------------


def _hand(position: Position) -> tuple[Tile, ...]:
    assert position.turn is not None
    return position.hands[position.turn]


def _ends(position: Position) -> Phrase:
    """The open ends, beginning a sentence."""
    ends = position.ends
    if not ends:
        return Phrase("The line is empty")
    if list(ends) == ["L", "R"]:
        return Phrase("The ends are {left} and {right}", left=ends["L"], right=ends["R"])
    return Phrase("The open ends are {ends}", ends=", ".join(f"{side} {value}" for side, value in ends.items()))


def _or_a(position: Position) -> Phrase | int:
    """The open values: `2 or a 5`."""
    first, *others = sorted(set(position.ends.values()))
    out: Phrase | int = first
    for value in others:
        out = Phrase("{some} or a {last}", some=out, last=value)
    return out


def choice_text(position: Position) -> Phrase:
    """The line's ends and the hand of the seat to move, in a sentence."""
    return Phrase("{ends}; the hand is {tiles}.", ends=_ends(position), tiles=show(_hand(position)))


def _refused(position: Position, move: Move) -> Proof | None:
    reason = why_illegal(position, move)
    if reason is None:
        return None
    return Proof(position, Phrase("{choice} Refused: {reason}", choice=choice_text(position), reason=reason.text), move)


def _begun(position: Position) -> bool:
    return position.line.lead is not None


def _totals(step: Step) -> Proof | None:
    if not _begun(step.before):
        return None
    for tile in _hand(step.before):
        for side, value in step.before.ends.items():
            fits = any(v in tile for v in step.before.ends.values())
            if tile.pips == value and not tile.is_double and not fits:
                return _refused(step.before, played(tile, side))
    return None


def _wild(step: Step) -> Proof | None:
    if not _begun(step.before):
        return None
    for tile in _hand(step.before):
        if tile.is_double and tile.high not in step.before.ends.values():
            return _refused(step.before, played(tile, next(iter(step.before.ends))))
    return None


def _double_side(step: Step) -> Proof | None:
    before = step.before
    if not _begun(before):
        return None
    doubles = [tile for tile in before.line.tiles if tile.is_double]
    for double in doubles:
        for tile in _hand(before):
            if double.high in tile and not any(value in tile for value in before.ends.values()):
                return _refused(before, played(tile, "U"))
    return None


def _one_draw(step: Step) -> Proof | None:
    if step.move.kind == "draw" and step.after.forced == DRAW:
        return _refused(step.after, PASS)
    return None


def _draw_while_able(step: Step) -> Proof | None:
    before = step.before
    if _begun(before) and before.drawable and before.plays() and not before.rules.voluntary_draw:
        return _refused(before, DRAW)
    return None


def _pass_while_able(step: Step) -> Proof | None:
    return _refused(step.before, PASS) if _begun(step.before) and step.before.plays() else None


def _pass_while_drawable(step: Step) -> Proof | None:
    return _refused(step.before, PASS) if step.before.forced == DRAW else None


def _drawn_stay(step: Step) -> Proof | None:
    before = step.before
    if before.drawn < 2 or step.move.tile is None or step.move.kind != "play":
        return None
    kept = before.hands[before.turn or 0][-before.drawn : -1]
    text = Phrase.plural(
        "{choice} {drawn} tiles were drawn in this turn; {tile} is played, and {kept} stays in the hand.",
        "{choice} {drawn} tiles were drawn in this turn; {tile} is played, and {kept} stay in the hand.",
        len(kept),
        choice=choice_text(before),
        drawn=before.drawn,
        tile=step.move.tile,
        kept=show(kept),
    )
    return Proof(before, text)


def _turn_stays(step: Step) -> Proof | None:
    if step.move.kind != "draw" or step.after.plays() == []:
        return None
    seat = step.before.turn or 0
    told = Phrase("{who} draws {tile}, and it is still its turn.", who=Who(seat), tile=step.after.hands[seat][-1])
    text = in_a_row([choice_text(step.before), told])
    return Proof(step.before, text)


def _dead_line(step: Step) -> Proof | None:
    after = step.after
    if after.turn is None or not after.drawable or step.move.tile is None or step.move.kind == "draw":
        return None
    if any(value in tile for hand in after.hands for tile in hand for value in after.ends.values()):
        return None
    text = Phrase.plural(
        "{ends}, and no hand holds a tile that fits; yet {n} tile can still be drawn, so the round goes on with "
        "a draw.",
        "{ends}, and no hand holds a tile that fits; yet {n} tiles can still be drawn, so the round goes on with "
        "a draw.",
        after.drawable,
        ends=_ends(after),
    )
    return Proof(after, text)


def _pass_no_block(step: Step) -> Proof | None:
    if step.move.kind != "play" or step.before.passes == 0:
        return None
    text = Phrase.plural(
        "{n} pass, and then {who} can play {move}: the round goes on, and the passes count from nothing again.",
        "{n} passes in a row, and then {who} can play {move}: the round goes on, and the passes count from "
        "nothing again.",
        step.before.passes,
        who=Who(step.before.turn or 0),
        move=str(step.move),
    )
    return Proof(step.before, text)


def _reserve_untouched(step: Step) -> Proof | None:
    before = step.before
    if _begun(before) and before.boneyard and not before.drawable and before.forced == PASS:
        return _refused(before, DRAW)
    return None


def _no_bonus(step: Step) -> Proof | None:
    tile = step.move.tile
    if step.move.kind != "play" or tile is None or not tile.is_double or tile.pips < 2:
        return None
    text = Phrase(
        "{choice} {move} scores nothing; left in the hand at a blocked finish {tile} would count {sum} pips.",
        choice=choice_text(step.before),
        move=str(step.move),
        tile=tile,
        sum=f"{tile.high} + {tile.low} = {tile.pips}",
    )
    return Proof(step.before, text)


def _ends_chosen(step: Step) -> Proof | None:
    before = step.before
    if not _begun(before) or list(before.ends) != ["L", "R"] or before.ends["L"] == before.ends["R"]:
        return None
    for tile in _hand(before):
        if all(value in tile for value in before.ends.values()):
            rest = [other for other in _hand(before) if other is not tile]
            texts = []
            for side in before.ends:
                ends = before.line.played(tile, side).ends
                fit = [other for other in rest if any(value in other for value in ends.values())]
                texts.append(_leaves(f"{tile}{side}", ends, show(fit)))
            one, other = texts
            return Proof(before, Phrase("{choice} {one}; {other}.", choice=choice_text(before), one=one, other=other))
    return None


def _leaves(move: str, ends: Mapping[str, int], fit: str) -> Phrase:
    left, right = ends["L"], ends["R"]
    if not fit:
        return Phrase("{move} leaves {left} and {right}, which no tile would fit", move=move, left=left, right=right)
    return Phrase(
        "{move} leaves {left} and {right}, which {tiles} would fit", move=move, left=left, right=right, tiles=fit
    )


def _outcome_text(position: Position) -> Phrase:
    text: Phrase = in_a_row([reason.text for reason in end_reasons(position)])
    return text


def _more_tiles_win(step: Step) -> Proof | None:
    outcome = step.after.outcome
    if outcome is None or outcome.ending != "blocked" or not outcome.winners or len(outcome.winners) > 1:
        return None
    winner = outcome.winners[0]
    counts = list(map(len, step.after.hands))
    if counts[winner] == max(counts) and min(counts) < counts[winner]:
        return Proof(step.after, _outcome_text(step.after))
    return None


def _blocked_finish(step: Step) -> Proof | None:
    outcome = step.after.outcome
    if outcome is not None and outcome.ending == "blocked" and outcome.winners:
        return Proof(step.after, _outcome_text(step.after))
    return None


def _out_finish(step: Step) -> Proof | None:
    outcome = step.after.outcome
    if outcome is not None and outcome.ending == "domino":
        return Proof(step.after, _outcome_text(step.after))
    return None


def _tied_finish(step: Step) -> Proof | None:
    outcome = step.after.outcome
    if outcome is not None and outcome.ending == "blocked" and outcome.paid is not None:
        return Proof(step.after, _outcome_text(step.after)) if outcome.paid.code == "tie-pays-nothing" else None
    return None


def _blank_last(step: Step) -> Proof | None:
    after = step.after
    outcome = after.outcome
    if outcome is None or outcome.ending != "domino" or (Tile("0-0"),) not in after.hands:
        return None
    return Proof(after, _outcome_text(after))


def _lead_refused(step: Step) -> Proof | None:
    before = step.before
    if _begun(before) or before.lead_tile is None:
        return None
    other = next((tile for tile in _hand(before) if tile is not before.lead_tile), None)
    return None if other is None else _refused(before, Move("lead", other))


def _lead_free(step: Step) -> Proof | None:
    before = step.before
    if _begun(before) or before.lead_tile is not None:
        return None
    plain = [move for move in before.legal_moves if move.tile is not None and not move.tile.is_double]
    if not plain or len(plain) == len(before.legal_moves):
        return None
    text = Phrase(
        "The hand is {tiles}; allowed leads: {moves}.",
        tiles=show(_hand(before)),
        moves=", ".join(map(str, before.legal_moves)),
    )
    return Proof(before, text)


def _suit(step: Step) -> Proof | None:
    before = step.before
    if before.turn is None or not _begun(before):
        return None
    value = next(iter(before.ends.values()))
    suit = before.rules.max_pip + 1
    table = sum(value in tile for tile in before.line.tiles)
    own = sum(value in tile for tile in _hand(before))
    if table < 3 or own < 1:
        return None
    text = Phrase.plural(
        "{choice} Of the {suit} tiles with a {value}, {table} lie on the line and {n} is in the hand, so {rest} "
        "are held "
        "or hidden elsewhere.",
        "{choice} Of the {suit} tiles with a {value}, {table} lie on the line and {n} are in the hand, so {rest} "
        "are held "
        "or hidden elsewhere.",
        own,
        choice=choice_text(before),
        suit=suit,
        value=value,
        table=table,
        rest=suit - table - own,
    )
    return Proof(before, text)


def _pass_tells(step: Step) -> Proof | None:
    if step.move.kind != "pass":
        return None
    before = step.before
    text = Phrase(
        "{ends}; {who} passes, so none of the {tiles} it held has a {values}.",
        ends=_ends(before),
        who=Who(before.turn or 0),
        tiles=show(_hand(before)),
        values=_or_a(before),
    )
    return Proof(before, text)


def _draw_tells(step: Step) -> Proof | None:
    before = step.before
    if before.drawn == 0 or step.move.kind != "play" or step.after.turn is None:
        return None
    text = Phrase(
        "{ends}; {who} drew {n} and then played {move}: that tile came from the boneyard, and none of its other "
        "tiles has "
        "a {values} - until it draws again.",
        ends=_ends(before),
        who=Who(before.turn or 0),
        n=before.drawn,
        move=str(step.move),
        values=_or_a(before),
    )
    return Proof(step.after, text)


def _closed_arms(step: Step) -> Proof | None:
    before = step.before
    if not _begun(before):
        return None
    for double in (tile for tile in before.line.tiles if tile.is_double):
        side = f"U{double.high}" if before.rules.spinner == "all" else "U"
        if side in before.ends:
            continue
        tile = next((tile for tile in _hand(before) if double.high in tile and tile is not double), None)
        if tile is not None:
            proof = _refused(before, played(tile, side))
            if proof is not None and "not open" in proof.text:
                return proof
    return None


def _fill_first(step: Step) -> Proof | None:
    before = step.before
    if not _begun(before) or not any(tile.is_double for tile in before.line.tiles):
        return None
    for side in ("L", "R"):
        if side in before.ends:
            continue
        tile = next((tile for tile in _hand(before) if before.line.outer(side) in tile), None)
        if tile is not None:
            return _refused(before, played(tile, side))
    return None


def _scores(step: Step) -> Proof | None:
    from doublesix.rules.explain import count_reason

    seat = step.before.turn
    if seat is None or step.move.kind != "play":
        return None
    reason = count_reason(step.before, step.after, seat)
    if reason is None or reason.code != "counts" or not any(tile.is_double for tile in step.after.line.tiles):
        return None
    return Proof(
        step.before,
        Phrase("{choice} {move}: {reason}", choice=choice_text(step.before), move=str(step.move), reason=reason.text),
    )


def _side_total(step: Step) -> Proof | None:
    outcome = step.after.outcome
    if outcome is None or outcome.ending != "blocked" or not outcome.winners:
        return None
    own = [pips for pips in outcome.pips if pips is not None]
    if own.index(min(own)) in outcome.winners:
        return None
    return Proof(step.after, _outcome_text(step.after))


def _nothing(_: Step) -> Proof | None:
    """For a question that no position has to answer."""
    return None


# --- the cases -------------------------------------------------------------------------------------------------------


def _always(_: Rules) -> bool:
    return True


def _draws(rules: Rules) -> bool:
    return rules.draws


def _until(rules: Rules) -> bool:
    return rules.draw_limit is None and not rules.voluntary_draw


def _said(text: Phrase) -> Callable[[Rules], Phrase]:
    return lambda _: text


def _who_leads(rules: Rules) -> Phrase:
    from doublesix.rulebook.prose import leads

    return leads(rules)


def _not_checkers(rules: Rules) -> Phrase:
    no = Phrase(
        "No. Chinese checkers is a race over a star of holes. Here tiles are joined by equal numbers, and a round is "
        "won by playing one's last tile or, if it is blocked, by the fewest pips."
    )
    if rules.count is not None:
        return no
    text: Phrase = in_a_row([no, Phrase("The open ends are not added up for points either, as All Fives does.")])
    return text


def _pass_right(rules: Rules) -> Phrase:
    if not rules.draws:
        return Phrase("A seat that holds a tile that fits must play one; it passes only when nothing fits.")
    text: Phrase = in_a_row([_when_to_pass(rules), Phrase("While a tile can be drawn, a stuck seat must draw it.")])
    return text


def _when_to_pass(rules: Rules) -> Phrase:
    if rules.draw_limit is None and rules.reserve:
        return Phrase("Only when nothing fits and the boneyard is down to its reserve of {n}.", n=rules.reserve)
    if rules.draw_limit is None:
        return Phrase("Only when nothing fits and the boneyard is empty.")
    if rules.reserve:
        return Phrase(
            "Only when nothing fits and the boneyard is down to its reserve of {n} or the draws of the turn are "
            "used up.",
            n=rules.reserve,
        )
    return Phrase("Only when nothing fits and the boneyard is empty or the draws of the turn are used up.")


def _blocked_right(rules: Rules) -> Phrase:
    if not rules.draws:
        return Phrase("A round is blocked when every seat in turn has passed.")
    if rules.reserve:
        return Phrase(
            "A round is blocked when the boneyard is at its reserve of {n} and every seat in turn has passed.",
            n=rules.reserve,
        )
    return Phrase("A round is blocked when the boneyard is empty and every seat in turn has passed.")


def _score_right(rules: Rules) -> Phrase:
    from doublesix.rulebook.effects import effect

    return effect(rules, "pay").text


def _tie_right(rules: Rules) -> Phrase:
    if rules.pay.blocked == "none" and rules.target is None:
        return Phrase("Equal lowest totals share the place; between two players that is a tie.")
    shared = Phrase("Seats with the same pips share a place; if the lowest total is shared, nobody scores.")
    if rules.target is None:
        return shared
    text: Phrase = in_a_row([shared, Phrase("The round is dealt again.")])
    return text


def _see_right(_: Rules) -> Phrase:
    return Phrase(
        "Only how many tiles each other seat holds, what has been played, drawn and passed, and how many tiles the "
        "boneyard has. Faces of drawn tiles stay hidden until the round is over, then all hands are shown."
    )


def _suit_right(rules: Rules) -> Phrase:
    return Phrase("Each number is on {n} tiles, so those not in sight can be counted.", n=rules.max_pip + 1)


CASES: Final[tuple[Case, ...]] = (
    Case(
        "match-totals",
        "mistake",
        Phrase("Matching a tile's total instead of its halves"),
        _said(Phrase("Only touching halves have to be equal; the sum of a tile plays no part.")),
        _always,
        _totals,
    ),
    Case(
        "double-wild",
        "mistake",
        Phrase("Treating a double as a wild card"),
        _said(Phrase("A double fits only its own number.")),
        _always,
        _wild,
    ),
    Case(
        "side-of-double",
        "mistake",
        Phrase("Playing on the side of a double that lies across"),
        _said(Phrase("The line has two ends, left and right; a double lying across opens no branch.")),
        lambda rules: rules.spinner == "none",
        _double_side,
    ),
    Case(
        "one-draw",
        "mistake",
        Phrase("Drawing just one tile and passing"),
        _said(Phrase("Drawing goes on until a tile fits or nothing more can be drawn.")),
        _until,
        _one_draw,
    ),
    Case(
        "draw-while-able",
        "mistake",
        Phrase("Drawing although a tile fits"),
        _said(Phrase("A seat that can play must play a tile from its hand.")),
        lambda rules: rules.draws and not rules.voluntary_draw,
        _draw_while_able,
    ),
    Case(
        "pass-while-able",
        "mistake",
        Phrase("Passing because one dislikes the tiles that fit"),
        _said(Phrase("A seat that holds a tile that fits may never pass.")),
        _always,
        _pass_while_able,
    ),
    Case(
        "drop-drawn",
        "mistake",
        Phrase("Putting drawn tiles back that do not fit"),
        _said(Phrase("Every drawn tile stays in the hand.")),
        _until,
        _drawn_stay,
    ),
    Case(
        "draw-ends-turn",
        "mistake",
        Phrase("Taking a draw for the end of the turn"),
        _said(Phrase("Drawing keeps the turn: it goes on until a tile is played or the seat passes.")),
        _until,
        _turn_stays,
    ),
    Case(
        "blocked-too-early",
        "mistake",
        Phrase("Calling the round blocked while tiles can be drawn"),
        _blocked_right,
        _until,
        _dead_line,
    ),
    Case(
        "pass-is-no-block",
        "mistake",
        Phrase("Taking one pass for a blocked round"),
        _blocked_right,
        _always,
        _pass_no_block,
    ),
    Case(
        "reserve-drawn",
        "mistake",
        Phrase("Drawing the last tiles of the boneyard"),
        lambda rules: Phrase.plural(
            "The last tile stays in reserve and is never drawn.",
            "The last {n} tiles stay in reserve and are never drawn.",
            rules.reserve,
        ),
        lambda rules: (
            rules.draws
            and rules.reserve > 0
            and any(rules.size - n * rules.hand_size[n] > rules.reserve for n in rules.players)
        ),
        _reserve_untouched,
    ),
    Case(
        "fewer-tiles",
        "mistake",
        Phrase("Taking the smaller number of tiles for the win of a blocked round"),
        _said(Phrase("Pips are compared, not tiles: both halves of every tile left count.")),
        lambda rules: not rules.partners,
        _more_tiles_win,
    ),
    Case(
        "only-own-pips",
        "mistake",
        Phrase("Scoring only the winner's own pips"),
        _score_right,
        lambda rules: rules.pays,
        _blocked_finish,
    ),
    Case(
        "blank-shares-first",
        "mistake",
        Phrase("Letting a seat that holds only 0-0 share first place with the seat that is out"),
        _said(Phrase("Being out comes first; pips order only the other seats.")),
        lambda rules: not rules.partners and rules.out_when == "first",
        _blank_last,
    ),
    Case(
        "arms-too-early",
        "mistake",
        Phrase("Playing on the side arms before both long sides of the double are covered"),
        _said(Phrase("A spinner's side arms open once a tile lies at both its long sides.")),
        lambda rules: rules.spinner != "none" and rules.arms == "sides-first",
        _closed_arms,
    ),
    Case(
        "arm-grows-too-early",
        "mistake",
        Phrase("Letting one arm grow before all arms are started"),
        _said(Phrase("Every arm of the double takes its first tile before any arm takes a second.")),
        lambda rules: rules.spinner != "none" and rules.arms == "fill-first",
        _fill_first,
    ),
    Case(
        "lowest-single-hand",
        "mistake",
        Phrase("Giving a blocked round to the side of the lowest single hand"),
        _said(Phrase("A side's two hands are added; the lower total of a side wins.")),
        lambda rules: rules.partners,
        _side_total,
    ),
    Case(
        "is-it-chinese-checkers",
        "question",
        Phrase("Is this the same game as Chinese checkers?"),
        _not_checkers,
        _always,
        _out_finish,
    ),
    Case(
        "may-i-pass",
        "question",
        Phrase("May I pass instead of drawing?"),
        _pass_right,
        _draws,
        _pass_while_drawable,
    ),
    Case(
        "do-doubles-score",
        "question",
        Phrase("Do doubles score extra points?"),
        _said(
            Phrase(
                "No. A double is an ordinary tile: no bonus, no extra branch. "
                "Its halves count as pips if it stays in the hand."
            )
        ),
        lambda rules: rules.count is None and rules.spinner == "none",
        _no_bonus,
    ),
    Case(
        "who-leads",
        "question",
        Phrase("Who leads, and with which tile?"),
        _who_leads,
        lambda r: r.lead_tile == "any",
        _lead_free,
    ),
    Case(
        "which-lead",
        "question",
        Phrase("Who leads, and may it be any tile?"),
        _who_leads,
        lambda rules: rules.lead_tile == "qualifying",
        _lead_refused,
    ),
    Case(
        "which-end",
        "question",
        Phrase("What does each placement leave when a tile fits both ends?"),
        _said(
            Phrase(
                "The end played on takes the tile's other half; the other end stays. Count again what fits afterwards."
            )
        ),
        lambda rules: rules.spinner == "none",
        _ends_chosen,
    ),
    Case(
        "how-blocked-ends",
        "question",
        Phrase("Who wins when the round is blocked?"),
        lambda rules: (
            Phrase("The side with the lower total of both hands.")
            if rules.partners
            else Phrase("The seat with the fewest pips left.")
        ),
        _always,
        _blocked_finish,
    ),
    Case(
        "what-of-a-tie", "question", Phrase("What if the lowest totals are equal?"), _tie_right, _always, _tied_finish
    ),
    Case(
        "what-do-others-see", "question", Phrase("What do the others see of my tiles?"), _see_right, _always, _nothing
    ),
    Case("count-a-suit", "question", Phrase("How many tiles have a given number?"), _suit_right, _always, _suit),
    Case(
        "what-a-pass-tells",
        "question",
        Phrase("What does a pass tell?"),
        _said(Phrase("That the seat held none of the open numbers when it passed.")),
        _always,
        _pass_tells,
    ),
    Case(
        "what-a-draw-tells",
        "question",
        Phrase("What does a draw tell, and for how long?"),
        _said(Phrase("That nothing held before fitted. It is a fact of that moment: a later draw may change it.")),
        _until,
        _draw_tells,
    ),
    Case(
        "how-ends-score",
        "question",
        Phrase("How do the open ends score?"),
        _said(Phrase("After each play the open ends are added; a double lying at an end counts both halves.")),
        lambda rules: rules.count is not None,
        _scores,
    ),
)

ROUNDS: Final = 600
"""Random rounds searched at most for rules that have no hints."""
STEPS: Final = 5000
"""Moves in those rounds at most, so that the page of any rules takes about a second."""


def applicable(rules: Rules) -> list[Case]:
    """The cases that these rules can have at all."""
    return [case for case in CASES if case.applies(rules)]


def settle(rules: Rules) -> tuple[Settled, ...]:
    """Every applicable case with its answer and, where a position of these rules shows it, that position.

    For a preset the numbers of the rounds to look at are known (`hints`); other rules are searched from the first.
    """
    from doublesix.rulebook.hints import HINTS

    cases = applicable(rules)
    hints = HINTS.get(rules.id or "", {})
    numbers = sorted(set(hints.values())) if hints else range(ROUNDS)
    found: dict[str, Proof] = {}
    left = STEPS
    for number in numbers:
        wanted = [case for case in cases if case.code not in found and hints.get(case.code, number) == number]
        wanted = [case for case in wanted if case.find is not _nothing]
        if not hints and (not wanted or left <= 0):
            break
        steps = round_of(rules, number)
        left -= len(steps)
        found |= _proofs(steps, wanted)
    return tuple(Settled(case, case.right(rules), found.get(case.code)) for case in cases)


def proofs_in(rules: Rules, number: int, cases: list[Case]) -> dict[str, Proof]:
    """The first proof of each case in random round `number` of these rules, where it has one."""
    return _proofs(round_of(rules, number), cases)


def _proofs(steps: list[Step], cases: list[Case]) -> dict[str, Proof]:
    found: dict[str, Proof] = {}
    for step in steps:
        for case in cases:
            if case.code not in found:
                proof = case.find(step)
                if proof is not None:
                    found[case.code] = proof
    return found


def round_of(rules: Rules, number: int) -> list[Step]:
    """Random round `number` of these rules; their numbers of players take turns."""
    rng = random.Random(f"doublesix/cases/{number}")
    position = deal(rules, rules.players[number % len(rules.players)], rng)
    steps = []
    while position.turn is not None:
        move = rng.choice(position.legal_moves)
        after = position.play(move)
        steps.append(Step(position, move, after))
        position = after
    return steps


_WINDS: Final = (Phrase("South"), Phrase("West"), Phrase("North"), Phrase("East"))


def seat_names(rules: Rules, players: int) -> tuple[str, ...]:
    """Names of the seats in texts about these rules: the table's labels, else the four winds, else numbers."""
    from doublesix.rules.presets import PRESETS

    known = PRESETS.get(rules.id or rules.base or "")
    if known is not None and known.labels and players == len(known.labels):
        return known.labels
    if players <= 4:
        return _WINDS[:players] if players > 2 else (_WINDS[0], _WINDS[2])
    return tuple(Phrase("Seat {n}", n=seat + 1) for seat in range(players))


def named_for(position: Position, text: str) -> str:
    """A reason's text with the seat names of the rules page."""
    return named(text, seat_names(position.rules, position.players))
