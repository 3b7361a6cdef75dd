"""A database full of live matches in their third round.

Four players sit at each table, and every screen is up to date. One of the four, the clicker,
makes a sealed choice and changes it for ever.
"""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from bot.storage import PANEL, Database
from bot.storage.schema import contributions, moves, posts, seats, tables
from games import GAMES
from games.chance import JOINED, Chance, Contribution, commitment, mixed
from games.core import Seat
from games.record import options_text
from rig.processes import Client

GAME = max(GAMES.values(), key=lambda game: game.seats[-1])
"""The game for the most players: all of its seats decide at the same time."""
_SEATS, _ROUNDS = 4, 2

Stored = dict[str, Any]


@dataclass(frozen=True)
class Place:
    """A person, the message with their hand, and a channel message for panels."""

    user_id: int
    direct_id: int
    hand_id: int
    channel_id: int
    panel_id: int


@dataclass(frozen=True)
class Sitting:
    """A clicker with an endless series of custom_ids."""

    user: str
    message: str
    turn: Iterator[str]


async def places_of(client: Client, channels: Sequence[str] = ()) -> tuple[int, list[Place]]:
    """Return the server id, and for each person a hand message and a channel message.

    The bot sends them before it runs. The channels are used in turn. Without channels all messages
    go to the same one.
    """
    world = await client.get("/world")
    channels = channels or [world["channels"][1]["id"]]
    body = {"flags": 1 << 15, "components": [{"type": 10, "content": "A hand or a table"}]}

    async def send(path: str, what: dict[str, Any]) -> int:
        headers = {"Authorization": f"Bot {client.token}"}
        async with client.http.post(client.api + path, json=what, headers=headers) as answer:
            return int((await answer.json())["id"])

    async def place(user: str, channel: str) -> Place:
        direct = await send("/users/@me/channels", {"recipient_id": user})
        hand = await send(f"/channels/{direct}/messages", body)
        panel = await send(f"/channels/{channel}/messages", body)
        return Place(int(user), direct, hand, int(channel), panel)

    people = [person["id"] for person in world["people"]]
    places = [await place(p, channels[n % len(channels)]) for n, p in enumerate(people)]
    return int(world["guild"]["id"]), places


async def fill(
    file: Path | str, guild_id: int, places: Sequence[Place], count: int, *, seats_each: int = 0
) -> list[Sitting]:
    """Store `count` live matches at these places, reused in turn, and return their clickers.

    `seats_each` seats that many people at each table and no one at two. Their messages still show
    the lobby, so that a starting bot refreshes them.
    """
    database = await Database.open(file)
    rng = random.Random(count)
    sittings: list[Sitting] = []
    try:
        rows: dict[Any, list[Stored]] = {
            table: [] for table in (tables, seats, contributions, moves, posts)
        }
        for number in range(1, count + 1):
            first = number * (seats_each or 1)
            seated = range(first, first + (seats_each or _SEATS))
            here = [places[seat % len(places)] for seat in seated]
            sittings.append(_table(rows, number, guild_id, here, rng, drawn=not seats_each))
        async with database.begin() as db:
            for table, those in rows.items():
                await db.execute(insert(table), those)
    finally:
        await database.close()
    return sittings


def _table(
    rows: dict[Any, list[Stored]],
    number: int,
    guild_id: int,
    here: Sequence[Place],
    rng: random.Random,
    *,
    drawn: bool,
) -> Sitting:
    """Add the rows of one table. With `drawn` its messages count as current."""
    secret = rng.randbytes(32)
    join_ids = [number * len(here) + seat for seat in range(len(here))]
    given = [Contribution(seat, JOINED, str(salt)) for seat, salt in enumerate(join_ids)]
    state, played = _play(mixed(secret, given), len(here), rng)
    of = {"table_id": number}
    rows[tables].append(
        {"id": number, "guild_id": guild_id, "channel_id": here[0].channel_id, "locale": "en-US"}
        | {"game": GAME.key, "version": GAME.version, "options": options_text(GAME.Options())}
        | {"phase": "live", "host_id": here[0].user_id, "secret": secret}
        | {"opened_at": 1.0, "started_at": 2.0}
    )
    rows[seats] += [
        of
        | {"seat": seat, "user_id": place.user_id, "name": f"P{place.user_id}", "locale": "en-US"}
        | {"join_id": join_ids[seat], "left": False}
        for seat, place in enumerate(here)
    ]
    rows[contributions] += [
        of | {"number": at, "user_id": place.user_id, "kind": one.kind, "text": one.text}
        for at, (place, one) in enumerate(zip(here, given, strict=True))
    ]
    rows[moves] += [
        of | {"ply": ply, "seat": seat, "move": text, "at": float(ply)}
        for ply, (seat, text) in enumerate(played, 1)
    ]
    shown = [(PANEL, here[0].channel_id, here[0].panel_id)]
    shown += [(place.user_id, place.direct_id, place.hand_id) for place in here]
    rows[posts] += [
        of
        | {"reader": reader, "channel_id": channel, "message_id": message}
        | {"ply": len(played) if drawn else -1}
        for reader, channel, message in shown
    ]
    at = f"s2:move:{number}:{commitment(secret)[:8]}:{GAME.stage(state)}"
    first, second, *_ = GAME.legal_moves(state, Seat(0))
    turn = [f"{at}:{GAME.move_text(move)}" for move in (first, second)]
    return Sitting(str(here[0].user_id), str(here[0].hand_id), itertools.cycle(turn))


def _play(seed: bytes, seated: int, rng: random.Random) -> tuple[Any, list[tuple[int, str]]]:
    """Play two rounds by random moves. Return the state, and the moves as they are stored."""
    state = GAME.deal(seated, GAME.Options(), Chance(seed, 0)).state
    played: list[tuple[int, str]] = []
    while len(played) < _ROUNDS * seated or len(GAME.to_act(state)) < seated:
        seat = min(GAME.to_act(state))
        move = rng.choice(GAME.legal_moves(state, seat))
        played.append((seat, GAME.move_text(move)))
        state = GAME.play(state, seat, move, Chance(seed, len(played))).state
    return state, played
