"""The lines of notices: what a phone shows of a message, from public facts alone.

Push notifications of Components V2 messages are empty. A message that notifies is therefore sent as
one plain line, and then edited into its screen.
"""

from collections.abc import Collection
from enum import Enum

from games import find_game

from ..play.names import name_of
from ..words.i18n import Tongue
from .sight import Sight

_NAME = 16
"""Letters of a host's name, so that a phone shows the rest of the line."""
_NEWS_SECONDS = 60.0
"""The start of a match is news during that number of seconds."""
_UNITS = (3600, 60, 1)


class Reason(Enum):
    """Reasons for a notice, by the state of the table."""

    CALL = "an open table, for a person without a seat"
    SEAT = "a seat at an open table"
    REMATCH = "a seat that is reserved in a rematch"
    START = "a match that has begun"
    TURN = "a decision that is due"
    HALF_TIME = "a decision whose half time is over"
    IDLE = "a match that is called off soon, because there was no move for days"
    AWAY = "a seat that a computer plays now"
    NEWS = "anything else"


def line(table: Sight, reader: int, t: Tongue) -> str:
    """Return a person's notice, from what a spectator sees of the table."""
    own = reader == table.stored.host_id
    return _line(table, reader, t("your table") if own else _table_of_host(table, t), t)


def called(table: Sight, readers: Collection[int], t: Tongue) -> str:
    """Return the notice in a channel that mentions people and says why the first is awaited."""
    mentions = " ".join(f"<@{reader}>" for reader in sorted(readers))
    return f"{mentions} {_line(table, min(readers), _table_of_host(table, t), t)}"


def _line(table: Sight, reader: int, place: str, t: Tongue) -> str:
    what = words(reason(table, reader), table, t)
    return t("{game} · {table}: {what}", game=t(table.look.name), table=place, what=what)


def reason(table: Sight, reader: int) -> Reason:
    """Return the reason for a person's notice now."""
    stored = table.stored
    if stored.awaits(reader):
        return Reason.REMATCH
    seat = stored.seat_of(reader)
    # A match that has started is announced once it is loaded, and not before.
    if stored.started_at is None or (stored.phase == "live" and table.lobby):
        return Reason.CALL if seat is None else Reason.SEAT
    if seat is not None and stored.players[seat].away:
        return Reason.AWAY
    if table.ends_at is not None:
        return Reason.IDLE
    due = seat in table.to_act and stored.phase == "live" and not table.held
    if due and table.deadline is not None and _left(table) <= (stored.pace or 0) / 2:
        return Reason.HALF_TIME
    if table.ply <= 0 and table.now < stored.started_at + _NEWS_SECONDS:
        return Reason.START
    return Reason.TURN if due else Reason.NEWS


def words(why: Reason, table: Sight, t: Tongue) -> str:
    """Return what a notice says after the game and the table."""
    match why:
        case Reason.CALL:
            stored = table.stored
            free = find_game(stored.game).seats[-1] - len(stored.players) - len(stored.awaited)
            return t.many("{n} seat is free", "{n} seats are free", max(1, free))
        case Reason.SEAT:
            return t("you have a seat")
        case Reason.REMATCH:
            return t("a rematch, your seat is kept")
        case Reason.START:
            return t("the match begins")
        case Reason.TURN:
            return table.look.due(table.view, t)
        case Reason.HALF_TIME:
            return _half_time(_left(table), table.look.due(table.view, t), t)
        case Reason.IDLE:
            return _idle(table, t)
        case Reason.AWAY:
            return t("a computer plays for you now")
        case Reason.NEWS:
            return t("the match goes on")


def _left(table: Sight) -> float:
    return max(0.0, (table.deadline or 0.0) - table.now)


def _half_time(left: float, due: str, t: Tongue) -> str:
    """Return the time that is left in its largest whole unit, and the decision."""
    unit = next(unit for unit in _UNITS if left >= 2 * unit or unit == 1)
    n = round(left / unit)
    if unit == 1:
        return t.many("{n} second left, {due}", "{n} seconds left, {due}", n, due=due)
    if unit == 60:
        return t.many("{n} minute left, {due}", "{n} minutes left, {due}", n, due=due)
    return t.many("{n} hour left, {due}", "{n} hours left, {due}", n, due=due)


def _idle(table: Sight, t: Tongue) -> str:
    """Return the hours until the match is called off, and the decision unless it is paused."""
    n = max(1, round(((table.ends_at or 0.0) - table.now) / 3600))
    if table.stored.paused_at is not None:
        return t.many("paused, called off in {n} hour", "paused, called off in {n} hours", n)
    due = table.look.due(table.view, t)
    return t.many("called off in {n} hour, {due}", "called off in {n} hours, {due}", n, due=due)


def _table_of_host(table: Sight, t: Tongue) -> str:
    """Return the table by its host's name."""
    stored = table.stored
    hosts = [p for p in stored.players if p.user_id == stored.host_id and not p.forgotten]
    if not hosts:
        return t("a table")
    return t("{who}'s table", who=name_of(hosts[0], t, _NAME))
