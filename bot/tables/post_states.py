"""The states of a post, and a function for each event: the next state, and what is to be done.

Pure: no Discord, no clock, no storage. `post.py` does what the actions ask for. A Draw or Send ends
in exactly one of `drawn`, `sent` and `refused`. A post therefore never has two sends in flight.
"""

from enum import Enum
from typing import NamedTuple, TypeAlias

from games.core import Frozen

from ..wire.delivery import Form, form_after
from ..wire.faults import Refusal
from ..words.retrying import growing

_CLOSED_SECONDS, _LONGEST_CLOSED = 600.0, 3600.0
"""Pauses between messages to a person whose direct messages are closed."""
_PAUSE = 2.0
"""The first pause while Discord fails, or the disk. The caller gives the longest."""
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
    is unknown. `tries`: refusals in a row. `private`: only tokens edit it. It is given up once they
    have ended, or Discord refuses it.
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
    private: bool = False


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


# Actions


class Draw(Frozen):
    """Draw the newest state, and report `drawn`."""


class Send(Frozen):
    """Send the drawing: a rate-limited edit, an edit by a click's token, or a new message."""

    way: Way
    form: Form


class Delete(Frozen):
    """Delete the message that a new one has replaced."""

    message: int


class Sleep(Frozen):
    """Report `due` at that time, in unix seconds, unless the state has changed by then."""

    until: float


Action: TypeAlias = Draw | Send | Delete | Sleep
Step: TypeAlias = tuple[State, tuple[Action, ...]]


def _started(message: Message, shown: int | None = None) -> Step:
    """Start to draw, but wait for a first message that an answer brings."""
    if message.id is None and message.answers:
        return Idle(message), ()
    return Sending(message, shown), (Draw(),)


def due(state: State) -> Step:
    """Draw after a pause. Other states have none."""
    return _started(state.message) if isinstance(state, Waiting) else (state, ())


def ended(state: State, *, last: bool = True) -> Step:
    """Send nothing any more, with `last` after a new wish either."""
    return (state if isinstance(state, GivenUp) else GivenUp(state.message, last)), ()


def wanted(state: State, *, fresh: bool = False, at_once: bool = False) -> Step:
    """Show the newest state, `fresh` in a new message, `at_once` without a pause."""
    message = state.message._replace(fresh=state.message.fresh or fresh)
    match state:
        case GivenUp(last=True):
            return state, ()
        case Sending():
            # A drawing that hasn't started will show it anyway.
            return state._replace(message=message, newer=state.drawn is not None), ()
        case Waiting() if not at_once or state.why is Refusal.CLOSED:
            return state._replace(message=message), ()
        case Idle():
            return _started(message, state.shown)
    return _started(message)


def drawn(state: State, digest: int, age: float = 0.0, *, now: float) -> Step:
    """Choose the way of a drawing, unless the message shows it already.

    `age`: seconds since the message was posted.
    """
    if not isinstance(state, Sending):
        return state, ()
    message = state.message
    if state.drawn is not None and state.way is Way.POST:
        # It has waited for its turn, and is still to be a new message.
        message = message._replace(fresh=message.fresh or state.fresh, unsure=state.unsure)
    if message.id is None and message.answers:
        return Idle(message), ()
    if digest == state.shown and message.id is not None and not message.fresh:
        return Idle(message, state.shown), ()
    if message.private and now >= message.until:
        return ended(state)
    form = message.form if now < message.form_until else Form.PICTURE
    message = message._replace(form=form, crossed=message.answers > 0)
    sending = state._replace(message=message, drawn=digest, newer=False)
    if message.id is None or message.fresh or age > _OLD_SECONDS:
        posting = message._replace(fresh=False, unsure=True)
        fresh, unsure = message.fresh, message.unsure
        sending = sending._replace(message=posting, way=Way.POST, fresh=fresh, unsure=unsure)
        return sending, (Send(Way.POST, form),)
    way = Way.TOKEN if now < message.until else Way.EDIT
    return sending._replace(way=way), (Send(way, form),)


def sent(state: State, number: int, *, line: bool = False, now: float) -> Step:
    """Note that Discord has taken a send. `number` is the post's message from now on.

    `line`: it is the plain line of a notice so far, still to be edited into the screen.
    """
    if not isinstance(state, Sending) or state.drawn is None:
        return state, ()
    before, posted = state.message, state.way is Way.POST
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
    known = None if crossed or line or (posted and state.unsure) else state.drawn
    if message.crossed:
        return Idle(message), removed
    if line and not (state.newer or crossed):
        next_state, actions = drawn(Sending(message), state.drawn, now=now)
        return next_state, (*removed, *actions)
    if state.newer or known is None or message.id is None:
        next_state, actions = _started(message, known)
        return next_state, (*removed, *actions)
    return Idle(message, known), removed


def answering(state: State) -> Step:
    """Note that an answer to a click starts to change the message, or becomes its first one."""
    message = state.message
    sending = isinstance(state, Sending) and state.drawn is not None
    crossed = message.crossed or sending or message.answers > 0
    message = message._replace(answers=message.answers + 1, crossed=crossed)
    if isinstance(state, Idle):
        return Idle(message), ()
    if isinstance(state, Sending):
        return state._replace(message=message, shown=None), ()
    return state._replace(message=message), ()


def answered(state: State, digest: int | None = None, until: float = 0.0) -> Step:
    """Note that an answer has ended, with the digest it shows, None if it failed.

    `until`: the click's token changes the message until then, 0 if it failed.
    """
    message = state.message
    answers = max(0, message.answers - 1)
    message = message._replace(answers=answers, until=until or message.until)
    if isinstance(state, Sending) and state.drawn is None:
        known = None if message.answers or message.crossed else digest
        return state._replace(message=message, shown=known), ()
    if message.answers or not isinstance(state, Idle):
        return state._replace(message=message), ()
    if message.crossed or message.id is None or digest is None:
        # All of them are over now, and the newest state comes after them.
        return _started(message._replace(crossed=False))
    return Idle(message, digest), ()


def elsewhere(
    state: State, number: int | None, digest: int | None = None, until: float = 0.0
) -> Step:
    """Note a message posted or changed by an answer, or by this process before a restart.

    It shows that digest, None if unknown. Without a `number` it was deleted. `until`: a token
    changes it until then, 0 without one.
    """
    message = state.message
    if isinstance(state, GivenUp):
        return state, ()
    if number is None:
        message = message._replace(id=None, until=0.0)
    elif number != message.id:
        message = message._replace(id=number, until=0.0, unsure=False, closed=False)
    if until:
        message = message._replace(until=until)
    if isinstance(state, Sending):
        crossed = message.crossed or number is not None
        return state._replace(message=message._replace(crossed=crossed), newer=True, shown=None), ()
    if isinstance(state, Idle) and digest is not None:
        return Idle(message, digest), ()
    if isinstance(state, Waiting) and digest is None:
        return state._replace(message=message), ()
    return _started(message)


def refused(
    state: State, kind: Refusal, over: bool = False, longest: float = 60.0, *, now: float
) -> Step:
    """Try again at once where another way or form may help, else after a pause.

    `over`: the table has ended. `longest`: the longest pause while Discord fails, in seconds.
    """
    if not isinstance(state, Sending):
        return state, ()
    message = state.message
    if not message.answers:
        message = message._replace(crossed=False)
    if state.way is Way.POST:
        message = message._replace(fresh=message.fresh or state.fresh)
    if kind is Refusal.UNANSWERED:
        return _pause(message, kind, now, _PAUSE, longest)
    if message.private:
        form = form_after(kind, message.form)
        return (GivenUp(message), ()) if form is None else _started(_simpler(message, form, now))
    if kind is Refusal.CLOSED:
        message = message._replace(id=None, closed=True, fresh=False)
    elif (other := _another_way(state, message, kind, now)) is not None:
        return _started(other)
    if over and message.tries >= _LAST_TRY:
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
    return None if form is None else _simpler(message, form, now)


def _simpler(message: Message, form: Form, now: float) -> Message:
    return message._replace(form=form, form_until=now + _SIMPLE_SECONDS)


def _pause(message: Message, why: Refusal, now: float, shortest: float, longest: float) -> Step:
    """Wait, twice as long after each failure in a row."""
    until = now + growing(message.tries + 1, shortest, longest)
    return Waiting(message._replace(tries=message.tries + 1), until, why), (Sleep(until),)
