"""Clicks: the effect of a person's act, from the clicked control to the answer."""
