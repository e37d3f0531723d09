"""The document of the sockets: every message in both directions, every kind of event, and why sockets are closed."""

from __future__ import annotations

import inspect
from typing import Any, Final, get_args

import msgspec

from doublesix import __version__
from doublesix.server.acts import MESSAGES
from doublesix.server.api.events import AnyEvent
from doublesix.server.api.messages import AT_TABLE, IN_HALL, STATES
from doublesix.server.api.schemas import schemas
from doublesix.server.hall import HallMessage
from doublesix.server.limits import MESSAGE_BYTES, MESSAGES_BURST, MESSAGES_PER_SECOND
from doublesix.server.socket import CLOSING

Json = dict[str, Any]
_WHERE: Final = "#/$defs/"

SOCKETS: Final = {
    "/ws?table=ID": (MESSAGES, AT_TABLE),
    "/ws/hall": (get_args(HallMessage), IN_HALL),
}
"""Each socket with what its clients may say and what the server says."""


def socket_messages() -> Json:
    """The document; its schemas are under `$defs`, so that it is a library of JSON Schemas itself."""
    kinds = {kind for sides in SOCKETS.values() for side in sides for kind in side} | {*STATES, *get_args(AnyEvent)}
    _, named = schemas(sorted(kinds, key=lambda kind: kind.__name__), _WHERE)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "doublesix: messages of the sockets",
        "version": __version__,
        "description": "One JSON object a text frame. Clients pass over fields, messages and events they do not know; "
        f"the server refuses what it does not know. A frame has at most {MESSAGE_BYTES} bytes; a socket that says more "
        f"than {MESSAGES_PER_SECOND:g} messages a second, {MESSAGES_BURST} at once, is closed.",
        "sockets": {
            address: {"client": [_entry(kind) for kind in said], "server": [_entry(kind) for kind in told]}
            for address, (said, told) in SOCKETS.items()
        },
        "events": [_entry(kind) for kind in get_args(AnyEvent)],
        "closing": {str(code): why for code, why in CLOSING.items()},
        "$defs": named,
    }


def _entry(kind: type[msgspec.Struct]) -> Json:
    tag = kind.__struct_config__.tag
    return {"name": tag, "about": inspect.getdoc(kind) or "", "schema": {"$ref": f"{_WHERE}{kind.__name__}"}}
