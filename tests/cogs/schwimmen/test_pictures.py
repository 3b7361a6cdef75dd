"""The pictures of running matches of Schwimmen."""

from dataclasses import replace

from bot.drawing.file import File
from bot.play.computers import cast_of, seated
from bot.screens import result
from bot.words.i18n import tongue
from games.schwimmen import SchwimmenOptions
from tests.cogs.beside import match


def test_computers_have_the_same_name_in_pictures_and_words() -> None:
    drawing, _ = match("schwimmen", 3)
    stored = drawing.at(3).stored
    pike = seated(cast_of("schwimmen"), "hard", stored.players[:2], "0" * 64)
    people = (*stored.players[:2], replace(pike, seat=2))
    sight = replace(drawing.at(3).sight(None), stored=replace(stored, players=people))
    for locale, name in (("en-US", "Pike"), ("de", "Hecht")):
        picture = sight.picture(tongue(locale))
        assert picture is not None
        assert name in picture.alt(tongue(locale))
        assert name in repr(picture)


def test_match_called_off_counts_lives_beside_its_picture() -> None:
    drawing, _ = match("schwimmen", 3)
    sight = drawing.at(0).sight(None)
    over = replace(sight.stored, phase="cancelled")
    picture = sight.picture(tongue("en-US"))
    assert picture is not None
    shown = replace(sight, stored=over, file=File(picture, "x.png", b""))
    told = result.called_off(shown, tongue("en-US"))
    assert str(told[-2]).count(f"**{SchwimmenOptions().lives}**") == 3
