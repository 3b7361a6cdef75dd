"""Schwimmen, also 31: don't hold the worst hand, the last swimmer wins.

The rules are in `rules`, positions in `state`, happenings in `events`, computers in `computers`.
"""

from .events import (
    Closed,
    DealBegan,
    DealEnded,
    Dealt,
    Kept,
    LastTurns,
    MatchEnded,
    Passed,
    Renewed,
    Showed,
    Swapped,
    SwappedAll,
    Took,
)
from .rules import GAME, Keep, Move, Pass, Swap, SwapAll, Take, __doc__
from .state import MOST_SPARED, MOST_TURNS, Result, SchwimmenOptions, State, View
