"""Chance as a pure function of (seed, ply), and the promise that it was not bent.

SHA-256 in counter mode gives the bytes, rejection sampling the numbers, Fisher–Yates the
shuffles: nothing to save, nothing that changes with a Python version.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

_BLOCK = 32
_WORD = 4


def commitment(secret: bytes) -> str:
    """The promise published before a match: the SHA-256 of its secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def mix(secret: bytes, salts: Iterable[int | str]) -> bytes:
    """The seed of a match: SHA-256 over the secret and the players' join ids in seat order.

    Each part is preceded by its length in 4 bytes, so no two lists read the same.
    """
    digest = hashlib.sha256()
    for part in (secret, *(str(salt).encode() for salt in salts)):
        digest.update(len(part).to_bytes(4, "big") + part)
    return digest.digest()


class Chance:
    """The randomness of one ply: 0 is the deal, k the k-th move."""

    def __init__(self, seed: bytes, ply: int) -> None:
        self._start = hashlib.sha256(seed + ply.to_bytes(8, "big")).digest()
        self._block = b""
        self._at = 0
        self._count = 0

    def below(self, n: int) -> int:
        """A whole number from 0 to n−1, each equally likely; n from 1 to 2³²."""
        limit = (1 << 32) - (1 << 32) % n
        while True:
            word = self._word()
            if word < limit:
                return word % n

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order, each order equally likely."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    def roll(self, dice: int, faces: int = 6) -> tuple[int, ...]:
        """That many dice, each 1 to `faces`."""
        return tuple(self.below(faces) + 1 for _ in range(dice))

    def _word(self) -> int:
        if self._at == len(self._block):
            counter = self._count.to_bytes(8, "big")
            self._block = hashlib.sha256(self._start + counter).digest()
            self._at = 0
            self._count += 1
        word = self._block[self._at : self._at + _WORD]
        self._at += _WORD
        return int.from_bytes(word, "big")
