"""Pictures and remarks that a reader of a table gets, and the readers who are away."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ..drawing.file import File
from ..drawing.picture import Picture
from ..play.match import Match
from ..screens.look import Look
from ..screens.remarks import Remark, last, remarks
from ..screens.sight import Sight
from ..storage import StoredTable
from ..storage.people import WORDS, Wish
from ..words.i18n import Tongue
from .house import House


def away(stored: StoredTable) -> frozenset[int]:
    """Return the people whose seats a computer plays until they are back."""
    return frozenset(player.user_id for player in stored.players if player.away and not player.left)


class Stills:
    """The choice between film and still picture on the panel, made once for each reveal."""

    def __init__(self) -> None:
        self._ply, self._still = -1, False

    def wish(self, wish: Wish, ply: int, house: House, channel_id: int) -> Wish:
        """Return a wish without films if the panel was behind when the reveal of that ply began.

        A film that comes late would play after the moment.
        """
        if ply != self._ply:
            self._ply, self._still = ply, house.pacer.behind(channel_id)
        return wish._replace(moving=wish.moving and not self._still)


class Remarks:
    """The remark of a computer on a reveal, found once for each."""

    def __init__(self) -> None:
        self._ply = -1
        self._found: Remark | None = None

    def on(self, look: Look, match: Match, *, held: bool) -> Remark | None:
        """Return the remark on the moment that is held, or on the end.

        Computers are silent in a daily deal, which all play alike.
        """
        stored = match.table
        if stored.daily is not None:
            return None
        if not held:
            return last(look.computers, stored)
        if match.ply != self._ply:
            self._ply, self._found = match.ply, None
            if any(player.computer for player in stored.players):
                self._found = remarks(look, stored.players, match.public()).get(match.ply)
        return self._found


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


class Described:
    """The pictures of a table's screens, described once while a reader sees the same."""

    def __init__(self, house: House) -> None:
        self._pictures = house.pictures
        self._found: dict[int, tuple[Sight, Tongue, list[Picture]]] = {}

    def of(self, reader: int, sight: Sight, t: Tongue) -> list[Picture]:
        """Return the pictures that go with a reader's screen: its own, and one below it."""
        if not sight.pictures:
            return []
        found = self._found.get(reader)
        if found is None or found[:2] != (sight, t):
            pictures = [self._pictures.in_time(picture) for picture in _pictures(sight, t)]
            found = self._found[reader] = sight, t, pictures
        return [] if self._pictures.failed.intersection(found[2]) else found[2]

    def undrawn(self, reader: int, sight: Sight, t: Tongue) -> list[Picture]:
        """Return those that are still to be drawn."""
        return [one for one in self.of(reader, sight, t) if self._pictures.ready(one) is None]

    def pictured(
        self, reader: int, sight: Sight, t: Tongue, follow: Callable[[int], None]
    ) -> Sight:
        """Return the screen with its pictures if they are drawn.

        Else `follow` is called with the reader once each is, or can't be.
        """
        files: list[File | None] = []
        for at, picture in enumerate(self.of(reader, sight, t)):
            file = self._pictures.ready(picture)
            if file is None:
                self._pictures.then(picture, (self, reader, at), partial(follow, reader))
            files.append(file)
        own, below = (*files, None, None)[:2]
        return replace(sight, file=own, below=own and below, drawing=bool(files) and own is None)

    def forget(self, reader: int) -> None:
        """Forget what a reader has seen."""
        self._found.pop(reader, None)


def _pictures(sight: Sight, t: Tongue) -> list[Picture]:
    # A player who left or is away is shown nothing of the match.
    left = sight.seat is not None and sight.stored.players[sight.seat].away
    if left or sight.gone is not None:
        return []
    found = (sight.picture(t), sight.picture_below(t))
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
    def ply(self) -> int:
        """The ply that a post drawn now shows whole, −1 in the lobby."""
        return -1 if self.match is None else self.match.ply - self.held
