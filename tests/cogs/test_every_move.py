"""Every move the rules allow can be clicked, and no other is offered: by any hand, in any game."""

import random
from dataclasses import replace

import pytest

from bot.screens import frames
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from games import GAMES
from games.core import Seat

from ..drawing import controls, stored_of
from ..games.hands import FEW
from ..games.playing import Playthrough, random_match

T = tongue("en-US")
_MOMENTS = 8


def within_reach(match: Playthrough, seat: Seat, ply: int) -> set[str]:
    """Return the moves reachable by clicks, through all half choices."""
    stored = replace(stored_of(match.record), phase="live")
    sight = Sight.at(stored, looks()[match.game.key], match.steps[: ply + 1], seat)
    moves, known, waiting = set(), {""}, [""]
    while waiting:
        hand = frames.hand(replace(sight, picked=waiting.pop()), T)
        for at, _ in controls(hand.components):
            if at.kind == "move":
                moves.add(at.text)
            elif at.kind == "pick" and at.text not in known:
                known.add(at.text)
                waiting.append(at.text)
    return moves


@pytest.mark.parametrize(
    ("key", "seats"),
    [(key, n) for key, game in GAMES.items() for n in sorted({game.seats[0], game.seats[-1]})],
)
def test_every_legal_move_is_some_clicks_away_and_no_other(key: str, seats: int) -> None:
    game, look, rng = GAMES[key], looks()[key], random.Random(key)
    played = random_match(key, seats, FEW[key], 1)
    plies = range(len(played.steps) - 1)
    for ply in sorted({0, 1, *rng.sample(plies, min(_MOMENTS, len(plies)))}):
        state = played.steps[ply].state
        for seat in map(Seat, range(seats)):
            legal = {game.move_text(move) for move in game.legal_moves(state, seat)}
            reached = within_reach(played, seat, ply)
            assert reached <= legal, (ply, seat)
            # One of several equal moves is enough.
            view = game.view(state, seat)
            words = {look.label(view, text, T) for text in reached}
            assert all(look.label(view, text, T) in words for text in legal), (ply, seat)
