"""Pictures over real HTTP: reused if only words change, and sent again if lost."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rig import LIMIT
from rig.processes import GONE, Client, Wire, buttons, words
from tests.examples import IN_TURN

from .sittings import served


async def _hand(client: Client, person: str, so: Callable[[Wire], Any]) -> Wire:
    """Wait until that person's hand passes the test, and return it."""
    async with asyncio.timeout(LIMIT):
        while not so(hand := await client.hand(person)):
            await asyncio.sleep(0.05)
    return hand


def _files(message: Wire) -> list[str]:
    return [file["id"] for file in message["attachments"]]


async def _lose(client: Client, message: Wire) -> None:
    """Remove a message's picture without the bot's knowledge."""
    path = f"{client.api}/channels/{message['channel_id']}/messages/{message['id']}"
    body = {"components": [{"type": 10, "content": "Lost."}], "attachments": []}
    head = {"Authorization": f"Bot {client.token}"}
    async with client.http.patch(path, json=body, headers=head) as answer:
        assert answer.status == 200


async def test_a_picture_stays_unless_it_was_lost(tmp_path: Path) -> None:
    drawn = {"SHINRISEN_PICTURES": "on"}
    async with served(tmp_path, "--people", "2", refused=[GONE], sets=drawn) as (client, bot):
        world = await client.ready()
        ana, channel = world["people"][0]["id"], world["channels"][0]["id"]
        await client.open(ana, channel, IN_TURN, computers=1)
        [panel] = await client.messages(ana, channel)
        [start] = [to for to in buttons(panel).values() if ":start:" in to]
        await client.click(ana, panel["id"], start)
        first = await _hand(client, ana, lambda hand: "💡" in buttons(hand) and _files(hand))
        await client.act(ana, panel, "pause")
        paused = await _hand(client, ana, lambda hand: words(hand) != words(first))
        assert _files(paused) == _files(first)
        await _lose(client, paused)
        await client.act(ana, panel, "resume")
        lost = await _hand(client, ana, lambda hand: words(hand) != "Lost.")
        assert len(_files(lost)) == 1
        assert _files(lost) != _files(first)
        log = bot.logged()
    assert "ERROR" not in log
