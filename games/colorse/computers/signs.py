"""COLORSE: which sign the other will show, and how far to answer it."""

from collections.abc import Sequence

import numpy as np

from ...core import Frozen
from ...thinking.players import Told
from .. import Move, Paint, Place, Show, Take
from ..cards import COLOURS, DOWN, SPECIAL, Box, Card, coloured, count, fall
from ..state import TIES, View
from .many import Floats, Ints
from .story import Position, Shown, aims, batch, duels, here
from .worth import ended, learned, sign_worths, solve

_UNSURE = 0.5
"""The expected gain of a card that lies face down."""


def gain(box: Box, card: Card | None) -> float:
    """Return the number of cards that a box gains with the best placement of a card."""
    if card is None or None not in box:
        return 0
    if card == SPECIAL:
        return max(gain(box, coloured(SPECIAL, colour)) for colour in COLOURS)
    return count(fall(box, card).box) - count(box)


def gained(view: View, move: Move) -> float:
    """Return the cards that a move gains, or the final number of cards."""
    assert view.seat is not None
    box = view.boxes[view.seat]
    match move:
        case Take(place=place):
            return _UNSURE if place == DOWN else gain(box, view.market[place])
        case Place(number=number, colour=colour):
            held = view.held(view.seat)
            card = next(taken.card for taken in held if taken.number == number)
            after = fall(box, coloured(card, colour)).box
            rest = [taken.card for taken in held if taken.number != number]
            return count(after) + sum(gain(after, other) for other in rest)
        case Paint() | Show():
            return 0


def fullest(view: View, legal: Sequence[Move]) -> list[Move]:
    """The moves that gain most."""
    gains = [gained(view, move) for move in legal]
    return [move for move, g in zip(legal, gains, strict=True) if g == max(gains)]


Table = list[list[float]]


def tables(
    boxes: Sequence[Box], ups: Sequence[Card | None], parent: int, spite: float
) -> tuple[Table, Table]:
    """Return the gain of parent and child in cards, less a share of the opponent's gain.

    Axes [parent's sign, child's sign].
    """
    child = (parent + 1) % len(boxes)

    def gains(seat: int) -> tuple[float, float]:
        best = sorted([_UNSURE, *(gain(boxes[seat], card) for card in ups if card)], reverse=True)
        return best[0], sum(best[:2])

    (one, two), (other, both) = gains(parent), gains(child)
    lost = [-float(min(1, count(boxes[seat]))) for seat in (parent, child)]
    mine = [[one, 0.0, one], [two, lost[0], 0.0], [0.0, one, 0.0]]
    theirs = [[other, both, 0.0], [0.0, lost[1], other], [other, 0.0, 0.0]]
    pairs = [list(zip(a, b, strict=True)) for a, b in zip(mine, theirs, strict=True)]
    return (
        [[a - spite * b for a, b in row] for row in pairs],
        [[b - spite * a for a, b in row] for row in pairs],
    )


_SPITES = (0.0, 1 / 3, 1.0)
_ROUNDS = 100
"""The rounds of regret matching for a duel."""
_REMEMBERED = 40
"""The number of a seat's latest duels that are analysed."""
_KEPT = 4096
_SURE = 4.0
"""The greatest log-odds for or against a reader, so that other proofs still count."""


class Stakes(Frozen):
    """Duels side by side, counted from several sides: what pairs of signs are worth, and how often
    each sign is to be shown.

    The first side is what they lead to, the others are cards, with more and more spite. `worth` by
    who (parent, child), side, duel, parent's and child's sign; `mix` by who, side, duel and sign.
    """

    worth: Floats
    mix: Floats


def _stakes(positions: Sequence[Position], rounds: int) -> Stakes:
    seats = len(positions[0].boxes)
    wanted = np.array([aims(p.wins, rounds, p.parent) for p in positions], np.float32)
    found = ended(learned(seats), batch(positions), wanted)
    cards = np.array(
        [tables(p.boxes, p.ups, p.parent, spite) for spite in _SPITES for p in positions],
        np.float32,
    )
    ties = np.array([TIES - 1 - p.raus for p in positions])
    both = np.concatenate([sign_worths(found), cards.swapaxes(0, 1)], 1)
    mix, worth = solve(both, np.tile(ties > 0, 1 + len(_SPITES)), _ROUNDS)
    sides = (2, 1 + len(_SPITES), len(positions), 3)
    return Stakes(worth.reshape(*sides, 3), mix.reshape(sides))


_kept: dict[tuple[Position, int], tuple[Floats, Floats]] = {}
"""A match thinks back to the same duels again and again."""


def stakes(positions: Sequence[Position], rounds: int) -> Stakes:
    """Return the stakes of many duels.

    All new ones are solved together, which takes hardly longer than one.
    """
    known = [_kept.get((position, rounds)) for position in positions]
    new = [position for position, there in zip(positions, known, strict=True) if there is None]
    if new:
        found = _stakes(new, rounds)
        fresh = [(found.worth[:, :, n], found.mix[:, :, n]) for n in range(len(new))]
        _kept.update(((p, rounds), part) for p, part in zip(new, fresh, strict=True))
        while len(_kept) > _KEPT:
            del _kept[next(iter(_kept))]
        following = iter(fresh)
        known = [there or next(following) for there in known]
    parts = [there for there in known if there]
    return Stakes(np.stack([w for w, _ in parts], 2), np.stack([m for _, m in parts], 2))


_DOUBT = 0.06
"""The share of each prediction that any sign may come."""
_FADING = 0.97
"""The weight of older proofs."""


def _guesses(found: Stakes, roles: Ints, habits: Floats, faced: Floats) -> Floats:
    """Return the prediction of each way: by habit, by reason, or by the signs of others.

    Axes [duel, way, sign]. Inputs by duel: the seat's role, its habits, and its opponent's counts
    of signs in each memory.
    """
    at = np.arange(len(roles))
    likely = faced / faced.sum(2, keepdims=True)
    tables = found.worth[roles, :, at]
    facing = np.where(roles[:, None, None, None] == 0, tables, tables.swapaxes(2, 3))
    worth = np.einsum("tsab,tmb->tmsa", facing, likely).reshape(len(roles), -1, 3)
    best = (worth >= worth.max(2, keepdims=True) - 1e-6).astype(np.float32)
    rows: Floats = np.concatenate([habits, found.mix[roles, :, at], best], 1, dtype=np.float32)
    rows /= rows.sum(2, keepdims=True)
    guesses: Floats = (1 - _DOUBT) * rows + _DOUBT / 3
    return guesses


_MEMORIES = (10_000, 2, 1)
"""The number of the opponent's latest signs that a seat may answer: all, two or one."""
_ANSWERS = np.array([1.5, 0.5, 0.5, 0.5])
_PRIOR = np.concatenate([[2, 2, 1, 3, 1, 1, 1], _ANSWERS, _ANSWERS / 2, _ANSWERS / 2]) / 17
"""The trust in each way of prediction before any proof.

Any sign, its own counts, its latest signs. Then mixing by each side of the stakes. Then the answer
to the signs shown, by each memory and side."""


def _habits(signs: Sequence[int]) -> Floats:
    """Return any sign, the counts of a seat's signs, and those of its latest signs."""
    each = np.eye(3, dtype=np.float32)[list(signs)]
    fading = 0.8 ** np.arange(len(signs), 0, -1, dtype=np.float32)
    late = each.T @ fading + 0.8 ** len(signs)
    return np.stack([np.ones(3, np.float32), 1 + each.sum(0), late])


def _faced(signs: Sequence[int]) -> Floats:
    """Return the counts of a seat's latest signs in each memory."""
    each = np.eye(3, dtype=np.float32)[list(signs)]
    return np.stack([each[-memory:].sum(0) for memory in _MEMORIES]) + np.float32(1e-3)


def expected(
    found: Stakes, past: Sequence[Shown], story: Sequence[Shown], at: Position, other: int
) -> Floats:
    """Return the chance of each sign of the opponent, before each past duel and the current one.

    Each way of prediction is weighted by its success in the seat's duels until then. The stakes
    cover the past duels and the current one. Axes [duel, sign].
    """
    seats = len(at.boxes)
    signs: list[list[int]] = [[] for _ in range(seats)]
    before: list[tuple[int, Floats, Floats]] = []

    def remember(parent: int) -> None:
        duellists = (parent, (parent + 1) % seats)
        if other in duellists:
            role = duellists.index(other)
            before.append((role, _habits(signs[other]), _faced(signs[duellists[1 - role]])))

    for shown in story:
        parent = shown.position.parent
        remember(parent)
        for who, sign in enumerate(shown.signs):
            signs[(parent + who) % seats].append(sign)
    remember(at.parent)
    kept = before[-len(past) - 1 :]
    roles, habits, faced = (np.array(column) for column in zip(*kept, strict=True))
    rows = _guesses(found, roles, habits, faced)
    seen = np.array([shown.signs[role] for shown, role in zip(past, roles, strict=False)], np.intp)
    proofs = np.log(rows[np.arange(len(past)), :, seen])
    # Duels count less with their age. Later ones prove nothing yet.
    ages = np.arange(len(kept))[:, None] - 1 - np.arange(len(past))
    fading = np.where(ages < 0, 0, _FADING ** np.maximum(ages, 0))
    proof = np.log(_PRIOR) + fading @ proofs
    weights = np.exp(proof - proof.max(1, keepdims=True))
    weights /= weights.sum(1, keepdims=True)
    likely: Floats = np.einsum("tw,tws->ts", weights, rows)
    return likely


_NO_READER = 0.2
"""The chance that the opponent is no reader, before any duel."""
_BOUNDS = 0.03, 0.97
"""The least and the most share of the best answer."""
_SLIPS = 0.12
"""The chance that a reader shows another sign."""


def cautious(
    worth: Floats, theirs: Floats, fair: Floats, likely: Floats, shown: Sequence[int]
) -> Floats:
    """Return the frequency of each sign in the last duel.

    The best answer to the likely signs has some share, the equilibrium the rest. The share is the
    chance that the opponent is no reader. A reader answers the mix itself. The chance also grows
    with what the reading would have gained so far. `worth`, `theirs`: what signs are worth to
    oneself and the opponent, axes [duel, own sign, opponent's sign]. `shown`: the opponent's signs
    in all duels but the last.
    """
    best, (least, most) = np.einsum("tab,tb->ta", worth, likely).argmax(1), _BOUNDS
    odds = np.log(_NO_READER / (1 - _NO_READER))
    for n in range(len(best)):
        share = least + (most - least) / (1 + np.exp(-odds))
        mix = (1 - share) * fair[n]
        mix[best[n]] += share
        if n < len(shown):
            sign, answer = shown[n], int((mix @ theirs[n]).argmax())
            gains = (worth[n, best[n]] - fair[n] @ worth[n])[sign]
            stake = max(float(worth[n].max() - worth[n].min()), 1e-9)
            read = 1 - _SLIPS if sign == answer else _SLIPS / 2
            odds += np.log(likely[n, sign] / read) + gains / stake
            odds = min(max(odds, -_SURE), _SURE)
    found: Floats = mix
    return found


class Signs(Frozen):
    """The analysis before a sign.

    The worth of each pair of signs, the opponent's likely signs, and the frequency of each own
    sign.
    """

    worth: Floats
    likely: Floats
    mix: Floats


def read(view: View, told: Told) -> Signs:
    """The signs of the duel that a duellist's view shows."""
    at = here(view)
    other = view.child if view.seat == view.parent else view.parent
    story = duels(told)
    past = [
        shown
        for shown in story
        if other in (shown.position.parent, (shown.position.parent + 1) % view.seats)
    ]
    past = past[-_REMEMBERED:]
    found = stakes([*(shown.position for shown in past), at], view.options.rounds)
    likely = expected(found, past, story, at, other)
    # The role of this seat in each duel: 0 as its parent.
    mine = np.array([int(s.position.parent == other) for s in past] + [int(other == view.parent)])
    duel, child = np.arange(len(mine)), mine[:, None, None] == 1
    worth, theirs = (found.worth[role, 0, duel] for role in (mine, 1 - mine))
    worth, theirs = (np.where(child, w.swapaxes(1, 2), w) for w in (worth, theirs))
    shown = [one.signs[1 - role] for one, role in zip(past, mine, strict=False)]
    mix = cautious(worth, theirs, found.mix[mine, 0, duel], likely, shown)
    return Signs(worth[-1], likely[-1], mix)
