"""Pictures and remarks that a reader of a table gets, and the readers who are away."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from games.core import Seat

from ..drawing.file import File
from ..drawing.film import Film
from ..drawing.picture import Picture
from ..play.match import Hold, Match
from ..screens.look import LOADING, Look
from ..screens.remarks import Remark, last, remarks
from ..screens.sight import Sight
from ..storage import PANEL, StoredTable
from ..storage.people import WORDS, Wish
from ..words.i18n import Tongue
from .house import House
from .readers import Reader


def away(stored: StoredTable) -> frozenset[int]:
    """Return the people whose seats a computer plays until they are back."""
    return frozenset(player.user_id for player in stored.players if player.away and not player.left)


def is_late(house: House, reader: Reader, hold: Hold, channel_id: int) -> bool:
    """Return True if a film can't play to its end, decided when it is first asked for.

    A panel is late, too, while its queue is behind.
    """
    if reader.late[:2] != (hold.ply, hold.part):
        late = house.now() > hold.begins + LOADING
        late = late or (reader.id == PANEL and house.pacer.behind(channel_id))
        reader.late = hold.ply, hold.part, late
    return reader.late[2]


class Remarks:
    """The remark of a computer on a reveal, found once for each."""

    def __init__(self) -> None:
        self._ply = self._stage = -1
        self._found: Remark | None = None

    def on(
        self, match: Match, look: Look, film: Hold | None, *, held: bool, moving: bool
    ) -> Remark | None:
        """Return the remark on the moment that is held, or on the end.

        Computers are silent in a match that all play alike, and while a `film` plays. For a
        reader of films (`moving`) they speak after it, until the next stage.
        """
        stored = match.table
        if stored.kind.alike:
            return None
        if not held:
            after = moving and match.to_act and match.stage == self._stage
            return self._found if after else last(look.computers, stored)
        ply = match.ply if film is None else film.ply
        if ply != self._ply:
            self._ply, self._stage, self._found = ply, match.stage, None
            if any(player.computer for player in stored.players):
                self._found = remarks(look, stored.players, match.public()).get(ply)
        return self._found if film is None else None


def wish_of(house: House, stored: StoredTable, reader: int | None, *, public: bool) -> Wish:
    """Return the pictures for a reader, by their own setting, or the server's and the table's.

    `public`: the pictures are of the public view, which the bot may have to attach in the channel.
    """
    if not house.pictures.on or (public and not house.may_attach(stored.channel_id)):
        return WORDS
    if reader is not None and (own := house.readers.wish(reader)) is not None:
        return own
    server = house.servers.known(stored.guild_id)
    return Wish(server.pictures, server.moving and stored.moving)


def films_wanted(house: House, stored: StoredTable) -> frozenset[Seat | None]:
    """Return the seats whose players get films, with None if the channel does."""
    seats: set[Seat | None] = {
        Seat(seat)
        for seat, player in enumerate(stored.players)
        if player.playing and wish_of(house, stored, player.user_id, public=False).moving
    }
    if stored.kind.panel and wish_of(house, stored, None, public=True).moving:
        seats.add(None)
    return frozenset(seats)


class Described:
    """The pictures of a table's screens, described once while a reader sees the same."""

    def __init__(self, house: House) -> None:
        self._pictures = house.pictures

    def of(self, reader: Reader, sight: Sight, t: Tongue) -> list[Picture]:
        """Return the pictures that go with a reader's screen: its own, and one below it."""
        if not sight.pictures or sight.late:
            return []
        found = reader.pictures
        if found is None or found[:2] != (sight, t):
            pictures = [self._pictures.in_time(picture) for picture in _pictures(sight, t)]
            found = reader.pictures = sight, t, pictures
        return [] if self._pictures.failed.intersection(found[2]) else found[2]

    def undrawn(self, reader: Reader, sight: Sight, t: Tongue) -> list[Picture]:
        """Return those that are still to be drawn."""
        return [one for one in self.of(reader, sight, t) if self._pictures.ready(one) is None]

    def plays(self, reader: Reader, sight: Sight, t: Tongue) -> bool:
        """Return True if the film that runs for a reader is there, and neither failed nor late."""
        film, *_ = *self.of(reader, sight, t), None
        file = self._pictures.ready(film) if isinstance(film, Film) else None
        return file is not None and file.plays

    def pictured(
        self, reader: Reader, sight: Sight, t: Tongue, follow: Callable[[int], None]
    ) -> Sight:
        """Return the screen with its pictures if they are drawn.

        Else `follow` is called with the reader once each is, or can't be.
        """
        files: list[File | None] = []
        for at, picture in enumerate(self.of(reader, sight, t)):
            file = self._pictures.ready(picture)
            if file is None:
                self._pictures.then(picture, (self, reader, at), partial(follow, reader.id))
            files.append(file)
        own, below = (*files, None, None)[:2]
        return replace(sight, file=own, below=own and below, drawing=bool(files) and own is None)


def _pictures(sight: Sight, t: Tongue) -> list[Picture]:
    # A player who left or is away is shown nothing of the match.
    left = sight.seat is not None and sight.stored.players[sight.seat].away
    if left or sight.gone is not None:
        return []
    own = sight.picture(t)
    # A film stands alone.
    found = (own, None if isinstance(own, Film) else sight.picture_below(t))
    return [picture for picture in found if picture is not None]


class Now(NamedTuple):
    """The table at one moment. `held`: the last events stay on screen before the next ones."""

    stored: StoredTable
    match: Match | None
    held: bool

    @classmethod
    def of(cls, stored: StoredTable, match: Match | None) -> "Now":
        """Return the present moment of a table."""
        held = match is not None and match.held and stored.phase != "cancelled"
        return cls(stored, match, held)

    @property
    def alone(self) -> bool:
        """True while one person plays against computers, until the end is shown."""
        running = self.stored.phase == "live" or self.held
        return running and sum(player.playing for player in self.stored.players) == 1

    @property
    def ply(self) -> int:
        """The ply that a post drawn now shows whole, −1 in the lobby."""
        return -1 if self.match is None else self.match.ply - self.held
