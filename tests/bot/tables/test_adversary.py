"""A cheat's random evenings: no rating without playing, no long stalls, no full channel.

SHINRISEN_SOAK plays a thousand evenings of each game.
"""

import os
import random
from collections import Counter

import pytest
from sqlalchemy import select

from bot import storage
from bot.play import lobby
from bot.play.computers import NORMAL, PLAIN, Invitation
from bot.storage import Database, Player, StoredTable
from bot.storage.schema import moves
from bot.words.errors import TableError
from games import GAMES
from games.record import options_text
from tests.examples import ALL_AT_ONCE

from ..stored_tables import table_of
from .adversary import CHEATS, PACE, PLACE, Night, install

EVENINGS = 1000 if os.environ.get("SHINRISEN_SOAK") else 12
_SHARE = 4


@pytest.fixture(autouse=True)
def _unshown(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


async def decided(database: Database, table: StoredTable) -> tuple[Counter[int], Counter[int]]:
    """Return the number of each seat's moves, and of those that no person made."""
    query = select(moves.c.seat, moves.c.automatic).where(moves.c.table_id == table.id)
    async with database.read() as db:
        rows = (await db.execute(query)).all()
    return Counter(seat for seat, _ in rows), Counter(seat for seat, auto in rows if auto)


async def check_ratings(database: Database, table: StoredTable) -> int:
    """Check that each risen rating was played for. Return the number of rated seats."""
    made, missed = await decided(database, table)
    rated = [p for p in table.players if p.rating_after is not None]
    assert not (rated and any(player.wronged for player in table.players)), table
    assert not (rated and table.phase != "over"), table
    for seat, player in enumerate(table.players):
        if player.rating_after is None or player.rating_after <= (player.rating_before or 0.0):
            continue
        stayed = not (player.left or player.away or player.absent)
        assert stayed, (seat, made, missed, table)
        assert _SHARE * missed[seat] <= made[seat], (seat, made, missed, table)
    return len(rated)


@pytest.mark.sqlite
@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.costly
async def test_cheat_gains_no_rating_and_stalls_no_match(database: Database, key: str) -> None:
    rated, done = 0, Counter[str]()
    for number in range(EVENINGS):
        night = Night(database, key, random.Random(f"{key} {number}"))
        await night.begin()
        await night.play()
        table = await table_of(database, night.stored.id)
        rated += await check_ratings(database, table)
        done += night.done
    print(f"{key}: {EVENINGS} evenings, {rated} rated seats, {dict(done)}")
    assert done["move"]
    assert done["pause"]
    assert done["leave"]


@pytest.mark.sqlite
async def test_cheat_alone_fills_no_channel(database: Database) -> None:
    rng, cheat = random.Random("channel"), CHEATS[0]
    for number in range(200):
        computers = Invitation(PLAIN, NORMAL, rng.randint(0, 2))
        host = Player(cheat, "Cheat", "en-US", number)
        try:
            table = await lobby.open_lobby(
                database,
                PLACE,
                ALL_AT_ONCE,
                options_text(GAMES[ALL_AT_ONCE].Options()),
                host,
                1.0,
                pace=PACE,
                computers=computers,
            )
            await lobby.start(database, table, cheat, staff=False, now=2.0)
        except TableError:
            continue
    found = await storage.tables.open_tables(database, channel_id=PLACE.channel_id)
    assert lobby.MOST.alone < len(found) < lobby.MOST.channel
