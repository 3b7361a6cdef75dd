"""A table at one moment. The screens of all its readers are drawn from it."""

from typing import NamedTuple

from ..play.match import Match
from ..storage import StoredTable


class Now(NamedTuple):
    """The table at one moment. `held`: the last events stay on screen before the next ones."""

    stored: StoredTable
    match: Match | None
    held: bool

    @classmethod
    def of(cls, stored: StoredTable, match: Match | None) -> "Now":
        """Return the present moment of a table."""
        held = match is not None and match.held and stored.phase != "cancelled"
        return cls(stored, match, held)

    @property
    def ply(self) -> int:
        """The ply that a post drawn now shows whole, −1 in the lobby."""
        return -1 if self.match is None else self.match.ply - self.held
