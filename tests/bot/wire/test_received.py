"""A click's message parses its components late, and says the same."""

from types import SimpleNamespace
from typing import Any

import discord

from bot.wire.received import Received
from bot.wire.ui import Address, addresses, attached, button, button_rows, screen

_AT = Address("move", 7, 3, "23", "9f3a0000")
_MEDIA = {"url": "https://cdn/1/hand.png?ex=1", "attachment_id": "5"}
_PARTS = [
    *screen(1, "A hand", *button_rows([button(_AT, "23")])).components,
    {"type": 12, "items": [{"media": _MEDIA | {"proxy_url": "https://media/1/hand.png"}}]},
]


def _message(kind: type[discord.Message], **more: Any) -> discord.Message:
    """Return a message as an interaction in direct messages has it."""
    state: Any = SimpleNamespace(_get_guild=lambda number: None)
    channel: Any = SimpleNamespace(id=2)
    data: Any = {"id": "1", "type": 0, "content": "", "attachments": [], "embeds": [], **more}
    return kind(state=state, channel=channel, data=data)


def test_received_message_has_the_same_components() -> None:
    sent = {"components": _PARTS}
    late, plain = _message(Received, **sent), _message(discord.Message, **sent)
    assert [one.to_dict() for one in late.components] == [one.to_dict() for one in plain.components]
    assert [*addresses(late.components)] == [_AT]
    assert attached(late) == attached(plain) == {"hand.png": 5}


def test_components_are_not_parsed_before_they_are_read() -> None:
    broken = {"components": [{"type": 1, "components": 5}]}
    assert _message(Received, **broken).id == 1


def test_received_message_may_lack_components() -> None:
    assert not [*addresses(_message(Received).components)]
