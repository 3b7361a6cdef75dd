"""A record from outside, read and replayed in the process that thinks, within a time."""

import time
from dataclasses import field

from games import find_game
from games.core import Frozen, Outcome
from games.errors import N_, GameError, RecordError
from games.record import Record, loads, steps

SECONDS = 2.0
"""Time limit of a replay in seconds. A match takes some hundredths."""


class Claim(Frozen):
    """The text of a file that may be a record."""

    text: str = field(repr=False)
    game: str = "a record"
    strength: str = ""


class Replayed(Frozen):
    """A valid record, and the result of its match, None if it ended before its rules end it."""

    record: Record = field(repr=False)
    outcome: Outcome | None


def replayed(claim: Claim) -> Replayed | GameError:
    """Read a record and replay it, or return why it isn't valid."""
    until = time.monotonic() + SECONDS
    try:
        record = loads(claim.text)
        state: object = None
        for step in steps(record):
            state = step.state
            if time.monotonic() > until:
                raise RecordError(N_("The record takes too long to replay."))
    except GameError as error:
        return error
    return Replayed(record, find_game(record.game, record.version).outcome(state))
