"""People at a table of any game who click, pick and type random controls of their hands."""

import asyncio
import random
import sqlite3
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import make_url

from bot.wire.ui import Address
from rig import LIMIT
from rig.processes import Client, Wire, components

from ..games.hands import PLAYS


class Database:
    """The bot's file, opened by a second reader."""

    def __init__(self, file: Path) -> None:
        self._db = sqlite3.connect(file, timeout=LIMIT, isolation_level=None)

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return list(self._db.execute(query, values))

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def phase(self, table: int) -> str:
        """Return the table's phase: lobby, live, over or cancelled."""
        [(phase,)] = self.ask("select phase from tables where id = ?", table)
        return str(phase)


class Served(Database):
    """A PostgreSQL database of several bots, opened by another reader."""

    def __init__(self, address: str) -> None:
        url = make_url(address)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._driver: Any = self._run(
            asyncpg.connect(host=url.query["host"], user=url.username, database=url.database)
        )

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        for number in range(1, len(values) + 1):
            query = query.replace("?", f"${number}", 1)
        return [tuple(row) for row in self._run(self._driver.fetch(query, *values))]

    def close(self) -> None:
        """Close the connection."""
        self._run(self._driver.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def offers(message: Wire) -> list[tuple[Wire, Address, str | None]]:
    """Return every enabled move and pick as control, address and select value."""
    found: list[tuple[Wire, Address, str | None]] = []
    for part in components(message["components"]):
        address = Address.parse(part.get("custom_id") or "")
        if address is None or part.get("disabled") or address.kind not in ("move", "pick"):
            continue
        values = [option["value"] for option in part.get("options", [])] or [None]
        found += [(part, address, value) for value in values]
    return found


class Party:
    """A fixed group of people in one channel, one match after another."""

    def __init__(
        self, client: Client, database: Database, people: list[str], channel: str, seed: str
    ) -> None:
        self.client = client
        self.database = database
        self.people = people
        self.channel = channel
        self.rng = random.Random(seed)
        self.table = 0
        self.address = Address("join")
        self.panel = ""
        self.shown: Wire = {}
        self.game = ""
        self.players: list[str] = []

    async def start(self, game: str, seats: int) -> None:
        """Open a table, join and start."""
        self.game = game
        self.players = self.rng.sample(self.people, seats)
        host, *others = self.players
        options = self.rng.choice(PLAYS[game])
        opened = await self.client.open(host, self.channel, game, **options)
        self.shown, self.panel = opened["message"], opened["message"]["id"]
        ids = [part.get("custom_id") or "" for part in components(opened["message"]["components"])]
        self.address = next(a for a in map(Address.parse, ids) if a is not None)
        self.table = self.address.table_id
        for person in others:
            await self.client.click(person, self.panel, self._at("join"))
        await self.client.click(host, self.panel, self._at("start"))

    def _at(self, kind: str, stage: int = 0, text: str = "") -> str:
        """Return a control of that kind, made from another of this table."""
        return str(replace(self.address, kind=kind, stage=stage, text=text))

    async def act(self) -> None:
        """Act as a random player: usually click a control of the hand."""
        rng, client = self.rng, self.client
        person = rng.choice(self.players)
        latest = await client.messages(person, last=6)
        seen = [m for m in latest if m["ephemeral_for"] is None]
        if not seen:
            return
        offered = offers(seen[-1])
        sealed = any("✓" in (part.get("label") or "") for part, *_ in offered)
        if not offered or (sealed and rng.random() < 0.8):
            if rng.random() < 0.1:
                await self.look(person)
            return
        moves = [offer for offer in offered if offer[1].kind == "move"]
        picks = [offer for offer in offered if offer[1].kind == "pick"]
        part, address, value = rng.choice(
            moves if moves and (not picks or rng.random() < 0.5) else picks
        )
        if address.kind == "move" and rng.random() < 0.1:
            await self.type(person, value or address.text)
        else:
            values = {} if value is None else {"values": [value]}
            await client.click(person, seen[-1]["id"], part["custom_id"], **values)

    async def type(self, person: str, move: str) -> None:
        """Type a move with autocompletion."""
        path, name = f"/{person}/autocomplete", "move"
        typed = {"move": move[: self.rng.randrange(len(move) + 1)]}
        asked = {"channel": self.channel, "name": name, "options": typed, "focused": "move"}
        await self.client.post(path, **asked)
        await self.client.command(person, self.channel, name, move=move)

    async def look(self, person: str) -> None:
        """Use a random view, allowed or forbidden."""
        client, rng = self.client, self.rng
        stranger = rng.choice(self.people)
        match rng.randrange(7):
            case 0:
                await client.act(person, self.shown, "hand")
            case 1:
                await client.act(stranger, self.shown, "rules")
            case 2:
                await client.act(person, self.shown, "show")
            case 3:
                await self._try(stranger, "hand")
            case 4:
                await self._try(stranger, "record")
            case 5:
                await self._try(stranger, "replay", stage=rng.randrange(9), text="0/next")
            case 6:
                # A control of another player's hand, forged onto the public panel.
                shown = await client.hand(person)
                if offered := offers(shown):
                    other = rng.choice(self.players)
                    custom_id = rng.choice(offered)[0]["custom_id"]
                    if ":pick:" in custom_id:
                        await client.click(other, self.panel, custom_id, force=True)

    async def _try(self, person: str, kind: str, stage: int = 0, text: str = "") -> None:
        custom_id = self._at(kind, stage, text)
        await self.client.click(person, self.panel, custom_id, force=True)

    async def play(self) -> None:
        """Play to the end."""
        while self.database.phase(self.table) == "live":
            await self.act()
