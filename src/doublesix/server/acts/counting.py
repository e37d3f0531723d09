"""Counting along: what a seat could count by itself from its hand and the table, for who learns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doublesix.server.acts.family import Family
from doublesix.server.wire import Message

if TYPE_CHECKING:
    from doublesix.server.table import Listener, Table


class CountMessage(Message, tag="count"):
    """Where do the tiles of the open hand fit, and what does each play leave?"""


def _count(table: Table, listener: Listener, _message: CountMessage) -> None:
    table.tell_counts(listener)


FAMILY = Family(asides={CountMessage: _count})
