"""Bounds and answers of the stand-in, checked against Discord's description."""

import re
from typing import Any

import pytest

from playground.bounds import BOUNDS

from .openapi import NAME, Description, find
from .raw import COMMANDS, V2, Raw, button, row, select, text

FILE = find()
pytestmark = pytest.mark.skipif(
    FILE is None, reason=f"../shared/{NAME}, Discord's description of its API, isn't here"
)
EVERYTHING = {
    "flags": V2,
    "components": [
        {
            "type": 17,
            "accent_color": 0xE67E22,
            "components": [
                {"type": 9, "components": [text("a")], "accessory": button("b")},
                {"type": 14, "spacing": 2},
                row(button("c"), button("d")),
                row(select(3)),
                {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}}]},
            ],
        }
    ],
}


@pytest.fixture(scope="module")
def description() -> Description:
    """Read the large description once."""
    assert FILE is not None
    return Description(FILE)


SENT = (
    *(("POST", "/channels/1/messages"), ("PATCH", "/channels/1/messages/1")),
    *(("POST", "/webhooks/1/t"), ("PATCH", "/webhooks/1/t/messages/1")),
    *(("POST", "/interactions/1/t/callback"), ("PUT", "/applications/1/commands")),
    *(("POST", "/applications/1/emojis"), ("POST", "/users/@me/channels")),
)
# Bots send none of these here.
UNUSED = re.compile(
    r"(Poll|Checkbox|SocialLayer|CustomClientTheme|RichEmbed(Video|Provider)|MessageReference).*"
    r"|.*\.(username|avatar_url|thread_name|applied_tags|waveform|duration_secs|access_tokens|nicks"
    r"|placeholder_version|handler|image|sku_id)|RichEmbed(\.type|\w+\.placeholder)"
)
HUGE = {sign * (1 << bits) - one for sign in (1, -1) for bits in (53, 63) for one in (-1, 0, 1)}
FACTS = {"uri": "address", "snowflake": "id", "date-time": "time", True: True}
# The pages are stricter, or the stand-in is.
STRICTER = {("content", "max", 4000), ("value", "max", 6000), ("sticker_ids", "max", 1521)}


def test_table_has_every_bound_of_the_description(description: Description) -> None:
    table = set[tuple[str, str, Any]]()
    for key, bound in (one for fields in BOUNDS.values() for one in fields.items()):
        table |= {(key, "min", bound.least), (key, "max", bound.most), (key, "for", bound.form)}
        table |= {(key, "uni", bound.unique)}
    missing, compared = set(), 0
    for name, key, field in description.fields(SENT):
        for fact, value in description.facts(field):
            known = value in FACTS if fact in ("format", "uniqueItems") else isinstance(value, int)
            if not re.match("max[^P]|min|format|unique", fact) or not known or value in HUGE:
                continue
            wanted = key, fact[:3], FACTS.get(value, value) if not fact.startswith("m") else value
            compared += 1
            if wanted not in table | STRICTER and not UNUSED.fullmatch(f"{name}.{key}"):
                missing.add((name, *wanted))
    assert not missing
    assert compared > 200


async def test_every_answer_has_the_shape_described(raw: Raw, description: Description) -> None:
    app, guild = raw.play.world.bot["id"], f"/guilds/{raw.play.world.guild_id}"
    person = str(raw.people[0].id)
    messages = f"{raw.channel}/messages"
    complaints: list[str] = []

    async def check(verb: str, path: str, body: Any = None) -> Any:
        reply = await raw.call(verb, path, body)
        bare, told = path.partition("?")[0], reply.body
        if reply.status >= 400:
            # The description wrongly calls the texts of the errors tree numbers.
            told = {key: value for key, value in told.items() if key != "errors"}
        complaints.extend(
            f"{verb} {path} answers{wrong}"
            for wrong in description.wrong_answer(verb, bare, reply.status, told)
        )
        return reply.body

    sent = await check("POST", messages, {"content": f"hello <@{person}>"})
    message = f"{messages}/{sent['id']}"
    await check("GET", message)
    await check("PATCH", message, {"content": "changed"})
    await check("POST", messages, EVERYTHING)
    await check("POST", messages, {"embeds": [{"title": "x", "fields": []}]})
    for path in (
        *("/users/@me", f"/users/{person}", "/gateway", "/gateway/bot", "/applications/@me"),
        *("/oauth2/applications/@me", raw.channel, raw.direct(0), guild),
        f"{guild}/members/{person}",
    ):
        await check("GET", path)
    await check("POST", "/users/@me/channels", {"recipient_id": person})
    await check("PUT", f"/applications/{app}/commands", COMMANDS)
    await check("GET", f"/applications/{app}/commands")
    async with raw.bot() as gateway:
        received = await raw.ask(gateway)
        answer = {"type": 4, "data": EVERYTHING}
        await check("POST", f"{received.callback}?with_response=true", answer)
        await check("POST", received.callback, answer)
        further = await check("POST", received.webhook, {"content": "more", "flags": 64})
        for path in (received.original, f"{received.webhook}/messages/{further['id']}"):
            await check("GET", path)
            await check("PATCH", path, {"allowed_mentions": {"parse": []}})
            await check("DELETE", path)
        shown = await check("POST", messages, {"content": "x", "components": [row(button("go"))]})
        pressed = await raw.act(gateway, 0, "component", message=shown["id"], custom_id="go")
        body = {"type": 4, "data": {"content": "y"}}
        await check("POST", f"{pressed.callback}?with_response=true", body)
        for kind in (5, 9):
            received = await raw.ask(gateway)
            field = {"type": 4, "custom_id": "f", "style": 1}
            label = {"type": 18, "label": "x", "component": field}
            form = {"custom_id": "x", "title": "x", "components": [label]}
            body = {"type": kind, "data": form} if kind == 9 else {"type": kind}
            await check("POST", f"{received.callback}?with_response=true", body)
    for verb, path, wrong in (
        ("GET", "/channels/1", None),
        ("POST", messages, {"content": "x" * 2001}),
        ("POST", messages, {}),
    ):
        await check(verb, path, wrong)
    await raw.do(f"{raw.channel}/permissions", deny=["send_messages"])
    await check("POST", messages, {"content": "x"})
    await check("DELETE", message)
    assert not complaints, "\n".join(complaints)


async def test_a_429_has_the_shape_described(limited: Raw, description: Description) -> None:
    for _ in range(5):
        await limited.send()
    refused = await limited.send()
    path = f"{limited.channel}/messages"
    assert refused.status == 429
    # Discord's pages give a code to few of them, the description to all.
    assert description.wrong_answer("POST", path, 429, refused.body) == [".code is missing"]
