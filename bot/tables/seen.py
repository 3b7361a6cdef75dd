"""Pictures and remarks that a reader of a table gets, and the readers who are away."""

from ..play.match import Match
from ..screens.look import Look
from ..screens.remarks import Remark, last, remarks
from ..storage import StoredTable
from ..storage.people import WORDS, Wish
from .house import House


def away(stored: StoredTable) -> frozenset[int]:
    """Return the people whose seats a computer plays until they are back."""
    return frozenset(player.user_id for player in stored.players if player.away and not player.left)


def wish_of(house: House, stored: StoredTable, reader: int | None, *, public: bool) -> Wish:
    """Return the pictures for a reader, by their own setting or the server's.

    `public`: the pictures are of the public view, which the bot may have to attach in the channel.
    """
    if not house.pictures.on or (public and not house.may_attach(stored.channel_id)):
        return WORDS
    own = None if reader is None else house.readers.wish(reader)
    server = house.servers.known(stored.guild_id)
    return own or Wish(server.pictures, server.moving)


def remark_on(
    house: House, stored: StoredTable, look: Look, match: Match, *, held: bool
) -> Remark | None:
    """Return the remark of a computer on the moment that is held, or on the end."""
    if not (stored.remarks and house.servers.known(stored.guild_id).remarks):
        return None
    if not held:
        return last(look.computers, stored)
    if not any(player.computer for player in stored.players):
        return None
    return remarks(look, stored.players, match.public()).get(match.ply)
