"""Bad days: everything that this Discord can do to a bot, by name.

Each is requests of the people's API. Their paths may have fields: {channel} and {thread} of a
table, {panel}, the newest message in one of these, and {person}, a player.
"""

from dataclasses import dataclass
from typing import Any

from .faults import ASKED_FOR, KINDS
from .gateway import DROPS
from .rates import HOUR
from .shapes import PERMISSIONS

Act = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Scenario:
    """A bad day: its begin and its end."""

    begin: tuple[Act, ...]
    end: tuple[Act, ...] = ()


_FINE: Act = ("/faults", {"share": 0})


def _failing(kind: str) -> Scenario:
    return Scenario((("/faults", {"share": 0.25, "kinds": [kind], "wait": 0.4}),), (_FINE,))


def _dropped(name: str) -> Scenario:
    return Scenario((("/gateway/drop", DROPS[name]),), (("/gateway/drop", {}),))


def _denied(permission: str) -> Scenario:
    where = "/channels/{channel}/permissions"
    return Scenario(((where, {"deny": [permission]}),), ((where, {"deny": []}),))


_NO_GATEWAY: Act = ("/faults", {"share": 1, "kinds": ["503"], "routes": ["gateway"]})
_CLOSED: Act = ("/{person}/settings", {"dms_open": False})
_ARCHIVE, _PANEL = "/channels/{thread}/archive", "/messages/{panel}/delete"

SCENARIOS = {
    **{f"requests: {kind}": _failing(kind) for kind in (*KINDS, *ASKED_FOR)},
    **{f"gateway: {name}": _dropped(name) for name in DROPS},
    "gateway: away": Scenario((_NO_GATEWAY, ("/gateway/drop", {})), (_FINE,)),
    **{f"without {permission}": _denied(permission) for permission in PERMISSIONS},
    "direct messages closed": Scenario((_CLOSED,), (("/{person}/settings", {"dms_open": True}),)),
    "panel deleted": Scenario(((_PANEL, {}),)),
    "thread archived": Scenario(((_ARCHIVE, {}),), ((_ARCHIVE, {"archived": False}),)),
    "thread locked": Scenario(((_ARCHIVE, {"locked": True}),), ((_ARCHIVE, {"archived": False}),)),
    "all limits": Scenario(
        (("/limits", {"on": True, "hour": 0}),), (("/limits", {"on": False, "hour": HOUR}),)
    ),
    # It never goes back, as ids come from it.
    "clock ahead": Scenario((("/clock", {"behind": -5.0}),)),
    "activities": Scenario((("/activities", {}),)),
}
"""All bad days, by name. A new fault, way to close sockets or permission is one, too."""
