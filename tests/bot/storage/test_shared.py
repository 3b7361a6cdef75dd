"""Things posted once in a server, over an upgrade from 0.2.0 too."""

import shutil
from pathlib import Path

import pytest

from bot.storage import dailies, shared
from bot.storage.privacy import everything
from bot.storage.shared import CARD, LINE, Posted, Shared

from ..stored_tables import NOW, ask, change, reopened
from .test_upgrades import EARLIER, FINISHED


@pytest.mark.sqlite
async def test_upgrade_keeps_shared_cards_and_lines(file: Path) -> None:
    shutil.copy(EARLIER[-1], file)
    ((guild_id, channel_id),) = ask(
        file, f"select guild_id, channel_id from tables where id = {FINISHED}"
    )
    values = f"({FINISHED}, -1, 5, 77)"
    change(file, f"insert into shared (table_id, ply, at, message_id) values {values}")
    change(file, f"insert into daily_runs values (9, 500, {FINISHED}, 'Ana', 3, '0 3')")
    change(file, "insert into daily_lines values (9, 1, 500)")
    boards = "insert into daily_boards (number, guild_id, channel_id, locale)"
    change(file, f"{boards} values (9, 1, 10, 'de')")
    async with reopened(file) as database:
        card = Shared(FINISHED, CARD, guild_id)
        assert await shared.posted(database, card) == Posted(channel_id, 77)
        assert [run.name for run in await dailies.lines(database, 9, 1)] == ["Ana"]
        assert not await shared.claim(database, Shared(FINISHED, LINE, 1), 10, NOW)
        [line] = (await everything(database, 500, NOW))["daily_lines"]
        assert (line["number"], line["guild_id"], line["channel_id"]) == (9, "1", "10")
