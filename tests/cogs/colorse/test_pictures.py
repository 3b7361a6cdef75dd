"""The pictures and films of COLORSE, alone and in running matches."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest

from bot.drawing.colours import CORAL
from bot.drawing.film import seconds
from bot.drawing.picture import Who
from bot.play.names import names_of
from bot.screens import arranging
from bot.screens.look import LOADING
from bot.screens.sight import Sight, pause_of
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from cogs.colorse import drawing as pieces
from cogs.colorse.cards import grid
from cogs.colorse.drawing import THEME
from cogs.colorse.drawing.film import Drop, Falling, Shaken
from cogs.colorse.drawing.pictures import Seat as Sitting
from cogs.colorse.drawing.pictures import Signs, Table, Won
from games.chance import Chance
from games.colorse import GAME
from games.colorse.events import Placed, Revealed, RoundDrawn, RoundWon, Took
from games.colorse.moves import Show
from games.colorse.state import ColorseOptions
from games.core import Seat
from games.record import Record, replay

from ...drawing import Drawing
from ...eyes import DEFICIENT, contrast, differ, shape
from ...games.playing import random_match
from ..beside import T, drawn, match, moments
from ..evening import Patch


def test_hand_shows_all_boxes_once() -> None:
    seen = [0, 0]
    for words, pictured in moments("colorse"):
        view, seat = pictured.view, pictured.seat
        if seat is None or pictured.held or view.outcome is not None:
            continue
        plain, shown = drawn(words).text, drawn(pictured)
        told = shown.files[0].text
        placing = bool(view.held(seat))
        more = arranging.happened(words, T).text
        for at, name in enumerate(names_of(words.stored.players, T)):
            if at != seat:
                box = f"**{name}**", grid(view.boxes[at])
                assert all(part in plain for part in box)
                assert not any(part in shown.text for part in box[1:])
                # A card to be placed hides the others' boxes: *Story* has them.
                assert (f"{name}: Bottom" in told) != placing
                assert all(part in more for part in box) or not placing
        seen[placing] += 1
    assert min(seen) > 2


def test_hand_of_a_winner_stands_while_the_signs_are_shown() -> None:
    drawing, last = match("colorse", 3)
    stood = 0
    for ply in range(1, last):
        if any(isinstance(event, Revealed) for event in drawing.steps[ply].events):
            for seat in drawing.game.to_act(drawing.steps[ply].state):
                shown = drawing.at(ply, held=True).sight(seat)
                before = drawing.at(ply - 1).sight(seat)
                if shown.view.boxes != before.view.boxes or seat not in before.to_act:
                    continue
                assert isinstance(shown.picture_below(T), Signs)
                assert shown.picture(T) == before.picture(T)
                stood += 1
    assert stood > 3


def test_film_names_all_cards_in_their_order() -> None:
    none = (None,) * 6
    ana, ben = Sitting(Who(0, "Ana"), none), Sitting(Who(1, "Ben"), none)
    before = Table((ana._replace(held=("Y", "B")), ben), ("R", "G", "RG"))
    gone = (3, "B"), (1, "BY")
    still = Table((ana._replace(gone=gone), ben), before.market)
    told = Falling(still, before, (Drop(0, "Y", 2), Drop(0, "B", 3, gone))).alt(tongue("en-US"))
    assert told.startswith("Ana: Y stays. Ana: B, BY vanished. Ana: Bottom:")


@pytest.mark.parametrize("kind", ["typical", *DEFICIENT])
def test_letters_stand_out_for_all_eyes(kind: str) -> None:
    assert contrast(CORAL, THEME.well, kind) >= 4.5
    for letter in "RGBY":
        assert contrast(pieces.LETTER[letter], pieces.GROUND[letter], kind) >= 4


@pytest.mark.parametrize(("one", "other"), list(combinations("RGBY", 2)))
def test_cards_differ_without_any_colour(one: str, other: str) -> None:
    assert differ(shape(pieces.card(one, 84)), shape(pieces.card(other, 84))) > 0.08


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


def test_duel_that_ends_a_round_without_a_placing_is_shaken(monkeypatch: Patch) -> None:
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
