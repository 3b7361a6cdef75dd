"""One line of the log when a match starts, ends or is called off."""

import logging

from ..storage import StoredTable

_log = logging.getLogger(__name__)


def log_milestone(before: StoredTable, after: StoredTable) -> None:
    """Log the change of a table's phase, with its number, game and seats, but no names."""
    if after.phase == before.phase:
        return
    computers = sum(player.computer for player in after.players)
    match after.phase:
        case "live":
            done = "started"
        case "over":
            done = "ended" if after.why is None else f"ended ({after.why})"
        case _ if before.started_at is None:
            done = f"closed without a match ({after.why})"
        case _:
            done = f"called off ({after.why})"
    _log.info(
        "%s: %s, %d seats, %d of them computers",
        done,
        after.game,
        len(after.players),
        computers,
        extra={"table": after.id},
    )
