"""Bluff, also liar's dice: guess what lies under all the cups.

The rules are in `rules`, positions in `state`, happenings in `events`, computers in `computers`.
"""

from .events import (
    Bidden,
    Challenged,
    CupsLifted,
    Lost,
    MatchEnded,
    Rerolled,
    Rolled,
    RoundBegan,
    Showed,
)
from .rules import GAME, Bluff, Challenge, Move, Show
from .state import (
    WILD,
    Bid,
    BluffOptions,
    Dice,
    Face,
    State,
    View,
    face_text,
    higher_bids,
    matching,
)
