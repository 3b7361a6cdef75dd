"""Lessons for the net of 6 nimmt!: many deals played side by side."""

import numpy as np

from games.nimmt.computers.ahead import drawn
from games.nimmt.computers.many import Floats, Ints, split, started_rows, trick
from games.nimmt.computers.nets import TENS, Unseen, of_cards, of_rows

CARES = (0.5, 1.0, 2.0, 4.0)
"""The certainty of careless players, of usual ones, and of careful ones."""

TASTE = np.array(
    [0.45, -0.18, -2.02, 1.47, -0.17, 0.35, -1.43, -0.07, 1.48, 0.32, -0.3, 1.35, 0.87], np.float32
)
"""The liking of a card by its traits. Fitted to a net that learned the cards weighed best."""

Lot = tuple[Floats, Floats, Floats]
"""The traits of the rows, the traits of each card, and the aim."""


class Table:
    """Deals of one kind, played side by side."""

    def __init__(self, seats: int, deals: int, rng: np.random.Generator, deck: str) -> None:
        top, jokers = 10 * seats + 4 if deck == "tactical" else 104, deck == "jokers"
        pack = np.repeat(np.arange(10, 10 * top + 1, 10, dtype=np.int16)[None], deals, 0)
        first = np.empty((seats, 0, deals), np.int16)
        if jokers:
            mixed = rng.permuted(np.repeat(np.arange(10, dtype=np.int16)[None], deals, 0), axis=1)
            first, pack = mixed.T[:seats, None], np.concatenate([pack, mixed[:, seats:]], 1)
        pack = rng.permuted(pack, axis=1).T
        self.seats, self.deals, self.rng = seats, deals, rng
        hands = pack[: 10 * seats].reshape(seats, 10, deals)
        self.hands = np.sort(np.concatenate([hands, first], 1), 1)
        self.rows = started_rows(np.sort(pack[10 * seats : 10 * seats + 4], 0))
        self.hidden = np.zeros((deals, 115), np.int16)
        self.hidden[:, 1 : top + 1] = 1
        self.hidden[:, 105:] = jokers
        self.show(self.rows.ends)

    def show(self, cards: Ints) -> None:
        for line in cards:
            self.hidden[np.arange(self.deals), _mark(line)] = 0

    def unseen(self, *hand: Ints) -> Unseen:
        """Return the unseen cards of a hand, or of everyone."""
        hidden = self.hidden.copy()
        for line in hand:
            hidden[np.arange(self.deals), _mark(line)] = 0
        return Unseen(np.cumsum(hidden[:, :105], 1, dtype=np.int16))

    def choose(self, care: Floats) -> Ints:
        """Return the place in hand of each seat's play, with this care by seat and deal."""
        traits = (of_cards(self.rows, hand, self.unseen(), self.seats - 1) for hand in self.hands)
        liking = (np.einsum("t,tcd->cd", TASTE, one) for one in traits)
        return np.stack(
            [drawn(one * mine, self.rng) for one, mine in zip(liking, care, strict=True)]
        )

    def play(self, places: Ints) -> Ints:
        """Play a trick, and return the bulls of each seat."""
        cards, self.hands = split(self.hands, places)
        self.show(cards)
        return trick(self.rows, cards)


def _mark(cards: Ints) -> Ints:
    """Return the index of a card in `hidden`: numbers by their value, then jokers."""
    return np.where(cards < 10, cards + 105, cards // 10)


def lessons(
    seats: int, deals: int, rng: np.random.Generator, care: float, deck: str, *, strays: bool
) -> list[Lot]:
    """Return lessons from deals, by cards in hand: rows, cards, and the bulls to come.

    `care`: that of the first seat, the others' being random. `strays`: once in a deal it plays any
    card, and the rest is learned. So positions that care never reaches are weighed too, such as a
    hand whose joker went at once.
    """
    table = Table(seats, deals, rng, deck)
    took, found = list[Ints](), []
    cares = rng.choice(np.array(CARES, np.float32), (seats, deals))
    cares[0] = care
    tricks = table.hands.shape[1]
    stray = rng.integers(0, tricks - 1, deals) if strays else np.zeros(0, np.int64)
    while table.hands.shape[1] > 1:
        unseen = table.unseen(*table.hands[0])
        places = table.choose(cares)
        if strays:
            astray = rng.integers(0, tricks - len(took), deals)
            places[0] = np.where(stray == len(took), astray, places[0])
        took.append(table.play(places))
        about = of_rows(table.rows, unseen, table.hands.shape[1], seats - 1)
        found.append((about, of_cards(table.rows, table.hands[0], unseen, seats - 1)))
    took.append(table.play(table.choose(cares)))
    to_come = np.cumsum(np.stack(took)[::-1], 0)[::-1]
    out = list[Lot]()
    for n, (about, cards) in enumerate(found):
        rest = to_come[n + 1].astype(np.float32) / TENS
        aim = np.stack([rest[0], rest[1:].mean(0)])
        after = stray <= n if strays else slice(None)
        out.append((about[:, after], cards[..., after], aim[:, after]))
    return out
