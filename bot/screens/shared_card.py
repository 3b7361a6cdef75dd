"""The card that shares a finished match."""

from ..drawing import share
from ..drawing.picture import Who
from ..words.i18n import Tongue
from .event_pictures import named
from .finished import Finished
from .look import Look


def picture_to_share(past: Finished, look: Look, t: Tongue) -> share.Share | None:
    """Return a finished match round by round, or None if it broke off or has no totals.

    It contains only what a spectator saw.
    """
    stored = past.table
    if past.broken is not None or stored.phase != "over":
        return None
    totals = [look.totals(past.view(ply, None)) for ply in _boundaries(past)]
    lines = tuple(
        share.Line(Who(seat, named(player, t)), player.rank, tuple(each[seat] for each in totals))
        for seat, player in enumerate(stored.players)
        if player.rank is not None and all(totals)
    )
    target, lost = look.target(past.record.options), look.loses_at_target
    return share.Share(look.key, look.name, lines, target, lost) if lines else None


def _boundaries(past: Finished) -> list[int]:
    """Return the plies that begin a round or deal, and the last one."""
    last = len(past.steps) - 1
    rounds = [getattr(s.state, "round", getattr(s.state, "deal", 0)) for s in past.steps]
    begins = [ply for ply in range(1, last) if rounds[ply] != rounds[ply - 1]]
    return [0, *begins, last]
