"""Pictures and films as files, named after their descriptions."""

import hashlib
import logging
from dataclasses import dataclass, field

from .film import Film
from .picture import Picture
from .png import png

_log = logging.getLogger(__name__)

LARGEST = 256_000
"""Bytes of the largest film that is sent. A longer one is sent as its last frame."""


@dataclass(frozen=True, slots=True)
class File:
    """A drawn picture or film: its description, its file's name and its bytes.

    The name is a hash of the description.
    """

    picture: Picture
    name: str
    content: bytes = field(repr=False)

    @property
    def plays(self) -> bool:
        """True if it is a film, and not its last frame."""
        return self.name.endswith(".gif")

    @classmethod
    def of(cls, picture: Picture) -> "File":
        """Draw a picture or a film. Not for the event loop.

        A film that can't be drawn, or is too large, becomes its last frame.
        """
        name = hashlib.sha256(repr(picture).encode()).hexdigest()[:20]
        if not isinstance(picture, Film):
            return cls(picture, f"{name}.png", png(picture))
        # Imported late, because numpy is only for the drawing process.
        from .gif import gif

        try:
            content = gif(picture)
        except Exception:
            _log.exception("a film could not be drawn, so its last frame is sent")
        else:
            if len(content) <= LARGEST:
                return cls(picture, f"{name}.gif", content)
        return cls(picture, f"{name}.png", png(picture.still))
