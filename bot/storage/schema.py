"""The tables of the database. A new one is made by itself, a change needs a step in a migration.

Columns with Discord's ids are marked by their `info`. The export and deletion of a person's data,
and the deletion of a server's, follow from these marks:

- `server`: True. The row is deleted with the server's data.
- `person`: a sentence about the row. The export has the row, and its page the sentence, with the
  row's columns as fields. Without a sentence, `privacy.everything` exports the row in its own way.
- `also`: the person's rows elsewhere, by a name in the export. A name has a sentence, and a
  function that returns their query.
- `gone`: what is written at a deletion of the person. Without it the row is deleted.
- `hashed`: while it holds, a hash of the id stays with the row's key, and the rest is emptied.
  `hashes.expire` deletes the row later.
- `on_forget(connection, user_id)`: what else a deletion does, before all rows change.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    String,
    Table,
    Text,
    UniqueConstraint,
    column,
    event,
    false,
    func,
    literal_column,
    select,
    text,
)

from games.errors import N_

from ..words.parts import parts

metadata = MetaData()

OPEN = ("lobby", "live")
"""The phases of a table that hasn't ended."""


def table_id() -> Column[int]:
    """Return the first column of rows that are deleted with their table."""
    return Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def ids(name: str, *, key: bool = True, **info: Any) -> Column[int]:
    """Return a column of Discord's ids with its marks, part of the key or not."""
    return Column(name, BigInteger, primary_key=key, autoincrement=False, nullable=False, info=info)


def marked(mark: str) -> list[Column[int]]:
    """Return the columns that have a mark."""
    return [one for table in metadata.tables.values() for one in table.c if mark in one.info]


Exported: TypeAlias = tuple[str, Callable[[int], Select[Any]]]
"""Rows in the export of a person: a sentence about each, and their query from the id."""


def exported() -> Mapping[str, Exported]:
    """Return all rows of an export that follow from marks, by name."""
    people = [one for one in marked("person") if one.info["person"]]
    found = {one.table.name: (one.info["person"], partial(_rows_of, one)) for one in people}
    return found | {name: rows for one in marked("also") for name, rows in one.info["also"].items()}


def _rows_of(who: Column[int], user_id: int) -> Select[Any]:
    return select(who.table).where(who == user_id).order_by(*who.table.primary_key)


# A table from lobby to end, see rows.StoredTable. `phase` is lobby, live, over or cancelled. In a
# thread `parent_id` is its channel and `private` whether it is a private one, elsewhere null and
# false; both null: the channel's kind is unknown. A match has one rematch at most. `changed_ply` is
# the ply of the last change by anything but a move: a pause, a player who left …
tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    ids("guild_id", key=False, server=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("parent_id", BigInteger),
    Column("private", Boolean),
    Column("locale", String(16), nullable=False),
    Column("game", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("options", String(400), nullable=False),
    Column("phase", String(16), nullable=False),
    ids("host_id", key=False, person="", gone={"host_id": 0}),
    Column("secret", LargeBinary, nullable=False),
    Column("opened_at", Float, nullable=False),
    Column("started_at", Float),
    Column("ended_at", Float),
    Column("due_at", Float),
    Column("pace", Integer),
    Column("deadline", Float),
    Column("paused_at", Float),
    Column("time_left", Float),
    Column("pauses", Integer, nullable=False, server_default="0"),
    Column("paused_by", Integer),
    Column("resumed_at", Float),
    Column("why", String(16)),
    Column("again_of", Integer),
    Column("changed_ply", Integer),
    Column("mode", String(16), nullable=False, server_default="open"),
    Column("closes_at", Float),
    Column("moving", Boolean, nullable=False, server_default="1"),
    Index("tables_by_again", "again_of", unique=True),
    Index("tables_by_channel", "channel_id", "phase"),
    Index("tables_by_phase", "phase", "due_at"),
    Index("tables_by_guild", "guild_id", "phase", "ended_at"),
    sqlite_autoincrement=True,
)

# The seats and their players, see rows.Player. `join_id` is a salt, part of the match's seed. It is
# made from the joining interaction. A person whose data was deleted has a `user_id` below 0 and no
# name, a computer one below −100. `click_id` is stored if several
# processes serve the players.
_SOMEONE = {"user_id": literal_column("-(seat + 1)"), "name": "", "locale": "en-US", "click_id": 0}
seats = Table(
    "seats",
    metadata,
    table_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    ids("user_id", key=False, person="", gone=_SOMEONE),
    Column("name", String(120), nullable=False),
    Column("locale", String(16), nullable=False),
    Column("join_id", BigInteger, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("left_ply", Integer),
    Column("misses", Integer, nullable=False, server_default="0"),
    Column("away", Boolean, nullable=False, server_default="0"),
    Column("wants_end", Boolean, nullable=False, server_default="0"),
    Column("wants_on", Boolean, nullable=False, server_default="0"),
    Column("wants_rest", Boolean, nullable=False, server_default="0"),
    Column("wants_gone", Integer),
    Column("pauses", Integer, nullable=False, server_default="0"),
    Column("left_at", Float),
    Column("removed_by", Integer),
    Column("kind", String(16), nullable=False, server_default="person"),
    Column("click_id", BigInteger, nullable=False, server_default="0"),
    Column("returns", Integer, nullable=False, server_default="0"),
    Column("rank", Integer),
    Column("score", Integer),
    Column("rating_before", Float),
    Column("rating_after", Float),
    Column("matches", Integer),
    UniqueConstraint("table_id", "user_id", name="one_seat_a_player"),
    Index("seats_by_user", "user_id", "table_id"),
)

# Parts of a match's seed in the order of their arrival: a player's `text` is their salt (kind
# joined), or the digest of a `word` (kind cut). A daily deal has its number alone (kind daily), of
# user 0. `user_id` is 0 once the player has left the lobby, and that of the seat after a deletion.
# Both delete the word. Matches that began in 0.1.0 have none.
_SAME_SEAT = func.coalesce(
    select(-(seats.c.seat + 1))
    .where(
        seats.c.table_id == literal_column("contributions.table_id"),
        seats.c.user_id == literal_column("contributions.user_id"),
    )
    .scalar_subquery(),
    0,
)
contributions = Table(
    "contributions",
    metadata,
    table_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    ids("user_id", key=False, person="", gone={"user_id": _SAME_SEAT, "word": None}),
    Column("kind", String(8), nullable=False),
    Column("text", String(64), nullable=False),
    Column("word", String(40)),
    Index("contributions_by_user", "user_id"),
)

# Seats reserved in the lobby of a rematch, `seat` being the person's in the match before.
awaited = Table(
    "awaited",
    metadata,
    table_id(),
    ids("user_id", person=N_("A seat is kept for you at the rematch #{table_id}.")),
    Column("name", String(120), nullable=False),
    Column("locale", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Index("awaited_by_user", "user_id"),
)

# Seats that spectators of a running match asked for, to be reserved in its rematch.
upcoming = Table(
    "upcoming",
    metadata,
    table_id(),
    ids("user_id", person=N_("You asked for a seat in the rematch of #{table_id}.")),
    Column("name", String(120), nullable=False),
    Column("locale", String(16), nullable=False),
    Index("upcoming_by_user", "user_id"),
)

# People removed from a lobby. They can't sit down there again. A `user_id` below 0 is a hash of a
# deleted person's id.
_LOBBIES = select(tables.c.id).where(tables.c.phase == "lobby")
barred = Table(
    "barred",
    metadata,
    table_id(),
    ids(
        "user_id",
        person=N_("You were removed from the open table #{table_id}."),
        hashed=column("table_id").in_(_LOBBIES),
    ),
    Index("barred_by_user", "user_id"),
)

# The log of moves: with the row of its table, it is the match. `automatic` moves were made by the
# clock, or by a computer on a person's seat. `made_by` is a computer's strength and version, as in
# hard.1, or plain for a default move; null for a person's move, and in 0.1.0.
moves = Table(
    "moves",
    metadata,
    table_id(),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("move", String(64), nullable=False),
    Column("at", Float, nullable=False),
    Column("automatic", Boolean, nullable=False, server_default=false()),
    Column("made_by", String(16)),
    sqlite_with_rowid=False,
)

# The message of each table and reader: reader 0 is the panel in the channel, others a player's
# direct message (message_id null: direct messages are closed). `ply` is the newest one known shown,
# −1 while the table is a lobby, −2 while its replacement is being posted. `locale` is the reader's
# language, null for the panel and before 0.2.0.
posts = Table(
    "posts",
    metadata,
    table_id(),
    ids("reader", person=N_("I keep the address of your hand at table #{table_id}.")),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("ply", Integer, nullable=False),
    Column("locale", String(16)),
)

# Posts about an ended match in a server: steps by `ply`, at −1 its card. Features have lower plies.
# `message_id` is null while it is being posted, since `at`.
shared = Table(
    "shared",
    metadata,
    table_id(),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    ids("guild_id", server=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
    Column("message_id", BigInteger),
)

# Standings of a server: a row a player, game and period. The game "*" is all games together. The
# period is "all" or a season "2026-Q4".
# `shown` is false for those who hid themselves or left the server.
standings = Table(
    "standings",
    metadata,
    ids("guild_id", server=True),
    Column("game", String(32), primary_key=True),
    Column("period", String(8), primary_key=True),
    ids(
        "user_id", person=N_("{guild_id} · {game}, {period}: {mu}, {wins} of {matches} matches won")
    ),
    Column("name", String(120), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("shown", Boolean, nullable=False, server_default="1"),
    Index("standings_by_mu", "guild_id", "game", "period", "shown", "mu", "matches"),
    Index("standings_by_user", "user_id"),
)

# Settings by a server's staff. `channels` are the ids where tables may stand, separated by
# blanks (empty: anywhere); `openers` is who may open tables: everyone, staff, or a role's id.
# `gone_at`: since when the bot is no longer there. `turned_off`: features' switches that are off.
servers = Table(
    "servers",
    metadata,
    ids("guild_id", server=True),
    Column("locale", String(16)),
    Column("channels", String(2000), nullable=False),
    Column("pace", Integer),
    Column("pictures", Boolean, nullable=False, server_default="1"),
    Column("moving", Boolean, nullable=False, server_default="1"),
    Column("openers", String(20), nullable=False, server_default="everyone"),
    Column("leaderboards", Boolean, nullable=False, server_default="1"),
    Column("welcomed", Boolean, nullable=False, server_default="0"),
    Column("gone_at", Float),
    Column("turned_off", String(400), nullable=False, server_default=text("''")),
)

# The latest changes of a server's settings: who made them, and the values before and after as text.
changes = Table(
    "changes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    ids("guild_id", key=False, server=True),
    ids("user_id", key=False, person=N_("You changed a setting of {guild_id} ({setting}, {at}).")),
    Column("at", Float, nullable=False),
    Column("setting", String(16), nullable=False),
    Column("before", Text),
    Column("after", Text),
    Index("changes_by_server", "guild_id"),
    Index("changes_by_user", "user_id"),
)

# Members of a server who are not on its leaderboards: `hidden` by their own wish, `gone` because
# they left the server.
members = Table(
    "members",
    metadata,
    ids("guild_id", server=True),
    ids(
        "user_id", person=N_("Leaderboards of {guild_id}: you are hidden {hidden}, you left {gone}")
    ),
    Column("hidden", Boolean, nullable=False, server_default="0"),
    Column("gone", Boolean, nullable=False, server_default="0"),
    Index("members_by_user", "user_id"),
)

# The channel of direct messages with a person, opened once.
directs = Table(
    "directs",
    metadata,
    ids("user_id", person=N_("I keep the address of our direct messages.")),
    Column("channel_id", BigInteger, nullable=False),
)

# Personal choices between pictures and words, and between moving and still reveals.
readers = Table(
    "readers",
    metadata,
    ids("user_id", person=N_("You see pictures: {pictures}, moving: {moving}.")),
    Column("pictures", Boolean, nullable=False),
    Column("moving", Boolean, nullable=False, server_default="1"),
)

# The strength of computers that a person chose last in a game.
strengths = Table(
    "strengths",
    metadata,
    ids("user_id", person=N_("Your computers in {game}: {kind}.")),
    Column("game", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),
)

# The options and the time per move that a host chose last in a game, if they aren't the usual ones.
preferred = Table(
    "preferred",
    metadata,
    ids("guild_id", server=True),
    ids("user_id", person=N_("Your tables of {game} in {guild_id} open with: {options}.")),
    Column("game", String(32), primary_key=True),
    Column("options", String(400), nullable=False),
    Column("pace", Integer),
    Index("preferred_by_user", "user_id"),
)

# The secret of each person's next table, drawn before they open it. Nothing shows it before that
# table ends.
promised = Table(
    "promised", metadata, ids("user_id", person=""), Column("secret", LargeBinary, nullable=False)
)

# The last call of a person, by a host or in a channel, as `kind` says, and the posts of an hour. A
# hash stands for a host, and for a person with a channel.
called = Table(
    "called",
    metadata,
    Column("kind", String(8), primary_key=True),
    ids(
        "subject_id",
        person=N_("The last call of yours that I noted: {at}"),
        hashed=column("subject_id") < 0,
    ),
    Column("at", Float, nullable=False),
)

# Jobs and the times when they are due, see `bot.run.jobs`. Without a server it is 0.
jobs = Table(
    "jobs",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("subject", BigInteger, primary_key=True, autoincrement=False),
    ids("guild_id", key=False, server=True),
    Column("due_at", Float, nullable=False),
    Index("jobs_by_time", "due_at"),
)

# The people who want one message a day about slow matches, and the time of the last one.
gathered = Table(
    "gathered",
    metadata,
    ids("user_id", person=N_("You get one message a day about slow matches.")),
    Column("at", Float, nullable=False),
)

# Single values of the bot by name, such as the commands last sent to Discord.
kept = Table(
    "kept",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(200), nullable=False),
)

# Discord's shards, where several processes share the database. `holder` is the name of the process
# that may write, empty once it has let go. `before` are former holders. Their sessions may still be
# open. `count` is the number of shards.
shards = Table(
    "shards",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("holder", String(32), nullable=False),
    Column("before", Text, nullable=False, server_default=text("''")),
    Column("count", Integer, nullable=False, server_default="1"),
)

# Interactions of the last minutes: each is carried out once. With `data`, as Discord sent them,
# they wait for the process of a shard; null, they are carried out; empty, they were taken back.
# `deferred`: Discord knows that an answer will come.
clicks = Table(
    "clicks",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("came_at", Float, nullable=False),
    Column("shard", Integer),
    Column("data", Text),
    Column("deferred", Boolean, nullable=False, server_default="0"),
)
# The rows live for minutes: they need not survive a crash of the server.
_UNLOGGED = DDL("ALTER TABLE clicks SET UNLOGGED")  # type: ignore[no-untyped-call]
event.listen(clicks, "after_create", _UNLOGGED.execute_if(dialect="postgresql"))

# Work about a person left for the process of a shard: *leave* their tables, or *forget* them.
errands = Table(
    "errands",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("what", String(8), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("click_id", BigInteger, nullable=False),
)

# A row for each deletion whose last traces may still be in the file.
unscrubbed = Table(
    "unscrubbed",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    sqlite_autoincrement=True,
)

# The tables of features.
parts("schema")
