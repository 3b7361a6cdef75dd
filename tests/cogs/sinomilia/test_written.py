"""Names and cards in the pictures of Sinomilia."""

from typing import Any

import pytest

from bot.drawing.canvas import Canvas
from bot.drawing.picture import Who
from cogs.sinomilia.drawing import pictures
from tests.pictures import LONG
from tests.written import written

ANA, BEN = Who(0, "Ana"), Who(1, "Ben")
MIDDLING = Who(2, "Anastasia-Marie")


@pytest.mark.parametrize("way", [(6, 6), (5, 6), (0, 1), (9, 8), (0, 9)])
@pytest.mark.parametrize("who", [ANA, MIDDLING, LONG], ids=lambda who: who.name[:9])
def test_reveal_shows_both_names_beside_each_other(
    way: tuple[int, int], who: Who, monkeypatch: pytest.MonkeyPatch
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
def test_a_lifted_prediction_leaves_the_change_card_bare(
    card: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, places = Canvas.put, []

    def noted(self: Canvas, sprite: Any, x: float, y: float) -> None:
        w, h = sprite.mask.size
        places.append((x, y, x + w - 2 * sprite.out, y + h - 2 * sprite.out))
        put(self, sprite, x, y)

    monkeypatch.setattr(Canvas, "put", noted)
    seat = pictures.Seat(ANA, 11)
    pictures.Hand(seat, pictures.Seat(BEN, 9), (), card).draw()
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
