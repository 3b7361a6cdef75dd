"""What people type, folded into the notation of the rules pages before it is read strictly."""

import unicodedata

_MEANT = str.maketrans(
    {
        **dict.fromkeys("×✕✖✗", "x"),
        **dict.fromkeys("★☆⭐✱∗", "*"),
        **dict.fromkeys("‐‑‒–—−ー→", "-"),
        ",": ".",
    }
)


def plain(text: str) -> str:
    """A typed move in lower case, without spaces: full-width signs, ×, ★ and dashes plain.

    Every game's `parse_move` reads this, so that `３ × ★` is `3x*`. The notation itself stays as it
    is, but for its case: a game turns cards and colours up again.
    """
    folded = unicodedata.normalize("NFKC", text).translate(_MEANT)
    return "".join(folded.split()).lower()
