"""The rules of Schwimmen as people read them, page by page, with the options of a match."""

from bot.words.i18n import Tongue
from games.errors import N_
from games.position import Position
from games.schwimmen import MOST_SPARED, MOST_TURNS, DealEnded, SchwimmenOptions

from .._shared.examples import Example

EXAMPLES = (
    Example(Position("schwimmen", 3, 40, "2 keep"), own=True),
    Example(Position("schwimmen", 3, 40, "2 keep, 0 TC-TH")),
    Example(Position("schwimmen", 3, 40, until=(DealEnded,)), held=True),
)
"""An example for each page of the rules."""

_HANDS = N_(
    "**Don't hold the worst hand. The last swimmer wins.**\n"
    "32 cards, A K Q J 10 9 8 7 of four suits. An ace counts 11, king, queen, jack and ten "
    "count 10, the others their number.\n\n"
    "**The worth of a hand** is the sum of its cards of one suit, the best suit counting. "
    "7♥ 8♥ 9♥ is 24; A♣ A♠ K♦ is only 11.\n"
    "• Three of a kind: **30½**.\n"
    "• An ace and two ten-point cards of one suit: **31**, Thirty-One.\n"
    "• Three aces: **32**, Fire 🔥.\n\n"
    "**Equal worth.** Of two threes of a kind the higher rank is better, A K Q J 10 9 8 7. "
    "Otherwise the suit that counts decides, in the German order: ♣ before ♠ before ♥ before "
    "♦. Same worth in the same suit: equal."
)
_DEAL = N_(
    "**A deal.** Everyone gets three cards, and the dealer an extra hand of three more, face down. "
    "The dealer looks at the first three only and **keeps** them, or **takes** the extra hand "
    "unseen. The three left over are turned up in the middle."
)
_TURNS = N_(
    "**Turns** go clockwise from the dealer's left. **Swap** one of your cards for one in the "
    "middle, or **pass**."
)
_SWAP_ALL = N_("• You may also swap all three cards for those in the middle.")
_CLOSE = N_(
    "• At the end of your turn you may **close** ✋, unless someone has: everyone else gets one "
    "more turn, then the deal ends.\n"
    "• When all have passed in a row, before or after a close, three new cards replace the "
    "middle. A stock that is too small takes the discards in first.\n"
    "• Thirty-One or Fire is shown and **ends the deal at once**, whether dealt, taken or "
    "made by a swap.\n"
    "• After {n} turns each the deal ends, too. In the last of them nobody may close; you are "
    "told before."
)
_LOSING = N_(
    "**Losing.** When a deal ends all hands are shown. The lowest loses a life; players equal at "
    "the bottom all lose one. If Fire ended the deal, everyone without Fire loses one instead."
)
_SPARED = N_(
    "• Where a loss would put everyone out at once, nobody loses a life and the next dealer deals "
    "again. After {n} such deals in a row the match ends, and all who are still in share first "
    "place."
)
_END = N_(
    "**The end.** The last one in wins. Who went out later ranks better; out in the same deal "
    "shares a rank. The first dealer is drawn, then it is the next one still in."
)
_TYPED = N_(
    "**Typed moves.** `keep`, `take`, `pass`; `KH-7S` gives the king of hearts for the seven of "
    "spades. Suits are C S H D or `♣ ♠ ♥ ♦`, a ten is T or 10. With `!` you close as well: `pass!`."
)
_TYPED_ALL = N_("`all` swaps all three cards.")


def rules(options: SchwimmenOptions, t: Tongue) -> list[str]:
    """Return the rules in three pages."""
    turns = [t(_TURNS), t(_CLOSE, n=MOST_TURNS)]
    typed = [t(_TYPED)]
    if options.swap_all:
        turns.insert(1, t(_SWAP_ALL))
        typed.append(t(_TYPED_ALL))
    lives = t.many(
        "• Everyone has {n} life. Who has none left **swims** 🏊 and plays on; losing once more "
        "puts them out.",
        "• Everyone has {n} lives. Who has none left **swims** 🏊 and plays on; losing once more "
        "puts them out.",
        options.lives,
    )
    losing = "\n".join([t(_LOSING), lives, t(_SPARED, n=MOST_SPARED)])
    return [
        t(_HANDS),
        t(_DEAL) + "\n\n" + "\n".join(turns),
        "\n\n".join([losing, t(_END), "\n".join(typed)]),
    ]
