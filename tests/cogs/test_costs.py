"""The counted requests of an evening: with every reason to come back, and with none of them."""

from collections import Counter
from collections.abc import Sequence

import pytest
from simcord import MemberActor

from ..bot.stored_tables import ask
from .called import asked as ask_for_calls
from .clocks import wait
from .conftest import Begin, Deck
from .evening import Evening, answers
from .posts import counted
from .staff import sit_down

PEOPLE, TABLE, ROUNDS = 8, 4, 2
CHAT = 60.0
"""Seconds between two matches."""
MORE = 1.15
"""Counted requests of the evening with everything, at most, per one of the evening without."""


@pytest.fixture(autouse=True)
def short_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pass hours in few steps. A match has one round."""
    monkeypatch.setattr("bot.play.clock._LONGEST_NAP", 1800.0)


async def rematch(e: Evening, people: Sequence[MemberActor], *, kept: bool) -> None:
    """Play a match of all but the last, who watches, then one of all: a rematch if kept."""
    host, *others, last = people
    await sit_down(e, host, *others)
    shown = answers(await e.press(last, "Hand"))[0]
    if kept:
        await last.click(shown, label="Play next")
    await e.play_out(seed=1)
    await wait(e, CHAT)
    if kept:
        await e.press(host, "Rematch")
        for person in (*others, last):
            await e.press(person, "Join")
    else:
        await sit_down(e, *people)
    await e.play_out(seed=2)


async def by_hand(e: Evening) -> None:
    """Play some rounds at tables opened by hand."""
    for number in range(ROUNDS):
        for at in range(PEOPLE // TABLE):
            await sit_down(e, *e.people[at :: PEOPLE // TABLE])
        await e.play_out(seed=number)
        await wait(e, CHAT)


async def cost(e: Evening, *, everything: bool) -> Counter[str]:
    """Play the evening, and return its counted requests by part."""
    found, since = Counter[str](), 0

    def note(part: str) -> None:
        nonlocal since
        found[part] = len(counted(e, since))
        since = len(e.env.http_requests)

    note("start")
    if everything:
        for person in e.people[TABLE:]:
            await ask_for_calls(e, person)
    await rematch(e, e.people[:TABLE], kept=everything)
    note("calls and seats")
    await by_hand(e)
    note("tables")
    del found["start"]
    return found


async def test_everything_costs_few_more_requests(evening: Begin, deck: Deck) -> None:
    deck(5)
    over = "select count(*) from tables where phase = 'over'"
    matches = 2 + ROUNDS * PEOPLE // TABLE
    async with evening(PEOPLE) as e:
        without = await cost(e, everything=False)
        database = e.bot.settings.database
        assert ask(database, over) == [(matches,)]
        [(moves,)] = ask(database, "select count(*) from moves")
    async with evening(PEOPLE) as e:
        everything = await cost(e, everything=True)
        assert ask(database, over) == [(matches,)]
        called = "select count(*) from called where kind = 'person'"
        assert ask(database, called) == [(PEOPLE - TABLE,)]
    print(f"{matches} matches, {moves} decisions, without: {without}, with: {everything}")
    assert PEOPLE < everything.total() <= MORE * without.total()
