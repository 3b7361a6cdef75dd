"""Rated matches that an evening's people have finished, stored without playing them."""

from collections.abc import Sequence

from simcord import MemberActor

from bot import storage
from bot.play import lobby
from bot.storage import Player, Result
from games import find_game
from games.record import options_text
from tests.examples import ALL_AT_ONCE

from .evening import Evening


async def played(
    e: Evening,
    people: Sequence[MemberActor],
    ranks: Sequence[int] = (),
    *,
    game: str = ALL_AT_ONCE,
    at: float | None = None,
) -> None:
    """Store a rated match of these people, with `ranks` or in this order."""
    ranks = ranks or range(1, len(people) + 1)
    database, now = e.bot.database, e.bot.now() if at is None else at
    host, *others = [Player(p.id, p.name, "en-US", p.id) for p in people]
    options = options_text(find_game(game).Options())
    place = lobby.Place(e.guild.id, e.channel.id, "en-US")
    table = await lobby.open_lobby(database, place, game, options, host, now)
    await storage.tables.seat_players(database, table.id, [host, *others])
    await storage.tables.start(database, table.id, now, version=2)
    result = Result(tuple(ranks), tuple(0 for _ in ranks), tuple(ranks))
    await storage.moves.append(database, table.id, 1, 0, "55", now, result)
