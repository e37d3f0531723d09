"""Tests of the stores and pools."""
