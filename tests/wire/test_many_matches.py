"""Thousands of short matches of all games at once, by several bots on one PostgreSQL.

Any process may receive a click. People leave and return, pause, ignore deadlines, are kicked, vote,
play with computers and have rematches. They click while the clock strikes, and while others pause
or leave. Their accounts are compared with the log. There are nine matches, or two thousand with
SHINRISEN_SOAK. One bot on a file plays them, too.
"""

import asyncio
import itertools
import os
import random
import time
from collections import Counter
from contextlib import closing
from math import isfinite
from pathlib import Path

import pytest

from rig.processes import Client, playground, running_bot

from .accounts import CLOCK, Proof, refused
from .companies import PACE, Company
from .databases import Database, Served
from .several import bots
from .store import open_store

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
MATCHES = int(os.environ.get("SHINRISEN_MATCHES", "2000" if SOAK else "9"))
SECONDS = float(os.environ.get("SHINRISEN_SECONDS", "inf"))
"""Time limit for starting matches, in seconds. A long run can be split."""
TABLES = int(os.environ.get("SHINRISEN_TABLES", "24" if SOAK else "6"))
"""Number of concurrent matches."""
_COMPANY = 3
# The first four people have fixed names and roles, staff among them.
_OTHERS = 4
_PEOPLE = str(TABLES * _COMPANY + _OTHERS)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send requests without a pacer."""
    monkeypatch.setenv("SHINRISEN_REQUESTS_PER_SECOND", "0")


async def test_many_matches_of_several_processes_lose_nothing(
    tmp_path: Path, on_server: str
) -> None:
    async with playground("--people", _PEOPLE, "--no-limits", "--scatter") as client:
        async with bots(client, tmp_path, on_server, pace=PACE):
            with closing(Served(on_server)) as database:
                await _play(client, database, on_server)


async def test_many_matches_on_a_file_lose_nothing(tmp_path: Path) -> None:
    async with playground("--people", _PEOPLE, "--no-limits") as client:
        async with running_bot(client, tmp_path, pace=PACE):
            with closing(Database(tmp_path / "shinrisen.sqlite3")) as database:
                await _play(client, database, tmp_path)


async def _play(client: Client, database: Database, where: Path | str) -> None:
    """Play all matches, and compare people's accounts with the database."""
    companies = await _companies(client, database)
    until = time.monotonic() + SECONDS
    matches = itertools.takewhile(lambda _: time.monotonic() < until, range(MATCHES))
    async with open_store(where) as store:
        await asyncio.gather(*(one.run(store, matches) for one in companies))
        people = [person for one in companies for person in one.everybody]
        proof = Proof(store, database, await refused(client, people))
        for account in itertools.chain.from_iterable(one.accounts for one in companies):
            await proof.check(account)
        proof.check_standings()
    done = sum((company.done for company in companies), Counter[str]())
    played = sum(len(company.accounts) for company in companies)
    print(f"{played} matches: {dict(done)}; {dict(proof.counts)}")
    assert isfinite(SECONDS) or played == MATCHES
    assert proof.counts["confirmed"] > 3 * played, "too little was played"
    assert proof.counts[CLOCK] > played, "the clock hardly struck"
    assert proof.counts["rated"], "no match was rated"
    assert done["races"], "nobody raced the clock"


async def _companies(client: Client, database: Database) -> list[Company]:
    """Return one company per table, each with a channel of its own."""
    world = await client.ready()
    [warden] = [person["id"] for person in world["people"] if person["staff"]]
    others = [person["id"] for person in world["people"] if not person["staff"]]
    companies = []
    for at in range(TABLES):
        room = await client.post("/channels", name=f"room-{at}")
        people, others = others[:_COMPANY], others[_COMPANY:]
        rng = random.Random(f"company {at} of {TABLES}")
        places = {"people": people, "channel": room["id"]}
        companies.append(Company(database, warden, client, rng, **places))
    return companies
