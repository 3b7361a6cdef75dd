"""A database of an earlier version, taken up in Discord by this one and played on."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.run.client import Shinrisen
from tests.examples import ALL_AT_ONCE, FOR_TWO

from ..bot.storage.earlier import EARLIER, LOBBY, OF_MANY, OF_TWO
from ..bot.storage.standing import listed
from ..bot.stored_tables import ask
from .evening import Evening, Patch, Simulated, answer, components, said, settings


@asynccontextmanager
async def taken_up(made: Path, folder: Path, patch: Patch) -> AsyncIterator[tuple[Evening, Path]]:
    """Start the bot on that database, with its server, channels and people."""
    file = Path(shutil.copy(made, folder / "shinrisen.sqlite3"))
    # simcord waits for timers due within a second, so this one must be longer.
    patch.setattr("bot.wire.emojis._SOON", 3600.0)

    def bot(database: Path = file) -> Shinrisen:
        return Simulated(settings(database), shard_count=1)

    async with simcord.run(bot(folder / "other.sqlite3")) as env:

        def with_id(number: int, make: Any, *given: Any) -> Any:
            with patch.context() as here:
                here.setattr(env.backend, "snowflake", lambda: number)
                return make(*given)

        e = Evening(env, 0, bot)
        ((guild,),) = ask(file, "select distinct guild_id from tables")
        e.guild = env.create_guild(id=guild)
        for user, name in ask(file, "select distinct user_id, name from seats order by name"):
            e.people.append(e.guild.add_member(with_id(user, env.create_user, name)))
        for channel, name in ask(
            file, "select channel_id, min(cast(id as text)) from tables group by 1"
        ):
            with_id(channel, e.guild.create_text_channel, name)
        await env.advance_time(1)
        await e.restart()
        try:
            yield e, file
        finally:
            await e.bot.database.close()


def go_to(e: Evening, file: Path, table: int) -> None:
    ((channel,),) = ask(file, f"select channel_id from tables where id = {table}")
    e.channel = next(c for c in e.guild.channels.values() if c.id == channel)


@pytest.mark.parametrize("made", EARLIER, ids=lambda path: path.stem)
async def test_older_evening_goes_on(made: Path, tmp_path: Path, monkeypatch: Patch) -> None:
    async with taken_up(made, tmp_path, monkeypatch) as (e, file):
        go_to(e, file, LOBBY)
        assert " is open" in e.panel_words(), "posted anew: the old message is gone"
        await e.press(e.people[0], "Join")
        assert "3. **Ana**" in e.panel_words()

        for table, game in ((OF_MANY, ALL_AT_ONCE), (OF_TWO, FOR_TWO)):
            go_to(e, file, table)
            before = ask(file, f"select count(*) from moves where table_id = {table}")
            mine = answer(await e.people[0].slash(e.channel, "my"))
            ids = [c.get("custom_id") or "" for c in components(mine.components)]
            (show,) = [one for one in ids if f":show:{table}:" in one]
            await e.people[0].click(mine, custom_id=show)
            offers: list[tuple[Any, str]] = []
            for person in e.people[: 6 if game == ALL_AT_ONCE else 2]:
                hand = await e.press(person, "Hand")
                offers += [
                    (person, c["custom_id"])
                    for c in components(answer(hand).components)
                    if c["type"] == 2 and c["custom_id"].startswith("s2:move:")
                ]
            person, custom_id = offers[0]
            typed = await person.slash(e.channel, "move", move=custom_id.split(":", 5)[5])
            assert said(typed)
            after = ask(file, f"select count(*) from moves where table_id = {table}")
            assert after[0][0] == before[0][0] + 1

        lines = await listed(e.bot.database, e.guild.id)
        assert {line.name for line in lines} >= {"Ana", "Ben", "Chie"}
