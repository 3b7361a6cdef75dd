"""What a private answer leaves behind once it is given: nothing."""

import asyncio
import gc

from discord import ui

from .conftest import Begin


def _layouts() -> int:
    gc.collect()
    return sum(isinstance(thing, ui.LayoutView) for thing in gc.get_objects())


async def test_private_answers_are_not_kept(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await e.begin("nimmt", rounds=1)

        async def ask() -> None:
            await ana.slash(e.channel, "nimmt rules")
            await ana.slash(e.channel, "hand")
            await e.press(ben, "Hand")
            await ben.slash(e.channel, "nimmt move", move="@everyone")

        await ask()
        tasks, layouts = len(asyncio.all_tasks()), _layouts()
        for _ in range(5):
            await ask()
        assert len(asyncio.all_tasks()) == tasks
        assert _layouts() == layouts
