"""For each game, how a computer deals anew what its seat doesn't know."""

from . import bluff_worlds, colorse_worlds, nimmt_worlds, schwimmen_worlds, sinomilia_worlds
from .thinker import Imagine

IMAGINE: dict[str, Imagine] = {
    "bluff": bluff_worlds.imagine,
    "colorse": colorse_worlds.imagine,
    "nimmt": nimmt_worlds.imagine,
    "schwimmen": schwimmen_worlds.imagine,
    "sinomilia": sinomilia_worlds.imagine,
}
