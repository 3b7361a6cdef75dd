"""Create a database fixture with the code of the version it runs in.

A release's fixture is created by its own code, in a worktree of its tag: `git worktree add --detach
/tmp/old 0.2.0`, and run there `PYTHONPATH=. python THIS_FILE THIS_FOLDER/v0027.sqlite3`.

    v0007.sqlite3        version 0.1.0
    v0027.sqlite3        an earlier one, upgraded by version 0.2.0
    full_v0027.sqlite3   version 0.2.0: two days of ten people by clicks, with rows in nearly all
                         tables (not by this file, see test_full_upgrade.py)

It contains a finished, rated match of a game for many (table 1) and a lobby (2). Two matches run:
one with six people in the middle of a round (3), and one for two (4). People created them by
commands and clicks. A fixture is never created again, because hosts have such files.
"""

import asyncio
import gc
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import simcord

from bot.run.client import Shinrisen
from tests.cogs.evening import Evening, Simulated, settings
from tests.examples import ALL_AT_ONCE, FOR_TWO


async def make(file: Path) -> None:
    """Play an evening into a new file."""

    def bot() -> Shinrisen:
        return Simulated(settings(file), shard_count=1)

    async with simcord.run(bot()) as env:
        # These ids must be newer than those of a test's own world.
        await env.advance_time(600)
        e = Evening(env, 6, bot)
        everybody = e.people
        e.people = everybody[:3]
        await e.begin(rounds=1)
        await e.play_out(seed=1)
        assert "the end" in e.panel_words()

        e.channel = e.guild.create_text_channel("lobby")
        await e.open(everybody[4], ALL_AT_ONCE, limit=30)
        await e.press(everybody[5], "Join")

        e.channel = e.guild.create_text_channel("many")
        e.people = everybody
        await e.begin()
        await e.play_out(seed=2, plies=20)
        assert "Round 1" in e.panel_words()

        e.channel = e.guild.create_text_channel("two")
        e.people = everybody[:2]
        await e.begin(FOR_TWO, pause=0)
        await e.play_out(seed=3, plies=9)
        await e.bot.database.close()
    shrink(file)


def shrink(file: Path) -> None:
    """Reduce the file by smaller pages, because most of it is free space."""
    gc.collect()  # SQLite releases a closed file with its last statement.
    with closing(sqlite3.connect(file)) as db:
        for step in ("PRAGMA journal_mode=DELETE", "PRAGMA page_size=512", "VACUUM"):
            db.execute(step)


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1])))
