"""Access to the channels and threads of two servers."""

from pathlib import Path

from rig.processes import Client, playground, running_bot, words


async def _seen(client: Client, person: str, channel: str) -> bool:
    return "error" not in await client.get(f"/{person}/channels/{channel}/messages")


async def test_access_is_by_channel_and_by_server(tmp_path: Path) -> None:
    async with (
        playground("--people", "3", "--servers", "2") as client,
        running_bot(client, tmp_path),
    ):
        (ana, ben, _), (here, there), make = client.people, client.servers, client.post
        rooms = {one["guild"]: one["id"] for one in (await client.ready())["channels"]}
        hidden = await make("/channels", name="hidden", server=there, readers=[ana])
        below = await make("/channels", name="below", parent=hidden["id"])
        private = await make("/channels", name="private", parent=client.channels[0], readers=[ben])
        for channel, readers in ((hidden, [ana]), (below, [ana]), (private, [ben])):
            for person in (ana, ben):
                seen = await _seen(client, person, channel["id"])
                assert seen == (person in readers), channel
        refused = await client.command(ben, hidden["id"], "help")
        assert "no such channel" in refused["error"]
        # The bot hears of all of them, and answers there.
        for person, channel in ((ana, hidden), (ana, below), (ben, private)):
            done = await client.command(person, channel["id"], "help")
            assert "Shinrisen" in words(done["message"])
        await client.post(f"/channels/{private['id']}/archive")
        await client.post(f"/channels/{hidden['id']}/delete")
        assert not await _seen(client, ana, below["id"])
        # Staff of one server have no rights in another.
        await client.post(f"/{ana}/settings", staff_of=[there])
        done = await client.command(ana, rooms[there], "settings")
        assert done["state"] == "answered"
        refused = await client.command(ana, rooms[here], "settings")
        assert "may not use" in refused["error"]
