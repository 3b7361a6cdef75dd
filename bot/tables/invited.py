"""Invitations to an open table. Those without an answer are closed once it starts or ends."""

import logging

from games.errors import N_

from ..storage import StoredTable, invitations
from ..wire.faults import NOT_THROUGH, why
from ..wire.ui import Drawn, screen
from ..words.errors import StorageError
from ..words.i18n import Tongue, tongue
from .house import House

_log = logging.getLogger(__name__)

NOT_OPEN = N_("That table isn't open any more.")
"""The reason why an invitation to a started or ended table leads nowhere."""


async def close_invitations(house: House, stored: StoredTable) -> None:
    """Close the open invitations to a table that has just started or ended.

    Nothing is retried: *Join* of a left-over one says the same.
    """
    database = house.database
    try:
        for user_id, channel_id, message_id in await invitations.unanswered(database, stored.id):
            if stored.ended or stored.seat_of(user_id) is None:
                t = tongue(await invitations.language(database, user_id) or stored.locale)
                await _close(house, channel_id, message_id, closed(house, stored, NOT_OPEN, t))
            # The *Join* of a seated player leads to the hand.
    except StorageError as error:
        _log.info("invitations stay open: %s", error, extra={"table": stored.id})


async def _close(house: House, channel_id: int, message_id: int, drawn: Drawn) -> None:
    try:
        await house.change_in(channel_id, message_id, drawn)
    except NOT_THROUGH as error:
        _log.info("an invitation stays open: %s", why(error))


def closed(house: House, stored: StoredTable, reason: str, t: Tongue) -> Drawn:
    """Draw an invitation that leads nowhere any more."""
    look = house.look(stored.game)
    return screen(look.colour, look.title(t), t(reason))
