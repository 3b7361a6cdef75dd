"""What the card shows by which a finished match is shared."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.drawing import share
from bot.drawing.picture import Who
from bot.screens.event_pictures import named
from bot.screens.finished import Finished
from bot.screens.look import Look
from bot.words.i18n import Tongue


def _chances(view: Any) -> tuple[int, ...]:
    """How many deals each may still lose: lives, and one more while they are in."""
    return tuple(
        0 if gone else lives + 1 for lives, gone in zip(view.lives, view.gone, strict=True)
    )


_TOTALS: Mapping[str, Callable[[Any], tuple[int, ...]]] = {
    "nimmt": lambda view: view.bulls,
    "bluff": lambda view: view.left,
    "schwimmen": _chances,
    "sinomilia": lambda view: view.chips,
    "colorse": lambda view: view.wins,
}
"""What grows or shrinks from round to round, by seat, as everybody sees it."""


def picture_to_share(past: Finished, look: Look, t: Tongue) -> share.Share | None:
    """A finished match round by round, in that language; None where that can't be told or drawn.

    All of it is what a spectator saw.
    """
    game, stored = past.record.game, past.table
    if game not in _TOTALS or past.broken is not None or stored.phase != "over":
        return None
    totals = [_TOTALS[game](past.view(ply, None)) for ply in _boundaries(past)]
    lines = tuple(
        share.Line(Who(seat, named(player, t)), player.rank, tuple(each[seat] for each in totals))
        for seat, player in enumerate(stored.players)
        if player.rank is not None
    )
    target, options = None, past.record.options
    if game == "nimmt" and options.rounds is None:
        target = options.target
    if game == "colorse":
        target = options.rounds
    return share.Share(game, look.name, lines, target, lost=game == "nimmt") if lines else None


def _boundaries(past: Finished) -> list[int]:
    """The plies that begin a round, or deal, and the last one."""
    last = len(past.steps) - 1
    rounds = [getattr(s.state, "round", getattr(s.state, "deal", 0)) for s in past.steps]
    begins = [ply for ply in range(1, last) if rounds[ply] != rounds[ply - 1]]
    return [0, *begins, last]
