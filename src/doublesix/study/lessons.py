"""The guided course: from the first tile to partnership, each lesson with something to do.

Everything that a lesson says of a position is read off the position, and every position has to be what its step claims;
`tools/find_course.py` looks for such positions, and a test asks the rules again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from doublesix.rules import Position
from doublesix.rules.phrases import Phrase
from doublesix.study import claims as has
from doublesix.study import questions as ask
from doublesix.study.steps import Ask, Do, Finish, Lesson, Practise, Step


def _ends(position: Position) -> dict[str, int]:
    return {"left": position.ends["L"], "right": position.ends["R"]}


_TILES: Final = Lesson(
    Phrase("Tiles and suits"),
    Phrase("What a tile is, what it weighs, and which tiles belong together."),
    (
        Step(
            "tiles",
            (
                lambda p: Phrase(
                    "A tile has two halves of 0 to {most} pips. Every pair of numbers is on one tile: {n} in all.",
                    most=p.rules.max_pip,
                    n=p.rules.size,
                ),
            ),
            Ask(ask.tiles),
            "ply-yard",
            claim=has.one_double_and_one_heaviest,
        ),
        Step(
            "suits",
            (Phrase("All tiles with the same number are a suit. A tile belongs to two suits, a double to one."),),
            Ask(ask.suits),
            "ply-yard",
            claim=has.a_long_suit,
        ),
        Step(
            "lead",
            (Phrase("No tile lies on the table yet. At this table the first tile, the lead, may be any."),),
            Do(Phrase("Lead: choose a tile and lay it down."), lambda _b, move, _a: move.kind == "lead"),
            "ply-yard",
            claim=has.a_free_lead,
        ),
    ),
)
_MATCHING: Final = Lesson(
    Phrase("Matching an open end"),
    Phrase("Where a tile fits, and where a double does."),
    (
        Step(
            "match",
            (
                lambda p: Phrase(
                    "The line has two open ends, {left} and {right}. A tile fits where one of its halves is the same.",
                    **_ends(p),
                ),
            ),
            Do(Phrase("Play a tile that fits."), lambda _b, move, _a: move.kind == "play"),
            "ply-yard",
            claim=has.some_fit_and_some_do_not,
        ),
        Step(
            "double",
            (Phrase("A double lies crosswise, but it is no wild card: it needs its own number at an end."),),
            Do(
                Phrase("Play the double that fits."),
                lambda _b, move, _a: move.tile is not None and move.tile.is_double,
                Phrase("That fits, but it is no double."),
            ),
            "ply-yard",
            claim=has.one_double_fits_and_another_does_not,
        ),
        Step("ends", (Phrase("Look at both ends before you choose a tile."),), Practise("ends", 11)),
    ),
    ("ends",),
)
_DRAWING: Final = Lesson(
    Phrase("Drawing and passing"),
    Phrase("What to do when nothing fits."),
    (
        Step(
            "draw",
            (
                lambda p: Phrase(
                    "None of your tiles has a {left} or a {right}. Draw until one fits; the turn stays yours.",
                    **_ends(p),
                ),
            ),
            Do(Phrase("Draw, and play when you can."), lambda _b, move, _a: move.kind == "play"),
            "ranked-draw",
            claim=has.draws_before_a_play,
        ),
        Step(
            "pass",
            (Phrase("At a table without drawing a hand that fits nowhere passes. It may pass only then."),),
            Do(Phrase("Nothing of yours fits. Make the only move there is."), lambda _b, move, _a: move.kind == "pass"),
            "ranked-block",
            claim=has.only_a_pass,
        ),
    ),
)
_RESERVE: Final = Lesson(
    Phrase("The reserve"),
    Phrase("The table for two where the last tiles are never drawn."),
    (
        Step(
            "reserve",
            (
                lambda p: Phrase(
                    "At the reserve table the last {n} boneyard tiles are never drawn. Only they are left now.",
                    n=p.rules.reserve,
                ),
            ),
            Do(Phrase("Nothing of yours fits. Make the only move there is."), lambda _b, move, _a: move.kind == "pass"),
            "ply-yard",
            claim=has.only_the_reserve_is_left,
        ),
        Step(
            "turn",
            (Phrase("Before you draw, look whether something fits and how much is left."),),
            Practise("drawing", 4),
        ),
        Step(
            "finish",
            (Phrase("This round is nearly over. Nobody helps you now, but the table says what is not allowed."),),
            Finish(Phrase("Play it to its end against the computer.")),
            "ply-yard",
            claim=has.a_round_nearly_over,
        ),
    ),
    ("drawing",),
)
_ENDING: Final = Lesson(
    Phrase("How a round ends"),
    Phrase("Going out, a blocked round, and what they pay."),
    (
        Step(
            "out",
            (Phrase("Who plays the last tile goes out and wins the round."),),
            Do(Phrase("Go out."), lambda _b, _m, after: after.outcome is not None),
            "draw-100",
            claim=has.the_last_tile_fits,
        ),
        Step(
            "blocked",
            (Phrase("Where nobody can play or draw, the round is blocked, and the fewest pips win."),),
            Practise("blocked", 10),
        ),
        Step(
            "pay",
            (Phrase("In a match the winner scores the pips of the others; after a block its own pips are taken off."),),
            Ask(ask.pay),
            "draw-100",
            3,
            has.a_paid_block,
        ),
    ),
    ("blocked",),
)
_TABLES: Final = Lesson(
    Phrase("The four tables"),
    Phrase("The reserve table, draw to 100, ranked draw and ranked block, and what tells them apart."),
    (
        Step(
            "apart",
            (Phrase("Tiles match alike at all of them. What differs is the deal, the boneyard and the pay."),),
            Ask(ask.tables),
        ),
        Step(
            "block",
            (Phrase("At the block table you draw nothing: every pass tells the others what you lack."),),
            Finish(Phrase("Play this round to its end against the computer.")),
            "ranked-block",
            claim=has.a_round_nearly_over,
        ),
    ),
)
_COUNTING: Final = Lesson(
    Phrase("Counting a suit"),
    Phrase("How many tiles of a number are still about, and who can hold them."),
    (
        Step(
            "count",
            (Phrase("Each number is on seven tiles. You see those on the line and in your hand, and not the rest."),),
            Practise("counting", 6),
        ),
        Step(
            "dry",
            (Phrase("A number of which no tile is unseen is an end that only you can play on, or nobody."),),
            Do(
                Phrase("Leave an end that nobody else can play on."),
                has.leaves_a_dry_end,
                Phrase("Somebody may still hold a tile for either end. Count again."),
            ),
            "ply-yard",
            claim=has.can_leave_a_dry_end,
        ),
        Step("hold", (Phrase("Who draws or passes shows which numbers it lacks."),), Practise("holding", 8)),
    ),
    ("counting", "holding"),
    ("counting", "passed"),
)
_ENDS: Final = Lesson(
    Phrase("Both ends"),
    Phrase("A tile that fits twice: on which end is it worth more?"),
    (
        Step(
            "compare",
            (Phrase("A tile that fits both ends leaves another pair of numbers on each side."),),
            Practise("compare", 1),
        ),
        Step(
            "side",
            (
                lambda p: Phrase(
                    "{tile} fits both ends, {left} and {right}. What fits afterwards differs.",
                    tile=has.two_sided(p)[0],
                    **_ends(p),
                ),
            ),
            Do(
                lambda p: Phrase(
                    "Play {tile} on the end after which more of your other tiles fit.", tile=has.two_sided(p)[0]
                ),
                has.keeps_more_answers,
                Phrase("Not that one. Count for both ends what would fit."),
            ),
            "ply-yard",
            claim=has.sides_differ,
        ),
    ),
    ("compare",),
    ("suit",),
)
_SHEDDING: Final = Lesson(
    Phrase("Shedding and variety"),
    Phrase("Which tile to part with: the heavy one, or the one that is no loss."),
    (
        Step(
            "heavy",
            (Phrase("Pips left in your hand count against you in a blocked round."),),
            Do(
                Phrase("Play the heaviest tile that fits."),
                has.sheds_the_heaviest,
                Phrase("A heavier tile fits as well."),
            ),
            "ranked-block",
            claim=has.one_heaviest_fits,
        ),
        Step(
            "variety",
            (Phrase("With many different numbers in your hand, more ends suit you."),),
            Do(
                Phrase("Play so that your hand keeps the most different numbers."),
                has.keeps_most_numbers,
                Phrase("Another play keeps more numbers."),
            ),
            "ranked-block",
            claim=has.variety_differs,
        ),
    ),
    ("blocked",),
    ("heavy", "doubles", "variety"),
)
_BLOCKING: Final = Lesson(
    Phrase("Blocking"),
    Phrase("Leave the others nothing to play, and close the line when that wins."),
    (
        Step(
            "shut",
            (lambda p: Phrase("Its draws and passes show that the computer lacks {values}.", values=has.lacked(p)),),
            Do(
                Phrase("Leave it nothing to play."),
                has.shuts_out,
                Phrase("It may hold a tile for one of these ends."),
            ),
            "ply-yard",
            claim=has.can_shut_out,
        ),
        Step(
            "close",
            (Phrase("When no tile at all fits any more, the round ends at once. Your hand is light: that wins it."),),
            Do(
                Phrase("Close the line: leave two ends that no tile fits."),
                has.closes_and_wins,
                Phrase("The line is still open."),
            ),
            "ranked-block",
            claim=has.can_close_and_win,
        ),
    ),
    ("blocking",),
    ("block", "passed"),
)
_KNOWN: Final = Lesson(
    Phrase("Endings without secrets"),
    Phrase("When the boneyard is empty, you know the other hand."),
    (
        Step(
            "other",
            (Phrase("With an empty boneyard, every tile that you do not see is in the other hand."),),
            Ask(ask.other_hand),
            "ranked-draw",
            claim=has.the_other_hand_is_known,
        ),
        Step(
            "win",
            (Phrase("So the ending can be reckoned out: your play, its answer, your next play."),),
            Do(
                Phrase("Find the play that wins whatever the other hand does."),
                has.wins_for_certain,
                Phrase("After that the other hand need not lose."),
            ),
            "ranked-draw",
            claim=has.one_play_wins,
        ),
    ),
)
_SEATS: Final = Lesson(
    Phrase("Three and four seats"),
    Phrase("More hands, fewer tiles to draw, and places for all."),
    (
        Step(
            "places",
            (Phrase("At the ranked tables everybody gets a place: first who went out, then the fewest pips."),),
            Ask(ask.places),
            "ranked-draw",
            4,
            has.four_places,
        ),
        Step(
            "finish",
            (Phrase("The turn goes round. What you leave open, the next seat may take."),),
            Finish(Phrase("Play this round to its end.")),
            "ranked-draw",
            3,
            has.a_round_nearly_over,
        ),
    ),
)
_POINTS: Final = Lesson(
    Phrase("Points in play and spinners"),
    Phrase("Tables where the open ends pay, and where a double grows arms."),
    (
        Step(
            "points",
            (Phrase("In All Fives the open ends are added up after every play. A multiple of five scores at once."),),
            Do(
                Phrase("Make a play that scores."),
                lambda before, _move, after: after.points > before.points,
                Phrase("Those ends add up to no multiple of five."),
            ),
            "all-fives",
            claim=has.some_plays_score,
        ),
        Step(
            "arms",
            (Phrase("The first double is the spinner: once both its long sides are covered, it grows two more arms."),),
            Do(
                Phrase("Play on an arm of the spinner."),
                lambda _b, move, _a: move.side in ("U", "D"),
                Phrase("That lies on the line, not on an arm."),
            ),
            "all-fives",
            claim=has.an_arm_is_open,
        ),
    ),
    (),
    ("points",),
)
_PARTNERS: Final = Lesson(
    Phrase("Partnership"),
    Phrase("Two hands that win and lose together."),
    (
        Step(
            "support",
            (
                lambda p: Phrase(
                    "Your partner sits opposite. Its last tile opened the {value}: it likely holds more of them.",
                    value=has.partners_number(p),
                ),
            ),
            Do(
                Phrase("Leave your partner's number open."),
                has.leaves_partners_number,
                Phrase("That covers the number that your partner opened."),
            ),
            "partners",
            4,
            has.may_cover_partners_number,
        ),
        Step(
            "sides",
            (Phrase("A blocked round is won by the side whose two hands together hold the fewest pips."),),
            Ask(ask.sides),
            "partners",
            4,
            has.a_blocked_pair,
        ),
        Step(
            "finish",
            (Phrase("Your partner and both opponents are computers. Watch what your partner passes on."),),
            Finish(Phrase("Play this round to its end.")),
            "partners",
            4,
            has.a_round_nearly_over,
        ),
    ),
    (),
    ("partner",),
)

LESSONS: Final[Mapping[str, Lesson]] = {
    "tiles": _TILES,
    "matching": _MATCHING,
    "drawing": _DRAWING,
    "reserve": _RESERVE,
    "ending": _ENDING,
    "tables": _TABLES,
    "counting": _COUNTING,
    "both-ends": _ENDS,
    "shedding": _SHEDDING,
    "blocking": _BLOCKING,
    "known": _KNOWN,
    "seats": _SEATS,
    "points": _POINTS,
    "partners": _PARTNERS,
}
"""The lessons in their order."""
