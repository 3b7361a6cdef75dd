"""Several bots on one PostgreSQL, one process per shard."""

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from rig.processes import Bot, Client, set_settings

COUNT = int(os.environ.get("SHINRISEN_PROCESSES", "4" if os.environ.get("SHINRISEN_SOAK") else "2"))


def one(client: Client, folder: Path, address: str, shard: int, count: int, log: str = "") -> Bot:
    """Return one of several bots, with that shard."""
    sets = {"DATABASE_URL": address, "SHARD_IDS": str(shard), "SHARD_COUNT": str(count)}
    return Bot(client, folder / "none", folder / f"bot{shard}{log}.log", sets)


async def beside(stack: AsyncExitStack, made: Bot) -> Bot:
    """Start a bot beside the one that holds its shard, until it only waits for that one's end."""
    made.begin()
    stack.push_async_callback(made.end)
    await made.says("waits for the process that holds shard")
    await made.says("ready as")
    return made


@asynccontextmanager
async def bots(
    client: Client, folder: Path, address: str, count: int = COUNT, pace: int | None = None
) -> AsyncIterator[list[Bot]]:
    """Run one process per shard and end them with SIGTERM."""
    await set_settings(client, address, pace=pace)
    running = [one(client, folder, address, shard, count) for shard in range(count)]
    async with AsyncExitStack() as stack:
        for bot in running:
            bot.begin()
            stack.push_async_callback(bot.end)
        for bot in running:
            await bot.ready()
        await client.connected(count)
        yield running
    whole(running)


def whole(running: list[Bot]) -> None:
    """Check that no log contains a traceback."""
    for bot in running:
        assert "Traceback" not in bot.logged(), bot.logged()
