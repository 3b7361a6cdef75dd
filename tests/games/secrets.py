"""The type of a game's hidden words: texts that may not stand on a reader's screen."""

from dataclasses import dataclass, field


@dataclass
class Hidden:
    """`prose` may be found in no text, `words` in no custom_id, value or file name."""

    prose: list[str] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
