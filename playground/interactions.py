"""Interactions: a person's act, the bot's answers, and their deadlines."""

import asyncio
import base64
import secrets
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .commands import GUILD_INSTALL, check_choices
from .errors import Refused, inside, invalid, unknown
from .limits import EPHEMERAL, check_modal
from .shapes import (
    GUILD_LOCALE,
    Channel,
    Message,
    Person,
    Upload,
    Wire,
    may,
    member_wire,
    user_wire,
)
from .world import World, check_unlocked, numbered

PING, COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 1, 2, 3, 4, 5
ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60
_KINDS = {4: "message", 5: "deferred", 6: "deferred", 7: "update", 8: "choices", 9: "modal"}
Files = Sequence[Upload]


def _token(number: int) -> str:
    """Return a token of Discord's format and length. Proxies recognise interactions by it."""
    text = f"interaction:{number}:{secrets.token_hex(64)}"
    return base64.b64encode(text.encode()).decode().rstrip("=")


@dataclass(slots=True)
class Interaction:
    """One act of a person.

    `original` is the message @original refers to. `own` are the ids of all messages the token may
    change. `shown` is `original` as the first answer left it. `followed` is set when a deferred
    answer gets its content. `focused` is the type of the option being autocompleted.
    """

    id: int
    token: str
    kind: int
    person: Person
    channel: Channel
    source: Message | None
    note: str | None
    focused: int
    started: float
    answer: int | None = None
    original: Message | None = None
    shown: Wire | None = None
    modal: Wire | None = None
    choices: list[Wire] | None = None
    deferred_flags: int | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    followed: asyncio.Event = field(default_factory=asyncio.Event)
    own: set[int] = field(default_factory=set)

    @property
    def answered_as(self) -> str | None:
        """Kind of the first answer: message, update, deferred, modal, choices. None before it."""
        return None if self.answer is None else _KINDS[self.answer]


class Interactions:
    """All interactions whose tokens may still be valid. `clock` counts seconds.

    `answer_seconds`: time limit of the first answer.
    """

    def __init__(self, world: World, clock: Callable[[], float] = time.monotonic) -> None:
        self.world = world
        self.clock = clock
        self.answer_seconds = ANSWER_SECONDS
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._order: deque[Interaction] = deque()

    def get(self, interaction_id: int) -> Interaction | None:
        """Return the interaction of this id, or None if it is unknown or evicted."""
        return self._by_id.get(interaction_id)

    def start(
        self,
        kind: int,
        person: Person,
        channel: Channel,
        data: Wire,
        *,
        source: Message | None = None,
        note: str | None = None,
        focused: int = 0,
        change: Wire | None = None,
        elsewhere: int | None = None,
    ) -> Interaction:
        """Start an interaction and dispatch it to the bot.

        `change` replaces parts of the event, and None removes one, as a forger would. `elsewhere`
        moves it to a server without the bot. Its value says how the application is installed there:
        for the server or for the person.
        """
        self._evict_old()
        world = self.world
        number = world.new_id()
        interaction = Interaction(
            number, _token(number), kind, person, channel, source, note, focused, self.clock()
        )
        self._order.append(interaction)
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        wire: Wire = {
            "id": str(interaction.id),
            "application_id": world.bot["id"],
            "type": kind,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": world.channel_wire(channel),
            "locale": person.locale,
            "entitlements": [],
            "attachment_size_limit": 10_485_760,
            "app_permissions": str(world.bot_permissions(channel)),
        }
        if channel.person is None:
            member = member_wire(person) | {"user": user_wire(person)}
            member["permissions"] = str(may(person, channel.guild))
            wire |= {
                "guild_id": str(channel.guild),
                "guild": {"id": str(channel.guild), "locale": GUILD_LOCALE, "features": []},
                "guild_locale": GUILD_LOCALE,
                "member": member,
                "context": 0,
                "authorizing_integration_owners": {"0": str(channel.guild)},
            }
        else:
            wire |= {
                "user": user_wire(person),
                "context": 1,
                "authorizing_integration_owners": {"0": "0"},
            }
        if source is not None:
            wire["message"] = source.wire
        if elsewhere is not None:
            wire |= self._elsewhere(wire, person, elsewhere)
        wire |= change or {}
        for missing in [key for key, value in (change or {}).items() if value is None]:
            del wire[missing]
        world.dispatch(0, "INTERACTION_CREATE", wire)
        return interaction

    def _elsewhere(self, wire: Wire, person: Person, installed: int) -> Wire:
        guild = str(self.world.elsewhere_id)
        owner = guild if installed == GUILD_INSTALL else str(person.id)
        return {
            "guild_id": guild,
            "guild": {"id": guild, "locale": GUILD_LOCALE, "features": []},
            "channel": wire["channel"] | {"guild_id": guild},
            "authorizing_integration_owners": {str(installed): owner},
            # The person's own permissions, because the bot isn't a member.
            "app_permissions": str(may(person, self.world.elsewhere_id)),
        }

    def _evict_old(self) -> None:
        # Keep them twice their lifetime: an expired token is 50027, an unknown one 10015.
        old = self.clock() - 2 * TOKEN_SECONDS
        while self._order and self._order[0].started < old:
            first = self._order.popleft()
            del self._by_id[first.id]
            del self._by_token[first.token]

    # Answers of the bot

    def respond(self, interaction_id: int, token: str, body: Wire, files: Files) -> Interaction:
        """Store the first answer.

        Raises error 10062 (late or unknown), 40060 (already answered) or 50035 (invalid).
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token, token):
            raise unknown("Interaction")
        if interaction.answer is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        if self.clock() - interaction.started > self.answer_seconds:
            raise unknown("Interaction")
        kind = body.get("type")
        if kind not in _KINDS or not self._is_allowed(interaction, kind):
            raise invalid("type", f"{kind!r} doesn't answer this interaction.")
        with inside("data"):
            self._apply(interaction, kind, body.get("data") or {}, files)
        interaction.answer = kind
        if interaction.original is not None:
            interaction.shown = self.world.page_wire(interaction.original)
        interaction.answered.set()
        return interaction

    def _is_allowed(self, interaction: Interaction, kind: int) -> bool:
        if interaction.kind == AUTOCOMPLETE:
            return kind == 8
        if kind in (6, 7):
            return interaction.source is not None
        return kind != 8 and not (kind == 9 and interaction.kind == MODAL)

    def _apply(self, interaction: Interaction, kind: int, data: Wire, files: Files) -> None:
        if kind == 4:
            interaction.original = self._post(interaction, data, files)
        elif kind == 5:
            check_unlocked(interaction.channel)
            interaction.deferred_flags = int(data.get("flags") or 0) & EPHEMERAL
        elif kind == 6 and interaction.source is not None:
            interaction.original = interaction.source
            interaction.own.add(interaction.source.id)
        elif kind == 7 and interaction.source is not None:
            interaction.own.add(interaction.source.id)
            self.world.edit(interaction.source, data, files)
            interaction.original = interaction.source
        elif kind == 8:
            choices = data.get("choices") or []
            check_choices(interaction.focused, choices, "choices")
            interaction.choices = choices
        elif kind == 9:
            check_modal(data)
            numbered([], data["components"])
            interaction.modal = data
            event = {"type": "modal", "modal": data | {"interaction_id": str(interaction.id)}}
            self.world.broadcast([interaction.person.id], event)

    def _post(self, interaction: Interaction, data: Wire, files: Files) -> Message:
        private = int(data.get("flags") or 0) & EPHEMERAL
        metadata: Wire = {
            "id": str(interaction.id),
            "type": interaction.kind,
            "user": user_wire(interaction.person),
            "authorizing_integration_owners": {},
        }
        if interaction.kind == COMPONENT and interaction.source is not None:
            metadata["interacted_message_id"] = str(interaction.source.id)
        message = self.world.post(
            interaction.channel,
            None,
            data,
            files,
            ephemeral_for=interaction.person.id if private else None,
            note=interaction.note,
            extra={
                "type": 20 if interaction.kind == COMMAND else 19,
                "webhook_id": self.world.bot["id"],
                "application_id": self.world.bot["id"],
                "interaction_metadata": metadata,
            },
        )
        interaction.own.add(message.id)
        return message

    def by_token(self, token: str) -> Interaction:
        """Return the interaction of a webhook token.

        Raises error 10015, or 50027 after 15 minutes.
        """
        interaction = self._by_token.get(token)
        if interaction is None:
            raise unknown("Webhook")
        if self.clock() - interaction.started > TOKEN_SECONDS:
            raise Refused(401, 50027, "Invalid Webhook Token")
        if interaction.answer is None:
            raise unknown("Webhook")
        return interaction

    def follow_up(self, token: str, data: Wire, files: Files) -> Message:
        """Post a further message. After a deferred answer the first one is the answer itself."""
        interaction = self.by_token(token)
        if interaction.deferred_flags is not None and interaction.original is None:
            data = data | {"flags": int(data.get("flags") or 0) & ~EPHEMERAL}
            data["flags"] |= interaction.deferred_flags
            interaction.original = self._post(interaction, data, files)
            interaction.followed.set()
            return interaction.original
        posted = self._post(interaction, data, files)
        interaction.followed.set()
        return posted

    def message(self, token: str, which: str) -> Message:
        """Return @original or one of the token's messages by id. Raises error 10008."""
        interaction = self.by_token(token)
        if which == "@original":
            message = interaction.original
        else:
            message = self.world.messages.get(int(which)) if which.isdecimal() else None
            if message is not None and message.id not in interaction.own:
                message = None
        if message is None or message.id not in self.world.messages:
            raise unknown("Message")
        return message

    def edit(self, token: str, which: str, data: Wire, files: Files) -> Message:
        """Edit the answer or a further message."""
        interaction = self.by_token(token)
        if which == "@original" and interaction.original is None:
            if interaction.deferred_flags is None:
                raise unknown("Message")
            return self.follow_up(token, data, files)
        message = self.message(token, which)
        self.world.edit(message, data, files)
        interaction.followed.set()
        return message

    def delete(self, token: str, which: str) -> None:
        """Delete the answer, even if only deferred, or a further message."""
        interaction = self.by_token(token)
        announced = interaction.original is None and interaction.deferred_flags is not None
        if which == "@original" and announced:
            interaction.deferred_flags = None
            return
        self.world.delete(self.message(token, which))
