"""Create a database fixture with the code of the version it runs in.

An old version's fixture is created by its own code, in a worktree of the commit named. Add one by
`git worktree add --detach /tmp/old ad41a67`, and run there `PYTHONPATH=. python THIS_FILE
THIS_FOLDER/v0001.sqlite3`.

    v0001.sqlite3   ad41a67, version 0.1 before servers had settings.
    v0002.sqlite3   the commit that added this file: standings by period, settings, paces.
    v0003.sqlite3   the commit that added that file: tables and posts renamed, kinds of players.
    v0004.sqlite3   the commit that added that file: removals, pauses, endings, access, values.
    v0005.sqlite3   the commit that added that file: choices of pictures.
    v0006.sqlite3   the commit that added that file: changes of settings, processes.
    v0007.sqlite3   the commit that added that file: newest clicks, changes without a move.
    v0008.sqlite3   the commit that added that file: owners with an epoch, forwarded interactions.
    v0011.sqlite3   the commit that added that file: films wanted or not.
    v0012.sqlite3   the commit that added that file: contributions in order, makers of moves.
    v0013.sqlite3   the commit that added that file: votes on removals, counted pauses.
    v0014.sqlite3   that of v0013, opened by the commit that added this one: secrets of next tables.
    v0015.sqlite3   v0014.sqlite3, upgraded: two more columns in the list of changes.
    v0016.sqlite3   v0015.sqlite3, upgraded: remarks of computers on or off.
    v0017.sqlite3   v0016.sqlite3, upgraded: matches without a panel, strengths, seats asked for.
    v0018.sqlite3   v0017.sqlite3, upgraded: wishes to be called, the last calls.
    v0019.sqlite3   v0018.sqlite3, upgraded: reviews of ended matches.
    v0020.sqlite3   v0019.sqlite3, upgraded: daily deals, their results and boards.
    v0021.sqlite3   v0020.sqlite3, upgraded: titles, closed seasons, the setting of podiums.
    v0022.sqlite3   v0021.sqlite3, upgraded: invitations, people who want none, messages of the day.
    v0023.sqlite3   v0022.sqlite3, upgraded: films of each table on or off.
    v0024.sqlite3   v0023.sqlite3, upgraded: game nights, their people and seats.
    v0025.sqlite3   v0024.sqlite3, upgraded: the language of each post.
    v0026.sqlite3   v0025.sqlite3, upgraded: what was posted of ended matches.
    v0027.sqlite3   v0026.sqlite3, upgraded: tables and messages of invitations.
    full_v0027.sqlite3   two days of ten people by clicks on 0.2.0, see test_full_upgrade.py.

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
from bot.words.settings import Settings
from tests.cogs.evening import Evening, Simulated
from tests.examples import ALL_AT_ONCE, FOR_TWO


async def make(file: Path) -> None:
    """Play an evening into a new file."""
    settings = Settings(
        token="x",
        database=file,
        directs_per_minute=1_000_000,
        requests_per_second=0,
        pictures=False,
    )

    def bot() -> Shinrisen:
        return Simulated(settings, shard_count=1)

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
        await everybody[4].slash(e.channel, f"{ALL_AT_ONCE} play", limit=30)
        await e.press(everybody[5], "Join")

        e.channel = e.guild.create_text_channel("many")
        e.people = everybody
        await e.begin()
        await e.play_out(seed=2, plies=20)
        assert "**Round 1**" in e.panel_words()

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
