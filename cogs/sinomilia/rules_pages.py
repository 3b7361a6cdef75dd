"""The rules of Sinomilia as people read them, page by page, with the options of a match."""

from bot.words.i18n import Tongue
from games.errors import N_
from games.position import Position
from games.sinomilia import SinomiliaOptions

from .._shared.examples import Example

_MIDDLE = "1 chip-sun, 0 chip-sun, 1 chip-moon, 0 chip-sun"

EXAMPLES = (
    Example(Position("sinomilia", 2, 1, f"1 sun, 0 5, 1 4, {_MIDDLE}"), own=True),
    Example(Position("sinomilia", 2, 1, f"1 sun, 0 5, 1 4, {_MIDDLE}, 1 pass, 0 pass")),
    Example(Position("sinomilia", 2, 1, f"1 sun, 0 5, 1 4, {_MIDDLE}, 1 pass, 0 pass"), own=True),
)
"""An example for each page of the rules."""

_RULES = (
    N_(
        "**Predict how many chips will lie in the middle, and mislead the other player.**\n"
        "Each of the two players has number cards 0 to 9, one change card and 15 chips with a sun "
        "and a moon face.\n\n"
        "**The toss.** One player tosses a coin, the other calls sun or moon. Called right, the "
        "caller is the starter ➡️, otherwise the tosser.\n\n"
        "**A round.** Both change cards are turned sun up. Both secretly lay one number card: "
        "their prediction 🎴. Then they take turns, the starter first. In a turn you\n"
        "• lay a **chip** of yours in the middle, sun or moon up; or\n"
        "• **change**, once a round: lay your prediction down again as any unused card, give the "
        "other player a chip, and turn your change card moon up. The same card again is a feint, "
        "and nobody else can tell; or\n"
        "• **pass**. Whoever holds no chips passes automatically.\n"
        "A chip or a change is an **action**, a pass is none."
    ),
    N_(
        "**The round ends** when 9 chips lie in the middle, when both have passed one after the "
        "other, or with a pass directly after a chip laid moon up. Automatic passes count: against "
        "someone without chips, a moon or a pass ends the round at once.\n\n"
        "**The reveal.** Whoever made the last action reveals first; with no chips in the middle "
        "the starter does. {pause}\n\n"
        "**The nearest prediction wins.** Equally near: whoever made the last action loses; with "
        "no chips in the middle the starter wins.\n\n"
        "**The payment** to the winner, in this order, never more than the loser holds:\n"
        "1. from the loser 5 chips if the winner holds none, 2 if exactly one (judged before any "
        "payment);\n"
        "2. from the loser one for every moon in the middle;\n"
        "3. from the loser 2 chips;\n"
        "4. all chips in the middle."
    ),
    N_(
        "**Used cards.** The two revealed cards stay face up and can't be used again. Only a **9** "
        "goes back to its owner's hand.\n\n"
        "**The end.** The match ends when a player holds no chips, has only 2 unused number cards "
        "left (a 9 counts), or when two 9s are revealed in the third round in a row. Otherwise the "
        "round's winner starts the next round. **Most chips wins.** {tie}\n\n"
        "**Out of time.** The simple move is sun for the toss, the middle one of your unused cards "
        "(the lower of two) as your prediction, and a pass in a turn.\n\n"
        "**Typed moves.** `sun`, `moon` for the toss; `7` lays a prediction; `chip-sun`, "
        "`chip-moon`, `change3` and `pass` in a turn. Capitals and spaces don't matter."
    ),
)


def pages(options: SinomiliaOptions, t: Tongue) -> list[str]:
    """Return the pages of the rules with these options."""
    return [t(page, tie=tie(options, t), pause=pause(options, t)) for page in _RULES]


def tie(options: SinomiliaOptions, t: Tongue) -> str:
    """Return the winner with equal chips."""
    if options.tie == "draw":
        return t("Equal chips at the end are a draw.")
    return t("Equal chips at the end: the last round's starter wins.")


def pause(options: SinomiliaOptions, t: Tongue) -> str:
    """When the second card is turned up."""
    if not options.pause:
        return t("Both cards are turned up at once.")
    return t.many(
        "The second card is turned up {n} second after the first.",
        "The second card is turned up {n} seconds after the first.",
        options.pause,
    )
