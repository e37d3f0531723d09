"""The compiled modules; everything else about the package stands in pyproject.toml."""

import os
import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).resolve().parent / "_build"))

from extensions import extensions

setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count()}})
