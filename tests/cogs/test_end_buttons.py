"""The buttons of an end, in the hand as in the channel."""

from .conftest import Begin
from .evening import said


async def test_replay_opens_beside_the_end(evening: Begin) -> None:
    async with evening(2) as e:
        ana, _ = e.people
        await e.begin(rounds=1)
        await e.play_out(seed=1)
        end = e.hand(ana)
        before = e.hand_words(ana)
        shown = await ana.user.click(end, custom_id=e.buttons(end)["Replay"])
        assert shown.response is not None
        assert shown.response.ephemeral
        assert "eplay" in said(shown)
        assert e.hand(ana).id == end.id
        assert e.hand_words(ana) == before, "the end stays"


async def test_hand_shares_the_match_by_a_button(evening: Begin) -> None:
    async with evening(2) as e:
        ana, _ = e.people
        await e.begin(rounds=1)
        await e.play_out(seed=1)
        end = e.hand(ana)
        shown = await ana.user.click(end, custom_id=e.buttons(end)["Share"])
        assert "Only you see this." in said(shown)
        assert e.hand(ana).id == end.id
