"""Screens that Discord refuses over real HTTP: each match ends, and each click is answered."""

import asyncio
import base64
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.drawing.emojis import emojis
from rig import LIMIT
from rig.processes import INVALID_EMOJI, Client, Wire, components, playground, running_bot

from ..games.hands import SHORT
from .sittings import SEATS, Sitting, at_once, five, play, served

PNG = b"\x89PNG: any bytes will do"
PEOPLE = str(sum(SEATS.values()))
SECONDS = 300.0
# Messages that a person reads at a time. Many private answers stand below some hands.
_LATEST = 24


async def ask(client: Client, method: str, path: str, **body: Any) -> Any:
    """Ask Discord something as the bot does. Return the answer."""
    head = {"Authorization": f"Bot {client.token}"}
    async with client.http.request(method, client.api + path, json=body, headers=head) as answer:
        assert answer.status < 300, await answer.text()
        return await answer.json() if answer.status == 200 else None


async def upload_emojis(client: Client) -> str:
    """Upload all emojis with the same drawing. Return their route."""
    at = f"/applications/{(await client.get('/world'))['bot']['id']}/emojis"
    image = "data:image/png;base64," + base64.b64encode(PNG).decode()
    for name in emojis():
        await ask(client, "POST", at, name=name, image=image)
    return at


async def delete_emojis(client: Client, at: str) -> None:
    """Delete all of them."""
    for emoji in (await ask(client, "GET", at))["items"]:
        await ask(client, "DELETE", f"{at}/{emoji['id']}")


async def begin(client: Client) -> list[Sitting]:
    """Begin a short match of each game: each refusal takes a pause of seconds."""
    sittings = await five(client, await client.ready(), random.Random(1))
    for sitting in sittings:
        sitting.latest = _LATEST
    await asyncio.gather(*(sitting.start(**SHORT[sitting.game]) for sitting in sittings))
    return sittings


async def play_out(sittings: list[Sitting]) -> None:
    """Play all matches to their end. Every click must be answered."""
    assert all(await play(sittings, SECONDS)), "a match has stopped"
    assert not [(s.game, s.failed) for s in sittings if s.failed], "a click wasn't answered"
    assert all(sitting.clicks > 1 for sitting in sittings)


def application_emojis(message: Wire) -> list[str]:
    """Return the emojis of the application on the controls of a message."""
    parts = [*components(message["components"])]
    parts += [option for part in parts for option in part.get("options") or []]
    return [emoji["id"] for part in parts if (emoji := part.get("emoji") or {}).get("id")]


async def hands(sittings: list[Sitting]) -> list[Wire]:
    """Return the newest hand of each person."""
    found = [await sitting.hand(person) for sitting in sittings for person in sitting.people]
    return [hand for hand in found if hand is not None]


async def until(so: Callable[[list[Wire]], bool], sittings: list[Sitting]) -> None:
    """Wait until that is so of all hands."""
    async with asyncio.timeout(LIMIT):
        while not so(await hands(sittings)):
            await asyncio.sleep(0.1)


async def test_matches_outlive_the_deletion_of_all_emojis(tmp_path: Path) -> None:
    async with playground("--people", PEOPLE, "--no-limits", refused=[INVALID_EMOJI]) as client:
        at = await upload_emojis(client)
        async with running_bot(client, tmp_path):
            sittings = await begin(client)
            await until(lambda seen: any(map(application_emojis, seen)), sittings)
            await delete_emojis(client, at)
            await play_out(sittings)
            refused = (await client.get("/counts"))["invalid"]
            assert refused, "a screen with an emoji was tried"
            await until(lambda seen: not any(map(application_emojis, seen)), sittings)


async def test_matches_go_on_in_words_while_uploads_fail(tmp_path: Path) -> None:
    await at_once(tmp_path, _in_words, "upload500", "upload413", "upload403")


async def _in_words(folder: Path, kind: str) -> None:
    drawn = {"SHINRISEN_PICTURES": "on"}
    async with served(folder, "--people", PEOPLE, "--no-limits", sets=drawn) as (client, bot):
        await client.post("/faults", share=1, kinds=[kind])
        sittings = await begin(client)
        await play_out(sittings)
        assert not any(hand["attachments"] for hand in await hands(sittings))
        rests = "pictures rest for 60 s" in bot.logged()
        assert rests == (kind != "upload403"), "which is for one channel"
