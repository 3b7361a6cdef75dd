"""`/help`: what can be played, a table by one click, every command, and where it can't be."""

import discord
from discord import app_commands
from simcord import InteractionResult, MemberActor

from bot import storage
from bot.clicks.pages import HELP, ways_to
from bot.screens.look import NoLook
from bot.screens.transcript import looks
from bot.words.i18n import languages, tongue
from cogs.help.screens import on_a_person
from games import GAMES
from tests.examples import ALL_AT_ONCE

from ..evening import One, Two, answer, components, said, words
from ..staff import manager

TABLES, EXPLAINS = "s2:play:0::0:/0", "s2:explain:0::0:/0"


def tables(result: InteractionResult) -> dict[str, tuple[str, str]]:
    """Return the games of the list of tables as key → name and facts."""
    found = [c for c in components(answer(result).components) if c.get("custom_id") == TABLES]
    options = [option for control in found for option in control["options"]]
    return {one["value"]: (one["label"], one["description"]) for one in options}


def added() -> list[str]:
    """Return the custom_ids of the buttons that features add to the screen."""
    return [one.component["custom_id"] for one in ways_to(HELP, tongue("en-US"))]


def buttons(result: InteractionResult) -> list[str]:
    """Return the custom_ids of all buttons of a private screen, in order."""
    assert answer(result).ephemeral
    return [c["custom_id"] for c in components(answer(result).components) if c["type"] == 2]


async def press(person: MemberActor, screen: InteractionResult, key: str) -> InteractionResult:
    """Choose a game from the list of tables."""
    return await person.select(answer(screen), [key], custom_id=TABLES)


async def test_help_lists_all_games_and_opens_each_from_a_list(e: Two) -> None:
    screen = await e.ana.slash(e.channel, "help")
    text, games = said(screen), tables(screen)
    for key in e.bot.looks:
        seats = GAMES[key].seats
        numbers = f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0])
        look = e.bot.looks[key]
        facts = look.facts_line(GAMES[key].Options(), tongue("en-US"))
        assert f"{look.emoji} **{look.name}**" in text
        told = " · ".join(filter(None, [f"{numbers} players", facts]))
        assert games[key] == (f"{look.emoji} {look.name}", told)
    also = sorted(one.name for one in e.bot.tree.walk_commands() if one.extras.get("also"))
    assert "Also here: " + ", ".join(f"`/{name}`" for name in also) in text

    await e.restart()
    await press(e.ana, screen, ALL_AT_ONCE)
    assert " is open" in e.panel_words()
    assert "-# about 45 minutes · " in e.panel_words()
    assert "bulls" not in e.panel_words(), "Rules has the usual options"
    await e.press(e.ben, "Join")
    await e.press(e.ana, "Start")
    assert "Round 1 · card 1 of 10" in e.panel_words()
    for key, look in e.bot.looks.items():
        await press(e.ana, screen, key)
        assert f"{look.emoji} {look.name}" in e.panel_words()
        assert " is open" in e.panel_words()
        # Cancel it, because a host may have few open tables.
        await e.choose(e.ana, "Cancel the table")


async def test_help_lists_all_commands_and_those_on_a_person(e: One) -> None:
    text, all_of_it = await e.listed(e.ana), await e.listed(manager(e))
    assert f"`/{ALL_AT_ONCE}`" in text
    assert "⋯ on tables and hands has all else" in text
    assert "`/help`" not in text, "the reader came from there"
    for command in e.bot.tree.get_commands(type=discord.AppCommandType.chat_input):
        if command.name in {*GAMES, "help"}:
            continue
        line = f"`/{command.name}` {command.description}"
        assert line in all_of_it
        assert (line in text) == (command.default_permissions is None), "only who may use it"
    tree = e.bot.tree

    async def new(_: discord.Interaction, who: discord.Member) -> None: ...

    tree.add_command(app_commands.ContextMenu(name="New one", callback=new))
    menus = [c for c in tree.get_commands() if isinstance(c, app_commands.ContextMenu)]
    assert menus
    assert on_a_person(tree.get_commands(), tongue("en-US")) in await e.listed(e.ana)
    for t in map(tongue, ("en-US", *languages())):
        line = on_a_person(tree.get_commands(), t)
        assert (
            t("On a person, by right-click or a long press, below “Apps”: {names}", names="")
            in line
        )
        for menu in menus:
            assert f"**{t.word('menu', menu.name)}**" in line


async def test_where_tables_may_not_stand_it_says_where(e: One) -> None:
    before = await e.ana.slash(e.channel, "help")
    den = e.guild.create_text_channel("den")
    await e.bot.servers.change(e.guild.id, channels=frozenset({den.id}))
    screen = await e.ana.slash(e.channel, "help")
    assert f"Tables can be opened only in <#{den.id}>." in said(screen)
    assert e.bot.looks[ALL_AT_ONCE].name in said(screen)
    assert buttons(screen) == [*added(), "s2:commands:0::0:"]
    refused = await press(e.ana, before, ALL_AT_ONCE)
    assert f"Tables can be opened only in <#{den.id}>." in said(refused)
    allowed = await e.ana.slash(den, "help")
    assert ALL_AT_ONCE in tables(allowed)


async def test_help_explains_that_only_staff_open_tables(e: One) -> None:
    mia = manager(e)
    await e.bot.servers.change(e.guild.id, openers="staff")
    screen = await e.ana.slash(e.channel, "help")
    assert "Only the server's staff may open tables here." in said(screen)
    assert buttons(screen) == [*added(), "s2:commands:0::0:"]
    selects = [c["custom_id"] for c in components(answer(screen).components) if c["type"] == 3]
    assert selects == [EXPLAINS], "no match against computers"
    rules = await e.ana.select(answer(screen), [ALL_AT_ONCE], custom_id=EXPLAINS)
    assert e.bot.looks[ALL_AT_ONCE].title(tongue("en-US")) in said(rules)
    assert ALL_AT_ONCE in tables(await mia.slash(e.channel, "help"))


async def test_help_opens_listed_tables_in_servers_alone(e: One) -> None:
    screen = answer(await e.ana.slash(e.channel, "help"))
    for key in ("", "chess", f"{ALL_AT_ONCE}:1", "x" * 80):
        refused = await e.forge(e.ana, screen, f"s2:play:0::0:{key}")
        assert "out of date" in said(refused)
    assert await storage.tables.open_tables(e.bot.database) == []
    for value in ("chess", f"s2:play:0::0:{ALL_AT_ONCE}", "s2:commands:0::0:"):
        assert "out of date" in said(await e.forge(e.ana, screen, EXPLAINS, [value]))
    await e.open(e.ana, ALL_AT_ONCE)
    screen = await e.ana.user.slash("help")
    assert "Tables can be opened only in a server's channels." in words(answer(screen).components)


def test_facts_line_follows_the_options() -> None:
    game, look, t = GAMES[ALL_AT_ONCE], looks()[ALL_AT_ONCE], tongue("en-US")
    short = look.facts_line(game.Options(rounds=1), t)
    assert short == "about 10 minutes · easy to learn"
    assert NoLook().facts_line(None, t) == ""
