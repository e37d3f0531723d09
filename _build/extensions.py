"""Which sources are compiled, and how."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

SOURCE = Path("src")


def compiled_sources() -> list[Path]:
    """Every Python file of the package whose first line is a Cython directive."""
    return sorted(
        path
        for path in SOURCE.rglob("_*.py")
        if path.read_text(encoding="utf-8").startswith("# cython:")
    )


def flags() -> list[str]:
    """Options for a compiler that takes gcc's; nothing for Microsoft's.

    Machines with an x86-64 processor from 2009 or later have the population count of x86-64-v2, which the kernel
    lives on. `DOUBLESIX_MARCH` names another target, such as `native` for this machine alone.
    """
    if os.name == "nt" and not os.environ.get("CC"):
        return []
    base = ["-O3", "-g0"]  # without -g0 Python's own flags ask for debugging symbols, a fifth of the time
    given = os.environ.get("DOUBLESIX_MARCH")
    if given is None and platform.machine().lower() in {"x86_64", "amd64"}:
        return [*base, "-mcpu=x86_64_v2" if "ziglang" in os.environ.get("CC", "") else "-march=x86-64-v2"]
    return [*base, *([f"-march={given}"] if given else [])]


def extensions() -> list[Any]:
    """The extension modules, or none where plain Python is wanted."""
    if os.environ.get("DOUBLESIX_PURE"):
        return []
    from Cython.Build import cythonize
    from setuptools import Extension

    wanted = [
        Extension(
            ".".join(path.relative_to(SOURCE).with_suffix("").parts), [path.as_posix()],
            include_dirs=[path.parent.as_posix()], extra_compile_args=flags(),
            depends=[header.as_posix() for header in sorted(path.parent.glob("*.h"))],
        )
        for path in compiled_sources()
    ]
    made: list[Any] = cythonize(wanted, include_path=[str(SOURCE)], build_dir="build/c", quiet=True)
    return made
