"""A table's state, as the server tells it, as the view that every player of doublesix is given."""

from __future__ import annotations

from typing import Any

from doublesix.rules import Rules, View


def view_of(state: dict[str, Any], rules: Rules) -> View:
    """What the seat `you` may know. Raises `BadRecord` where the state does not follow from its moves."""
    value: dict[str, Any] = {
        "rules": rules.to_json(),
        "version": rules.version,
        "players": state["players"],
        "leader": state["leader"],
        "seat": state["you"],
        "hand": state["hand"],
        "hand_sizes": [seat["tiles"] for seat in state["seats"]],
        "boneyard": state["boneyard"],
        "moves": [move["move"] for move in state["moves"]],
        "legal": state["legal"],
    }
    if rules.target is not None:
        before = [total - now for total, now in zip(state["scores"], state["points"], strict=True)]
        value["match"] = {"round": state["round"], "scores": before}
    if rules.count is not None:
        value["points"] = state["points"]
    return View.from_json(value)
