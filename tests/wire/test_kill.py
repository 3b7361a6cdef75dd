"""The bot killed with `kill -9` while people click: nothing confirmed is lost, nothing stops."""

import asyncio
import os
import random
import signal
import sqlite3
from pathlib import Path

from bot.ui import Address

from .processes import Bot, Client, Wire, buttons, playground, running_bot, words

KILLS = int(os.environ.get("SHINRISEN_KILLS", "10"))


class Sitting:
    """Three people at a table of 6 nimmt!, who remember what was confirmed to them."""

    def __init__(self, client: Client, world: Wire, rng: random.Random) -> None:
        self.client = client
        self.people = [person["id"] for person in world["people"][:3]]
        self.channel = world["channels"][0]["id"]
        self.rng = rng
        self.confirmed: list[tuple[str, int, str]] = []

    async def begin(self, **options: int) -> None:
        """Open a table, sit down, start."""
        host, *others = self.people
        opened = await self.client.command(host, self.channel, "nimmt play", **options)
        panel = opened["message"]
        for person in others:
            await self.client.click(person, panel["id"], buttons(panel)["Join"])
        await self.client.click(host, panel["id"], str(Address("start", 1)))

    async def choose(self, person: str) -> bool:
        """Click something in the hand if a decision is asked; whether the match is over."""
        hand = await self.client.hand(person)
        said = words(hand)
        if "the end" in said:
            return True
        if "Choose a card" in said or "choose one to take" in said:
            custom_id = self.rng.choice(sorted(buttons(hand).values()))
            done = await self.client.click(person, hand["id"], custom_id)
            if done.get("state") == "answered" and done["kind"] == "update":
                address = Address.parse(custom_id)
                assert address is not None
                if f"Chosen: **{address.text}" in words(done["message"]):
                    self.confirmed.append((person, address.stage, address.text))
        return False

    async def play(self, seconds: float) -> bool:
        """All three click for so long; whether the match is over."""
        over = [False] * len(self.people)

        async def one(number: int) -> None:
            while not over[number]:
                over[number] = await self.choose(self.people[number])
                await asyncio.sleep(0.01)

        tasks = [asyncio.ensure_future(one(n)) for n in range(len(self.people))]
        await asyncio.wait(tasks, timeout=seconds)
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        errors = [e for e in ended if isinstance(e, Exception)]
        assert not errors, errors
        return all(over)

    async def check_hands(self) -> None:
        """Nobody is asked again for a card that was confirmed."""
        for person in self.people:
            mine = [c for c in self.confirmed if c[0] == person]
            if not mine:
                continue
            _, stage, card = mine[-1]
            async with asyncio.timeout(10):
                while not _shows(await self.client.hand(person), stage, card):
                    await asyncio.sleep(0.05)


def _shows(hand: Wire, stage: int, card: str) -> bool:
    stages = [a.stage for a in map(Address.parse, buttons(hand).values()) if a]
    later = not stages or min(stages) > stage
    return later or f"Chosen: **{card}" in words(hand)


async def _kill(bot: Bot) -> None:
    await bot.end(signal.SIGKILL)


async def test_kill_9_at_random_points_loses_nothing(tmp_path: Path) -> None:
    rng = random.Random(2026)
    async with playground("--people", "3", "--no-limits") as client:
        async with running_bot(client, tmp_path) as bot:
            sitting = Sitting(client, await client.ready(), rng)
            await sitting.begin(rounds=4, target=200)
            over = False
            for _ in range(KILLS):
                over = await sitting.play(rng.uniform(0.02, 0.3))
                await _kill(bot)
                await bot.start()
                await client.ready()
                await sitting.check_hands()
                if over:
                    break
            assert over or await sitting.play(60), "the match does not go on"
            log = bot.logged()
        assert "Traceback" not in log
        ended = ["the end" in words(panel) for panel in await _panels(client, sitting)]
        # A process killed between posting a new round's panel and noting it leaves that one behind.
        assert ended.count(True) == 1
        assert len(ended) <= 1 + KILLS
    stored = _stored(tmp_path / "shinrisen.sqlite3")
    assert sitting.confirmed
    for person, _, card in sitting.confirmed:
        assert (sitting.people.index(person), card) in stored


async def _panels(client: Client, sitting: Sitting) -> list[Wire]:
    seen = await client.messages(sitting.people[0], sitting.channel)
    return [message for message in seen if message["author"].get("bot")]


def _stored(file: Path) -> set[tuple[int, str]]:
    with sqlite3.connect(file) as db:
        rows = set(db.execute("select seat, move from moves where match_id = 1"))
        assert list(db.execute("select phase from matches")) == [("over",)]
    db.close()
    return rows


async def test_sigterm_ends_the_bot_in_order(tmp_path: Path) -> None:
    async with playground("--people", "3") as client:
        async with running_bot(client, tmp_path) as bot:
            await Sitting(client, await client.ready(), random.Random(1)).begin()
            assert await bot.end() == 0
        assert "Traceback" not in bot.logged()
        assert not (tmp_path / "shinrisen.sqlite3-wal").exists(), "the file is whole"
