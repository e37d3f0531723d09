"""One round at the keyboard: people and computer players take turns until it ends.

The table holds the position; everything that is shown or asked on a turn goes through the mover's `View`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from doublesix.rulebook.prose import sections
from doublesix.rules import Move, Position, Reason, Tile, View, end_reasons, why_illegal, why_tile_unplayable

from .chronicle import steps_of, tell_steps, tell_who
from .commands import Command, read_command, read_side
from .console import Console
from .endings import FaceUp, tell_end
from .line import side_name
from .look import wrap
from .screen import (
    draw_hand,
    draw_seats,
    draw_table,
    draw_turn,
    moves_sentence,
    sides_of,
    sorted_hand,
    tell_moves,
    tell_open_ends,
)
from .seats import Seats, join_words

HELP = """\
Moves:
  6-4 left    plays 6-4 on the left end; also 6-4 l, 64L, or by its number: 3 l
  6-4         is enough to lead, and where one end fits; else you are asked which
  draw, pass  when no tile fits (Enter alone does the same)
Questions:
  hand, ends, moves, line, table   what you see
  why 6-4     why a tile may or may not be played; also: why draw, why pass
  who         who drew or passed, when, and on which ends
  rules       the rules of this table
  score       the scores of the match
  quit        leave the table; an unfinished round is not kept"""


class Leaving(Exception):
    """Somebody asked to leave the table."""


class Chooser(Protocol):
    """A computer player."""

    def choose(self, view: View) -> Move:
        """A legal move of the view's seat."""


@dataclass(frozen=True, slots=True)
class _Mover:
    """What a person on turn works with: the view, and the rules' answer to a move or a tile of that seat's own."""

    view: View
    refusal: Callable[[Move], Reason | None]
    unplayable: Callable[[Tile], Reason | None]


class Table:
    """Plays rounds on a console. `choosers` holds the computer players by seat; every other seat is a person."""

    def __init__(
        self,
        console: Console,
        seats: Seats,
        choosers: Mapping[int, Chooser],
        *,
        delay: float = 0.0,
        auto: bool = False,
    ) -> None:
        self._console = console
        self._seats = seats
        self._choosers = choosers
        self._people = [seat for seat in range(len(seats.labels)) if seat not in choosers]
        self._delay = delay
        self._auto = auto
        self._told: dict[int, int] = {}
        self._at_keyboard: int | None = None
        self._shown = False
        """Whether the table of this turn is on the screen."""

    def play_round(self, position: Position) -> Position:
        """Plays from `position` to the end of the round and shows it; raises `Leaving` or `EndOfInput`."""
        self._told = dict.fromkeys(range(len(self._seats.labels)), 0)
        self._at_keyboard = None if len(self._people) > 1 else self._seats.me
        while position.turn is not None:
            seat = position.turn
            chooser = self._choosers.get(seat)
            move = chooser.choose(position.view(seat)) if chooser is not None else self._ask_move(position, seat)
            position = position.play(move)
            self._shown = self._shown and position.turn == seat
            if move.kind == "draw" and position.turn is not None and self._goes_by_itself(position):
                continue  # told together with the draws that follow
            if len(self._people) < 2:
                self._tell_news(position.view(self._reader(seat)), public=self._seats.me is None)
                if chooser is not None:
                    self._console.pause(self._delay)
        if len(self._people) > 1:
            self._tell_rest(position)
        self._show_end(position)
        return position

    def _goes_by_itself(self, position: Position) -> bool:
        """Whether the next move needs nobody at the keyboard."""
        return position.turn in self._choosers or (self._auto and position.forced is not None)

    # --- telling ---------------------------------------------------------------------------------------------------

    def _reader(self, seat: int) -> int:
        return seat if self._seats.me is None else self._seats.me

    def _tell_news(self, view: View, *, public: bool) -> None:
        """What happened since this seat was told last."""
        key = 0 if public else view.seat
        steps = steps_of(view, public=public)[self._told[key] :]
        self._told[key] += len(steps)
        for sentence in tell_steps(steps, self._seats):
            self._console.show(wrap(sentence, self._console.look.width, "  "))

    def _tell_rest(self, position: Position) -> None:
        """With several people: what whoever moved longest ago has not seen yet, as everybody may see it."""
        steps = steps_of(position.view(0), public=True)
        start = min(self._told[seat] for seat in self._people)
        for sentence in tell_steps(steps[start:], self._seats):
            self._console.show(wrap(sentence, self._console.look.width, "  "))

    def _show_end(self, position: Position) -> None:
        """The line at the end, then every hand: the round is over, so all tiles may be seen."""
        assert position.outcome is not None
        look = self._console.look
        view = position.view(0)
        self._console.say()
        self._console.show(draw_table(view, look))
        self._console.say()
        reasons = end_reasons(position)
        face_up = FaceUp(position.rules, position.outcome, position.hands, position.boneyard, reasons)
        self._console.show(tell_end(face_up, self._seats, look))

    def _title(self, view: View) -> str:
        dot = self._console.look.glyphs.dot
        parts = [view.rules.title]
        if view.match is not None:
            parts.append(f"round {view.match.round}")
        parts.append(f"move {len(view.moves) + 1}")
        parts.append("your turn" if self._seats.me == view.seat else f"{self._seats.whose(view.seat)} turn")
        return ", ".join(parts) if self._console.look.plain else f" {dot} ".join(parts)

    # --- asking ----------------------------------------------------------------------------------------------------

    def _ask_move(self, position: Position, seat: int) -> Move:
        """A legal move of the person at `seat`."""
        if self._auto and position.forced is not None:
            return position.forced
        self._console.refresh()
        view = position.view(seat)
        self._hand_over(seat)
        if len(self._people) > 1:
            self._tell_news(view, public=False)
        mover = _Mover(
            view,
            lambda move: why_illegal(position, move),
            lambda tile: why_tile_unplayable(position, tile),
        )
        self._console.say()
        look = self._console.look
        if view.drawn and self._shown:  # the same turn goes on: only the hand has changed
            self._console.show([*draw_hand(view, self._seats, look), *tell_moves(view, self._seats, look)])
        else:
            self._console.show(draw_turn(view, self._seats, look, self._title(view)))
        self._shown = True
        while True:
            command = read_command(self._console.ask(self._prompt(view)))
            move = self._answer(mover, command)
            if move is not None:
                return move

    def _hand_over(self, seat: int) -> None:
        """Covers the screen until the person of `seat` sits at the keyboard."""
        if self._at_keyboard == seat:
            return
        if len(self._people) > 1:
            name = self._seats.labels[seat]
            if self._at_keyboard is not None:
                self._console.cover()
            self._console.ask(f"Hand the keyboard to {name}, press Enter.")
        self._at_keyboard = seat

    def _prompt(self, view: View) -> str:
        who = "Your move" if view.seat == self._seats.me else f"{self._seats.labels[view.seat]}, your move"
        if view.legal and view.legal[0].tile is None and len(view.legal) == 1:
            return f"{who} (Enter: {view.legal[0].kind}, ?: help):"
        return f"{who} (?: help):"

    def _answer(self, mover: _Mover, command: Command) -> Move | None:
        """The move that a command makes, or None after saying what it asks for or why it is refused."""
        view, console = mover.view, self._console
        match command.kind:
            case "nothing":
                only = view.legal[0] if len(view.legal) == 1 and view.legal[0].tile is None else None
                if only is not None:
                    return only
            case "draw" | "pass":
                return self._allowed(mover, Move(command.kind))
            case "tile" | "number":
                tile = self._tile_of(view, command)
                return None if tile is None else self._play_tile(mover, tile, command.side)
            case "why":
                self._tell_why(mover, command)
            case "ask":
                self._tell(view, command.word)
            case "undo":
                console.say("A move stands once it is made: what it has shown cannot be unseen.")
            case "quit":
                raise Leaving
            case "unclear":
                console.say(command.word, "refused")
        return None

    def _allowed(self, mover: _Mover, move: Move) -> Move | None:
        reason = mover.refusal(move)
        if reason is None:
            return move
        self._console.say(self._seats.rename(str(reason)), "refused")
        return None

    def _tile_of(self, view: View, command: Command) -> Tile | None:
        if command.tile is not None:
            return command.tile
        hand = sorted_hand(view.hand)
        number = command.number or 0
        if 1 <= number <= len(hand):
            return hand[number - 1]
        self._console.say(f"Your tiles are numbered 1 to {len(hand)}; there is no number {number}.", "refused")
        return None

    def _play_tile(self, mover: _Mover, tile: Tile, side: str | None) -> Move | None:
        view = mover.view
        if view.line.lead is None:
            return self._allowed(mover, Move("lead", tile) if side is None else Move("play", tile, side))
        if side is not None:
            return self._allowed(mover, Move("play", tile, side))
        sides = sides_of(view, tile)
        if not sides:
            reason = mover.unplayable(tile)
            if reason is not None:
                self._console.say(self._seats.rename(str(reason)), "refused")
            return None
        if len(sides) > 1:
            chosen = self._ask_side(view, tile, sides)
            return None if chosen is None else self._allowed(mover, Move("play", tile, chosen))
        return self._allowed(mover, Move("play", tile, sides[0]))

    def _ask_side(self, view: View, tile: Tile, sides: list[str]) -> str | None:
        """Which end, where a tile fits several; None if the person thinks again."""
        named = [f"{side_name(side)} ({view.ends[side]})" for side in sides]
        answer = self._console.ask(f"{tile} fits {join_words(named, 'and')}. Which end?")
        side = read_side(answer)
        if side in sides:
            return side
        if answer.strip():
            self._console.say(f"Say {join_words([side_name(side) for side in sides], 'or')}. Nothing was played.")
        return None

    def _tell_why(self, mover: _Mover, command: Command) -> None:
        view = mover.view
        if command.word in ("draw", "pass"):
            move = Move("draw") if command.word == "draw" else Move("pass")
            reason = mover.refusal(move)
            self._console.say(self._seats.rename(str(reason)) if reason else f"You may {command.word} now.")
            return
        tile = self._tile_of(view, command)
        if tile is None:
            return
        if command.side is not None:
            kind: Move = Move("play", tile, command.side)
            reason = mover.refusal(kind)
        else:
            reason = mover.unplayable(tile)
        if reason is not None:
            self._console.say(self._seats.rename(str(reason)))
            return
        sides = sides_of(view, tile) if command.side is None else [command.side]
        if sides == [""]:
            self._console.say(f"{tile} may be led now.")
            return
        fits = [f"{side_name(side)}, where a {view.ends[side]} is open" for side in sides]
        self._console.say(f"{tile} may be played {join_words(fits)}.")

    def _tell(self, view: View, word: str) -> None:
        """Answers a question about what the seat sees."""
        console, look = self._console, self._console.look
        match word:
            case "help":
                for line in HELP.splitlines():
                    indent = " " * (14 if look.width >= 60 else 4)
                    console.show(wrap(line, look.width, indent) if line.startswith("  ") else [line[: look.width]])
            case "hand":
                console.show(draw_hand(view, self._seats, look))
            case "ends":
                console.say(tell_open_ends(view))
            case "line":
                console.show(draw_table(view, look))
            case "table":
                console.show(draw_turn(view, self._seats, look, self._title(view)))
            case "moves":
                console.say(moves_sentence(view, self._seats))
            case "who":
                for sentence in tell_who(view, self._seats):
                    console.show(wrap(sentence, look.width, "  "))
                console.show(draw_seats(view, self._seats, look))
            case "rules":
                for heading, sentences in sections(view.rules):
                    console.say(heading, "title")
                    for sentence in sentences:
                        console.show(wrap(f"  {sentence}", look.width, "  "))
            case _:
                self._tell_score(view)

    def _tell_score(self, view: View) -> None:
        target = view.rules.target
        if target is None:
            self._console.say("This is a single round; there are no scores to carry.")
            return
        scores = ", ".join(f"{self._seats.name(seat)} {score}" for seat, score in enumerate(view.scores))
        self._console.say(f"Before this round: {scores}. The match is to {target.points}.")
