"""Moves, and the deal of the next round."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from doublesix.errors import DominoError
from doublesix.rules import Move
from doublesix.rules.phrases import Phrase
from doublesix.server.acts.absence import GIVEN_UP
from doublesix.server.acts.family import Family
from doublesix.server.step import RefusedError, Step
from doublesix.server.wire import NumberedMessage

if TYPE_CHECKING:
    from doublesix.server.table import Table


class MoveMessage(NumberedMessage, tag="move"):
    """A move of the sender's seat."""

    needs_hand = True

    move: Annotated[str, msgspec.Meta(min_length=1, max_length=16)]


class NextMessage(NumberedMessage, tag="next"):
    """Deal the next round of the match."""


def _move(table: Table, seat: int, message: MoveMessage) -> Step:
    if seat in table.course.company.standing:
        if seat in table.course.company.resigned:
            raise RefusedError(GIVEN_UP)
        raise RefusedError(Phrase("The computer plays on for you; take your seat back first."))
    try:
        move = _parsed(message.move)
    except DominoError as problem:
        raise RefusedError(Phrase("{why}.", why=str(problem))) from problem
    return table.course.judge(seat, move)


_parsed: Final = lru_cache(maxsize=4096)(Move.parse)


def _next(table: Table, _seat: int, _message: NextMessage) -> Step:
    return table.course.deal(table.dealer)


FAMILY = Family(steps={MoveMessage: _move, NextMessage: _next})
