"""Thousands of short matches of all games at once, by several bots on one PostgreSQL.

Any process may receive a click. People leave and return, pause, ignore deadlines, are kicked, vote,
play with computers and have rematches. Their accounts are compared with the log. There are twenty
matches, or two thousand with SHINRISEN_SOAK.
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

from rig.processes import Client, playground

from .accounts import Proof, refused
from .companies import PACE
from .several import COUNT, bots
from .sitting import Served
from .store import open_store
from .unruly import Unruly

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
MATCHES = int(os.environ.get("SHINRISEN_MATCHES", "2000" if SOAK else "20"))
SECONDS = float(os.environ.get("SHINRISEN_SECONDS", "inf"))
"""Time limit for starting matches, in seconds. A long run can be split."""
TABLES = int(os.environ.get("SHINRISEN_TABLES", "24" if SOAK else "10"))
"""Number of concurrent matches."""
_COMPANY = 3
# The first four people have fixed names and roles, staff among them.
_OTHERS = 4


async def test_many_matches_lose_no_move_and_no_seat(
    tmp_path: Path, on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHINRISEN_REQUESTS_PER_SECOND", "0")
    number = str(TABLES * _COMPANY + _OTHERS)
    async with playground("--people", number, "--no-limits", "--scatter") as client:
        async with bots(client, tmp_path, on_server, pace=PACE):
            with closing(Served(on_server)) as database:
                companies = await _companies(client, database)
                until = time.monotonic() + SECONDS
                matches = itertools.takewhile(lambda _: time.monotonic() < until, range(MATCHES))
                async with open_store(on_server) as store:
                    await asyncio.gather(*(one.run(store, matches) for one in companies))
                    people = [person for one in companies for person in one.everybody]
                    proof = Proof(store, database, await refused(client, people))
                    for company in companies:
                        for account in company.accounts:
                            await proof.check(account)
                    proof.check_standings()
    done: Counter[str] = Counter()
    for company in companies:
        done.update(company.done)
    played = sum(len(company.accounts) for company in companies)
    print(f"{COUNT} processes, {played} matches: {dict(done)}; {dict(proof.counts)}")
    assert isfinite(SECONDS) or played == MATCHES
    assert proof.counts["confirmed"] > 3 * played, "too little was played"


async def _companies(client: Client, database: Served) -> list[Unruly]:
    """Return one company per table, each with a channel of its own."""
    world = await client.ready()
    [warden] = [person["id"] for person in world["people"] if person["staff"]]
    others = [person["id"] for person in world["people"] if not person["staff"]]
    companies = []
    for at in range(TABLES):
        room = await client.post("/channels", name=f"room-{at}")
        people, others = others[:_COMPANY], others[_COMPANY:]
        rng = random.Random(f"company {at} of {TABLES}")
        places = {"people": people, "channel": room["id"], "warden": warden}
        companies.append(Unruly(client, world, rng, database, **places))
    return companies
