"""A database full of live matches in their third round.

Four players sit at each table, and every screen is up to date. One of the four, the clicker,
makes a sealed choice and changes it for ever.
"""

import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bot.play import lobby
from bot.play.match import Match
from bot.storage import PANEL, Database, NewTable, Player, StoredPost
from bot.storage.posts import save_post
from bot.storage.tables import open_lobby
from bot.wire.ui import address
from games import GAMES
from games.core import Seat
from games.record import options_text
from rig.processes import Client, Wire

GAME = max(GAMES.values(), key=lambda game: game.seats[-1])
"""The game for the most players: all of its seats decide at the same time."""
_SEATS, _ROUNDS = 4, 2


class Place(NamedTuple):
    """A person, the message with their hand, and a channel message for panels."""

    user_id: int
    direct_id: int
    hand_id: int
    channel_id: int
    panel_id: int


class Sitting(NamedTuple):
    """A clicker with an endless series of custom_ids."""

    user: str
    message: str
    turn: Iterator[str]


async def places_of(client: Client, channels: Sequence[str] = ()) -> list[Place]:
    """Return for each person a hand message and a channel message, sent before the bot runs.

    The channels are used in turn. Without channels all messages go to the same one.
    """
    body: Wire = {"flags": 1 << 15, "components": [{"type": 10, "content": "A hand or a table"}]}

    async def send(path: str, **what: Any) -> int:
        return int((await client.ask("POST", path, **what))["id"])

    async def place(user: str, channel: str) -> Place:
        direct = await send("/users/@me/channels", recipient_id=user)
        hand = await send(f"/channels/{direct}/messages", **body)
        panel = await send(f"/channels/{channel}/messages", **body)
        return Place(int(user), direct, hand, int(channel), panel)

    where = itertools.cycle(channels or client.channels[1:2])
    return [await place(user, next(where)) for user in client.people]


def overlapping(places: Sequence[Place], count: int) -> list[list[Place]]:
    """Return tables of four at these places, reused in turn. Each table has another clicker."""
    around = [*places, *places[: _SEATS - 1]]
    return [around[number % len(places) :][:_SEATS] for number in range(count)]


async def fill(
    where: Path | str, guild_id: int, seated: Sequence[Sequence[Place]], *, drawn: bool = True
) -> list[Sitting]:
    """Store live matches of people at these places, and return their clickers.

    With `drawn` the messages count as current. Else a starting bot refreshes them.
    """
    database, rng = await Database.open(where), random.Random(len(seated))
    try:
        return [await _table(database, guild_id, here, rng, drawn=drawn) for here in seated]
    finally:
        await database.close()


async def _table(
    database: Database, guild_id: int, here: Sequence[Place], rng: random.Random, *, drawn: bool
) -> Sitting:
    """Play two rounds at a table by random moves."""
    host, *others = [Player(p.user_id, f"P{p.user_id}", "en-US", p.user_id) for p in here]
    new = NewTable(
        *(guild_id, here[0].channel_id, "en-US", GAME.key, GAME.version),
        options_text(GAME.Options()),
        opened_at=1.0,
        due_at=2.0,
        secret=rng.randbytes(32),
    )
    table = await open_lobby(database, new, host, beside=others)
    table = await lobby.start(database, table, host.user_id, staff=False, now=2.0)
    match = await Match.load(table, database, lambda: 3.0)
    while match.ply < _ROUNDS * len(here) or len(match.to_act) < len(here):
        seat = min(match.to_act)
        await match.submit(seat, rng.choice(match.legal_texts(seat)))
    shown = [(PANEL, here[0].channel_id, here[0].panel_id), *(place[:3] for place in here)]
    for one in shown:
        await save_post(database, table.id, StoredPost(*one, match.ply if drawn else -1))
    first, second, *_ = match.legal_texts(Seat(0))
    turn = [str(address(table, "move", GAME.stage(match.state), move)) for move in (first, second)]
    return Sitting(str(here[0].user_id), str(here[0].hand_id), itertools.cycle(turn))
