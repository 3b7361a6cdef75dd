"""The state machine of a post, without Discord and without a clock."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables import post_states as states
from bot.tables.post_states import Draw, GivenUp, Idle, Message, Send, Sending, State, Waiting, Way
from bot.wire.delivery import Form
from bot.wire.faults import Refusal


class Event:
    """An event: the function of its state, and its values."""

    def __init__(self, step: Callable[..., states.Step], *given: Any, **named: Any) -> None:
        self.step, self.given, self.named = step, given, named


Wanted, Answering, Answered = (
    partial(Event, step) for step in (states.wanted, states.answering, states.answered)
)
Drawn, Sent, Refused = (
    partial(Event, step) for step in (states.drawn, states.sent, states.refused)
)
Elsewhere, Due, Ended = (
    partial(Event, step) for step in (states.elsewhere, states.due, states.ended)
)
REPORTS = states.drawn, states.sent, states.refused
"""The functions of events that end an action, and have a time."""


def after(state: State, event: Event, now: float) -> states.Step:
    """Return the next state, and what is to be done to get on."""
    at = {"now": now} if event.step in REPORTS else {}
    return event.step(state, *event.given, **event.named, **at)


NOW = 1_800_000_000.0
edit, token, post = (partial(Send, way) for way in Way)


def message_id(at: float) -> int:
    """Return an id as Discord makes it at that time."""
    return int((at - 1420070400.0) * 1000) << 22


HERE = message_id(NOW)
THERE = Message(HERE)
# Digests of screens.
OLD, NEW, NEWER = 1, 2, 3
MESSAGES = (
    Message(),
    THERE,
    Message(HERE, until=NOW + 60),
    Message(HERE, fresh=True),
    Message(None, closed=True, tries=1),
    Message(HERE, answers=1),
    Message(None, answers=1),
    Message(HERE, form=Form.WORDS, form_until=NOW + 9, tries=3),
    Message(HERE, until=NOW + 60, private=True),
)
STATES: tuple[State, ...] = tuple(
    state
    for message in MESSAGES
    for state in (
        Idle(message),
        Idle(message, OLD),
        Sending(message),
        Sending(message, OLD, NEW, way=Way.EDIT),
        Sending(message, OLD, NEW, newer=True, way=Way.TOKEN),
        Sending(message, None, NEW, way=Way.POST, fresh=True, unsure=True),
        Waiting(message, NOW + 5),
        Waiting(message, NOW + 5, Refusal.CLOSED),
        GivenUp(message),
        GivenUp(message, last=False),
    )
)
EVENTS: tuple[Event, ...] = (
    Wanted(),
    Wanted(fresh=True),
    Wanted(at_once=True),
    Drawn(OLD),
    Drawn(NEW),
    Drawn(NEW, 3600),
    Sent(HERE),
    Sent(HERE + 1),
    Sent(HERE + 1, line=True),
    *(Refused(kind, ended) for kind in Refusal for ended in (False, True)),
    Answering(),
    Answered(NEW),
    Answered(NEW, NOW + 60),
    Answered(None),
    Elsewhere(HERE),
    Elsewhere(HERE + 1, NEW),
    Elsewhere(HERE + 1, NEW, NOW + 60),
    Elsewhere(None),
    Due(),
    Ended(),
)


def sends(actions: tuple[states.Action, ...]) -> list[states.Action]:
    """Return the actions that end in an event."""
    return [one for one in actions if not isinstance(one, states.Delete | states.Sleep)]


@pytest.mark.parametrize("state", STATES, ids=repr)
def test_every_event_in_every_state_keeps_the_rules(state: State) -> None:
    for event in EVENTS:
        early = isinstance(state, Sending) and state.drawn is None and event.step is states.sent
        reports = event.step in REPORTS and not isinstance(state, Sending)
        if early or reports:
            assert after(state, event, NOW) == (state, ())
            continue
        then, actions = after(state, event, NOW)
        started = sends(actions)
        assert len(started) <= 1, (state, event)
        over = isinstance(state, Sending) and event.step in REPORTS
        if isinstance(state, Sending) and not over:
            assert not started, "two would be in flight"
        if isinstance(then, Sending):
            assert bool(started) == (over or not isinstance(state, Sending))
        else:
            assert not started
        sleeps = [one for one in actions if isinstance(one, states.Sleep)]
        fell = isinstance(then, Waiting) and not isinstance(state, Waiting)
        assert sleeps == ([states.Sleep(then.until)] if fell and isinstance(then, Waiting) else [])


def refused(
    state: State, *kinds: Refusal, ended: bool = False
) -> tuple[State, list[states.Action]]:
    """Refuse all that follows, kind by kind. Return the last state and what was sent."""
    tried: list[states.Action] = []
    for kind in kinds:
        if isinstance(state, Waiting):
            state, _ = after(state, Due(), state.until)
        assert isinstance(state, Sending)
        if state.drawn is None:
            state, actions = after(state, Drawn(NEW), NOW)
            tried += actions
        state, actions = after(state, Refused(kind, ended), NOW)
    return state, tried


def wanted(message: Message) -> State:
    """Return the state after a wish."""
    return after(Idle(message), Wanted(), NOW)[0]


SIMPLER = (Form.PICTURE, Form.NO_EMOJIS, Form.WORDS)
BY_TOKEN = Message(HERE, until=NOW + 60)


@pytest.mark.parametrize(
    ("message", "kinds", "tried"),
    [
        (THERE, [Refusal.BODY] * 3, [edit(form) for form in SIMPLER]),
        (BY_TOKEN, [Refusal.EMOJI, Refusal.UPLOAD], [token(form) for form in SIMPLER[:2]]),
        (Message(), [Refusal.UPLOAD, Refusal.UNANSWERED], [post(form) for form in SIMPLER[::2]]),
        (THERE, [Refusal.MISSING, Refusal.OTHER], [edit(Form.PICTURE), post(Form.PICTURE)]),
        (THERE, [Refusal.ARCHIVED] * 2, [edit(Form.PICTURE), post(Form.PICTURE)]),
        (Message(HERE, fresh=True), [Refusal.DENIED] * 2, [post(Form.PICTURE), edit(Form.PICTURE)]),
    ],
    ids=["body", "emoji", "upload", "missing", "archived", "denied"],
)
def test_refusal_is_followed_by_another_form_or_way(
    message: Message, kinds: list[Refusal], tried: list[states.Action]
) -> None:
    state, done = refused(wanted(message), *kinds)
    assert done == tried
    if kinds[0] is Refusal.BODY:
        assert isinstance(state, Waiting)
        assert state.until == NOW + 2
    if kinds[-1] is Refusal.UNANSWERED:
        assert isinstance(state, Waiting)
        assert state.message.form is Form.WORDS
    if kinds[-1] is Refusal.ARCHIVED:
        assert isinstance(state, Waiting)
        assert state.message.denied


@pytest.mark.parametrize(
    ("message", "kind"), [(THERE, Refusal.DENIED), (Message(), Refusal.CLOSED)]
)
def test_ended_table_is_left_after_four_refusals(message: Message, kind: Refusal) -> None:
    state, count = wanted(message), 0
    while not isinstance(state, GivenUp):
        state, _ = refused(state, kind, ended=True)
        count += 1
        assert count < 9, "it goes on for ever"
    assert count == 4
    assert state.message.closed is (kind is Refusal.CLOSED), "the panel goes on to call its reader"
    assert isinstance(after(state, Wanted(), NOW)[0], Sending), "a new wish is tried"


@pytest.mark.parametrize("message", [Message(), THERE])
def test_pauses_grow_and_never_end_while_the_match_runs(message: Message) -> None:
    for kind, longest in (
        (Refusal.BODY, 600),
        (Refusal.OTHER, 600),
        (Refusal.DENIED, 600),
        (Refusal.UNANSWERED, 60),
        (Refusal.CLOSED, 3600),
    ):
        state, pauses = wanted(message), list[float]()
        for _ in range(60):
            state, _ = refused(state, kind)
            if isinstance(state, Waiting):
                pauses.append(state.until - NOW)
        assert pauses == sorted(pauses)
        assert len(pauses) >= 15
        assert pauses[0] < longest == pauses[-1]


def test_private_copy_is_edited_by_tokens_alone() -> None:
    copy = Message(HERE, until=NOW + 60, private=True)
    state, done = refused(wanted(copy), Refusal.EMOJI, Refusal.UPLOAD, Refusal.BODY)
    assert done == [token(form) for form in SIMPLER]
    assert isinstance(state, GivenUp)
    assert isinstance(refused(wanted(copy), Refusal.MISSING)[0], GivenUp)
    assert isinstance(refused(wanted(copy), Refusal.UNANSWERED)[0], Waiting)
    state, actions = after(wanted(copy), Drawn(NEW, 3600), NOW + 61)
    assert (actions, isinstance(state, GivenUp)) == ((), True)


def test_simpler_form_stays_for_a_minute() -> None:
    state, _ = refused(wanted(THERE), Refusal.UPLOAD)
    state, _ = after(state, Drawn(NEW), NOW)
    state, _ = after(state, Sent(HERE), NOW)
    assert state == Idle(state.message, NEW)
    again, _ = after(state, Wanted(), NOW)
    assert after(again, Drawn(NEWER), NOW + 59)[1] == (edit(Form.WORDS),)
    assert after(again, Drawn(NEWER), NOW + 61)[1] == (edit(Form.PICTURE),)


def test_start_during_a_first_answer_stays_a_new_message() -> None:
    # An edit never notifies, and the answer may have been drawn before the start.
    state: State = Idle()
    first = Elsewhere(HERE, OLD, NOW + 60)
    for event in (Answering(), Wanted(fresh=True), first, Answered(OLD)):
        state, actions = after(state, event, NOW)
        assert actions == ()
    state, actions = after(state, Wanted(), NOW)
    assert actions == (Draw(),)
    state, actions = after(state, Drawn(NEW), NOW)
    assert actions == (post(Form.PICTURE),)
    assert after(state, Sent(HERE + 1), NOW)[1] == (states.Delete(HERE),)


@pytest.mark.parametrize("newer", [False, True], ids=["at once", "drawn again"])
def test_line_of_a_notice_is_edited_into_its_screen(newer: bool) -> None:
    state, _ = after(Idle(THERE, OLD), Wanted(fresh=True), NOW)
    state, _ = after(state, Drawn(NEW), NOW)
    if newer:
        state, _ = after(state, Wanted(), NOW)
    state, (deleted, *actions) = after(state, Sent(HERE + 1, line=True), NOW)
    assert deleted == states.Delete(HERE)
    if newer:
        assert actions == [Draw()]
        # It is edited even if the newest drawing is the same.
        state, edits = after(state, Drawn(NEW), NOW)
        actions = [*edits]
    assert actions == [edit(Form.PICTURE)]
    assert after(state, Sent(HERE + 1), NOW)[0] == Idle(Message(HERE + 1), NEW)


def test_post_unsure_since_a_crash_is_drawn_once_more() -> None:
    state, _ = after(wanted(Message(unsure=True)), Drawn(NEW), NOW)
    state, actions = after(state, Sent(HERE), NOW)
    assert actions == (Draw(),)
    assert after(state, Drawn(NEW), NOW)[1] == (edit(Form.PICTURE),)


def test_wish_at_once_ends_a_pause_but_not_for_closed_messages() -> None:
    assert after(Waiting(THERE, NOW + 9), Wanted(), NOW)[1] == ()
    assert after(Waiting(THERE, NOW + 9), Wanted(at_once=True), NOW)[1] == (Draw(),)
    closed = Waiting(Message(closed=True), NOW + 9, Refusal.CLOSED)
    assert after(closed, Wanted(at_once=True), NOW)[1] == ()


LINE = -1
"""Stands for a drawing in a message that is a plain line so far."""


@dataclass
class World:
    """Discord, a table whose newest state is a number, and the effects of one post."""

    chance: random.Random
    state: State = field(default_factory=Idle)
    now: float = NOW
    newest: int = 0
    next_id: int = HERE
    messages: dict[int, int] = field(default_factory=dict)
    flying: Draw | Send | None = None
    # The drawing in flight, and whether Discord has carried it out already.
    drawn: int = -1
    landed: bool = False
    # Answers in flight: the message, the drawing, and whether Discord has carried it out already.
    answers: list[tuple[int, int, bool]] = field(default_factory=list)
    due: float | None = None
    wanted: bool = False

    def fire(self, event: Event) -> None:
        """Go to the next state, and start what is to be done."""
        self.state, actions = after(self.state, event, self.now)
        if not isinstance(self.state, Waiting):
            self.due = None
        for action in actions:
            if isinstance(action, states.Sleep):
                self.due = action.until
            elif isinstance(action, states.Delete):
                self.messages.pop(action.message, None)
            else:
                assert self.flying is None, "two sends in flight"
                self.flying = action

    def want(self) -> None:
        """Change something, and ask to show that."""
        self.newest += 1
        self.wanted = True
        fresh, at_once = self.chance.random() < 0.2, self.chance.random() < 0.2
        self.fire(Wanted(fresh=fresh, at_once=at_once))

    def click(self) -> None:
        """Start to answer a click on the message, which may change what the answer shows."""
        number = self.state.message.id
        if number in self.messages and number is not None:
            self.newest += self.chance.random() < 0.5
            self.answers.append((number, self.newest, False))
            self.fire(Answering())

    def land(self) -> None:
        """Carry out something in flight at Discord, before the bot hears of it."""
        edits = isinstance(self.flying, Send) and self.flying.way is not Way.POST
        number = self.state.message.id
        if edits and number in self.messages and number is not None and self.chance.random() < 0.5:
            self.messages[number], self.landed = self.drawn, True
        elif self.answers:
            at = self.chance.randrange(len(self.answers))
            number, drawn, landed = self.answers[at]
            if number in self.messages and not landed:
                self.messages[number] = drawn
                self.answers[at] = (number, drawn, True)

    def answer(self, good: bool) -> None:
        """End the oldest answer."""
        if self.answers:
            number, drawn, landed = self.answers.pop(0)
            good &= number in self.messages
            if good and not landed:
                self.messages[number] = drawn
            self.fire(Answered(drawn, self.now + 60) if good else Answered())

    def go_on(self, kind: Refusal | None) -> None:
        """End the action in flight, well or with that failure."""
        action, self.flying = self.flying, None
        landed, self.landed = self.landed, False
        if action is None:
            return
        if isinstance(action, Draw):
            self.drawn = self.newest
            self.fire(Drawn(self.drawn))
            return
        number = self.state.message.id
        posts = action.way is Way.POST
        if not posts and number not in self.messages:
            kind = Refusal.MISSING
        if kind is not None:
            self.fire(Refused(kind))
        elif posts:
            self.next_id += 1
            line = self.chance.random() < 0.5
            self.messages[self.next_id] = LINE if line else self.drawn
            self.fire(Sent(self.next_id, line=line))
        else:
            assert number is not None
            if not landed:
                self.messages[number] = self.drawn
            self.fire(Sent(number))

    def wait(self) -> None:
        """End the pause."""
        if self.due is not None:
            self.now, self.due = max(self.now, self.due), None
            self.fire(Due())

    def delete(self) -> None:
        """Delete the message, and report that to the bot."""
        number = self.state.message.id
        if number is not None and self.messages.pop(number, None) is not None:
            self.fire(Elsewhere(None))

    def check(self) -> None:
        """Fail if nothing would ever happen though something is to be shown."""
        if not self.wanted or self.flying is not None or self.answers or self.due is not None:
            return
        assert isinstance(self.state, Idle), "stuck"
        number = self.state.message.id
        assert number is not None, "no message"
        assert self.messages[number] == self.newest, "not the newest"

    def come_to_rest(self) -> None:
        """End all that is in flight, well and in any order."""
        for _ in range(200):
            ends = (lambda: self.answer(True), lambda: self.go_on(None), self.wait, self.land)
            self.chance.choice(ends)()
            if not (self.answers or self.flying or self.due):
                return
        raise AssertionError("it goes on and on")


KINDS = [kind for kind in Refusal if kind is not Refusal.CHANNEL]


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.1, 0.5]))
def test_any_sequence_ends_with_the_newest_drawing(seed: int, failing: float) -> None:
    chance = random.Random(seed)
    world = World(chance)

    def going_on() -> None:
        world.go_on(chance.choice(KINDS) if chance.random() < failing else None)

    def answering() -> None:
        world.answer(chance.random() >= failing)

    doing = (world.want, world.click, answering, going_on, world.land, world.wait, world.delete)
    for _ in range(15):
        for _ in range(chance.randint(1, 12)):
            world.now += 1.0
            chance.choices(doing, (3, 3, 3, 8, 3, 2, 0.2))[0]()
            world.check()
        world.come_to_rest()
        world.check()
