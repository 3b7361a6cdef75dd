"""Leak tests of random matches: screens show only the reader's knowledge.

Every screen is drawn twice: from the full state, and from the reader's knowledge with everything
else resampled. Both must be equal, and no hidden fact may appear in words. SHINRISEN_SOAK checks
thousands of matches, otherwise a few of every game.
"""

import json
import os
import random
from typing import Any

import pytest

from bot.screens import notice_lines
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from games import GAMES
from games.core import Seat
from games.record import replay

from ..drawing import Drawing, Moment, choices, completions, copy_of, screen
from ..games.hands import OPTIONS
from ..games.playing import random_match
from ..hidden import found, hidden, seed_texts

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
MATCHES = int(os.environ.get("SHINRISEN_MATCHES", "400" if SOAK else "4"))
# Plies checked in a long match.
_PLIES = 150 if SOAK else 30
_FOLLOWED = 2
_PICKS = 3
# Controls of a public panel. None of them makes a move.
_ON_A_PANEL = {"hand", "more", "resume", "vote", "again", "replay", "share"}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_screen_reveals_nothing_hidden(key: str) -> None:
    rng = random.Random(f"leaks {key}")
    seats = list(GAMES[key].seats)
    for number in range(MATCHES):
        count = seats[number % len(seats)] if number else seats[-1]
        options = OPTIONS[key][number % len(OPTIONS[key])]
        record = random_match(key, count, options, 1000 + number).record
        Watched(record, rng).check()


class Watched:
    """One match, checked for a spectator and some of its players."""

    def __init__(self, record: Any, rng: random.Random) -> None:
        self.record = record
        self.steps = replay(record)
        self.rng = rng
        self.drawing = Drawing(looks(), record, self.steps)
        seats = [Seat(seat) for seat in range(record.seats)]
        self.readers = [None, *rng.sample(seats, min(_FOLLOWED, len(seats)))]
        self.seed = seed_texts(record)

    def check(self) -> None:
        """Check random plies and the last, which publishes the secret."""
        last = len(self.steps) - 1
        plies = {0, last, *self.rng.sample(range(last), min(_PLIES, last))}
        for ply in sorted(plies):
            pauses = self._pauses(ply)
            for reader in self.readers:
                for held in (False, True) if pauses else (False,):
                    self._check(ply, reader, held)

    def _pauses(self, ply: int) -> bool:
        told = [event for event in self.steps[ply].events if event.to is None]
        view = self.drawing.game.view(self.steps[ply].state, None)
        return bool(looks()[self.record.game].pause(view, told))

    def _check(self, ply: int, reader: Seat | None, held: bool) -> None:
        real = self.drawing.at(ply, held=held)
        known = self.drawing.known(ply, reader, self.rng, held)
        secret = hidden(self.record.game, self.steps, ply, reader)
        where = (self.record.game, self.record.seats, ply, reader, held)
        locale = "ja" if ply % 5 == 0 else "en-US"
        line = notice(real, locale)
        assert line == notice(known, locale), where
        assert locale == "ja" or not found(secret, {"content": line}), where
        if reader is None:
            copy = copy_of(real, locale)
            assert copy == copy_of(known, locale), where
            assert locale == "ja" or not found(secret, copy), where
            kinds = {address.kind for address, _ in choices(copy)}
            assert kinds <= {*_ON_A_PANEL, "next"}, where
        picks, legal = [""], set[str]()
        if reader is not None:
            words = completions(real, reader, tongue(locale))
            assert words == completions(known, reader, tongue(locale)), where
            legal = {text for text, _ in words}
            typed = [{"value": text, "name": word} for text, word in words]
            assert locale == "ja" or not found(secret, typed), where
        while picks:
            picked = picks.pop()
            drawn = screen(real, reader, picked, locale)
            assert drawn == screen(known, reader, picked, locale), (where, picked)
            leak = found(secret, drawn) if locale == "en-US" else []
            assert not leak, (where, picked, leak)
            if ply < len(self.steps) - 1:
                told = json.dumps(drawn, ensure_ascii=False)
                assert not any(text in told for text in self.seed), where
            offered = []
            for address, _ in choices(drawn):
                if reader is None:
                    assert address.kind in _ON_A_PANEL, (where, address)
                elif address.kind == "move":
                    assert address.text in legal, (where, address)
                elif address.kind == "pick":
                    offered.append(address.text)
            if not picked and offered:
                picks = self.rng.sample(offered, min(_PICKS, len(offered)))


def notice(moment: Moment, locale: str) -> str:
    """Return the notice of a decision, as it is drawn for all readers."""
    return notice_lines.words(notice_lines.Reason.TURN, moment.sight(None), tongue(locale))
