"""A round may be started from tiles or from their texts."""

from __future__ import annotations

import random

import pytest

from doublesix.errors import BadNotation, BadRecord
from doublesix.rules import HIDDEN, deal, preset, start


def test_a_deal_may_be_given_as_text_and_what_is_no_tile_is_named() -> None:
    position = deal(preset("ply-yard"), 2, random.Random(1))
    texts = [[str(tile) for tile in hand] for hand in position.hands]
    yard = [str(tile) for tile in position.boneyard]
    assert start(position.rules, texts, yard, leader=0).play(position.legal_moves[0]).hands == (
        position.play(position.legal_moves[0]).hands
    )
    assert start(position.rules, [texts[0], ["?"] * 7], ["?"] * 14, leader=0).hands[1] == (HIDDEN,) * 7
    with pytest.raises(BadNotation, match="'6:6' is not a tile"):
        start(position.rules, texts, ["6:6", *yard[1:]], leader=0)
    with pytest.raises(BadRecord, match="a deal holds tiles or their texts, not 66"):
        start(position.rules, texts, [66, *yard[1:]], leader=0)  # type: ignore[list-item]
    with pytest.raises(BadRecord, match="is a list of tiles, not the text '6-6 "):
        start(position.rules, ["6-6 5-5", texts[1]], yard, leader=0)
