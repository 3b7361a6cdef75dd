"""Remarks of computers: from public events alone, one a round, never while someone decides."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.play.computers import Character, character_of, seated
from bot.screens import frames
from bot.screens.look import Look
from bot.screens.remarks import Remark, last, remarks
from bot.screens.transcript import looks
from bot.storage import Player, StoredTable
from bot.words.i18n import tongue
from games import GAMES
from games.core import Event, Seat
from tests.drawing import Drawing, Moment, stored_of
from tests.games.playing import Playthrough, random_match

SPEAKING = sorted(key for key, look in looks().items() if look.round_begins is not None)
EN, JA = tongue("en-US"), tongue("ja")
SEEDS = range(12)


def company(look: Look, seats: int, people: int = 1) -> tuple[Player, ...]:
    """Return some people and computers of all strengths."""
    found = [Player(9000 + n, f"P{n}", "en-US", n, seat=n) for n in range(people)]
    kinds = [*look.computers] * seats
    for seat in range(people, seats):
        found.append(replace(seated(look.computers, kinds[seat], found, "3" * 64), seat=seat))
    return tuple(found)


def events_of(match: Playthrough | Moment) -> list[tuple[int, Event]]:
    """Return all events of a match, each with its ply."""
    return [(ply, event) for ply, step in enumerate(match.steps) for event in step.events]


@cache
def played(key: str, seed: int) -> tuple[Playthrough, tuple[Player, ...], dict[int, Remark]]:
    """Return a random match against computers, with their remarks."""
    game, look = GAMES[key], looks()[key]
    seats = game.seats[seed % len(game.seats)]
    match = random_match(key, seats, game.Options(), seed)
    players = company(look, seats)
    return match, players, dict(remarks(look, players, events_of(match)))


@pytest.mark.parametrize("key", SPEAKING)
def test_computers_of_every_game_speak_now_and_then(key: str) -> None:
    found = [one for seed in SEEDS for one in played(key, seed)[2].values()]
    texts = {one.text for one in found}
    assert texts & {one.speaker.remarks.hit for one in found}
    assert texts & {one.speaker.remarks.well for one in found}


@pytest.mark.parametrize("key", SPEAKING)
def test_remark_is_part_of_a_held_moment_once_a_round(key: str) -> None:
    look, game = looks()[key], GAMES[key]
    assert look.round_begins is not None
    for seed in SEEDS:
        match, players, found = played(key, seed)
        rounds = []
        begins = [ply for ply, e in events_of(match) if isinstance(e, look.round_begins)]
        for ply, one in found.items():
            public = [event for event in match.steps[ply].events if event.to is None]
            assert look.pause(game.view(match.steps[ply].state, None), public) > 0
            rounds.append(sum(begin < ply for begin in begins))
            assert character_of(look.computers, players[one.seat]) == one.speaker
            assert players[one.seat].computer
        assert len(set(rounds)) == len(rounds)
        assert len({one.text for one in found.values()}) == len(found), "each once a match"


@pytest.mark.parametrize("key", SPEAKING)
def test_remark_depends_on_public_events_alone(key: str) -> None:
    look = looks()[key]
    for seed in SEEDS:
        match, players, found = played(key, seed)
        drawing = Drawing(looks(), match.record, match.steps)
        private = [(ply, replace(e, to=frozenset({Seat(0)}))) for ply, e in events_of(match)]
        assert not remarks(look, players, private)
        for ply in found:
            known = drawing.known(ply, None, random.Random(seed), held=True)
            assert remarks(look, players, events_of(known)) == {
                p: found[p] for p in found if p <= ply
            }


@pytest.mark.parametrize("key", SPEAKING)
def test_people_and_doubles_say_nothing(key: str) -> None:
    look, game = looks()[key], GAMES[key]
    match = random_match(key, game.seats[0], game.Options(), 3)
    alone = company(look, game.seats[0], people=game.seats[0])
    away = tuple(replace(player, away=True) for player in alone)
    doubles = tuple(
        replace(player, user_id=player.user_id - 1) for player in company(look, game.seats[0])
    )
    for players in (alone, away, doubles):
        assert not remarks(look, players, events_of(match))


def over(key: str, ranks: tuple[int, ...], **changed: Any) -> StoredTable:
    """Return an ended table of a person and computers with these ranks."""
    game = GAMES[key]
    match = random_match(key, game.seats[0], game.Options(), 1)
    seated = company(looks()[key], len(ranks))
    players = tuple(replace(p, rank=rank) for p, rank in zip(seated, ranks, strict=True))
    return replace(stored_of(match.record), players=players, **changed)


def test_best_computer_speaks_last_where_a_person_won() -> None:
    key = next(key for key in SPEAKING if GAMES[key].seats[-1] > 3)
    cast = looks()[key].computers
    for ranks, seat in (((1, 3, 2), 2), ((2, 1, 3), 2), ((3, 2, 1), 1)):
        one = last(cast, over(key, ranks))
        assert one is not None
        assert (one.seat, one.text) == (seat, one.speaker.remarks.end)
    assert last(cast, over(key, (1, 2, 3), why="left")) is None
    assert last(cast, over(key, (1, 2, 3), phase="live")) is None


@pytest.mark.parametrize("key", SPEAKING)
def test_remark_stands_on_the_panel_and_on_no_hand(key: str) -> None:
    found = (played(key, seed) for seed in SEEDS)
    match, players, said = next(one for one in found if one[2])
    ply, one = next(iter(said.items()))
    moment = Drawing(looks(), match.record, match.steps).at(ply, held=True)
    stored = replace(moment.stored, players=players)
    for t, mark in ((EN, ":**"), (JA, "**：「")):
        assert one.line(t).startswith(f"{one.speaker.sign} **{t(one.speaker.name)}{mark}")
        panel = replace(moment.sight(None), stored=stored, remark=one)
        assert t(one.text) in str(frames.panel(panel, t).components)
        hand = replace(moment.sight(Seat(0)), stored=stored)
        assert t(one.text) not in str(frames.hand(hand, t).components)


CHARACTERS = [
    pytest.param(one, id=f"{key}-{one.name}")
    for key in SPEAKING
    for level in looks()[key].computers.values()
    for one in level.characters
]


@pytest.mark.parametrize("one", CHARACTERS)
def test_character_has_three_short_remarks(one: Character) -> None:
    texts = (one.remarks.well, one.remarks.hit, one.remarks.end)
    assert all(texts)
    for t in (EN, JA, tongue("de")):
        assert max(len(t(text)) for text in texts) <= 40
        assert all(t(text).count("!") + t(text).count("！") <= 1 for text in texts)
