"""Example pictures of Sinomilia."""

from bot.drawing import lobby, podium
from bot.drawing.picture import Picture, Who
from bot.drawing.samples import ANA, ANASTASIA, CHIE, GEONU, LONG
from games.sinomilia import Change, Chip, Lay, Pass
from games.sinomilia.state import Face

from .drawing import pictures
from .drawing.film import Turning
from .drawing.moment import Choice, Payment

_FACES: tuple[Face, ...] = ("sun", "moon", "sun", "moon", "moon")

_SIX: tuple[Face, ...] = (*_FACES, "sun")

_BELOW = pictures.Seat(ANA, 11, (0, 4, 7), laid=True, starts=True, acts=True)

_ABOVE = pictures.Seat(CHIE, 14, (2, 3, 6), changed=True, laid=True)


_REVEAL = pictures.Reveal(
    (pictures.Turned(ANA, 5, 10, 21), pictures.Turned(CHIE, 8, 14, 9)),
    _SIX,
    0,
    (("moons", 3), ("win", 2), ("table", 6)),
)
SAMPLES: dict[str, Picture] = {
    "lobby": lobby.Lobby("sinomilia", (lobby.Seat(ANA, host=True),), 2, 2),
    "end": podium.Podium(
        "sinomilia", (podium.Place(Who(1, "千恵"), 1, 25), podium.Place(ANA, 2, 0))
    ),
    "table": pictures.Table((_BELOW, _ABOVE), _FACES, new=True),
    "table-first": pictures.Table(
        (pictures.Seat(ANASTASIA, 15, acts=True), pictures.Seat(GEONU, 15, acts=True, new=True)), ()
    ),
    "hand": pictures.Hand(_BELOW, _ABOVE, _FACES, 5, new=True),
    "choice": Choice(_BELOW, _ABOVE, _FACES, 5, Chip("sun"), Change(7), 14),
    "choice-pass": Choice(
        pictures.Seat(GEONU, 9, (0, 1, 2, 3, 4, 8), changed=True, laid=True),
        pictures.Seat(LONG, 0, (1, 3, 4, 5, 6, 7, 8), laid=True, starts=True),
        (),
        9,
        Pass(),
        Chip("moon"),
        20,
    ),
    "choice-lay": Choice(
        pictures.Seat(ANA, 15, starts=True), pictures.Seat(CHIE, 15), (), None, Lay(9), Lay(4), 3
    ),
    "hand-nine": pictures.Hand(_BELOW, _ABOVE, _FACES, 9),
    "reveal": _REVEAL,
    "reveal-first": pictures.Reveal(
        (pictures.Turned(ANA, 5, 10, 10), pictures.Turned(CHIE, None, 14, 14)), _SIX
    ),
    "reveal-none": pictures.Reveal(
        (pictures.Turned(LONG, 4, 0, 12), pictures.Turned(ANASTASIA, 5, 14, 8)),
        _FACES[:4],
        0,
        (("none", 6), ("win", 2), ("table", 4)),
    ),
    "reveal-same": pictures.Reveal(
        (pictures.Turned(ANASTASIA, 6, 1, 1), pictures.Turned(CHIE, 6, 14, 29)),
        _SIX,
        1,
        (("one", 4), ("moons", 3), ("win", 2), ("table", 6)),
    ),
}

FILM = Turning(_REVEAL, 0)
"""The example of a film."""

TURNING = Payment(8, 2, 7, 3, -9, 4, 6)
"""The example of a turning point."""
