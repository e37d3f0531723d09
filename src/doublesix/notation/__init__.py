"""Floor 1: text and JSON to values and back. No files."""

from doublesix.notation.lines import Entry, parse_records
from doublesix.notation.record import MatchRecord, Record, RoundError, read_record
from doublesix.notation.replay import replay_json

__all__ = ["Entry", "MatchRecord", "Record", "RoundError", "parse_records", "read_record", "replay_json"]
