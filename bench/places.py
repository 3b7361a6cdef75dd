"""Messages for hands and panels, sent as the bot before it runs."""

from collections.abc import Sequence
from typing import Any

from rig.processes import Client

from .filling import Place

_BODY = {"flags": 1 << 15, "components": [{"type": 10, "content": "A hand or a table"}]}


async def places_of(client: Client, channels: Sequence[str] = ()) -> tuple[int, list[Place]]:
    """Return the server id, and for each person a hand message and a channel message.

    The channels are used in turn. Without channels all messages go to the same one.
    """
    world = await client.get("/world")
    channels = channels or [world["channels"][1]["id"]]

    async def send(path: str, what: dict[str, Any]) -> int:
        headers = {"Authorization": f"Bot {client.token}"}
        async with client.http.post(client.api + path, json=what, headers=headers) as answer:
            return int((await answer.json())["id"])

    async def place(user: str, channel: str) -> Place:
        direct = await send("/users/@me/channels", {"recipient_id": user})
        hand = await send(f"/channels/{direct}/messages", _BODY)
        panel = await send(f"/channels/{channel}/messages", _BODY)
        return Place(int(user), direct, hand, int(channel), panel)

    people = [person["id"] for person in world["people"]]
    places = [await place(p, channels[n % len(channels)]) for n, p in enumerate(people)]
    return int(world["guild"]["id"]), places
