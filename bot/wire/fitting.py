"""Discord's limits on a message, and the parts of a screen that give way to them.

Each step is taken only as far as it is needed. Too much text loses, in this order:

1. the story, its oldest lines first,
2. the foot,
3. the end of the longest text.

With too many components,

1. the lines between parts are left out, the last one first,
2. texts beside each other become one,
3. controls that serve no clicks are left out, the last ones first,
4. the story is left out, then the foot.

Discord doesn't document its unit of text. Texts are measured in UTF-16 units, the larger of the two
candidates: an emoji or a rare letter counts as two.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

COMPONENTS = 40
"""Components of a message, nested ones and the container included."""
TEXT = 3800
"""UTF-16 units of all texts of a message. Discord takes 4000."""
# Discord's numbers of components.
_TEXT, _SEPARATOR = 10, 14
_FENCE = "```"

Component = dict[str, Any]
Parts = list[tuple[object, Component]]
"""The parts of a screen, each with its component."""


class Story(str):
    """A text about past moves, oldest line first. It may lose lines, or be left out."""

    __slots__ = ()


class Head(str):
    """A text that stands in the headline of its screen: the round, the own score."""

    __slots__ = ()


class Prompt(str):
    """The text that asks for a decision, or names the awaited players. It comes first."""

    __slots__ = ()


class Still:
    """A component without live controls. It may be left out."""

    __slots__ = ("component",)

    def __init__(self, component: Component) -> None:
        self.component = component

    def to_component_dict(self) -> Component:
        """Return the component in Discord's format."""
        return self.component


def units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def cut(text: str, most: int) -> str:
    """Return a text of at most that many UTF-16 units, with `…` in place of a missing end."""
    if len(text) * 2 <= most or units(text) <= most:
        return text
    # Half a surrogate pair at the end is dropped.
    return text.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore") + "…"


def every(components: Iterable[Component]) -> Iterator[Component]:
    """Yield all components, nested ones and accessories too."""
    for one in components:
        yield one
        if "components" in one:
            yield from every(one["components"])
        if "accessory" in one:
            yield one["accessory"]


def count(components: Iterable[Component]) -> int:
    """Return the number of components, nested ones included."""
    return sum(1 for _ in every(components))


def size(components: Iterable[Component]) -> int:
    """Return the length of all texts in UTF-16 units, nested ones included."""
    return sum(units(one["content"]) for one in every(components) if "content" in one)


def fitted(parts: Sequence[tuple[object, Component]], room: int = COMPONENTS) -> list[Component]:
    """Return the components of these parts, as far as there is room for them.

    `room` is the number of components. Raises ValueError if the controls alone are too many.
    """
    left = list(parts)
    components = _components(left)
    # Nearly all screens fit as they are.
    if size(components) <= TEXT and count(components) <= room:
        return components
    while (over := size(_components(left)) - TEXT) > 0:
        if not _shorten_story(left):
            _shorten_longest(left, over)
    while count(_components(left)) > room:
        if not (_drop(left, _divides) or _join(left) or any(_drop(left, one) for one in _SPARE)):
            raise ValueError(f"a screen has {COMPONENTS} components at most")
    return _components(left)


def _divides(part: tuple[object, Component]) -> bool:
    return bool(part[1]["type"] == _SEPARATOR)


# They are left out in this order.
_SPARE = (lambda part: isinstance(part[0], Still), lambda part: isinstance(part[0], Story))


def _components(parts: Parts) -> list[Component]:
    return [component for _, component in parts]


def _text(text: str) -> tuple[object, Component]:
    return text, {"type": _TEXT, "content": str(text)}


def _drop(parts: Parts, fits: Callable[[tuple[object, Component]], bool]) -> bool:
    """Remove the last part that fits, and return True if there was one."""
    for at in reversed(range(len(parts))):
        if fits(parts[at]):
            del parts[at]
            return True
    return False


def _join(parts: Parts) -> bool:
    """Make one text of the last two beside each other, and return True if there were any."""
    for at in reversed(range(len(parts) - 1)):
        one, other = parts[at][1], parts[at + 1][1]
        if one["type"] == other["type"] == _TEXT:
            parts[at : at + 2] = [_text(f"{one['content']}\n{other['content']}")]
            return True
    return False


def _shorten_story(parts: Parts) -> bool:
    """Remove the oldest line of the first story, and return True if there was one."""
    for at, (part, _) in enumerate(parts):
        if isinstance(part, Story):
            _, _, left = part.partition("\n")
            while left.count(_FENCE) % 2:
                # The rest of a code block goes with its beginning.
                _, _, left = left.partition("\n")
            parts[at : at + 1] = [_text(Story(left))] if left else []
            return True
    return False


def _shorten_longest(parts: Parts, over: int) -> None:
    """Remove that many UTF-16 units from the end of the longest text."""
    texts = {at: units(one.get("content", "")) for at, one in enumerate(_components(parts))}
    at = max(texts, key=lambda at: texts[at])
    end = "\n" + _FENCE
    short = cut(parts[at][1]["content"], max(1, texts[at] - over - len(end)))
    parts[at] = _text(short + end if short.count(_FENCE) % 2 else short)


def changed(
    components: Iterable[dict[str, Any]], change: Callable[[dict[str, Any]], dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return components changed one by one, nested ones and accessories too."""
    made = []
    for part in map(change, components):
        if "components" in part:
            part = part | {"components": changed(part["components"], change)}
        if "accessory" in part:
            part = part | {"accessory": change(part["accessory"])}
        made.append(part)
    return made
