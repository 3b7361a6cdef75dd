"""A walk through all screens that commands lead to, found by the tree of commands.

Each command is used, with each of its choices. Then each new control of each answer is used, until
none is new. Two controls are alike if only numbers in their addresses differ.
"""

import random
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

from discord import AppCommandOptionType, app_commands
from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord.backend.errors import SetupError

from bot import storage
from bot.play import lobby
from bot.play.computers import NORMAL, PLAIN, Invitation
from bot.play.match import Match
from bot.storage import Player
from bot.wire import fitting
from bot.wire.ui import Address
from games import GAMES
from games.record import options_text
from playground.limits import V2, check_message

from ..bot.storage.standing import made
from ..games.hands import FEW
from .evening import Evening, answers, components

_BUTTON, _SELECT = 2, 3
# Matches in the history beside those that were played.
_LISTED = 12
_PEOPLE = 24
_VALUES = 3
DELETES = frozenset({"forget"})
"""Kinds of controls that delete what other screens show."""

_Used = tuple[str, str]


def check(backend: Any, body: dict[str, Any], files: Any) -> int:
    """Check a message in a request against Discord's limits. Return its UTF-16 units."""
    shown = body.get("data") if isinstance(body.get("data"), dict) else body
    if not isinstance(shown, dict) or not int(shown.get("flags") or 0) & V2:
        return 0
    parts = shown.get("components") or []
    kept = {file["filename"] for file in shown.get("attachments") or [] if "filename" in file}
    names = {file.filename for file in files or ()} | kept
    check_message({"components": parts}, V2, names)
    units = fitting.size(parts)
    assert units <= fitting.TEXT, (units, parts)
    return units


async def fill(e: Evening, name: str) -> None:
    """Add people of that name, and play matches of each game: two with all that fit, one alone."""
    rng, database, now = random.Random(name), e.bot.database, e.bot.now
    place = lobby.Place(e.guild.id, e.channel.id, "en-US")
    e.people += [e.guild.add_member(e.env.create_user(name)) for _ in range(_PEOPLE)]
    people = [Player(one.id, name, "en-US", 10**18 + at) for at, one in enumerate(e.people)]
    for key, game in GAMES.items():
        options, most = options_text(FEW[key]), game.seats[-1]
        invited = Invitation(PLAIN, NORMAL, game.seats[0] - 1)
        for seats in (people[:most], [people[0], *people[1 - most :]], people[:1]):
            alone = invited if len(seats) == 1 else None
            table = await lobby.open_lobby(
                database, place, key, options, seats[0], now(), computers=alone
            )
            if len(seats) > 1:
                await storage.tables.seat_players(database, table.id, seats)
                found = await storage.tables.table(database, table.id)
                assert found is not None
                table = found
            table = await lobby.start(database, table, seats[0].user_id, staff=False, now=now())
            match = await Match.load(table, database, now)
            while match.to_act:
                seat = min(match.to_act)
                await match.submit(seat, rng.choice(match.legal_texts(seat)))
        ends = [now() - 60.0 * number for number in range(_LISTED)]
        users = (people[0].user_id, people[-1].user_id)
        await made(
            database, ends, guild_id=e.guild.id, channel_id=e.channel.id, users=users, game=key
        )


def commands(tree: Any, other: MemberActor) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name of each command with options: those it needs, and each other one alone."""
    for command in tree.walk_commands():
        if not isinstance(command, app_commands.Command):
            continue
        needed = {one.name: _values(one, other)[0] for one in command.parameters if one.required}
        yield command.qualified_name, needed
        for one in command.parameters:
            for value in _values(one, other):
                yield command.qualified_name, needed | {one.name: value}


def _values(option: app_commands.Parameter, other: MemberActor) -> list[Any]:
    if option.choices:
        return [choice.value for choice in option.choices]
    match option.type:
        case AppCommandOptionType.boolean:
            return [False, True]
        case AppCommandOptionType.integer:
            return [bound for bound in (option.min_value, option.max_value) if bound is not None]
        case AppCommandOptionType.user:
            return [other]
    return ["1"]


class Walk:
    """Uses all commands and controls as one person. `used` counts them by kind."""

    def __init__(self, person: MemberActor, channel: ChannelHandle) -> None:
        self.person = person
        self.channel = channel
        self.used: set[_Used] = set()
        self.commands: set[str] = set()
        self.unoffered: list[str] = []
        self._waiting: deque[_Used] = deque()
        self._missed: set[_Used] = set()
        # The newest message with each of them.
        self._newest: dict[_Used, tuple[Any, dict[str, Any], str | None]] = {}

    async def go(self, tree: Any, other: MemberActor) -> None:
        """Use them all. What deletes data comes last."""
        for name, options in commands(tree, other):
            lost = True
            while lost:
                try:
                    self._note(await self.person.slash(self.channel, name, **options))
                except SetupError:
                    # simcord knows that Discord wouldn't offer it here.
                    self.unoffered.append(name)
                    break
                self.commands.add(name)
                lost = await self._controls()

    async def _controls(self) -> bool:
        """Use all new controls. Return True if a message lost some before their turn."""
        lost = False
        while self._waiting:
            used = self._waiting.popleft()
            message, control, value = self._newest[used]
            try:
                if value is None:
                    done = await self.person.click(message, custom_id=control["custom_id"])
                else:
                    chosen = control["custom_id"]
                    done = await self.person.select(message, [value], custom_id=chosen)
            except SetupError:
                # The message has changed meanwhile. The command may show it again.
                lost |= used not in self._missed
                self._missed.add(used)
                self.used.discard(used)
                continue
            self._note(done)
        return lost

    def _note(self, done: InteractionResult) -> None:
        """Note the new controls of all answers."""
        assert done.acknowledged
        for answer in answers(done):
            for control in components(answer.components):
                if control.get("disabled") or control["type"] not in (_BUTTON, _SELECT):
                    continue
                address = Address.parse(control.get("custom_id") or "")
                if address is None or address.kind in DELETES:
                    continue
                values = [option["value"] for option in control.get("options", [])] or [None]
                for value in values[:_VALUES]:
                    like = re.sub(r"\d+", "#", address.text if value is None else value)
                    used = (address.kind, like)
                    self._newest[used] = (answer.message, control, value)
                    if used not in self.used:
                        self.used.add(used)
                        self._waiting.append(used)
