"""Descriptions of the pictures of 6 nimmt!: from a view, and of a match's turning point."""

from collections.abc import Sequence

from bot.drawing.film import Film
from bot.drawing.picture import Picture, Who
from bot.screens.look import Marked, Scene, since
from games import nimmt
from games.core import Event
from games.nimmt.cards import Row

from .drawing.film import Reveal, Waiting
from .drawing.moment import Choice, Dearest
from .drawing.pictures import Hand, Played, Table, Trick, laid

_FILMED = nimmt.Revealed, nimmt.Placed, nimmt.Took


def picture(scene: Scene) -> Picture | None:
    """Return the trick in a pause or while a row is due, or the own hand, or the rows."""
    view = scene.view
    trick, who = since(scene.events, nimmt.Revealed), scene.people
    if view.revealed:
        seat, card = view.revealed[0]
        if scene.seat == seat:
            return Hand(view.rows, view.hand, due=card)
        return _trick(view, trick, who, due=True)
    if scene.held and trick:
        return _trick(view, trick, who, due=False)
    if scene.seat is not None and view.hand:
        return Hand(view.rows, view.hand)
    return _table(view.rows, () if _began(trick) else _laid(trick, who))


def moment(scene: Scene, marked: Marked) -> Picture | None:
    """Return the picture of a chosen card and a better one. A row has none."""
    view, played, better = scene.view, marked.played, marked.better
    if not isinstance(played, nimmt.Choose) or not isinstance(better, nimmt.Choose):
        return None
    hand, cost = tuple(sorted(view.hand)), round(marked.cost)
    return Choice(view.rows, hand, played.card, better.card, cost, view.trick, view.tricks)


def film(scene: Scene) -> Film | None:
    """Return the film of the trick, or of its cards until a row is chosen.

    None where the rows before aren't known.
    """
    told, who, view = scene.events, scene.people, scene.view
    now = scene.latest(nimmt.Chose) if scene.held else []
    trick = since(told, nimmt.Revealed)
    if not trick or not any(isinstance(event, _FILMED) for event in now):
        return None
    due, new = bool(view.revealed), _laid(trick, who)
    before = _rows_before(told, trick, view, who)
    if before is None:
        return None
    waits = [at for at, event in enumerate(trick) if isinstance(event, nimmt.MustTakeRow)]
    if due:
        waits = waits[:-1]
    begin, rows, cards = None, laid(before, new), _cards(trick, who)
    if waits and not scene.whole:
        earlier = trick[: waits[-1]]
        begin = Waiting(laid(before, _laid(earlier, who)), _cards(earlier, who))
    still = Waiting(rows, cards) if due else _table(rows, new)
    return Reveal(still, before, cards, begin, view.options.jokers)


def _table(rows: tuple[Row, ...], new: Sequence[Played]) -> Table:
    """Return the rows with the new cards that lie there still."""
    there = {card for row in rows for card in row}
    return Table(rows, tuple(one for one in new if one.card in there))


def _laid(events: Sequence[Event], who: Sequence[Who]) -> tuple[Played, ...]:
    """Return the cards laid, with the rows taken."""
    return tuple(
        Played(who[e.seat], e.card, e.row, e.cards if isinstance(e, nimmt.Took) else ())
        for e in events
        if isinstance(e, nimmt.Placed | nimmt.Took)
    )


def _cards(trick: Sequence[Event], who: Sequence[Who]) -> tuple[Played, ...]:
    """Return the cards of a trick, those laid already with their rows."""
    revealed, new = trick[0], {one.card: one for one in _laid(trick, who)}
    assert isinstance(revealed, nimmt.Revealed)
    return tuple(new.get(card) or Played(who[seat], card) for seat, card in revealed.cards)


def _began(trick: Sequence[Event]) -> bool:
    """Return True if a trick ended its round, so that the view shows a new one."""
    return any(isinstance(event, nimmt.RoundBegan) for event in trick)


def _rows_before(
    told: Sequence[Event], trick: Sequence[Event], view: nimmt.View, who: Sequence[Who]
) -> tuple[Row, ...] | None:
    """Return the rows before a trick, or None if the story doesn't reach back far enough."""
    if _began(trick):
        # They follow from the beginning of the ended round.
        earlier = since(told[: len(told) - len(trick)], nimmt.RoundBegan)
        begins = (e.rows for e in earlier if isinstance(e, nimmt.RoundBegan))
        return next((laid(rows, _laid(earlier, who)) for rows in begins), None)
    before = list(view.rows)
    for one in reversed(_laid(trick, who)):
        if one.row is not None:
            before[one.row] = one.took or before[one.row][:-1]
    return tuple(before)


def _trick(view: nimmt.View, trick: Sequence[Event], who: Sequence[Who], *, due: bool) -> Trick:
    # A new round has no story yet.
    return Trick(_cards(trick, who), () if _began(trick) else view.rows, due)


def decisive(scene: Scene) -> Dearest | None:
    """Return the dearest row that the reader took, the first of equal ones, or None."""
    found, number = list[tuple[int, nimmt.Took]](), 0
    for event in scene.public_events:
        if isinstance(event, nimmt.RoundBegan):
            number = event.round
        elif isinstance(event, nimmt.Took) and event.seat == scene.seat:
            found.append((number, event))
    if not found:
        return None
    round_, took = max(found, key=lambda one: one[1].bulls)
    return Dearest(took.cards, took.card, round_, number)
