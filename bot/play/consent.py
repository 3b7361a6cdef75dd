"""What the players of a running match decide among themselves: to end it, to go on, to take it."""

from games.core import Seat
from games.errors import N_

from ..storage import Player, StoredTable
from ..words.errors import TableError
from . import endings

REGRET_SECONDS = 60.0
"""So long a player who has left may take it back."""


def most(stored: StoredTable) -> int:
    """How many of those who play are more than half of them."""
    return _most(_playing(stored))


def may_end(stored: StoredTable) -> bool:
    """Whether more than half of those who play want the match to end."""
    playing = _playing(stored)
    return sum([player.wants_end for player in playing]) >= _most(playing)


def given_up(stored: StoredTable) -> str | None:
    """Why a match ends that those who sit there don't play on, if so."""
    if not _playing(stored):
        people = [player for player in stored.players if not player.computer]
        return endings.LEFT if all(player.left for player in people) else endings.NOBODY
    return endings.VOTE if may_end(stored) else None


def steers_pause(stored: StoredTable, user_id: int) -> bool:
    """Whether a pause ends at that person's word: the host's, and of whoever wished it."""
    seat = stored.seat_of(user_id)
    return user_id == stored.host_id or (seat is not None and seat == stored.paused_by)


def may_go_on(stored: StoredTable) -> bool:
    """Whether a pause is over: most who play want it to be, or all but the one who wished it."""
    playing = _playing(stored)
    others = [p for p in playing if stored.players.index(p) != stored.paused_by]
    wishing = [player for player in others if player.wants_on]
    return bool(wishing) and (len(wishing) >= most(stored) or wishing == others)


def gone_seat(stored: StoredTable, user_id: int) -> Seat | None:
    """The seat that a person has left in the match, if any."""
    for seat, player in enumerate(stored.players):
        if player.user_id == user_id and player.left:
            return Seat(seat)
    return None


def regrets_until(player: Player) -> float | None:
    """Until when a player may take back that they left; None: never, or they haven't."""
    if not player.left or player.removed_by is not None or player.left_at is None:
        return None
    return player.left_at + REGRET_SECONDS


def alone(stored: StoredTable) -> Seat | None:
    """Who remains alone where others have left or stay away; they may take the win.

    Nobody, where somebody was made to go: nobody wins by that.
    """
    playing = _playing(stored)
    gone = [p for p in stored.players if (p.left or p.away) and not p.computer]
    if len(playing) != 1 or not gone or any(player.wronged for player in gone):
        return None
    return Seat(stored.players.index(playing[0]))


def check_win(stored: StoredTable, user_id: int, now: float) -> Seat:
    """The seat that takes the win. Raises TableError: others play, or may still come back."""
    seat = alone(stored)
    if seat is None or stored.players[seat].user_id != user_id:
        raise TableError(N_("The win can be taken only by whoever is left alone with computers."))
    until = max([0.0, *(regrets_until(player) or 0.0 for player in stored.players)])
    if now < until:
        raise TableError(
            N_("Whoever left can still take it back. Try again {when}."), when=f"<t:{int(until)}:R>"
        )
    return seat


def _most(playing: list[Player]) -> int:
    return len(playing) // 2 + 1


def _playing(stored: StoredTable) -> list[Player]:
    return [player for player in stored.players if player.playing]
