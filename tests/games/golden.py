"""Golden playthroughs: what each seat and a spectator see, ply by ply, for a human eye.

A view is printed whole at the deal; afterwards only the fields that changed.
`python -m tests.games.golden [key …]` writes those of all games, or of some, to be read.
"""

import sys
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

from games import GAMES
from games.core import Event, Seat
from games.record import Record, replay

from .hands import GOLDEN
from .playing import random_match

FOLDER = Path(__file__).parent
PLAYTHROUGHS: dict[str, Record] = {
    f"{key}/golden/{name}.txt": random_match(key, seats, options, seed).record
    for key, playthroughs in GOLDEN.items()
    for name, (seats, options, seed) in playthroughs.items()
}


def law_8(record: Record, golden: str) -> None:
    """All readers see the playthrough that a person last read."""
    assert told(record) == golden, f"read it after `python -m tests.games.golden {record.game}`"


def told(record: Record) -> str:
    """The playthrough as text."""
    game = GAMES[record.game]
    readers: list[Seat | None] = [None, *(Seat(s) for s in range(record.seats))]
    lines: list[str] = []
    before: dict[Seat | None, dict[str, str]] = {reader: {} for reader in readers}
    for ply, step in enumerate(replay(record)):
        if ply:
            seat, text = record.moves[ply - 1]
            lines.append(f"== ply {ply}: seat {seat} plays {text}")
        else:
            lines.append("== deal")
        for reader in readers:
            lines.append("spectator" if reader is None else f"seat {reader}")
            lines += [f"  ! {_event(e)}" for e in step.events if e.to is None or reader in e.to]
            view = _view(game.view(step.state, reader))
            changed = {k: v for k, v in view.items() if before[reader].get(k) != v}
            lines += [f"    {name}: {value}" for name, value in changed.items()]
            before[reader] = view
    return "\n".join(lines) + "\n"


def _event(event: Event) -> str:
    told = ", ".join(
        f"{f.name}={getattr(event, f.name)!r}" for f in fields(event) if f.name != "to"
    )
    return f"{type(event).__name__}({told})"


def _view(view: Any) -> dict[str, str]:
    # A dataclass or a named tuple; what it inherits is seen too.
    return {name: _value(getattr(view, name)) for name in get_type_hints(type(view))}


def _value(value: object) -> str:
    # A set has no order of its own to compare by.
    return str(sorted(value)) if isinstance(value, frozenset) else str(value)


if __name__ == "__main__":
    for name, record in PLAYTHROUGHS.items():
        if not sys.argv[1:] or record.game in sys.argv[1:]:
            (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
            (FOLDER / name).write_text(told(record), encoding="utf-8")
            print(name)
