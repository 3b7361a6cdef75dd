"""Checking a saved record: is it the match that was promised, and by the rules?"""

import sys
from pathlib import Path

from games import find_game
from games.core import Event, Step
from games.errors import GameError
from games.record import Record, loads, replay


def verify(file: Path, promised: str | None = None) -> int:
    """Replay the record, print the match, and say whether the promise was kept.

    Returns the exit status: 0 if everything holds, 1 if not,
    2 if the file can't be read.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        print(f"{file} can't be read: {error}", file=sys.stderr)
        return 2
    try:
        record = loads(text)
        steps = replay(record)
    except GameError as error:
        print(f"Not a valid record: {error}", file=sys.stderr)
        return 1
    for line in _told(record, steps):
        print(line)
    if promised is not None and promised.strip().lower() != record.commitment:
        print(f"BROKEN: the promise was {promised}, not {record.commitment}", file=sys.stderr)
        return 1
    print(f"The secret's SHA-256 is the commitment {record.commitment}; every move replays.")
    if find_game(record.game).outcome(steps[-1].state) is None:
        print(f"The match was called off after {len(record.moves)} moves.")
    return 0


def _told(record: Record, steps: list[Step[object]]) -> list[str]:
    lines = [f"{record.game}, {record.seats} seats, {len(record.moves)} moves", "deal"]
    lines += [f"    {_event(event)}" for event in steps[0].events]
    for ply, ((seat, move), step) in enumerate(zip(record.moves, steps[1:], strict=True), 1):
        lines.append(f"{ply}. seat {seat}: {move}")
        lines += [f"    {_event(event)}" for event in step.events]
    return lines


def _event(event: Event) -> str:
    return str(event)
