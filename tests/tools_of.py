"""The programs in tools/, loaded as modules."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]


def tool(name: str) -> ModuleType:
    """A program of tools/ by its name, loaded once."""
    known = f"tool_{name}"
    if known not in sys.modules:
        spec = importlib.util.spec_from_file_location(known, ROOT / "tools" / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[known] = module
        spec.loader.exec_module(module)
    return sys.modules[known]
