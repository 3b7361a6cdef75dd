"""Interactions: what a person does, what the bot answers, and by when."""

import asyncio
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import Refused, invalid, unknown
from .limits import EPHEMERAL, check_modal
from .world import Channel, Message, Person, Wire, World

PING, COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 1, 2, 3, 4, 5
ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60
_KINDS = {4: "message", 5: "deferred", 6: "deferred", 7: "update", 8: "choices", 9: "modal"}
Files = Mapping[str, tuple[bytes, str]]


@dataclass(slots=True)
class Interaction:
    """One act of a person. `original` is the message that @original means."""

    id: int
    token: str
    kind: int
    person: Person
    channel: Channel
    source: Message | None
    note: str | None
    begun: float = field(default_factory=time.monotonic)
    answer: int | None = None
    original: Message | None = None
    modal: Wire | None = None
    choices: list[Wire] | None = None
    deferred_flags: int | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def answered_as(self) -> str | None:
        """message, update, deferred, modal, choices; None while unanswered."""
        return None if self.answer is None else _KINDS[self.answer]


class Interactions:
    """All interactions whose tokens may still be good."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def get(self, interaction_id: int) -> Interaction | None:
        """The interaction of that number, if its token is still good."""
        return self._by_id.get(interaction_id)

    def begin(
        self,
        kind: int,
        person: Person,
        channel: Channel,
        data: Wire,
        *,
        source: Message | None = None,
        note: str | None = None,
    ) -> Interaction:
        """A person acts: the bot is told."""
        self._forget_old()
        world = self.world
        token = secrets.token_urlsafe(48)
        interaction = Interaction(world.new_id(), token, kind, person, channel, source, note)
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
            wire |= {
                "guild_id": str(world.guild_id),
                "guild": {"id": str(world.guild_id), "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": world.member_wire(person),
                "context": 0,
                "authorizing_integration_owners": {"0": str(world.guild_id)},
            }
        else:
            wire |= {
                "user": world.user_wire(person),
                "context": 1,
                "authorizing_integration_owners": {"0": "0"},
            }
        if source is not None:
            wire["message"] = source.wire
        world.tell_bot(0, "INTERACTION_CREATE", wire)
        return interaction

    def _forget_old(self) -> None:
        if len(self._by_id) < 5000:
            return
        old = time.monotonic() - TOKEN_SECONDS
        for interaction in [i for i in self._by_id.values() if i.begun < old]:
            del self._by_id[interaction.id]
            del self._by_token[interaction.token]

    # What the bot answers

    def call_back(self, interaction_id: int, token: str, body: Wire, files: Files) -> Interaction:
        """The first answer. Raises 10062 (late, unknown), 40060 (a second one), 50035."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token, token):
            raise unknown("Interaction")
        if interaction.answer is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        if time.monotonic() - interaction.begun > ANSWER_SECONDS:
            raise unknown("Interaction")
        kind = body.get("type")
        if kind not in _KINDS or not self._fits(interaction, kind):
            raise invalid("type", f"{kind!r} doesn't answer this interaction.")
        self._carry_out(interaction, kind, body.get("data") or {}, files)
        interaction.answer = kind
        interaction.answered.set()
        return interaction

    def _fits(self, interaction: Interaction, kind: int) -> bool:
        if interaction.kind == AUTOCOMPLETE:
            return kind == 8
        if kind in (6, 7):
            return interaction.source is not None
        return kind != 8 and not (kind == 9 and interaction.kind == MODAL)

    def _carry_out(self, interaction: Interaction, kind: int, data: Wire, files: Files) -> None:
        if kind == 4:
            interaction.original = self._say(interaction, data, files)
        elif kind == 5:
            interaction.deferred_flags = int(data.get("flags") or 0) & EPHEMERAL
        elif kind == 6:
            interaction.original = interaction.source
        elif kind == 7 and interaction.source is not None:
            self.world.edit(interaction.source, data, files)
            interaction.original = interaction.source
        elif kind == 8:
            choices = data.get("choices") or []
            if len(choices) > 25:
                raise invalid("data.choices", "Must be 25 or fewer in length.")
            if any(not 1 <= len(choice["name"]) <= 100 for choice in choices):
                raise invalid("data.choices", "Names must be between 1 and 100 in length.")
            interaction.choices = choices
        elif kind == 9:
            check_modal(data)
            interaction.modal = data
            event = {"type": "modal", "modal": data | {"interaction_id": str(interaction.id)}}
            self.world.tell_people([interaction.person.id], event)

    def _say(self, interaction: Interaction, data: Wire, files: Files) -> Message:
        private = int(data.get("flags") or 0) & EPHEMERAL
        metadata = {
            "id": str(interaction.id),
            "type": interaction.kind,
            "user": self.world.user_wire(interaction.person),
            "authorizing_integration_owners": {},
        }
        return self.world.post(
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

    def by_token(self, token: str) -> Interaction:
        """The interaction of a webhook token. Raises 10015, 50027 (after 15 minutes)."""
        interaction = self._by_token.get(token)
        if interaction is None:
            raise unknown("Webhook")
        if time.monotonic() - interaction.begun > TOKEN_SECONDS:
            raise Refused(401, 50027, "Invalid Webhook Token")
        if interaction.answer is None:
            raise unknown("Webhook")
        return interaction

    def follow_up(self, token: str, data: Wire, files: Files) -> Message:
        """A further message; after a deferred answer the first one is the answer itself."""
        interaction = self.by_token(token)
        if interaction.deferred_flags is not None and interaction.original is None:
            data = data | {"flags": int(data.get("flags") or 0) & ~EPHEMERAL}
            data["flags"] |= interaction.deferred_flags
            interaction.original = self._say(interaction, data, files)
            return interaction.original
        return self._say(interaction, data, files)

    def message(self, token: str, which: str) -> Message:
        """@original or a message of this token by id. Raises 10008."""
        interaction = self.by_token(token)
        if which == "@original":
            message = interaction.original
        else:
            message = self.world.messages.get(int(which)) if which.isdigit() else None
        if message is None or message.id not in self.world.messages:
            raise unknown("Message")
        return message

    def edit(self, token: str, which: str, data: Wire, files: Files) -> Message:
        """Change the answer or a further message."""
        interaction = self.by_token(token)
        if which == "@original" and interaction.original is None:
            if interaction.deferred_flags is None:
                raise unknown("Message")
            return self.follow_up(token, data, files)
        message = self.message(token, which)
        self.world.edit(message, data, files)
        return message
