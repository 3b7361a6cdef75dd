"""Matches that end before their rules say so: a win taken, only computers left in, called off."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.screens import frames
from bot.screens.finished import Finished
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.storage import StoredTable
from bot.wire.ui import Attached
from cogs.history.replay import pictures
from cogs.history.replay import replay as replay_at
from cogs.history.replay_page import draw
from games import GAMES
from games.core import Seat, Step
from games.record import Record
from tests.drawing import stored_of
from tests.games.hands import OPTIONS
from tests.games.playing import Playthrough, random_match

from ..ends import T, pictured

LOWER = ("round", "deal")
ASKED = re.compile(
    r"Waiting for|⏳|Choose a|Your turn|Your last turn|\*\*You start|You can change it|Next:|▶"
    "|to act|play on|begin: bid"
)
"""Words that ask a player for a move."""


def matches(key: str) -> Iterator[Playthrough]:
    """Yield matches of few and of many players, short and long ones."""
    for seats in sorted({GAMES[key].seats[0], min(4, GAMES[key].seats[-1])}):
        for options in (OPTIONS[key][0], GAMES[key].Options()):
            yield random_match(key, seats, options, 5)


@cache
def unplayed(key: str) -> Sequence[tuple[Record, tuple[Step[Any], ...]]]:
    """Return matches stopped when a round had begun without a public move."""
    found, look = [], looks()[key]
    for match in matches(key):
        plies = [
            ply
            for ply, step in enumerate(match.steps[1:-1], 1)
            if any(isinstance(event, look.round_begins or ()) for event in step.events)
            and look.chapter(GAMES[key].view(step.state, None)) > 1
        ]
        for ply in plies[:3]:
            ends = [ply]
            # Sealed choices are nothing that anyone saw.
            for later in range(ply + 1, len(match.steps)):
                public = [event for event in match.steps[later].events if event.to is None]
                if not all(isinstance(event, look.seals) for event in public):
                    break
                ends.append(later)
            for end in {ends[0], ends[-1]}:
                record = replace(match.record, moves=match.record.moves[:end])
                found.append((record, tuple(match.steps[: end + 1])))
    return found


def stopped(record: Record) -> Iterator[StoredTable]:
    stored = stored_of(record)
    placed = tuple(replace(player, rank=n) for n, player in enumerate(stored.players, 1))
    yield replace(stored, phase="over", why="computers", players=placed)
    yield replace(stored, phase="over", why="win", players=placed)
    yield replace(stored, phase="cancelled", why="vote")


def words(sight: Sight) -> str:
    """Return the words of a screen, and what its pictures say."""
    drawn = frames.panel(sight, T) if sight.seat is None else frames.hand(sight, T)
    return "\n".join([drawn.text, *(file.text for file in drawn.files)])


def screens(
    stored: StoredTable, steps: Sequence[Step[Any]], *, moment: bool = False
) -> Iterator[tuple[Any, str]]:
    """Yield all screens of an end and of the moment before it, in words and with pictures."""
    look = looks()[stored.game]
    for seat in (None, *map(Seat, range(len(stored.players)))):
        sight = Sight.at(stored, look, steps, seat)
        ended = replace(sight, record="0" * 64)
        # Between two rounds the last reveal may still be held.
        held = replace(ended, held=moment and stored.phase == "over")
        for shown in (ended, pictured(ended), held, pictured(held)):
            yield (stored.phase, stored.why, seat, shown.held, bool(shown.file)), words(shown)


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.costly
def test_stopped_match_shows_nothing_of_an_unplayed_round(key: str) -> None:
    look, found = looks()[key], 0
    for record, steps in unplayed(key):
        view = GAMES[key].view(steps[-1].state, None)
        never = re.compile(rf"(?i)\b(?:round|deal) {look.chapter(view)}\b")
        for stored in stopped(record):
            shown, past = [*screens(stored, steps, moment=True)], Finished(stored, record, [*steps])
            for eyes in (None, *map(Seat, range(record.seats))):
                end = replay_at(past, look, len(steps) - 1, eyes)
                told = [picture.alt(T) for picture in pictures(end, T)[:1]]
                # The heading names the last step, which may be a sealed choice.
                shown.append((eyes, "\n".join([*draw(end, T).text.splitlines()[2:], *told])))
            for where, text in shown:
                assert not never.search(text), (where, text)
                assert not ASKED.search(text), (where, text)
            found += len(shown)
    assert found or look.round_begins is None


@pytest.mark.parametrize("key", sorted(GAMES))
def test_stopped_match_and_its_replay_ask_for_nothing(key: str) -> None:
    for match in matches(key):
        for ply in range(0, len(match.steps) - 1, 1 + len(match.steps) // 9):
            record = replace(match.record, moves=match.record.moves[:ply])
            for stored in stopped(record):
                for where, text in screens(stored, match.steps[: ply + 1]):
                    assert any(player.name in text for player in stored.players), (ply, where)
                    if stored.why == "vote":
                        told = text.splitlines()[1]
                        assert told.startswith("Match called off by its players' vote."), where
                    assert not ASKED.search(text), (ply, where, text)
                    lines = text.replace("-# ", "").splitlines()
                    assert not [line for line in lines if line.startswith(LOWER)], where
                past = Finished(stored, record, [*match.steps[: ply + 1]])
                end = replay_at(past, looks()[key], ply)
                text = draw(end, T, [Attached("1.png", b"")]).text
                assert not ply or not ASKED.search(text), (ply, text)
                assert not [x for x in draw(end, T).text.splitlines() if x.startswith(LOWER)]
