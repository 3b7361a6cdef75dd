"""6 nimmt!: avoid taking bulls.

The rules are in `rules`, positions in `state`, happenings in `events`, computers in `computers`.
"""

from .cards import FULL, ROWS, bulls, card_text, end_text, is_joker, row_bulls, row_end
from .events import Chose, MustTakeRow, Placed, Revealed, RoundBegan, RoundEnded, Sealed, Took
from .rules import GAME, Choose, Move, Nimmt, TakeRow, fitting
from .state import HAND, NimmtOptions, State, View
