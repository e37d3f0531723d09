"""Files of the user's own: where they lie, and how they are written so that nothing that was there is lost."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path


def default_data() -> Path:
    """The folder for a user's data on this system."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "doublesix"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "doublesix"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "doublesix"


def write_whole(path: Path, text: str) -> None:
    """Write a text aside and put it in the file's place: whatever happens, the file holds the old text or the new one.

    Folders that are not there yet are made. Raises `OSError`, and leaves what was there as it is.
    """
    place = path.resolve()  # where a link leads, so that the link stays
    if place.exists() and not place.is_file():
        place.write_text(text, encoding="utf-8")  # a device: there is nothing to lose, and it must not be replaced
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            shutil.copymode(place, name)
        os.replace(name, place)
    except BaseException:
        os.unlink(name)
        raise
