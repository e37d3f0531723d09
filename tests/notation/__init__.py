"""Proofs of the records."""
