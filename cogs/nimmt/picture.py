"""Descriptions of the pictures of 6 nimmt!: from a view, and of a match's turning point."""

from collections.abc import Sequence

from bot.drawing.film import Film
from bot.drawing.picture import Picture, Who
from bot.screens.look import Marked, Scene, since
from games import nimmt
from games.core import Event
from games.nimmt.cards import Row, row_bulls

from .drawing.film import Reveal, Waiting
from .drawing.moment import Choice, Chosen, Dearest
from .drawing.pictures import End, Hand, Laid, Played, Table, Taken, Trick

_FILMED = nimmt.Revealed, nimmt.Placed, nimmt.Took
_Laid = nimmt.Placed | nimmt.Took


def picture(scene: Scene) -> Picture | None:
    """Return the trick in a pause or while a row is due, or the own hand, or the rows."""
    view = scene.view
    trick, who = since(scene.events, nimmt.Revealed), scene.people
    if view.revealed:
        seat, card = view.revealed[0]
        if scene.seat == seat:
            return Hand(_ends(view), view.hand, due=card)
        return _trick(view, trick, who, due=True)
    if scene.held and trick:
        return _trick(view, trick, who, due=False)
    if scene.seat is not None and view.hand:
        return Hand(_ends(view), view.hand)
    return Table(_rows(view, trick, who))


def moment(scene: Scene, marked: Marked) -> Picture | None:
    """Return the picture of a chosen card and a better one. A row has none."""
    view, played, better = scene.view, marked.played, marked.better
    if not isinstance(played, nimmt.Choose) or not isinstance(better, nimmt.Choose):
        return None
    return Choice(
        _ends(view),
        tuple(sorted(view.hand)),
        Chosen(played.card, _fits(view, played.card), round(marked.cost)),
        Chosen(better.card, _fits(view, better.card), 0),
        view.trick,
        view.tricks,
    )


def _fits(view: nimmt.View, card: int) -> int | None:
    """Return the row that a card goes to as the rows lie, or None."""
    below = [(end, row) for row, end in enumerate(view.ends) if end < card]
    return max(below)[1] if below and not nimmt.is_joker(card) else None


def film(scene: Scene) -> Film | None:
    """Return the film of the trick, or of its cards until a row is chosen.

    None where the rows before aren't known.
    """
    told, who, view = scene.events, scene.people, scene.view
    new = scene.latest(nimmt.Chose) if scene.held else []
    trick = since(told, nimmt.Revealed)
    due = bool(view.revealed)
    if not trick or not any(isinstance(event, _FILMED) for event in new):
        return None
    revealed = trick[0]
    assert isinstance(revealed, nimmt.Revealed)
    placed = _lays(trick)
    before = _rows_before(told, trick, placed, view)
    if before is None:
        return None
    waits = [at for at, event in enumerate(trick) if isinstance(event, nimmt.MustTakeRow)]
    if due:
        waits = waits[:-1]
    if scene.whole:
        waits = []
    begin = None
    rows = _rows_after(before, placed)
    if waits:
        earlier = _lays(trick[: waits[-1]])
        begin = Waiting(_rows_after(before, earlier), _cards(revealed, earlier, who))
    cards = _cards(revealed, placed, who)
    still = Waiting(rows, cards) if due else Table(tuple(_laid(row, placed, who) for row in rows))
    return Reveal(before, cards, still, begin, view.options.jokers)


def _cards(
    revealed: nimmt.Revealed, placed: Sequence[_Laid], who: Sequence[Who]
) -> tuple[Played, ...]:
    """Return the cards of a trick, those laid already with their rows."""
    laid = {event.card: _played(event, who) for event in placed}
    return tuple(laid.get(card) or Played(who[seat], card) for seat, card in revealed.cards)


def _rows_before(
    told: Sequence[Event], trick: Sequence[Event], placed: Sequence[_Laid], view: nimmt.View
) -> tuple[Row, ...] | None:
    """Return the rows before a trick, or None if the story doesn't reach back far enough."""
    if not any(isinstance(event, nimmt.RoundBegan) for event in trick):
        return _undone(view.rows, placed)
    # The view shows a new round. The rows follow from the beginning of the ended one.
    earlier = since(told[: len(told) - len(trick)], nimmt.RoundBegan)
    if not earlier:
        return None
    began = earlier[0]
    assert isinstance(began, nimmt.RoundBegan)
    return _rows_after(began.rows, _lays(earlier))


def _lays(events: Sequence[Event]) -> list[_Laid]:
    """Return the cards laid, and the rows taken."""
    return [event for event in events if isinstance(event, _Laid)]


def _undone(rows: Sequence[Row], placed: Sequence[_Laid]) -> tuple[Row, ...]:
    before = list(rows)
    for event in reversed(placed):
        row = before[event.row]
        before[event.row] = event.cards if isinstance(event, nimmt.Took) else row[:-1]
    return tuple(before)


def _rows_after(rows: Sequence[Row], placed: Sequence[_Laid]) -> tuple[Row, ...]:
    after = list(rows)
    for event in placed:
        took = isinstance(event, nimmt.Took)
        after[event.row] = (event.card,) if took else (*after[event.row], event.card)
    return tuple(after)


def _laid(row: Row, placed: Sequence[_Laid], who: Sequence[Who]) -> tuple[Laid, ...]:
    new = {e.card: Laid(e.card, who[e.seat], took=isinstance(e, nimmt.Took)) for e in placed}
    return tuple(new.get(card) or Laid(card) for card in row)


def _played(event: _Laid, who: Sequence[Who]) -> Played:
    bulls = event.bulls if isinstance(event, nimmt.Took) else None
    return Played(who[event.seat], event.card, event.row, bulls)


def _ends(view: nimmt.View) -> tuple[End, ...]:
    return tuple(End(row[-1], len(row), row_bulls(row)) for row in view.rows)


def _rows(
    view: nimmt.View, trick: Sequence[Event], who: Sequence[Who]
) -> tuple[tuple[Laid, ...], ...]:
    """Return the rows. Cards of the last trick have their players."""
    began = any(isinstance(event, nimmt.RoundBegan) for event in trick)
    placed = [] if began else _lays(trick)
    return tuple(_laid(row, placed, who) for row in view.rows)


def _trick(view: nimmt.View, trick: Sequence[Event], who: Sequence[Who], *, due: bool) -> Trick:
    revealed = trick[0]
    assert isinstance(revealed, nimmt.Revealed)
    cards = _cards(revealed, _lays(trick), who)
    took = [event for event in trick if isinstance(event, nimmt.Took)]
    dearest = max(took, key=lambda event: event.bulls, default=None)
    taken = None if dearest is None else Taken(who[dearest.seat], dearest.row, dearest.cards)
    # A seat that must choose sees the rows. A new round has no story yet.
    began = any(isinstance(event, nimmt.RoundBegan) for event in trick)
    few = not began and (due or taken is None)
    return Trick(cards, None if due else taken, _ends(view) if few else (), due)


def decisive(scene: Scene) -> Dearest | None:
    """Return the dearest row that the reader took, the first of equal ones, or None."""
    found, number = dict[int, nimmt.Took](), 0
    for event in scene.public_events:
        if isinstance(event, nimmt.RoundBegan):
            number = event.round
        elif isinstance(event, nimmt.Took) and event.seat == scene.seat:
            before = max((took.bulls for took in found.values()), default=0)
            if event.bulls > before:
                found[number] = event
    if not found:
        return None
    number_of, took = max(found.items(), key=lambda one: one[1].bulls)
    return Dearest(took.cards, took.card, took.bulls, number_of, number)
