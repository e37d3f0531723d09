"""For all tests: Hypothesis asserts no time either, on a machine that is busy with something else or simply slow."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "patient", parent=settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")
