"""What is fuzzed: each reader takes any bytes, and either reads them or raises one of our errors, nothing else.

What has been read is written and read again, and must come out the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from doublesix.errors import DominoError
from doublesix.notation import parse_records, replay_json, to_text
from doublesix.notation.verify import verify_json
from doublesix.rules import Move, Rules, Tile, View


def text_of(data: bytes) -> str:
    """Bytes as the commands read them; what is not UTF-8 is passed over."""
    return data.decode("utf-8", "ignore")


def tiles(data: bytes) -> None:
    """A tile from any text."""
    try:
        tile = Tile(text_of(data))
    except DominoError:
        return
    assert Tile(str(tile)) is tile


def moves(data: bytes) -> None:
    """A move from any text."""
    try:
        move = Move.parse(text_of(data))
    except DominoError:
        return
    assert Move.parse(str(move)) == move


def rules(data: bytes) -> None:
    """Rules from any JSON."""
    try:
        value = json.loads(text_of(data))
    except (ValueError, RecursionError):
        return
    try:
        read = Rules.from_json(value)
    except DominoError:
        return
    again = Rules.from_json(read.to_json(), read.version)
    assert again == read
    assert again.to_json() == read.to_json()
    assert Rules.from_json(read.full_json()) == read


def views(data: bytes) -> None:
    """A view from any JSON."""
    try:
        value = json.loads(text_of(data))
    except (ValueError, RecursionError):
        return
    try:
        view = View.from_json(value)
    except DominoError:
        return
    assert View.from_json(view.to_json()).to_json() == view.to_json()


def records(data: bytes) -> None:
    """Records from any text, as JSON or in the text form; whatever is read is replayed and verified too."""
    for entry in parse_records(text_of(data)):
        if entry.record is None:
            assert isinstance(entry.error, DominoError)
            continue
        value = entry.record.to_json()
        for written in (json.dumps(value, ensure_ascii=False), json.dumps(value), to_text(entry.record)):
            (again,) = parse_records(written)
            assert again.record is not None, again.error
            assert again.record.to_json() == value
        json.dumps(replay_json(entry.record, legal=True, reasons=True), ensure_ascii=False).encode()
        json.dumps(verify_json(entry.record), ensure_ascii=False).encode()


TARGETS: dict[str, Callable[[bytes], None]] = {
    "tiles": tiles,
    "moves": moves,
    "rules": rules,
    "views": views,
    "records-json": records,
    "records-text": records,
}
"""Each with the folder of the same name in `corpus`, from which fuzzing starts."""
