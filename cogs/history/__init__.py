"""Ended matches: their list, replays, reviews, and what is shared of them."""
