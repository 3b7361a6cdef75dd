"""Leaderboard and profile over real HTTP, with members looked up over the gateway."""

import sqlite3
from contextlib import closing
from pathlib import Path

from rig.processes import components, words
from tests.examples import ALL_AT_ONCE

from .sittings import served

_STANDING = (
    "INSERT INTO standings (guild_id, game, period, user_id, name, mu, sigma, matches, "
    "wins) VALUES (?, ?, 'all', ?, ?, ?, 3, 5, 0)"
)
_MATCH = (
    "INSERT INTO tables (id, guild_id, channel_id, locale, game, version, options, phase, "
    "host_id, secret, opened_at, ended_at) "
    f"VALUES (1, ?, 1, 'en-US', '{ALL_AT_ONCE}', 1, '', 'over', 1, x'00', 1, 2)"
)
_SEAT = (
    "INSERT INTO seats (table_id, seat, user_id, name, locale, join_id, left, rank, score, "
    "rating_before, rating_after) VALUES (1, ?, ?, ?, 'en-US', 1, 0, ?, 0, 25, ?)"
)


def _fill(file: Path, guild_id: int, people: list[tuple[int, str]]) -> None:
    """Store one match and its standings, in this order of ranks."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(_MATCH, (guild_id,))
        for seat, (user_id, name) in enumerate(people):
            mu = 34.0 - seat
            db.execute(_SEAT, (seat, user_id, name, seat + 1, mu))
            for game in ("*", ALL_AT_ONCE):
                db.execute(_STANDING, (guild_id, game, user_id, name, mu))


async def test_leaderboard_hides_absent_and_profile_has_picture(tmp_path: Path) -> None:
    drawn = {"SHINRISEN_PICTURES": "on"}
    async with served(tmp_path, "--people", "3", sets=drawn) as (client, bot):
        world = await client.ready()
        ana, ben, chie = (person["id"] for person in world["people"])
        guild_id = int(world["guild"]["id"])
        people = [(17, "Stranger"), (int(ana), "Ana"), (int(ben), "Ben")]
        _fill(tmp_path / "shinrisen.sqlite3", guild_id, people)
        channel = world["channels"][0]["id"]
        asked = await client.command(chie, channel, "leaderboard")
        board = await client.announced(chie, channel, asked)
        [item] = [i for c in components(board["components"]) if c["type"] == 12 for i in c["items"]]
        # The picture shows the first five, and its alternative text names them.
        assert "Stranger" not in words(board) + item["description"]
        assert "1. Ana: 1240" in item["description"]
        assert "**Chie** has no rated match" in words(board)
        asked = await client.command(ben, channel, "profile", member=ana)
        shown = await client.announced(ben, channel, asked)
        assert "👤 Ana" in words(shown)
        [item] = [i for c in components(shown["components"]) if c["type"] == 12 for i in c["items"]]
        assert "from 1000 to 1240" in item["description"]
        async with client.http.get(item["media"]["url"]) as picture:
            assert (await picture.read())[:8] == b"\x89PNG\r\n\x1a\n"
        log = bot.logged()
    assert "ERROR" not in log
