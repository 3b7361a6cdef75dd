"""Chance as a pure function of (seed, ply), and the promise that it was not bent.

SHA-256 in counter mode gives the bytes, rejection sampling the numbers, Fisher–Yates the
shuffles: nothing to save, nothing that changes with a Python version.
"""

import hashlib
import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")

_WORDS = 1 << 32
_unpack = struct.Struct(">8I").unpack


def commitment(secret: bytes) -> str:
    """The promise published before a match: the SHA-256 of its secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def mix(secret: bytes, salts: Iterable[int | str]) -> bytes:
    """Return the seed by mix 1: SHA-256 over the secret and the players' salts in seat order.

    Each part is preceded by its length in 4 bytes, so no two lists read the same.
    """
    digest = hashlib.sha256()
    for part in (secret, *(str(salt).encode() for salt in salts)):
        digest.update(len(part).to_bytes(4, "big") + part)
    return digest.digest()


JOINED, CUT, DAILY = "joined", "cut", "daily"
"""The kinds of contributions."""


class Contribution(NamedTuple):
    """A part of the seed that came from a player, in the order of its arrival.

    `seat` is the contributor's seat (None: they left before the start). `text` is the salt of a
    player who joined, or the digest of a word that cut the cards. The number of a daily deal is the
    only contribution to it, so all its players have one seed.
    """

    seat: int | None
    kind: str
    text: str


def digest(word: str) -> str:
    """Return the SHA-256 of a word that cuts the cards, in hex.

    The digest takes part in the seed, so a match stays provable after its words are deleted.
    """
    return hashlib.sha256(word.encode()).hexdigest()


def running(promise: str, contributions: Iterable[Contribution]) -> list[str]:
    """Return the promise, and the running hash after each contribution.

    A running hash is the SHA-256 of the text `hash before, kind, contribution`, with a blank
    between them. It fixes the secret and all contributions so far.
    """
    hashes = [promise]
    for _, kind, text in contributions:
        hashes.append(hashlib.sha256(f"{hashes[-1]} {kind} {text}".encode()).hexdigest())
    return hashes


def mixed(secret: bytes, contributions: Iterable[Contribution]) -> bytes:
    """Return the seed by mix 2: mixed from the secret and the last running hash."""
    return mix(secret, [running(commitment(secret), contributions)[-1]])


def decision_number(seed: bytes, seat: int, ply: int) -> int:
    """Return the seed of a computer's chance at a decision due since that ply.

    It is one way: a computer that knows it learns nothing of the seed. In a daily deal, `ply` is
    the number of the seat's earlier moves.
    """
    made = b"computer" + seed + seat.to_bytes(4, "big") + ply.to_bytes(8, "big")
    return int.from_bytes(hashlib.sha256(made).digest()[:8], "big")


class Chance:
    """The randomness of one ply: 0 is the deal, k the k-th move."""

    __slots__ = ("_count", "_ply", "_seed", "_start", "_words")

    def __init__(self, seed: bytes, ply: int) -> None:
        # Made at every ply and used at few: the first block waits until it is asked for.
        self._seed = seed
        self._ply = ply
        self._count = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n−1, each equally likely. n goes from 1 to 2³²."""
        limit = _WORDS - _WORDS % n
        while True:
            word = (self._words or self._more()).pop()
            if word < limit:
                return word % n

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order, each order equally likely."""
        return self.drawn(items, len(items))

    def drawn(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        """Return the first items of a shuffle."""
        deck = list(items)
        for at in range(min(count, len(deck) - 1)):
            other = at + self.below(len(deck) - at)
            deck[at], deck[other] = deck[other], deck[at]
        return tuple(deck[:count])

    def roll(self, dice: int, faces: int = 6) -> tuple[int, ...]:
        """That many dice, each 1 to `faces`."""
        return tuple(self.below(faces) + 1 for _ in range(dice))

    def _more(self) -> list[int]:
        """The next eight words, the first one last."""
        if not self._count:
            self._start = hashlib.sha256(self._seed + self._ply.to_bytes(8, "big")).digest()
        block = hashlib.sha256(self._start + self._count.to_bytes(8, "big")).digest()
        self._count += 1
        self._words.extend(_unpack(block))
        self._words.reverse()
        return self._words
