"""The rounds of the worked examples; found by `tools/find_examples.py`; two of them composed."""

from typing import Any, Final

ROUNDS: Final[dict[str, dict[str, Any]]] = {
    "both-ends": {
        "leader": 0,
        "hands": [
            "6-6 5-4 5-0 4-3 3-2 1-1 0-0",
            "6-5 6-4 6-2 6-0 5-2 2-1 2-0",
        ],
        "boneyard": ("1-0 3-0 5-3 5-1 2-2 4-1 5-5 4-4 4-2 4-0 6-3 6-1 3-3 3-1 "),
        "moves": ("4-3 6-4L 6-6L 6-2L 3-2R 2-0R 5-0R "),
    },
    "to-reserve": {
        "leader": 0,
        "hands": [
            "6-2 6-0 5-0 4-3 4-1 3-2 2-0",
            "6-3 5-3 5-2 4-0 2-1 1-0 0-0",
        ],
        "boneyard": ("2-2 6-5 5-5 4-2 5-1 3-3 6-4 1-1 6-1 5-4 6-6 3-0 4-4 3-1 "),
        "moves": (
            "3-2 6-3L 6-2L 2-1L 2-0R 1-0R 4-1L 4-0L 6-0L draw draw 6-5L 5-0L 0-0L draw draw draw 5-1R 5-2R 4-2R "
            "draw draw 6-4R draw draw 6-1R "
        ),
    },
    "fewer-pips": {
        "leader": 0,
        "hands": [
            "6-6 6-1 5-5 5-0 3-2 2-2 2-0",
            "5-2 4-4 4-1 3-3 3-0 1-0 0-0",
        ],
        "boneyard": ("5-3 6-5 6-4 6-2 2-1 3-1 6-3 5-4 4-3 6-0 4-2 1-1 4-0 5-1 "),
        "moves": (
            "3-2 5-2R 5-0R 3-3L 2-0R 3-0L 2-2R 1-0L 6-1L draw draw 6-5L 5-5L 5-3L draw draw 6-2R draw draw 3-1L "
            "6-4R 4-4R draw draw 5-4R 4-1L draw 4-3L draw draw draw pass 6-3L 6-0L pass 0-0L pass pass "
        ),
    },
    "tie": {
        "leader": 0,
        "hands": [
            "6-4 6-1 6-0 5-5 5-4 1-1 1-0",
            "6-6 5-2 4-3 4-1 3-2 2-2 0-0",
        ],
        "boneyard": ("5-0 4-2 2-0 5-1 5-3 4-4 2-1 4-0 3-0 6-2 6-3 3-3 6-5 3-1 "),
        "moves": (
            "6-4 4-3R 6-0L 0-0L 1-0L 3-2R 6-1L 2-2R draw draw 4-2R 6-6L 5-4R 5-2R draw 2-0R draw draw draw draw "
            "draw 4-0R draw draw 6-2L 2-1L 1-1L 4-1R draw draw pass 5-1L 5-5L 5-3L 3-3L pass 6-3L pass pass "
        ),
    },
    "draw-until": {
        "hands": [
            "6-6 5-0 6-4 4-2 2-1 3-3 3-1",
            "6-5 2-0 5-4 4-1 6-3 4-4 1-0",
        ],
        "boneyard": ("6-1 5-3 0-0 1-1 2-2 3-0 3-2 4-0 4-3 5-1 5-2 5-5 6-0 6-2 "),
        "moves": ("6-6 6-5L 5-0L 2-0L 6-4R 5-4R 4-2L 4-1L 2-1L "),
    },
    "no-double": {
        "hands": [
            "6-4 6-0 5-4 5-3 5-2 5-0 1-0",
            "6-3 6-2 6-1 4-2 4-1 3-2 3-1",
        ],
        "boneyard": ("0-0 3-0 3-3 2-0 6-5 4-3 5-1 4-4 5-5 2-1 6-6 1-1 2-2 4-0 "),
        "moves": "",
    },
    "shared-place": {
        "hands": [
            "5-4 5-1 4-1 3-1 1-0",
            "6-1 5-5 2-2 2-1 2-0",
            "6-5 5-2 4-3 4-0 0-0",
            "6-0 4-4 4-2 3-3 1-1",
        ],
        "boneyard": ("6-6 3-0 5-3 3-2 6-3 6-2 6-4 5-0 "),
        "moves": (
            "5-5 5-2R 4-2R 4-1R 2-1R 6-5L 6-0L 1-0L 6-1L draw 6-6L draw draw draw 3-2R 3-1R draw 6-3L 4-3L 1-1R "
            "5-1R draw draw 6-4L draw 5-0R 3-0R pass 6-2L pass 3-3R pass 2-0L 0-0L 5-3R 5-4R "
        ),
    },
    "blank-left": {
        "hands": [
            "5-5 4-3 4-0 3-2 3-1",
            "6-5 5-4 5-0 2-1 0-0",
            "6-3 5-3 3-0 2-0 1-1",
        ],
        "boneyard": ("4-1 3-3 5-1 6-6 1-0 6-4 5-2 4-4 6-2 6-1 4-2 2-2 6-0 "),
        "moves": ("5-5 5-0R 5-3L 3-1L 2-1L 2-0L 4-0R 5-4R 3-0L 4-3L 6-5R 6-3R 3-2R "),
    },
    "block-margin": {
        "hands": [
            "6-1 6-0 5-1 4-3 3-0 2-2 2-1",
            "6-5 6-3 5-5 5-4 4-0 3-1 0-0",
        ],
        "boneyard": ("3-3 4-1 6-2 3-2 5-0 6-6 4-4 2-0 5-2 1-0 6-4 1-1 4-2 5-3 "),
        "moves": ("5-5 5-1R 6-5L 6-1L 3-1L 4-3L 5-4L 2-1R pass 2-2R pass pass "),
    },
    "margin": {
        "hands": [
            "6-2 5-3 5-1 4-2 4-0 3-3 2-1",
            "6-3 4-4 4-3 2-2 2-0 1-1 1-0",
            "6-6 6-5 6-1 5-2 5-0 3-2 0-0",
        ],
        "boneyard": ("5-4 3-1 6-4 5-5 6-0 4-1 3-0 "),
        "moves": (
            "6-6 6-2L 2-2L 6-1R 4-2L 4-4L draw 5-4L 5-1L 1-0L 0-0L 4-0L 4-3L 3-2L 2-1L 1-1L draw 3-1L 5-3L draw "
            "draw 5-5L 5-0L draw 6-0L 6-4L pass pass pass "
        ),
    },
}
