"""Slash commands: Discord's checks at synchronisation, and lookup by name."""

import re
from typing import Any

from .errors import Impossible, Refused, invalid
from .shapes import Person, Wire, may

SUBCOMMAND, GROUP = 1, 2
GUILD_INSTALL, USER_INSTALL = 0, 1
_NAME = re.compile(r"[-_'\w]{1,32}")
_STRING, _INTEGER, _NUMBER = 3, 4, 10
_CHAT, USER = 1, 2
_MENUS = 15
ENTRY_POINT = 4
_REMOVES_ENTRY_POINT = 50240
_COMMANDS, _CHARACTERS = 100, 8000
_LOCALES = frozenset(
    (
        *("bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi"),
        *("hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru"),
        *("sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW"),
    )
)


def check_commands(body: Any, before: list[Wire]) -> list[Wire]:
    """Return the bot's commands unchanged. Raises Refused if Discord would refuse them.

    `before`: the commands to be replaced. An Entry Point command among them must stay.
    """
    if not isinstance(body, list) or not all(isinstance(command, dict) for command in body):
        raise invalid("_", "Only lists of commands may be used here.")
    keys = [(command.get("name"), command.get("type") or _CHAT) for command in body]
    if len(keys) != len(set(keys)):
        raise invalid("_", "Application command names must be unique.")
    chats = [command for command in body if command.get("type") != ENTRY_POINT]
    if _has_entry_point(before) and len(chats) == len(body):
        text = "You cannot remove this app's Entry Point command in a bulk update operation."
        raise Refused(400, _REMOVES_ENTRY_POINT, text)
    for kind, most in ((_CHAT, _COMMANDS), (USER, _MENUS)):
        if sum((command.get("type") or _CHAT) == kind for command in chats) > most:
            raise invalid("_", f"Must be {most} or fewer commands of type {kind}.")
    for number, command in enumerate(chats):
        kind = command.get("type") or _CHAT
        if kind == USER:
            _check_menu(command, str(number))
            continue
        if kind != _CHAT:
            raise invalid(f"{number}.type", "The playground knows no commands on messages.")
        _check(command, str(number))
        _check_options(command.get("options") or [], f"{number}.options", (SUBCOMMAND, GROUP))
        if _characters(command) > _CHARACTERS:
            raise invalid(str(number), f"A command has {_CHARACTERS} characters at most in all.")
    return body


def entry_point(name: str) -> Wire:
    """Return the command that Discord adds if the application's activities are switched on."""
    names = {"de": "starten"}
    return {"name": name, "name_localizations": names, "type": ENTRY_POINT, "handler": 2}


def _has_entry_point(commands: list[Wire]) -> bool:
    return any(command.get("type") == ENTRY_POINT for command in commands)


def _check_menu(command: Wire, path: str) -> None:
    """Check a command on a person: its names may have blanks, and it has no description."""
    for key in ("description", "options"):
        if command.get(key):
            raise invalid(f"{path}.{key}", "Context menu commands cannot have this.")


def _check(part: Wire, path: str) -> None:
    """Check names and descriptions in every language."""
    names = {"name": part.get("name")}
    texts = {"description": part.get("description")}
    for key, found in (("name", names), ("description", texts)):
        localised = part.get(f"{key}_localizations") or {}
        if unknown_locales := set(localised) - _LOCALES:
            raise invalid(
                f"{path}.{key}_localizations", f"Unknown locales: {sorted(unknown_locales)}"
            )
        found |= {f"{key}_localizations.{locale}": text for locale, text in localised.items()}
    for key, name in names.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name != name.lower():
            raise invalid(f"{path}.{key}", "Command name is invalid.")
    for key, text in texts.items():
        if not text:
            raise invalid(f"{path}.{key}", "Must be between 1 and 100 in length.")


def _check_options(options: list[Wire], path: str, nested: tuple[int, ...]) -> None:
    names = [option.get("name") for option in options]
    if len(names) != len(set(names)):
        raise invalid(path, "Option names must be unique.")
    subs = [option.get("type") in (SUBCOMMAND, GROUP) for option in options]
    if any(subs) and not all(subs):
        raise invalid(path, "Sub-command and sub-command group option types are exclusive.")
    optional = False
    for number, option in enumerate(options):
        here = f"{path}.{number}"
        kind = option.get("type")
        _check(option, here)
        if kind in (SUBCOMMAND, GROUP):
            if kind not in nested:
                raise invalid(f"{here}.type", "Sub-commands are nested too deeply.")
            inside = (SUBCOMMAND,) if kind == GROUP else ()
            _check_options(option.get("options") or [], f"{here}.options", inside)
            continue
        if kind not in range(3, 12):
            raise invalid(f"{here}.type", "Not an option type.")
        if option.get("required") and optional:
            raise invalid(here, "Required options must be placed before non-required options.")
        optional = not option.get("required")
        _check_choices(option, here)


def _check_choices(option: Wire, path: str) -> None:
    choices = option.get("choices") or []
    if not choices:
        return
    if option.get("autocomplete"):
        raise invalid(path, "Choices and autocomplete are mutually exclusive.")
    if option["type"] not in (_STRING, _INTEGER, _NUMBER):
        raise invalid(f"{path}.choices", "Only texts and numbers have choices.")
    for key in ("name", "value"):
        values = [choice.get(key) for choice in choices]
        if len(values) != len(set(values)):
            raise invalid(f"{path}.choices", f"Choice {key}s must be unique.")
    check_choices(option["type"], choices, f"{path}.choices")


def check_choices(kind: int, choices: list[Wire], path: str) -> None:
    """Check the choices of an option of type `kind`, fixed or autocompleted. Raises error 50035."""
    types: tuple[type, ...] = {_STRING: (str,), _INTEGER: (int,)}.get(kind, (int, float))
    for number, choice in enumerate(choices):
        value = choice.get("value")
        if not isinstance(value, types) or isinstance(value, bool):
            raise invalid(f"{path}.{number}.value", "Not a value of this option's type.")


def _characters(part: Wire) -> int:
    """Return the length of all texts in the longest language, with all options."""
    total = 0
    for key in ("name", "description"):
        found = [part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values()]
        total += max(map(len, found))
    for choice in part.get("choices") or []:
        total += len(choice["name"]) + len(str(choice["value"]))
    return total + sum(_characters(option) for option in part.get("options") or [])


def find_command(commands: list[Wire], name: str) -> tuple[Wire, list[Wire]]:
    """Return a command by full name ("chess play") and the path to its sub-command.

    The path is empty for a command without sub-commands. Raises Impossible if there is none.
    """
    root, *names = name.split()[:3] or [""]
    chats = [c for c in commands if (c.get("type") or _CHAT) == _CHAT]
    command = next((c for c in chats if c["name"] == root), None)
    if command is None:
        raise Impossible(f"there is no command /{root}")
    path: list[Wire] = []
    options: list[Wire] = command.get("options") or []
    for part in names:
        sub = next((o for o in options if o["name"] == part and o["type"] <= GROUP), None)
        if sub is None:
            raise Impossible(f"there is no command /{name}")
        path.append(sub)
        options = sub.get("options") or []
    if any(option["type"] <= GROUP for option in options):
        raise Impossible(f"/{name} needs a sub-command")
    return command, path


def find_menu(commands: list[Wire], name: str) -> Wire:
    """Return a command on a person. Raises Impossible if there is none of that name."""
    for command in commands:
        if command.get("type") == USER and command["name"] == name:
            return command
    raise Impossible(f"there is no command {name} on a person")


def check_allowed(
    command: Wire, person: Person, guild: int | None, installed: int = GUILD_INSTALL
) -> None:
    """Check that a client would show the command to that person. Raises Impossible if not.

    `guild` is the server where they would use it, or None in direct messages. `installed` says
    whether the application is installed for a server or for a person.
    """
    contexts = command.get("contexts")
    guild_only = command.get("dm_permission") is False or contexts == [0]
    if guild is None and (guild_only or (contexts is not None and 1 not in contexts)):
        raise Impossible("that command can only be used in a server")
    if installed not in (command.get("integration_types") or [GUILD_INSTALL]):
        raise Impossible("that command isn't for those who install the application so")
    needed = command.get("default_member_permissions")
    if guild is None or needed is None:
        return
    if int(needed) == 0 or int(needed) & ~may(person, guild):
        raise Impossible(f"{person.name} may not use that command")
