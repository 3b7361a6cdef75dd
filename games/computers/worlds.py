"""For each game, how a computer deals anew what its seat doesn't know."""

from ..nimmt.computers import worlds
from . import bluff_worlds, colorse_worlds, schwimmen_worlds, sinomilia_worlds
from .thinker import Imagine

IMAGINE: dict[str, Imagine] = {
    "bluff": bluff_worlds.imagine,
    "colorse": colorse_worlds.imagine,
    "nimmt": worlds.imagine,
    "schwimmen": schwimmen_worlds.imagine,
    "sinomilia": sinomilia_worlds.imagine,
}
