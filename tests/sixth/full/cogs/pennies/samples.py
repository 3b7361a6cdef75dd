"""Example pictures of matching pennies."""

from bot.drawing import lobby, podium, share
from bot.drawing.picture import Picture
from bot.drawing.samples import ANA, BEN

from .drawing import Coins

SAMPLES: dict[str, Picture] = {
    "lobby": lobby.Lobby("pennies", (lobby.Seat(ANA, host=True),), 2, 2),
    "end": podium.Podium("pennies", (podium.Place(ANA, 1, 2), podium.Place(BEN, 2, 0))),
    "share": share.Share(
        "pennies",
        "Matching pennies",
        (share.Line(ANA, 1, (0, 1, 2)), share.Line(BEN, 2, (0, 0, 0))),
        2,
    ),
    "table": Coins((ANA, BEN), (1, 0), ("heads", "heads")),
    "table-first": Coins((ANA, BEN), (0, 0)),
}
