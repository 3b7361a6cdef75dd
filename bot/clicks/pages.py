"""Rows and buttons that features add to pages of others, and people whom they call to tables."""

from collections.abc import Awaitable, Callable, Sequence

from games.core import Frozen
from games.errors import N_

from ..storage import StoredTable
from ..wire.ui import Control, Part
from ..words.errors import TableError
from ..words.i18n import Tongue
from ..words.parts import offered
from .answers import Answer, Bot
from .places import Channel

PROFILE, STANDINGS, ME, HELP = "profile", "standings", "me", "help"
RULES, FIRST = "rules", "first"
"""The pages: a person's profile, the standings of a game, a person's own choices, the help, the
rules of a game, which stand in the help, too.

The last one is shown privately to a person at their first table, if features add to it.
"""


class Page(Frozen):
    """Rows at the end of a page, declared in a feature's module `pages`.

    rows: it takes the answer, the game or an empty text, and the person's id or 0.
    order: its place among the others, the lowest first.
    """

    places: tuple[str, ...]
    rows: Callable[[Answer, str, int], Awaitable[Sequence[Part]]]
    order: int = 0


class Way(Frozen):
    """A button of a page, declared in a feature's module `pages`.

    draw: its drawing from the key of the page's game, or None for a game without it.
    """

    places: tuple[str, ...]
    draw: Callable[[str, Tongue], Control | None]


def ways_to(place: str, t: Tongue, game: str = "") -> list[Control]:
    """Return the buttons that features add to a page."""
    drawn = (one.draw(game, t) for one in offered(Way, "pages") if place in one.places)
    return [way for way in drawn if way is not None]


async def added(place: str, answer: Answer, *, game: str = "", person: int = 0) -> list[Part]:
    """Return the rows that features add to a page."""
    pages = sorted(offered(Page, "pages"), key=lambda one: one.order)
    found = [await one.rows(answer, game, person) for one in pages if place in one.places]
    return [row for rows in found for row in rows]


class Shown(Frozen):
    """The screen of a finished match, declared in a feature's module `pages`."""

    show: Callable[[Answer, int], Awaitable[None]]


async def show_match(answer: Answer, number: int) -> None:
    """Show a finished match by its number, by the features that can. Raises TableError."""
    found = offered(Shown, "pages")
    if not found:
        raise TableError(N_("There is no match {number} in this server."), number=number)
    for one in found:
        await one.show(answer, number)


class Calling(Frozen):
    """People to mention, declared in a feature's module `openings`. `people` notes their calls."""

    people: Callable[[Bot, StoredTable, Channel], Awaitable[list[int]]]


async def called_to(bot: Bot, stored: StoredTable, channel: object) -> list[int]:
    """Return the people whom an open table mentions now in a server's channel."""
    if not isinstance(channel, Channel):
        return []
    found = offered(Calling, "openings")
    return [person for one in found for person in await one.people(bot, stored, channel)]
