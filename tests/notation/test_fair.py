"""Fair dealing: the documented scheme, computed a second time here without our code, and the shuffle's uniformity."""

from __future__ import annotations

import hashlib
import hmac
import os
import random
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublesix.errors import BadRecord
from doublesix.notation import MatchRecord, Record
from doublesix.notation.fair import Fair, FairStream, commitment, fair_deal
from doublesix.notation.verify import verify_json
from doublesix.rules import PRESETS, deal, preset

SECRET = bytes(range(32))


def sized(text: str) -> bytes:
    return len(text.encode()).to_bytes(4, "big") + text.encode()


def other_stream(secret: bytes, table: str, number: int, strings: list[str]) -> Any:
    """The stream by the words of the documentation."""
    message = sized("doublesix deal 1") + sized(table) + number.to_bytes(8, "big") + len(strings).to_bytes(4, "big")
    key = hmac.new(secret, message + b"".join(sized(text) for text in strings), hashlib.sha256).digest()
    for counter in count():
        yield from hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()


def other_deal(max_pip: int, size: int, players: int, stream: Any) -> tuple[list[list[str]], list[str], int]:
    """The deal by the words of the documentation."""

    def below(n: int) -> int:
        return int(next(byte % n for byte in stream if byte < 256 // n * n))

    tiles = [f"{high}-{low}" for high in range(max_pip + 1) for low in range(high + 1)]
    for i in reversed(range(1, len(tiles))):
        j = below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    hands = [tiles[seat * size : (seat + 1) * size] for seat in range(players)]
    return hands, tiles[players * size :], below(players)


@given(
    st.binary(min_size=32, max_size=32),
    st.text(st.characters(codec="utf-8"), max_size=8),
    st.integers(1, 1000),
    st.sampled_from(list(PRESETS)),
    st.lists(st.text(st.characters(codec="utf-8"), max_size=12), min_size=10, max_size=10),
)
def test_a_second_implementation_deals_the_same(
    secret: bytes, table: str, number: int, name: str, texts: list[str]
) -> None:
    rules = preset(name)
    players = rules.players[-1]
    strings = texts[:players]
    hands, boneyard, lot = fair_deal(rules, players, FairStream(secret, table, number, strings))
    stream = other_stream(secret, table, number, strings)
    other = other_deal(rules.max_pip, rules.hand_size[players], players, stream)
    assert ([[str(tile) for tile in hand] for hand in hands], [str(tile) for tile in boneyard], lot) == other
    by_rules = deal(rules, players, FairStream(secret, table, number, strings))
    assert (by_rules.hands, by_rules.boneyard) == (hands, boneyard)
    assert rules.leader != "lot" or by_rules.leader == lot


def test_the_commitment_is_that_of_the_documentation() -> None:
    data = sized("doublesix commitment 1") + sized("k3f9") + (7).to_bytes(8, "big") + SECRET
    assert commitment(SECRET, "k3f9", 7) == hashlib.sha256(data).hexdigest()


def test_a_deal_written_out_stays_as_it_is() -> None:
    hands, boneyard, lot = fair_deal(preset("ply-yard"), 2, FairStream(SECRET, "k3f9", 1, ["Ann", "Ben"]))
    assert " ".join(map(str, hands[0])) == "6-0 5-0 3-0 4-0 6-6 2-0 5-1"
    assert " ".join(map(str, boneyard)) == "5-2 6-4 5-4 2-2 3-2 6-5 1-1 6-2 5-5 3-3 5-3 4-2 4-1 1-0"
    assert lot == 0


def test_every_part_changes_the_deal() -> None:
    deals = {
        tuple(fair_deal(preset("ply-yard"), 2, FairStream(secret, table, number, strings))[1])
        for secret in (SECRET, bytes(32))
        for table in ("a", "b")
        for number in (1, 2)
        for strings in (["x", "y"], ["xy", ""], ["", "xy"], ["y", "x"])
    }
    assert len(deals) == 2 * 2 * 2 * 4


@pytest.mark.parametrize("size", [2, 28])
def test_every_tile_is_as_likely_at_every_place(size: int) -> None:
    """Chi-square over tile and place: (size - 1)² degrees of freedom; a bound of five standard deviations."""
    deals = 20_000 if os.environ.get("DOUBLESIX_FULL") == "1" else 3_000
    times = [[0] * size for _ in range(size)]
    for number in range(deals):
        order = list(range(size))
        FairStream(SECRET, "uniform", number, ["a", "b"]).shuffle(order)
        for place, tile in enumerate(order):
            times[place][tile] += 1
    expected = deals / size
    chi = sum((seen - expected) ** 2 / expected for row in times for seen in row)
    free = (size - 1) ** 2
    assert chi < free + 5 * (2 * free) ** 0.5 + 10


def test_a_number_below_n_rejects_the_bytes_that_would_favour_small_ones() -> None:
    stream = FairStream(SECRET, "t", 1, [])
    raw = other_stream(SECRET, "t", 1, [])
    taken = [stream.randrange(200) for _ in range(500)]
    assert taken == [next(byte for byte in raw if byte < 200) for _ in range(500)]
    with pytest.raises(ValueError, match="below 1 to 256"):
        stream.randrange(257)


# --- records with a commitment ---


def fair_record(name: str = "all-fives", **changes: Any) -> dict[str, Any]:
    """A round dealt fairly and played at random, its secret revealed."""
    rules = preset(name)
    strings = ["Ann's", "Ben's"]
    position = deal(rules, 2, FairStream(SECRET, "k3f9", 4, strings))
    rng = random.Random(1)
    while position.outcome is None:
        position = position.play(rng.choice(position.legal_moves))
    fair = Fair(table="k3f9", round=4, commitment=commitment(SECRET, "k3f9", 4), strings=tuple(strings), secret=SECRET)
    record = Record.of(position, fair=fair.to_json(), outcome=position.outcome.to_json()).to_json()
    record["fair"] |= changes
    return record


def verdict(value: dict[str, Any]) -> dict[str, Any]:
    return verify_json(Record.from_json(value))


def test_a_fair_deal_is_proved() -> None:
    assert verdict(fair_record()) == {"ok": True, "replay": True, "score": True, "deal": "proved"}


def test_a_secret_that_is_not_revealed_yet_proves_nothing() -> None:
    value = fair_record()
    del value["fair"]["secret"]
    assert verdict(value)["deal"] == "no commitment"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"secret": "00" * 32}, "fair.secret"),
        ({"round": 5}, "fair.secret"),
        ({"table": "other"}, "fair.secret"),
        ({"commitment": "00" * 32}, "fair.secret"),
        ({"strings": ["Ann's", "Ben"]}, "hands.0"),
        ({"strings": ["Ann's"]}, "fair.strings"),
        ({"strings": "Ann"}, "fair"),
        ({"secret": "xyz"}, "fair"),
        ({"salt": 1}, "fair"),
    ],
)
def test_a_deal_that_was_not_committed_to_fails(changes: dict[str, Any], field: str) -> None:
    answer = verdict(fair_record(**changes))
    assert (answer["ok"], answer["replay"], answer["deal"], answer["field"]) == (False, True, "failed", field)
    assert answer["at"] is None


def test_a_boneyard_in_another_order_fails() -> None:
    value = fair_record()
    used = value["moves"].count("draw")
    value["boneyard"][used:] = value["boneyard"][used:][::-1]
    assert len(value["boneyard"]) - used > 1
    assert verdict(value)["field"] == "boneyard"


def test_a_leader_that_the_lot_did_not_name_fails() -> None:
    """In a match, where the first round is led by lot; a single round that names its leader is a later one."""
    value = fair_record()
    match = {"rules": value.pop("rules"), "players": value.pop("players"), "rounds": [value]}
    assert verify_json(MatchRecord.from_json(match))["deal"] == "proved"
    value["leader"], value["moves"] = 1 - value["leader"], []
    del value["outcome"]
    answer = verify_json(MatchRecord.from_json(match))
    assert (answer["deal"], answer["field"], answer["round"]) == ("failed", "leader", 0)


def test_hidden_tiles_cannot_disagree() -> None:
    value = fair_record()
    value["hands"][1] = ["?"] * len(value["hands"][1])
    assert verdict(value)["deal"] == "proved"


def test_a_fair_object_reads_what_it_wrote() -> None:
    fair = Fair.from_json(fair_record()["fair"])
    assert Fair.from_json(fair.to_json()) == fair
    assert fair.opens
    with pytest.raises(BadRecord, match="not revealed"):
        Fair(table="a", round=1, commitment="", strings=()).stream()
