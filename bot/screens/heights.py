"""Estimated heights of texts and controls in two narrow columns of Discord, in pixels."""

import re
from collections.abc import Iterable
from functools import lru_cache
from math import ceil
from unicodedata import east_asian_width

from ..wire.ui import Control, Row

WIDE, NARROW = 388, 294
"""Width of a message's text in a column of 484 px, and of 390 px, as its letters are counted."""
# A row of buttons is narrower, the gap beside the last one included.
_INSIDE = 20
# Line height and columns of each kind of line, by its beginning.
_SIZES = (("### ", 27, 36), ("## ", 27, 36), ("-# ", 18, 54), ("", 22, 47))
# Columns of a Japanese letter.
_DOUBLE = 2.1
_MARKS = re.compile(r"\*\*|<t:[^>]*>")
_WHEN = "in 58 seconds"
# A row's height with its gap, and the gap between rows that wrap. Width of a letter, of a Japanese
# one, of an emoji with its gap, and of the rest of a button with the gap beside it.
_ROW, _WRAPPED = 48, 44
_LETTER, _SIGN, _EMOJI, _AROUND = 8, 14, 26, 43
# The narrowest button with its gap.
_LEAST = 68
# Widths of the letters that differ most from the others.
_WIDTHS = dict.fromkeys("ijlI .,'!", 4) | dict.fromkeys("frt", 5) | dict.fromkeys("mwMW", 12)


@lru_cache(maxsize=1024)
def of_text(text: str, wide: int = WIDE) -> int:
    """Return about the height of a text of that width. Most texts of a hand outlast a move."""
    high = 0
    for line in text.splitlines():
        plain = _MARKS.sub(lambda mark: _WHEN if mark[0].startswith("<") else "", line)
        letters = sum(_DOUBLE if east_asian_width(sign) in "WF" else 1 for sign in plain)
        each, columns = next(size for start, *size in _SIZES if line.startswith(start))
        high += each * ceil(letters / (columns * wide // WIDE))
    return high


@lru_cache(maxsize=1024)
def _of_label(label: str) -> int:
    return sum(
        _SIGN if east_asian_width(sign) in "WF" else _WIDTHS.get(sign, _LETTER) for sign in label
    )


def of_rows(parts: Iterable[object], wide: int = WIDE) -> int:
    """Return about the height of the rows among these parts."""
    high, whole = 0, wide - _INSIDE
    for part in parts:
        if isinstance(part, Row):
            lines, left = 1, whole
            for control in part.controls:
                width = whole
                if isinstance(control, Control):
                    emoji = _EMOJI * ("emoji" in control.component)
                    width = max(_LEAST, _AROUND + _of_label(control.label) + emoji)
                if width > left and left < whole:
                    lines, left = lines + 1, whole
                left -= width
            high += _ROW + _WRAPPED * (lines - 1)
    return high
