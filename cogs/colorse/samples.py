"""Example pictures of COLORSE."""

from bot.drawing import lobby, podium
from bot.drawing.picture import Picture, Who
from bot.drawing.samples import ANA, ANASTASIA, BEN, CHIE, GEONU, JORG, MIKA

from .drawing import pictures
from .drawing.film import Shaken
from .drawing.matrix import Matrix
from .drawing.moment import Choice, Turn, Vanished

_ANA_BOX = ("R", "G", "B", "Y", None, None)

_BEN_BOX = ("G", "BY", "R", None, None, None)

_MARKET = ("RG", "Y", "##")

_OTHERS = (
    pictures.Seat(BEN, _BEN_BOX, 1, duels=True),
    pictures.Seat(ANASTASIA, ("R", None, "B", "Y", None, None), 2, gone=((4, "RG"), (1, "G"))),
    pictures.Seat(JORG, ("B", "R", None, None, None, None), 0, ("G", "##"), new=1),
)


_REVEAL = pictures.Signs((ANA, "do"), (BEN, "zof"), 1, (pictures.Gain(BEN, 2, _BEN_BOX),), _MARKET)
SAMPLES: dict[str, Picture] = {
    "lobby": lobby.Lobby("colorse", (lobby.Seat(ANA, host=True), lobby.Seat(Who(1, "千恵"))), 3, 4),
    "end": podium.Podium(
        "colorse",
        (
            podium.Place(Who(2, "Jörg"), 1, 26),
            podium.Place(ANA, 2, 15),
            podium.Place(Who(1, "千恵"), 3, 3),
        ),
    ),
    "table": pictures.Table(
        (
            pictures.Seat(ANA, _ANA_BOX, duels=True),
            pictures.Seat(BEN, _BEN_BOX, duels=True),
            pictures.Seat(CHIE, ("##", "Y", "S:R", "B", None, None), 1, new=3),
            pictures.Seat(JORG, ("B", "R", None, None, None, None)),
        ),
        _MARKET,
        0,
        1,
    ),
    "table-gone": pictures.Table(
        (
            pictures.Seat(ANASTASIA, ("R", None, "B", "Y", None, None), gone=((4, "RG"), (1, "G"))),
            pictures.Seat(BEN, _BEN_BOX, 1, ("S", "##")),
            pictures.Seat(CHIE, ("S:Y", "B", "RG", "B", "Y", None), 2, new=4),
        ),
        ("S", None, "##"),
        2,
        0,
    ),
    "hand": pictures.Hand(
        pictures.Seat(ANA, _ANA_BOX, 1, ("RG",)), ("B", "Y", "##"), others=_OTHERS
    ),
    "choice-place": Choice(
        pictures.Seat(ANA, _ANA_BOX, 2, ("RG", "S")),
        (
            pictures.Seat(BEN, _BEN_BOX, 1),
            pictures.Seat(GEONU, _ANA_BOX),
            pictures.Seat(MIKA, _BEN_BOX),
        ),
        ("B", "Y", "##"),
        None,
        Turn(card="RG", gone=2),
        Turn(card="S:B", gone=0),
        25,
    ),
    "hand-under": pictures.Hand(
        pictures.Seat(CHIE, ("##", "Y", "S:R", "B", None, None), duels=True),
        _MARKET,
        under="GB",
        others=_OTHERS,
    ),
    "hand-duel": pictures.Hand(
        pictures.Seat(ANASTASIA, _ANA_BOX, 2, duels=True),
        ("S", None, "##"),
        others=(
            pictures.Seat(GEONU, ("##", "Y", "S:R", "B", "RG", None), 1, duels=True),
            pictures.Seat(MIKA, _BEN_BOX, 0, ("R", "##")),
        ),
    ),
    "matrix": Matrix(),
    "reveal": _REVEAL,
    "reveal-tie": pictures.Signs(
        (ANASTASIA, "zof"),
        (CHIE, "zof"),
        None,
        (
            pictures.Gain(ANASTASIA, -1, _BEN_BOX),
            pictures.Gain(CHIE, -1, ("R", None, None, None, None, None)),
            pictures.Gain(MIKA, 1, _ANA_BOX),
        ),
        _MARKET,
    ),
    "reveal-won": pictures.Won(
        CHIE, ("R", "Y", "S:R", "B", "RG", "Y"), ((ANA, 0), (BEN, 1), (CHIE, 2), (JORG, 0))
    ),
}

FILM = Shaken(_REVEAL)
"""The example of a film."""

TURNING = Vanished("RG", ("R", "BG", "S:G"), 3, 5)
"""The example of a turning point."""
