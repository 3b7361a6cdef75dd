"""The deletion and the export of a person."""

import json
from typing import Any

import discord
from simcord import InteractionResult, MemberActor

from .evening import Evening, answer, components, said, words


async def content(message: Any) -> dict[str, Any]:
    page, attachment = message.attachments
    assert page.filename == "shinrisen-about-me.txt"
    assert attachment.filename == "shinrisen-about-me.json"
    found: dict[str, Any] = json.loads(await attachment.read())
    return found


async def asked(e: Evening, person: MemberActor) -> tuple[InteractionResult, str]:
    """Return the private question of *Delete everything* and its button."""
    result = await e.me(person, "Delete everything")
    assert "Delete everything that is kept about you?" in said(result)
    (button,) = [c for c in components(answer(result).components) if c["type"] == 2]
    assert button["style"] == discord.ButtonStyle.danger.value
    return result, button["custom_id"]


async def delete(e: Evening, person: MemberActor) -> str:
    """Ask, confirm, and what is said then."""
    result, custom_id = await asked(e, person)
    done = await person.click(answer(result), custom_id=custom_id)
    assert not [c for c in components(answer(done).components) if c["type"] == 2]
    return words(answer(done).components)
