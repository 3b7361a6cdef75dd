"""Game nights as people plan them."""

from simcord import InteractionResult, MemberActor

from ..evening import Evening


async def plan(e: Evening, person: MemberActor, **changes: str) -> InteractionResult:
    """Plan a night by its form, with these answers other than the suggested ones."""
    return await e.submit(person, await person.slash(e.channel, "night"), **changes)
