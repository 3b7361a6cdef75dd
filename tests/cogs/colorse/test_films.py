"""The films of COLORSE: the card that ends a round, and the duels of others."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from bot.drawing.film import seconds
from bot.screens.look import LOADING
from bot.screens.sight import Sight, pause_of
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from cogs.colorse.drawing.film import Falling, Shaken
from cogs.colorse.drawing.pictures import Won
from games.chance import Chance
from games.colorse import GAME
from games.colorse.events import Placed, Revealed, RoundDrawn, RoundWon, Took
from games.colorse.moves import Show
from games.colorse.state import ColorseOptions
from games.core import Seat
from games.record import Record, replay

from ...drawing import Drawing
from ...games.playing import random_match

T = tongue("en-US")


def plies(seats: int, kind: type, seed: int) -> Iterator[tuple[Drawing, int]]:
    """Yield the plies of a random match with an event of that type."""
    record = random_match("colorse", seats, ColorseOptions(rounds=2), seed).record
    drawing = Drawing(looks(), record, replay(record))
    for ply, step in enumerate(drawing.steps):
        if any(isinstance(event, kind) for event in step.events):
            yield drawing, ply


def sight(drawing: Drawing, ply: int, reader: Seat | None = None) -> Sight:
    """Return the sight of a reader of films while a reveal is held."""
    return replace(drawing.at(ply, held=True).sight(reader), moving=True)


def holds(shown: Sight, *readers: Seat | None) -> tuple[float, ...]:
    """Return the lengths of the reveal's films if these readers get films."""
    stored = replace(shown.stored, phase="live")
    return pause_of(shown.look, stored, shown.view, shown.story, frozenset(readers)).films


def test_all_cards_that_one_move_places_fall_in_order() -> None:
    """After Do against Do, both seats' cards are placed at once."""
    many = ends = 0
    for seats, seed in ((3, 5), (4, 5), (4, 6)):
        for drawing, ply in plies(seats, Placed, seed):
            told, shown = drawing.steps[ply].events, sight(drawing, ply)
            placed = [event for event in told if isinstance(event, Placed)]
            film = shown.film(T)
            assert isinstance(film, Falling)
            fallen = [(drop.seat, drop.card, drop.cell, drop.gone) for drop in film.drops]
            assert fallen == [(e.seat, e.card, e.cell, e.vanished) for e in placed]
            before, after = (drawing.at(at).sight(None).view for at in (ply - 1, ply))
            boxes = [list(seat.box) for seat in film.before.seats]
            assert boxes == [list(box) for box in before.boxes]
            assert [seat.wins for seat in film.before.seats] == list(before.wins)
            for drop in film.drops:
                assert boxes[drop.seat][drop.cell] is None
                boxes[drop.seat][drop.cell] = drop.card
                for cell, _ in drop.gone:
                    boxes[drop.seat][cell] = None
            if any(isinstance(event, RoundWon | RoundDrawn) for event in told):
                ends += 1
                assert isinstance(film.still, Won)
                assert film.still == replace(shown, moving=False).look.picture(shown._peopled(T))
                assert holds(shown, None)[0] == seconds(film) + LOADING
                if not any(isinstance(event, Took) for event in told) and len(placed) == 1:
                    assert film.before.market == before.market
                    held = [[one.card for one in before.held(Seat(seat))] for seat in range(seats)]
                    (drop,) = film.drops
                    held[drop.seat].sort(key=lambda card: card[0] != drop.card[0])
                    held[drop.seat][0] = drop.card
                    assert [[*seat.held] for seat in film.before.seats] == held
            else:
                many += len(placed) > 1
                assert boxes == [list(box) for box in after.boxes]
            assert len([*film.frames()]) >= 3 * len(placed) + 2
    assert many > 5
    assert ends > 5


def test_duel_that_ends_a_round_without_a_placing_is_shaken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The hundredth duel may end by its third tie.
    monkeypatch.setattr("games.colorse.rounds.DUELS", 1)
    options, ends = ColorseOptions(rounds=2), set[type]()
    for seats, secret in product((3, 4), (b"1" * 32, b"2" * 32, b"3" * 32)):
        record = Record("colorse", GAME.version, options, seats, secret, ("7",) * seats)
        state, moves = GAME.deal(seats, options, Chance(record.seed, 0)).state, []
        while state.round == 1:
            seat = min(GAME.to_act(state))
            move = Show("rau") if state.duel else GAME.legal_moves(state, seat)[0]
            moves.append((seat, GAME.move_text(move)))
            state = GAME.play(state, seat, move, Chance(record.seed, len(moves))).state
        record = replace(record, moves=tuple(moves))
        drawing = Drawing(looks(), record, replay(record))
        told = [e for e in drawing.steps[-1].events if isinstance(e, RoundWon | RoundDrawn)]
        ends.add(type(told[0]))
        before = drawing.at(len(moves) - 1).sight(None).view
        for reader in (None, *map(Seat, range(seats))):
            film = sight(drawing, len(moves), reader).film(T)
            assert isinstance(film, Shaken)
            assert film.still.market == before.market
    assert RoundDrawn in ends


def test_only_own_duels_are_shaken_after_the_first_round() -> None:
    seen = set()
    for drawing, ply in plies(4, Revealed, 5):
        (duel,) = (e for e in drawing.steps[ply].events if isinstance(e, Revealed))
        if any(isinstance(event, RoundWon | RoundDrawn) for event in drawing.steps[ply].events):
            continue
        full, lengths = 0.0, dict[Seat | None, float]()
        for reader in (duel.parent, duel.child, None, *map(Seat, range(4))):
            shown = sight(drawing, ply, reader)
            film = shown.film(T)
            assert isinstance(film, Shaken)
            own, first = reader in (duel.parent, duel.child), shown.view.round == 1
            assert film.brief is not (own or first)
            lengths[reader] = seconds(film) + LOADING
            full = lengths[duel.parent]
            assert lengths[reader] == full or not (own or first)
            assert holds(sight(drawing, ply), reader) == (lengths[reader],)
            assert holds(sight(drawing, ply), reader, duel.child) == (full,)
            seen.add((first, own, lengths[reader] < full))
    assert seen == {(True, True, False), (True, False, False), (False, True, False)} | {
        (False, False, True)
    }
