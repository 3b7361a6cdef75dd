"""The rules of 6 nimmt!, page by page, with a table's options."""

from dataclasses import replace

from bot.words.i18n import Tongue
from games import nimmt
from games.errors import N_
from games.position import Position

from .._shared.examples import Example


def _with_jokers(options: nimmt.NimmtOptions) -> nimmt.NimmtOptions:
    return replace(options, jokers=True, deck="full")


EXAMPLES = (
    Example(Position("nimmt", 3, 4)),
    Example(Position("nimmt", 3, 5, until=(nimmt.Took,)), held=True),
    Example(Position("nimmt", 3, 4), own=True),
    Example(Position("nimmt", 3, 6), own=True, options=_with_jokers),
)
"""An example for each page of the rules."""

_BULLS = N_(
    "**Avoid taking bulls. Fewest bulls wins.**\n"
    "Cards carry bulls: 55 has 7, other multiples of 11 have 5, multiples of 10 have 3, other "
    "multiples of 5 have 2, every other card has 1."
)
_ROUND = N_(
    "**A round.** Everyone gets {hand} cards; 4 more start four rows, lowest first. {hand} times, "
    "everyone secretly chooses a card; when all have chosen, the cards are revealed and placed one "
    "at a time, lowest first."
)
_PLACING = N_(
    "**Placing.** A card goes to the right of the row whose end is the highest among those lower "
    "than it.\n"
    "• Would it be the row's **sixth** card, its player takes the five, and it starts the row "
    "anew.\n"
    "• If it **fits no row**, its player chooses one and takes it, and the card starts the row "
    "anew; the other cards wait."
)
_END = N_(
    "**The end.** When all {hand} cards are played, bulls are counted. If nobody is over the limit "
    "of {target}, another round is dealt. Otherwise fewest bulls wins; equal totals share a rank."
)
_OPTIONS = N_(
    "**Options.** `{limit}`: the match ends after the round in which someone is over "
    "it. `{rounds}`: it ends after this many at the latest. `{deck}`, tactical: only the cards 1 "
    "to ten times the players plus 4. `{jokers}`: see the next page."
)
_TIME = N_(
    "**Out of time.** I play the number that would cost you least if it were placed now, a joker "
    "only when you hold nothing else; and I choose the row that costs you least, the upper of "
    "equals."
)
_TYPED = N_(
    "**Typed moves.** `/{move}` takes every move as well: `55` is a card, `0.4` a joker, "
    "`row1` to `row4` a row, the uppermost first."
)
_JOKERS = N_(
    "**Jokers** (option `{jokers}`) are 0.0 to 0.9. Everyone gets one more card, which is a joker; "
    "the others are shuffled in. They carry no bulls.\n"
    "• A joker is lower than every number, and its player puts it on any row. The row's end then "
    "counts that much more: on 19 the joker 0.4 makes 19.4, a further 0.6 makes 20.\n"
    "• A number has to be **higher** than the end: 20 doesn't go on 20. Equal to the lowest end, "
    "it fits no row.\n"
    "• Of rows that end equally the **upper** one gets the card, even if it is full and taken. "
    "Ends count as they are when the card is placed.\n"
    "• As sixth card a joker takes the five. One that starts a row counts as its own value."
)


def rules(options: nimmt.NimmtOptions, t: Tongue) -> list[str]:
    """Return the pages of the rules with these options."""
    if options.deck == "tactical":
        deck = t("Deck: only 1 to ten times the players plus 4, so that every card is in play.")
    elif options.jokers:
        deck = t("Deck: 1 to 104 and the jokers 0.0 to 0.9.")
    else:
        deck = t("Deck: 1 to 104.")
    latest = t.many(
        "Ends after {n} round at the latest.",
        "Ends after {n} rounds at the latest.",
        options.most_rounds,
    )
    names = {name: t.word("command", name) for name in ("limit", "rounds", "deck", "jokers")}
    typed = t(_TYPED, move=t.word("command", "move"))
    end = t(_END, hand=options.tricks, target=options.target)
    return [
        f"{t(_BULLS)}\n{deck}\n\n{t(_ROUND, hand=options.tricks)}",
        f"{t(_PLACING)}\n\n{end}\n{latest}",
        f"{t(_OPTIONS, **names)}\n\n{t(_TIME)}\n\n{typed}",
        t(_JOKERS, jokers=names["jokers"]),
    ]
