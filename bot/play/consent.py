"""Decisions that a match's players make together: ending, removals, pauses, claimed wins."""

from games.core import Seat
from games.errors import N_

from ..storage import STAFF, Player, StoredTable
from ..storage.modes import PAUSE
from ..words.errors import TableError
from . import endings, lobby

REGRET_SECONDS = 60.0
"""Time limit in seconds for coming back after leaving."""
PAUSE_SECONDS = 10 * 60.0
"""Longest pause in seconds, unless all players want a longer one."""
WAIT_SECONDS = 24 * 3600.0
"""Seconds without a move until a waiting player may end a match without a time limit."""
PAUSES = 2
"""Number of pauses that each player may ask for in a match."""
AWAY = N_("A computer plays for you: click 👋 *I'm back* in your hand first.")
_FEWEST_OTHERS = 2
"""Fewest people besides a player who can be removed from a match."""


def voter(stored: StoredTable, user_id: int) -> Seat:
    """Return the seat of a player whose vote counts. Raises TableError for any other person."""
    seat = lobby.seated(stored, user_id)
    if not stored.players[seat].playing:
        raise TableError(AWAY)
    return seat


def most(stored: StoredTable) -> int:
    """Return the number of players that makes a majority."""
    return _most(_playing(stored))


def may_end(stored: StoredTable) -> bool:
    """Return True if a majority of the players want the match to end."""
    playing = _playing(stored)
    return sum([player.wants_end for player in playing]) >= _most(playing)


def check_removable(stored: StoredTable, seat: int) -> None:
    """Raise TableError if the match has too few players to remove one."""
    if len(_others(stored, seat)) < _FEWEST_OTHERS:
        raise TableError(
            N_(
                "In a match of two nobody can be removed. Whoever runs out of time three times in "
                "a row is replaced by a computer."
            )
        )


def votes_to_remove(stored: StoredTable, seat: int) -> tuple[list[Player], int]:
    """Return the players who vote to remove a seat, and the number of votes needed."""
    votes = [player for player in _playing(stored) if player.wants_gone == seat]
    return votes, _most(_others(stored, seat))


def accused(stored: StoredTable) -> list[Seat]:
    """Return the seats that players vote to remove."""
    wanted = {player.wants_gone for player in _playing(stored)}
    return [
        Seat(seat)
        for seat, player in enumerate(stored.players)
        if seat in wanted and not player.left
    ]


def voted_out(stored: StoredTable) -> Seat | None:
    """Return a seat that more than half of the others want to remove, or None."""
    if all(player.wants_gone is None for player in stored.players):
        return None
    for number, player in enumerate(stored.players):
        if player.left or player.computer or len(_others(stored, number)) < _FEWEST_OTHERS:
            continue
        votes, needed = votes_to_remove(stored, number)
        if len(votes) >= needed:
            return Seat(number)
    return None


def given_up(stored: StoredTable) -> str | None:
    """Return why the players ended the match, or None."""
    if not _playing(stored):
        people = [player for player in stored.players if not player.computer]
        return endings.LEFT if all(player.left for player in people) else endings.NOBODY
    return endings.VOTE if may_end(stored) else None


def plays_alone(stored: StoredTable, seat: int) -> bool:
    """Return True if this player is the only person who plays."""
    return _playing(stored) == [stored.players[seat]]


def waits_too_long(stored: StoredTable, moved_at: float, now: float) -> bool:
    """Return True if a match without a time limit has stood still for over a day.

    `moved_at` is the time of the last move. A pause doesn't count.
    """
    if stored.pace is not None or stored.paused_at is not None:
        return False
    since = max(moved_at, stored.started_at or 0.0, stored.resumed_at or 0.0)
    return now - since > WAIT_SECONDS


def check_pause(stored: StoredTable, by: int) -> None:
    """Raise TableError unless this seat, or the staff, may pause the match.

    A player among others may do so a limited number of times.
    """
    stored.kind.check(PAUSE)
    if by == STAFF:
        return
    player = stored.players[by]
    if not player.playing:
        raise TableError(AWAY)
    if player.pauses >= PAUSES and len(_playing(stored)) > 1:
        raise TableError(
            N_("You have paused this match {n} times, and that is the most. The others still may."),
            n=player.pauses,
        )


def pause_ends(stored: StoredTable) -> float | None:
    """Return when the pause ends by itself, or None.

    A pause that all players want longer has no end.
    """
    if stored.paused_at is None or rests_long(stored):
        return None
    return stored.paused_at + PAUSE_SECONDS


def votes_to_rest(stored: StoredTable) -> list[Player]:
    """Return the players who want the pause to last. The author's vote is among them."""
    playing = _playing(stored)
    return [p for p in playing if p.wants_rest or stored.players.index(p) == stored.paused_by]


def rests_long(stored: StoredTable) -> bool:
    """Return True if all players want the pause to last."""
    playing = _playing(stored)
    return bool(playing) and votes_to_rest(stored) == playing


def steers_pause(stored: StoredTable, user_id: int) -> bool:
    """Return True if this person can end the pause alone.

    That is the pause's author. A pause that all players wanted longer ends by any player.
    """
    seat = stored.seat_of(user_id)
    return seat is not None and (seat == stored.paused_by or rests_long(stored))


def may_go_on(stored: StoredTable) -> bool:
    """Return True if the pause is over.

    It needs a majority of the players, or all except the one who asked for the pause.
    """
    playing = _playing(stored)
    others = [p for p in playing if stored.players.index(p) != stored.paused_by]
    wishing = [player for player in others if player.wants_on]
    return bool(wishing) and (len(wishing) >= most(stored) or wishing == others)


def gone_seat(stored: StoredTable, user_id: int) -> Seat | None:
    """Return the seat that a person has left in the match, or None."""
    for seat, player in enumerate(stored.players):
        if player.user_id == user_id and player.left:
            return Seat(seat)
    return None


def regrets_until(player: Player, now: float) -> float | None:
    """Return the time until which a player may take back leaving, or None if they may not now.

    That works once a match.
    """
    if not player.left or player.removed_by is not None or player.left_at is None:
        return None
    until = player.left_at + REGRET_SECONDS
    return None if player.returns or now > until else until


def alone(stored: StoredTable) -> Seat | None:
    """Return the seat of the only player left, who may take the win, or None.

    After a removal the win can't be taken, because a removal must not profit anyone.
    """
    playing = _playing(stored)
    gone = [p for p in stored.players if (p.left or p.away) and not p.computer]
    if len(playing) != 1 or not gone or any(player.wronged for player in gone):
        return None
    return Seat(stored.players.index(playing[0]))


def check_win(stored: StoredTable, user_id: int, now: float) -> Seat:
    """Return the seat that takes the win.

    Raises TableError if others still play, or may still come back.
    """
    seat = alone(stored)
    if seat is None or stored.players[seat].user_id != user_id:
        raise TableError(N_("The win can be taken only by whoever is left alone with computers."))
    until = max([regrets_until(player, now) or 0.0 for player in stored.players])
    if until:
        raise TableError(
            N_("Whoever left can still take it back. Try again {when}."), when=f"<t:{int(until)}:R>"
        )
    return seat


def _most(playing: list[Player]) -> int:
    return len(playing) // 2 + 1


def _others(stored: StoredTable, seat: int) -> list[Player]:
    """Return the people at the table besides a seat, present or away."""
    seated = enumerate(stored.players)
    return [p for number, p in seated if number != seat and not (p.left or p.computer)]


def _playing(stored: StoredTable) -> list[Player]:
    return [player for player in stored.players if player.playing]
