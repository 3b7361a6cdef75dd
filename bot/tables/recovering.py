"""Posts that wait until Discord answers again.

All of them together try some times a second, so that a big bot asks a failing Discord no more than
a small one. Each that gets through lets two others try at once: soon all have.
"""

from typing import Protocol

_PER_SECOND = 20
_SHORTEST, _LONGEST = 4.0, 60.0
_OTHERS = 2


class Waiting(Protocol):
    """A post, declared here and passed in by the module above."""

    def want(self, *, at_once: bool) -> None:
        """Ask for the newest state, without a pause."""


class Recovering:
    """The posts whose last request Discord didn't answer, the longest waiting first."""

    def __init__(self) -> None:
        self._posts: dict[Waiting, None] = {}

    @property
    def longest(self) -> float:
        """The longest pause between two tries of a post, in seconds."""
        return min(_LONGEST, max(_SHORTEST, len(self._posts) / _PER_SECOND))

    def waits(self, post: Waiting) -> None:
        """Note that a post waits."""
        self._posts.setdefault(post)

    def left(self, post: Waiting) -> None:
        """Note that a post waits for no answer any more."""
        self._posts.pop(post, None)

    def through(self, post: Waiting) -> None:
        """Note an answer of Discord to a post. If it has waited, two others try now."""
        if post not in self._posts:
            return
        del self._posts[post]
        for other in [*self._posts][:_OTHERS]:
            del self._posts[other]
            other.want(at_once=True)
