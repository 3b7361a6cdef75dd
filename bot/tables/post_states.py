"""The states of a post, the events that change them, and the actions that follow.

`post_transitions.after` goes from one state to the next; `post.py` does what the actions ask for.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from ..wire.delivery import Form
from ..wire.faults import Refusal


class Way(Enum):
    """The ways of a drawing to the message."""

    EDIT = "edit"
    TOKEN = "token"
    POST = "post"


class Why(Enum):
    """Reasons to send nothing more. After REFUSED, a new wish is tried again."""

    FORGOTTEN = "the reader is forgotten, or the table is gone"
    REFUSED = "the table has ended, and Discord refuses its end"


# States, as named tuples: a click changes some of them, and `dataclasses.replace` is slow.


class Message(NamedTuple):
    """The message of a post, and the limits of the next request.

    `until`: the end in unix seconds of edits by a token, exempt from the rate limit. `fresh`: the
    next drawing goes out as a new message. `unsure`: that message may be posted already, before a
    crash. `archived`: only a new message reopens its thread. `denied`: Discord doesn't permit to
    show it. `closed`: the reader can't be written to. `answers`: answers to clicks that are
    changing it just now. `crossed`: a send overlapped with one of them, so Discord's order of them
    is unknown. `tries`: refusals in a row.
    """

    id: int | None = None
    until: float = 0.0
    fresh: bool = False
    unsure: bool = False
    archived: bool = False
    denied: bool = False
    closed: bool = False
    answers: int = 0
    crossed: bool = False
    form: Form = Form.PICTURE
    form_until: float = 0.0
    tries: int = 0


class Idle(NamedTuple):
    """Nothing to send. `shown`: the digest that the message shows, None if that is unknown."""

    message: Message = Message()
    shown: int | None = None


class Sending(NamedTuple):
    """A drawing is being made (no `drawn` yet) or sent. `newer`: something changed since then.

    `shown`: as for Idle, before it. `fresh`, `unsure`: as of the message, when the send began.
    """

    message: Message
    shown: int | None = None
    drawn: int | None = None
    newer: bool = False
    way: Way = Way.EDIT
    fresh: bool = False
    unsure: bool = False


class Waiting(NamedTuple):
    """A pause after a failed try. The next one is at `until`, in unix seconds."""

    message: Message
    until: float
    why: Refusal = Refusal.UNANSWERED


class GivenUp(NamedTuple):
    """The end of all sends. The message stays as it is."""

    message: Message
    why: Why


State: TypeAlias = Idle | Sending | Waiting | GivenUp


# Events


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request for the newest state, `fresh` as a new message, `at_once` without a pause."""

    fresh: bool = False
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """The newest state is drawn, with that digest. `age`: seconds since the message was posted."""

    digest: int
    age: float = 0.0


@dataclass(frozen=True, slots=True)
class Sent:
    """A send that Discord has taken. `message` is the post's message from now on.

    `line`: it is the plain line of a notice so far, still to be edited into the screen.
    """

    message: int
    line: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """A drawing or a send that failed. `ended`: the table is over.

    `longest`: the longest pause while Discord fails, in seconds.
    """

    kind: Refusal
    ended: bool = False
    longest: float = 60.0


@dataclass(frozen=True, slots=True)
class Answering:
    """An answer to a click starts to change the message, or will become its first message."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that has ended, with the digest it shows, None if it failed.

    `until`: the click's token changes the message until then, 0 if it failed.
    """

    digest: int | None = None
    until: float = 0.0


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A message posted or changed by an answer, or by this process before a restart. It shows that
    digest, None if unknown.

    `until`: a token changes it until then, 0 without one.
    """

    message: int | None
    digest: int | None = None
    until: float = 0.0


@dataclass(frozen=True, slots=True)
class Deleted:
    """The message was deleted."""


@dataclass(frozen=True, slots=True)
class Due:
    """The pause is over."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing is to be sent any more."""

    why: Why


Event: TypeAlias = (
    Wanted | Drawn | Sent | Refused | Answering | Answered | Elsewhere | Deleted | Due | Ended
)


# Actions


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the newest state, and report Drawn."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Edit the message in the ordinary, rate-limited way."""

    form: Form


@dataclass(frozen=True, slots=True)
class EditByToken:
    """Edit the message by the token of a click."""

    form: Form


@dataclass(frozen=True, slots=True)
class Post:
    """Post a new message."""

    form: Form


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete the message that a new one has replaced."""

    message: int


@dataclass(frozen=True, slots=True)
class Sleep:
    """Report Due at that time, in unix seconds, unless the state has changed by then."""

    until: float


Action: TypeAlias = Draw | Edit | EditByToken | Post | Delete | Sleep
Step: TypeAlias = tuple[State, tuple[Action, ...]]
