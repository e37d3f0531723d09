"""Every test of the kernel runs on the kernel as it is installed and on the same sources as plain Python."""

from __future__ import annotations

from typing import Any

import pytest

import doublesix.kernel

from .twins import interpreted


@pytest.fixture(params=["compiled", "interpreted"])
def kernel(request: pytest.FixtureRequest) -> Any:
    """The kernel, in each of its two forms."""
    if request.param == "interpreted":
        return interpreted()
    if not doublesix.kernel.compiled:
        pytest.skip("the kernel is not compiled here: python _build/in_place.py")
    return doublesix.kernel
