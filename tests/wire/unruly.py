"""People who also leave, pause, vote and kick, and record it in their account."""

import asyncio
import time

from rig.processes import words

from .companies import PACE, Company
from .sittings import CHANGES

EVER = float("inf")
# A match of this number of people allows no removal.
_FEWEST = 2
RACES = 4
"""Deadlines of a match that all click at."""


class Unruly(Company):
    """A company that leaves and returns, pauses, ignores deadlines, kicks and votes."""

    async def besides(self) -> None:
        """Do some of this at random times, half of it while all choose again and again."""
        rng, paced = self.rng, self.account.paced
        doing = [
            (0.2, self._pause),
            (0.45 if paced else 0.0, self._doze),
            (0.9 if paced else 0.0, self._race),
            (0.18, self._leave),
            (0.06, self._send_away),
            (0.05, self._vote),
        ]
        rng.shuffle(doing)
        for often, do in doing:
            if rng.random() < often and self.database.phase(self.table) == "live":
                await asyncio.sleep(rng.uniform(0.0, 0.7))
                self.changes = rng.choice((CHANGES, 1.0))
                if self.people:
                    await do()
                self.changes = CHANGES

    async def _doze(self) -> None:
        """Ignore the match until the deadline, or until a computer has the seat."""
        self.dozing[self.rng.choice(self.people)] = self.rng.choice((2.2, 2.2, 2.2, 7.0))

    async def _race(self) -> None:
        """Choose again and again while the clock strikes, which it does within a second."""
        self.changes = 1.0
        query = "select deadline from tables where id = ? and deadline is not null"
        for _ in range(RACES):
            if not (found := self.database.ask(query, self.table)):
                return
            left = found[0][0] - time.time()
            for person in self.people:
                begins = self.rng.choice((-0.2, -0.2, self.rng.uniform(-0.2, 1.0)))
                self.dozing[person] = max(0.0, left + begins)
            await asyncio.sleep(max(0.0, left) + 1.2)
            self.done["races"] += 1

    async def _pause(self) -> None:
        steering = self.rng.choice((self._host(), self.warden))
        if "is paused" not in words(await self.ask(steering, "pause")):
            return
        since = time.time()
        # Long enough for the clock to act if it wrongly would.
        await asyncio.sleep(self.rng.choice((0.2, PACE + 1.2)))
        self.account.paused.append((since, time.time()))
        self.done["pauses"] += 1
        if self.rng.random() < 0.5:
            panel = await self.panel()
            resume = self.control(panel, "resume")
            for person in [*self.people] if resume else []:
                await self.client.click(person, panel["id"], resume)
        query = "select 1 from tables where id = ? and paused_at is not null and ended_at is null"
        while self.database.ask(query, self.table):
            await self.ask(steering, "resume")

    def _host(self) -> str:
        [(host,)] = self.database.ask("select host_id from tables where id = ?", self.table)
        return str(host)

    async def _leave(self) -> None:
        person = self.rng.choice(self.people)
        asked, started = await self.ask(person, "leave"), time.time()
        if not (leave := self.control(asked, "quit")):
            return
        done = await self.client.click(person, asked["id"], leave)
        if not await self._went(person, started):
            return
        if done.get("kind") == "update" and "You have left" in words(done["message"]):
            self.account.confirmed_gone[person] = time.time()
        undo = self.control(done.get("message") or {"components": []}, "undo")
        if undo and self.rng.random() < 0.3:
            await asyncio.sleep(self.rng.uniform(0.0, 0.5))
            await self._take_back(person, asked["id"], undo)

    async def _take_back(self, person: str, message: str, undo: str) -> None:
        done = await self.client.click(person, message, undo)
        # Its message may be gone by then.
        if "error" in done or done["kind"] == "message":
            return
        # Under load the change comes after its answer.
        query = (
            "select 1 from seats join tables on id = table_id where table_id = ? "
            'and ((not "left" and user_id = ?) or ended_at is not null)'
        )
        await self.until(query, int(person))
        if not self._left(person):
            started, _ = self.account.gone[person]
            self.account.gone[person] = (started, time.time())
            self.account.confirmed_gone.pop(person, None)
            self.done["taken back"] += 1
            await self.playing[person]
            self.people.append(person)
            self.playing[person] = asyncio.ensure_future(self.plays(person))

    def _left(self, person: str) -> bool:
        query = 'select 1 from seats where table_id = ? and user_id = ? and "left"'
        return bool(self.database.ask(query, self.table, int(person)))

    async def _send_away(self) -> None:
        if len(self.people) <= _FEWEST:
            return
        person, started = self.rng.choice(self.people), time.time()
        said = words(await self.ask(self.warden, "remove", person))
        if await self._went(person, started) and "was removed" in said:
            self.account.confirmed_gone[person] = time.time()
            self.account.sent_away.add(person)
            self.done["sent away"] += 1

    async def _went(self, person: str, started: float) -> bool:
        """Wait until a person has left and record it. Return False if the match ended first."""
        query = (
            "select 1 from seats join tables on id = table_id where table_id = ? "
            'and (("left" and user_id = ?) or ended_at is not null)'
        )
        await self.until(query, int(person))
        if not self._left(person):
            return False
        since, _ = self.account.gone.get(person, (started, EVER))
        self.account.gone[person] = (since, EVER)
        self.people.remove(person)
        self.done["left"] += 1
        return True

    async def _vote(self) -> None:
        for person in self.rng.sample(self.people, self.rng.randint(1, len(self.people))):
            said = words(await self.ask(person, "vote"))
            if "vote counts" in said or "called off" in said:
                self.account.voted.add(person)
        self.done["votes"] += len(self.account.voted)
