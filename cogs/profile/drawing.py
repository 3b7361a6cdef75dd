"""The picture of a player's profile: matches, wins, and the rating in each game."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.drawing import emblems, people, words
from bot.drawing.boxes import Box, column, label, name, piece, plate, row
from bot.drawing.colours import GOLD, SHINRISEN, WHITE, Theme, mixed
from bot.drawing.kit import by_place, kit
from bot.drawing.pen import Pen, Point, Sprite
from bot.drawing.picture import Described, Who
from bot.words.speech import Speech
from games import GAMES

PANELS = 5
"""Games on a profile."""
_POINTS = 24


class Progress(NamedTuple):
    """A player's matches in a game.

    `name`: the game's name, untranslated.
    `ratings`: from before the first match until now.
    `sure`: the rating is no longer provisional.
    """

    game: str
    name: str
    matches: int
    wins: int
    ratings: tuple[int, ...]
    sure: bool = True


class Profile(Described, theme=SHINRISEN):
    """A player's results. Games that were never played have no progress."""

    who: Who
    matches: int
    wins: int
    lines: tuple[Progress, ...]

    def box(self) -> Box:
        """Return the player above, and a panel a game below, in a fixed order."""
        theme = self.theme
        matches = label(f"/ {self.matches}", 50, mixed(WHITE, theme.ground, 0.6))
        wins = row(piece(people.crown(56)), label(str(self.wins), 50), matches, gap=16)
        named = name(self.who.shown, 680 - wins.w, size=52)
        who = row(piece(people.disc(self.who, 88)), named, gap=16)
        above = row(who, wins, w=800).pad(left=20).on(plate(844, 120, 24, theme.panel), x=0)
        played = {progress.game: progress for progress in self.lines}
        others = (game for game in by_place(GAMES) if game not in played)
        shown = by_place([*played, *others][:PANELS])
        games = row(*(_game(game, played.get(game)) for game in shown), gap=10)
        return column(above, games, gap=16, x=0)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the sum of all games, then each game."""
        who, told = self.who.alt(t), {"wins": self.wins, "matches": self.matches}
        yield t("{who}: {wins} of {matches} won.", who=who, **told)
        yield from (_told(progress, t) for progress in self.lines)


def _game(game: str, progress: Progress | None) -> Box:
    """Return the panel of a game, faint without a progress."""
    theme = kit(game).theme
    if progress is None:
        ground = plate(161, 388, 24, theme.well, mixed(theme.rim, theme.ground, 0.5), 3)
        never = label("–", 50, theme.quiet).within(1, 34)
        return column(emblems.faded(game, 84), never, Box(1, 163), gap=29).on(ground)
    edge = mixed(WHITE, theme.ground, 0.34)
    now, unsure = str(progress.ratings[-1]), "" if progress.sure else "~"
    size = 48 if words.width(unsure + now, 48) <= 144 else 42
    rating = row(label(unsure, size, mixed(WHITE, theme.ground, 0.6)), label(now, size))
    curve = piece(_curve(thinned(progress.ratings), theme))
    wins = row(piece(people.crown(42)), label(str(progress.wins), 44), gap=10)
    parts = piece(kit(game).emblem(84)), rating.within(rating.w, 34), curve, wins
    return column(*parts, gap=29).on(plate(161, 388, 24, mixed(WHITE, theme.ground, 0.06), edge, 3))


def _told(progress: Progress, t: Speech) -> str:
    """Return the progress of a rating as a sentence."""
    ratings = progress.ratings
    return t(
        "Rating in {game} over {matches}: from {first} to {last}, lowest {low}, highest {high}",
        game=t(progress.name),
        matches=t.many("{n} match", "{n} matches", len(ratings) - 1),
        first=ratings[0],
        last=ratings[-1],
        low=min(ratings),
        high=max(ratings),
    )


def thinned(values: Sequence[int]) -> tuple[int, ...]:
    """Return at most `_POINTS` of the values, including the first and the last."""
    steps = min(_POINTS, len(values))
    return tuple(values[round(i * (len(values) - 1) / max(1, steps - 1))] for i in range(steps))


@lru_cache(maxsize=512)
def _curve(values: tuple[int, ...], theme: Theme) -> Sprite:
    """Return the curve of a rating, with a line at its start and a disc at its end."""
    w, h = 122, 92
    pen, low, high = Pen(w, h, 12), min(values), max(values)
    # A minimum range keeps small changes small.
    span, step, points = max(high - low, 60), w / max(1, len(values) - 1), list[Point]()
    for n, value in enumerate(values):
        points.append((step * n, h / 2 - (h - 16) * (value - (low + high) / 2) / span))
    begin = points[0][1]
    pen.line([(0, begin), (w, begin)], mixed(WHITE, theme.ground, 0.34), 2)
    if len(points) > 1:
        pen.line(points, WHITE, 5)
    pen.circle(*points[-1], 10, GOLD)
    return pen.done()
