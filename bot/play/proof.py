"""The proof of a record: its hashes, compared with those that a person noted from the screens."""

import re

from games.chance import CUT, digest
from games.core import Frozen
from games.record import Record, record_hash

from .lobby import plain_word

DIGITS = re.compile(r"[0-9a-f]{16,64}")
"""A hash, whole or its first digits."""
PROMISE, SEED, RECORD = "promise", "seed's hash", "record's hash"
# A hash in a line as it stands on a screen, in groups or whole.
_NOTED = re.compile(r"(?<![0-9a-z])[0-9a-f](?:[ -]?[0-9a-f]){15,63}(?![0-9a-z])")


def digits_in(text: str) -> str:
    """Return a noted hash without blanks and dashes."""
    return re.sub(r"[\s-]", "", text).lower()


def hashes_of(record: Record) -> dict[str, str]:
    """Return the three hashes that stand on the screens, by name."""
    return {PROMISE: record.commitment, SEED: record.seed_hash, RECORD: record_hash(record)}


def cut_last(record: Record) -> bool:
    """Return True if the last contribution to the seed is a cut."""
    return bool(record.contributions) and record.contributions[-1].kind == CUT


def is_last_word(record: Record, word: str) -> bool:
    """Return True if this word cut the cards last."""
    return cut_last(record) and record.contributions[-1].text == digest(plain_word(word))


class Noted(Frozen):
    """A record compared with a person's notes.

    fits: the names of the hashes that were noted.
    before: True if the running hash right before the last cut was noted.
    word: True if the word of the last cut was noted.
    strange: the notes that belong to no part of the record.
    """

    fits: frozenset[str]
    before: bool
    word: bool
    strange: tuple[str, ...]


def compared(record: Record, notes: str) -> Noted:
    """Compare a record with notes: lines with hashes in them, or with the word of a cut."""
    hashes, running = hashes_of(record), record.running
    fits, strange, before, word = set[str](), list[str](), False, False
    for line in filter(None, map(str.strip, notes.splitlines())):
        noted = [digits_in(found) for found in _NOTED.findall(line.lower())]
        if not noted and is_last_word(record, line):
            word = True
        elif not noted:
            strange.append(line)
        for digits in noted:
            named = {name for name, whole in hashes.items() if whole.startswith(digits)}
            fits |= named
            if cut_last(record) and running[-2].startswith(digits):
                before = True
            elif not named and not any(one.startswith(digits) for one in running):
                strange.append(digits)
    return Noted(frozenset(fits), before, word, tuple(strange))
