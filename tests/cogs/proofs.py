"""Records, handed in to be checked."""

from simcord import InteractionResult, MemberActor

from .evening import Evening, answer, said


async def proved(e: Evening, person: MemberActor, content: bytes, notes: str = "") -> str:
    """Drop a file into the form of *Check a record*, and return the private answer."""
    form = await e.me(person, "Check a record")
    done: InteractionResult = await person.submit_modal(
        form, {"file": ("match.txt", content), "text": notes}
    )
    assert answer(done).ephemeral
    return said(done)
