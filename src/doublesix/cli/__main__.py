"""`python -m doublesix.cli`."""

from doublesix.cli import main

raise SystemExit(main())
