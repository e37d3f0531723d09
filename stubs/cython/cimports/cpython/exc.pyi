def PyErr_CheckSignals() -> int: ...  # noqa: N802
