"""The command `doublesix`, also as `python -m doublesix`: Ctrl-C ends it without a traceback from its first moment.

While it loads, Ctrl-C ends the process as it does that of a program in C; what is loaded then takes over.
"""

from __future__ import annotations

import signal


def main() -> int:
    """Load the command line and run it; its exit status."""
    loud = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if loud:  # else somebody wants it otherwise, such as a shell that runs it in the background
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from doublesix.cli import main as run

    if loud:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run()


if __name__ == "__main__":
    raise SystemExit(main())
