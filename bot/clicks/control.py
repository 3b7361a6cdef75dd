"""Kinds of controls. Each is declared at its handler, in the core or in a cog."""

from collections.abc import Awaitable, Callable
from types import ModuleType
from typing import TypeVar

from games.core import Frozen

from ..wire.ui import SIGNS

Handler = Callable[..., Awaitable[None]]
"""It takes the answer to give and the control's address."""
_Declared = TypeVar("_Declared", bound=Handler)
_KINDS = "control_kinds"


class Control(Frozen):
    """A kind of control: its handler, and where it may be used.

    acts: it acts for all to see, so a person who may not write in the channel may not use it.
        In a running match a player plays on without rights: the others wait for them.
    anywhere: it is served also where the bot isn't a member.
    form: it is a form, so that no button does what it does.
    looks_back: it serves an ended match in the whole server, and its handler checks access.
    reads: it is served while a film plays: it reveals nothing, or opens a form, which can't wait.
        The answers of others wait, but for choices beside the film.
    """

    handler: Handler
    acts: bool = False
    anywhere: bool = False
    form: bool = False
    looks_back: bool = False
    reads: bool = False


def control(*kinds: str, sign: str = "", **reach: bool) -> Callable[[_Declared], _Declared]:
    """Declare a handler of these kinds of controls, and the sign of their buttons.

    See Control for their reach. Raises ValueError if a kind has another sign already.
    """
    if sign:
        for kind in kinds:
            if SIGNS.setdefault(kind, sign) != sign:
                raise ValueError(f"buttons of the kind {kind} have the sign {SIGNS[kind]}")

    def declare(handler: _Declared) -> _Declared:
        setattr(handler, _KINDS, (kinds, reach))
        return handler

    return declare


def controls_of(thing: object) -> dict[str, Control]:
    """Return the controls that a module's functions or a cog's methods declare, by kind."""
    names = vars(thing if isinstance(thing, ModuleType) else type(thing))
    found: dict[str, Control] = {}
    for handler in [getattr(thing, name) for name in names]:
        kinds, reach = getattr(handler, _KINDS, ((), {}))
        found |= dict.fromkeys(kinds, Control(handler, **reach))
    return found
