"""The films of Sinomilia: the first card, and the verdict with a hold of its own."""

from dataclasses import replace

import pytest

from bot.drawing.film import seconds
from bot.screens.look import LOADING
from bot.screens.sight import Sight, pause_of
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from cogs.sinomilia.drawing.film import Turning
from games.core import Event
from games.sinomilia import GAME, RoundEnded, SinomiliaOptions

from ...drawing import stored_of
from ...games.playing import random_match
from ...games.sinomilia.rounds import round_of, take

PAUSE = 7


@pytest.mark.parametrize("predictions", [(9, 9), (9, 4), (4, 9), (4, 5), (4, 4)])
@pytest.mark.parametrize("turns", ["pass pass", "chip-moon pass", "chip-sun chip-moon pass"])
def test_each_verdict_has_its_own_hold(predictions: tuple[int, int], turns: str) -> None:
    options = SinomiliaOptions(pause=PAUSE)
    stored = replace(stored_of(random_match("sinomilia", 2, options, 1).record), phase="live")
    state, told = round_of((None, None), options=options), list[tuple[int, Event]]()
    for ply in (1, 2, 3):
        # The third round in a row of two 9s ends the match.
        state, events = take(state._replace(laid=predictions), turns)
        told += [(ply, event) for event in events if event.to is None]
        assert sum(isinstance(event, RoundEnded) for event in events) == 1
        view, look = GAME.view(state, None), looks()["sinomilia"]
        sight = Sight(stored, look, view=view, story=tuple(told), held=True, moving=True)
        first, verdict, *_ = sight.films(tongue("en-US"))
        assert isinstance(first, Turning)
        assert isinstance(verdict, Turning)
        assert verdict.open
        assert verdict.still.winner is not None
        holds = pause_of(look, stored, view, tuple(told), frozenset({None})).films
        assert holds[:2] == (PAUSE, seconds(verdict) + LOADING)
