"""REST with raw requests: refusals, readers, and the address it listens on."""

import contextlib
import socket
from collections.abc import Iterator

import aiohttp
import pytest

from rig import LIMIT

from .raw import Raw, Reply

NOBODY = 1234


async def test_an_unknown_route_is_501_and_said_loudly(
    raw: Raw, capfd: pytest.CaptureFixture[str]
) -> None:
    live = f"{raw.play.address}/people/{raw.people[0].id}/live"
    async with raw.http.ws_connect(live) as page:
        assert (await page.receive_json())["type"] == "hello"
        for verb, path in (
            ("GET", "/voice/regions"),
            ("PUT", f"{raw.channel}/pins/1"),
            ("DELETE", f"{raw.channel}/messages"),
        ):
            said = f"501: the playground has no {verb} /api/v10{path}"
            reply = await raw.call(verb, path)
            assert (reply.status, reply.body) == (501, {"message": said, "code": 0})
            assert capfd.readouterr().err == said + "\n"
            assert await page.receive_json() == {"type": "problem", "text": said}
            noted = (await raw.see("/log"))[-1]
            told = {"method": verb, "path": path, "body": {}, "status": 501}
            assert noted == noted | told | {"reader": None, "channel": None, "files": []}
            assert await raw.see(f"/log?after={noted['number']}") == []


async def test_missing_object_is_404_with_its_code(raw: Raw) -> None:
    lounge = raw.play.world.public_channels()[1].id
    here = (await raw.send()).body["id"]
    gone = f"/channels/{NOBODY}"
    for verb, path, code, what in (
        ("GET", gone, 10003, "Channel"),
        ("POST", f"{gone}/messages", 10003, "Channel"),
        ("GET", f"{gone}/messages/{here}", 10003, "Channel"),
        ("PATCH", f"{gone}/messages/{here}", 10003, "Channel"),
        ("DELETE", f"{gone}/messages/{here}", 10003, "Channel"),
        ("GET", f"/channels/{lounge}/messages/{here}", 10008, "Message"),
        ("PATCH", f"{raw.channel}/messages/{NOBODY}", 10008, "Message"),
        ("GET", f"/guilds/{NOBODY}", 10004, "Guild"),
        ("GET", f"/guilds/{raw.play.world.guild_id}/members/{NOBODY}", 10007, "Member"),
        ("GET", f"/users/{NOBODY}", 10013, "User"),
        ("POST", f"/webhooks/{raw.play.world.bot['id']}/nothing", 10015, "Webhook"),
    ):
        reply = await raw.call(verb, path, None if verb in ("GET", "DELETE") else {"content": "x"})
        assert (verb, path, reply.status) == (verb, path, 404)
        assert reply.body == {"message": f"Unknown {what}", "code": code}, (verb, path)
    stranger = await raw.call("POST", "/users/@me/channels", {"recipient_id": str(NOBODY)})
    assert stranger.code == (400, 50033)


async def test_a_deleted_channel_takes_its_messages_along(raw: Raw) -> None:
    sent = await raw.send()
    await raw.do(f"{raw.channel}/delete")
    there = await raw.call("GET", f"{raw.channel}/messages/{sent.body['id']}")
    assert there.code == (await raw.send()).code == (404, 10003)


async def test_closed_direct_messages_are_50007_until_opened(raw: Raw) -> None:
    ana = raw.people[0]
    opened = await raw.call("POST", "/users/@me/channels", {"recipient_id": str(ana.id)})
    assert (opened.status, opened.body["type"]) == (200, 1)
    assert opened.body["recipients"][0]["global_name"] == "Ana"
    path = f"/channels/{opened.body['id']}/messages"
    await raw.do(f"/{ana.id}/settings", dms_open=False)
    refused = await raw.call("POST", path, {"content": "psst"})
    assert refused.status == 403
    assert refused.body == {"message": "Cannot send messages to this user", "code": 50007}
    assert (await raw.call("POST", f"{raw.direct(1)}/messages", {"content": "x"})).status == 200
    await raw.do(f"/{ana.id}/settings", dms_open=True)
    assert (await raw.call("POST", path, {"content": "psst"})).status == 200
    assert [m["content"] for m in await raw.seen(0, "dm")] == ["psst"]
    assert [m["content"] for m in await raw.seen(1, "dm")] == ["x"]


async def _tried(raw: Raw, message: str) -> dict[str, Reply]:
    where = f"{raw.channel}/messages/{message}"
    file, edit = aiohttp.FormData(), aiohttp.FormData()
    for form in (file, edit):
        form.add_field("files[0]", b"x", filename="x.txt")
    return {
        "channel": await raw.call("GET", raw.channel),
        "read": await raw.call("GET", where),
        "edit": await raw.call("PATCH", where, {"content": "changed"}),
        "edit-file": await raw.call("PATCH", where, data=edit),
        "send": await raw.send(),
        "file": await raw.call("POST", f"{raw.channel}/messages", data=file),
        "delete": await raw.call("DELETE", where),
    }


_MISSING = {50001: "Missing Access", 50013: "Missing Permissions"}


@pytest.mark.parametrize(
    ("deny", "code", "refused"),
    [
        ("view_channel", 50001, "channel read edit edit-file send file delete"),
        ("send_messages", 50013, "send file"),
        ("attach_files", 50013, "edit-file file"),
        ("read_message_history", 50013, "read"),
    ],
)
async def test_a_missing_permission_has_its_code(
    raw: Raw, deny: str, code: int, refused: str
) -> None:
    message = (await raw.send()).body["id"]
    done = await raw.do(f"{raw.channel}/permissions", deny=[deny])
    assert done == {"deny": [deny]}
    for what, reply in (await _tried(raw, message)).items():
        if what in refused.split():
            assert (what, reply.status) == (what, 403)
            assert reply.body == {"message": _MISSING[code], "code": code}
        else:
            assert (what, reply.status) == (what, 204 if what == "delete" else 200)
    await raw.do(f"{raw.channel}/permissions", deny=[])
    assert (await raw.send()).status == 200


async def test_bot_cannot_change_messages_of_others(raw: Raw) -> None:
    said = await raw.do(f"/{raw.people[0].id}/say", channel=raw.here, text="mine")
    where = f"{raw.channel}/messages/{said['id']}"
    assert (await raw.call("PATCH", where, {"content": "yours"})).code == (403, 50005)
    assert (await raw.call("DELETE", where)).code == (403, 50013)
    assert [m["content"] for m in await raw.seen(1)] == ["mine"]


async def test_only_this_machine_is_listened_to(raw: Raw) -> None:
    port = int(raw.play.address.rpartition(":")[2])
    assert raw.play.address == f"http://127.0.0.1:{port}"
    with socket.create_connection(("127.0.0.1", port), timeout=LIMIT):
        pass
    # All of 127/8 is this machine, and so is its address in the network.
    for host in {"127.0.0.2", *_own_addresses()}:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((host, port), timeout=LIMIT).close()


def _own_addresses() -> Iterator[str]:
    # No packet is sent: connecting a datagram socket only looks up the route.
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with probe, contextlib.suppress(OSError):
        probe.connect(("198.51.100.1", 9))
        yield probe.getsockname()[0]


HOSTS = ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "")
ORIGINS = ("http://evil.example", "null", "http://127.0.0.1:1", "https://localhost")
FOREIGN = [*({"Host": one} for one in HOSTS), *({"Origin": one} for one in ORIGINS)]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
async def test_another_sites_page_reads_and_says_nothing(raw: Raw, headers: dict[str, str]) -> None:
    person = raw.people[0]
    live = f"{raw.play.address}/people/{person.id}/live"
    before = raw.play.world.messages.copy()
    for verb, path in (
        ("GET", "/"),
        ("GET", "/log"),
        ("GET", f"/people/{person.id}/live"),
        ("POST", f"/people/{person.id}/say"),
        ("POST", "/api/v10/users/@me/channels"),
        ("GET", "/attachments/1/x.png"),
        ("GET", "/no/such/place"),
    ):
        address = raw.play.address + path
        async with raw.http.request(verb, address, headers=headers, json={}) as answer:
            assert answer.status == 403, (verb, path)
            assert (await answer.text()).startswith("403: the playground")
    for address in (live, f"{raw.play.address}/gateway"):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await raw.http.ws_connect(address, headers=headers)
        assert refused.value.status == 403
    assert raw.play.world.messages == before


async def test_its_own_page_is_served_by_either_name(raw: Raw) -> None:
    port = raw.play.address.rpartition(":")[2]
    for name in (f"127.0.0.1:{port}", f"localhost:{port}", "localhost"):
        headers = {"Host": name, "Origin": f"http://{name}"}
        async with raw.http.get(f"{raw.play.address}/", headers=headers) as answer:
            assert answer.status == 200
        live = f"{raw.play.address}/people/{raw.people[0].id}/live"
        async with raw.http.ws_connect(live, headers=headers) as page:
            assert (await page.receive_json())["type"] == "hello"
