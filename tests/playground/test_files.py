"""Uploads with raw requests, and the users a mention notifies."""

import io
import json
from typing import Any

import aiohttp
import pytest

from playground import world

from .raw import EPHEMERAL, V2, GatewayClient, Raw, Reply, Wire, text

Patch = pytest.MonkeyPatch
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


def _form(body: Wire, *files: tuple[str, bytes]) -> aiohttp.FormData:
    form = aiohttp.FormData(quote_fields=False)
    # discord.py sends names unquoted.
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    for number, (name, content) in enumerate(files):
        kind = "application/octet-stream"
        form.add_field(f"files[{number}]", io.BytesIO(content), filename=name, content_type=kind)
    return form


async def _upload(raw: Raw, body: Wire, *files: tuple[str, bytes]) -> Reply:
    return await raw.call("POST", f"{raw.channel}/messages", data=_form(body, *files))


async def _fetch(raw: Raw, url: str) -> tuple[int, bytes, str]:
    async with raw.http.get(url) as answer:
        return answer.status, await answer.read(), answer.content_type


async def test_replaced_file_stays_readable_for_a_while(raw: Raw, monkeypatch: Patch) -> None:
    monkeypatch.setattr(world, "LINGERING", 1)
    sent = await _upload(raw, {"content": "x"}, ("a.txt", b"a"), ("b.txt", b"b"))
    where = f"{raw.channel}/messages/{sent.body['id']}"
    a, b = sent.body["attachments"]
    await raw.call("PATCH", where, {"attachments": [{"id": b["id"]}]})
    assert (await _fetch(raw, a["url"]))[1] == b"a"
    await raw.call("PATCH", where, {"attachments": []})
    assert (await _fetch(raw, b["url"]))[1] == b"b"
    assert (await _fetch(raw, a["url"]))[0] == 404


async def test_files_are_read_back_as_they_were_sent(raw: Raw, monkeypatch: Patch) -> None:
    monkeypatch.setattr(world, "LINGERING", 0)
    named = {"id": 0, "filename": "Karte 1 ä.png", "description": "A card"}
    body = {"content": "two files", "attachments": [named, {"id": 1, "filename": "notes.txt"}]}
    sent = await _upload(raw, body, ("Karte 1 ä.png", PICTURE), ("notes.txt", b"one\ntwo"))
    assert sent.status == 200
    card, notes = sent.body["attachments"]
    assert (card["filename"], card["size"]) == ("Karte 1 ä.png", len(PICTURE))
    assert (card["content_type"], card["description"]) == ("image/png", "A card")
    assert "description" not in notes
    assert await _fetch(raw, card["url"]) == (200, PICTURE, "image/png")
    assert await _fetch(raw, notes["url"]) == (200, b"one\ntwo", "text/plain")
    seen = (await raw.seen(1))[0]
    assert seen["attachments"] == sent.body["attachments"]
    await raw.call("DELETE", f"{raw.channel}/messages/{sent.body['id']}")
    assert (await _fetch(raw, card["url"]))[0] == 404


async def test_components_show_attachments_of_their_request(raw: Raw) -> None:
    picture = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    file = {"type": 13, "file": {"url": "attachment://b.txt"}}
    body = {"flags": V2, "components": [picture, file]}
    sent = await _upload(raw, body, ("a.png", PICTURE), ("b.txt", b"b"))
    gallery, notes = sent.body["components"]
    media = gallery["items"][0]["media"]
    assert media["content_type"] == "image/png"
    assert (await _fetch(raw, media["url"]))[1] == PICTURE
    assert (notes["name"], notes["size"]) == ("b.txt", 1)
    assert (await _fetch(raw, notes["file"]["url"]))[1] == b"b"
    other = await _upload(raw, body, ("a.png", PICTURE))
    assert list(other.wrong()) == ["components.1.file.url"]


async def test_an_edit_keeps_replaces_and_drops_files(raw: Raw, monkeypatch: Patch) -> None:
    monkeypatch.setattr(world, "LINGERING", 0)
    sent = await _upload(raw, {"content": "x"}, ("a.txt", b"a"), ("b.txt", b"b"))
    where = f"{raw.channel}/messages/{sent.body['id']}"
    a, b = sent.body["attachments"]
    said = await raw.call("PATCH", where, {"content": "y"})
    assert said.body["attachments"] == [a, b]
    listed = {"attachments": [{"id": b["id"]}, {"id": 0, "filename": "c.txt"}]}
    edited = await raw.call("PATCH", where, data=_form(listed, ("c.txt", b"c")))
    assert [f["filename"] for f in edited.body["attachments"]] == ["b.txt", "c.txt"]
    assert (await _fetch(raw, a["url"]))[0] == 404
    assert (await _fetch(raw, b["url"]))[1] == b"b"
    assert (await _fetch(raw, edited.body["attachments"][1]["url"]))[1] == b"c"
    bare = await raw.call("PATCH", where, {"attachments": []})
    assert bare.body["attachments"] == []
    assert (await _fetch(raw, b["url"]))[0] == 404


async def test_answers_carry_files_too(raw: Raw, gateway: GatewayClient) -> None:
    received = await raw.ask(gateway)
    body = {"type": 4, "data": {"content": "x", "flags": EPHEMERAL}}
    done = await raw.call("POST", received.callback, data=_form(body, ("a.txt", b"a")))
    assert done.status == 204
    [file] = (await received.outcome)["message"]["attachments"]
    assert (await _fetch(raw, file["url"]))[1] == b"a"
    more = await raw.call("POST", received.webhook, data=_form({}, ("b.txt", b"b")))
    assert more.body["attachments"][0]["filename"] == "b.txt"


async def test_too_much_is_refused(raw: Raw) -> None:
    large = await _upload(raw, {"content": "x"}, ("a.bin", bytes((10 << 20) + 1)))
    told = {"message": "Request entity too large", "code": 40005}
    assert (large.status, large.body) == (413, told)
    many = await _upload(raw, {"content": "x"}, *((f"{n}.txt", b"x") for n in range(11)))
    assert many.code == (400, 50035)
    assert await raw.seen(0) == []
    assert (await _upload(raw, {"content": "x"}, ("a.bin", bytes(10 << 20)))).status == 200


ANA_AND_BEN = (0, 1)


@pytest.mark.parametrize(
    ("allowed", "pinged"),
    [
        (None, ANA_AND_BEN),
        ({"parse": ["users"]}, ANA_AND_BEN),
        ({"parse": []}, ()),
        ({}, ()),
        ({"parse": ["everyone", "roles"]}, ()),
        ({"users": [1]}, (1,)),
        ({"parse": [], "users": [0, 1, 2]}, ANA_AND_BEN),
        ({"parse": [], "users": [2]}, ()),
    ],
)
async def test_only_those_allowed_are_notified(
    raw: Raw, gateway: GatewayClient, allowed: dict[str, Any] | None, pinged: tuple[int, ...]
) -> None:
    ids = [str(person.id) for person in raw.people]
    said = f"<@{ids[0]}> and <@!{ids[1]}>, not @everyone"
    more: Wire = {}
    if allowed is not None:
        more["allowed_mentions"] = dict(allowed)
        if "users" in allowed:
            more["allowed_mentions"]["users"] = [ids[n] for n in allowed["users"]]
    expected = [ids[n] for n in pinged]
    plain = await raw.send(said, **more)
    assert [user["id"] for user in plain.body["mentions"]] == ids[:2]
    assert plain.body["mention_everyone"] is False
    await raw.show(text(said), **more)
    assert [m["pings"] for m in await raw.seen(2)] == [expected, expected]
    for flags in (0, EPHEMERAL):
        received = await raw.ask(gateway)
        data = {"content": said, "flags": flags} | more
        await raw.call("POST", received.callback, {"type": 4, "data": data})
        message = (await received.outcome)["message"]
        assert message["pings"] == ([] if flags else expected)
