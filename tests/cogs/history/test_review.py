"""Moments worth a look: what a strong computer would have played, shown to its own player alone."""

import itertools
import json
import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot import storage
from bot.screens.look import Look
from bot.screens.transcript import looks
from bot.wire.ui import Attached
from bot.words.i18n import Tongue, languages, tongue
from bot.workers import brain
from cogs.history import store
from cogs.history.replay import MINE, Replay, moment_picture, replay
from cogs.history.replay_page import draw
from cogs.history.review import Moment, Review, dumps, loads, reviewing
from games import GAMES
from games.core import Seat
from games.thinking.decisions import Decision, decisions
from tests.examples import ALL_AT_ONCE
from tests.games.hands import OPTIONS, PLAYS, REDEAL, SEALING, SERVES
from tests.games.playing import random_match
from tests.hidden import found, hidden
from tests.thinking import thinking_late

from ..conftest import Begin
from ..evening import Evening, Fewest, Patch, Two, answer, components, said, words
from .past import past

GAME_KEYS = [key for key in sorted(GAMES) if looks()[key].weighs]
COSTLY = [key for key in GAME_KEYS if SERVES[key]]
"""Games with costly moves. The toys of `tests/sixth` have none."""
MARKED = [key for key in COSTLY if type(looks()[key]).moment is not Look.moment]
"""Games that draw a moment with both moves marked."""
MOMENTS = "Three moments worth a look"
T = tongue("en-US")


@pytest.fixture
def quick(monkeypatch: Patch) -> None:
    """Weigh few decisions, because simcord waits for a few seconds only."""

    def latest(*given: Any) -> list[Decision]:
        return decisions(*given)[-6:]

    monkeypatch.setattr("cogs.history.review.decisions", latest)
    for name, value in (("_AGAIN", 2), ("_GOOD", 1), ("_TIMES", 1), ("TRIES", 2)):
        monkeypatch.setattr(f"cogs.history.review.{name}", value)


async def ended(e: Evening, key: str = ALL_AT_ONCE, **options: Any) -> MemberActor:
    """Play a match to its end and return its first person."""
    await e.begin(key, **options)
    await e.finish()
    return e.ana


async def asked(e: Evening, person: MemberActor) -> InteractionResult:
    """Open the replay from a person's own end, and ask for their moments."""
    end = e.hand(person)
    opened = await person.user.click(end, custom_id=e.buttons(end)["Replay"])
    return await chosen(person.user, opened, MOMENTS)


def options(shown: InteractionResult) -> dict[str, str]:
    """Return the options of a replay's list, by label, with its custom_id under an empty one."""
    lists = [c for c in components(answer(shown).message.components) if c["type"] == 3]
    return {"": lists[0]["custom_id"], **{o["label"]: o["value"] for o in lists[0]["options"]}}


async def chosen(person: Any, shown: InteractionResult, label: str) -> InteractionResult:
    """Choose an option of a replay's list."""
    found, message = options(shown), answer(shown).message
    done: InteractionResult = await person.select(
        message, custom_id=found[""], values=[found[label]]
    )
    return done


@cache
def made(key: str, seats: int, seed: int, seat: int = 0) -> tuple[Any, Review]:
    """Return an ended random match and the review of a player."""
    match = past(random_match(key, seats, OPTIONS[key][0], seed).record)
    return match, answered(match, key, Seat(seat), seed)


def own(match: Any, seat: int = 0) -> Replay:
    """Return a match as a player opens it."""
    return replay(match, looks()[match.record.game], 0, Seat(seat), Seat(seat))


def at(match: Any, moment: Moment, seat: int = 0) -> Replay:
    """Return a match at a moment of a review, as a player opens it."""
    return replace(own(match, seat), review=Review((moment,))).station(moment)


def picture(match: Any, moment: Moment, seat: int = 0) -> Any:
    """Return the picture of a moment."""
    return moment_picture(at(match, moment, seat), moment, T)


def drawn(shown: Replay, t: Tongue = T) -> str:
    """Return the words of a replay that shows no pictures."""
    return words(draw(shown, t).components)


def answered(match: Any, key: str, seat: Seat, seed: int) -> Review:
    """Return the review of a seat, whose questions have only its own view and events."""
    steps = reviewing(match, looks()[key], seat, random.Random(seed))
    views = [match.game.view(step.state, seat) for step in match.steps]
    try:
        work, question = next(steps)
        while True:
            assert question.view in views
            assert all(event.to is None or seat in event.to for event in question.events)
            work, question = steps.send(work(question))
    except StopIteration as done:
        found: Review = done.value
        return found


@pytest.mark.parametrize("key", GAME_KEYS)
@pytest.mark.costly
async def test_moments_are_stations_of_the_replay(quick: None, key: str, e: Fewest) -> None:
    ana = await ended(e, key, **PLAYS[key][0])
    shown = await asked(e, ana)
    text = words(answer(shown).components)
    assert "replay of match 1" in text
    assert " and save about " in text or "No costly move" in text
    assert MOMENTS not in options(shown), "the moments themselves are there now"
    stations = {label: value for label, value in options(shown).items() if MINE in value}
    for label in stations:
        there = words(answer(await chosen(ana.user, shown, label)).components)
        place, _, move = label.partition(": ")
        assert f"**{place}**" in there
        assert f"**{move}**" in there


async def test_moments_are_offered_to_their_player_in_the_channel(quick: None, e: Two) -> None:
    ana = await ended(e, rounds=1)
    first = words(answer(await asked(e, ana)).components)
    opened = await e.press(ana, "Replay")
    again = await chosen(ana, opened, next(one for one in options(opened) if "card" in one))
    assert words(answer(again).components) == first, "the same, as it was kept"
    for text in ("", "0"):
        old = await e.forge(ana, e.panel(), f"s2:mine:1:MARK:0:{text}")
        assert said(old) == first, "an earlier release's button"
    eve = e.guild.add_member(e.env.create_user("Eve"))
    opened = await eve.click(e.panel(), custom_id=e.buttons(e.panel())["Replay"])
    assert not [one for one in options(opened).values() if MINE in one]
    for at in ("s2:mine:1:MARK:0:", f"s2:replay:1:MARK:0:0/{MINE}"):
        assert "You didn't play in that match." in said(await e.forge(eve, e.panel(), at))
    opened = await e.press(e.people[1], "Replay")
    e.change(f"update tables set mode = 'of none', closes_at = {1 << 32}")
    assert said(await chosen(e.people[1], opened, MOMENTS)) == "That match is over."


async def test_unfinished_match_has_no_review(e: Two) -> None:
    await e.begin(rounds=1)
    for leaver, why in (
        (None, "isn't over"),
        (e.people[0], "isn't over"),
        (e.people[1], "You didn't play in that match."),
    ):
        if leaver is not None:
            await e.leave(leaver)
        refused = await e.forge(e.people[0], e.panel(), "s2:mine:1:MARK:0:")
        assert why in said(refused)


async def test_a_review_without_answers_is_not_kept(evening: Begin, quick: None) -> None:
    async with evening(2, thinking=thinking_late) as e:
        ana = await ended(e, rounds=1)
        assert "No review came in time" in said(await asked(e, ana))
        assert "No review came in time" in said(await asked(e, ana)), "it may be asked for again"


async def test_one_review_at_a_time(quick: None, e: Two) -> None:
    ana = await ended(e, rounds=1)
    begin, now = store.begin, e.bot.now()
    assert await begin(e.bot.database, ana.id, 1, now)
    assert "One review at a time" in said(await asked(e, ana))
    later = now + store.MAKING + 1
    assert await begin(e.bot.database, ana.id, 1, later), "one that was lost blocks nothing"


async def test_a_review_is_kept_exported_and_deleted(quick: None, e: Two) -> None:
    ana, ben = await ended(e, rounds=1), e.people[1]
    await asked(e, ana)
    database, now = e.bot.database, e.bot.now()
    kept = await store.found(database, ana.id, 1, now)
    assert kept is not None
    assert dumps(loads(kept)) == kept
    late = now + store.SECONDS + 1
    assert await store.found(database, ana.id, 1, late) is None
    assert await store.expire(database, now) == 0
    told = await storage.privacy.everything(database, ana.id, now)
    assert [row["table_id"] for row in told["reviews"]] == [1]
    assert str(ana.id) not in json.dumps(await storage.privacy.everything(database, ben.id, now))
    await storage.privacy.forget(database, ana.id)
    await store.keep(database, ana.id, 1, dumps(Review()))
    assert await store.found(database, ana.id, 1, now) is None, "not written again"
    await asked(e, ben)
    assert await store.expire(database, late) == 1


@pytest.mark.parametrize("key", COSTLY)
@pytest.mark.costly
def test_review_names_costs_beyond_two_errors_and_nothing_hidden(key: str) -> None:
    """A moment shows what its seat could know at the decision, in words and in pictures.

    Other hidden cards or dice that fit the seat's knowledge give the same picture.
    """
    rng, anew = random.Random(key), 0
    fewest, most = GAMES[key].seats[0], GAMES[key].seats[-1]
    for seed, seat, seats in (1, Seat(1), most), (2, Seat(0), fewest):
        match, review = made(key, seats, seed, seat)
        costs = [one.cost for one in review.moments]
        assert 0 < len(costs) <= 3, "a random player makes costly moves"
        assert costs == sorted(costs, reverse=True)
        for one in (*review.moments, *filter(None, [review.best])):
            assert one.cost > 2 * one.error
            assert one.cost >= looks()[key].least_cost
            assert one.played != one.other
        for one in review.moments:
            drawn_one = picture(match, one, seat)
            told = "" if drawn_one is None else drawn_one.alt(T)
            texts = [{"content": text} for text in (drawn(at(match, one, seat)), told)]
            assert not found(hidden(key, match.steps, one.due, seat), texts), (seat, one)
            steps = [*match.steps]
            state = REDEAL[key](steps[one.due].state, seat, rng)
            anew += state != steps[one.due].state
            steps[one.due] = steps[one.due]._replace(state=state)
            assert picture(replace(match, steps=steps), one, seat) == drawn_one
    assert anew or key not in MARKED
    check_pictures(match, review)
    for language in ("en-US", *languages()):
        text = drawn(at(match, review.moments[0]), tongue(language))
        assert (" and save about " in text) == (language == "en-US")
        # Labels of moves have many forms, so German has them before a colon or after one.
        assert ("Deine Wahl: **" in text) == (language == "de")
        for word in ("mistake", "blunder", "analysis", "Fehler", "Analyse", "分析", "vom Sieg"):
            assert word.lower() not in text.lower()


class Sure:
    """Uses no chance, and finds the first move better, with more thought by another amount."""

    def __init__(self, settled: float) -> None:
        self.settled = settled

    def weigh(self, view: Any, told: Any, legal: Any, rng: random.Random) -> Any:
        """Return the moves. The others cost one."""
        return [(move, 0.0 if move == legal[0] else -1.0) for move in legal]

    def ponder(self, view: Any, told: Any, legal: Any, rng: random.Random) -> Any:
        """Return the moves with the settled cost."""
        return [(move, worth * self.settled) for move, worth in self.weigh(view, told, legal, rng)]

    def expects(self, view: Any, told: Any) -> float:
        """Return the score of a round."""
        return 0.0


@pytest.mark.parametrize(("settled", "named"), [(0.9, True), (0.4, False)])
def test_review_is_silent_if_tries_differ(monkeypatch: Patch, settled: float, named: bool) -> None:
    """Without chance the two looks stand for two tries: their half distance is the error."""
    monkeypatch.setattr(brain, "find_player", lambda *_: Sure(settled))
    key = next(key for key in COSTLY if not looks()[key].foresees)
    # Not from the cache, because another player reviews here.
    _, review = made.__wrapped__(key, GAMES[key].seats[0], 1)
    assert bool(review.moments) is named
    for one in review.moments:
        assert (one.cost, one.error) == pytest.approx((0.9, 0.05))


@pytest.mark.parametrize("key", GAME_KEYS)
def test_review_judges_only_final_choices(monkeypatch: Patch, key: str) -> None:
    """A choice that its player took back before the reveal is never named."""
    monkeypatch.setattr(brain, "find_player", lambda *_: Sure(1))
    changed = False
    for seed in range(4):
        seats, options = GAMES[key].seats[0], OPTIONS[key][0]
        match = past(random_match(key, seats, options, seed, changes=0.6).record)
        for seat in map(Seat, range(seats)):
            plies = [ply for ply, (who, _) in enumerate(match.record.moves, 1) if who == seat]
            asked = [seat in match.game.to_act(match.steps[ply - 1].state) for ply in plies]
            taken_back = {ply for ply, after in zip(plies, asked[1:], strict=False) if not after}
            changed |= bool(taken_back)
            review = answered(match, key, Seat(seat), seed)
            told = (*review.moments, *filter(None, [review.best]))
            assert not taken_back & {one.ply for one in told}
            assert all(seat in match.game.to_act(match.steps[one.due].state) for one in told)
    assert changed or not looks()[key].seals


def check_pictures(match: Any, review: Review) -> None:
    """Check the pictures of moments: each of the two moves makes a difference."""
    kinds = []
    for one in review.moments:
        shown = picture(match, one)
        if shown is not None:
            assert shown.alt(T)
            assert shown.draw().image.size[0] == 880
        moves = itertools.product((one.played, one.other), repeat=2)
        pictures = {picture(match, replace(one, played=p, other=o)) for p, o in moves}
        kinds.append(len(pictures))
    assert match.record.game not in MARKED or max(kinds) == 4


def test_praise_stands_where_no_move_was_costly() -> None:
    match, review = made(ALL_AT_ONCE, 2, 1)
    praised = replace(own(match), review=Review((), review.best, 12.3), asked=True)
    shown = drawn(praised)
    assert "No costly move" in shown
    assert "You took" in shown, "skill and luck"
    assert "No costly move" not in drawn(replace(praised, asked=False)), "said once"
    known = replace(own(match), review=Review((), review.moments[0]))
    assert "⭐ Best: " in drawn(known.station(review.moments[0]))
    assert "⭐ Best: " not in drawn(known)


@pytest.mark.parametrize("key", [key for key in GAME_KEYS if key in SEALING])
def test_replay_shows_the_moments_move_before_later_ones(key: str) -> None:
    """A step may have several sealed moves of a seat: signs after ties, then placed cards."""
    look, seat = looks()[key], Seat(0)
    match = past(random_match(key, GAMES[key].seats[0], OPTIONS[key][0], 1).record)
    made = decisions(match.record, match.steps, seat)
    sealed = [one for one in made if not look.announced(one.move)]
    assert sealed
    for one in sealed:
        moment = Moment(one.ply, one.due, one.move, one.move, 0.2, 0.01)
        r = replace(replay(match, look, one.ply, seat, seat), moment=moment, review=Review())
        shown = words(draw(r, T, [Attached("a.png", b"", "")]).components)
        told = [line for line in shown.splitlines() if line.startswith("**You**: ")]
        assert told[0] == f"**You**: {look.label(match.view(one.ply - 1, seat), one.move, T)}"
