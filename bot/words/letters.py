"""Letters of names: those of right-to-left scripts, and those that look alike."""

import unicodedata
from functools import lru_cache

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
# First strong isolate, pop directional isolate.
_OPEN, _CLOSE = "\u2068", "\u2069"
# Letters that look alike, after case and accents are dropped: Latin first, then Japanese.
_LOOKS = str.maketrans(
    "авсԁеһніјкӏмпорԛѕтухѵԝьαβεηικμνορτυχωօոս10|iへロカニハエタート",
    "abcdehhljklmnopqstyxvwbabenlkmvoptuxwonuloll ヘ口力二八工夕一卜".replace(" ", ""),
)
_SIGNS = str.maketrans("", "", "①②③④⑤⑥⑦⑧⑨⑩")


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


@lru_cache(maxsize=4096)
def look(name: str) -> str:
    """Return a key that is equal for names that look alike: case, accents and signs don't count."""
    parts = (
        unicodedata.normalize("NFKD", name.translate(_SIGNS))
        .casefold()
        .translate(_LOOKS)
        .replace("rn", "m")
    )
    return "".join(filter(str.isalnum, parts)) or name
