"""How long verifying takes: whole rounds of the four published tables, read, replayed, scored and compared.

    python3 bench/bench_verify.py [--records N] [--write]

The yardstick is a plain loop of the same Python on the same core, so that the ratio can be compared between machines.
`--write` keeps the result in bench/results/verify.json. Times are those of one core in use, so other work on the
machine counts little.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE)]

from common import keep, stamp, yardstick  # noqa: E402

from doublesix.notation import Record, parse_records, to_text  # noqa: E402
from doublesix.notation.verify import verify_json  # noqa: E402
from doublesix.rules import deal, preset  # noqa: E402

TABLES = (("ply-yard", 2), ("draw-100", 3), ("ranked-draw", 4), ("ranked-block", 2))


def make(records: int) -> list[Record]:
    """Random whole rounds with their outcomes claimed; the same every time."""
    rng, out = random.Random(2026), []
    for number in range(records):
        name, players = TABLES[number % len(TABLES)]
        position = deal(preset(name), players, rng)
        while position.outcome is None:
            position = position.play(rng.choice(position.legal_moves))
        out.append(Record.of(position, outcome=position.outcome.to_json()))
    return out


def measure(text: str) -> tuple[float, int]:
    """Seconds of one core to verify every record of a text, and how many were right."""
    begun = time.process_time()
    right = sum(entry.record is not None and verify_json(entry.record)["ok"] for entry in parse_records(text))
    return time.process_time() - begun, right


def main() -> int:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--write", action="store_true", help="keep the result in bench/results/verify.json")
    args = parser.parse_args()
    records = make(args.records)
    moves = sum(len(record.moves) for record in records)
    loop = yardstick()
    result = stamp("verify", loop) | {"records": len(records), "moves": moves}
    forms = {
        "json": "".join(json.dumps(record.to_json()) + "\n" for record in records),
        "text": "\n".join(map(to_text, records)),
    }
    for form, text in forms.items():
        seconds, right = measure(text)
        assert right == len(records), f"{len(records) - right} records are not right"
        result[form] = {
            "seconds": round(seconds, 2),
            "records_per_s": round(len(records) / seconds),
            "ratio": round(seconds / loop / len(records) * 10_000, 1),
        }
    print(json.dumps(result, indent=1))
    if args.write:
        keep(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
