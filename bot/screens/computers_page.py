"""The page of a profile on matches with computers, by strength and by character."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ..play.computers import STRENGTHS, Character
from ..play.rivalry import is_of
from ..storage.meetings import Meeting
from ..wire.ui import Address, Control, button
from ..words.i18n import Tongue
from ..words.speech import listed
from .look import Look
from .naming import named

KIND = "computers"


def way(user_id: int, t: Tongue) -> Control:
    """Return the button to the page of a person."""
    return button(Address(KIND, text=str(user_id)), t("Computer by computer"))


def page(met: Sequence[Meeting], looks: Mapping[str, Look], t: Tongue) -> list[str]:
    """Return the page: each game by strength, with its characters and the best result."""
    by_game = defaultdict[str, list[Meeting]](list)
    for one in met:
        by_game[one.game].append(one)
    games = sorted(by_game, key=lambda game: (-_matches(by_game[game]), game))
    return [_game(game, by_game[game], looks, t) for game in games]


def _game(game: str, met: Sequence[Meeting], looks: Mapping[str, Look], t: Tongue) -> str:
    lines, look = [f"### {named(looks, game, t)}"], looks.get(game)
    for kind, word in STRENGTHS.items():
        theirs = [one for one in met if one.kind == kind]
        if not theirs:
            continue
        played = t.many("{n} match", "{n} matches", _matches(theirs))
        won = t.many("{n} won", "{n} won", _matches([one for one in theirs if one.rank == 1]))
        lines.append(f"**{t(word)}** · {listed([played, won], t)}")
        level = None if look is None else look.computers.get(kind)
        known = () if level is None else level.characters
        scores = [score for one in known if (score := _score(theirs, one, t))]
        lines += ["-# " + " · ".join(scores)] if scores else []
    best = max((one.score for one in met if one.score is not None), default=None)
    if look is not None and best is not None:
        lines.append(t("Best result: {score}", score=look.score(best, t)))
    return "\n".join(lines)


def _score(met: Sequence[Meeting], character: Character, t: Tongue) -> str:
    """Return the matches ahead of a character, and behind it, or nothing without a match."""
    theirs = [one for one in met if is_of(one, character)]
    if not theirs:
        return ""
    ahead = sum(one.rank < one.against for one in theirs)
    behind = sum(one.rank > one.against for one in theirs)
    who = f"{character.sign} {t(character.name)}"
    return t("{who} {ahead} : {behind}", who=who, ahead=ahead, behind=behind)


def _matches(met: Sequence[Meeting]) -> int:
    return len({one.table_id for one in met})
