"""Sinomilia: foretell how many chips will lie on the table, and mislead the other.

The rules are in `rules`, positions in `state`, happenings in `events`, computers in `computers`.
"""

from .ends import FULL_TABLE
from .events import (
    Changed,
    ChipLaid,
    Item,
    Laid,
    MatchEnded,
    Paid,
    Passed,
    Predicted,
    RoundBegan,
    RoundEnded,
    RoundWon,
    Tossed,
    Turned,
)
from .rules import GAME, Call, Change, Chip, Lay, Move, Pass, Sinomilia
from .state import CARDS, SinomiliaOptions, State, View
