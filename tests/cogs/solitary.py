"""Matches of one person alone, and their end."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import AsyncMock

from simcord import InteractionResult, MemberActor

from bot import storage
from bot.words.errors import NotSaved

from ..examples import ALL_AT_ONCE
from .evening import Evening, Patch, answer, words


async def begun(
    e: Evening, key: str = ALL_AT_ONCE, person: Any = None, *, direct: bool = False
) -> InteractionResult:
    """Begin a match by *Play against computers* on `/help`, here or in direct messages."""
    person = person or e.people[0]
    by = person.user if direct else person
    screen = await (by.slash("help") if direct else by.slash(e.channel, "help"))
    done: InteractionResult = await by.select(answer(screen), [key], custom_id="s2:solo:0::0:/0")
    return done


@contextmanager
def unsaved(monkeypatch: Patch, *names: str) -> Iterator[None]:
    """Fail these functions of the storage that change a table."""
    failing = AsyncMock(side_effect=NotSaved("the disk is full"))
    with monkeypatch.context() as full:
        for name in names:
            full.setattr(storage.tables, name, failing)
        yield


async def confirm(e: Evening, person: MemberActor, asked: InteractionResult) -> str:
    """Click *End the match* below the question, and return the answer."""
    end = e.buttons(answer(asked))["End the match"]
    done = await person.click(answer(asked), custom_id=end)
    return words(answer(done).components)
