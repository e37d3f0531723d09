"""`doublesix serve`: not there yet."""

from __future__ import annotations

import argparse

from doublesix.cli.common import Subparsers


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Nothing yet."""
