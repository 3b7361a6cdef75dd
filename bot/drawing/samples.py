"""Example positions: all there is to draw; `make palettes` has the palettes from their colours."""

from games.bluff.state import WILD, Bid
from games.cards import Hand as Cards
from games.cards import parse_card
from games.sinomilia.state import Face

from . import bluff, colorse, nimmt, schwimmen, sinomilia
from .picture import Picture, Who
from .samples_around import AROUND

ANA, BEN, JORG, CHIE = Who(0, "Ana"), Who(1, "Ben"), Who(2, "Jörg"), Who(3, "千恵")
MIKA, ANASTASIA, GEONU = Who(4, "Mika"), Who(5, "Anastasia"), Who(6, "건우")
LONG = Who(0, "Maximiliane-Theodora von Zabern")
LEA, XIAOMING, ZOE = Who(7, "Lea"), Who(8, "小明"), Who(9, "Zoë")


def _row(*cards: int) -> tuple[nimmt.Laid, ...]:
    return tuple(nimmt.Laid(10 * card) for card in cards)


_NIMMT: dict[str, Picture] = {
    "nimmt-table": nimmt.Table(
        (
            (*_row(3), nimmt.Laid(80, JORG, took=True)),
            (*_row(12, 22, 31), nimmt.Laid(370, BEN)),
            (*_row(41, 43, 49, 50), nimmt.Laid(550, CHIE)),
            (*_row(66), nimmt.Laid(810, ANA)),
        )
    ),
    "nimmt-hand": nimmt.Hand(
        (nimmt.End(170, 1, 1), nimmt.End(220, 1, 5), nimmt.End(550, 1, 7), nimmt.End(810, 1, 1)),
        (4, 50, 200, 330, 380, 470, 600, 730, 850, 900, 1040),
        choice=600,
    ),
    "nimmt-hand-late": nimmt.Hand(
        (nimmt.End(80, 2, 2), nimmt.End(370, 4, 8), nimmt.End(550, 5, 13), nimmt.End(810, 2, 6)),
        (50, 230, 600, 730, 1040),
        choice=600,
    ),
    "nimmt-hand-due": nimmt.Hand(
        (nimmt.End(80, 2, 2), nimmt.End(370, 4, 8), nimmt.End(550, 5, 13), nimmt.End(810, 2, 6)),
        (230, 600, 730, 1040),
        due=50,
    ),
    "nimmt-reveal": nimmt.Trick(
        (
            nimmt.Played(JORG, 60, 0, 2),
            nimmt.Played(BEN, 230, 0),
            nimmt.Played(MIKA, 380, 1),
            nimmt.Played(CHIE, 730, 2, 13),
            nimmt.Played(ANA, 880, 3),
        ),
        nimmt.Taken(CHIE, 2, (410, 430, 490, 500, 550)),
    ),
    "nimmt-reveal-due": nimmt.Trick(
        (nimmt.Played(JORG, 60), nimmt.Played(BEN, 230), nimmt.Played(ANASTASIA, 550)),
        rows=(
            nimmt.End(80, 2, 2),
            nimmt.End(370, 4, 8),
            nimmt.End(550, 5, 13),
            nimmt.End(810, 2, 6),
        ),
        due=True,
    ),
    "nimmt-reveal-10": nimmt.Trick(
        (
            nimmt.Played(MIKA, 4, 3),
            nimmt.Played(JORG, 60, 0, 2),
            nimmt.Played(BEN, 230, 0),
            nimmt.Played(ANASTASIA, 380, 1),
            nimmt.Played(GEONU, 440, 1, 9),
            nimmt.Played(LEA, 570, 2, 13),
            nimmt.Played(XIAOMING, 600, 2),
            nimmt.Played(CHIE, 730, 2),
            nimmt.Played(ANA, 880, 3),
            nimmt.Played(ZOE, 1040, 3),
        ),
    ),
}

_FIVE_THREES = Bid(5, 3)
_BLUFF: dict[str, Picture] = {
    "bluff-table": bluff.Table(
        (
            bluff.Seat(ANA, 3),
            bluff.Seat(BEN, 2, (3, WILD), 2),
            bluff.Seat(CHIE, 5, acts=True),
            bluff.Seat(JORG, 1),
        ),
        ((3, Bid(2, 3)), (0, Bid(3, 3)), (0, Bid(2, WILD)), (1, _FIVE_THREES)),
    ),
    "bluff-table-6": bluff.Table(
        (
            bluff.Seat(ANA, 3),
            bluff.Seat(BEN, 2, (3, WILD), 2),
            bluff.Seat(ANASTASIA, 5, acts=True),
            bluff.Seat(CHIE, 4),
            bluff.Seat(MIKA, 0),
            bluff.Seat(JORG, 1),
        ),
        ((3, Bid(3, 3)), (0, Bid(2, WILD)), (1, _FIVE_THREES)),
    ),
    "bluff-table-first": bluff.Table((bluff.Seat(ANA, 6, acts=True), bluff.Seat(CHIE, 6))),
    "bluff-hand": bluff.Hand(
        (2, 3, 3, 5, WILD), (), 13, _FIVE_THREES, bluff.Seat(BEN, 2, (3, WILD))
    ),
    "bluff-hand-open": bluff.Hand((1, 4), (3, 3, 5, WILD), 30, Bid(12, 4), bluff.Seat(LEA, 6)),
    "bluff-reveal": bluff.Count(
        BEN,
        _FIVE_THREES,
        ((ANA, (1, 3, 4)), (BEN, (3, WILD, 2, 3)), (JORG, (5,)), (CHIE, (1, 3, 4, WILD, WILD))),
        ((CHIE, 2),),
    ),
    "bluff-reveal-equal": bluff.Count(
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


def _cards(text: str) -> Cards:
    return tuple(map(parse_card, text.split()))


_SEATS = (
    schwimmen.Seat(ANA, 3, 3),
    schwimmen.Seat(BEN, 1, 3),
    schwimmen.Seat(CHIE, 2, 3, closed=True),
    schwimmen.Seat(JORG, 0, 3, acts=True),
)
_MORE = (
    schwimmen.Seat(ANASTASIA, 3, 3),
    schwimmen.Seat(GEONU, 2, 3),
    schwimmen.Seat(MIKA, 0, 3, out=True),
    schwimmen.Seat(XIAOMING, 1, 3),
)
_SWAP = schwimmen.Swap(CHIE, _cards("7S"), _cards("KH"))
_SCHWIMMEN: dict[str, Picture] = {
    "schwimmen-table": schwimmen.Table(_cards("QH 7S TS"), 14, _SEATS, _SWAP),
    "schwimmen-table-8": schwimmen.Table(_cards("QH 7S TS"), 5, _SEATS + _MORE, _SWAP),
    "schwimmen-table-all": schwimmen.Table(
        _cards("QD 7C TC"), 14, _SEATS, schwimmen.Swap(ANA, _cards("QD 7C TC"), _cards("KH AH 8D"))
    ),
    "schwimmen-table-dark": schwimmen.Table((), 20, _SEATS[:2]),
    "schwimmen-table-long": schwimmen.Table(
        _cards("QH 7S TS"),
        20,
        (
            schwimmen.Seat(LONG, 5, 5, closed=True),
            schwimmen.Seat(ANASTASIA, 4, 5),
            schwimmen.Seat(BEN, 0, 5, acts=True),
        ),
        schwimmen.Swap(LONG, _cards("7S"), _cards("KH")),
    ),
    "schwimmen-hand": schwimmen.Hand(
        _cards("AH 9H KC"), 2, 3, _cards("QH 7S TS"), 14, _cards("7S")
    ),
    "schwimmen-hand-three": schwimmen.Hand(_cards("TD TH TC"), 0, 5, _cards("QD 7D JC"), 8),
    "schwimmen-reveal": schwimmen.End(
        (
            schwimmen.Open(schwimmen.Seat(ANA, 3, 3), _cards("7S 8S 9S")),
            schwimmen.Open(schwimmen.Seat(JORG, 0, 3), _cards("AD 8D QC")),
            schwimmen.Open(schwimmen.Seat(CHIE, 2, 3), _cards("AH 7H KC")),
            schwimmen.Open(schwimmen.Seat(BEN, 0, 3), _cards("KD 7D 9S"), lost=True),
        )
    ),
    "schwimmen-reveal-8": schwimmen.End(
        (
            schwimmen.Open(schwimmen.Seat(ANA, 3, 3), _cards("AS KS TS")),
            schwimmen.Open(schwimmen.Seat(MIKA, 2, 3), _cards("QD QH QC")),
            schwimmen.Open(schwimmen.Seat(CHIE, 2, 3), _cards("AH 7H KC")),
            schwimmen.Open(schwimmen.Seat(ANASTASIA, 1, 3), _cards("AD 8D JC")),
            schwimmen.Open(schwimmen.Seat(GEONU, 1, 3), _cards("TH 8H 9C")),
            schwimmen.Open(schwimmen.Seat(XIAOMING, 1, 3), _cards("AC 7S 9D"), lost=True),
            schwimmen.Open(schwimmen.Seat(BEN, 0, 3), _cards("KD 7C 9S"), lost=True),
            schwimmen.Open(schwimmen.Seat(JORG, 0, 3, out=True), _cards("JD 8S 9H"), lost=True),
        )
    ),
}

_FACES: tuple[Face, ...] = ("sun", "moon", "sun", "moon", "moon")
_SIX: tuple[Face, ...] = (*_FACES, "sun")
_BELOW = sinomilia.Seat(ANA, 11, (0, 4, 7), laid=True, starts=True, acts=True)
_ABOVE = sinomilia.Seat(CHIE, 14, (2, 3, 6), changed=True, laid=True)
_SINOMILIA: dict[str, Picture] = {
    "sinomilia-table": sinomilia.Table((_BELOW, _ABOVE), _FACES, new=True),
    "sinomilia-table-first": sinomilia.Table(
        (sinomilia.Seat(ANASTASIA, 15, acts=True), sinomilia.Seat(GEONU, 15, acts=True, new=True)),
        (),
    ),
    "sinomilia-hand": sinomilia.Hand(_BELOW, _ABOVE, _FACES, 5, new=True),
    "sinomilia-hand-nine": sinomilia.Hand(_BELOW, _ABOVE, _FACES, 9),
    "sinomilia-reveal": sinomilia.Reveal(
        (sinomilia.Turned(ANA, 5, 10, 21), sinomilia.Turned(CHIE, 8, 14, 9)),
        _SIX,
        0,
        (("moons", 3), ("win", 2), ("table", 6)),
    ),
    "sinomilia-reveal-first": sinomilia.Reveal(
        (sinomilia.Turned(ANA, 5, 10, 10), sinomilia.Turned(CHIE, None, 14, 14)), _SIX
    ),
    "sinomilia-reveal-none": sinomilia.Reveal(
        (sinomilia.Turned(LONG, 4, 0, 12), sinomilia.Turned(ANASTASIA, 5, 14, 8)),
        _FACES[:4],
        0,
        (("none", 6), ("win", 2), ("table", 4)),
    ),
    "sinomilia-reveal-same": sinomilia.Reveal(
        (sinomilia.Turned(ANASTASIA, 6, 1, 1), sinomilia.Turned(CHIE, 6, 14, 29)),
        _SIX,
        1,
        (("one", 4), ("moons", 3), ("win", 2), ("table", 6)),
    ),
}

_ANA_BOX = ("R", "G", "B", "Y", None, None)
_BEN_BOX = ("G", "BY", "R", None, None, None)
_MARKET = ("RG", "Y", "##")
_OTHERS = (
    colorse.Seat(BEN, _BEN_BOX, 1, duels=True),
    colorse.Seat(ANASTASIA, ("R", None, "B", "Y", None, None), 2, gone=((4, "RG"), (1, "G"))),
    colorse.Seat(JORG, ("B", "R", None, None, None, None), 0, ("G", "##"), new=1),
)
_COLORSE: dict[str, Picture] = {
    "colorse-table": colorse.Table(
        (
            colorse.Seat(ANA, _ANA_BOX, duels=True),
            colorse.Seat(BEN, _BEN_BOX, duels=True),
            colorse.Seat(CHIE, ("##", "Y", "S:R", "B", None, None), 1, new=3),
            colorse.Seat(JORG, ("B", "R", None, None, None, None)),
        ),
        _MARKET,
        0,
        1,
    ),
    "colorse-table-gone": colorse.Table(
        (
            colorse.Seat(ANASTASIA, ("R", None, "B", "Y", None, None), gone=((4, "RG"), (1, "G"))),
            colorse.Seat(BEN, _BEN_BOX, 1, ("S", "##")),
            colorse.Seat(CHIE, ("S:Y", "B", "RG", "B", "Y", None), 2, new=4),
        ),
        ("S", None, "##"),
        2,
        0,
    ),
    "colorse-hand": colorse.Hand(
        colorse.Seat(ANA, _ANA_BOX, 1, ("RG",)), ("B", "Y", "##"), others=_OTHERS
    ),
    "colorse-hand-sign": colorse.Hand(
        colorse.Seat(CHIE, ("##", "Y", "S:R", "B", None, None), duels=True),
        _MARKET,
        under="GB",
        sign="rau",
        others=_OTHERS,
    ),
    "colorse-hand-duel": colorse.Hand(
        colorse.Seat(ANASTASIA, _ANA_BOX, 2, duels=True),
        ("S", None, "##"),
        others=(
            colorse.Seat(GEONU, ("##", "Y", "S:R", "B", "RG", None), 1, duels=True),
            colorse.Seat(MIKA, _BEN_BOX, 0, ("R", "##")),
        ),
    ),
    "colorse-reveal": colorse.Signs(
        (ANA, "do"), (BEN, "zof"), 1, (colorse.Gain(BEN, 2, _BEN_BOX),), _MARKET
    ),
    "colorse-reveal-tie": colorse.Signs(
        (ANASTASIA, "zof"),
        (CHIE, "zof"),
        None,
        (
            colorse.Gain(ANASTASIA, -1, _BEN_BOX),
            colorse.Gain(CHIE, -1, ("R", None, None, None, None, None)),
            colorse.Gain(MIKA, 1, _ANA_BOX),
        ),
        _MARKET,
    ),
    "colorse-reveal-won": colorse.Won(
        CHIE, ("R", "Y", "S:R", "B", "RG", "Y"), ((ANA, 0), (BEN, 1), (CHIE, 2), (JORG, 0))
    ),
}

SAMPLES: dict[str, Picture] = {
    **_NIMMT,
    **_BLUFF,
    **_SCHWIMMEN,
    **_SINOMILIA,
    **_COLORSE,
    **AROUND,
}
"""By name; the name begins with the game's key."""
FIRST = tuple(SAMPLES[name] for name in sorted(SAMPLES, key=lambda name: "lobby" not in name))
"""Of each game its lobby before anything else: people look at it while the rest is made ready."""
