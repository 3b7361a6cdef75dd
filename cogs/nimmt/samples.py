"""Example pictures of 6 nimmt!."""

from bot.drawing import lobby, podium
from bot.drawing.picture import Picture, Who
from bot.drawing.samples import ANA, ANASTASIA, BEN, CHIE, GEONU, JORG, LEA, MIKA, XIAOMING, ZOE

from .drawing import pictures
from .drawing.film import Reveal
from .drawing.moment import Dearest


def _row(*cards: int) -> tuple[pictures.Laid, ...]:
    return tuple(pictures.Laid(10 * card) for card in cards)


_LATE = (
    pictures.End(80, 2, 2),
    pictures.End(370, 4, 8),
    pictures.End(550, 5, 13),
    pictures.End(810, 2, 6),
)

SAMPLES: dict[str, Picture] = {
    "lobby": lobby.Lobby(
        "nimmt",
        (lobby.Seat(ANA, host=True), lobby.Seat(Who(1, "千恵")), lobby.Seat(Who(2, "Jörg"))),
        2,
        10,
    ),
    "end": podium.Podium(
        "nimmt",
        (
            podium.Place(ANA, 1, -18),
            podium.Place(Who(1, "千恵"), 2, -31),
            podium.Place(Who(3, "Ben"), 3, -44),
            podium.Place(Who(2, "Jörg"), 4, -59),
            podium.Place(MIKA, 5, -70),
        ),
    ),
    "table": pictures.Table(
        (
            (*_row(3), pictures.Laid(80, JORG, took=True)),
            (*_row(12, 22, 31), pictures.Laid(370, BEN)),
            (*_row(41, 43, 49, 50), pictures.Laid(550, CHIE)),
            (*_row(66), pictures.Laid(810, ANA)),
        )
    ),
    "hand": pictures.Hand(
        (
            pictures.End(170, 1, 1),
            pictures.End(220, 1, 5),
            pictures.End(550, 1, 7),
            pictures.End(810, 1, 1),
        ),
        (4, 50, 200, 330, 380, 470, 600, 730, 850, 900, 1040),
    ),
    "hand-late": pictures.Hand(_LATE, (50, 230, 600, 730, 1040)),
    "hand-due": pictures.Hand(_LATE, (230, 600, 730, 1040), due=50),
    "reveal": pictures.Trick(
        (
            pictures.Played(JORG, 60, 0, 2),
            pictures.Played(BEN, 230, 0),
            pictures.Played(MIKA, 380, 1),
            pictures.Played(CHIE, 730, 2, 13),
            pictures.Played(ANA, 880, 3),
        ),
        pictures.Taken(CHIE, 2, (410, 430, 490, 500, 550)),
    ),
    "reveal-due": pictures.Trick(
        (pictures.Played(JORG, 60), pictures.Played(BEN, 230), pictures.Played(ANASTASIA, 550)),
        rows=_LATE,
        due=True,
    ),
    "reveal-10": pictures.Trick(
        (
            pictures.Played(MIKA, 4, 3),
            pictures.Played(JORG, 60, 0, 2),
            pictures.Played(BEN, 230, 0),
            pictures.Played(ANASTASIA, 380, 1),
            pictures.Played(GEONU, 440, 1, 9),
            pictures.Played(LEA, 570, 2, 13),
            pictures.Played(XIAOMING, 600, 2),
            pictures.Played(CHIE, 730, 2),
            pictures.Played(ANA, 880, 3),
            pictures.Played(ZOE, 1040, 3),
        )
    ),
}

FILM = Reveal(
    ((30,), (120, 220, 310), (410, 430, 490, 500, 550), (170,)),
    (
        pictures.Played(JORG, 80, 0),
        pictures.Played(ANA, 200, 3),
        pictures.Played(BEN, 370, 1),
        pictures.Played(LEA, 570, 2, 13),
    ),
    pictures.Table(
        (
            (*_row(3), pictures.Laid(80, JORG)),
            (*_row(12, 22, 31), pictures.Laid(370, BEN)),
            (pictures.Laid(570, LEA, took=True),),
            (*_row(17), pictures.Laid(200, ANA)),
        )
    ),
)
"""The example of a film."""

TURNING = Dearest((410, 430, 490, 500, 550), 570, 13, 2, 4)
"""The example of a turning point."""
