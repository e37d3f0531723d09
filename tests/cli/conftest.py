"""Nothing that a test practises is kept where the one who runs it keeps his own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for the user's data; it is not there yet."""
    folder = tmp_path / "user" / "data"
    monkeypatch.setattr("doublesix.cli.practised.default_data", lambda: folder)
    return folder
