"""The panels and hands of Bluff at pauses and at the end."""

import re

from bot.screens import frames
from bot.screens.transcript import looks
from games import GAMES
from tests.cogs.ends import T
from tests.cogs.pauses import moments, told


def test_challenge_precedes_next_round_and_starter_may_bid() -> None:
    found = moments("bluff")
    assert found
    for drawing, ply in found:
        moment = drawing.at(ply, held=True)
        view = GAMES["bluff"].view(moment.state, None)
        panel = told(looks()["bluff"].table(moment.sight(None).scene(T)))
        assert panel[0] == f"**Round {view.round - (view.outcome is None)}**"
        assert "All cups are lifted" in panel[1]
        total = next(n for n, line in enumerate(panel) if line.startswith("**Total"))
        lost = [n for n, line in enumerate(panel) if re.search(r"loses \d+ di", line)]
        assert lost
        assert min(lost) > total
        assert not any("Waiting for" in line or "No bid yet" in line for line in panel)
        for seat in view.to_act:
            hand = frames.hand(moment.sight(seat), T)
            assert "s2:move:" in str(hand.components)
            assert hand.text.index("All cups") < hand.text.index("No bid yet")
