"""A screen with files as the answer to a click, public and private, in time and late."""

from collections.abc import Callable
from typing import Any

import discord
import pytest
from discord import ui

from bot.clicks.answers import Answer
from bot.clicks.control import Control
from bot.wire.ui import Address, Attached, Drawn, button, button_rows, screen
from tests.examples import ALL_AT_ONCE

from .evening import DOT, Evening, One, answer


def drawn(number: int) -> Drawn:
    """Return a screen with a picture of its own and a button."""
    file = Attached(f"dot{number}.png", DOT, f"picture {number}")
    shown = ui.MediaGallery[Any](
        discord.MediaGalleryItem(f"attachment://{file.name}", description=file.text)
    )
    again = button_rows([button(Address("door", text=str(number)), "again")])
    return screen(0, f"screen {number}", shown, *again, files=[file])


def names(message: discord.Message | Any) -> list[str]:
    return [file.filename for file in message.attachments]


async def knock(e: Evening, door: Callable[[Answer], Any]) -> Any:
    """Click a button of the channel's newest message that this handler serves."""

    async def handler(answer: Answer, address: Address) -> None:
        await door(answer)

    e.bot.controls["door"] = Control(handler)
    done = await e.people[0].click(e.panel(), label="again")
    return done


async def posted(e: Evening) -> None:
    """Answer publicly with a picture."""

    async def open_table(answer: Answer, address: Address) -> None:
        await answer.post(drawn(1))

    e.bot.controls["play"] = Control(open_table)
    help_ = await e.people[0].slash(e.channel, "help")
    await e.people[0].select(answer(help_), [ALL_AT_ONCE], custom_id="s2:play:0::0:/0")


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("private", [False, True])
async def test_answer_to_a_click_carries_its_files(late: bool, private: bool, e: One) -> None:
    await posted(e)

    async def door(answer: Answer) -> None:
        if late:
            await answer.acknowledge()
        await (answer.redraw_private if private else answer.redraw)(drawn(2))

    done = await knock(e, door)
    if private:
        shown = done.followups[-1] if late else done.response
        assert shown.ephemeral
        assert names(shown) == ["dot2.png"]
    assert names(e.panel()) == ["dot1.png" if private else "dot2.png"]
    assert ("screen 2" in e.panel_words()) is not private
