"""The command `verify`: checks a saved record against the rules and the published hashes.

A record alone is consistent at best, because anyone who knows the secret can write another one.
Three hashes on the screens prove it. The promise is shown before anyone joins, the seed's hash from
the start, and the record's hash at the end. The record's hash belongs to one spelling of the match:
a file spelled differently has another hash, so it is never proved.
"""

import hashlib
import re
import sys
from pathlib import Path

from games import find_game
from games.errors import GameError
from games.record import dumps, loads, record_hash, replay

from ..screens.fairness import short
from ..screens.transcript import harmless, lines

HOLDS, BROKEN, UNREADABLE, CALLED_OFF = 0, 1, 2, 3
"""Exit status: valid, invalid, unreadable, valid without a result."""
_DIGITS = re.compile(r"[0-9a-f]{16,64}")
_REPLAYS = "the secret fits its promise, and every move replays by the rules"


def verify(
    file: Path, promise: str | None = None, seed: str | None = None, record: str | None = None
) -> int:
    """Replay the record, print the match, compare the hashes, and return the exit status.

    Each hash may be whole or its first 16 digits or more, with or without blanks.
    """
    try:
        # Bytes, because reading text would unify line ends.
        text = file.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        return _say(UNREADABLE, f"{file} can't be read: {error}")
    given = {"promise": promise, "seed's hash": seed, "record's hash": record}
    noted = {what: _digits(hash_) for what, hash_ in given.items() if hash_ is not None}
    for what, digits in noted.items():
        if not _DIGITS.fullmatch(digits):
            why = "16 to 64 digits (0-9, a-f) as they stood on the screen"
            return _say(UNREADABLE, f"“{given[what]}” can't be the {what}: {why}")
    try:
        found = loads(text)
        steps = replay(found)
    except GameError as error:
        return _say(BROKEN, f"Not a valid record: {error}")
    for line in lines(found, steps):
        print(harmless(line))
    print()
    hashes = {
        "promise": found.commitment,
        "seed's hash": found.seed_hash,
        "record's hash": record_hash(found),
    }
    for what, digits in noted.items():
        if not hashes[what].startswith(digits):
            return _say(BROKEN, f"BROKEN: the {what} was {digits}, not {hashes[what]}")
    for what, hash_ in hashes.items():
        print(f"The {what} {'fits' if what in noted else 'would be'}: {short(hash_)} ({hash_})")
    if text == dumps(found):
        print(_verdict([what for what in hashes if what not in noted]))
    else:
        print(_spelled(text))
    if find_game(found.game, found.version).outcome(steps[-1].state) is None:
        print(f"The match was called off after {len(found.moves)} moves: it has no result.")
        return CALLED_OFF
    return HOLDS


def _spelled(text: str) -> str:
    """Return the verdict on a file that isn't the record's canonical spelling."""
    own = hashlib.sha256(text.encode()).hexdigest()
    return (
        f"THE SAME MATCH, SPELLED DIFFERENTLY: {_REPLAYS}. The record's hash belongs to the file "
        f"that the bot sent; this file's own is {own}. Get the *Record* again to prove the match."
    )


def _verdict(unseen: list[str]) -> str:
    if not unseen:
        return f"PROVED: {_REPLAYS}; this is the match that was shown, from its shuffle to its end."
    return (
        f"CONSISTENT: {_REPLAYS}. That proves nothing by itself: compare also the "
        f"{' and the '.join(unseen)} with what stood on the screens."
    )


def _digits(text: str) -> str:
    return re.sub(r"[\s-]", "", text).lower()


def _say(status: int, sentence: str) -> int:
    print(harmless(sentence), file=sys.stderr)
    return status
