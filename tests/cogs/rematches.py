"""Rematches, opened from an end."""

from typing import Any

from simcord import MemberActor

from .evening import Evening


async def ended(e: Evening, **options: Any) -> None:
    """Play a match to its end."""
    await e.begin(rounds=1, **options)
    await e.play_out(seed=1)
    assert "the end" in e.panel_words()


async def from_hand(e: Evening, person: MemberActor, label: str) -> str:
    """Click a button in a person's newest direct message and return its new text."""
    hand = e.hand(person)
    await person.user.click(hand, custom_id=e.buttons(hand)[label])
    return e.hand_words(person)
