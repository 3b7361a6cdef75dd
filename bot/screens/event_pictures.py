"""Descriptions of the pictures around a match: the players of an open table, the ranking."""

from dataclasses import replace
from functools import lru_cache

from games import GAMES, find_game

from ..drawing import ending, lobby, podium, words
from ..drawing.faces import Face
from ..drawing.picture import Picture, Who
from ..drawing.turning import Turning
from ..play import computers
from ..play.computers import Cast
from ..play.names import plain
from ..storage import Player, StoredTable
from ..wire.ui import Attached
from ..words.i18n import Tongue, tongue
from ..workers.pictures import Pictures


@lru_cache(maxsize=1024)
def people(players: tuple[Player, ...], t: Tongue) -> tuple[Who, ...]:
    """Return all players by seat as pictures name them. Deleted players have no name."""
    return tuple(Who(seat, named(player, t)) for seat, player in enumerate(players))


def _faced(stored: StoredTable, t: Tongue, cast: Cast) -> list[Who]:
    """Return the same with the faces of a cast."""
    pairs = zip(people(stored.players, t), stored.players, strict=True)
    return [replace(who, face=_face(cast, player)) for who, player in pairs]


def _face(cast: Cast, player: Player) -> Face | None:
    one = computers.character_of(cast, player) if player.computer else None
    return None if one is None else one.face


def named(player: Player, t: Tongue) -> str:
    """Return a player's name without markup. Computers of one kind are numbered.

    A computer's name is English where no font has the letters of that language.
    """
    if player.forgotten:
        return ""
    if not player.computer:
        return plain(player.name) + player.sign
    name = computers.name_of(player, t)
    drawn = name if words.printable(name) == name else computers.name_of(player, tongue("en-US"))
    return drawn + player.sign


def at_table(stored: StoredTable, t: Tongue, cast: Cast) -> lobby.Lobby | None:
    """Return the players of an open table, or None without one or without pictures."""
    if stored.game not in GAMES or stored.phase != "lobby":
        return None
    seats = [
        lobby.Seat(who, player.user_id == stored.host_id, player.computer)
        for who, player in zip(_faced(stored, t, cast), stored.players, strict=True)
    ]
    for player in stored.awaited:
        seats.append(lobby.Seat(Who(len(seats), named(player, t)), kept=True))
    possible = find_game(stored.game).seats
    return lobby.Lobby(stored.game, tuple(seats), possible[0], max(possible[-1], len(seats)))


def ranked(stored: StoredTable, t: Tongue, cast: Cast) -> podium.Podium | None:
    """Return the ranking of an ended match, or None before the end or without pictures."""
    if stored.game not in GAMES or stored.phase != "over":
        return None
    places = [
        podium.Place(who, player.rank, player.score)
        for who, player in zip(_faced(stored, t, cast), stored.players, strict=True)
        if player.rank is not None
    ]
    if not places:
        return None
    return podium.Podium(stored.game, tuple(sorted(places, key=lambda place: place.rank)))


def own_end(end: podium.Podium, seat: int, turning: Turning | None) -> ending.Ending:
    """Return the ranking as the player on a seat sees it."""
    own = next(place for place in end.places if place.who.seat == seat)
    return ending.Ending(end.game, end.places, own, turning)


async def illustration(pictures: Pictures, picture: Picture | None, t: Tongue) -> list[Attached]:
    """Return the picture with its description as parts of a screen, or no parts."""
    png = None if picture is None else await pictures.drawn(picture)
    if picture is None or png is None:
        return []
    return [Attached(png.name, png.content, picture.alt(t), key=True)]
