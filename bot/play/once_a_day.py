"""Remarks that each person gets once a day."""

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
