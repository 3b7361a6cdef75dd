"""Cards of 6 nimmt! in words: the number with its bulls raised, 55⁷."""

from functools import cache

from games import nimmt

_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@cache
def with_bulls(card: int) -> str:
    """Return a card with its bulls raised, as `55⁷`. A joker is `0.4`."""
    return nimmt.card_text(card) + raised(card)


def named(card: int, pictured: bool) -> str:
    """Return a card as words name it: with its bulls only without a picture that shows them."""
    return nimmt.card_text(card) if pictured else with_bulls(card)


@cache
def raised(card: int) -> str:
    """Return the number of bulls raised, or nothing for a joker."""
    bulls = nimmt.bulls(card)
    return str(bulls).translate(_SUPERSCRIPT) if bulls else ""
