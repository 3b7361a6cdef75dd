"""Examples on the pages of the rules: positions with the options of a table."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from bot.drawing.picture import Picture
from bot.screens.examples import sight_of
from bot.screens.look import Look
from bot.words.i18n import tongue
from games.core import Frozen, Seat
from games.position import Position


class Example(Frozen):
    """A position as a spectator or the first seat sees it.

    `own`: the first seat's view.
    `held`: the pause after a reveal.
    `options`: changes the table's options where a page explains an option.
    """

    position: Position
    own: bool = False
    held: bool = False
    options: Callable[[Any], Any] = lambda options: options

    def played_with(self, options: Any) -> Position:
        """Return the position with a table's options."""
        return replace(self.position, options=self.options(options))


def pictured(examples: tuple[Example | Picture, ...]) -> Callable[[Look, Any, int], Picture | None]:
    """Return a look's method `example` for the pages of its rules, from 0."""

    @lru_cache(maxsize=32)
    def example(look: Look, options: Any, page: int) -> Picture | None:
        one = examples[page] if page < len(examples) else None
        if not isinstance(one, Example):
            return one
        sight = sight_of(one.played_with(options), look, Seat(0) if one.own else None)
        return replace(sight, held=one.held).picture(tongue("en-US"))

    return example
