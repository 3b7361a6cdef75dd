"""`/help` as a person reads it."""

from typing import Any

from simcord import InteractionResult, MemberActor

from .evening import Evening, answer, said


async def listed(e: Evening, person: MemberActor) -> str:
    """Return the words behind *All commands*."""
    screen = answer(await ask(e, person))
    return said(await person.click(screen, label="All commands"))


async def ask(e: Evening, person: MemberActor) -> InteractionResult:
    """`/help`."""
    return await person.slash(e.channel, "help")


async def explained(
    e: Evening, person: MemberActor, game: str, at: Any = None
) -> InteractionResult:
    """`/help` for the rules of a game."""
    return await person.slash(at or e.channel, "help", game=game)
