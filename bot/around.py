"""What the pictures around a match show: who sits at an open table, and who came where."""

from games import find_game

from .computers import drawn_name
from .drawing import lobby, podium
from .drawing.colours import GAME_FELTS
from .drawing.picture import Who
from .names import plain
from .storage import Player, StoredTable


def people(stored: StoredTable) -> tuple[Who, ...]:
    """Everybody by seat, as pictures name them; who was forgotten has no name."""
    return tuple(Who(seat, named(player)) for seat, player in enumerate(stored.players))


def named(player: Player) -> str:
    """A player's name without markup; of several like computers each with its number."""
    if player.forgotten:
        return ""
    return drawn_name(player) if player.computer else plain(player.name)


def at_table(stored: StoredTable) -> lobby.Lobby | None:
    """Who sits at an open table; None if it is closed, or its game has no pictures."""
    if stored.game not in GAME_FELTS or stored.phase != "lobby":
        return None
    seats = [
        lobby.Seat(who, player.user_id == stored.host_id, player.computer)
        for who, player in zip(people(stored), stored.players, strict=True)
    ]
    for player in stored.awaited:
        seats.append(lobby.Seat(Who(len(seats), named(player)), kept=True))
    possible = find_game(stored.game).seats
    return lobby.Lobby(stored.game, tuple(seats), possible[0], max(possible[-1], len(seats)))


def ranked(stored: StoredTable) -> podium.Podium | None:
    """Who came where in a match that is over; None if it isn't, or its game has no pictures."""
    if stored.game not in GAME_FELTS or stored.phase != "over":
        return None
    places = [
        podium.Place(who, player.rank, player.score)
        for who, player in zip(people(stored), stored.players, strict=True)
        if player.rank is not None
    ]
    if not places:
        return None
    return podium.Podium(stored.game, tuple(sorted(places, key=lambda place: place.rank)))
