"""Facts on the pictures of Bluff for the generic tests: SAYS, and the fullest ones."""

from bot.drawing.picture import Picture
from cogs.bluff.drawing.pictures import Count, Hand, Seat, Table
from games.bluff.state import WILD, Bid
from games.position import Position, wandered
from tests.pictures import TEN, Said

SAYS = [
    Said(
        wandered("bluff", 4, 1, 22),
        "Jörg bids 15 × wild|Ana to act|Ana shows 1, 2, 5, 2 hidden|Ben is out"
        "|Bid before: 9 × wild, 13 × wild|15 dice",
    ),
    Said(
        wandered("bluff", 4, 1, 29),
        "cup: 2, wild, wild|You have shown 1, 1|2 of your dice fit|Chie shows 1, 5, 5, wild, 1 hid",
        0,
    ),
    Said(Position("bluff", 3, 14), "cup: 3, 4, 4, 5, wild|No bid yet|15 dice", 0),
    Said(
        wandered("bluff", 4, 1, 10),
        "Ben bid 20 × wild. 1 counted|Ana: 1, 2, 3, 4, 5, +0|wild, +1|Ben loses 5 dice",
        held=True,
    ),
    Said(wandered("bluff", 4, 1), "1. Ana: 1 die left|2. Chie: out in the last round|out 2 rounds"),
    Said(wandered("bluff", 4, 1), "Round 3: 7 × wild bid, 3 counted, you lost 4 dice", 0),
]
_DICE = (WILD,) * 6
_CUPS = tuple(Seat(TEN[seat], 0, _DICE, 6, acts=True) for seat in range(6))
_LOST = tuple((TEN[seat], 1) for seat in range(1, 6))
FULL: list[Picture] = [
    Table(_CUPS, tuple((3, Bid(30 + n, WILD)) for n in range(6))),
    Hand(_DICE, (), 36, Bid(36, WILD), _CUPS[5]),
    Hand((), _DICE, 36, Bid(36, WILD), _CUPS[5]),
    Count(TEN[5], Bid(36, WILD), tuple((TEN[n], _DICE) for n in range(6)), _LOST),
    Count(TEN[5], Bid(30, 1), ((TEN[5], _DICE), (TEN[1], _DICE)), ((TEN[5], 6),)),
]
