"""The titles of Bluff."""

from bot.play.titles import Log
from cogs.bluff.titles import TITLES
from games.bluff import GAME, Bid, Bidden, BluffOptions, State
from games.chance import Chance
from games.core import Outcome, Seat, Step

HONEST, LAST = (title.earned for title in TITLES.own)
FIRST, SECOND = Seat(0), Seat(1)


def state(left: tuple[int, int] = (2, 2)) -> State:
    """Return a position with two threes under the first cup, and a wild under the second."""
    dealt: State = GAME.deal(2, BluffOptions(), Chance(b"seed", 0)).state
    return dealt._replace(left=left, hidden=((3, 3), (1, 6)), shown=((), ()))


def log(*bids: tuple[Seat, Bid], left: tuple[int, int] = (2, 0)) -> Log:
    steps = [Step(state(), (Bidden(seat=seat, bid=bid),)) for seat, bid in bids]
    return Log((*steps, Step(state(left), ())), Outcome((1, 2), (2, -1)))


def test_honest_winner_made_no_false_bid() -> None:
    true, false = Bid(3, 3), Bid(4, 3)
    assert HONEST(log((FIRST, true), (SECOND, false))) == (FIRST,)
    assert HONEST(log((FIRST, true), (FIRST, false))) == ()
    assert HONEST(log((SECOND, true))) == (), "a winner without a bid"


def test_last_die_wins_a_match_of_several() -> None:
    assert LAST(log(left=(1, 0))) == (FIRST,)
    assert LAST(log(left=(2, 0))) == ()
