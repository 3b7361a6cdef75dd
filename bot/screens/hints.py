"""Hints: the decision of a strong computer in a player's place, computed on request."""

import math
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from games.core import Seat
from games.errors import N_

from ..play.match import Match
from ..storage import StoredTable
from ..storage.modes import HINT
from ..words.errors import TableError
from ..words.i18n import Tongue
from ..workers.brain import Question, Weighed
from .look import Look

STRENGTH = "hard"
REST = 3.0
"""Seconds between two hints to one person."""


def given(stored: StoredTable, look: Look) -> bool:
    """Return True if a table gives hints: unrated from the start, and the game has hints.

    Its mode may forbid them.
    """
    if HINT in stored.kind.says:
        return False
    return look.weighs and any(player.computer for player in stored.players)


def question(stored: StoredTable, look: Look, match: Match, seat: Seat) -> Question:
    """Return the question to the computer, made of a seat's own view only.

    Raises TableError if there is no hint now.
    """
    stored.kind.check(HINT)
    if not given(stored, look):
        raise TableError(N_("Hints are only for matches with computers, which aren't rated."))
    if stored.paused_at is not None:
        raise TableError(N_("The match is paused."))
    if stored.players[seat].away:
        raise TableError(N_("A computer plays for you: click 👋 *I'm back* in your hand first."))
    if seat not in match.to_act:
        raise TableError(N_("A hint comes only when a move of yours is awaited."))
    return Question(
        game=stored.game,
        version=match.game.version,
        strength=STRENGTH,
        view=match.view(seat),
        events=match.told(seat),
        legal=tuple(match.game.legal_moves(match.state, seat)),
        seed=secrets.randbits(64),
    )


def told(look: Look, view: Any, weighed: Sequence[Weighed], t: Tongue, due: str = "") -> str:
    """Return a hint in words. `due` names its decision. Raises TableError if it failed."""
    if not weighed:
        raise TableError(N_("No hint came in time. Ask again in a moment."))
    who = look.computers[STRENGTH].first
    by = t("{who}, a strong computer", who=f"{who.sign} {t(who.name)}")
    head = " · ".join(filter(None, (f"💡 **{t('Hint')}**", by, due)))
    return f"{head}\n{look.hint(view, weighed, t)}"


class Hints:
    """Pending hints: one at a time for each person, with a pause after it."""

    def __init__(self) -> None:
        # Earliest time of the next hint, by person.
        self._busy: dict[int, float] = {}

    @contextmanager
    def one(self, user_id: int, now: Callable[[], float]) -> Iterator[None]:
        """Reserve a hint. Raises TableError if the person waits, or had one just now."""
        self._busy = {who: until for who, until in self._busy.items() if until > now()}
        if user_id in self._busy:
            raise TableError(N_("One hint at a time: ask again in a few seconds."))
        self._busy[user_id] = math.inf
        try:
            yield
        finally:
            self._busy[user_id] = now() + REST
