"""Tables with a time per move, and the passing of time."""

from typing import Any

from simcord import MemberActor

from tests.examples import ALL_AT_ONCE

from .evening import Evening


async def paced(e: Evening, seconds: int = 60, game: str = ALL_AT_ONCE, **options: Any) -> None:
    """Start a match of all people with this time limit."""
    host, *others = e.people
    await e.open(host, game, **options)
    await choose_pace(e, host, str(seconds))
    for person in others:
        await e.press(person, "Join")
    await e.press(host, "Start")


async def choose_pace(e: Evening, person: MemberActor, value: str) -> object:
    """Choose in the form of the open table."""
    return await e.set_options(person, **{"table.pace": value})


async def decide(e: Evening, person: MemberActor) -> None:
    """Make every decision that is due: rows first, then the highest card."""
    while (moves := e.moves(person)) and "Chosen:" not in e.hand_words(person):
        await e.play(person, max(moves, key=lambda m: (not m.isdecimal(), m.zfill(4))))


async def wait(e: Evening, seconds: float) -> None:
    """Advance the clock."""
    await e.env.advance_time(seconds)
    await e.env.settle()
