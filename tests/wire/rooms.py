"""Rooms of an abuse test in two servers."""

from collections import deque
from dataclasses import dataclass, field

from rig.processes import Client, Wire, addressed

from .databases import Database

KINDS = ("channel", "thread", "private", "hidden")
_BODY: Wire = {
    "flags": 1 << 15,
    "allowed_mentions": {"parse": []},
    "components": [{"type": 10, "content": "Nothing to see here"}],
}


@dataclass(frozen=True)
class Room:
    """A channel or thread with its people. `readers` limits access, unless None."""

    channel: str
    server: str
    people: list[Wire]
    readers: frozenset[str] | None = None


@dataclass
class Premises:
    """All rooms, and their access rules.

    `lounges`: by server a channel with a message of the bot. `drawn`: recently seen controls with
    their times.
    """

    database: Database
    rooms: list[Room]
    lounges: dict[str, tuple[str, str]]
    drawn: deque[tuple[str, float]] = field(default_factory=lambda: deque(maxlen=400))

    def server_of(self, channel: str) -> str | None:
        """Return the server of a channel, or None for direct messages."""
        lounges = {channel: server for server, (channel, _) in self.lounges.items()}
        return (lounges | {room.channel: room.server for room in self.rooms}).get(channel)

    def may_see(self, person: str, number: int, server: str | None) -> bool:
        """Return True if a person may view that ended match from that server."""
        if self._sits(person, number):
            return True
        query = "select guild_id, channel_id from tables where id = ?"
        for guild, channel in self.database.ask(query, number):
            room = next((room for room in self.rooms if room.channel == str(channel)), None)
            if room is None or str(guild) != server:
                return False
            return room.readers is None or person in room.readers
        return True

    def _sits(self, person: str, number: int) -> bool:
        query = "select 1 from seats where table_id = ? and user_id = ?"
        return bool(self.database.ask(query, number, int(person)))

    def check_shown(self, person: str, message: Wire) -> None:
        """Check that a message offers a person only their own controls. Raises AssertionError."""
        private = message["ephemeral_for"] == person
        server = self.server_of(message["channel_id"])
        for part, address in addressed(message):
            why = (person, str(address), message)
            numbers = [address.table_id] if address.kind in ("replay", "record", "fairness") else []
            if address.kind == "watch":
                # The last entry leads to all matches.
                values = [option["value"] for option in part.get("options") or []]
                numbers = [int(value) for value in values if value.isdecimal()]
            for number in numbers:
                assert self.may_see(person, number, server), ("not theirs to look at", why)
            if address.kind in ("move", "pick"):
                assert private or server is None, ("a hand for everybody", why)
                assert self._sits(person, address.table_id), ("somebody else's hand", why)


async def furnish(client: Client, count: int, people: int) -> list[Room]:
    """Create rooms of every kind in both servers, each with people of its own.

    One of them is staff there, another in the other server, which must not count here.
    """
    servers, everybody = client.servers, (await client.world())["people"]
    rooms = []
    for number in range(count):
        server, kind = servers[number % 2], KINDS[number // 2 % len(KINDS)]
        mine = everybody[number * people : (number + 1) * people]
        for at, person in enumerate(mine):
            staff_of = {0: [server], 1: [servers[1 - number % 2]]}.get(at, [])
            await client.post(f"/{person['id']}/settings", staff_of=staff_of)
            person |= {"staff": server in staff_of, "staff_of": staff_of}
        rooms.append(await _room(client, f"room-{number}", server, kind, mine))
    return rooms


async def _room(client: Client, name: str, server: str, kind: str, people: list[Wire]) -> Room:
    ids = [person["id"] for person in people]
    parent = None
    if kind in ("thread", "private"):
        parent = (await client.post("/channels", name=f"over-{name}", server=server))["id"]
    readers = ids if kind in ("private", "hidden") else None
    made = await client.post("/channels", name=name, server=server, parent=parent, readers=readers)
    return Room(made["id"], server, people, None if readers is None else frozenset(readers))


async def open_lounges(client: Client) -> dict[str, tuple[str, str]]:
    """Return by server a channel without tables and a message of the bot in it."""
    world, found = await client.world(), {}
    for server in world["servers"]:
        channel = next(c["id"] for c in world["channels"] if c["guild"] == server)
        sent = await client.ask("POST", f"/channels/{channel}/messages", **_BODY)
        found[server] = (channel, sent["id"])
    return found
