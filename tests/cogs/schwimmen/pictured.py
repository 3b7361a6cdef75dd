"""Facts on the pictures of Schwimmen for the generic tests: SAYS, and the fullest ones."""

from bot.drawing.picture import Picture
from cogs.schwimmen.drawing.pictures import End, Hand, Open, Seat, Swap, Table
from games.cards import PACK
from games.position import Position, wandered
from tests.pictures import TEN, Said

SAYS = [
    Said(
        wandered("schwimmen", 4, 1, 33),
        "Ben gave 10 of diamonds (new) for 8 of hearts|middle: 8 of diamonds, 7 of hearts"
        "|Chie to act|Ana has closed|Chie: 1 life|Stock: 17",
    ),
    Said(wandered("schwimmen", 4, 1, 52), "three cards face down|Jörg swims"),
    Said(wandered("schwimmen", 4, 1, 58), "Chie to act|Ben swims|Jörg is out"),
    Said(
        wandered("schwimmen", 4, 1, 27),
        "A of hearts, 7 of hearts, 10 of diamonds|Worth 18 in hearts|2 lives left"
        "|7 of diamonds (new)|Stock: 17",
        0,
    ),
    Said(Position("schwimmen", 3, 12, "2 keep, 0 KD-QD"), "Worth 30½.|3 lives left", 0),
    Said(wandered("schwimmen", 4, 1, 52), "Swimming", 3),
    Said(
        wandered("schwimmen", 4, 1, 52),
        "Ben: J♥ 8♥ 7♥. Worth 25 in hearts|Jörg loses a life and swims",
        held=True,
    ),
    Said(wandered("schwimmen", 8, 2, 19), "Chie loses a life, 1 is left", held=True),
    Said(wandered("schwimmen", 4, 1), "1. Ben: survived 13 deals.|4. Jörg: survived 9"),
    Said(wandered("schwimmen", 4, 1), "Deal 13 put you out. Worth 10 in clubs", 0),
]
_HANDS = [PACK[3 * n : 3 * n + 3] for n in range(8)]
_OUT = [Seat(TEN[n], 0, 5, out=True) for n in range(8)]
FULL: list[Picture] = [
    Table(_HANDS[0], 29, tuple(_OUT), Swap(TEN[5], _HANDS[0], _HANDS[1])),
    Hand(_HANDS[2], 5, 5, _HANDS[0], 29, _HANDS[0]),
    End(tuple(Open(seat, hand, lost=True) for seat, hand in zip(_OUT, _HANDS, strict=True))),
]
