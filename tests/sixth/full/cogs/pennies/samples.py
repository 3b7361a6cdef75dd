"""Example pictures of matching pennies."""

from bot.drawing import lobby, podium
from bot.drawing.picture import Picture
from bot.drawing.samples import ANA, BEN

from .drawing import Coins, Decided, Toss

_COINS = Coins((ANA, BEN), (1, 0), ("heads", "heads"))
SAMPLES: dict[str, Picture] = {
    "lobby": lobby.Lobby("pennies", (lobby.Seat(ANA, host=True),), 2, 2),
    "end": podium.Podium("pennies", (podium.Place(ANA, 1, 2), podium.Place(BEN, 2, 0))),
    "table": _COINS,
    "table-first": Coins((ANA, BEN), (0, 0)),
}

FILM = Toss(_COINS)
"""The example of a film."""

TURNING = Decided(("heads", "heads"), 3, won=True)
"""The example of a turning point."""
