"""Asking how things stand: what was missed, and whether anybody is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doublesix.server.acts.family import Family, Talk
from doublesix.server.wire import Message, N

if TYPE_CHECKING:
    from doublesix.server.table import Listener, Table


class SyncMessage(Message, tag="sync"):
    """What happened after event `n`?"""

    n: N


class PingMessage(Message, tag="ping"):
    """Is anybody there?"""


async def _sync(table: Table, listener: Listener, message: SyncMessage) -> None:
    table.tell_since(listener, message.n)


def _ping(table: Table, listener: Listener, _message: PingMessage) -> None:
    table.pong(listener)


FAMILY = Family(talks={SyncMessage: Talk(_sync, watchers=True)}, asides={PingMessage: _ping})
