"""Descriptions of the pictures of 6 nimmt!, from a view."""

from collections.abc import Sequence

from bot.drawing.picture import Picture, Who
from bot.screens.look import Scene
from games import nimmt
from games.core import Event
from games.nimmt.cards import row_bulls

from .._shared.people import events, since
from .drawing.pictures import End, Hand, Laid, Played, Table, Taken, Trick


def picture(scene: Scene) -> Picture | None:
    """Return the trick in a pause or while a row is due, or the own hand, or the rows."""
    view = scene.view
    if view is None:
        return None
    trick, who = since(events(scene), nimmt.Revealed), scene.people
    if view.revealed:
        seat, card = view.revealed[0]
        if scene.seat == seat:
            return Hand(_ends(view), view.hand, due=card)
        return _trick(view, trick, who, due=True)
    if scene.held and trick:
        return _trick(view, trick, who, due=False)
    if scene.seat is not None and view.hand:
        return Hand(_ends(view), view.hand, view.choice)
    return Table(_rows(view, trick, who))


def _ends(view: nimmt.View) -> tuple[End, ...]:
    return tuple(End(row[-1], len(row), row_bulls(row)) for row in view.rows)


def _rows(
    view: nimmt.View, trick: Sequence[Event], who: Sequence[Who]
) -> tuple[tuple[Laid, ...], ...]:
    """Return the rows. Cards of the last trick have their players."""
    new = {
        event.card: Laid(event.card, who[event.seat], took=isinstance(event, nimmt.Took))
        for event in trick
        if isinstance(event, nimmt.Placed | nimmt.Took)
    }
    if any(isinstance(event, nimmt.RoundBegan) for event in trick):
        new = {}
    return tuple(tuple(new.get(card) or Laid(card) for card in row) for row in view.rows)


def _trick(view: nimmt.View, trick: Sequence[Event], who: Sequence[Who], *, due: bool) -> Trick:
    revealed = trick[0]
    assert isinstance(revealed, nimmt.Revealed)
    placed = {e.card: e for e in trick if isinstance(e, nimmt.Placed | nimmt.Took)}
    cards = []
    for seat, card in revealed.cards:
        event = placed.get(card)
        bulls = event.bulls if isinstance(event, nimmt.Took) else None
        cards.append(Played(who[seat], card, event.row if event else None, bulls))
    took = [event for event in trick if isinstance(event, nimmt.Took)]
    dearest = max(took, key=lambda event: event.bulls, default=None)
    taken = None if dearest is None else Taken(who[dearest.seat], dearest.row, dearest.cards)
    # A seat that must choose sees the rows. A new round has no story yet.
    began = any(isinstance(event, nimmt.RoundBegan) for event in trick)
    few = not began and (due or taken is None)
    return Trick(tuple(cards), None if due else taken, _ends(view) if few else (), due)
