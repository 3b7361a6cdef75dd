"""A screen with files in every kind of message: posts, edits, answers and private answers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import ui

from bot.clicks.answers import Answer
from bot.screens import frames
from bot.screens.sight import Sight
from bot.storage import PANEL
from bot.wire.ui import Address, Attached, Drawn, button, button_rows, screen
from tests.examples import ALL_AT_ONCE

from .conftest import Begin
from .evening import Evening

DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f64540"
    "0000000049454e44ae426082"
)


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

    e.bot.controls["door"] = handler
    done = await e.people[0].click(e.panel(), custom_id=e.buttons(e.panel())["again"])
    return done


async def posted(e: Evening) -> None:
    """Answer publicly with a picture."""

    async def open_table(answer: Answer, address: Address) -> None:
        await answer.post(drawn(1))

    e.bot.controls["play"] = open_table
    help_ = await e.people[0].slash(e.channel, "help")
    assert help_.response is not None
    await e.people[0].click(help_.response, custom_id=f"s2:play:0::0:{ALL_AT_ONCE}")


async def test_a_public_answer_carries_its_files(evening: Begin) -> None:
    async with evening(1) as e:
        await posted(e)
        assert names(e.panel()) == ["dot1.png"]


@pytest.mark.parametrize("late", [False, True])
async def test_a_message_is_redrawn_with_new_files(evening: Begin, late: bool) -> None:
    async with evening(1) as e:
        await posted(e)

        async def door(answer: Answer) -> None:
            if late:
                await answer.acknowledge()
            await answer.redraw(drawn(2))

        await knock(e, door)
        assert "screen 2" in e.panel_words()
        assert names(e.panel()) == ["dot2.png"]


@pytest.mark.parametrize("late", [False, True])
async def test_private_answer_carries_its_files(evening: Begin, late: bool) -> None:
    async with evening(1) as e:
        await posted(e)

        async def door(answer: Answer) -> None:
            if late:
                await answer.acknowledge()
            await answer.redraw_private(drawn(3))

        done = await knock(e, door)
        shown = done.followups[-1] if late else done.response
        assert shown.ephemeral
        assert names(shown) == ["dot3.png"]
        assert names(e.panel()) == ["dot1.png"]


async def test_posts_are_sent_and_edited_with_their_files(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(2) as e:
        plain, shown = frames.panel, []

        def pictured(sight: Sight, t: Any) -> Drawn:
            file = Attached(f"ply{sight.ply}.png", DOT)
            shown.append(file.name)
            gallery: Any = ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{file.name}"))
            drawn = plain(sight, t)
            components = [*drawn.components, gallery.to_component_dict()]
            return replace(drawn, components=components, files=(file,))

        monkeypatch.setattr(frames, "panel", pictured)
        await e.begin(ALL_AT_ONCE, rounds=1)
        assert names(e.panel()) == ["ply0.png"]
        await e.play_out(plies=1)
        assert names(e.panel()) == ["ply1.png"]
        table = await e.bot.tables.get(1)
        table.posts.of(PANEL).want(fresh=True)
        await e.env.settle()
        assert names(e.panel()) == ["ply1.png"]
