"""How each person would rather read: with pictures, or in words alone."""

from collections.abc import Mapping

from .storage import Database
from .storage.people import all_wishes, save_wish


class Readers:
    """Those who have chosen. Whoever hasn't is shown what the server's staff have set."""

    def __init__(self, database: Database, wishes: Mapping[int, bool]) -> None:
        self._database = database
        self._wishes = dict(wishes)

    @classmethod
    async def load(cls, database: Database) -> "Readers":
        """Everybody's wishes as stored. They are few."""
        return cls(database, await all_wishes(database))

    def wish(self, user_id: int) -> bool | None:
        """Whether a person wants pictures; None: they have never said so."""
        return self._wishes.get(user_id)

    async def choose(self, user_id: int, pictures: bool | None) -> None:
        """Remember a person's wish; None: as the server has it."""
        await save_wish(self._database, user_id, pictures)
        self.forget(user_id)
        if pictures is not None:
            self._wishes[user_id] = pictures

    def forget(self, user_id: int) -> None:
        """Know a person no more."""
        self._wishes.pop(user_id, None)
