"""*Learn by playing*: beside the rules of a game, and at a person's first table."""

from bot.clicks.answers import Answer
from bot.clicks.pages import FIRST, RULES, Page, Way
from bot.wire.ui import Address, Control, Part, button, button_rows
from bot.words.i18n import Tongue

from .learning import LESSONS


def _learn(game: str, t: Tongue) -> Control | None:
    if game not in LESSONS:
        return None
    return button(Address("learn", text=game), t("Learn by playing"))


async def _offer(answer: Answer, game: str, _person: int) -> list[Part]:
    """Offer the lesson of the game."""
    t, way = answer.t, _learn(game, answer.t)
    if way is None:
        return []
    name = t(answer.bot.looks[game].name)
    told = t("🎓 New here? Five short tasks show how {game} is played.", game=name)
    return [told, *button_rows([way])]


LEARN = Way((RULES,), _learn)
OFFER = Page((FIRST,), _offer)
