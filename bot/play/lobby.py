"""Tables before the start: rules for opening, joining, leaving, starting and cancelling."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any, NamedTuple

from games import find_game
from games.chance import CUT, commitment
from games.core import Frozen, Seat
from games.errors import N_
from games.record import MOST_CONTRIBUTIONS

from .. import storage
from ..storage import STAFF, Database, Due, Limits, NewTable, Player, Rematch, StoredTable
from ..storage.modes import PUBLIC, Mode
from ..words.errors import StaleControl, TableError
from .computers import Invitation
from .names import plain

LOBBY_SECONDS = 30 * 60
"""Seconds until a lobby that isn't started closes."""
SOLO_SECONDS = 60
"""Seconds until a lobby without a panel closes if its match couldn't start at once."""
KEPT_SECONDS = 5 * 60
"""Seconds until the reserved seats of a rematch are released."""
PACES = (None, 30, 60, 90, 180, 24 * 3600)
"""Time limits for a decision that can be chosen, in seconds (None: no limit)."""
SLOW = 24 * 3600
"""The shortest pace of a match by correspondence, in seconds for a decision."""
HOST_SECONDS = 10 * 60
"""Seconds until any player may start or cancel in place of the host."""
WORD = (3, 40)
"""Fewest and most characters of a word that cuts the cards."""
MOST_CUTS = 3
"""The most cuts of each player after the last one sat down. The panel shows only the latest."""
MOST = Limits(hosted=5, channel=10, seats=20, alone=3, own=4)
"""Limits: open lobbies of one host, open tables in a channel, seats of one person.

One person hosts lobbies and plays alone at fewer tables than a channel has, and two can't fill it.
"""


class By(NamedTuple):
    """The person who steers a table, whether they are staff there, and the time of the request."""

    user_id: int
    staff: bool
    now: float


class Place(Frozen):
    """A table's place: its server, its channel, and the language there.

    In a thread, `parent_id` is its channel. `private` is True for a private thread, and None if the
    kind of the channel is unknown.
    """

    guild_id: int
    channel_id: int
    locale: str
    parent_id: int | None = None
    private: bool | None = False


async def open_lobby(
    database: Database,
    place: Place,
    game: str,
    options: str,
    host: Player,
    now: float,
    pace: int | None = None,
    again: StoredTable | None = None,
    computers: Invitation | None = None,
    mode: Mode = PUBLIC,
    instead: bool = False,
) -> StoredTable:
    """Open a lobby with its host on the first seat, and the secret drawn for the host before.

    `pace` is the time limit for a decision in seconds (None: no limit). `again` is the match to be
    replayed: seats are reserved for its players, and its computers sit down at once. Without it,
    `computers` sit down, picked by the hash of the secret. A
    match without a panel starts at once. With `instead` there is room for a match that
    ends once this one has begun. Raises TableError if the host or the channel has too many tables,
    or if no seat is left. Raises RematchOpen if the rematch is open already.
    """
    number = 0 if computers is None else computers.number
    _check_room(game, number)
    rematch = None if again is None else _rematch(again, host.user_id)
    kept = LOBBY_SECONDS if rematch is None else KEPT_SECONDS
    row = new_row(place, game, options, now, kept if mode.panel else SOLO_SECONDS, pace)
    row = replace(row, moving=again is None or again.moving, mode=mode.key)
    before = () if again is None else _computers(again)

    def invited(secret: bytes) -> Sequence[Player]:
        return before if computers is None else computers.seated(commitment(secret))

    # A rematch without other people starts at once.
    alone = not mode.panel if rematch is None else bool(before) and not rematch.awaited
    most = MOST._replace(seats=MOST.seats + 1, alone=MOST.alone + 1) if instead else MOST
    return await storage.tables.open_lobby(
        database, row, host, invited, most=most, rematch=rematch, alone=alone
    )


def new_row(
    place: Place, game: str, options: str, now: float, seconds: float, pace: int | None
) -> NewTable:
    """Return the row of a table that opens now, by the newest rules, and closes in `seconds`."""
    given: dict[str, Any] = {"game": game, "version": find_game(game).version, "options": options}
    return NewTable(**asdict(place), **given, opened_at=now, due_at=now + seconds, pace=pace)


def _check_room(game: str, computers: int) -> None:
    """Raise TableError if this number of computers leaves the host no seat."""
    most = find_game(game).seats[-1] - 1
    if not 0 <= computers <= most:
        raise TableError(
            N_("One seat is yours, so {most} is the most computers here: choose 0 to {most}."),
            most=most,
        )


def is_slow(pace: int | None) -> bool:
    """Return True for the pace of a match by correspondence."""
    return pace is not None and pace >= SLOW


def closes_at(table: StoredTable) -> float:
    """Return when the lobby closes by itself. Outages move that back."""
    due_at = table.due_at or table.opened_at + LOBBY_SECONDS
    return due_at + LOBBY_SECONDS - KEPT_SECONDS if keeps_seats(table) else due_at


def keeps_seats(table: StoredTable) -> bool:
    """Return True if the clock's next visit releases the reserved seats of a rematch."""
    if not table.kind.panel:
        return False
    closing = (table.due_at or 0.0) >= table.opened_at + LOBBY_SECONDS
    return bool(table.awaited) or (table.again_of is not None and not closing)


def _rematch(ended: StoredTable, host_id: int) -> Rematch:
    """Return the players and spectators with a reserved seat in a rematch.

    Raises TableError if the reservations leave no seat for the host.
    """
    behind = [replace(p, seat=n) for n, p in enumerate(ended.upcoming, len(ended.players))]
    coming = (*_stayed(ended), *behind)
    awaited = tuple(player for player in coming if player.user_id != host_id)
    if 1 + len(awaited) + len(_computers(ended)) > find_game(ended.game).seats[-1]:
        raise TableError(N_("Every seat is kept for those who played."))
    return Rematch(ended.id, awaited)


def free_next(table: StoredTable) -> int:
    """Return the number of free seats in the rematch."""
    taken = len(_stayed(table)) + len(_computers(table)) + len(table.upcoming)
    return find_game(table.game).seats[-1] - taken


async def play_next(database: Database, table: StoredTable, player: Player) -> StoredTable:
    """Keep a spectator a seat in the rematch, or withdraw that wish.

    Raises TableError if the match doesn't run, the person played in it, or no seat is left.
    """
    if table.phase != "live" or not table.kind.panel:
        raise TableError(N_("That match is over."))
    wanted = all(one.user_id != player.user_id for one in table.upcoming)
    if any(one.user_id == player.user_id for one in table.players):
        raise TableError(N_("You play in this match already."))
    if wanted and free_next(table) <= 0:
        raise TableError(N_("Every seat of the rematch is kept already."))
    return await storage.tables.set_upcoming(database, table.id, player, wanted=wanted)


def _computers(ended: StoredTable) -> tuple[Player, ...]:
    """Return the computers of a match as new players for the next one."""
    return tuple(
        Player(p.user_id, p.name, p.locale, p.join_id, kind=p.kind)
        for p in ended.players
        if p.computer
    )


def _stayed(ended: StoredTable) -> list[Player]:
    """Return the people who didn't leave the match for good."""
    return [p for p in ended.players if p.user_id > 0 and not (p.left or p.computer)]


async def reunited(database: Database, table: StoredTable) -> bool:
    """Return True if all players of the earlier match sit here and are enough to start."""
    if table.again_of is None or table.phase != "lobby":
        return False
    ended = await storage.tables.table(database, table.again_of)
    if ended is None or len(table.players) < find_game(table.game).seats[0]:
        return False
    asked = {player.user_id for player in ended.upcoming}
    if any(player.user_id in asked for player in table.awaited):
        return False
    return all(table.seat_of(player.user_id) is not None for player in _stayed(ended))


async def give_free(database: Database, table: StoredTable) -> StoredTable:
    """Release all reserved seats, and set the clock to the closing of the lobby."""
    freed, due_at = await storage.tables.release(database, table.id), closes_at(table)
    await storage.tables.set_clock(database, table.id, None, due_at)
    return replace(freed, deadline=None, due_at=due_at)


async def join(database: Database, table: StoredTable, player: Player) -> StoredTable:
    """Take the next free seat.

    Raises TableError if the player already sits here or at too many tables. Also raises it if the
    table is full or has started.
    """
    _still_lobby(table)
    if table.seat_of(player.user_id) is not None:
        raise TableError(N_("You already sit at this table."))
    _check_free(table, player.user_id)
    # Room for the cuts of all who sit here then.
    if len(table.contributions) + 1 + MOST_CUTS * (len(table.players) + 1) > MOST_CONTRIBUTIONS:
        raise TableError(N_("People have come and gone too often here: open another table."))
    return await _reseat(database, table, (*table.players, player), most=MOST)


def _check_free(table: StoredTable, user_id: int) -> None:
    """Raise TableError unless a seat is free, or reserved for this person."""
    most = find_game(table.game).seats[-1]
    if len(table.players) >= most:
        full, made = (
            N_("Every seat is taken."),
            N_("Every seat is taken. The host can remove a computer to free one."),
        )
        raise TableError(made if any(p.computer for p in table.players) else full)
    if len(table.players) + len(table.awaited) >= most and not table.awaits(user_id):
        raise TableError(N_("The free seats are kept for those who played. Try again later."))


async def add_computer(
    database: Database, table: StoredTable, by: By, computer: Player
) -> StoredTable:
    """Seat a computer. Raises TableError for others than the host, and if full or started."""
    may_choose(table, by)
    _check_free(table, computer.user_id)
    return await _reseat(database, table, (*table.players, computer))


async def remove_computer(
    database: Database, table: StoredTable, by: By, computer_id: int
) -> StoredTable:
    """Remove a computer. Raises TableError for others than the host, if absent or started."""
    may_choose(table, by)
    staying = tuple(p for p in table.players if p.user_id != computer_id or not p.computer)
    if len(staying) == len(table.players):
        raise TableError(N_("That computer doesn't sit here any more."))
    return await _reseat(database, table, staying)


async def replace_computers(
    database: Database, table: StoredTable, by: By, other: Callable[[Sequence[Player]], Player]
) -> StoredTable:
    """Seat as many other computers. Raises TableError for others than the host, or if started."""
    may_choose(table, by)
    players = [player for player in table.players if not player.computer]
    while len(players) < len(table.players):
        players.append(other(players))
    return await _reseat(database, table, players)


async def leave(
    database: Database, table: StoredTable, user_id: int, *, bar: bool = False
) -> StoredTable:
    """Remove a player before the start. The next player becomes host if the host leaves.

    A seat reserved for them is released. With `bar` they can't come back. Raises TableError if they
    don't sit here, or if the match has started.
    """
    _still_lobby(table)
    if table.awaits(user_id):
        return await storage.tables.release(database, table.id, user_id)
    seated(table, user_id)
    staying = tuple(player for player in table.players if player.user_id != user_id)
    host_id = next_host(staying, table.host_id)
    bar_id = user_id if bar else None
    return await _reseat(database, table, staying, host_id=host_id, bar=bar_id)


def next_host(players: Sequence[Player], host_id: int) -> int | None:
    """Return the next host if the host has left, or None if the host stays."""
    staying = [p.user_id for p in players if p.user_id > 0 and not p.left]
    return staying[0] if staying and host_id not in staying else None


async def start(
    database: Database,
    table: StoredTable,
    user_id: int,
    *,
    staff: bool,
    now: float,
    idle: float | None = None,
) -> StoredTable:
    """Start the match. Without a pace, the clock checks it after `idle` seconds.

    Raises TableError for others than the host, with too few players, or if already started.
    """
    _still_lobby(table)
    may_steer(table, user_id, staff=staff, now=now)
    game = find_game(table.game)
    fewest = game.seats[0]
    if len(table.players) < fewest:
        raise TableError(N_("It takes at least {fewest} players to start."), fewest=fewest)
    due = None if idle is None else Due(None, now + idle)
    if table.pace is not None:
        due = Due(now + table.pace, now + table.pace / 2)
    if table.closes_at is not None:
        # Its clock begins with the first move.
        due = Due(None, table.closes_at)
    people = [player.user_id for player in table.players if not player.computer]
    # A table without a panel was counted when it opened.
    alone = people[0] if len(people) == 1 and table.kind.panel else None
    if not await storage.tables.start(
        database, table.id, now, due, version=game.version, alone=alone, most=MOST
    ):
        raise _started()
    deadline, due_at = due or Due(None, None)
    return replace(
        table,
        phase="live",
        started_at=now,
        version=game.version,
        deadline=deadline,
        due_at=due_at,
        awaited=(),
    )


async def cut(
    database: Database, table: StoredTable, user_id: int, word: str, after: int
) -> StoredTable:
    """Add a player's word to the seed, after that number of contributions.

    Raises TableError if they don't sit here, the match has started, or the word is unusable. So it
    does if they have cut too often since the last player sat down. Raises StaleControl if a
    contribution came in between: the player has not seen the hash with it.
    """
    _still_lobby(table)
    seated(table, user_id)
    since = max((n for n, g in enumerate(table.contributions) if g.kind != CUT), default=0)
    if [g.user_id for g in table.contributions[since + 1 :]].count(user_id) >= MOST_CUTS:
        raise TableError(N_("You have cut these cards often enough."))
    printed = checked_word(word)
    given = await storage.contributions.cut(database, table.id, user_id, printed, after)
    if given is None:
        raise StaleControl(
            N_("Someone sat down or cut meanwhile. Look at the new hash, then cut again.")
        )
    return replace(table, contributions=given)


def plain_word(word: str) -> str:
    """Return a typed word as it is printed and hashed: on one line, fit for a code span."""
    return plain(unicodedata.normalize("NFC", word).replace("`", ""))


def checked_word(word: str) -> str:
    """Return a typed word as it is printed. Raises TableError if it is too short or too long."""
    printed = plain_word(word)
    fewest, most = WORD
    if not fewest <= len(printed) <= most:
        raise TableError(
            N_("A word to cut with has {fewest} to {most} characters."), fewest=fewest, most=most
        )
    return printed


def may_choose(table: StoredTable, by: By) -> None:
    """Raise TableError for others than the host, or if the match has started."""
    _still_lobby(table)
    may_steer(table, by.user_id, staff=by.staff, now=by.now)


async def set_lobby(database: Database, table: StoredTable, by: By, **values: Any) -> StoredTable:
    """Set the game's `options`, the `pace`, or with `moving` whether reveals have films here.

    Raises TableError for others than the host, or if the match has started.
    """
    may_choose(table, by)
    if "pace" in values and values["pace"] not in PACES:
        raise TableError(N_("That time per move can't be chosen."))
    return _changed(await storage.tables.set_lobby(database, table.id, **values))


def may_steer(table: StoredTable, user_id: int, *, staff: bool, now: float) -> None:
    """Raise TableError unless for the host, staff, or any player once the table has waited."""
    if now - table.opened_at < HOST_SECONDS or table.seat_of(user_id) is None:
        may_command(table, user_id, staff=staff)


def may_call_off(table: StoredTable, user_id: int, *, staff: bool, now: float) -> None:
    """Raise TableError unless this person may end the table.

    In a lobby the rule of `may_steer` holds. A running match belongs to all its players, so only
    staff or their vote can end it.
    """
    if table.started_at is None:
        may_steer(table, user_id, staff=staff, now=now)
    elif not staff:
        raise TableError(
            N_(
                "A running match ends early by its players' vote, 🏳️ *End the match* behind ⋯, or "
                "by the server's staff."
            )
        )


def doer(stored: StoredTable, user_id: int) -> int:
    """Return the seat of the person who steers a table, or STAFF."""
    seat = stored.seat_of(user_id)
    return STAFF if seat is None else seat


def may_command(table: StoredTable, user_id: int, *, staff: bool) -> None:
    """Raise TableError unless for the host or the server's staff."""
    if not (staff or user_id == table.host_id):
        raise TableError(N_("Only the host or the server's staff can do that."))


def seated(table: StoredTable, user_id: int) -> Seat:
    """Return the seat of a player. Raises TableError if they have none here."""
    seat = table.seat_of(user_id)
    if seat is None:
        raise TableError(N_("You don't sit at this table."))
    return Seat(seat)


def _still_lobby(table: StoredTable) -> None:
    if table.phase != "lobby":
        raise _started()


def _started() -> TableError:
    return TableError(N_("That match has started or was called off."))


async def _reseat(
    database: Database, table: StoredTable, players: Sequence[Player], **more: Any
) -> StoredTable:
    made = await storage.tables.seat_players(database, table.id, tuple(players), **more)
    return _changed(made)


def _changed(stored: StoredTable | None) -> StoredTable:
    """Return the lobby after a change. Raises TableError if it is no lobby any more."""
    if stored is None:
        raise _started()
    return stored
