"""Switches that features add to a server's settings."""

from dataclasses import fields

from games.core import Frozen

from ..storage.servers import ServerSettings
from ..words.parts import offered


class Switch(Frozen):
    """A setting that is on until a server's staff turn it off.

    A feature declares its own in its module `switches`.

    key: its name in the database, of 16 letters at most.
    name: its name in the list of changes.
    on, off: the labels of its button.
    """

    key: str
    name: str
    on: str
    off: str

    def is_on(self, settings: ServerSettings) -> bool:
        """Return True if the switch is on in these settings. One of the core's is a field."""
        return bool(getattr(settings, self.key, self.key not in settings.turned_off))


def switches() -> dict[str, Switch]:
    """Return the switches of all features by their keys."""
    found = {one.key: one for one in offered(Switch, "switches")}
    assert not found.keys() & {one.name for one in fields(ServerSettings)}, "a setting of the core"
    return found
