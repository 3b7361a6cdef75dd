"""The order of a running match's screen: headline, picture, prompt with its time, controls.

Beside a picture all words stand in one text under it, and the story is cut to its last lines.
*Story* behind ⋯ has it whole. Without a picture the parts keep the order of their look.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from discord import ui

from games.core import Seat

from ..wire.fitting import Head, Prompt, Story
from ..wire.ui import Drawn, Part, screen
from ..words.i18n import Tongue
from ..words.speech import headed, joined
from . import heights
from .look import table_words
from .sight import Sight

_TOLD = 2
"""Lines of a story beside a picture, if a decision has room for them."""
_SMALL = "-# "
# Pixels of a decision's headline, words and controls without the row of links, in each column. The
# picture is smaller on a phone.
_ROOMS = {heights.WIDE: 178, heights.NARROW: 236}


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a screen's frame.

    title: the headline without the look's own part. clock: the time of the decision. news: lines
    about the clock and the players.
    """

    title: str
    clock: str = ""
    news: str = ""


def arranged(sight: Sight, words: Words, parts: Sequence[Part], t: Tongue) -> list[Part]:
    """Return the parts of a screen in order."""
    heads = [str(part) for part in parts if isinstance(part, Head)]
    prompts = [part for part in parts if isinstance(part, Prompt) and part]
    rest = [part for part in parts if not isinstance(part, Head | Prompt)]
    # A held reveal without a prompt asks for nothing.
    clock = "" if sight.held and not prompts else words.clock
    asked = joined(["\n".join(prompts), clock], t)
    shown = [_headline(words.title, heads), *sight.pictured(t)]
    if sight.file is not None:
        texts = [
            str(part) for part in rest if isinstance(part, str) and not isinstance(part, Story)
        ]
        rest = [part for part in rest if not isinstance(part, str | ui.Separator)]
        lines = [_SMALL + line for line in _latest(parts)]
        told = [asked, words.news, *texts]
        for wide, room in _ROOMS.items():
            high = sum(heights.of_text(text, wide) for text in (str(shown[0]), *told))
            lines = _fitting(lines, room - high - heights.of_rows(rest, wide), wide)
        told += lines
        return [*shown, "\n".join(filter(None, told)), *rest]
    return [*shown, asked, words.news, *rest]


def _headline(title: str, heads: Sequence[str]) -> str:
    if not heads:
        return title
    own = " · ".join(heads)
    if title.rpartition("\n")[2].startswith(_SMALL):
        return f"{title} · {own}"
    return f"{title}\n{_SMALL}{headed(own)}"


def _latest(parts: Sequence[Part]) -> list[str]:
    """Return the last lines of the stories, without their size."""
    lines = [line for part in parts if isinstance(part, Story) for line in part.splitlines()]
    return [line.removeprefix(_SMALL) for line in lines[-_TOLD:]]


def _fitting(lines: list[str], room: int, wide: int) -> list[str]:
    """Return the latest lines that have room, and the rest behind *More*."""
    while lines and sum(heights.of_text(line, wide) for line in lines) > room:
        lines = lines[1:]
    return lines


def happened(sight: Sight, t: Tongue, reader: Seat | None = None) -> Drawn:
    """Draw *Story*: the public table of a running match in words, the story whole.

    `reader` is the seat of the player who reads it.
    """
    look, stored, scene = sight.look, sight.stored, replace(sight.scene(t), reader=reader)
    title = f"### {look.emoji} {t('What happened')} · {table_words(stored.id, t)}"
    told = look.table(replace(scene, mentions=scene.voice.awaited))
    return screen(look.colour, title, *told)
