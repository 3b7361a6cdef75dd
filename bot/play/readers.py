"""Personal choices: moving pictures, still ones or words only, and one message a day."""

from collections.abc import Callable

from ..storage import Database
from ..storage.people import Wish, all_wishes, gather, gatherers, save_wish


class Readers:
    """The stored choices. Players without one see the server's setting.

    `reread` loads them first. `notify` informs other processes of a change.
    """

    def __init__(self, database: Database, notify: Callable[[str, int], None]) -> None:
        self._database = database
        self._notify = notify
        self._wishes: dict[int, Wish] = {}
        self._gather: set[int] = set()

    async def reread(self) -> None:
        """Reload all choices from the database. There are few."""
        self._wishes = await all_wishes(self._database)
        self._gather = await gatherers(self._database)

    def wish(self, user_id: int) -> Wish | None:
        """Return a person's choice of pictures, or None if they made none."""
        return self._wishes.get(user_id)

    async def choose(self, user_id: int, wish: Wish | None) -> None:
        """Store a person's choice. None returns to the server's setting."""
        await save_wish(self._database, user_id, wish)
        self._wishes.pop(user_id, None)
        if wish is not None:
            self._wishes[user_id] = wish
        self._notify("reader", user_id)

    def forget(self, user_id: int) -> None:
        """Drop a person's choices from memory."""
        self._wishes.pop(user_id, None)
        self._gather.discard(user_id)

    def gathers(self, user_id: int) -> bool:
        """Return True for one message a day about slow matches, instead of one a turn."""
        return user_id in self._gather

    async def gather(self, user_id: int, now: float, *, wanted: bool) -> None:
        """Store a person's choice of one message a day, at this hour."""
        await gather(self._database, user_id, now, wanted=wanted)
        (self._gather.add if wanted else self._gather.discard)(user_id)
        self._notify("reader", user_id)


_DAY = 86400.0


class OnceADay:
    """The time of each person's last remark, in unix seconds. Older ones are dropped."""

    def __init__(self) -> None:
        self._at: dict[int, float] = {}

    def first(self, user_id: int, now: float) -> bool:
        """Return True if a remark is due, and count it."""
        self._at = {one: at for one, at in self._at.items() if now < at + _DAY}
        if user_id in self._at:
            return False
        self._at[user_id] = now
        return True

    def forget(self, user_id: int) -> None:
        """Drop a person's time."""
        self._at.pop(user_id, None)
