"""Personal choices between moving pictures, still ones and words only."""

from collections.abc import Callable

from ..storage import Database
from ..storage.people import Wish, all_wishes, save_wish


class Readers:
    """The stored choices. Players without one see the server's setting."""

    def __init__(self, database: Database, notify: Callable[[str, int], None]) -> None:
        self._database = database
        self._notify = notify
        self._wishes: dict[int, Wish] = {}

    @classmethod
    async def load(cls, database: Database, notify: Callable[[str, int], None]) -> "Readers":
        """Load all choices. `notify` informs other processes of a change."""
        readers = cls(database, notify)
        await readers.reread()
        return readers

    async def reread(self, _user_id: int = 0) -> None:
        """Reload all choices from the database. There are few."""
        self._wishes = await all_wishes(self._database)

    def wish(self, user_id: int) -> Wish | None:
        """Return a person's choice of pictures, or None if they made none."""
        return self._wishes.get(user_id)

    async def choose(self, user_id: int, wish: Wish | None) -> None:
        """Store a person's choice. None returns to the server's setting."""
        await save_wish(self._database, user_id, wish)
        self.forget(user_id)
        if wish is not None:
            self._wishes[user_id] = wish
        self._notify("reader", user_id)

    def forget(self, user_id: int) -> None:
        """Drop a person's choice from memory."""
        self._wishes.pop(user_id, None)
