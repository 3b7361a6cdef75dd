"""Gateway payloads that discord.py can't parse or gets twice, and sessions never confirmed."""

from pathlib import Path

from rig.processes import Client

from .databases import ask
from .sittings import at_once, sat, served
from .starting import chosen, lines

USUAL, HASTY = ("--people", "3", "--no-limits"), {"RIG_HASTY": "1"}


async def send_unparseable(client: Client) -> None:
    """Send an interaction whose id is no number. Its answer is waited for in vain, but not long."""
    await client.ready()
    forged = {"id": "none", "token": "a-secret-token"}
    await client.post("/limits", answer=0.1)
    sent = {"channel": client.channels[0], "type": 2, "change": forged}
    await client.post(f"/{client.people[0]}/forge", **sent)
    await client.post("/limits")


async def test_unparseable_payload_costs_a_line_and_the_fifth_the_bot(tmp_path: Path) -> None:
    async with served(tmp_path, *USUAL, sets=HASTY) as (client, bot):
        await send_unparseable(client)
        sitting = await sat(client)
        await chosen(sitting)
        [line] = [line for line in lines(bot) if "can't parse" in line]
        assert "ValueError" in line
        assert "a-secret-token" not in line
        assert bot.logged().count("has connected to Gateway") == 2
        for _ in range(4):
            await send_unparseable(client)
        assert await bot.ended() == 1
        *_, last = bot.logged().splitlines()
        assert "5 gateway payloads within a minute" in last
        assert not (tmp_path / "shinrisen.sqlite3-wal").exists(), "the file is whole"


async def test_session_that_is_not_resumed_is_given_up(tmp_path: Path) -> None:
    await at_once(tmp_path, _unresumed, ("silent", 1), ("closed", 5))


async def _unresumed(folder: Path, resumes: str, tries: int) -> None:
    async with served(folder, *USUAL, sets=HASTY) as (client, bot):
        sitting = await sat(client)
        await client.post("/gateway/drop", resume=resumes)
        await chosen(sitting)
        assert (await client.get("/counts"))["resumes"] == tries
        [line] = [line for line in lines(bot) if "session of shard" in line]
        assert "WARNING" in line


async def test_interaction_delivered_twice_is_served_once(tmp_path: Path) -> None:
    async with served(tmp_path, *USUAL) as (client, bot):
        await client.post("/gateway/drop", twice=True)
        sitting = await sat(client)
        await chosen(sitting)
        assert ask(tmp_path, "select count(*) from tables") == [(1,)]
        assert "delivered twice" in bot.logged()
        assert "40060" not in bot.logged()
