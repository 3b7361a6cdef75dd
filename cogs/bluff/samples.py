"""Example pictures of Bluff."""

from bot.drawing import lobby, podium
from bot.drawing.picture import Picture, Who
from bot.drawing.samples import ANA, ANASTASIA, BEN, CHIE, JORG, LEA, LONG, MIKA
from games.bluff import WILD, Bid, Challenge, Show

from .drawing import pictures
from .drawing.film import Lifted
from .drawing.moment import Choice, Costly

_FIVE_THREES = Bid(5, 3)


_REVEAL = pictures.Count(
    BEN,
    _FIVE_THREES,
    ((ANA, (1, 3, 4)), (BEN, (3, WILD, 2, 3)), (JORG, (5,)), (CHIE, (1, 3, 4, WILD, WILD))),
    ((CHIE, 2),),
)
SAMPLES: dict[str, Picture] = {
    "lobby": lobby.Lobby(
        "bluff", (lobby.Seat(ANA, host=True), lobby.Seat(Who(1, "Toni"), computer=True)), 2, 6
    ),
    "end": podium.Podium(
        "bluff",
        (
            podium.Place(Who(1, "千恵"), 1, 3),
            podium.Place(ANA, 2, 0),
            podium.Place(Who(3, "Ben"), 3, -1),
            podium.Place(Who(2, "Jörg"), 4, -4),
        ),
    ),
    "table": pictures.Table(
        (
            pictures.Seat(ANA, 3),
            pictures.Seat(BEN, 2, (3, WILD), 2),
            pictures.Seat(CHIE, 5, acts=True),
            pictures.Seat(JORG, 1),
        ),
        ((3, Bid(2, 3)), (0, Bid(3, 3)), (0, Bid(2, WILD)), (1, _FIVE_THREES)),
    ),
    "table-6": pictures.Table(
        (
            pictures.Seat(ANA, 3),
            pictures.Seat(BEN, 2, (3, WILD), 2),
            pictures.Seat(ANASTASIA, 5, acts=True),
            pictures.Seat(CHIE, 4),
            pictures.Seat(MIKA, 0),
            pictures.Seat(JORG, 1),
        ),
        ((3, Bid(3, 3)), (0, Bid(2, WILD)), (1, _FIVE_THREES)),
    ),
    "table-first": pictures.Table((pictures.Seat(ANA, 6, acts=True), pictures.Seat(CHIE, 6))),
    "hand": pictures.Hand(
        (2, 3, 3, 5, WILD), (), 13, _FIVE_THREES, pictures.Seat(BEN, 2, (3, WILD))
    ),
    "hand-open": pictures.Hand((1, 4), (3, 3, 5, WILD), 30, Bid(12, 4), pictures.Seat(LEA, 6)),
    "choice": Choice(
        (pictures.Seat(CHIE, 5), pictures.Seat(JORG, 1), pictures.Seat(BEN, 2, (3, WILD))),
        (2, 3, 3, 5, WILD),
        (),
        _FIVE_THREES,
        BEN,
        Challenge(),
        Bid(6, 3),
        14,
    ),
    "choice-show": Choice(
        (
            pictures.Seat(ANASTASIA, 6),
            pictures.Seat(CHIE, 2, (4, 4, WILD, WILD)),
            pictures.Seat(MIKA, 0),
            pictures.Seat(LONG, 5),
            pictures.Seat(LEA, 6),
        ),
        (1, 4, 4, 5),
        (4, WILD),
        Bid(12, 4),
        CHIE,
        Bid(8, WILD),
        Show((4, 4)),
        9,
    ),
    "choice-first": Choice(
        (pictures.Seat(CHIE, 6),), (1, 1, 2, 5, WILD, WILD), (), None, None, Bid(4, 5), Bid(3, 1), 3
    ),
    "reveal": _REVEAL,
    "reveal-equal": pictures.Count(
        BEN,
        Bid(10, WILD),
        (
            (ANA, (1, 2, WILD, WILD, WILD, WILD)),
            (BEN, (WILD, WILD, WILD, WILD)),
            (JORG, (5,)),
            (CHIE, (1, 3, 4, WILD, WILD)),
            (ANASTASIA, (2, 2)),
            (MIKA, (4,)),
        ),
        ((ANA, 1), (JORG, 1), (CHIE, 1), (ANASTASIA, 1), (MIKA, 1)),
    ),
}

FILM = Lifted(_REVEAL, (0, 2, 0, 0))
"""The example of a film."""

TURNING = Costly(Bid(7, WILD), 3, 4, 5, 9)
"""The example of a turning point."""
