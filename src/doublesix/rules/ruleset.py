"""Rules as one frozen value that cannot contradict itself (canon part 3.2, field names of the contract)."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal

from doublesix.errors import BadRules
from doublesix.rules.phrases import Phrase
from doublesix.rules.tiles import MAX_PIP, set_size

Score = Literal["total", "quotient"]
MAX_PLAYERS: Final = 10
MAX_POINTS: Final = 1_000_000
"""The highest target and the most that going out may pay."""
MOST: Final = 1_000_000
"""The largest number that a field may hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Points during play: the open ends' total when one of `multiples` divides it (`total`), or the sum of
    total / multiple over the multiples that divide it (`quotient`)."""

    multiples: tuple[int, ...]
    score: Score

    def points(self, total: int) -> int:
        """Points for an open-ends total, in the units of the match; a total of 0 scores nothing (canon C6)."""
        hits = [multiple for multiple in self.multiples if total % multiple == 0]
        if not total or not hits:
            return 0
        return total if self.score == "total" else sum(total // multiple for multiple in hits)

    def to_json(self) -> dict[str, Any]:
        return {"multiples": list(self.multiples), "score": self.score}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay:
    """What the end of a round pays its winner."""

    out: str | int
    """`losers`, `others`, `none` or a fixed number of points."""
    blocked: str
    """`margin`, `losers`, `all` or `none`."""
    round_to: int
    """The final sum is rounded to the nearest multiple of 1, 3 or 5."""

    def rounded(self, points: int) -> int:
        """`points` to the nearest multiple of `round_to`; a half cannot occur, for pips are whole."""
        return (points + self.round_to // 2) // self.round_to * self.round_to

    def to_json(self) -> dict[str, Any]:
        return {"out": self.out, "blocked": self.blocked, "round_to": self.round_to}


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """When a match is over."""

    points: int
    mode: Literal["at-least", "exact"]
    when: Literal["round", "now"]

    def to_json(self) -> dict[str, Any]:
        return {"points": self.points, "mode": self.mode, "when": self.when}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """All that decides how a round is played and paid; equal values play alike.

    Built from a preset id, an override of a preset or all fields by `Rules.from_json`. Every value is checked when it
    is built: `BadRules` names the field and says what would work. `id`, `title`, `version` and `base` only label it.
    """

    max_pip: int
    hand_size: Mapping[int, int]
    partners: bool
    leader: Literal["seat", "lot", "highest"]
    lead_tile: Literal["any", "qualifying"]
    next_leader: Literal["again", "rotate", "winner"]
    draw_limit: int | None
    voluntary_draw: bool
    reserve: int
    spinner: Literal["none", "lead", "first", "all"]
    arms: Literal["sides-first", "fill-first"]
    count: Count | None
    pay: Pay
    out_when: Literal["first", "side"]
    target: Target | None
    id: str | None = field(default=None, compare=False)
    title: str = field(default="House rules", compare=False)
    version: int = field(default=1, compare=False)
    base: str | None = field(default=None, compare=False)
    """The preset that an override started from."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand_size", _read_hand_size(self.hand_size))
        check(self)

    def __hash__(self) -> int:
        return hash((self.max_pip, tuple(sorted(self.hand_size.items())), self.leader, self.draw_limit, self.reserve))

    # --- what the fields mean together ---------------------------------------------------------------------------

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that these rules allow; partners sit down at four only."""
        allowed = sorted(self.hand_size)
        return tuple(n for n in allowed if n == 4) if self.partners else tuple(allowed)

    @property
    def size(self) -> int:
        """Tiles in the set."""
        return set_size(self.max_pip)

    @property
    def draws(self) -> bool:
        """Whether a stuck seat may draw at all."""
        return self.draw_limit != 0

    @property
    def moves_lead(self) -> bool:
        """Whether later rounds of a match are led by the next seat or the winner, not decided anew."""
        return self.target is not None and self.next_leader != "again"

    @property
    def pays(self) -> bool:
        """Whether the end of a round can pay anything."""
        return self.pay.out not in ("none", 0) or self.pay.blocked != "none"

    def drawable(self, boneyard: int) -> int:
        """How many of `boneyard` tiles may still be drawn."""
        return max(0, boneyard - self.reserve) if self.draws else 0

    def side(self, seat: int, players: int) -> tuple[int, ...]:
        """The seats that are one side with `seat`."""
        return (seat % 2, seat % 2 + 2) if self.partners and players == 4 else (seat,)

    def sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        """All sides, each by its seats."""
        return ((0, 2), (1, 3)) if self.partners and players == 4 else tuple((seat,) for seat in range(players))

    def replace(self, **changes: Any) -> Rules:
        """These rules with some fields changed: `preset("draw-100").replace(reserve=2)`. Raises `BadRules`."""
        values = {name: getattr(self, name) for name in FIELDS}
        for name in changes:
            if name not in FIELDS:
                raise _unknown(name, FIELDS, "rules")
        title = self.title if self.id is None else f"{self.title}, changed"
        return Rules(**values | changes, title=title, version=self.version, base=self.id or self.base)

    # --- JSON ----------------------------------------------------------------------------------------------------

    def fields_json(self) -> dict[str, Any]:
        """Every rule field, none of the labels."""
        out: dict[str, Any] = {}
        for name in FIELDS:
            value = getattr(self, name)
            if name == "hand_size":
                value = {str(players): tiles for players, tiles in sorted(value.items())}
            elif hasattr(value, "to_json"):
                value = value.to_json()
            out[name] = value
        return out

    def full_json(self) -> dict[str, Any]:
        """`id`, `version`, `title` and every field: what `doublesix rules` prints, itself accepted as rules."""
        return {"id": self.id, "version": self.version, "title": self.title, **self.fields_json()}

    def to_json(self) -> str | dict[str, Any]:
        """The shortest form that reads back as these rules: a preset id, an override of its base, or all fields."""
        if self.id is not None:
            return self.id
        if self.base is None:
            return self.fields_json() | ({"title": self.title} if self.title != "House rules" else {})
        from doublesix.rules.presets import preset

        start = preset(self.base, self.version)
        own, base = self.fields_json(), start.fields_json()
        title = {} if self.title == f"{start.title}, changed" else {"title": self.title}
        return {"base": self.base} | {name: own[name] for name in FIELDS if own[name] != base[name]} | title

    @staticmethod
    def from_json(value: object, version: int | None = None) -> Rules:
        """Read rules: a preset id, `{"base": id, field: value}` or an object with every field.

        `version` is the preset's version to take; the newest where it is None. Raises `BadRules`.
        """
        from doublesix.rules.presets import preset

        if isinstance(value, Rules):
            return value
        if isinstance(value, str):
            return preset(value, version)
        if not isinstance(value, Mapping):
            raise BadRules(f"rules are a preset id or an object, not {_name(value)}")
        if "base" in value:
            return _override(value, version)
        return _all_fields(value, version)


FIELDS: Final = tuple(f.name for f in fields(Rules) if f.name not in ("id", "title", "version", "base"))
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "leader": ("seat", "lot", "highest"),
    "lead_tile": ("any", "qualifying"),
    "next_leader": ("again", "rotate", "winner"),
    "spinner": ("none", "lead", "first", "all"),
    "arms": ("sides-first", "fill-first"),
    "out_when": ("first", "side"),
}


def _name(value: object) -> str:
    """A JSON value in the words of JSON, for error texts."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f'"{_short(value)}"'
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, int) and abs(value) > MOST:
        return "a larger number" if value > 0 else "a smaller number"
    return "a list" if isinstance(value, (list, tuple)) else _short(str(value))


def _short(text: str) -> str:
    """The beginning of what somebody wrote."""
    return text if len(text) <= 60 else text[:59] + "…"


def _one_of(words: tuple[str, ...]) -> str:
    return ", ".join(f'"{word}"' for word in words[:-1]) + f' or "{words[-1]}"'


def _unknown(key: str, known: tuple[str, ...], what: str) -> BadRules:
    near = difflib.get_close_matches(key[:60], known, n=1, cutoff=0.0)
    return BadRules(f'{what} have no field "{_short(key)}"; the nearest is "{near[0]}"', near[0])


def _whole(value: object, name: str, low: int, high: int = MOST) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        over = isinstance(value, int) and value > high
        what, field = {"name": name, "low": low, "said": _name(value)}, name.split(".", maxsplit=1)[0]
        if high < MOST or over:
            raise BadRules(Phrase("{name} is a whole number of {low} to {high}, not {said}", high=high, **what), field)
        raise BadRules(Phrase("{name} is a whole number of {low} or more, not {said}", **what), field)
    return value


def _keys(value: object, name: str, wanted: tuple[str, ...], hint: str) -> Mapping[str, Any]:
    """An object with exactly the `wanted` keys: an override replaces the whole field."""
    if not isinstance(value, Mapping):
        raise BadRules(f"{name} is {hint}, not {_name(value)}", name)
    for key in value:
        if key not in wanted:
            near = difflib.get_close_matches(str(key)[:60], wanted, n=1, cutoff=0.0)[0]
            raise BadRules(f'{name} has no key "{_short(str(key))}"; the nearest is "{near}"', name)
    for key in wanted:
        if key not in value:
            raise BadRules(f'{name} needs all its keys, and "{key}" is missing: it is {hint}', name)
    return value


def _choice(value: object, name: str, words: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in words:
        raise BadRules(f"{name} is {_one_of(words)}, not {_name(value)}", name.split(".", maxsplit=1)[0])
    return value


def _read_hand_size(value: object) -> dict[int, int]:
    if not isinstance(value, Mapping) or not value:
        raise BadRules(
            f'hand_size gives the tiles dealt for each number of players, such as {{"2": 7}}, not {_name(value)}',
            "hand_size",
        )
    out: dict[int, int] = {}
    seats = {str(players): players for players in range(2, MAX_PLAYERS + 1)}
    for key, tiles in value.items():
        text = str(key)
        if text not in seats:
            said = f'hand_size has the key "{_short(text)}"; its keys are 2 to {MAX_PLAYERS} players'
            raise BadRules(said, "hand_size")
        out[seats[text]] = _whole(tiles, "hand_size." + text, 1)
    return out


def _read_count(value: object) -> Count | None:
    if value is None:
        return None
    hint = 'null or an object such as {"multiples": [5], "score": "total"}'
    obj = _keys(value, "count", ("multiples", "score"), hint)
    multiples = obj["multiples"]
    if not isinstance(multiples, (list, tuple)) or not multiples:
        raise BadRules(f"count.multiples is a list of whole numbers such as [3, 5], not {_name(multiples)}", "count")
    numbers = tuple(_whole(m, "count.multiples", 1, 100) for m in multiples)
    if len(set(numbers)) != len(numbers):
        raise BadRules(Phrase("count.multiples names a number twice; each counts once"), "count")
    score = _choice(obj["score"], "count.score", ("total", "quotient"))
    return Count(multiples=numbers, score=score)  # type: ignore[arg-type]


def _read_pay(value: object) -> Pay:
    hint = 'an object such as {"out": "losers", "blocked": "margin", "round_to": 1}'
    obj = _keys(value, "pay", ("out", "blocked", "round_to"), hint)
    out = obj["out"]
    if isinstance(out, str):
        if out not in ("losers", "others", "none"):
            raise BadRules(f'pay.out is "losers", "others", "none" or a number of points, not {_name(out)}', "pay")
    else:
        out = _whole(out, "pay.out", 0, MAX_POINTS)
    blocked = _choice(obj["blocked"], "pay.blocked", ("margin", "losers", "all", "none"))
    round_to = obj["round_to"]
    if isinstance(round_to, bool) or round_to not in (1, 3, 5):
        raise BadRules(f"pay.round_to is 1, 3 or 5, not {_name(round_to)}", "pay")
    return Pay(out=out, blocked=blocked, round_to=int(round_to))


def _read_target(value: object) -> Target | None:
    if value is None:
        return None
    hint = 'null or an object such as {"points": 100, "mode": "at-least", "when": "round"}'
    obj = _keys(value, "target", ("points", "mode", "when"), hint)
    return Target(
        points=_whole(obj["points"], "target.points", 1, MAX_POINTS),
        mode=_choice(obj["mode"], "target.mode", ("at-least", "exact")),  # type: ignore[arg-type]
        when=_choice(obj["when"], "target.when", ("round", "now")),  # type: ignore[arg-type]
    )


def _read_field(name: str, value: object) -> Any:
    if name in _CHOICES:
        return _choice(value, name, _CHOICES[name])
    if name in ("partners", "voluntary_draw"):
        if not isinstance(value, bool):
            raise BadRules(f"{name} is true or false, not {_name(value)}", name)
        return value
    if name == "draw_limit":
        return None if value is None else _whole(value, name, 0)
    if name == "max_pip":
        return _whole(value, name, 2, MAX_PIP)
    if name == "reserve":
        return _whole(value, name, 0, 2)
    readers = {"hand_size": _read_hand_size, "count": _read_count, "pay": _read_pay, "target": _read_target}
    return readers[name](value)


_LABELS: Final = ("id", "version", "title")


def _read_title(value: Mapping[str, Any]) -> str:
    title = value.get("title", "House rules")
    if not isinstance(title, str) or not title.strip() or len(title) > 80 or not title.isprintable():
        raise BadRules(Phrase("title is a text of 1 to 80 characters on one line"), "title")
    return title


def _override(value: Mapping[str, Any], version: int | None) -> Rules:
    from doublesix.rules.presets import preset

    if not isinstance(value["base"], str):
        raise BadRules(f"base is the id of a preset, not {_name(value['base'])}", "base")
    own = value.get("version")
    if own is not None:
        version = _whole(own, "version", 1)
    base = preset(value["base"], version)
    changed: dict[str, Any] = {}
    for key, given in value.items():
        if key in FIELDS:
            changed[key] = _read_field(key, given)
        elif key not in ("base", "version", "title"):
            raise _unknown(str(key), (*FIELDS, "base", "title"), "rules")
    title = _read_title(value) if "title" in value else f"{base.title}, changed"
    values = {name: getattr(base, name) for name in FIELDS} | changed
    made = Rules(**values, title=title, version=base.version, base=base.id)
    return base if made == base and "title" not in value else made


def _all_fields(value: Mapping[str, Any], version: int | None) -> Rules:
    from doublesix.rules.presets import PRESETS, preset

    for key in value:
        if key not in FIELDS and key not in _LABELS:
            raise _unknown(str(key), (*FIELDS, "base", *_LABELS), "rules")
    missing = [name for name in FIELDS if name not in value]
    if missing:
        raise BadRules(
            f'rules without a "base" need every field, and "{missing[0]}" is missing; '
            f'give it, or start from a preset: {{"base": "draw-100", …}}',
            missing[0],
        )
    read = {name: _read_field(name, value[name]) for name in FIELDS}
    number = _whole(value["version"], "version", 1) if value.get("version") is not None else version
    made = Rules(**read, title=_read_title(value), version=number or 1)
    name = value.get("id")
    if name is not None and not isinstance(name, str):
        raise BadRules(f"id is a text, not {_name(name)}", "id")
    if name in PRESETS:
        known = preset(name, number)
        if known == made:
            return known
    return made


# --- contradictions --------------------------------------------------------------------------------------------------


def check(rules: Rules) -> None:
    """Raise `BadRules` where the fields contradict each other, naming the field and what would work.

    A field that has no effect under the others (`arms` without a spinner, `next_leader` without a target, a reserve
    as large as the boneyard) is no contradiction.
    """
    for name in FIELDS:
        value = getattr(rules, name)
        _read_field(name, value.to_json() if hasattr(value, "to_json") else value)
    for players, tiles in sorted(rules.hand_size.items()):
        if players * tiles > rules.size:
            most = rules.size // players
            fewer = (
                Phrase("deal at most {n} each", n=most) if most else Phrase("leave out {n} players", n=players)
            )
            raise BadRules(
                Phrase(
                    "hand_size deals {sum} tiles, and the double-{pip} set has {size}: {fewer}, "
                    "or take a larger max_pip",
                    sum=f"{players} x {tiles} = {players * tiles}",
                    pip=rules.max_pip,
                    size=rules.size,
                    fewer=fewer,
                ),
                "hand_size",
            )
    if rules.partners and 4 not in rules.hand_size:
        raise BadRules(
            Phrase(
                "partners need four seats (0 and 2 against 1 and 3), and hand_size has no 4: "
                "add it, such as {example}, or set partners to false",
                example=f'{{"4": {min(5, rules.size // 4)}}}',
            ),
            "partners",
        )
    if rules.target is not None:
        _check_target(rules, rules.target)


def _check_target(rules: Rules, target: Target) -> None:
    step = rules.pay.round_to if rules.pays else 0
    if isinstance(rules.pay.out, int) and rules.pay.blocked == "none":
        step = rules.pay.rounded(rules.pay.out)
    if rules.count is not None:
        step = math.gcd(step, *rules.count.multiples) if rules.count.score == "total" else 1
    if step == 0:
        raise BadRules(
            Phrase(
                "target is {n} points, and nothing ever pays a point: let pay.out or pay.blocked pay, "
                "or give a count, or set target to null",
                n=target.points,
            ),
            "target",
        )
    if target.mode == "exact" and target.points % step:
        near = max(step, target.points // step * step)
        raise BadRules(
            Phrase(
                "target is exactly {n}, and every score is a multiple of {step}: "
                'take {low} or {high}, or mode "at-least"',
                n=target.points,
                step=step,
                low=near,
                high=near + step,
            ),
            "target",
        )
