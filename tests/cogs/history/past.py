"""Ended matches, and the lists of them."""

from dataclasses import replace
from typing import Any

from simcord import InteractionResult, MemberActor

from bot.screens.finished import Finished
from bot.screens.transcript import looks
from bot.storage import Player, StoredTable
from cogs.history.steps import timeline
from games import find_game
from games.record import Record, options_text
from games.record import replay as steps_of
from tests.examples import IN_TURN

from ..evening import NAMES, Evening, answer, components

SIGNS = {"⬅️": "Back", "▶️": "Play", "➡️": "Next", "📌": "Share"}
"""The purposes of the buttons that have only a sign."""


def live(result: InteractionResult) -> dict[str, str]:
    """Return the enabled buttons of a private answer as label → custom_id."""
    return {
        c.get("label") or SIGNS[c["emoji"]["name"]]: c["custom_id"]
        for c in components(answer(result).components)
        if c["type"] == 2 and not c.get("disabled")
    }


async def press(person: MemberActor, shown: InteractionResult, label: str) -> InteractionResult:
    return await person.click(answer(shown), custom_id=live(shown)[label])


async def by(person: MemberActor, shown: InteractionResult, eyes: str) -> InteractionResult:
    custom_id = next(
        c["custom_id"]
        for c in components(answer(shown).components)
        if eyes in [option["value"] for option in c.get("options", [])]
    )
    return await person.select(answer(shown), [eyes], custom_id=custom_id)


async def ended(e: Evening, game: str = IN_TURN, **options: Any) -> int:
    """Play a match of the first two people to its end, and return the number of its moves."""
    short = {"dice": 1, "end": "first_out"} if game == IN_TURN else {}
    everybody, e.people = e.people, e.people[:2]
    await e.begin(game, **(short | options))
    plies = await e.play_out(seed=1)
    e.people = everybody
    return plies


def past(record: Record) -> Finished:
    """Return the record as an ended match of named players."""
    steps = steps_of(record)
    outcome = find_game(record.game, record.version).outcome(steps[-1].state)
    assert outcome is not None
    players = tuple(
        Player(100 + seat, NAMES[seat], "en-US", 7, rank=rank, score=score)
        for seat, (rank, score) in enumerate(zip(outcome.ranks, outcome.scores, strict=True))
    )
    rules = record.game, record.version, options_text(record.options)
    table = StoredTable(12, 1, 2, "en-US", *rules, "over", 100, 0.0, record.secret)
    table = replace(table, started_at=1.0, ended_at=2.0, players=players)
    return Finished(table, record, steps)


def steps(match: Finished) -> list[int]:
    """Return the plies that end a step."""
    return [step.ply for step in timeline(match, looks()[match.record.game]).steps]
