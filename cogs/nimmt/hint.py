"""6 nimmt!: why a computer would play a card or take a row."""

from collections.abc import Sequence

from bot.words.i18n import Tongue
from bot.workers.brain import Weighed
from games.nimmt import FULL, Choose, TakeRow, View, is_joker, row_bulls
from games.nimmt.cards import Card


def why(view: View, weighed: Sequence[Weighed], t: Tongue) -> str:
    """Return the cost of the best move with these rows, and the risks."""
    move: Choose | TakeRow = weighed[0].move
    if isinstance(move, TakeRow):
        return _taking(view, move.row, t)
    return _placing(view, move.card, t)


def dearer(one: Weighed, t: Tongue) -> str:
    """Return the extra cost of a move."""
    more = round(one.behind)
    if not more:
        return t("less than a bull dearer by the end of the round")
    return t.many(
        "about {n} bull dearer by the end of the round",
        "about {n} bulls dearer by the end of the round",
        more,
    )


def _taking(view: View, row: int, t: Tongue) -> str:
    if is_joker(view.revealed[0][1]):
        return ""
    cheapest = min(map(row_bulls, view.rows))
    if row_bulls(view.rows[row]) == cheapest:
        return t("No row costs less.")
    return t("It isn't the cheapest row, but leaves better ones for what you hold.")


def _placing(view: View, card: Card, t: Tongue) -> str:
    if is_joker(card):
        return t("A joker fits any row, and you choose which.")
    below = [(end, row) for row, end in enumerate(view.ends) if end < card]
    if not below:
        return t.many(
            "It fits no row: as they lie you'd take one, {n} bull at least.",
            "It fits no row: as they lie you'd take one, {n} bulls at least.",
            min(map(row_bulls, view.rows)),
        )
    end, row = max(below)
    lies = len(view.rows[row])
    if lies == FULL:
        return t.many(
            "Row {row} is full: as the rows lie you'd take it, {n} bull.",
            "Row {row} is full: as the rows lie you'd take it, {n} bulls.",
            row_bulls(view.rows[row]),
            row=row + 1,
        )
    costs = t(
        "As the rows lie it's card {n} of row {row} and costs nothing.", n=lies + 1, row=row + 1
    )
    numbers = range(10 * (end // 10 + 1), card, 10)
    between = sum(number not in view.hand for number in numbers)
    if not between:
        return costs
    risk = t.many(
        "Risk: {n} number of others could come before it; the row has space for {room}.",
        "Risk: {n} numbers of others could come before it; the row has space for {room}.",
        between,
        room=FULL - lies,
    )
    return f"{costs}\n{risk}"
