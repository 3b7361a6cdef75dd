"""Replays drawn from the golden playthroughs: complete, still, and true to whose eyes they are."""

import io
import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from PIL import Image

from bot.drawing.file import File
from bot.drawing.film import Film
from bot.screens.event_pictures import people
from bot.screens.finished import Finished, replayed
from bot.screens.look import Look
from bot.screens.transcript import looks, told
from bot.wire.ui import Address, Attached
from bot.words.errors import TableError
from bot.words.i18n import tongue
from cogs.history.replay import pictures, replay
from cogs.history.replay_page import alternative, draw, shared_step
from cogs.history.steps import timeline
from games import GAMES
from games.chance import Chance
from games.core import Seat, Step
from games.errors import RecordError
from games.record import loads
from playground.limits import V2, check_message
from tests.examples import ALL_AT_ONCE, DUELLING, FOR_TWO, IN_TURN, SWAPPING
from tests.games.golden import PLAYTHROUGHS
from tests.games.hands import OPTIONS, REDEAL
from tests.games.playing import random_match
from tests.games.records import stored
from tests.hidden import found, hidden

from ..evening import NAMES, Patch, components, words
from .past import past, steps

T = tongue("en-US")


def everything(match: Finished, ply: int, eyes: Seat | None) -> list[Any]:
    """Return all that a reader can see of a step, with its film and without."""
    shown = replay(match, looks()[match.record.game], ply, eyes)
    found = pictures(shown, T)
    moving = pictures(shown, T, moving=True)
    texts = [alternative(shown, picture, T) for picture in found]
    files = [Attached(f"{at}.png", b"", text) for at, text in enumerate(texts)]
    screens = [draw(shown, T), draw(shown, T, files)]
    return [[one.components for one in screens], found, moving, texts]


def forgotten(match: Finished, eyes: Seat | None, rng: random.Random) -> Finished:
    """Return the match as these readers know it, with everything else resampled."""
    game, look = match.record.game, looks()[match.record.game]
    steps = [
        Step(
            REDEAL[game](step.state, eyes, rng),
            tuple(e for e in step.events if e.to is None or eyes in e.to),
        )
        for step in match.steps
    ]
    known = [seat == eyes or look.announced(text) for seat, text in match.record.moves]
    sealed = [text for (_, text), kept in zip(match.record.moves, known, strict=True) if not kept]
    moves = tuple(
        (seat, text if kept else rng.choice(sealed))
        for (seat, text), kept in zip(match.record.moves, known, strict=True)
    )
    return Finished(match.table, replace(match.record, moves=moves), steps)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_replay_reveals_nothing_hidden(name: str) -> None:
    match, rng = past(PLAYTHROUGHS[name]), random.Random(name)
    for eyes in (None, *map(Seat, range(match.record.seats))):
        other = forgotten(match, eyes, rng)
        assert steps(other) == steps(match)
        for ply in steps(match):
            assert everything(other, ply, eyes) == everything(match, ply, eyes), (eyes, ply)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_replay_words_contain_nothing_hidden(key: str) -> None:
    for seed, seats in enumerate({GAMES[key].seats[0], GAMES[key].seats[-1]}):
        match = past(random_match(key, seats, OPTIONS[key][0], 40 + seed).record)
        for eyes, ply in product((None, Seat(seats - 1)), steps(match)[:60]):
            secret = hidden(key, match.steps, ply, eyes)
            screens, _, _, texts = everything(match, ply, eyes)
            # The hand of the eyes is as it was before, so the table alone is looked at.
            shown = [*map(words, screens), *texts[:1]]
            assert not found(secret, [{"content": text} for text in shown]), (ply, eyes)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_steps_are_few_and_cover_the_match(name: str) -> None:
    match = past(PLAYTHROUGHS[name])
    found = timeline(match, looks()[match.record.game])
    plies = [ply for step in found.steps for ply in range(step.first, step.ply + 1)]
    assert plies == list(range(len(match.steps)))
    public = [any(event.to is None for event in step.events) for step in match.steps]
    assert len(found.steps) <= sum(public)
    assert sum(found.chapters) == len(found.steps)
    for ply in range(len(match.steps)):
        step = found.steps[found.index(ply)]
        assert step.first <= ply <= step.ply


def test_a_changed_choice_leaves_no_trace_for_others(monkeypatch: Patch) -> None:
    """Not even in the steps of a game that defines none."""
    look, rng = looks()[ALL_AT_ONCE], random.Random(1)
    for name in ("turning", "turns"):
        monkeypatch.setattr(type(look), name, getattr(Look, name))
    match = past(random_match(ALL_AT_ONCE, 4, OPTIONS[ALL_AT_ONCE][0], 1).record)
    silent = [ply for ply, step in enumerate(match.steps) if all(e.to for e in step.events)]
    assert silent
    assert steps(match) == steps(forgotten(match, None, rng))
    assert not set(steps(match)) & set(silent)


def test_a_secret_choice_is_no_step() -> None:
    options = replace(OPTIONS[ALL_AT_ONCE][0], rounds=3, target=200)
    match = past(random_match(ALL_AT_ONCE, 4, options, 1).record)
    found = timeline(match, looks()[ALL_AT_ONCE])
    assert found.chapters == (10, 10, 10)
    assert found.words(looks()[ALL_AT_ONCE], 16, T) == "Round 2, card 7 of 10"
    shown = replay(match, looks()[ALL_AT_ONCE], found.steps[16].ply)
    [picture] = pictures(shown, T)
    assert alternative(shown, picture, T).startswith("Round 2, card 7 of 10: Row 1 ")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_step_shows_its_whole_film(key: str) -> None:
    match = past(random_match(key, GAMES[key].seats[0], OPTIONS[key][0], 5).record)
    look = looks()[key]
    moving = list[Film]()
    for one in [replay(match, look, ply) for ply in steps(match)]:
        still, shown = pictures(one, T), pictures(one, T, moving=True)
        assert shown[1:] == still[1:], "the hand below"
        for table, film in zip(still[:1], shown[:1], strict=True):
            if isinstance(film, Film):
                moving.append(film)
            else:
                assert film == table
    assert bool(moving) == (type(look).film is not Look.film)
    for film in moving[:: max(1, len(moving) // 3)]:
        *_, (_, last) = film.frames()
        assert last.image.tobytes() == film.still.draw().image.tobytes()
        content = File.of(film).content
        assert Image.open(io.BytesIO(content)).size == last.size


@pytest.mark.parametrize("key", [ALL_AT_ONCE, FOR_TWO])
def test_a_film_cut_in_the_match_is_whole_in_its_replay(key: str) -> None:
    match = past(random_match(key, GAMES[key].seats[0], OPTIONS[key][0], 5).record)
    look, longer = looks()[key], 0
    for shown in [replay(match, look, ply) for ply in steps(match)]:
        for film in pictures(shown, T, moving=True)[:1]:
            if not isinstance(film, Film):
                continue
            held = replace(match.sight(look, shown.step.ply, None), held=True, moving=True)
            cut = look.film(replace(held.scene(T), people=people(match.table.players, T)))
            whole, short = (0 if one is None else len(list(one.frames())) for one in (film, cut))
            assert whole >= short
            longer += whole > short > 0
    assert longer


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.costly
def test_records_of_earlier_versions_are_drawn(key: str) -> None:
    for text in stored(key).values():
        match = past(loads(text.partition("\n")[2]))
        for ply, eyes in product(steps(match), (None, Seat(0))):
            shown = replay(match, looks()[key], ply, eyes)
            drawn_first = pictures(shown, T)[:1]
            files = [Attached("1.png", b"", picture.alt(T)) for picture in drawn_first]
            assert f"**{shown.words(T)}**" in draw(shown, T, files).text
            assert bool(files) == (type(looks()[key]).picture is not Look.picture)


@pytest.mark.parametrize(
    ("key", "options"), [(key, options) for key in OPTIONS for options in OPTIONS[key][:2]]
)
@pytest.mark.costly
def test_discord_takes_every_step_and_nothing_in_it_is_live(key: str, options: Any) -> None:
    """The playground refuses what Discord would refuse."""
    seats, rng = GAMES[key].seats[-1], random.Random(key)
    match = past(random_match(key, seats, options, 90).record)
    plies = steps(match)
    for eyes in (None, Seat(0), Seat(seats - 1)):
        for ply in {0, plies[-1], *rng.sample(plies, min(20, len(plies)))}:
            shown = replay(match, looks()[key], ply, eyes)
            files = [
                Attached(f"{at}.png", b"", alternative(shown, picture, T))
                for at, picture in enumerate(pictures(shown, T))
            ]
            for given in (files, []):
                names = {file.name for file in given}
                for screen in (draw(shown, T, given), shared_step(shown, T, given, "<@1>")):
                    check_message({"components": screen.components}, V2, names)
                    live = [c for c in components(screen.components) if not c.get("disabled")]
                    there = [Address.parse(c.get("custom_id") or "") for c in live]
                    kinds = {address.kind for address in there if address is not None}
                    assert kinds <= {"replay", "share"}


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_replay_names_only_moves_all_readers_can_infer(name: str) -> None:
    record = PLAYTHROUGHS[name]
    game, look, match = GAMES[record.game], looks()[record.game], past(record)
    for ply, (seat, text) in enumerate(record.moves, 1):
        label = told(match, look, T, ply, None)
        if label is None:
            continue
        before, chance = match.steps[ply - 1].state, Chance(record.seed, ply)
        heard = _heard(game, match.steps[ply])
        for move in game.legal_moves(before, seat):
            other = game.move_text(move)
            if look.label(match.view(ply - 1, None), other, T) != label:
                assert _heard(game, game.play(before, seat, move, chance)) != heard, (ply, text)


@pytest.mark.parametrize(
    ("key", "open_moves", "sealed_moves"),
    [
        (ALL_AT_ONCE, ["row1", "row4"], ["55", "0.4"]),
        (IN_TURN, ["4x5", "show3*", "challenge"], []),
        (SWAPPING, ["keep", "take", "KH-7S", "TC-AD!", "all", "all!", "pass", "pass!"], []),
        (DUELLING, ["take1", "take3", "R"], ["do", "zof", "rau", "place1", "place2:R"]),
        (FOR_TWO, ["sun", "chip-moon", "pass"], ["7", "change3"]),
    ],
)
def test_open_moves_are_announced_and_sealed_ones_not(
    key: str, open_moves: list[str], sealed_moves: list[str]
) -> None:
    look = looks()[key]
    assert all(map(look.announced, open_moves))
    assert not any(map(look.announced, sealed_moves))


def _heard(game: Any, step: Step[Any]) -> tuple[Any, ...]:
    return game.view(step.state, None), *(e for e in step.events if e.to is None)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_replay_shows_players_their_own_moves(name: str) -> None:
    match = past(PLAYTHROUGHS[name])
    look = looks()[match.record.game]
    for ply, (seat, text) in enumerate(match.record.moves, 1):
        label = look.label(match.view(ply - 1, seat), text, T)
        assert told(match, look, T, ply, seat) == label
    found = timeline(match, look)
    for step in found.steps[1:]:
        seat, text = match.record.moves[step.ply - 1]
        shown = replay(match, look, step.ply, seat)
        label = f"**You**: {told(match, look, T, step.ply, seat)}"
        assert label in draw(shown, T).text
        if pictures(shown, T) and not look.announced(text):
            assert label in draw(shown, T, [Attached("1.png", b"")]).text


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.costly
def test_replay_says_you_to_the_seat_of_its_eyes_alone(key: str) -> None:
    match = past(random_match(key, GAMES[key].seats[0], OPTIONS[key][0], 3).record)
    look, me, other = looks()[key], Seat(0), Seat(1)
    for ply, file in product(steps(match), ([], [Attached("1.png", b"")])):
        theirs = draw(replay(match, look, ply, other, me), T, file).text
        own = draw(replay(match, look, ply, me, me), T, file).text
        assert f"As {NAMES[other]} saw it: “you” is {NAMES[other]}" in theirs
        assert theirs == draw(replay(match, look, ply, other, other), T, file).text.replace(
            "As you saw it", f"As {NAMES[other]} saw it: “you” is {NAMES[other]}"
        )
        assert "As you saw it" in own
        mover = match.record.moves[ply - 1][0] if ply else None
        if mover in (me, other) and not file:
            assert f"**You**: {told(match, look, T, ply, mover)}" in (own, theirs)[mover]
            assert "**You**: " not in (theirs, own)[mover]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_list_of_a_long_match_has_its_end_and_all_eyes(key: str) -> None:
    """A list of Discord has 25 options."""
    seats = GAMES[key].seats[-1]
    for options in OPTIONS[key]:
        match = past(random_match(key, seats, options, 3).record)
        shown = components(draw(replay(match, looks()[key], 0), T).components)
        [listed] = [part["options"] for part in shown if part["type"] == 3]
        values = [option["value"] for option in listed]
        assert len(values) <= 25
        assert {"s", *map(str, range(seats))} <= {*values}
        many = len(timeline(match, looks()[key]).chapters) > 1
        assert (f"s/{len(match.steps) - 1}" in values) == many


def test_chapters_are_selected_where_there_are_many() -> None:
    match = past(random_match(SWAPPING, 4, OPTIONS[SWAPPING][0], 3).record)
    look = looks()[SWAPPING]
    found = timeline(match, look)
    plies = {found.steps[first].ply for first in found.firsts} | {len(match.steps) - 1}
    shown = components(draw(replay(match, look, 0), T).components)
    [options] = [part["options"] for part in shown if part["type"] == 3]
    values = [option["value"].partition("/")[2] for option in options]
    assert {int(value) for value in values if value} == plies


def test_a_ply_within_a_step_shows_that_step() -> None:
    """A review names the ply of a secret choice."""
    match = past(PLAYTHROUGHS[f"{ALL_AT_ONCE}/golden/two_seats.txt"])
    first, second = steps(match)[:2]
    for ply in range(first + 1, second + 1):
        assert replay(match, looks()[ALL_AT_ONCE], ply).step.ply == second


def test_bar_marks_the_costs_of_the_reader() -> None:
    options = replace(OPTIONS[ALL_AT_ONCE][0], rounds=2, target=200)
    match = past(random_match(ALL_AT_ONCE, 4, options, 2).record)
    look = looks()[ALL_AT_ONCE]
    steps_of_match = timeline(match, look).steps
    for seat in map(Seat, range(4)):
        shown = replay(match, look, 0, seat)
        took = [n for n, step in enumerate(steps_of_match) if seat in step.costs]
        assert took
        assert shown.bar.costly == tuple(took)
        assert replay(match, look, 0, None, seat).bar == shown.bar
    assert replay(match, look, 0).bar.costly == ()


def test_a_broken_record_is_replayed_as_far_as_it_goes() -> None:
    whole = past(PLAYTHROUGHS[f"{ALL_AT_ONCE}/golden/two_seats.txt"])
    moves = (*whole.record.moves[:5], (Seat(0), "1"), *whole.record.moves[6:])
    broken = replayed(whole.table, replace(whole.record, moves=moves))
    assert broken.steps == whole.steps[:6]
    last = draw(replay(broken, looks()[ALL_AT_ONCE], 5), T).text
    assert "The record can't be replayed further: Move 6 (1) is refused" in last
    assert "🥇" not in last, "how it ended isn't to be seen from here"
    with pytest.raises(TableError, match="no such step"):
        replay(broken, looks()[ALL_AT_ONCE], 6)


def test_a_record_of_other_rules_says_which_version_it_needs() -> None:
    whole = past(PLAYTHROUGHS[f"{ALL_AT_ONCE}/golden/two_seats.txt"])
    with pytest.raises(
        RecordError, match=f"by rules 1 of {ALL_AT_ONCE}, from before release 0.1.0"
    ):
        replayed(whole.table, replace(whole.record, version=1))
