"""Tables that this process owns, where several processes share a database.

Each open table has one owner, and its epoch grows with each change of owner.
"""

from collections.abc import Callable, Collection, Mapping

from ..words.errors import NotOwner


def _unheard(_table_id: int) -> None:
    """Do nothing: no table is in use yet."""


class Owned:
    """The tables of the process `name`, with their epochs. `lost(table_id)` hears of each loss."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lost: Callable[[int], None] = _unheard
        self._epochs: dict[int, int] = {}

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._epochs

    def epoch(self, table_id: int) -> int:
        """Return this process's epoch of an owned table. Raises NotOwner."""
        try:
            return self._epochs[table_id]
        except KeyError:
            raise NotOwner(table_id) from None

    def own(self, epochs: Mapping[int, int]) -> None:
        """Own these tables from now on."""
        self._epochs.update(epochs)

    def lose(self, table_id: int) -> NotOwner:
        """Release a table that belongs to another process. Return the error to raise."""
        if self._epochs.pop(table_id, None) is not None:
            self.lost(table_id)
        return NotOwner(table_id)

    def let_go(self, table_id: int) -> None:
        """Forget a table that has ended and shows it."""
        self._epochs.pop(table_id, None)

    def keep(self, before: Collection[int], epochs: Mapping[int, int]) -> dict[int, int]:
        """Lose those of the tables owned `before` that the database doesn't name at its epochs.

        Return the tables that it names and that are new here.
        """
        for table_id in before:
            if table_id in self._epochs and self._epochs[table_id] != epochs.get(table_id):
                self.lose(table_id)
        return {number: epoch for number, epoch in epochs.items() if number not in self._epochs}

    @property
    def all(self) -> frozenset[int]:
        """The numbers of all tables that this process owns."""
        return frozenset(self._epochs)
