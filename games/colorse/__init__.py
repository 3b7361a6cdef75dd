"""COLORSE: outguess a neighbour for cards, stack six without two of a colour touching.

The rules are in `rules`, positions in `state`, happenings in `events`, computers in `computers`.
"""

from .moves import Move, Paint, Place, Show, Take
from .rules import GAME, Colorse
