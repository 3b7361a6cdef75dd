"""The states of a post, the events that change them, and the actions that follow.

Pure: no Discord, no clock, no storage. `post.py` does what the actions ask for. A Draw or Send ends
in exactly one of Drawn, Sent and Refused. A post therefore never has two sends in flight.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from ..wire.delivery import Form, form_after
from ..wire.faults import Refusal
from ..words.retrying import growing

_CLOSED_SECONDS, _LONGEST_CLOSED = 600.0, 3600.0
"""Pauses between messages to a person whose direct messages are closed."""
_PAUSE = 2.0
"""The first pause while Discord fails, or the disk. The event has the longest."""
_REFUSED_PAUSE, _LONGEST_REFUSED = 2.0, 600.0
"""Pauses after a message was refused in every form. Discord refuses some at random."""
_DENIED_PAUSE, _LONGEST_DENIED = 60.0, 600.0
"""Pauses while a permission is missing: Discord bans addresses with too many such requests."""
_LAST_TRY = 3
"""Consecutive refusals before a post of an ended table is left as it is."""
_SIMPLE_SECONDS = 60.0
"""Seconds that a post keeps the simpler form that Discord took."""
_OLD_SECONDS = 55 * 60.0
"""Discord takes few edits of a message that is an hour old (30046)."""


class Way(Enum):
    """The ways of a drawing to the message."""

    EDIT = "edit"
    TOKEN = "token"
    POST = "post"


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
    """The end of all sends. The message stays as it is.

    `last`: also a new wish changes nothing. Without it, Discord has refused an ended table.
    """

    message: Message
    last: bool = True


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
    digest, None if unknown. Without a `message` it was deleted.

    `until`: a token changes it until then, 0 without one.
    """

    message: int | None
    digest: int | None = None
    until: float = 0.0


@dataclass(frozen=True, slots=True)
class Due:
    """The pause is over."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing is to be sent any more, with `last` after a new wish either."""

    last: bool = True


Event: TypeAlias = Wanted | Drawn | Sent | Refused | Answering | Answered | Elsewhere | Due | Ended


# Actions


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the newest state, and report Drawn."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send the drawing: a rate-limited edit, an edit by a click's token, or a new message."""

    way: Way
    form: Form


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete the message that a new one has replaced."""

    message: int


@dataclass(frozen=True, slots=True)
class Sleep:
    """Report Due at that time, in unix seconds, unless the state has changed by then."""

    until: float


Action: TypeAlias = Draw | Send | Delete | Sleep
Step: TypeAlias = tuple[State, tuple[Action, ...]]


def after(state: State, event: Event, now: float) -> Step:
    """Return the next state, and what is to be done to get on."""
    if isinstance(state, GivenUp) and (state.last or not isinstance(event, Wanted)):
        return _noted(state, event), ()
    match event:
        case Wanted():
            return _wanted(state, event)
        case Drawn():
            return _drawn(state, event, now)
        case Sent():
            return _sent(state, event, now)
        case Refused():
            return _refused(state, event, now)
        case Answered():
            return _answered(state, event)
        case Elsewhere():
            return _elsewhere(state, event)
        case Due():
            return _started(state.message) if isinstance(state, Waiting) else (state, ())
        case Ended():
            return GivenUp(state.message, event.last), ()
        case Answering():
            return _noted(state, event), ()


def _started(message: Message, shown: int | None = None) -> Step:
    """Start to draw, but wait for a first message that an answer brings."""
    if message.id is None and message.answers:
        return Idle(message), ()
    return Sending(message, shown), (Draw(),)


def _noted(state: State, event: Event) -> State:
    """Return a state that takes note of an event, and goes on as before."""
    message = state.message
    match event:
        case Answering():
            sending = isinstance(state, Sending) and state.drawn is not None
            crossed = message.crossed or sending or message.answers > 0
            message = message._replace(answers=message.answers + 1, crossed=crossed)
            if isinstance(state, Idle):
                return Idle(message)
            if isinstance(state, Sending):
                return state._replace(message=message, shown=None)
        case Answered(digest, until):
            answers = max(0, message.answers - 1)
            message = message._replace(answers=answers, until=until or message.until)
            if isinstance(state, Sending) and state.drawn is None:
                known = None if message.answers or message.crossed else digest
                return state._replace(message=message, shown=known)
    return state._replace(message=message)


def _wanted(state: State, event: Wanted) -> Step:
    message = state.message._replace(fresh=state.message.fresh or event.fresh)
    match state:
        case Sending():
            # A drawing that hasn't started will show it anyway.
            return state._replace(message=message, newer=state.drawn is not None), ()
        case Waiting() if not event.at_once or state.why is Refusal.CLOSED:
            return state._replace(message=message), ()
        case Idle():
            return _started(message, state.shown)
    return _started(message)


def _drawn(state: State, event: Drawn, now: float) -> Step:
    """Choose the way of a drawing, unless the message shows it already."""
    if not isinstance(state, Sending):
        return state, ()
    message, digest = state.message, event.digest
    if state.drawn is not None and state.way is Way.POST:
        # It has waited for its turn, and is still to be a new message.
        message = message._replace(fresh=message.fresh or state.fresh, unsure=state.unsure)
    if message.id is None and message.answers:
        return Idle(message), ()
    if digest == state.shown and message.id is not None and not message.fresh:
        return Idle(message, state.shown), ()
    form = message.form if now < message.form_until else Form.PICTURE
    message = message._replace(form=form, crossed=message.answers > 0)
    sending = state._replace(message=message, drawn=digest, newer=False)
    if message.id is None or message.fresh or event.age > _OLD_SECONDS:
        posting = message._replace(fresh=False, unsure=True)
        fresh, unsure = message.fresh, message.unsure
        sending = sending._replace(message=posting, way=Way.POST, fresh=fresh, unsure=unsure)
        return sending, (Send(Way.POST, form),)
    way = Way.TOKEN if now < message.until else Way.EDIT
    return sending._replace(way=way), (Send(way, form),)


def _sent(state: State, event: Sent, now: float) -> Step:
    if not isinstance(state, Sending) or state.drawn is None:
        return state, ()
    before, posted, number = state.message, state.way is Way.POST, event.message
    crossed = before.crossed
    message = before._replace(
        archived=False, denied=False, closed=False, crossed=crossed and before.answers > 0, tries=0
    )
    removed: tuple[Action, ...] = ()
    if posted:
        message = message._replace(id=number, until=0.0, fresh=False, unsure=False)
        if before.id is not None and before.id != number:
            removed = (Delete(before.id),)
    # A message that was posted before a crash shows what was true then.
    known = None if crossed or event.line or (posted and state.unsure) else state.drawn
    if message.crossed:
        return Idle(message), removed
    if event.line and not (state.newer or crossed):
        next_state, actions = _drawn(Sending(message), Drawn(state.drawn), now)
        return next_state, (*removed, *actions)
    if state.newer or known is None or message.id is None:
        next_state, actions = _started(message, known)
        return next_state, (*removed, *actions)
    return Idle(message, known), removed


def _answered(state: State, event: Answered) -> Step:
    noted, digest = _noted(state, event), event.digest
    message = noted.message
    if message.answers or not isinstance(noted, Idle):
        return noted, ()
    if message.crossed or message.id is None or digest is None:
        # All of them are over now, and the newest state comes after them.
        return _started(message._replace(crossed=False))
    return Idle(message, digest), ()


def _elsewhere(state: State, event: Elsewhere) -> Step:
    message = state.message
    if event.message is None:
        message = message._replace(id=None, until=0.0)
    elif event.message != message.id:
        message = message._replace(id=event.message, until=0.0, unsure=False, closed=False)
    if event.until:
        message = message._replace(until=event.until)
    if isinstance(state, Sending):
        crossed = message.crossed or event.message is not None
        return state._replace(message=message._replace(crossed=crossed), newer=True, shown=None), ()
    if isinstance(state, Idle) and event.digest is not None:
        return Idle(message, event.digest), ()
    if isinstance(state, Waiting) and event.digest is None:
        return state._replace(message=message), ()
    return _started(message)


# Refusals


def _refused(state: State, event: Refused, now: float) -> Step:
    """Try again at once where another way or form may help, else after a pause."""
    if not isinstance(state, Sending):
        return state, ()
    kind, message = event.kind, state.message
    if not message.answers:
        message = message._replace(crossed=False)
    if state.way is Way.POST:
        message = message._replace(fresh=message.fresh or state.fresh)
    if kind is Refusal.UNANSWERED:
        return _pause(message, kind, now, _PAUSE, event.longest)
    if kind is Refusal.CLOSED:
        message = message._replace(id=None, closed=True, fresh=False)
    elif (other := _another_way(state, message, kind, now)) is not None:
        return _started(other)
    if event.ended and message.tries >= _LAST_TRY:
        return GivenUp(message._replace(tries=0, fresh=False), last=False), ()
    if kind is Refusal.CLOSED:
        return _pause(message, kind, now, _CLOSED_SECONDS, _LONGEST_CLOSED)
    if kind in (Refusal.DENIED, Refusal.ARCHIVED):
        message = message._replace(denied=True)
        return _pause(message, kind, now, _DENIED_PAUSE, _LONGEST_DENIED)
    return _pause(message, kind, now, _REFUSED_PAUSE, _LONGEST_REFUSED)


def _another_way(state: Sending, message: Message, kind: Refusal, now: float) -> Message | None:
    """Return the message as it is tried again at once, or None."""
    if state.drawn is None:
        return None
    if state.way is Way.TOKEN and kind not in (Refusal.EMOJI, Refusal.UPLOAD):
        return message._replace(until=0.0)
    if kind is Refusal.MISSING and state.way is not Way.POST:
        return message._replace(id=None)
    if kind is Refusal.CHANNEL and not message.tries:
        # Another channel is opened for a hand. That helps at once, or not at all.
        return message._replace(id=None, tries=1)
    if kind is Refusal.ARCHIVED and state.way is not Way.POST and not message.archived:
        return message._replace(fresh=True, archived=True)
    if kind is Refusal.DENIED and state.fresh and message.id is not None and not message.archived:
        # Editing what it has posted may be permitted, though posting isn't.
        return message._replace(fresh=False)
    form = form_after(kind, message.form)
    if form is None:
        return None
    return message._replace(form=form, form_until=now + _SIMPLE_SECONDS)


def _pause(message: Message, why: Refusal, now: float, shortest: float, longest: float) -> Step:
    """Wait, twice as long after each failure in a row."""
    until = now + growing(message.tries + 1, shortest, longest)
    return Waiting(message._replace(tries=message.tries + 1), until, why), (Sleep(until),)
