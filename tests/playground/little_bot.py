"""A little bot that sends every kind of message the page can draw.

`python -m tests.playground.little_bot` runs it. As for the real bot, DISCORD_TOKEN and
SHINRISEN_DISCORD_API set its server.
"""

import asyncio
import io
import os
from typing import Any, Literal

import discord
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from PIL import Image
from yarl import URL

Interaction = discord.Interaction[Any]

FRUIT = ("Apple", "Apricot", "Banana", "Cherry", "Quince")
TEXT = """# One of everything
-# small print with **bold**, *italic*, __under__, ~~struck~~ and `code`
> quoted, with ||a secret|| in it
- a list with [a link](https://example.org/)
  - and one inside
1. and a counted one
A **bold *and italic* word**, <script>alert(1)</script>, \\*no stars\\*, <t:0:d>, <t:4102444800:R>
```
row 1 | 12
```"""


def picture(width: int, height: int, red: int) -> bytes:
    """Return a PNG of one colour."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), (red, 90, 90)).save(out, "PNG")
    return out.getvalue()


class Everything(ui.LayoutView):
    """Every component of a message, and the last use of its controls."""

    def __init__(self, said: str = "nothing yet") -> None:
        super().__init__(timeout=None)
        box: ui.Container[Everything] = ui.Container(accent_colour=discord.Colour.orange())
        red = ui.Thumbnail[Everything]("attachment://red.png", description="A red square")
        box.add_item(ui.Section(ui.TextDisplay(TEXT), accessory=red))
        box.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
        box.add_item(ui.TextDisplay(f"Last: **{said}**"))
        box.add_item(ui.ActionRow(*(_button(style, said) for style in _STYLES)))
        strings = ui.Select[Everything](
            custom_id="fruit", placeholder="Fruit, one to three", min_values=1, max_values=3
        )
        for name in FRUIT:
            strings.add_option(label=name, emoji="🍎", description=f"A ripe {name.lower()}")
        box.add_item(ui.ActionRow(strings))
        box.add_item(ui.ActionRow(ui.UserSelect(custom_id="user", placeholder="Somebody")))
        box.add_item(ui.ActionRow(ui.ChannelSelect(custom_id="where", placeholder="Somewhere")))
        self.add_item(box)
        gallery: ui.MediaGallery[Everything] = ui.MediaGallery()
        for name in ("red", "blue"):
            gallery.add_item(media=f"attachment://{name}.png", description=f"All {name}")
        self.add_item(gallery)
        self.add_item(ui.File("attachment://notes.txt"))
        hidden: ui.Container[Everything] = ui.Container(ui.TextDisplay("The end."), spoiler=True)
        self.add_item(hidden)


_STYLES = ("primary", "secondary", "success", "danger", "silent")


def _button(style: str, said: str) -> ui.Button[Everything]:
    made: ui.Button[Everything] = ui.Button(label=style.title(), custom_id=f"press-{style}")
    made.style = discord.ButtonStyle[style if style != "silent" else "secondary"]
    made.disabled = said == f"press-{style}"
    return made


_LONG = discord.TextStyle.paragraph
_FRUIT = [discord.SelectOption(label=name) for name in FRUIT]


class Form(ui.Modal, title="A form"):
    """A short text, a long one, and a choice."""

    name = ui.Label[Any](
        text="Name",
        description="As it stands on the card",
        component=ui.TextInput(custom_id="name", min_length=2, max_length=12),
    )
    story = ui.Label[Any](
        text="Story", component=ui.TextInput(custom_id="story", style=_LONG, required=False)
    )
    fruit = ui.Label[Any](text="Fruit", component=ui.Select(custom_id="fruit", options=_FRUIT))

    async def on_submit(self, interaction: Interaction) -> None:
        """Post the submitted values for all."""
        fields: list[Any] = [label.component for label in (self.name, self.story, self.fruit)]
        said = ", ".join([fields[0].value, fields[1].value, fields[2].values[0]])
        await interaction.response.send_message(f"Form: {said}")


class LittleBot(discord.Client):
    """A client with one command for each kind of message."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        commands: list[Any] = [show, classic, fruit, form, whisper, think, sweep]
        for command in commands:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Register the commands."""
        await self.tree.sync()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer clicks on the message of `/show`, except on the silent button."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: dict[str, Any] = dict(interaction.data or {})
        said = data["custom_id"]
        if said == "press-silent":
            return
        if "values" in data:
            said += " " + ", ".join(data["values"])
        await interaction.response.edit_message(view=Everything(said))


@app_commands.command()
async def show(interaction: Interaction) -> None:
    """Send one of every component."""
    files = [
        discord.File(io.BytesIO(picture(80, 80, 220)), "red.png"),
        discord.File(io.BytesIO(picture(160, 80, 20)), "blue.png"),
        discord.File(io.BytesIO(b"Nothing of note.\n"), "notes.txt"),
    ]
    await interaction.response.send_message(view=Everything(), files=files)


@app_commands.command()
async def classic(interaction: Interaction) -> None:
    """Send a text with an embed and a file."""
    embed = discord.Embed(title="An embed", description="With **two** fields", colour=0x3498DB)
    embed.add_field(name="One", value="1").add_field(name="Two", value="2")
    embed.set_footer(text="and a footer")
    file, pings = discord.File(io.BytesIO(b"x" * 3000), "data.bin"), discord.AllowedMentions.all()
    text = f"Hello {interaction.user.mention}"
    await interaction.response.send_message(text, embed=embed, file=file, allowed_mentions=pings)


@app_commands.command()
@app_commands.describe(name="Which fruit", count="How many", who="For whom", size="How big")
async def fruit(
    interaction: Interaction,
    name: str,
    count: app_commands.Range[int, 1, 9] = 1,
    who: discord.Member | None = None,
    size: Literal["small", "large"] = "small",
) -> None:
    """Order fruit."""
    somebody = "nobody" if who is None else who.display_name
    await interaction.response.send_message(f"{count} {size} {name} for {somebody}")


@fruit.autocomplete("name")
async def _names(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    fitting = [name for name in FRUIT if name.lower().startswith(typed.lower())]
    return [app_commands.Choice(name=f"{name} tree", value=name.lower()) for name in fitting]


@app_commands.command()
async def form(interaction: Interaction) -> None:
    """Open a form."""
    await interaction.response.send_modal(Form())


@app_commands.command()
async def whisper(interaction: Interaction) -> None:
    """Say something privately, here and in direct messages."""
    await interaction.response.send_message("psst, here", ephemeral=True)
    await interaction.user.send("psst, there")


@app_commands.command()
async def think(interaction: Interaction) -> None:
    """Answer a little later."""
    await interaction.response.defer(thinking=True)
    await asyncio.sleep(0.8)
    await interaction.followup.send("thought about it")


@app_commands.command()
@app_commands.default_permissions(manage_guild=True)
async def sweep(interaction: Interaction) -> None:
    """Something for staff."""
    await interaction.response.send_message("swept")


def main() -> None:
    """Run until terminated."""
    api = os.environ["SHINRISEN_DISCORD_API"]
    discord.http.Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = URL(api).with_scheme("ws").with_path("/gateway")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    LittleBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
