"""What can be set when a server is made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from doublesix.server.bots import Choose, choose

DEFAULT_PORT: Final = 8000


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything `create_app` needs to know beside the seams."""

    origins: tuple[str, ...] = ("http://127.0.0.1:8000", "http://localhost:8000")
    """The addresses people use: requests for other hosts and from other sites are refused."""
    bot_delay: float = 0.6
    """Seconds a computer player waits before it plays, so that one can follow."""
    bot_timeout: float = 10.0
    """Seconds after which a computer player that does not answer is given up."""
    seed: int | None = None
    """Makes deals and computer players repeatable: for tests and screenshots only."""
    choose: Choose = choose
    """How computer players choose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """Everything `run` needs to know."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    """0 takes any free port."""
    data: Path
    """The data folder."""
    origins: tuple[str, ...] = ()
    """Further addresses people use, such as that of a proxy."""
    bot_delay: float = 0.6
    seed: int | None = None
    open_browser: bool = False
    as_json: bool = False
    """Whether the addresses are written as one JSON object."""
