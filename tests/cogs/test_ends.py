"""Parts common to all games' panels and hands: reveals, the end, computers' seats, line width."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.play.lobby import By
from bot.screens import frames
from bot.screens.look import Look
from bot.screens.more import more
from bot.screens.offers import END, Offer, offered
from bot.screens.ranking import ranking
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.wire.ui import Address, button
from bot.words.i18n import languages, tongue
from games import GAMES
from games.core import Seat
from games.record import replay
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..drawing import Drawing, choices, stored_of
from ..games.golden import PLAYTHROUGHS
from .ends import T, columns, pictured
from .evening import Patch, components

FIRST = {record.game: record for record in reversed(PLAYTHROUGHS.values())}


ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th", "6th")
TEXT, GALLERY = 10, 12


def ended(key: str, seat: Seat | None, **values: Any) -> Sight:
    """Return the sight of a match played to its end and stored."""
    record = FIRST[key]
    steps = replay(record)
    outcome = GAMES[key].outcome(steps[-1].state)
    assert outcome is not None
    stored = stored_of(record)
    players = tuple(
        replace(player, rank=rank, score=score, rating_before=25.0, rating_after=26.0)
        for player, rank, score in zip(stored.players, outcome.ranks, outcome.scores, strict=True)
    )
    stored = replace(stored, players=players, phase="over")
    return replace(Sight.at(stored, looks()[key], steps, seat), **values)


def ways(sight: Sight) -> list[str]:
    """Return the labels of an end's buttons: its own, with those of features between them."""
    found = (one.component["label"] for one in offered(END, sight.stored, T))
    return ["Rematch", *found, "⋯"]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_end_begins_with_the_winner_and_the_story_in_a_line(key: str) -> None:
    sight = ended(key, None)
    winner = next(p.name for p in sight.stored.players if p.rank == 1)
    lines = frames.panel(sight, T).text.splitlines()
    assert lines[0].endswith(" · the end")
    assert lines[1].startswith("### 🏆 ")
    assert f"**{winner}**" in lines[1]
    story = sight.look.story_line(sight.scene(T))
    assert story in lines[2]
    assert lines[2 + bool(story)].startswith("🥇 ")


@pytest.mark.parametrize("key", [ALL_AT_ONCE, IN_TURN])
@pytest.mark.parametrize("seat", [None, Seat(1)])
def test_each_score_stands_there_once(key: str, seat: Seat | None) -> None:
    sight = ended(key, seat)
    text = (frames.panel(sight, T) if seat is None else frames.hand(sight, T)).text
    for player in sight.stored.players:
        score = sight.look.score(player.score or 0, T)
        assert text.count(f"**{player.name}**\n-# {score}") == 1
        assert f"**{player.name}** {player.score}" not in text
    assert "rating 1030 (+30)" in text


@pytest.mark.parametrize("locale", ["en-US", *languages()])
@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_rankings_lines_are_short(key: str, locale: str) -> None:
    sight = ended(key, None)
    lines = ranking(sight.stored, sight.look, tongue(locale), ratings=True).splitlines()
    assert len(lines) == 2 * len(sight.stored.players)
    for name, facts in zip(lines[::2], lines[1::2], strict=True):
        assert facts.startswith("-# ")
        assert " · " not in name
        # Small letters: 52 columns stand beside each other on a phone.
        assert columns(facts) <= 52


@pytest.mark.parametrize("matches", [1, 5])
def test_change_is_shown_from_the_fifth_match_on(matches: int) -> None:
    for seat, line in (None, " new"), (Seat(0), "new: 4 more matches until a rating"):
        sight = ended(ALL_AT_ONCE, seat)
        people = tuple(replace(one, matches=matches) for one in sight.stored.players)
        sight = pictured(replace(sight, stored=replace(sight.stored, players=people)))
        shown = frames.panel(sight, T) if seat is None else frames.hand(sight, T)
        assert ("+30" in shown.text, line in shown.text) == (matches == 5, matches == 1)
        ranks = ranking(sight.stored, sight.look, T, ratings=True)
        assert ("(+30)" in ranks, "new: 4 more" in ranks) == (matches == 5, matches == 1)


def test_end_has_no_ratings_when_leaderboards_are_off() -> None:
    for seat in (None, Seat(0)):
        shown = ended(ALL_AT_ONCE, seat, ratings=False)
        drawn = frames.panel(shown, T) if seat is None else frames.hand(shown, T)
        assert "🏆" in drawn.text
        assert "rating" not in drawn.text


@pytest.mark.parametrize("key", sorted(GAMES))
def test_hand_ends_with_the_own_line_and_the_last_reveal(key: str) -> None:
    for seat, me in enumerate(ended(key, None).stored.players):
        sight = ended(key, Seat(seat))
        hand = frames.hand(sight, T)
        head, own, *rest = hand.text.splitlines()
        assert head.endswith(" · the end")
        won = me.rank == 1
        line = "🏆 **You win**" if won else f"**You: {ORDINALS[me.rank or 0]}**"
        assert own.startswith(f"{line} · {sight.look.score(me.score or 0, T)}")
        assert rest[0].startswith("🏆") != won, "the winner isn't told twice"
        last = {ALL_AT_ONCE: "Revealed: ", IN_TURN: "All cups are lifted"}.get(key, "")
        assert last in hand.text
        assert len(rest) > 5
        buttons = [c["label"] for c in components(hand.components) if c["type"] == 2]
        assert buttons == ways(sight)


def test_offers_without_room_on_an_end_stand_behind_more(monkeypatch: Patch) -> None:
    toys = [button(Address("toy", text=name), name) for name in "ABCD"]
    found = [Offer((END,), 1, lambda *_, toy=toy: toy) for toy in toys]
    monkeypatch.setattr("bot.screens.offers.parts.offered", lambda *_: found)
    sight = ended(ALL_AT_ONCE, None)
    behind = more(sight.stored, sight.look, By(1, False, 0.0), T)
    shown = [
        [c["label"] for c in components(drawn.components) if c["type"] == 2]
        for drawn in (frames.panel(sight, T), behind)
    ]
    assert shown[0] == ["Rematch", "A", "B", "⋯"]
    assert shown[1][:2] == ["C", "D"]


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.parametrize("seat", [None, Seat(0)])
def test_end_with_a_picture_says_only_the_rest(key: str, seat: Seat | None) -> None:
    """The picture has ranks, names and scores, and a second one the last reveal."""
    sight = pictured(ended(key, seat, record="0" * 64))
    drawn = frames.panel(sight, T) if seat is None else frames.hand(sight, T)
    assert "🥇" not in drawn.text
    assert "```" not in drawn.text
    assert len(drawn.text.splitlines()) <= 6
    shown = [file.name for file in drawn.files]
    below = sight.picture_below(T) is not None
    assert shown == ["first.png", *["below.png"] * below]
    kinds = [part["type"] for part in drawn.components[0]["components"]]
    assert kinds[:3] == [TEXT, GALLERY, TEXT], "the picture comes first"


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.parametrize("values", [{"wants_end": True}, {"away": True}])
def test_last_reveal_has_no_controls_of_a_running_match(key: str, values: Any) -> None:
    """The end is stored already: a click on one would be refused."""
    for seat, mode in ((None, "open"), (Seat(0), "open"), (Seat(0), "alone")):
        sight = ended(key, seat, held=True)
        players = tuple(replace(player, **values) for player in sight.stored.players)
        stored = replace(sight.stored, players=players, paused_at=1.0, mode=mode)
        for one in (replace(sight, stored=stored), pictured(replace(sight, stored=stored))):
            drawn = frames.panel(one, T) if seat is None else frames.hand(one, T)
            kinds = {address.kind for address, _ in choices(drawn.components)}
            assert kinds <= {"hand", "more"}
    copy = frames.watched(replace(ended(key, None), held=True), 1, T)
    assert {one.kind for one, _ in choices(copy.components)} == {"more"}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_ended_hand_has_the_own_turning_point(key: str) -> None:
    """It comes from public events alone, and its words stand in the alternative text."""
    steps = replay(FIRST[key])
    events = tuple(event for step in steps for event in step.events if event.to is None)
    found = 0
    for seat in range(FIRST[key].seats):
        sight = ended(key, Seat(seat), record="0" * 64, public_events=events)
        point, picture = sight.decisive(T), sight.picture(T)
        assert picture is not None
        hidden = replace(sight, view=sight.view, story=())
        assert hidden.decisive(T) == point, "nothing but the public events decides"
        if point is not None:
            found += 1
            assert point.brief(T) in frames.hand(sight, T).text.splitlines()[1]
            assert picture.alt(T).endswith(point.alt(T))
    assert found or type(looks()[key]).decisive is Look.decisive


@pytest.mark.parametrize("key", sorted(GAMES))
def test_called_off_match_offers_a_rematch_everywhere(key: str) -> None:
    record = FIRST[key]
    stored, steps = replace(stored_of(record), phase="cancelled", why="alone"), replay(record)
    for seat in (None, Seat(0)):
        for sight in (
            Sight.at(stored, looks()[key], steps[:3], seat),
            pictured(Sight.at(stored, looks()[key], steps[:3], seat)),
        ):
            drawn = frames.panel(sight, T) if seat is None else frames.hand(sight, T)
            buttons = [c["label"] for c in components(drawn.components) if c["type"] == 2]
            assert buttons == ways(sight)
            first = drawn.text.splitlines()[1]
            assert first.startswith("Match called off by its only player.")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_computers_seat_is_marked_wherever_it_is_named(key: str) -> None:
    record = FIRST[key]
    steps = replay(record)
    stored = stored_of(record)
    gone, *others = stored.players
    for who in (replace(gone, left=True, left_ply=1), replace(gone, away=True)):
        live = replace(stored, phase="live", players=(who, *others))
        hand = frames.hand(Sight.at(live, looks()[key], steps[:4], Seat(1)), T)
        assert "computer plays" in hand.text
        for at in range(3, len(steps), 5):
            for reader in (None, Seat(1)):
                sight = Sight.at(live, looks()[key], steps[:at], reader)
                drawn = frames.panel(sight, T) if reader is None else frames.hand(sight, T)
                for line in drawn.text.replace("**", "").splitlines():
                    if "computer plays" not in line:
                        assert line.count("P0") == line.count("🤖 P0"), line
                assert f"<@{gone.user_id}>" not in drawn.text


@pytest.mark.parametrize("name", sorted(PLAYTHROUGHS))
@pytest.mark.parametrize("locale", ["en-US", *languages()])
def test_no_code_block_is_wider_than_a_phone_and_no_row_longer(name: str, locale: str) -> None:
    record, t = PLAYTHROUGHS[name], tongue(locale)
    drawing = Drawing(looks(), record, replay(record))
    for ply in range(0, len(record.moves) + 1, 9):
        for reader in (None, Seat(0), Seat(1)):
            sight = drawing.at(ply).sight(reader)
            drawn = frames.panel(sight, t) if reader is None else frames.hand(sight, t)
            for block in re.findall(r"```\n(.*?)```", drawn.text, re.DOTALL):
                assert all(columns(line) <= 28 for line in block.splitlines()), block
            for row in components(drawn.components):
                inside = row.get("components", [])
                labels = [c["label"].removesuffix(" ✓") for c in inside if c["type"] == 2]
                if row["type"] == 1 and max(map(len, labels), default=0) > 3:
                    assert len(labels) <= 4
