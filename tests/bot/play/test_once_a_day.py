"""Remarks that each person gets once a day."""

from bot.play.readers import OnceADay

NOW, DAY = 1_800_000_000.0, 86400.0


def test_remark_is_due_once_a_day_for_each_person() -> None:
    told = OnceADay()
    assert told.first(1, NOW)
    assert not told.first(1, NOW + DAY - 1)
    assert told.first(2, NOW + DAY - 1)
    assert told.first(1, NOW + DAY)
    assert not told.first(2, NOW + DAY)


def test_forgotten_person_gets_the_remark_again() -> None:
    told = OnceADay()
    told.first(1, NOW)
    told.forget(1)
    assert told.first(1, NOW)
