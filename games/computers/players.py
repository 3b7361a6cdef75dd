"""Every game's computers, found when they are first asked: their arithmetic takes long to load."""

import importlib
from typing import cast

from .thinker import Thinker

STRENGTHS = ("easy", "normal", "hard")
"""How strong a computer can be."""


def find_player(game: str, strength: str) -> Thinker | None:
    """The computer of that strength; None for a game that has none yet."""
    if strength not in STRENGTHS:
        raise ValueError(f"no strength: {strength}")
    name = f"{__package__}.{game}"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
    return cast(Thinker, getattr(module, strength.upper()))
