"""What a server's staff have set."""

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from .schema import servers

if TYPE_CHECKING:
    from . import Storage

EVERYONE, STAFF = "everyone", "staff"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings.

    `locale` is what its channels are told in (None: the server's own); `channels` are where tables
    may stand (none named: anywhere); `pace` is the usual time for a decision in seconds (None: no
    limit); `pictures`: whether there are any; `openers` is who may open tables: everyone, staff, or
    a role's id in digits; `leaderboards`: whether there are any.
    """

    locale: str | None = None
    channels: frozenset[int] = frozenset()
    pace: int | None = None
    pictures: bool = True
    openers: str = EVERYONE
    leaderboards: bool = True


_COLUMNS = [servers.c[f.name] for f in fields(ServerSettings)]


async def settings_of(storage: "Storage", guild_id: int) -> ServerSettings:
    """The settings of a server; the usual ones if nothing was ever set."""
    async with storage.begin() as db:
        query = select(*_COLUMNS).where(servers.c.guild_id == guild_id)
        row = (await db.execute(query)).one_or_none()
    if row is None:
        return ServerSettings()
    values = dict(row._mapping)
    values["channels"] = frozenset(int(channel) for channel in row.channels.split())
    return ServerSettings(**values)


async def save_settings(storage: "Storage", guild_id: int, settings: ServerSettings) -> None:
    """Set all settings of a server."""
    values = asdict(settings)
    values["channels"] = " ".join(str(channel) for channel in sorted(settings.channels))
    async with storage.begin() as db:
        done = await db.execute(
            update(servers).where(servers.c.guild_id == guild_id).values(**values)
        )
        if done.rowcount == 0:
            await db.execute(insert(servers).values(guild_id=guild_id, **values))
