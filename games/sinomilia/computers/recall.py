"""A round of Sinomilia solved for one seat, on lines that forget nothing.

Both seats match their regrets in turn. The seat's own cards at the root follow its play. The
other lays any card there, and its worth without the last turn is taken off. So a turn that has no
place in the lines brings it little.
"""

from dataclasses import dataclass

import numpy as np

from .lines import Layer, Lines
from .positions import CHANGE, Action, Cards, Numbers

_NONE = np.float32(1e-20)
_FEW = np.float32(1e-6)
_AHEAD = np.float32(0.5)
_SELDOM = np.float32(1e-11)


@dataclass(frozen=True, eq=False)
class Play:
    """A way of playing lines: the chance of each turn, and of each card that a change lays.

    Axes [card, turn of the seat], [card, change of the seat].
    """

    turns: Numbers
    targets: Numbers


@dataclass(frozen=True, eq=False)
class Answer:
    """The play of a seat on lines, by the mean of all iterations.

    `own`: the chance that it holds a card and plays to a place, axes [card, place]. `reply`: the
    most that the other wins with each card from each place on, axes [card, place]. `before`: the
    chances of cards at turns, axes [card, place], changes with the card before.
    """

    lines: Lines
    seat: int
    cards: tuple[Cards, Cards]
    own: Numbers
    before: Numbers
    reply: Numbers

    def plays(self, place: int, card: int) -> dict[Action, float]:
        """Return the chance of each action with that card. None are left if it isn't held."""
        own = self.cards[self.seat]
        at, found = own.index(card), dict[Action, float]()
        children = {a: n for a in range(4) if (n := self.lines.child(place, a)) is not None}
        whole = float(sum(self.before[at, child] for child in children.values()))
        if whole <= 0:
            return found
        for action, child in children.items():
            chance = float(self.before[at, child]) / whole
            if action == CHANGE:
                new = self.laid(child)
                found |= {(CHANGE, c): chance * float(n) for c, n in zip(own, new, strict=True)}
            else:
                found[action, card] = chance
        return found

    def laid(self, place: int) -> Numbers:
        """Return the chance of each card of the seat at a place."""
        found = self.own[:, place]
        whole = found.sum()
        if whole < 1e-12:
            return np.full(len(found), 1 / len(found), np.float32)
        return np.asarray(found / whole, np.float32)

    def worth(self, place: int) -> Numbers:
        """Return the most that the other can win with each card from a place on, -0.5 to 0.5."""
        return np.asarray(self.reply[:, place] / max(float(self.own[:, place].sum()), 1e-12))


class Matching:
    """Regret matching on lines. Axes of numbers are [card, place], of a seat's [card, turn].

    `ends`: the worth of ends to the starter, 0-1. Axes [starter's card, other's card, end].
    """

    def __init__(
        self,
        lines: Lines,
        chips: tuple[int, int],
        cards: tuple[Cards, Cards],
        seat: int,
        ends: Numbers,
    ) -> None:
        self.lines, self.cards, self.seat = lines, cards, seat
        legal = lines.legal(chips)
        first = (ends[cards[0], :][:, cards[1]] - np.float32(0.5)).take(lines.ending, 2)
        self.worths = (np.ascontiguousarray(first), np.ascontiguousarray(-first.swapaxes(0, 1)))
        sizes, places = [len(part) for part in cards], len(lines.parents)
        self.reach = [np.zeros((n, places), np.float32) for n in sizes]
        self.value = [np.zeros((n, places), np.float32) for n in sizes]
        self.even = [legal[edges].astype(np.float32) for edges in lines.edges]
        self.plays = []
        for t, n in enumerate(sizes):
            even = self.even[t][None].repeat(n, 0)
            targets = np.full((n, lines.changes[t]), 1 / n, np.float32)
            self.plays.append(Play(self.shared(t, even), targets))
        self.changing = [np.zeros_like(play.targets) for play in self.plays]
        self.strangers: Numbers | float = 0.0

    def meet(self, chances: Numbers, turns: Numbers) -> None:
        """Add one of fixed turns to those that the other may be, with its cards at the root."""
        t = 1 - self.seat
        # A change lays any card.
        play = Play(self.shared(t, turns * self.even[t]), self.plays[t].targets)
        self._spread(t, chances, play)
        self.strangers = self.strangers + self.reach[t].take(self.lines.ended, 1)

    def run(
        self, own: Numbers | None, offsets: Numbers | float, reckons: float, iterations: int
    ) -> Answer:
        """Return the mean play after a number of iterations. Later ones weigh more.

        `own`: the chance of each own card at the root, unless the seat lays one there. `offsets`:
        what the other's cards are worth otherwise. `reckons`: the chance that it isn't a stranger.
        """
        lays = [np.full(len(part), 1 / len(part), np.float32) for part in self.cards]
        if own is not None:
            lays[self.seat] = own
        whole = [np.float32(1), np.float32(1)]
        whole[1 - self.seat] = np.float32(reckons)
        regrets = [_Regrets(play, lays[t]) for t, play in enumerate(self.plays)]
        total = _Total(self.plays[self.seat], lays[self.seat])
        for t in (0, 1):
            self._spread(t, lays[t] * whole[t], self.plays[t])
        for iteration in range(1, iterations + 1):
            for t in (0, 1):
                found, play = regrets[t], self.plays[t]
                value = self._look(t, play, found)
                turns = found.turns.learn(found.gains)
                turns += _NONE * self.even[t]
                targets = found.targets.learn(found.changes) + _NONE
                targets /= targets.sum(0)
                self.plays[t] = Play(self.shared(t, turns), targets)
                if t != self.seat or own is None:
                    begin = value[:, 0].copy()
                    if t != self.seat:
                        begin -= offsets
                    lay = found.lays.learn(begin - begin @ lays[t]) + _NONE
                    lays[t] = lay / lay.sum()
                self._spread(t, lays[t] * whole[t], self.plays[t])
                if t == self.seat:
                    total.add(self, lays[t], np.float32(iteration**4))
        return self._mean(total, own)

    def _mean(self, total: "_Total", own: Numbers | None) -> Answer:
        t = self.seat
        turns = total.turns + np.float32(1e-15) * self.even[t]
        targets = total.targets + _NONE
        self.plays[t] = Play(self.shared(t, turns), targets / targets.sum(0))
        lay = total.lay / total.lay.sum() if own is None else own
        self._spread(t, lay, self.plays[t])
        before = self.reach[t].copy()
        for layer in self.lines.layers:
            if layer.seat == t and (number := len(layer.changes)):
                before[:, layer.places][:, -number:] = self.changing[t][:, layer.targets]
        reply = self._reply(1 - t)
        return Answer(self.lines, t, self.cards, self.reach[t], before, reply)

    def shared(self, t: int, odds: Numbers) -> Numbers:
        """Divide odds by their sum over the turns at a place."""
        for layer in self.lines.layers:
            if layer.seat == t:
                part = odds[:, layer.turns]
                part /= _joined(layer, part, np.add).take(layer.before, 1)
        # Numbers as small as that would only slow down those that follow.
        odds -= _FEW
        return np.maximum(odds, 0, out=odds)

    def _spread(self, t: int, lay: Numbers, play: Play) -> None:
        """Find the chances of a seat's cards at every place."""
        reach = self.reach[t]
        reach[:, 0] = lay
        for layer in self.lines.layers:
            part = reach[:, layer.places]
            held = reach.take(self.lines.parents[layer.places], 1)
            if layer.seat != t:
                part[:] = held
                continue
            np.multiply(play.turns[:, layer.turns], held, out=part)
            if number := len(layer.changes):
                changes = part[:, -number:]
                self.changing[t][:, layer.targets] = changes
                changes[:] = changes.sum(0) * play.targets[:, layer.targets]

    def _look(self, t: int, play: Play, regrets: "_Regrets") -> Numbers:
        """Find what a seat wins from every place on by its play, and what other turns gain."""
        value = self._ends(t)
        for layer in reversed(self.lines.layers):
            part = value[:, layer.places]
            if layer.seat != t:
                value[:, layer.inner] = _joined(layer, part, np.add)
                continue
            if number := len(layer.changes):
                changes = part[:, -number:]
                mean = (changes * play.targets[:, layer.targets]).sum(0)
                np.subtract(changes, mean, out=regrets.changes[:, layer.targets])
                changes[:] = mean
            here = _joined(layer, part * play.turns[:, layer.turns], np.add)
            value[:, layer.inner] = here
            np.subtract(part, here.take(layer.before, 1), out=regrets.gains[:, layer.turns])
        regrets.gains *= self.even[t]
        return value

    def _reply(self, t: int) -> Numbers:
        """Find the most that a seat can win from every place on."""
        value = self._ends(t)
        for layer in reversed(self.lines.layers):
            part = value[:, layer.places]
            if layer.seat != t:
                value[:, layer.inner] = _joined(layer, part, np.add)
                continue
            best = np.where(self.even[t][layer.turns] > 0, part, np.float32(-9))
            if number := len(layer.changes):
                best[:, -number:] = best[:, -number:].max(0)
            value[:, layer.inner] = _joined(layer, best, np.maximum)
        return value

    def _ends(self, t: int) -> Numbers:
        """Find what a seat wins at the ends, by the chances of the other's cards there."""
        value, ended = self.value[t], self.lines.ended
        seen = self.reach[1 - t].take(ended, 1)
        if t == self.seat:
            seen += self.strangers
        seen -= _SELDOM
        np.maximum(seen, 0, out=seen)
        value[:, ended] = np.einsum("abe,be->ae", self.worths[t], seen)
        return value


def _joined(layer: Layer, part: Numbers, by: np.ufunc) -> Numbers:
    """Join the numbers of all turns at a place."""
    size = len(layer.inner)
    found: Numbers = by(part[:, :size], part[:, size : 2 * size])
    if len(layer.changes):
        found[:, layer.changes] = by(found.take(layer.changes, 1), part[:, 2 * size :])
    return found


class _Matched:
    """Regrets that never fall below none."""

    def __init__(self, like: Numbers) -> None:
        self.so_far = np.zeros_like(like)

    def learn(self, gains: Numbers) -> Numbers:
        """Add these gains, and return odds as if the same ones followed once more."""
        self.so_far += gains
        np.maximum(self.so_far, 0, out=self.so_far)
        found = self.so_far + gains * _AHEAD
        return np.maximum(found, 0, out=found)


class _Regrets:
    """Regrets of turns, of cards that changes lay, and of cards laid. And the last gains."""

    def __init__(self, play: Play, lay: Numbers) -> None:
        self.turns, self.targets, self.lays = map(_Matched, (play.turns, play.targets, lay))
        self.gains, self.changes = np.zeros_like(play.turns), np.zeros_like(play.targets)


class _Total:
    """The summed play of a seat."""

    def __init__(self, play: Play, lay: Numbers) -> None:
        self.turns, self.targets, self.lay = map(np.zeros_like, (play.turns, play.targets, lay))

    def add(self, matching: Matching, lay: Numbers, weight: np.float32) -> None:
        """Add the play of an iteration."""
        t = matching.seat
        reach, changing = matching.reach[t], matching.changing[t]
        for layer in matching.lines.layers:
            if layer.seat == t:
                part = reach[:, layer.places] * weight
                if number := len(layer.changes):
                    self.targets[:, layer.targets] += part[:, -number:]
                    part[:, -number:] = changing[:, layer.targets] * weight
                self.turns[:, layer.turns] += part
        self.lay += weight * lay
