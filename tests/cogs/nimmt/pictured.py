"""Facts on the pictures of 6 nimmt! for the generic tests: SAYS, and the fullest ones."""

from bot.drawing.picture import Picture
from cogs.nimmt.drawing.pictures import Hand, Played, Table, Trick
from games.nimmt import NimmtOptions, Took
from games.nimmt.cards import JOKERS, NUMBERS
from games.position import Position, wandered
from tests.pictures import TEN, Said

_JOKERS = NimmtOptions(jokers=True, deck="full")
SAYS = [
    Said(
        wandered("nimmt", 10, 2, 60),
        "Row 2: 73 (new, Ana took the row), 74 (new, Zoë), 85 (new, Jörg), 4 bulls|Row 3 is full",
    ),
    Said(wandered("nimmt", 4, 1, 136), "Your hand: 21, 25|Row 3: 1 of 5 cards, the last is 77", 0),
    Said(wandered("nimmt", 3, 1, 16), "Your 23 waits for a row|hand: 27, 36|1: 3 of 5 cards", 0),
    Said(
        Position("nimmt", 3, 5, until=(Took,)),
        "Ben: 18 takes row 4, 1 bull|Chie: 102 to row 3|Ana takes row 3: 68, 71, 73, 79, 82",
        held=True,
    ),
    Said(wandered("nimmt", 4, 1, 135), "Ben: 13, still to be placed|Row 1: 4 of 5 cards"),
    Said(Position("nimmt", 3, 6, options=_JOKERS), "Your hand: 0.9, 6|0.5, 0 bulls", 0),
    Said(wandered("nimmt", 4, 1), "1. Jörg: 41 bulls.|4. Ben: 85 bulls."),
    Said(wandered("nimmt", 4, 1), "rank 2: 57 bulls.|round 1, your 19 took 22, 29, 30, 33", 0),
]
_ROW = (110, 220, 330, 440, 550)
_PLAYED = tuple(Played(TEN[n], NUMBERS[-n - 1], 3, _ROW) for n in range(10))
FULL: list[Picture] = [
    Table((NUMBERS[-5:],) * 4, tuple(Played(TEN[1], card, 0, _ROW) for card in NUMBERS[-5:])),
    Hand(((*_ROW[:-1], 1040),) * 4, (*JOKERS[:1], *NUMBERS[-10:])),
    Trick(_PLAYED),
    Trick(_PLAYED[:5]),
]
