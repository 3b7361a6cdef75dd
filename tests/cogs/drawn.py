"""Screens drawn from a position, without a match."""

from collections.abc import Callable, Iterable, Sized
from typing import Any

from bot.screens.look import Scene
from bot.screens.transcript import looks
from bot.wire.ui import screen
from bot.words.i18n import tongue
from games import GAMES
from games.core import Event, Seat

from ..drawing import choices
from .evening import NAMES, components, words

Story = Iterable[tuple[int, Event]]


class Screens:
    """The panels and hands of a game. `of_seats` returns something that a state has by seat."""

    def __init__(self, key: str, of_seats: Callable[[Any], Sized]) -> None:
        self._game, self._look, self._of_seats = GAMES[key], looks()[key], of_seats

    def parts(self, state: Any, seat: Seat | None = None, story: Story = (), **fields: Any) -> Any:
        """Return the components of the panel, or of a seat's hand, after these events."""
        names = NAMES[: len(self._of_seats(state))]
        usual = {
            "table_id": 10**17,
            "stage": self._game.stage(state),
            "t": tongue("en-US"),
            "view": self._game.view(state, seat),
            "story": [(ply, e) for ply, e in story if e.to is None or seat in e.to],
            "names": names,
            "mentions": [f"@{name}" for name in names],
            **dict.fromkeys(("seat", "reader"), seat),
        }
        scene = Scene(**(usual | fields))
        drawn = self._look.table(scene) if seat is None else self._look.hand(scene)
        return screen(0, *drawn).components

    def words(self, *given: Any, **fields: Any) -> str:
        """Return the words of such a screen."""
        return words(self.parts(*given, **fields))

    def labels(self, *given: Any, **fields: Any) -> list[str]:
        """Return the labels of its buttons."""
        return [one["label"] for one in components(self.parts(*given, **fields)) if "label" in one]

    def offered(self, *given: Any, **fields: Any) -> dict[str, str]:
        """Return its choices as notation → label."""
        found = {}
        for address, part in choices(self.parts(*given, **fields)):
            named = {one["value"]: one["label"] for one in part.get("options", ())}
            found[address.text] = named.get(address.text) or part.get("label", "")
        return found


def at_once(events: Iterable[Event]) -> list[tuple[int, Event]]:
    """Return the story of one move."""
    return [(1, event) for event in events]
