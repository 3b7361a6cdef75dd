"""The stand-in answers any malformed body as Discord does and never fails itself."""

import copy
from collections.abc import Iterator
from typing import Any

from .raw import V2, Raw, Wire, button, row, select, text

STRANGE: tuple[Any, ...] = (None, True, -1, 1.5, 10**30, "x", "", [], ["x"], [None], {}, {"x": 1})
PICTURE = {"media": {"url": "https://example.org/a.png"}, "description": "a picture"}
CONTAINER = {
    "type": 17,
    "id": 3,
    "accent_color": 0xE67E22,
    "components": [
        text("a"),
        {"type": 9, "components": [text("b")], "accessory": button("c")},
        {"type": 14, "spacing": 2, "divider": True},
        row(select(3, min_values=0, max_values=2, placeholder="Choose")),
        row(button("d") | {"emoji": {"name": "🎲"}, "disabled": True}),
        {"type": 12, "items": [PICTURE]},
    ],
}
MESSAGE: Wire = {
    "flags": V2,
    "components": [CONTAINER],
    "allowed_mentions": {"parse": ["roles"], "users": ["1"], "roles": []},
    "attachments": [{"id": 0, "filename": "a.png", "description": "a"}],
    "nonce": "n",
    "enforce_nonce": False,
}
OLD: Wire = {
    "content": "x",
    "flags": 0,
    "embeds": [{"title": "a", "fields": [{"name": "b", "value": "c"}], "footer": {"text": "d"}}],
}
FIELD = {"type": 4, "custom_id": "f", "style": 1, "min_length": 1, "max_length": 9, "value": "v"}
WAYS = [{"label": "A", "value": "a", "default": True}, {"label": "B", "value": "b"}]
RADIO = {"type": 21, "custom_id": "r", "options": WAYS}
MODAL: Wire = {
    "custom_id": "m",
    "title": "A form",
    "components": [
        {"type": 18, "label": "Word", "description": "any", "component": FIELD},
        {"type": 18, "label": "One", "component": select(2)},
        {"type": 18, "label": "File", "component": {"type": 19, "custom_id": "u", "min_values": 1}},
        {"type": 18, "label": "Way", "component": RADIO},
    ],
}
CHOICES: Wire = {"choices": [{"name": "a", "value": "b"}]}


def wrong(value: Any) -> Iterator[Any]:
    """Yield copies of a value, each with one part replaced by a strange value."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        for strange in STRANGE:
            changed = copy.copy(value)
            changed[key] = strange
            yield changed
        if isinstance(value[key], dict | list):
            for part in wrong(value[key]):
                changed = copy.copy(value)
                changed[key] = part
                yield changed


async def test_no_message_breaks_the_stand_in(raw: Raw) -> None:
    sent = await raw.call("POST", f"{raw.channel}/messages", {"content": "first"})
    views = await raw.call("POST", f"{raw.channel}/messages", MESSAGE)
    assert (sent.status, views.status) == (200, 200), views.body
    tried = 0
    for verb, path, body in (
        ("POST", f"{raw.channel}/messages", MESSAGE),
        ("PATCH", f"{raw.channel}/messages/{views.body['id']}", MESSAGE),
        ("POST", f"{raw.channel}/messages", OLD),
        ("PATCH", f"{raw.channel}/messages/{sent.body['id']}", OLD),
    ):
        for changed in wrong(body):
            tried += 1
            reply = await raw.call(verb, path, changed)
            assert reply.status in (200, 400), (verb, changed, reply)
    assert tried > 2000


async def test_no_command_breaks_the_stand_in(raw: Raw) -> None:
    path = f"/applications/{raw.play.world.bot['id']}/commands"
    choice: Wire = {"name": "c", "description": "C", "options": []}
    word = {"type": 3, "name": "w", "description": "W", "required": True, "autocomplete": True}
    sub = {"type": 1, "name": "s", "description": "S", "options": [word]}
    named = {"name": "n", "value": 1, "name_localizations": {"ja": "え"}}
    chosen = {"type": 4, "name": "o", "description": "O", "choices": [named]}
    last = [choice | {"options": [sub]}, choice | {"name": "d", "options": [chosen]}]
    assert (await raw.call("PUT", path, last)).status == 200
    for changed in wrong(last):
        reply = await raw.call("PUT", path, changed)
        assert reply.status in (200, 400), (changed, reply)


async def test_no_answer_breaks_the_stand_in(raw: Raw) -> None:
    async with raw.bot() as gateway:
        for kind, data in ((4, MESSAGE), (9, MODAL)):
            received = await raw.ask(gateway)
            for changed in wrong({"type": kind, "data": data}):
                reply = await raw.call("POST", received.callback, changed)
                assert reply.status in (204, 400), (changed, reply)
                if reply.status == 204:
                    received = await raw.ask(gateway)
        received = await raw.ask(gateway)
        for changed in wrong(MESSAGE):
            reply = await raw.call("PATCH", received.original, changed)
            assert reply.status in (200, 400, 404), (changed, reply)
