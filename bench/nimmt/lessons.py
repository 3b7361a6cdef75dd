"""Lessons for the nets of 6 nimmt!: many deals played side by side, and hands that are weighed."""

import numpy as np

from games.nimmt.computers.ahead import Ahead
from games.nimmt.computers.hands import Knowledge
from games.nimmt.computers.many import Floats, Ints, Rows, split, started_rows, trick
from games.nimmt.computers.nets import TENS, Habit, drawn
from games.nimmt.computers.traits import Unseen, of_cards, of_rows

CARES = (0.5, 1.0, 2.0, 4.0)
"""The certainty of careless players, of habitual ones, and of careful ones."""

Lot = tuple[Floats, Floats, Floats]
"""The traits of the rows, the traits of each card, and the aim."""


class Table:
    """Deals of one kind, played side by side."""

    def __init__(
        self, seats: int, deals: int, rng: np.random.Generator, tactical: bool, jokers: bool
    ) -> None:
        top = 10 * seats + 4 if tactical else 104
        pack = np.repeat(np.arange(10, 10 * top + 1, 10, dtype=np.int16)[None], deals, 0)
        first = np.empty((deals, 0), np.int16)
        if jokers:
            mixed = rng.permuted(np.repeat(np.arange(10, dtype=np.int16)[None], deals, 0), axis=1)
            first, pack = mixed[:, :seats], np.concatenate([pack, mixed[:, seats:]], 1)
        pack = rng.permuted(pack, axis=1).T
        self.size = 10 + jokers
        self.seats, self.deals, self.rng = seats, deals, rng
        hands = pack[: 10 * seats].reshape(seats, 10, deals)
        if jokers:
            hands = np.concatenate([hands, first.T[:, None]], 1)
        self.hands = np.sort(hands, 1)
        self.rows = started_rows(np.sort(pack[10 * seats : 10 * seats + 4], 0))
        self.hidden = np.zeros((deals, 115), np.int16)
        self.hidden[:, 1 : top + 1] = 1
        self.hidden[:, 105:] = jokers
        self.show(self.rows.ends)

    def show(self, cards: Ints) -> None:
        for line in cards:
            self.hidden[np.arange(self.deals), _mark(line)] = 0

    @property
    def public(self) -> Unseen:
        """The unseen cards of an observer without a hand."""
        return Unseen(np.cumsum(self.hidden[:, :105], 1, dtype=np.int16))

    def of(self, seat: int) -> Unseen:
        """Return the unseen cards of a seat."""
        hidden = self.hidden.copy()
        for line in self.hands[seat]:
            hidden[np.arange(self.deals), _mark(line)] = 0
        return Unseen(np.cumsum(hidden[:, :105], 1, dtype=np.int16))

    def choose(self, habit: Habit | None, care: Floats | None = None) -> Ints:
        """Return the place in hand of each seat's play, with this care by seat and deal."""
        public = self.public
        places = []
        for seat, hand in enumerate(self.hands):
            liked = (
                plain(self.rows, hand)
                if habit is None
                else habit(self.rows, hand, public, self.seats - 1)
            )
            places.append(drawn(liked if care is None else liked * care[seat], self.rng))
        return np.stack(places)

    def play(self, places: Ints) -> Ints:
        """Play a trick, and return the bulls of each seat."""
        cards, self.hands = split(self.hands, places)
        self.show(cards)
        return trick(self.rows, cards)


def _mark(cards: Ints) -> Ints:
    """Return the index of a card in `hidden`: numbers by their value, then jokers."""
    return np.where(cards < 10, cards + 105, cards // 10)


def plain(rows: Rows, hand: Ints) -> Floats:
    """Return a first habit, which prefers cards that take no row."""
    traits = of_cards(rows, hand, Unseen(np.arange(105, dtype=np.int16)), 3)
    liked: Floats = -3 * (traits[0] * (1 - traits[1]) + traits[2])
    return liked


def lessons(
    habit: Habit | None,
    seats: int,
    deals: int,
    rng: np.random.Generator,
    *,
    of_care: float | None = None,
    strays: bool = False,
    **kind: bool,
) -> list[Lot]:
    """Return lessons from deals played by habit, by cards in hand: rows, cards, and the bulls to
    come.

    `of_care`: the care of the first seat, the others' care being random. `strays`: once in a deal
    it plays any card, and the rest is learned. So positions that habit never reaches are weighed
    too, such as a hand whose joker went at once.
    """
    table = Table(seats, deals, rng, kind.get("tactical", False), kind.get("jokers", False))
    took: list[Ints] = []
    found = []
    watched = range(seats if seats <= 4 else 3)
    care: Floats | None = None
    if of_care is not None:
        watched = range(1)
        care = rng.choice(np.array(CARES, np.float32), (seats, deals))
        care[0] = of_care
    tricks = table.hands.shape[1]
    stray = rng.integers(0, tricks - 1, deals) if strays else np.zeros(0, np.int64)
    while table.hands.shape[1] > 1:
        unseen = [table.of(seat) for seat in watched]
        places = table.choose(habit, care)
        if strays:
            astray = rng.integers(0, tricks - len(took), deals)
            places[0] = np.where(stray == len(took), astray, places[0])
        took.append(table.play(places))
        size = table.hands.shape[1]
        about = [of_rows(table.rows, unseen[s], size, seats - 1) for s in watched]
        cards = [of_cards(table.rows, table.hands[s], unseen[s], seats - 1) for s in watched]
        found.append((np.concatenate(about, 1), np.concatenate(cards, 2)))
    took.append(table.play(table.choose(habit, care)))
    to_come = np.cumsum(np.stack(took)[::-1], 0)[::-1]
    out = []
    for n, (about_, cards_) in enumerate(found):
        rest = to_come[n + 1].astype(np.float32) / TENS
        others = (rest.sum(0) - rest) / (seats - 1)
        aim = np.stack([rest[list(watched)].reshape(-1), others[list(watched)].reshape(-1)])
        if strays:
            after = stray <= n
            about_, cards_, aim = about_[:, after], cards_[..., after], aim[:, after]
        out.append((about_, cards_, aim))
    return out


def exams(
    ahead: Ahead,
    habit: Habit | None,
    seats: int,
    deals: int,
    per: int,
    rng: np.random.Generator,
    *,
    tactical: bool = False,
    jokers: bool = False,
) -> list[Lot]:
    """Hands weighed one trick ahead, by cards in hand: rows, cards, and what each card costs."""
    table, out = Table(seats, deals, rng, tactical, jokers), []
    while (size := table.hands.shape[1]) > 1:
        lots = []
        for deal in rng.choice(deals, per, replace=False):
            seat = int(rng.integers(seats))
            hand = tuple(int(card) for card in table.hands[seat, :, deal])
            marks = np.flatnonzero(table.hidden[deal])
            hidden = [int(m) * 10 if m < 105 else int(m) - 105 for m in marks]
            unseen = tuple(card for card in hidden if card not in hand)
            owe = seats - 1 if jokers and size > 8 else 0
            rows = table.rows.where([deal])
            cost = ahead.of_cards(Knowledge(hand, unseen, seats - 1, owe), rows, hand, rng)
            public = Unseen(np.cumsum(table.hidden[deal, :105], dtype=np.int16))
            held = np.array(hand, np.int16)[:, None]
            lots.append(
                (
                    of_rows(rows, public, size, seats - 1),
                    of_cards(rows, held, public, seats - 1),
                    cost[:, None],
                )
            )
        about, cards, costs = (np.concatenate(part, -1) for part in zip(*lots, strict=True))
        out.append((about, cards, costs))
        table.play(table.choose(habit))
    return out
