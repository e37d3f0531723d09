"""Verifying records: they are replayed and scored again, their claims compared, and committed deals proved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from doublesix.errors import BadRecord, DominoError
from doublesix.notation.fair import Fair, fair_deal
from doublesix.notation.record import MatchRecord, Record, RoundError
from doublesix.rules.position import Position
from doublesix.rules.tiles import HIDDEN, Tile, show

NO_COMMITMENT: Final = "no commitment"
_FIELDS: Final = ("ending", "winners", "pips", "places", "points")


class Disagreement(NamedTuple):
    """One claim that what was computed does not bear out."""

    at: int | None
    """Index of the move after which it shows; None where the deal shows it."""
    field: str
    """`moves`, a field of the deal such as `hands`, or one of the claimed outcome such as `outcome.points`."""
    claimed: Any
    computed: Any
    text: str


def verify_json(record: Record | MatchRecord) -> dict[str, Any]:
    """What `doublesix verify` says of a round or a match.

    `{"ok": bool, "replay": bool, "score": bool or null, "deal": "proved" | "failed" | "no commitment"}`. `score` is
    null where the moves could not be replayed; a record that claims nothing agrees. Of the first disagreement also
    `at`, `field`, `claimed`, `computed`, `error`, and for a match `round`.
    """
    return _verify_round(record) if isinstance(record, Record) else _verify_match(record)


def unreadable_json(error: DominoError) -> dict[str, Any]:
    """The answer for a record that could not even be read."""
    at = getattr(error, "at", None)
    out = _answer(
        False, None, NO_COMMITMENT, Disagreement(at, "record" if at is None else "moves", None, None, str(error))
    )
    return out | {"round": error.round} if isinstance(error, RoundError) else out


def _answer(replay: bool, score: bool | None, deal: str, first: Disagreement | None) -> dict[str, Any]:
    out: dict[str, Any] = {"ok": first is None, "replay": replay, "score": score, "deal": deal}
    if first is not None:
        out |= {"at": first.at, "field": first.field, "claimed": first.claimed, "computed": first.computed}
        out["error"] = first.text
    return out


def _verify_round(record: Record) -> dict[str, Any]:
    deal, unfair = prove(record)
    try:
        positions = record.positions()
    except DominoError as error:
        return _answer(False, None, deal, unfair or _bad_replay(record, error))
    wrong = compare(record, positions[-1])
    led = _wrong_lot(record, positions[0]) if deal == "proved" else None
    if led is not None:
        deal = "failed"
    return _answer(True, wrong is None, deal, unfair or led or wrong)


def _verify_match(record: MatchRecord) -> dict[str, Any]:
    shared = record.extras.get("fair")
    proofs = [prove(part, number, shared) for number, part in enumerate(record.rounds, 1)]
    first = next(((number, unfair) for number, (_, unfair) in enumerate(proofs) if unfair is not None), None)
    deals = [deal for deal, _ in proofs]
    try:
        played, _ = record.replay()
    except DominoError as error:
        number = error.round if isinstance(error, RoundError) else 0
        fault = first or (number, _bad_replay(record.rounds[number] if record.rounds else None, error))
        return _answer(False, None, _sum(deals), fault[1]) | {"round": fault[0]}
    score = True
    for number, (part, positions) in enumerate(zip(record.rounds, played, strict=True)):
        led = _wrong_lot(part, positions[0], number + 1, shared) if deals[number] == "proved" else None
        deals[number] = "failed" if led is not None else deals[number]
        wrong = compare(part, positions[-1])
        score = score and wrong is None
        fault_here = led or wrong
        if fault_here is not None and (first is None or number < first[0]):
            first = (number, fault_here)
    if first is None:
        return _answer(True, score, _sum(deals), None)
    return _answer(True, score, _sum(deals), first[1]) | {"round": first[0]}


def _sum(deals: Sequence[str]) -> str:
    """The word for all rounds: failed if one is, proved if every one is."""
    if "failed" in deals:
        return "failed"
    return "proved" if deals and all(deal == "proved" for deal in deals) else NO_COMMITMENT


def _bad_replay(record: Record | None, error: DominoError) -> Disagreement:
    at = getattr(error, "at", None)
    claimed = str(record.moves[at]) if record is not None and at is not None and at < len(record.moves) else None
    return Disagreement(at, "deal" if at is None else "moves", claimed, None, str(error))


# --- the claimed outcome ---------------------------------------------------------------------------------------------


def compare(record: Record, last: Position) -> Disagreement | None:
    """The first field of the claimed outcome that differs from the computed one; None where all agree.

    A field that is not claimed, or that hidden tiles leave unknown, agrees.
    """
    claim = record.extras.get("outcome")
    if not claim:
        return None
    at = len(record.moves) - 1 if record.moves else None
    if last.outcome is None:
        text = f"an outcome is claimed ({claim.get('ending')}), and after these moves the round is not over"
        return Disagreement(at, "outcome", claim, None, text)
    computed = last.outcome.to_json()
    for key in (*_FIELDS, *(key for key in claim if key not in _FIELDS)):
        if key not in claim:
            continue
        if key not in computed:
            return Disagreement(at, f"outcome.{key}", claim[key], None, f'an outcome has no field "{key}"')
        if not _agree(key, claim[key], computed[key]):
            text = f"the {key} claimed are {_said(claim[key])}, and the moves give {_said(computed[key])}"
            if key == "ending":
                text = f"the ending claimed is {_said(claim[key])}, and the moves end {_said(computed[key])}"
            return Disagreement(at, f"outcome.{key}", claim[key], computed[key], text)
    return None


def _agree(key: str, claimed: object, computed: object) -> bool:
    if claimed is None or computed is None:
        return True
    if isinstance(claimed, list) and isinstance(computed, list):
        if key == "winners":
            return _numbers(claimed) and sorted(claimed) == computed
        return len(claimed) == len(computed) and all(map(_same, claimed, computed))
    return type(claimed) is type(computed) and claimed == computed


def _same(claimed: object, computed: object) -> bool:
    return claimed is None or computed is None or (type(claimed) is type(computed) and claimed == computed)


def _numbers(values: list[Any]) -> bool:
    return all(type(value) is int for value in values)


def _said(value: object) -> str:
    text = str(value).replace("None", "?")
    return text if len(text) <= 60 else text[:59] + "…"


# --- the deal --------------------------------------------------------------------------------------------------------


def prove(record: Record, number: int = 1, shared: object = None) -> tuple[str, Disagreement | None]:
    """Whether the deal is the one committed to: `proved`, `failed` with the reason, or `no commitment`.

    `shared` are fields of `fair` that a match gives for all its rounds. While the secret is not revealed there is
    nothing to prove yet. Tiles that the record hides cannot disagree.
    """
    value = _fair_value(record, shared)
    if value is None:
        return NO_COMMITMENT, None
    try:
        fair = Fair.from_json(value, number)
    except BadRecord as error:
        return "failed", Disagreement(None, "fair", value, None, str(error))
    if fair.secret is None:
        return NO_COMMITMENT, None
    if not fair.opens:
        text = "the secret is not the one that was committed to before the deal"
        return "failed", Disagreement(None, "fair.secret", fair.commitment, _opening(fair), text)
    if len(fair.strings) != record.players:
        text = f"fair.strings has {len(fair.strings)} strings for {record.players} seats"
        return "failed", Disagreement(None, "fair.strings", len(fair.strings), record.players, text)
    hands, boneyard, _ = fair_deal(record.rules, record.players, fair.stream())
    for seat, (own, dealt) in enumerate(zip(record.hands, hands, strict=True)):
        if not _dealt(own, dealt):
            text = f"the hand of seat {seat} is not the one that was dealt, {show(sorted(dealt, reverse=True))}"
            return "failed", Disagreement(None, f"hands.{seat}", _texts(own), _texts(dealt), text)
    if not all(own is HIDDEN or own is tile for own, tile in zip(record.boneyard, boneyard, strict=False)):
        text = f"the boneyard is not the one that was dealt, {show(boneyard)}"
        return "failed", Disagreement(None, "boneyard", _texts(record.boneyard), _texts(boneyard), text)
    return "proved", None


def _fair_value(record: Record, shared: object) -> dict[str, Any] | None:
    own = record.extras.get("fair")
    if own is None and not (isinstance(shared, dict) and "commitment" in shared):
        return None
    return (dict(shared) if isinstance(shared, dict) else {}) | (own or {})


def _opening(fair: Fair) -> str:
    from doublesix.notation.fair import commitment

    assert fair.secret is not None
    return commitment(fair.secret, fair.table, fair.round)


def _dealt(own: Sequence[Tile], dealt: Sequence[Tile]) -> bool:
    return all(tile is HIDDEN or tile in dealt for tile in own)


def _texts(tiles: Sequence[Tile]) -> list[str]:
    return [str(tile) for tile in tiles]


def _wrong_lot(record: Record, first: Position, number: int = 1, shared: object = None) -> Disagreement | None:
    """The leader is another than the lot of a proved deal names."""
    if first.later or record.rules.leader != "lot":
        return None
    fair = Fair.from_json(_fair_value(record, shared), number)
    lot = fair_deal(record.rules, record.players, fair.stream())[2]
    if lot == first.leader:
        return None
    return Disagreement(
        None, "leader", first.leader, lot, f"the lot names seat {lot} as leader, not seat {first.leader}"
    )
