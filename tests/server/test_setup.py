"""Seats that are asked for: what is no player is named, and not repeated at length."""

from __future__ import annotations

import pytest

from doublesix.server.setup import BadSetupError, make_setup


def test_what_is_no_player_is_named_by_its_beginning() -> None:
    with pytest.raises(BadSetupError, match=r"'x{40}' is no player") as caught:
        make_setup("ply-yard", 2, ["you", "x" * 5000])
    assert len(str(caught.value)) < 200
