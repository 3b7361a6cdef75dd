"""Reviews of an ended match: what a strong computer would have played in a player's place.

Each decision is judged by the view that the seat had then, and by nothing else. Pure: questions for
the thinking process out, its answers in.
"""

import json
import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from bot.screens.finished import Finished
from bot.screens.hints import STRENGTH
from bot.screens.look import Look, Marked
from bot.storage import StoredTable
from bot.words.errors import TableError
from bot.words.i18n import Tongue
from bot.workers import brain
from bot.workers.brain import TRIES, Question, Weighed
from games.core import Frozen, Seat
from games.errors import N_
from games.thinking.decisions import Decision, decisions

from .steps import timeline

MOMENTS = 3
"""The most moments of a review."""
# A first look at each decision finds those that are weighed again, with two moves alone.
_FIRST, _AGAIN, _GOOD = 2, 6, 2
_TIMES = 3

Ask = tuple[Callable[[Question], Any], Question]
"""A question, and the function of the thinking process that answers it."""


class Moment(Frozen):
    """A decision, the move made and another move, in their notation.

    ply: the ply of the move.
    due: the ply of the position that it was made in.
    cost: the loss by the worse one of the two, in the unit of the game's computers.
    error: the standard error of that.
    """

    ply: int
    due: int
    played: str
    other: str
    cost: float
    error: float

    @property
    def sure(self) -> bool:
        """True if the cost lies outside two standard errors."""
        return self.cost > 2 * self.error


class Review(Frozen):
    """The review of one seat.

    moments: decisions where another move was better, the costliest first.
    best: the decision where the next best move would have cost most.
    expected: the score that a strong computer expects from the same deals, if the game has one.
    """

    moments: tuple[Moment, ...] = ()
    best: Moment | None = None
    expected: float | None = None

    def at(self, ply: int) -> Moment | None:
        """Return the moment of a ply."""
        known = (*self.moments, *filter(None, [self.best]))
        return next((one for one in known if one.ply == ply), None)


def dumps(review: Review) -> str:
    """Return a review as a text to store."""
    return json.dumps(asdict(review))


def loads(text: str) -> Review:
    """Return a stored review."""
    found = json.loads(text)
    best = found["best"]
    moments = tuple(Moment(**one) for one in found["moments"])
    return Review(moments, None if best is None else Moment(**best), found["expected"])


def offered(stored: StoredTable, look: Look) -> bool:
    """Return True if a match has a review: it was played to its end, and *hard* can weigh."""
    return stored.phase == "over" and look.weighs


def reviewing(
    past: Finished, look: Look, seat: Seat, chance: random.Random
) -> Generator[Ask, Any, Review]:
    """Yield the questions of a review, receive their answers, and return the review.

    Raises TableError if an answer is missing.
    """
    made, text = decisions(past.record, past.steps, seat), past.game.move_text
    costly: list[tuple[float, Moment, Question]] = []
    good: list[tuple[float, Moment, Question]] = []
    for one in made:
        asked = _question(past, one, seat, chance)
        if one.made_by or len(asked.legal) < 2:
            continue
        weighed: list[Weighed] = _answered((yield brain.weigh, asked))
        best, found = weighed[0], _of(past, weighed, one.move)
        if found is None:
            # A move that the computer didn't even consider: its cost isn't known yet.
            costly.append((float("inf"), _moment(past, one, best), asked))
        elif found.behind > 0:
            costly.append((found.behind, _moment(past, one, best, found.behind), asked))
        elif len(weighed) > 1 and text(past.game.default_move(asked.view)) != one.move:
            # The default move deserves no praise.
            saved = weighed[1].behind
            good.append((saved, _moment(past, one, weighed[1], saved), asked))
    moments = yield from _again(past, look, _first(costly, _AGAIN), 1, chance)
    praised = yield from _again(past, look, _first(good, _GOOD), -1, chance)
    expected = yield from _expected(past, look, seat, made, chance)
    return Review(tuple(moments[:MOMENTS]), next(iter(praised), None), expected)


def _first(
    found: Sequence[tuple[float, Moment, Question]], most: int
) -> list[tuple[Moment, Question]]:
    """Return the decisions with the greatest values, those without a known value besides."""
    ranked = sorted(found, key=lambda one: -one[0])
    unknown = sum(value == float("inf") for value, _, _ in ranked)
    return [(moment, asked) for _, moment, asked in ranked[: most + unknown]]


def _again(
    past: Finished,
    look: Look,
    found: Sequence[tuple[Moment, Question]],
    sign: int,
    chance: random.Random,
) -> Generator[Ask, Any, list[Moment]]:
    """Weigh only the two moves of each decision, and return the sure costs, the greatest first.

    The first answers chose the decisions, so their values are too high. These are fresh ones, from
    more thought.
    """
    sure = []
    for moment, asked in found:
        game = past.game
        two = tuple(m for m in asked.legal if game.move_text(m) in (moment.played, moment.other))
        costs, errors = list[float](), list[float]()
        while len(costs) < _TIMES and errors != [0.0]:
            again = replace(asked, legal=two, seed=chance.getrandbits(64), tries=TRIES)
            weighed = _answered((yield brain.ponder, again))
            played, other = (_of(past, weighed, m) for m in (moment.played, moment.other))
            if played is None or other is None:
                break
            costs.append(sign * (other.worth - played.worth))
            errors.append(max(played.error, other.error))
        if costs:
            cost = sum(costs) / len(costs)
            error = sum(e * e for e in errors) ** 0.5 / len(costs)
            if errors == [0.0]:
                # Without chance the two looks differ by the thought they took alone.
                error = abs(cost - moment.cost) / 2
            moment = replace(moment, cost=cost, error=error)
            if moment.sure and cost >= look.least_cost:
                sure.append(moment)
    return sorted(sure, key=lambda one: -one.cost)


def _expected(
    past: Finished, look: Look, seat: Seat, made: Sequence[Decision], chance: random.Random
) -> Generator[Ask, Any, float | None]:
    """Return the score that *hard* expects, over all chapters that the person played alone."""
    if not look.foresees or past.broken is not None or any(one.made_by for one in made):
        return None
    total, known = 0.0, set[int]()
    for one in made:
        chapter = look.chapter(past.view(one.due, seat))
        if chapter not in known:
            known.add(chapter)
            total += _answered((yield brain.expected, _question(past, one, seat, chance)))
    return total


def _question(past: Finished, one: Decision, seat: Seat, chance: random.Random) -> Question:
    """Return the question of a hint in that position: the seat's own view and events alone."""
    told = (event for step in past.steps[: one.due + 1] for event in step.events)
    return Question(
        game=past.record.game,
        version=past.record.version,
        strength=STRENGTH,
        view=past.view(one.due, seat),
        events=tuple(event for event in told if event.to is None or seat in event.to),
        legal=tuple(past.game.legal_moves(past.steps[one.due].state, seat)),
        seed=chance.getrandbits(64),
        tries=_FIRST,
    )


def _moment(past: Finished, one: Decision, other: Weighed, cost: float = 0.0) -> Moment:
    return Moment(one.ply, one.due, one.move, past.game.move_text(other.move), cost, 0.0)


def _of(past: Finished, weighed: Sequence[Weighed], move: str) -> Weighed | None:
    return next((one for one in weighed if past.game.move_text(one.move) == move), None)


def _answered(answer: Any) -> Any:
    if answer is None or isinstance(answer, brain.Failed) or answer == []:
        raise TableError(N_("No review came in time. Ask again in a moment."))
    return answer


# Words


def marked(past: Finished, moment: Moment) -> Marked:
    """Return the marks of a moment for its picture."""
    read = past.game.parse_move
    return Marked(read(moment.played), read(moment.other), moment.cost)


def place(past: Finished, look: Look, ply: int, t: Tongue) -> str:
    """Return the place of a ply in words."""
    found = timeline(past, look)
    return found.words(look, found.index(ply), t)


def sentence(past: Finished, look: Look, seat: Seat, moment: Moment, t: Tongue) -> str:
    """Return the move made, its cost, and the better move."""
    label = partial(look.label, past.view(moment.due, seat), t=t)
    who = look.computers[STRENGTH].first
    return "🔍 " + t(
        "You chose **{played}**. {who} would choose **{other}** and save about {cost}.",
        played=label(moment.played),
        cost=look.cost(moment.cost, t),
        who=f"{who.sign} {t(who.name)}",
        other=label(moment.other),
    )


def praised(look: Look, t: Tongue) -> str:
    """Return the praise of a match without a costly move."""
    who = look.computers[STRENGTH].first
    return "💎 " + t(
        "No costly move: {who} would have played as you did, or about as well.",
        who=f"{who.sign} {t(who.name)}",
    )


def praise(past: Finished, look: Look, seat: Seat, moment: Moment, t: Tongue) -> str:
    """Return the best move made, and its gain over the next best one."""
    label = partial(look.label, past.view(moment.due, seat), t=t)
    return "⭐ " + t(
        "Best: **{played}** ({place}). It saved about {cost}; next best was **{other}**.",
        played=label(moment.played),
        place=place(past, look, moment.ply, t),
        cost=look.cost(moment.cost, t),
        other=label(moment.other),
    )
