"""The pictures and films of Sinomilia, alone and in running matches."""

from dataclasses import replace

import pytest

from bot.drawing.colours import CORAL
from bot.drawing.film import seconds
from bot.drawing.picture import Who
from bot.screens.look import LOADING
from bot.screens.sight import Sight, pause_of
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from cogs.sinomilia.drawing import THEME, pictures
from cogs.sinomilia.drawing.film import Turning
from cogs.sinomilia.drawing.moment import Payment
from cogs.sinomilia.drawing.pictures import Hand, Reveal, Turned
from games.core import Event, Seat
from games.sinomilia import GAME, Laid, Passed, RoundEnded, SinomiliaOptions

from ...drawing import stored_of
from ...eyes import DEFICIENT, contrast
from ...games.playing import random_match
from ...games.sinomilia.rounds import round_of, take
from ...pictures import LONG, TEN, pieces, written
from ..beside import match, picture, says
from ..evening import Patch


def test_hand_and_picture_name_the_own_pieces() -> None:
    says("sinomilia", lambda view: [str(chips) for chips in view.chips])


@pytest.mark.parametrize("still", [Passed, Laid])
def test_hand_keeps_its_picture_while_nothing_new_lies(still: type) -> None:
    drawing, last = match("sinomilia", 2)
    seen = 0
    for ply in range(2, last + 1):
        public = [event for event in drawing.steps[ply].events if event.to is None]
        if not all(
            isinstance(event, still) and getattr(event, "seat", None) == 1 for event in public
        ):
            continue
        before, after = (drawing.at(at).sight(Seat(0)) for at in (ply - 1, ply))
        if public and before.view.phase == after.view.phase:
            assert isinstance(picture(after), Hand)
            assert picture(after) == picture(before)
            seen += 1
    assert seen


@pytest.mark.parametrize("kind", ["typical", *DEFICIENT])
def test_coral_stands_out_for_all_eyes(kind: str) -> None:
    assert contrast(CORAL, THEME.well, kind) >= 4.5


@pytest.mark.parametrize(
    ("locale", "one", "several"),
    [
        ("en-US", "1 moon among 7 chips,", "0 moons among 1 chip,"),
        ("de", "1 Mond unter 7 Chips,", "0 Monde unter 1 Chip,"),
    ],
)
def test_turning_point_counts_moons_and_chips(locale: str, one: str, several: str) -> None:
    t = tongue(locale)
    assert one in Payment(4, 6, 7, 1, 3, 2, 5).alt(t)
    assert several in Payment(4, 6, 1, 0, -3, 2, 5).alt(t)


def test_text_of_a_tie_says_why_it_was_lost() -> None:
    seats = (Turned(TEN[0], 9, 10, 8), Turned(TEN[1], 9, 12, 14))
    tie = Reveal(seats, ("sun",), 1, (("win", 2), ("table", 1)), "action")
    told = tie.alt(tongue("en-US"))
    assert "Equally near. Whoever acted last loses. Anastasia wins and gets 3" in told


ANA, BEN = Who(0, "Ana"), Who(1, "Ben")
MIDDLING = Who(2, "Anastasia-Marie")


@pytest.mark.parametrize("way", [(6, 6), (5, 6), (0, 1), (9, 8), (0, 9)])
@pytest.mark.parametrize("who", [ANA, MIDDLING, LONG], ids=lambda who: who.name[:9])
def test_reveal_shows_both_names_beside_each_other(
    way: tuple[int, int], who: Who, monkeypatch: Patch
) -> None:
    other = Who(1, "Wilhelmina-Charlotte von Anhalt")
    turned = [pictures.Turned(one, card, 9, 9) for one, card in zip((who, other), way, strict=True)]
    found = written(pictures.Reveal((turned[0], turned[1]), ("sun",) * 6, 0), monkeypatch)
    names = [one for one in found if one.text[:3] in (who.name[:3], other.name[:3])]
    assert len(names) == 4
    assert len({text for text, *_ in names}) == 2
    first, second = sorted(names[2:], key=lambda one: one.left)
    assert first.left >= 18
    assert first.right < second.left
    assert second.right <= 862


@pytest.mark.parametrize("card", [8, 9])
def test_a_lifted_prediction_leaves_the_change_card_bare(card: int) -> None:
    hand = pictures.Hand(pictures.Seat(ANA, 11), pictures.Seat(BEN, 9), (), card)
    places = pieces(hand)
    ring = places[-1]
    assert ring[2] - ring[0] == 84
    over = [one for one in places if one[2] > ring[0] and one[3] > 258 and one[1] < 360]
    assert all(one[3] + 18 < ring[1] or one[1] >= ring[1] for one in over)
    assert any(one[3] + 18 < ring[1] for one in over), "the change card"


def test_chips_held_differ() -> None:
    seats = pictures.Turned(ANA, 1, 5, 7), pictures.Turned(BEN, 2, 5, 3)
    signs = ("none", "one", "moons", "win")
    paid = (pictures.Reveal(seats, (), 0, ((why, 2),)) for why in signs)
    assert len({reveal.draw().image.tobytes() for reveal in paid}) == len(signs)


PAUSE = 7


@pytest.mark.parametrize("predictions", [(9, 9), (9, 4), (4, 9), (4, 5), (4, 4)])
@pytest.mark.parametrize("turns", ["pass pass", "chip-moon pass", "chip-sun chip-moon pass"])
def test_each_verdict_has_its_own_hold(predictions: tuple[int, int], turns: str) -> None:
    options = SinomiliaOptions(pause=PAUSE)
    stored = replace(stored_of(random_match("sinomilia", 2, options, 1).record), phase="live")
    state, told = round_of((None, None), options=options), list[tuple[int, Event]]()
    for ply in (1, 2, 3):
        # The third round in a row of two 9s ends the match.
        state, events = take(state._replace(laid=predictions), turns)
        told += [(ply, event) for event in events if event.to is None]
        assert sum(isinstance(event, RoundEnded) for event in events) == 1
        view, look = GAME.view(state, None), looks()["sinomilia"]
        sight = Sight(stored, look, view=view, story=tuple(told), held=True, moving=True)
        first, verdict, *_ = sight.films(tongue("en-US"))
        assert isinstance(first, Turning)
        assert isinstance(verdict, Turning)
        assert verdict.open
        assert verdict.still.winner is not None
        holds = pause_of(look, stored, view, tuple(told), frozenset({None})).films
        assert holds[:2] == (PAUSE, seconds(verdict) + LOADING)
