"""Floor 1: text and JSON to values and back. No files."""

from doublesix.notation.entry import Entry
from doublesix.notation.lines import parse_records
from doublesix.notation.record import MatchRecord, Record, RoundError, read_record
from doublesix.notation.replay import replay_json
from doublesix.notation.text import to_text
from doublesix.notation.verify import verify_json

__all__ = [
    "Entry",
    "MatchRecord",
    "Record",
    "RoundError",
    "parse_records",
    "read_record",
    "replay_json",
    "to_text",
    "verify_json",
]
