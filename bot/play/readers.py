"""How each person would rather read: with pictures, or in words alone."""

from collections.abc import Callable

from ..storage import Database
from ..storage.people import all_wishes, save_wish


class Readers:
    """Those who have chosen. Whoever hasn't is shown what the server's staff have set."""

    def __init__(self, database: Database, tell: Callable[[str, int], None]) -> None:
        self._database = database
        self._tell = tell
        self._wishes: dict[int, bool] = {}

    @classmethod
    async def load(cls, database: Database, tell: Callable[[str, int], None]) -> "Readers":
        """Everybody's wishes as stored. `tell` says to other processes whose has changed."""
        readers = cls(database, tell)
        await readers.reread()
        return readers

    async def reread(self, _user_id: int = 0) -> None:
        """Know all wishes as they are stored now. They are few."""
        self._wishes = await all_wishes(self._database)

    def wish(self, user_id: int) -> bool | None:
        """Whether a person wants pictures; None: they have never said so."""
        return self._wishes.get(user_id)

    async def choose(self, user_id: int, pictures: bool | None) -> None:
        """Remember a person's wish; None: as the server has it."""
        await save_wish(self._database, user_id, pictures)
        self.forget(user_id)
        if pictures is not None:
            self._wishes[user_id] = pictures
        self._tell("reader", user_id)

    def forget(self, user_id: int) -> None:
        """Know a person no more."""
        self._wishes.pop(user_id, None)
