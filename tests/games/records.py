"""Stored matches of every released rules version: `tests/games/<key>/records/*.txt`.

A file holds the hash of its replay, then the record. It is written once and never changes.
`python -m tests.games.records` writes those that a current rules version lacks.
"""

from collections.abc import Iterator
from pathlib import Path

from games import GAMES
from games.record import dumps

from .hands import OPTIONS
from .laws import replay_hash
from .playing import random_match

FOLDER = Path(__file__).parent


def stored(key: str) -> dict[str, str]:
    """Return the stored matches of a game by file name."""
    paths = sorted((FOLDER / key / "records").glob("*.txt"))
    return {path.name: path.read_text("utf-8") for path in paths}


def missing(key: str) -> Iterator[tuple[Path, str]]:
    """Yield the files that the current version lacks: its fewest and its most seats."""
    game = GAMES[key]
    chosen = {game.seats[0]: OPTIONS[key][0], game.seats[-1]: OPTIONS[key][-1]}
    for seats, options in chosen.items():
        path = FOLDER / key / "records" / f"v{game.version}_{seats}_seats.txt"
        if not path.exists():
            matches = [random_match(key, seats, options, seed).record for seed in range(7)]
            # The longest one reaches the most rules.
            record = max(matches, key=lambda match: len(match.moves))
            yield path, f"replay {replay_hash(record)}\n{dumps(record)}"


if __name__ == "__main__":
    for game in GAMES:
        for file, content in missing(game):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, "utf-8")
            print(file.name)
