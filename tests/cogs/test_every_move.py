"""Every move the rules allow can be clicked, and no other is offered: by any hand, in any game."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.i18n import tongue
from bot.look import Scene
from bot.ui import Address, screen
from games import GAMES
from games.core import Seat

from ..games.hands import FEW
from ..games.playing import Playthrough, random_match
from .evening import NAMES, components
from .test_replay import looks

T = tongue("en-US")
_MOMENTS = 8


def offered(
    match: Playthrough, seat: Seat, ply: int, story: list[Any], picked: str
) -> Iterator[Address]:
    """What a hand offers with that much picked."""
    game, state, names = match.game, match.steps[ply].state, NAMES[: match.record.seats]
    scene = Scene(
        table=1,
        stage=game.stage(state),
        t=T,
        view=game.view(state, seat),
        story=story,
        names=names,
        mentions=names,
        picked=picked,
    )
    layout: Any = screen(0, *looks()[game.key].hand(scene))
    for part in components(layout.to_components()):
        if part.get("disabled") or "custom_id" not in part:
            continue
        at = Address.parse(part["custom_id"])
        assert at is not None
        for value in [option["value"] for option in part.get("options", [])] or [at.text]:
            yield Address(at.kind, at.table, at.stage, value)


def within_reach(match: Playthrough, seat: Seat, ply: int, story: list[Any]) -> set[str]:
    """The moves found by clicking on, from half choice to half choice."""
    moves, known, waiting = set(), {""}, [""]
    while waiting:
        for at in offered(match, seat, ply, story, waiting.pop()):
            if at.kind == "move":
                moves.add(at.text)
            elif at.text not in known:
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
    story = [
        [(at, e) for at, step in enumerate(played.steps[: ply + 1]) for e in step.events][-120:]
        for ply in range(len(played.steps))
    ]
    plies = range(len(played.steps) - 1)
    for ply in sorted({0, 1, *rng.sample(plies, min(_MOMENTS, len(plies)))}):
        state = played.steps[ply].state
        for seat in map(Seat, range(seats)):
            legal = {game.move_text(move) for move in game.legal_moves(state, seat)}
            told = [(at, e) for at, e in story[ply] if e.to is None or seat in e.to]
            reached = within_reach(played, seat, ply, told)
            assert reached <= legal, (ply, seat)
            # Of two moves that come to the same, one will do.
            view = game.view(state, seat)
            words = {look.label(view, text, T) for text in reached}
            assert all(look.label(view, text, T) in words for text in legal), (ply, seat)
