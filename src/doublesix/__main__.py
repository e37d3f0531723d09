"""`python -m doublesix` is the command `doublesix`."""

from doublesix.cli import main

raise SystemExit(main())
