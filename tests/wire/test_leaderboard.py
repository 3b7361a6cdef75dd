"""The leaderboard over real HTTP, with members looked up over the gateway."""

from pathlib import Path

from rig.processes import components, words

from .databases import ask
from .sittings import served

_STANDING = (
    "INSERT INTO standings (guild_id, game, period, user_id, name, mu, sigma, matches, "
    "wins) VALUES (?, '*', 'all', ?, ?, ?, 3, 5, 0)"
)


async def test_leaderboard_hides_absent_people_in_a_picture(tmp_path: Path) -> None:
    drawn = {"SHINRISEN_PICTURES": "on"}
    async with served(tmp_path, "--people", "3", sets=drawn) as (client, bot):
        (ana, ben, chie), channel = client.people, client.channels[0]
        people = [(17, "Stranger"), (int(ana), "Ana"), (int(ben), "Ben")]
        for at, (user_id, name) in enumerate(people):
            ask(tmp_path, _STANDING, client.guild, user_id, name, 34.0 - at)
        asked = await client.command(chie, channel, "leaderboard")
        board = await client.announced(chie, channel, asked)
        [item] = [i for c in components(board["components"]) if c["type"] == 12 for i in c["items"]]
        # The picture shows the first five, and its alternative text names them.
        assert "Stranger" not in words(board) + item["description"]
        assert "1. Ana: 1240" in item["description"]
        assert "**Chie** has no rated match" in words(board)
        async with client.http.get(item["media"]["url"]) as picture:
            assert (await picture.read())[:8] == b"\x89PNG\r\n\x1a\n"
        log = bot.logged()
    assert "ERROR" not in log
