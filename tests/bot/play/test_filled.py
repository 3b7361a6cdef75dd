"""The matches that the measurements fill a database with."""

from pathlib import Path

from bench.filling import Place, fill
from bot import storage
from bot.play.match import Match
from bot.storage import Database


async def test_filled_match_has_contributions_and_replays(tmp_path: Path) -> None:
    file = tmp_path / "shinrisen.sqlite3"
    places = [Place(user_id=n, direct_id=n, hand_id=n, channel_id=9, panel_id=9) for n in (1, 2, 3)]
    await fill(file, 1, places, 1, seats_each=3)
    database = await Database.open(file)
    try:
        table = await storage.tables.table(database, 1)
        assert table is not None
        assert [given.user_id for given in table.contributions] == [1, 2, 3]
        match = await Match.load(table, database, lambda: 3.0, lambda *_: 0.0)
        assert match.ply > 0
    finally:
        await database.close()
