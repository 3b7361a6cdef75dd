"""Rows that features add to pages of others."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ..wire.ui import Row
from ..words.parts import declared, parts
from .answers import Answer

PROFILE, STANDINGS = "profile", "standings"
"""The pages: a person's profile, and the standings of a game."""


@dataclass(frozen=True, slots=True)
class Page:
    """Rows at the end of a page, declared in a feature's module `pages`.

    rows: it takes the answer, the game or an empty text, and the person's id or 0.
    """

    places: tuple[str, ...]
    rows: Callable[[Answer, str, int], Awaitable[list[Row]]]


async def added(place: str, answer: Answer, *, game: str = "", person: int = 0) -> list[Row]:
    """Return the rows that features add to a page."""
    pages = [one for module in parts("pages") for one in declared(Page, module)]
    found = [await one.rows(answer, game, person) for one in pages if place in one.places]
    return [row for rows in found for row in rows]
