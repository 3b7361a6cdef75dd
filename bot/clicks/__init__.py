"""Clicks: what a person's act does, from the control clicked to the answer."""
