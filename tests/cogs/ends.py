"""Ends of matches as screens."""

import unicodedata
from dataclasses import replace

from bot.drawing.file import File
from bot.screens.sight import Sight
from bot.words.i18n import tongue

T = tongue("en-US")


def pictured(sight: Sight) -> Sight:
    """Return the sight with its pictures, as if they were drawn."""
    first, below = sight.picture(T), sight.picture_below(T)
    return replace(
        sight,
        file=None if first is None else File(first, "first.png", b""),
        below=None if below is None else File(below, "below.png", b""),
    )


def columns(line: str) -> int:
    return sum(
        2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in line
        if not unicodedata.combining(sign)
    )
