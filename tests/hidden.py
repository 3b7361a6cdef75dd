"""Texts that would leak hidden facts on a reader's screen.

This is the other half of the leak tests (see `drawing`). The texts come from the full state and the
rules, not from the views. `games.hands` lists them for each game.
"""

import base64
import re
from collections.abc import Iterator, Sequence
from typing import Any

from bot.screens.sight import story
from games.core import Seat, Step
from games.record import Record

from .games.hands import HIDDEN
from .games.secrets import Hidden

_CODES = {"custom_id", "value"}
_NAMES = {"filename", "url"}


def found(hidden: Hidden, payload: Any) -> list[str]:
    """Return every leak in a payload."""
    leaks = []
    prose = re.compile("|".join(hidden.prose)) if hidden.prose else None
    for key, text in strings(payload):
        if key in _CODES | _NAMES:
            code = text.split(":", 5)[-1] if text.startswith("s2:") else text
            if hidden.words & set(re.findall(r"[A-Za-z0-9.]+", code)):
                leaks.append(f"{key}: {text}")
        # The digits of a hash may match by chance.
        text = "" if text.startswith("-# 🔒 ") else text
        if key not in _CODES and prose is not None and prose.search(text):
            leaks.append(f"{key}: {text}")
    return leaks


def strings(payload: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in a payload with its key."""
    if isinstance(payload, str):
        yield key, payload
    elif isinstance(payload, dict):
        for inner, value in payload.items():
            yield from strings(value, inner)
    elif isinstance(payload, list | tuple):
        for value in payload:
            yield from strings(value, key)


def seed_texts(record: Record) -> list[str]:
    """Return the secret and the seed in all common encodings."""
    texts = []
    for raw in (record.secret, record.seed):
        texts += [raw.hex(), raw.hex().upper(), raw.hex(" "), raw.hex(":")]
        texts += [base64.b64encode(raw).decode().rstrip("=")]
        texts += [base64.urlsafe_b64encode(raw).decode().rstrip("=")]
        texts += [", ".join(map(str, raw)), " ".join(map(str, raw)), repr(raw)[2:-1]]
        texts += [str(int.from_bytes(raw, "big")), str(int.from_bytes(raw, "little"))]
    return texts


def hidden(game: str, steps: Sequence[Step[Any]], ply: int, reader: Seat | None) -> Hidden:
    """Return the texts forbidden on a reader's screen (None: a spectator) at that ply."""
    told = [event for _, event in story(steps[: ply + 1], reader)]
    return HIDDEN[game](steps[ply].state, reader, told)
