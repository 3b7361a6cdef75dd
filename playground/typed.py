"""Typed command options, checked as a Discord client checks them before it sends anything."""

from collections.abc import Sequence
from typing import Any

from .errors import Impossible
from .shapes import Wire, may, member_wire, user_wire
from .world import World

_STRING, _INTEGER, _BOOLEAN, _USER, _CHANNEL, _NUMBER = 3, 4, 5, 6, 7, 10
_MENTIONABLE = 9


def options_wire(
    options: list[Wire], given: dict[str, Any], focused: str | None = None
) -> list[Wire]:
    """Return the given options as a client sends them. Raises Impossible if it would refuse.

    `focused` is the option being autocompleted. Its value isn't checked.
    """
    known = {option["name"]: option for option in options}
    if strange := set(given) - set(known):
        raise Impossible(f"there is no option {', '.join(sorted(strange))}")
    if focused is not None and not known.get(focused, {}).get("autocomplete"):
        raise Impossible(f"{focused} has no autocompletion")
    wire: list[Wire] = []
    for name, option in known.items():
        if name == focused:
            value: Any = str(given.get(name) or "")
            wire.append({"name": name, "type": option["type"], "value": value, "focused": True})
        elif given.get(name) is not None:
            value = _checked(option, given[name])
            wire.append({"name": name, "type": option["type"], "value": value})
        elif option.get("required") and focused is None:
            raise Impossible(f"the option {name} is needed")
    return wire


def _checked(option: Wire, value: Any) -> Any:
    name, kind = option["name"], option["type"]
    if kind in (_INTEGER, _NUMBER):
        value = _number(name, kind, value)
        least, most = option.get("min_value"), option.get("max_value")
        if (least is not None and value < least) or (most is not None and value > most):
            raise Impossible(f"{name} must be from {least} to {most}")
    elif kind == _BOOLEAN:
        if not isinstance(value, bool):
            raise Impossible(f"{name} must be true or false")
    elif kind == _STRING:
        value = str(value)
        least, most = option.get("min_length") or 0, option.get("max_length") or 6000
        if not least <= len(value) <= most:
            raise Impossible(f"{name} must be from {least} to {most} characters")
    else:
        value = str(value)
    choices = option.get("choices") or []
    if choices and value not in [choice["value"] for choice in choices]:
        raise Impossible(f"{name} isn't one of the choices")
    return value


def _number(name: str, kind: int, value: Any) -> float | int:
    try:
        return int(str(value)) if kind == _INTEGER else float(value)
    except ValueError:
        raise Impossible(f"{name} must be a number") from None


def resolved_options(world: World, wire: list[Wire]) -> Wire:
    """Return the users, members and channels the options refer to."""
    people = [o["value"] for o in wire if o["type"] in (_USER, _MENTIONABLE)]
    channels = [o["value"] for o in wire if o["type"] == _CHANNEL]
    return resolved(world, people, channels)


def resolved(world: World, people: Sequence[str], channels: Sequence[str]) -> Wire:
    """Return these people and channels by id. Raises Impossible if one doesn't exist."""
    found: Wire = {}
    for value in people:
        person = world.person(number(value))
        member = member_wire(person) | {"permissions": str(may(person, world.guild_id))}
        found.setdefault("users", {})[str(person.id)] = user_wire(person)
        found.setdefault("members", {})[str(person.id)] = member
    for value in channels:
        channel = world.channels.get(number(value))
        if channel is None or channel.person is not None:
            raise Impossible("there is no such channel")
        found.setdefault("channels", {})[str(channel.id)] = world.channel_wire(channel)
    return found


def number(value: Any) -> int:
    """Parse an id. Raises Impossible if it isn't decimal."""
    if not str(value).isdecimal():
        raise Impossible(f"{value!r} is not an id")
    return int(value)
