"""Fuzz one reader with atheris, which must be installed (it comes with .[dev] on Linux).

    python3 fuzz/run.py TARGET [--runs N] [--seconds S]

Inputs that lead somewhere new are kept in the folder fuzz/found, which is not part of the repository; an input that
breaks a promise is written to the current folder, and the run fails.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import atheris

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE)]

with atheris.instrument_imports(include=["doublesix", "targets"]):
    from targets import TARGETS


def main() -> None:
    """Run one target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=list(TARGETS))
    parser.add_argument("--runs", type=int, default=-1, help="inputs to try (no bound)")
    parser.add_argument("--seconds", type=int, default=0, help="time to take (no bound)")
    parser.add_argument("--seed", type=int, default=1, help="makes a run repeatable")
    parser.add_argument("--keep", default=str(HERE / "found"), help="folder for inputs that lead somewhere new")
    args = parser.parse_args()
    found = Path(args.keep) / args.target
    found.mkdir(parents=True, exist_ok=True)
    corpus = HERE / "corpus" / args.target
    options = [f"-runs={args.runs}", f"-max_total_time={args.seconds}", f"-seed={args.seed}", "-max_len=4096"]
    words = HERE / "words.txt"
    atheris.Setup(
        [sys.argv[0], *options, f"-dict={words}", "-verbosity=0", str(found), str(corpus)], TARGETS[args.target]
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
