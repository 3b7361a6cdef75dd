"""*Options*: the options of an open table in one form."""

from dataclasses import fields

import pytest
from discord import app_commands

from bot.screens.option_list import choices
from games import GAMES
from games.options import declared
from games.record import parse_options, value_text
from tests.examples import ALL_AT_ONCE, IN_TURN

from .evening import One, Two, said


@pytest.mark.parametrize("game", GAMES)
async def test_form_asks_for_every_option_of_play(game: str, e: Two) -> None:
    await e.open(e.ana, game)
    before = e.panel_words()
    assert "Only the host" in said(await e.press(e.ben, "Options"))
    form = (await e.press(e.ana, "Options")).modal
    assert form is not None
    names = [label["component"]["custom_id"] for label in form["components"]]
    options = [field.name for field in fields(GAMES[game].Options)]
    assert names == ["table.pace", *options], "every option has its question"
    labels = [label["label"] for label in form["components"]]
    assert all(label[:1].isupper() and "_" not in label for label in labels), labels
    assert all(label.get("description") for label in form["components"][1:])
    await e.set_options(e.ana)
    assert e.panel_words() == before, "sent as it was, it changes nothing"


async def test_command_takes_as_many_computers_as_there_are_seats(e: One) -> None:
    for game in GAMES:
        command = e.bot.tree.get_command(game)
        assert isinstance(command, app_commands.Command)
        (computers,) = command.parameters
        assert (computers.min_value, computers.max_value) == (0, GAMES[game].seats[-1] - 1)
        assert not computers.required


@pytest.mark.parametrize("game", GAMES)
async def test_each_option_without_typing_changes_by_one_choice(game: str, e: One) -> None:
    await e.open(e.ana, game)
    listed = {label: one for label, one in (await e.choices(e.ana)).items() if "=" in one}
    assert {"60 seconds per move", "30 seconds per move"} <= {*listed}
    names = {one.partition("=")[0] for one in listed.values()}
    options = declared(GAMES[game].Options)
    assert names == {"table.pace", *(n for n, one in options.items() if [*choices(one)])}
    for label, one in listed.items():
        name, _, value = one.partition("=")
        before = e.panel_words()
        await e.choose(e.ana, label)
        assert e.panel_words() != before, "the lobby shows it"
        stored = await e.stored()
        now = parse_options(GAMES[game], stored.options)
        if name == "table.pace":
            assert str(stored.pace or "none") == value
            assert label in e.panel_words()
        else:
            assert value_text(getattr(now, name)) == value
        assert one not in (await e.choices(e.ana)).values(), "it is the present one"
        if name in options:
            # Two options may exclude each other.
            await e.set_options(e.ana, **{name: value_text(options[name].default)})


async def test_options_change_until_the_start_for_the_host_alone(e: Two) -> None:
    ana, ben = await e.gather(ALL_AT_ONCE)
    before = await e.stored()
    assert "30 seconds per move" not in await e.choices(ben)
    assert "Only the host" in said(await e.choose(ben, "30 seconds per move"))
    for wrong in ("table.pace=7", "target=9", "else=1", "=", "rounds=many"):
        await e.forge(ana, e.panel(), "s2:options:1:MARK:2:/0", [wrong])
    assert await e.stored() == before
    early = await e.press(ana, "Options")
    await e.set_options(ana, target="３０", jokers="yes", **{"table.pace": "90"})
    told = e.panel_words()
    await e.wait(1)
    again = await e.press(ana, "Options")
    assert early.modal
    assert again.modal
    assert early.modal["custom_id"] != again.modal["custom_id"], "phones recall the old"
    assert "Limit: 30 · Jokers" in told
    assert "90 seconds per move" in told
    for wrong in ("9", "100000000", "-1", "many", "½"):
        refused = said(await e.set_options(ana, target=wrong))
        assert "`limit`" in refused
        assert e.panel_words() == told, "nothing changes"
    await e.press(ana, "Start")
    filled = {"target": "50", "rounds": "", "deck": "full", "jokers": "no"}
    late = await ana.submit_modal(early, {"table.pace": ["none"], **filled})
    assert "started" in said(late) or "begun" in said(late)
    assert "over 50" not in e.panel_words()


async def test_last_options_are_those_of_the_next_table(e: Two) -> None:
    await e.open(e.ben, ALL_AT_ONCE)
    usual = await e.stored(1)
    await e.open(e.ana, ALL_AT_ONCE)
    await e.set_options(e.ana, target="30", **{"table.pace": "90"})
    await e.open(e.ana, ALL_AT_ONCE)
    assert "Limit: 30" in e.panel_words()
    assert "90 seconds per move" in e.panel_words()
    await e.open(e.ana, IN_TURN)
    await e.open(e.ben, ALL_AT_ONCE)
    there = e.env.create_guild()
    await e.open(there.add_member(e.ana.user), ALL_AT_ONCE, at=there.create_text_channel("games"))
    others = [await e.stored(number) for number in (4, 5, 6)]
    assert [one.pace for one in others] == [usual.pace] * 3
    assert {one.options for one in others[1:]} == {usual.options}


async def test_one_choice_leads_back_to_the_usual_options(e: One) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    usual = await e.stored(1)
    assert "The usual options" not in await e.choices(e.ana)
    await e.set_options(e.ana, target="30", **{"table.pace": "90"})
    await e.choose(e.ana, "The usual options")
    now = await e.stored(1)
    assert (now.options, now.pace) == (usual.options, usual.pace)
    assert "The usual options" not in await e.choices(e.ana)
    await e.open(e.ana, ALL_AT_ONCE)
    assert (await e.stored(2)).options == usual.options
