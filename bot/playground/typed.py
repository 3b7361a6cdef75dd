"""Typed command options, checked as a Discord client checks them before it sends anything."""

from typing import Any

from .errors import Impossible
from .world import Wire, World

_STRING, _INTEGER, _BOOLEAN, _USER, _CHANNEL, _NUMBER = 3, 4, 5, 6, 7, 10


def options_wire(
    options: list[Wire], given: dict[str, Any], focused: str | None = None
) -> list[Wire]:
    """The options given, as they are sent. Raises Impossible where a client would refuse.

    `focused` is the option being typed, for autocompletion: its value is taken as it is.
    """
    known = {option["name"]: option for option in options}
    if strange := set(given) - set(known):
        raise Impossible(f"there is no option {', '.join(sorted(strange))}")
    wire: list[Wire] = []
    for name, option in known.items():
        if name == focused:
            value: Any = str(given.get(name, ""))
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


def resolved_wire(world: World, wire: list[Wire]) -> Wire:
    """Users, members and channels that options name, as Discord sends them along."""
    resolved: Wire = {}
    for option in wire:
        if option["type"] == _USER and str(option["value"]).isdigit():
            person = world.person(int(option["value"]))
            member = world.member_wire(person)
            del member["user"]
            resolved.setdefault("users", {})[str(person.id)] = world.user_wire(person)
            resolved.setdefault("members", {})[str(person.id)] = member
        elif option["type"] == _CHANNEL and str(option["value"]).isdigit():
            channel = world.channels.get(int(option["value"]))
            if channel is None or channel.person is not None:
                raise Impossible("there is no such channel")
            resolved.setdefault("channels", {})[str(channel.id)] = world.channel_wire(channel)
    return resolved
