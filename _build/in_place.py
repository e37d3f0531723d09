"""Compile the kernel beside its sources, for work on it without an editable install: python _build/in_place.py"""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Build the extension modules in place."""
    os.chdir(HERE.parent)
    sys.path.insert(0, str(HERE))
    from extensions import extensions
    from setuptools import Distribution

    distribution = Distribution({"name": "doublesix", "package_dir": {"": "src"}, "ext_modules": extensions()})
    build = distribution.get_command_obj("build_ext")
    build.inplace = True
    build.parallel = os.cpu_count()
    build.ensure_finalized()
    build.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
