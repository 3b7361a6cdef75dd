"""The bot killed by SIGKILL while a computer thinks. The computer thinks again and moves once."""

import asyncio
import os
import random
import signal
from pathlib import Path

from bot.run.health import children
from rig import LIMIT
from rig.processes import buttons, playground, running_bot
from rig.waits import until

from .databases import ask
from .sittings import Sitting


def niceness(pid: int | str) -> int:
    """Return a process's niceness, or 0 once it has ended."""
    try:
        return os.getpriority(os.PRIO_PROCESS, int(pid))
    except ProcessLookupError:
        return 0


async def test_a_thought_that_kill_9_has_cut_short_is_thought_again(tmp_path: Path) -> None:
    async with playground("--people", "3", "--no-limits") as client:
        async with running_bot(client, tmp_path) as bot:
            ana, ben, _ = client.people
            sitting = Sitting(client, random.Random(5), people=[ana, ben])
            await sitting.start(rounds=1)
            asked = await client.act(ben, await sitting.panel(), "leave")
            yes = buttons(asked["message"])["Leave the match"]
            assert not children(str(bot.pid)), "nothing thinks before it has to"
            await client.click(ben, asked["message"]["id"], yes)
            own = niceness(bot.pid)
            # A worker lowers its own priority first. Killed before, its start writes a traceback.
            await until(lambda: any(niceness(pid) > own for pid in children(str(bot.pid))))
            thinking = children(str(bot.pid))
            await bot.end(signal.SIGKILL)

            def moved() -> int:
                return len(ask(tmp_path, "select move from moves where seat = 1"))

            assert moved() == 0, "it was thinking"
            await until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in thinking))
            bot.begin()
            await client.ready()
            await until(lambda: moved() > 0)
            assert moved() == 1, "it moves by itself, and once"
            async with asyncio.timeout(LIMIT):
                while (phase := ask(tmp_path, "select phase from tables")) == [("live",)]:
                    await sitting.choose(ana)
            assert phase == [("over",)]
        assert "plain move" not in bot.logged()
