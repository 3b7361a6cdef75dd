"""The rules of Bluff, page by page, with a table's options."""

from bot.words.i18n import Tongue
from games import bluff
from games.errors import N_
from games.position import Position

from .._shared.examples import Example

EXAMPLES = (
    Example(Position("bluff", 3, 14), own=True),
    Example(Position("bluff", 3, 14, "1 1x3, 2 1x4")),
    Example(Position("bluff", 3, 14, until=(bluff.Challenged,)), held=True),
)
"""An example for each page of the rules."""

_RULES = (
    N_(
        "**Guess what lies under all the cups.** {end}\n"
        "Everyone starts with {dice} under a cup and sees only their own. The faces are 1 to 5 and "
        "the wild ★ in place of the 6, which counts as every face from 1 to 5. A "
        "count of wilds counts wilds only.\n"
        "The dice 1 1 2 3 ★ hold three 1s, two 2s, two 3s, one 4, one 5 and one wild.\n\n"
        "**A turn.** You **challenge** the last bid, or you **raise** it: a bid is a count of one "
        "face among all dice in play. Then the next player with dice acts, clockwise. Who starts "
        "the first round is drawn by lot; who starts a round has nothing to challenge.\n\n"
        "**Showing dice.** Before you bid, you may show one or more of your hidden dice and "
        "reroll the others, at least one. You need two hidden dice, and you must bid afterwards. "
        "Shown dice stay visible and count as before; they aren't rerolled until the next round."
    ),
    N_(
        "**Which bid is higher?** Its weight is its count; for wilds it is twice the count. The "
        "higher weight is higher; at equal weight the higher face, the wild being the highest.\n"
        "• 3 × 3 is beaten by 3 × 4, 3 × 5, 4 × 1 … and by 2 × ★, but not by 1 × ★.\n"
        "• 2 × ★ is beaten by 5 × 1 … 5 × 5 and by 3 × ★, but not by 4 × 5.\n"
        "A count is at most the number of dice in play. When nothing is higher any more, the bid "
        "must be challenged."
    ),
    N_(
        "**A challenge.** All cups are lifted and the face that was bid is counted, shown dice and "
        "wilds included; if wilds were bid, wilds only.\n"
        "• More than bid: the challenger loses as many dice as the difference.\n"
        "• Fewer than bid: the bidder loses as many dice as the difference.\n"
        "• Exactly as bid: everyone but the bidder loses one die.\n"
        "Nobody loses more dice than they have; who has none is out. Everyone rolls all the dice "
        "they have left, shown ones too, and the next player with dice after the challenger "
        "starts.\n\n"
        "**The end.** {end} {ranks}\n\n"
        "**Typed moves.** `4x5` bids four 5s, `2x*` two wilds, `show3*` shows a 3 and a wild, "
        "`challenge` challenges. A typed 6 is the wild ★."
    ),
)


def wins(options: bluff.BluffOptions, t: Tongue) -> str:
    """Return the end of the match in a sentence."""
    if options.end == "first_out":
        return t("Ends when the first player has no dice; most dice left wins.")
    return t("The last player with dice wins.")


def rules(options: bluff.BluffOptions, t: Tongue) -> list[str]:
    """Return the pages of the rules with these options."""
    if options.end == "first_out":
        ranks = t("More dice left rank better; equal numbers share a rank.")
    else:
        ranks = t("Later out ranks better; players out in the same challenge share a rank.")
    dice = t.many("{n} die", "{n} dice", options.dice)
    return [t(page, dice=dice, end=wins(options, t), ranks=ranks) for page in _RULES]
