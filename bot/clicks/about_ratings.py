"""*About ratings*: a button of pages with ratings, and its answer."""

from ..storage.ratings import MATCHES_NEEDED
from ..wire.ui import Address, Control, button
from ..words.i18n import Tongue
from .answers import Answer
from .control import control


def question(t: Tongue) -> Control:
    """Return the button that explains the numbers."""
    return button(Address("strength"), t("About ratings"))


@control("strength")
async def explain(answer: Answer, _address: Address) -> None:
    """Explain the rating in three sentences."""
    t = answer.t
    sentences = (
        t(
            "The rating estimates strength: everyone starts at 1000, and with 400 more one wins "
            "ten times out of eleven."
        ),
        t(
            "Only the ranks of rated matches move it: a win against stronger players brings more, "
            "and playing often brings nothing by itself."
        ),
        t(
            "~ means provisional, and the leaderboard lists you from {n} matches on.",
            n=MATCHES_NEEDED,
        ),
    )
    await answer.say("\n".join(sentences))
