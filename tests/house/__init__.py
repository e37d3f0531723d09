"""Tests of the house itself: floors, names, words, the wheel, the documentation and the two commands."""
