"""Example pictures of Schwimmen."""

from bot.drawing import lobby, podium
from bot.drawing.picture import Picture, Who
from bot.drawing.samples import ANA, ANASTASIA, BEN, CHIE, GEONU, JORG, LONG, MIKA, XIAOMING
from games.cards import Hand as Cards
from games.cards import parse_card

from .drawing import pictures
from .drawing.film import Opened
from .drawing.moment import Choice, Showdown, Turn


def _cards(text: str) -> Cards:
    return tuple(map(parse_card, text.split()))


_SEATS = (
    pictures.Seat(ANA, 3, 3),
    pictures.Seat(BEN, 1, 3),
    pictures.Seat(CHIE, 2, 3, closed=True),
    pictures.Seat(JORG, 0, 3, acts=True),
)

_MORE = (
    pictures.Seat(ANASTASIA, 3, 3),
    pictures.Seat(GEONU, 2, 3),
    pictures.Seat(MIKA, 0, 3, out=True),
    pictures.Seat(XIAOMING, 1, 3),
)

_SWAP = pictures.Swap(CHIE, _cards("7S"), _cards("KH"))


_REVEAL = pictures.End(
    (
        pictures.Open(pictures.Seat(ANA, 3, 3), _cards("7S 8S 9S")),
        pictures.Open(pictures.Seat(JORG, 0, 3), _cards("AD 8D QC")),
        pictures.Open(pictures.Seat(CHIE, 2, 3), _cards("AH 7H KC")),
        pictures.Open(pictures.Seat(BEN, 0, 3), _cards("KD 7D 9S"), lost=True),
    )
)
SAMPLES: dict[str, Picture] = {
    "lobby": lobby.Lobby(
        "schwimmen",
        (
            lobby.Seat(ANA, host=True),
            lobby.Seat(Who(1, "千恵")),
            lobby.Seat(Who(2, "Jörg"), kept=True),
        ),
        2,
        8,
    ),
    "end": podium.Podium(
        "schwimmen",
        (
            podium.Place(Who(3, "Ben"), 1, 9),
            podium.Place(Who(1, "千恵"), 2, 8),
            podium.Place(ANA, 2, 8),
            podium.Place(Who(2, "Jörg"), 4, 6),
        ),
    ),
    "table": pictures.Table(_cards("QH 7S TS"), 14, _SEATS, _SWAP),
    "table-8": pictures.Table(_cards("QH 7S TS"), 5, _SEATS + _MORE, _SWAP),
    "table-all": pictures.Table(
        _cards("QD 7C TC"), 14, _SEATS, pictures.Swap(ANA, _cards("QD 7C TC"), _cards("KH AH 8D"))
    ),
    "table-dark": pictures.Table((), 20, _SEATS[:2]),
    "table-long": pictures.Table(
        _cards("QH 7S TS"),
        20,
        (
            pictures.Seat(LONG, 5, 5, closed=True),
            pictures.Seat(ANASTASIA, 4, 5),
            pictures.Seat(BEN, 0, 5, acts=True),
        ),
        pictures.Swap(LONG, _cards("7S"), _cards("KH")),
    ),
    "hand": pictures.Hand(_cards("AH 9H KC"), 2, 3, _cards("QH 7S TS"), 14, _cards("7S")),
    "hand-three": pictures.Hand(_cards("TD TH TC"), 0, 5, _cards("QD 7D JC"), 8),
    "choice": Choice(
        _cards("QH 7S TS"),
        _cards("AH 9H KC"),
        Turn(_cards("9H"), _cards("TS"), _cards("AH TS KC")),
        Turn(_cards("KC"), _cards("QH"), _cards("AH QH 9H"), close=True),
    ),
    "choice-pass": Choice(
        _cards("QD 7D JC"),
        _cards("TD TH TC"),
        Turn((), (), _cards("TD TH TC")),
        Turn(_cards("TD TH TC"), _cards("QD 7D JC"), _cards("QD 7D JC")),
    ),
    "reveal": _REVEAL,
    "reveal-8": pictures.End(
        (
            pictures.Open(pictures.Seat(ANA, 3, 3), _cards("AS KS TS")),
            pictures.Open(pictures.Seat(MIKA, 2, 3), _cards("QD QH QC")),
            pictures.Open(pictures.Seat(CHIE, 2, 3), _cards("AH 7H KC")),
            pictures.Open(pictures.Seat(ANASTASIA, 1, 3), _cards("AD 8D JC")),
            pictures.Open(pictures.Seat(GEONU, 1, 3), _cards("TH 8H 9C")),
            pictures.Open(pictures.Seat(XIAOMING, 1, 3), _cards("AC 7S 9D"), lost=True),
            pictures.Open(pictures.Seat(BEN, 0, 3), _cards("KD 7C 9S"), lost=True),
            pictures.Open(pictures.Seat(JORG, 0, 3, out=True), _cards("JD 8S 9H"), lost=True),
        )
    ),
}

FILM = Opened(_REVEAL)
"""The example of a film."""

TURNING = Showdown(tuple(map(parse_card, ("AH", "9H", "KD"))), 6, 9, lost=True, out=True)
"""The example of a turning point."""
