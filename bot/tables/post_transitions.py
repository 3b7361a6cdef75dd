"""The transitions of a post: from one state to the next, with the actions to take.

Pure: no Discord, no clock, no storage. Each action but Sleep and Delete ends in exactly one of
Drawn, Sent and Refused. A post therefore never has two sends in flight.
"""

from ..wire.delivery import form_after
from ..wire.faults import Refusal
from ..wire.forms import Form
from ..words.retrying import growing
from .post_states import (
    Action,
    Answered,
    Answering,
    Delete,
    Deleted,
    Draw,
    Drawn,
    Due,
    Edit,
    EditByToken,
    Elsewhere,
    Ended,
    Event,
    GivenUp,
    Idle,
    Message,
    Post,
    Refused,
    Sending,
    Sent,
    Sleep,
    State,
    Step,
    Waiting,
    Wanted,
    Way,
    Why,
)

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


def after(state: State, event: Event, now: float) -> Step:
    """Return the next state, and what is to be done to get on."""
    if isinstance(state, GivenUp) and not (state.why is Why.REFUSED and isinstance(event, Wanted)):
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
        case Deleted():
            return _deleted(state)
        case Due():
            return _started(state.message) if isinstance(state, Waiting) else (state, ())
        case Ended():
            return GivenUp(state.message, event.why), ()
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
        return sending, (Post(form),)
    if now < message.until:
        return sending._replace(way=Way.TOKEN), (EditByToken(form),)
    return sending._replace(way=Way.EDIT), (Edit(form),)


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
    if event.message != message.id:
        closed = message.closed and event.message is None
        message = message._replace(id=event.message, until=0.0, unsure=False, closed=closed)
    if event.until:
        message = message._replace(until=event.until)
    if isinstance(state, Sending):
        return state._replace(message=message._replace(crossed=True), newer=True, shown=None), ()
    if isinstance(state, Idle) and event.digest is not None:
        return Idle(message, event.digest), ()
    if isinstance(state, Waiting) and event.digest is None:
        return state._replace(message=message), ()
    return _started(message)


def _deleted(state: State) -> Step:
    message = state.message._replace(id=None, until=0.0)
    if isinstance(state, Sending):
        return state._replace(message=message, newer=True, shown=None), ()
    if isinstance(state, Waiting):
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
        return GivenUp(message._replace(tries=0, fresh=False), Why.REFUSED), ()
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
