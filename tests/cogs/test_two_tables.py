"""Several tables of a person or a channel: which one is meant, and how many there may be."""

import re

from simcord import MemberActor

from bot import storage
from bot.play import lobby
from bot.storage import Player

from ..examples import ALL_AT_ONCE, IN_TURN
from .evening import Evening, One, Three, Two, answer, components, controls, said, words


async def test_move_goes_to_the_table_that_waits(e: Two) -> None:
    await e.begin(rounds=1)
    mine = answer(await e.ana.user.slash("my"))
    assert "Your direct" not in words(mine.components)
    (at,) = [a for a, _ in controls(mine) if a.kind == "hand"]
    assert "table 1" in said(await e.ana.user.click(mine, custom_id=str(at)))
    older = min(e.moves(e.ana))
    await e.begin(rounds=1)
    newer = min(e.moves(e.ana))
    await e.ana.slash(e.channel, "move", move=newer)
    assert await e.made(2) == [(0, newer)]
    offered = await e.ana.autocomplete(e.channel, "move", "move", "")
    assert older in [choice["value"] for choice in offered]
    await e.ana.slash(e.channel, "move", move=older)
    assert await e.made() == [(0, older)], "the newer table waits for her no more"
    assert await e.made(2) == [(0, newer)]


async def choices(e: Evening, person: MemberActor, typed: str = "") -> list[str]:
    """Return the tables that `/move` offers."""
    offered = await person.autocomplete(e.channel, "move", "table", typed)
    return [choice["name"] for choice in offered]


async def test_move_offers_the_tables_of_its_player(e: Two) -> None:
    await e.begin(rounds=1)
    older = min(e.moves(e.ana))
    await e.begin(rounds=1)
    for channel in (e.channel, e.ana.user.dm_channel):
        titles = [words(m.components).splitlines()[0] for m in channel.history()]
        numbers = {number for title in titles for number in re.findall(r" table \d+\b", title)}
        assert numbers == {" table 1", " table 2"}
        assert all(" table " in title for title in titles)
    await e.ana.slash(e.channel, "move", move=older, table=1)
    assert await e.made() == [(0, older)]
    names = [line[-18:] for line in await choices(e, e.ana)]
    assert names == ["table 2 · Ana, Ben", "table 1 · Ana, Ben"], "first the one that waits"
    assert len(await choices(e, e.ana, "table 2")) == 1


async def test_my_has_the_hand_and_more_of_each_table_here(e: Three) -> None:
    e.people = [e.ana, e.ben]
    for _ in range(2):
        await e.begin(rounds=1)
    for person in (e.ana, e.chie):
        mine = answer(await person.slash(e.channel, "my"))
        for table in (1, 2):
            assert f"table {table}" in words(mine.components)
            at = {a.kind: a for a, _ in controls(mine) if a.table_id == table}
            shown = await person.click(mine, custom_id=str(at["hand"]))
            assert f"table {table}" in said(shown)
            assert ("You watch" in said(shown)) == (person is e.chie)
            more = answer(await person.click(mine, custom_id=str(at["more"])))
            assert f"table {table}" in words(more.components)
    panel = e.panel()
    await e.chie.click(mine, custom_id=str(at["show"]))
    assert e.panel().id != panel.id


async def _opened(e: Evening, host: int, channel: int | None = None) -> int:
    """Store a lobby of an absent host, without Discord, and return its number."""
    place = lobby.Place(e.guild.id, channel or e.channel.id, "en-US")
    player = Player(host, f"P{host}", "en-US", 7000 + host)
    table = await lobby.open_lobby(e.bot.database, place, ALL_AT_ONCE, "", player, e.bot.now())
    return table.id


async def test_a_person_hosts_five_lobbies_at_most(e: Two) -> None:
    elsewhere = e.guild.create_text_channel("elsewhere")
    for channel in (*[e.channel] * 4, elsewhere):
        await e.open(e.ana, ALL_AT_ONCE, at=channel)
    before = len(e.channel.history())
    refused = await e.open(e.ana, IN_TURN)
    assert said(refused).startswith("You have 5 tables open that haven't started:")
    assert await storage.tables.open_tables(e.bot.database) == [5, 4, 3, 2, 1]
    assert len(e.channel.history()) == before, "nothing is posted"
    await e.open(e.ben, IN_TURN, dice=1)
    assert await storage.tables.open_tables(e.bot.database) == [6, 5, 4, 3, 2, 1]
    panel = e.panel(elsewhere)
    custom_id = e.buttons(panel)["Join"].replace(":join:", ":cancel:")
    await e.forge(e.ana, panel, custom_id)
    await e.open(e.ana, ALL_AT_ONCE, at=elsewhere)
    assert len(await storage.tables.open_tables(e.bot.database)) == 6


async def test_two_people_do_not_fill_a_channel(e: Three) -> None:
    *two, chie = e.people
    for person in two:
        for _ in range(lobby.MOST.own):
            await e.open(person, ALL_AT_ONCE)
        refused = await e.open(person, ALL_AT_ONCE)
        assert said(refused).startswith("You host 4 tables in this channel already:")
    await e.open(chie, ALL_AT_ONCE)
    assert len(await storage.tables.open_tables(e.bot.database)) == 9


async def test_a_channel_holds_ten_tables_at_most(e: One) -> None:
    for host in range(lobby.MOST.channel):
        await _opened(e, 100 + host)
    refused = await e.open(e.ana, ALL_AT_ONCE)
    assert said(refused).startswith("There are 10 tables in this channel already")
    assert len(await storage.tables.open_tables(e.bot.database)) == lobby.MOST.channel
    await storage.tables.cancel(e.bot.database, 1, e.bot.now())
    await e.open(e.ana, ALL_AT_ONCE)
    assert len(await storage.tables.open_tables(e.bot.database)) == lobby.MOST.channel


async def test_a_person_plays_three_matches_alone_at_most(e: Two) -> None:
    too_many = "You play 3 matches alone already: finish or end one of them first."
    help_ = await e.ana.slash(e.channel, "help")
    selects = [c["custom_id"] for c in components(answer(help_).components) if c["type"] == 3]
    (solo,) = [at for at in selects if at.startswith("s2:solo")]
    for _ in range(2):
        await e.ana.select(answer(help_), [ALL_AT_ONCE], custom_id=solo)
    await e.open(e.ana, IN_TURN, computers=1)
    await e.press(e.ana, "Start")
    assert (await e.stored(3)).phase == "live", "the third begins"
    refused = await e.ana.select(answer(help_), [ALL_AT_ONCE], custom_id=solo)
    assert said(refused) == too_many
    assert len(await storage.tables.open_tables(e.bot.database)) == 3, "nothing was opened"
    await e.open(e.ana, IN_TURN, computers=1)
    assert said(await e.press(e.ana, "Start")) == too_many
    await e.press(e.ben, "Join")
    await e.press(e.ana, "Start")
    stored = await e.stored(4)
    assert stored.phase == "live", "with Ben it isn't alone"


async def test_a_person_sits_at_twenty_tables_at_most(e: Two) -> None:
    channels = [e.guild.create_text_channel(f"games-{n}") for n in range(3)]
    seated = Player(e.ben.id, "Ben", "en-US", 7)
    for number in range(lobby.MOST.seats):
        table = await e.stored(await _opened(e, 100 + number, channels[number // 10].id))
        await lobby.join(e.bot.database, table, seated)
    await e.open(e.ana, ALL_AT_ONCE)
    refused = await e.press(e.ben, "Join")
    assert said(refused) == "You sit at 20 tables already: finish or leave one of them first."
    assert "**Ben**" not in e.panel_words()
    refused = await e.open(e.ben, ALL_AT_ONCE, at=channels[2])
    assert said(refused).startswith("You sit at 20 tables already")
    assert len(await storage.tables.open_tables(e.bot.database)) == lobby.MOST.seats + 1
    # A match that goes on without them isn't theirs any more.
    await storage.tables.cancel(e.bot.database, 1, e.bot.now())
    await e.press(e.ben, "Join")
    assert "**Ben**" in e.panel_words()
