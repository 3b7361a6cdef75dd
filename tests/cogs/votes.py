"""Votes at a table."""

from simcord import InteractionResult, MemberActor

from tests.examples import IN_TURN

from .evening import Evening, answer, words


async def alone(e: Evening) -> None:
    """Start a match of the first person against two computers."""
    ana = e.people[0]
    await e.open(ana, IN_TURN, computers=2)
    await e.press(ana, "Start")


async def confirm(e: Evening, person: MemberActor, asked: InteractionResult) -> str:
    """Click *End the match* below the question, and return the answer."""
    end = e.buttons(answer(asked))["End the match"]
    done = await person.click(answer(asked), custom_id=end)
    return words(answer(done).components)
