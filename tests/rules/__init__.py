"""Proofs of the rules."""
