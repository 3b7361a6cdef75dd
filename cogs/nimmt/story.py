"""The story of a trick of 6 nimmt! in words: cards laid, rows taken, fortunes, hints."""

from collections import Counter
from collections.abc import Sequence

from bot.screens.look import Fortune
from bot.words.i18n import Tongue
from bot.words.speech import Voice, joined
from bot.workers.brain import Weighed
from games import nimmt
from games.core import Event, Seat
from games.nimmt import (
    FULL,
    Choose,
    MustTakeRow,
    Placed,
    Revealed,
    RoundEnded,
    TakeRow,
    Took,
    View,
    fitting,
    is_joker,
    row_bulls,
)
from games.nimmt.cards import Card

from .cards import named, with_bulls

_OUCH = 10
_NAMED = 5


def story(
    events: Sequence[Event], revealed: Sequence[tuple[Seat, int]], voice: Voice, *, shown: bool
) -> str:
    """Return the cards revealed last in turn, then the takers, the largest take last.

    `shown`: a picture shows the cards laid.
    """
    t = voice.t
    placed = [line for event in events if (line := _placed(event, voice))]
    # Beside a picture, more cards than these stand without names, in one line.
    several = shown and len(revealed) > _NAMED
    waiting = [
        named(card, shown)
        if several and seat != voice.reader
        else f"{named(card, shown)} {voice.name(seat)}"
        for seat, card in revealed
    ]
    lines = []
    if placed and not shown:
        lines.append("-# " + t("Revealed: {cards}", cards=" · ".join(placed)))
    if waiting:
        lines.append("-# " + t("still to be placed: {cards}", cards=" · ".join(waiting)))
    taken = [event for event in events if isinstance(event, nimmt.Took)]
    lines += [_taken(event, voice) for event in sorted(taken, key=lambda took: took.bulls)]
    lines += [
        t("Round {round} is over.", round=event.round)
        for event in events
        if isinstance(event, nimmt.RoundEnded)
    ]
    return "\n".join(lines)


def _placed(event: Event, voice: Voice) -> str:
    match event:
        case nimmt.Placed(seat=seat, card=card, row=row):
            placed, who = with_bulls(card), voice.name(seat)
            return voice.t("{card} {who} → row {row}", card=placed, who=who, row=row + 1)
        case nimmt.Took(seat=seat, card=card, row=row):
            return voice.about(
                seat,
                "{card} you take row {row}",
                "{card} {who} takes row {row}",
                card=with_bulls(card),
                row=row + 1,
            )
        case _:
            return ""


def _taken(took: nimmt.Took, voice: Voice) -> str:
    line = voice.counting(
        took.seat,
        ("🐂 **You take row {row}: {n} bull**", "🐂 **You take row {row}: {n} bulls**"),
        ("🐂 **{who} takes row {row}: {n} bull**", "🐂 **{who} takes row {row}: {n} bulls**"),
        took.bulls,
        row=took.row + 1,
    )
    return joined([line, voice.t("Ouch.")], voice.t) if took.bulls >= _OUCH else line


def recap(now: Sequence[Event], voice: Voice) -> list[str]:
    """Return the rows taken, the largest take last, with the end of the round."""
    taken = [event for event in now if isinstance(event, Took)]
    lines = [_taken(event, voice) for event in sorted(taken, key=lambda took: took.bulls)]
    for event in now:
        if isinstance(event, RoundEnded):
            over = voice.t("Round {round} is over.", round=event.round)
            lines[-1:] = [joined([*lines[-1:], over], voice.t)]
    return lines


_HEAVY = 10
"""Least bulls of a seat in a trick for a remark."""


def fortunes(before: Sequence[Event], now: Sequence[Event]) -> list[Fortune]:
    """Return the fortunes of a trick once all its cards lie, and of a round."""
    laid = any(isinstance(event, Placed | Took) for event in now)
    if not laid or any(isinstance(event, MustTakeRow) for event in now):
        return []
    bulls: Counter[Seat] = Counter()
    for event in (*before, *now):
        if isinstance(event, Revealed):
            bulls.clear()
        elif isinstance(event, Took):
            bulls[event.seat] += event.bulls
    found = [Fortune(seat, "hit", cost) for seat, cost in bulls.items() if cost >= _HEAVY]
    for event in now:
        if isinstance(event, RoundEnded):
            clean = [Seat(seat) for seat, cost in enumerate(event.bulls) if not cost]
            found += [Fortune(seat, "well") for seat in clean]
    return found


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
    row = fitting(view.ends, card)
    if row is None:
        return t.many(
            "It fits no row: as they lie you'd take one, {n} bull at least.",
            "It fits no row: as they lie you'd take one, {n} bulls at least.",
            min(map(row_bulls, view.rows)),
        )
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
    numbers = range(10 * (view.ends[row] // 10 + 1), card, 10)
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
