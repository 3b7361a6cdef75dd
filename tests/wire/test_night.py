"""A game night whose bot is killed by SIGKILL before its hour, at it, and while its tables play."""

import asyncio
import random
import signal
import time
from pathlib import Path

from cogs.night.plans import SHORTLY
from cogs.night.store import OVER
from rig import LIMIT
from rig.processes import buttons, words
from rig.waits import until
from tests.examples import FOR_TWO

from .databases import ask
from .sittings import Sitting, play, served
from .store import open_store

PEOPLE = 5
"""People of a game for two: one of them finds an open table."""


async def test_night_goes_on_after_each_kill(tmp_path: Path) -> None:
    rng = random.Random(25)
    async with served(tmp_path, "--people", str(PEOPLE), "--no-limits") as (client, bot):
        people, channel = client.people, client.channels[0]
        shown = await client.command(people[0], channel, "night")
        answers = {"day": ["0"], "hour": [SHORTLY], "zone": ["Asia/Tokyo"], "game": [FOR_TWO]}
        form = {"interaction": shown["interaction"], "values": answers}
        posted = await client.post(f"/{people[0]}/modal", **form)
        card = posted["message"]
        for person in people[1:]:
            done = await client.click(person, card["id"], buttons(card)["I'm in"])
            assert done["state"] == "answered", done
        await bot.restart(signal.SIGKILL)
        ask(tmp_path, "update nights set begins_at = ?", time.time() + 0.3)
        ask(tmp_path, "update jobs set due_at = 0")
        await bot.restart(signal.SIGKILL)
        await asyncio.sleep(rng.uniform(0, 0.5))
        await bot.restart(signal.SIGKILL)
        drawn = "select phase, version - shown from nights"
        await until(lambda: ask(tmp_path, drawn) == [(OVER, 0)])
        live = "select id from tables where phase = 'live' order by id"
        sittings = []
        for (table_id,) in ask(tmp_path, live):
            seats = ask(tmp_path, "select user_id from seats where table_id = ?", table_id)
            mine = [str(user_id) for (user_id,) in seats]
            one = Sitting(client, random.Random(table_id), people=mine)
            one.table = table_id
            sittings.append(one)
        await play(sittings, 0.5)
        await bot.restart(signal.SIGKILL)
        async with asyncio.timeout(LIMIT):
            while not all(await play(sittings, 1)):
                pass
        seen = await client.messages(people[0], channel)
    async with open_store(tmp_path) as store:
        for one in sittings:
            await store.check_log(one.table)
    assert len(sittings) == PEOPLE // 2
    assert ask(tmp_path, "select count(*), count(distinct user_id) from seats") == [
        (PEOPLE, PEOPLE)
    ]
    (own,) = [message for message in seen if words(message).startswith("## 🌙")]
    assert f"Table {PEOPLE // 2 + 1}: " in words(own)
    assert buttons(own) == {}
