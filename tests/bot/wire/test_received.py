"""A click's message is parsed late, and says the same."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.wire.received import Received
from bot.wire.ui import Address, addresses, attached, button, button_rows, screen

_AT = Address("move", 7, 3, "23", "9f3a0000")
_FILE = {"id": "5", "filename": "hand.png", "size": 1, "url": "https://cdn/1", "proxy_url": "x"}
_MEDIA = {"url": "https://cdn/1/hand.png?ex=1", "attachment_id": "5"}
_PARTS = [
    *screen(1, "A hand", *button_rows([button(_AT, "23")])).components,
    {"type": 12, "items": [{"media": _MEDIA | {"proxy_url": "https://media/1/hand.png"}}]},
]


def _message(kind: type[discord.Message], **more: Any) -> discord.Message:
    """Return a message as an interaction in direct messages has it."""
    state: Any = SimpleNamespace(_get_guild=lambda number: None, http=None)
    channel: Any = SimpleNamespace(id=2)
    data: Any = {"id": "1", "type": 0, "content": "", "attachments": [], "embeds": [], **more}
    return kind(state=state, channel=channel, data=data)


def test_received_message_has_the_same_components() -> None:
    sent = {"components": _PARTS}
    late, plain = _message(Received, **sent), _message(discord.Message, **sent)
    assert [one.to_dict() for one in late.components] == [one.to_dict() for one in plain.components]
    assert [*addresses(late.components)] == [_AT]
    assert attached(late) == attached(plain) == {"hand.png": 5}


def test_nothing_is_parsed_before_it_is_read() -> None:
    broken = _message(Received, components=[{"type": 1, "components": 5}], embeds=5)
    assert broken.id == 1
    assert broken.channel.id == 2
    with pytest.raises(TypeError):
        _ = broken.content


def test_received_message_is_the_same_as_any() -> None:
    sent = {"content": "a", "flags": 64, "attachments": [_FILE], "components": _PARTS}
    late, plain = _message(Received, **sent), _message(discord.Message, **sent)
    # Some are objects without equality of their own.
    same = [name for name in discord.Message.__slots__ if not name.startswith("_cs_")]
    for name in {*same} - {"components", "_state"}:
        assert repr(getattr(late, name, None)) == repr(getattr(plain, name, None)), name
    assert late.flags.ephemeral
    assert late.attachments[0].filename == "hand.png"
    assert not hasattr(late, "nonsense")


def test_received_message_may_lack_components() -> None:
    assert not [*addresses(_message(Received).components)]
