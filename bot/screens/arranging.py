"""The order of a running match's screen: headline, picture, prompt with its time, controls.

Beside a picture all words stand in one text under it, and the story is cut to its last lines. The
outcome of a reveal stands first among them until its reader moves, even in place of the look's
small print.
*Story* behind ⋯ has it whole. Without a picture the parts keep the order of their look.
"""

from collections.abc import Sequence
from dataclasses import replace

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
_LINE = 18
"""Pixels of one line in small print."""
# Pixels of a decision's headline, words and controls without the row of links, in each column. The
# picture is smaller on a phone.
_ROOMS = {heights.WIDE: 178, heights.NARROW: 236}


def arranged(
    sight: Sight, parts: Sequence[Part], t: Tongue, *, title: str, clock: str, news: str
) -> list[Part]:
    """Return the parts of a screen in order, with the words of its frame.

    title: the headline without the look's own part. clock: the time of the decision. news: lines
    about the clock and the players.
    """
    heads = [str(part) for part in parts if isinstance(part, Head)]
    prompts = [part for part in parts if isinstance(part, Prompt) and part]
    rest = [part for part in parts if not isinstance(part, Head | Prompt)]
    # A held reveal without a prompt asks for nothing.
    clock = "" if sight.held and not prompts else clock
    asked = joined(["\n".join(prompts), clock], t)
    shown = [_headline(title, heads), *sight.pictured(t)]
    if sight.file is not None:
        texts = [
            str(part) for part in rest if isinstance(part, str) and not isinstance(part, Story)
        ]
        rest = [part for part in rest if not isinstance(part, str | ui.Separator)]
        recap = [line.removeprefix(_SMALL) for line in sight.recap(t)[-_TOLD:]]
        lines = _latest(parts, "\n".join(recap))
        recap, lines = [[_SMALL + line for line in some] for some in (recap, lines)]
        for wide, room in _ROOMS.items():
            high = sum(heights.of_text(text, wide) for text in (str(shown[0]), asked, news))
            left = room - high - heights.of_rows(rest, wide)
            texts, recap, lines = _fitting(texts, recap, lines, left, wide)
        told = [asked, news, *texts, *recap, *lines]
        return [*shown, "\n".join(filter(None, told)), *rest]
    return [*shown, asked, news, *rest]


def _headline(title: str, heads: Sequence[str]) -> str:
    if not heads:
        return title
    own = " · ".join(heads)
    if title.rpartition("\n")[2].startswith(_SMALL):
        return f"{title} · {own}"
    return f"{title}\n{_SMALL}{headed(own)}"


def _latest(parts: Sequence[Part], recap: str) -> list[str]:
    """Return the last lines of the stories that aren't in the recap, without their size."""
    lines = [line for part in parts if isinstance(part, Story) for line in part.splitlines()]
    lines = [line.removeprefix(_SMALL) for line in lines]
    return [line for line in lines[-_TOLD:] if line not in recap]


def _fitting(
    texts: list[str], recap: list[str], lines: list[str], room: int, wide: int
) -> tuple[list[str], list[str], list[str]]:
    """Return what has room. The rest is behind *More*.

    The recap's last line stands in place of the texts, unless names make it two.
    """
    choices = [
        *((texts, recap[at:], lines) for at in range(max(1, len(recap)))),
        *((texts, recap[-1:], lines[at:]) for at in range(1, len(lines) + 1)),
    ]
    for one in choices:
        if sum(heights.of_text(text, wide) for part in one for text in part) <= room:
            return one
    short = recap and heights.of_text(recap[-1], wide) <= _LINE
    return ([], recap[-1:], []) if short else (texts, [], [])


def happened(sight: Sight, t: Tongue, reader: Seat | None = None) -> Drawn:
    """Draw *Story*: the public table of a running match in words, the story whole.

    `reader` is the seat of the player who reads it.
    """
    look, stored, scene = sight.look, sight.stored, replace(sight.scene(t), reader=reader)
    title = f"### {look.emoji} {t('What happened')} · {table_words(stored.id, t)}"
    told = look.table(replace(scene, mentions=scene.voice.awaited))
    return screen(look.colour, title, *told)
