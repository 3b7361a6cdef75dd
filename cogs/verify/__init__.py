"""Proofs of records: of an ended match, and of a file."""
