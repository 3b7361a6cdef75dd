"""The daily deal as a person plays it."""

from typing import Any

from simcord import InteractionResult, MemberActor

from ..evening import Evening, answers, components


async def asked(e: Evening, person: MemberActor) -> InteractionResult:
    """Use `/daily` in the channel."""
    return await person.slash(e.channel, "daily")


def buttons(shown: InteractionResult) -> dict[str, str]:
    """Return the buttons of the newest answer by label."""
    found = components(answers(shown)[0].components)
    return {c["label"]: c["custom_id"] for c in found if "label" in c and not c.get("disabled")}


async def clicked(person: Any, shown: InteractionResult, label: str) -> InteractionResult:
    """Click a button of the newest answer."""
    done: InteractionResult = await person.click(answers(shown)[0], label=label)
    return done


async def begun(e: Evening, person: MemberActor) -> InteractionResult:
    """Begin the day's deal in the channel."""
    return await clicked(person, await asked(e, person), "Play today's deal")


def _order(move: str) -> tuple[bool, str]:
    return (not move.isdecimal(), move.zfill(4))


async def play_out(e: Evening, person: MemberActor, *, moves: int = 40) -> list[str]:
    """Play a person's deal by one rule. Return all hands that they saw before a decision."""
    hands: list[str] = []
    for _ in range(80):
        if (rests := e.buttons(e.hand(person)).get("Go on")) is not None:
            # A busy machine may need more time than a move has.
            await person.user.click(e.hand(person), custom_id=rests)
        offered = sorted(e.moves(person), key=_order)
        if "the end" in e.hand_words(person) or len(hands) == moves:
            return hands
        if offered and "Chosen:" not in e.hand_words(person):
            shown = e.hand_words(person).partition("```")[2].partition("```")[0]
            hands.append(f"{shown}{offered}")
            if offered[0] in e.moves(person):
                await e.play(person, offered[0])
    raise AssertionError("the deal doesn't end")
