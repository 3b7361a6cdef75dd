"""An older click served after a newer one, by a slow or another process."""

import pytest

from bot.words.errors import Overtaken
from games.errors import IllegalMove

from .evening import Two, said

# Later than any interaction there is.
LATEST = 1 << 62


async def test_later_choice_wins_over_an_older_click(e: Two) -> None:
    await e.begin(rounds=1)
    ana = e.people[0]
    table = await e.bot.tables.get(1)
    older, newer, *_ = e.moves(ana)
    await table.move(ana.id, newer, clicked=20)
    with pytest.raises(Overtaken):
        await table.move(ana.id, older, clicked=10)
    with pytest.raises(IllegalMove):
        await table.move(ana.id, newer, clicked=40)
    with pytest.raises(Overtaken):
        await table.move(ana.id, older, clicked=30)
    made = await e.made()
    assert made == [(0, newer)], "to choose it once more is to keep it"
    await table.move(ana.id, older, clicked=50)
    assert await e.made() == [*made, (0, older)]
    await table.move(ana.id, newer, clicked=LATEST)
    made = await e.made()
    before = len(e.env.backend.messages[e.hand(ana).channel.id])
    await e.play(ana, older)
    assert f"Chosen: **{newer}" in e.hand_words(ana)
    assert len(e.env.backend.messages[e.hand(ana).channel.id]) == before
    typed = await ana.slash(e.channel, "move", move=older)
    assert "What you chose later counts." in said(typed)
    assert await e.made() == made
