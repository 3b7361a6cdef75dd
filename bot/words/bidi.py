"""Names in right-to-left scripts, such as Arabic and Hebrew."""

import unicodedata

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
# First strong isolate, pop directional isolate.
_OPEN, _CLOSE = "\u2068", "\u2069"


def right_to_left(text: str) -> bool:
    """Return True if any letter or digit of a text belongs to a right-to-left script."""
    return not text.isascii() and any(
        unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in text
    )


def isolated(name: str) -> str:
    """Return a name that can't reorder the text around it.

    Only right-to-left names could, so all others stay as they are.
    """
    return f"{_OPEN}{name}{_CLOSE}" if right_to_left(name) else name
