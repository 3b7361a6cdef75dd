"""Typed text, folded into the notation of the rules pages before it is read strictly."""

import unicodedata

# Screens raise what a card costs: 55⁷ is the card 55.
_RAISED = dict.fromkeys(map(ord, "⁰¹²³⁴⁵⁶⁷⁸⁹"))
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

    Every game's `parse_move` reads this, so that `３ × ★` is `3x*`. Raised digits go: a card may be
    typed as it is printed. The notation itself stays as it is, but for its case: a game turns cards
    and colours up again.
    """
    folded = unicodedata.normalize("NFKC", text.translate(_RAISED)).translate(_MEANT)
    return "".join(folded.split()).lower()
