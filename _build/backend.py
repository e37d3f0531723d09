"""The build backend: setuptools, with the kernel compiled where that is possible.

The compiler is `CC`, else `cc`, `gcc` or `clang` on the path, else the `ziglang` wheel (fetched for this build alone),
else none: then the same sources are installed and run as plain Python. The build says which, and so does
`doublesix --version` afterwards.

    DOUBLESIX_PURE=1      install plain Python, compile nothing
    DOUBLESIX_RELEASE=1   not compiled is an error: for wheels meant for others
    DOUBLESIX_MARCH=…     processor to compile for (`native`: this machine alone; default x86-64-v2)
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from setuptools import build_meta as _setuptools
from setuptools.build_meta import *  # noqa: F403

_ZIG = {("Linux", "x86_64"), ("Linux", "aarch64"), ("Darwin", "arm64"), ("Darwin", "x86_64")}
"""Systems on which the `ziglang` wheel stands in for a compiler."""


def _say(text: str) -> None:
    print(f"doublesix: {text}", file=sys.stderr, flush=True)


def _release() -> bool:
    return bool(os.environ.get("DOUBLESIX_RELEASE"))


def _cython() -> bool:
    return importlib.util.find_spec("Cython") is not None


def _has_compiler() -> bool:
    named = os.environ.get("CC", "").split()
    if named and shutil.which(named[0]):
        return True
    if platform.system() == "Windows":
        return True  # setuptools looks for Microsoft's by itself; without one the build falls back
    return any(map(shutil.which, ("cc", "gcc", "clang")))


def _has_headers() -> bool:
    """Whether Python.h is there: without it no compiler helps, and none needs to be fetched."""
    return (Path(sysconfig.get_config_var("INCLUDEPY") or "") / "Python.h").is_file()


def _fetch_zig(folder: str) -> bool:
    """Put the `ziglang` wheel into `folder`; False where it cannot be had."""
    if (platform.system(), platform.machine()) not in _ZIG:
        return False
    # Outside the isolated environment that pip builds in, this Python has a pip more often than inside it.
    clean = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "PYTHONHOME"}}
    options = ["--quiet", "--no-deps", "--only-binary=:all:", "--disable-pip-version-check", "--retries=1"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", folder, "ziglang"]
    _say("no C compiler found: fetching the ziglang wheel for this build (about 100 MB) …")
    try:
        return subprocess.run(command, check=False, env=clean, timeout=600).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@contextlib.contextmanager
def _set(**values: str) -> Iterator[None]:
    """Environment variables for the time of a build."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextlib.contextmanager
def _compiler() -> Iterator[str | None]:
    """Make a compiler ready; gives why there is none, or None where there is one."""
    if not _cython():
        yield "Cython is not installed"
    elif not _has_headers():
        yield "the headers of this Python are not installed (Debian: apt install python3-dev)"
    elif _has_compiler():
        yield None
    else:
        with tempfile.TemporaryDirectory(prefix="doublesix-zig-") as folder:
            if not _fetch_zig(folder):
                yield "there is no C compiler, and the ziglang wheel cannot be had"
                return
            zig = f"{sys.executable} -m ziglang cc"
            path = os.pathsep.join(part for part in (folder, os.environ.get("PYTHONPATH")) if part)
            cache = str(Path(folder) / "cache")
            with _set(CC=zig, LDSHARED=f"{zig} -shared", PYTHONPATH=path, ZIG_GLOBAL_CACHE_DIR=cache):
                yield None


def _build(build: Callable[..., str], *arguments: Any) -> str:
    """Build compiled; where that fails, plain, unless this is a release."""
    if os.environ.get("DOUBLESIX_PURE"):
        if _release():
            raise RuntimeError("DOUBLESIX_RELEASE asks for a compiled kernel and DOUBLESIX_PURE for none")
        return build(*arguments)
    with _compiler() as missing:
        why = missing
        if why is None:
            try:
                return build(*arguments)
            except (Exception, SystemExit) as error:
                if _release():
                    raise
                why = f"compiling did not work ({error})"
    if _release():
        raise RuntimeError(f"the kernel is not compiled: {why}")
    _say(f"{why}: the kernel is installed as plain Python, a slow engine")
    with _set(DOUBLESIX_PURE="1"):
        return build(*arguments)


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """Build the wheel; compiled for this machine, or plain for any."""
    return _build(_setuptools.build_wheel, wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """Install in place: compiled modules come to lie beside their sources."""
    return _build(_setuptools.build_editable, wheel_directory, config_settings, metadata_directory)


def _plain(ask: Callable[..., Any], *arguments: Any) -> Any:
    """Ask setuptools something for which nothing needs to be compiled."""
    with _set(DOUBLESIX_PURE="1"):
        return ask(*arguments)


def get_requires_for_build_wheel(config_settings: Any = None) -> Any:
    """Nothing beyond pyproject.toml: `ziglang` is fetched during the build, so that it may fail to be had."""
    return _plain(_setuptools.get_requires_for_build_wheel, config_settings)


def get_requires_for_build_editable(config_settings: Any = None) -> Any:
    """As for a wheel."""
    return _plain(_setuptools.get_requires_for_build_editable, config_settings)


def get_requires_for_build_sdist(config_settings: Any = None) -> Any:
    """As for a wheel."""
    return _plain(_setuptools.get_requires_for_build_sdist, config_settings)


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    """The metadata, without compiling."""
    return str(_plain(_setuptools.prepare_metadata_for_build_wheel, metadata_directory, config_settings))


def prepare_metadata_for_build_editable(metadata_directory: str, config_settings: Any = None) -> str:
    """The metadata, without compiling."""
    return str(_plain(_setuptools.prepare_metadata_for_build_editable, metadata_directory, config_settings))


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """The source archive, without compiling."""
    return str(_plain(_setuptools.build_sdist, sdist_directory, config_settings))
