"""Matches and people without Discord: the match, its lobby, clock, consent and members."""
