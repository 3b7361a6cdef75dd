"""An evening of matching pennies."""

from tests.cogs.evening import Two


async def test_match_is_played_rated_and_survives_a_restart(e: Two) -> None:
    ana, ben = await e.begin("pennies", points=2)
    assert "**0 : 0**" in e.panel_words()
    await e.play(ana, "heads")
    assert "Chosen: heads" in e.hand_words(ana)
    # A changed choice is not announced, but its own seat sees it.
    for side in ("tails", "heads"):
        await e.play(ana, side)
        assert f"Chosen: {side}" in e.hand_words(ana)
    await e.restart()
    await e.play(ben, "heads")
    assert "**1 : 0**" in e.panel_words()
    refused = await ana.slash(e.channel, "move", move="edge")
    assert refused.response is not None
    await ana.slash(e.channel, "move", move="ＴＡＩＬＳ")
    await e.play(ben, "tails")
    assert "the end" in e.panel_words()
    assert "🥇 **Ana**\n-# 2 points · new: 4 more matches" in e.panel_words()
