"""The handler of each kind of control. It takes the answer to give and the control's address."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial

import discord

from games.chance import commitment
from games.core import Seat
from games.errors import N_, GameError, MoveError, Name

from ..play import consent, lobby
from ..play.computers import seated
from ..play.names import name_of
from ..screens import arranging, fairness, frames, hints
from ..screens.option_list import USUAL
from ..storage import PANEL, StoredTable, people
from ..storage.people import is_new
from ..tables.table import Table
from ..wire.modal import filled
from ..wire.ui import Address, Drawn, Kept, addresses, screen
from ..words.errors import Overtaken, StaleControl, StorageError, TableError
from . import more, table_options
from .answers import Answer
from .control import control
from .opening import (
    ground,
    is_staff,
    known_as,
    player_of,
    remember_options,
    spend_post,
    tell_if_closed,
    usual_options,
)
from .pages import FIRST, added, called_to

_log = logging.getLogger(__name__)

_SAID = {"on": True, "off": False}
_VOTED = {
    True: N_("The match is called off."),
    False: N_("Your vote counts; the match ends when more than half want it."),
}
"""Answers to a vote to end the match, by its effect."""
_REMOVED = {
    True: N_("{who} was removed from the table."),
    False: N_("Your vote counts; {who} goes when more than half of the others want it."),
}
"""Answers to a vote to remove a player, by its effect."""


async def table_of(answer: Answer, address: Address) -> Table:
    """The table a control belongs to. Raises TableError if its match can't be taken up."""
    return (await answer.bot.tables.get(address.table_id)).whole()


async def table_at(answer: Answer, address: Address) -> Table:
    """The open table a control belongs to. Raises TableError if it has ended."""
    return (await _open(answer, address)).whole()


async def _open(answer: Answer, address: Address) -> Table:
    """Return the open table of a control, broken or not. Raises TableError if it has ended."""
    stored = await answer.bot.tables.stored(address.table_id)
    message = answer.interaction.message
    if stored is not None and stored.ended and (message is None or answer.private):
        # The match isn't replayed for this.
        raise TableError(N_("That match is over."))
    table = await answer.bot.tables.get(address.table_id)
    if not table.state.open:
        raise await _over(answer, table)
    return table


async def _over(answer: Answer, table: Table) -> TableError:
    """Return the refusal for an ended table, after showing the end on its panel.

    A panel stays behind if Discord has posted it and its answer was lost on the way.
    """
    film = table.posts.film_until(answer.user_id)
    if not (film or answer.private) and _is_panel(answer.interaction.message, table):
        await table.posts.ready(PANEL)
        await answer.redraw(table.posts.panel(), known=True)
    return TableError(N_("That match is over."))


async def redraw_panel(answer: Answer, table: Table, done: str = "") -> None:
    """Answer a click on the panel with its new state, and in private with the reader's own screen.

    *More* ⋯ shows the sentence above its controls. Any other message, reached by a forged address,
    stays as it is.
    """
    if more.clicked(answer):
        await more.redraw(answer, table, done)
    elif answer.private or not table.stored.kind.panel:
        await _redraw_own(answer, table)
    elif _is_panel(answer.interaction.message, table):
        await _redraw(answer, table, PANEL, table.posts.panel, partial(answer.redraw, known=True))
    else:
        table.posts.of(PANEL).want()
        await answer.say(answer.t(N_("Done: the table's own message shows it.")))


def _is_panel(message: discord.Message | None, table: Table) -> bool:
    """Return True if a message is the panel or an older copy with this table's controls only."""
    if message is None or message.id == table.posts.of(PANEL).message_id:
        return message is not None
    return {address.table_id for address in addresses(message.components)} == {table.id}


async def _redraw(
    answer: Answer,
    table: Table,
    reader: int,
    draw: Callable[[], Drawn],
    send: Callable[[Drawn, Kept], Awaitable[Kept]],
) -> None:
    """Answer with the message clicked, which may be the post itself or an older copy of it.

    What was done is done: where the answer can't be drawn or sent, the post catches up.
    """
    post, message = table.posts.of(reader), answer.interaction.message
    table.posts.acted(answer.user_id)
    try:
        await table.posts.ready(reader)
        drawn = draw()
        if message is not None and message.id == post.message_id:
            await post.write(drawn, lambda kept: send(drawn, kept), answer.key)
            table.posts.copies.want(reader)
        else:
            post.want()
            kept = await send(drawn, answer.kept)
            if message is not None and message.id == post.message_id:
                # It is the post itself, just posted: which change came last is unknown.
                post.unsure()
            if reader != PANEL and answer.private:
                table.posts.copies.renewed(reader, replace(answer.key, kept=kept), drawn)
        if answer.interaction.guild_id is not None:
            table.posts.copies.clicked(answer.user_id, answer.key)
    except StorageError as error:
        _log.error("a post is drawn later: %s", error, extra={"table": table.id})
        post.want()
        await answer.acknowledge()
    except BaseException:
        post.want()
        raise


@control("join", acts=True)
async def join(answer: Answer, address: Address) -> None:
    """*Join*: sit down in a lobby."""
    table = await table_at(answer, address)
    direct = answer.interaction.guild_id is None
    new = not direct and await is_new(answer.bot.database, answer.user_id)
    await table.join(known_as(answer, table.stored), written=direct)
    await redraw_panel(answer, table)
    if new and (offer := await added(FIRST, answer, game=table.look.key)):
        await answer.show(screen(table.look.colour, *offer))
    if not direct:
        await tell_if_closed(answer, table)


@control("leave")
async def leave(answer: Answer, address: Address) -> None:
    """*Leave*: get up before the start, or ask whether to leave the match.

    *Not now* lets a seat go that is kept.
    """
    table = await table_at(answer, address)
    if table.stored.started_at is not None and table.stored.seat_of(answer.user_id) is not None:
        await answer.show(frames.leaving(table.posts.sight(answer.user_id), answer.t))
        return
    await table.people.get_up(answer.user_id)
    await redraw_panel(answer, table, answer.t(N_("You have left this table.")))


async def _redraw_own(answer: Answer, table: Table) -> None:
    """Answer a private click with the reader's own screen. The panel catches up."""
    reader = answer.user_id
    table.posts.of(PANEL).want()
    await _redraw(answer, table, reader, lambda: table.posts.draw(reader), answer.redraw_private)


@control("start", acts=True)
async def start(answer: Answer, address: Address) -> None:
    """*Start*: begin the match. The panel becomes the table."""
    table = await table_at(answer, address)
    await table.start(answer.user_id, staff=is_staff(answer.interaction))
    await redraw_panel(answer, table)


@control("cut", acts=True)
async def cut(answer: Answer, address: Address) -> None:
    """*Cut*: ask for a word. The form shows the running hash that the word comes after."""
    table = await table_at(answer, address)
    lobby.seated(table.stored, answer.user_id)
    await answer.ask(fairness.cut_form(table.stored, answer.t))


@control("cutwith", acts=True, form=True)
async def cut_with(answer: Answer, address: Address) -> None:
    """The form of *Cut*: add the word to the seed. The stage is the number of contributions."""
    table, database = await table_at(answer, address), answer.bot.database
    user_id, after = answer.user_id, address.stage
    await table.change(lambda at: lobby.cut(database, at, user_id, address.text, after))
    await redraw_panel(answer, table)


@control("cancel", acts=True)
async def cancel(answer: Answer, address: Address) -> None:
    """*Cancel*: close a lobby, or, confirmed, call a running match off, a broken one too."""
    table, by = await _open(answer, address), more.by(answer)
    running = address.text == "sure"
    if table.stored.started_at is not None and not running:
        lobby.may_call_off(table.stored, by.user_id, staff=by.staff, now=by.now)
        await answer.show(frames.sure(table.posts.sight(PANEL), answer.t))
        return
    await table.cancel(by.user_id, staff=by.staff, running=running)
    if running:
        done = answer.t(N_("The match is called off."))
        await answer.redraw_private(screen(table.look.colour, done))
    else:
        await redraw_panel(answer, table)


@control("options", acts=True)
async def options(answer: Answer, address: Address) -> None:
    """*Options*: ask for the game's options and the time per move in one form, or set one."""
    table = await table_at(answer, address)
    name, _, value = address.text.partition("=")
    if answer.values and name:
        await _set_options(answer, table, {name: value})
        return
    lobby.may_choose(table.stored, more.by(answer))
    await answer.ask(table_options.form(table.stored, answer.bot.now(), answer.t))


@control("optionsset", acts=True, form=True)
async def options_set(answer: Answer, address: Address) -> None:
    """The form of *Options*: set what was chosen. Nothing changes if an answer is refused."""
    data = answer.interaction.data
    await _set_options(answer, await table_at(answer, address), filled({**(data or {})}))


async def _set_options(answer: Answer, table: Table, said: Mapping[str, str]) -> None:
    by, bot = more.by(answer), answer.bot
    usual = await usual_options(bot, table.stored.guild_id, table.stored.game)

    async def changed(at: StoredTable) -> StoredTable:
        chosen, pace = usual if USUAL in said else table_options.chosen(at, said)
        return await lobby.set_lobby(bot.database, at, by, options=chosen, pace=pace)

    await table.change(changed)
    if answer.user_id == table.stored.host_id:
        await remember_options(bot, table.stored)
    await redraw_panel(answer, table)


@control("seats", acts=True)
async def seats(answer: Answer, address: Address) -> None:
    """The host's list in the lobby: add a computer, remove one, or cancel the table."""
    table, by, database = await table_at(answer, address), more.by(answer), answer.bot.database
    what, _, which = address.text.partition("/")
    cast = table.look.computers

    def seating(at: StoredTable) -> Awaitable[StoredTable]:
        one = partial(seated, cast, which, promise=commitment(at.secret))
        if what == "all":
            return lobby.replace_computers(database, at, by, one)
        return lobby.add_computer(database, at, by, one(at.players))

    if what in ("add", "all") and which in cast:
        await table.change(seating)
        await people.save_strength(database, answer.user_id, table.stored.game, which)
    elif what == "remove" and which.isdecimal():
        await table.change(lambda at: lobby.remove_computer(database, at, by, -int(which)))
    elif what == "films" and which in _SAID:
        moving = _SAID[which]
        await table.change(lambda at: lobby.set_lobby(database, at, by, moving=moving))
    elif what == "call":
        await _call_again(answer, table)
    elif what == "cancel":
        await table.cancel(by.user_id, staff=by.staff, running=False)
    else:
        raise GameError(N_("That can't be chosen."))
    await redraw_panel(answer, table)


async def _call_again(answer: Answer, table: Table) -> None:
    """Call people once more to an open table. Raises TableError if there is no one to call."""
    lobby.may_command(table.stored, answer.user_id, staff=is_staff(answer.interaction))
    people = await called_to(answer.bot, table.stored, answer.interaction.channel)
    if not people:
        raise TableError(
            N_("Nobody can be called now. A host calls once an hour, a channel every ten minutes.")
        )
    table.posts.of(PANEL).want(fresh=True, calls=people)


@control("pause", acts=True)
async def pause(answer: Answer, address: Address) -> None:
    """*Pause*: let the running match rest."""
    table = await table_at(answer, address)
    if table.stored.paused_at is None:
        await table.people.pause(answer.user_id, staff=is_staff(answer.interaction))
    await more.tell(answer, table, answer.t(N_("The match is paused.")))


@control("resume")
async def resume(answer: Answer, address: Address) -> None:
    """*Go on*: a paused match goes on, or the wish counts."""
    table = await table_at(answer, address)
    await table.people.pause(answer.user_id, staff=is_staff(answer.interaction), resume=True)
    await redraw_panel(answer, table)


@control("prolong")
async def prolong(answer: Answer, address: Address) -> None:
    """*Longer pause*: vote for a pause without an end."""
    table = await table_at(answer, address)
    await table.people.prolong(answer.user_id)
    await redraw_panel(answer, table)


@control("vote")
async def vote(answer: Answer, address: Address) -> None:
    """*End the match*: vote to end it, or, confirmed, end it alone."""
    table, sure = await table_at(answer, address), address.text == "sure"
    if not sure and (why := await table.people.lone_end(answer.user_id)) is not None:
        await answer.show(frames.ending(table.posts.sight(PANEL), why, answer.t))
        return
    told = answer.t(_VOTED[await table.people.vote_end(answer.user_id)])
    if sure:
        await answer.redraw_private(screen(table.look.colour, told))
    else:
        await redraw_panel(answer, table, told)


@control("kick")
async def kick(answer: Answer, address: Address) -> None:
    """*Remove*: join a vote to remove a player, or, confirmed, decide it.

    The staff's click is a player's vote too.
    """
    table = await table_at(answer, address)
    accused, _, sure = address.text.partition("/")
    gone = [seat for seat in consent.accused(table.stored) if str(seat) == accused]
    if not gone:
        raise StaleControl(N_("Too late: the match has moved on."))
    player = table.stored.players[gone[0]]
    if sure:
        removed = await table.people.kick(answer.user_id, player.user_id, staff=False)
        told = answer.t(_REMOVED[removed], who=name_of(player, answer.t))
        await answer.redraw_private(screen(table.look.colour, told))
    elif await table.people.decides(answer.user_id, gone[0]):
        await answer.show(frames.removing(table.posts.sight(PANEL), gone[0], answer.t))
    else:
        await table.people.kick(answer.user_id, player.user_id, staff=False)
        await redraw_panel(answer, table)


@control("remove", acts=True)
async def remove(answer: Answer, address: Address) -> None:
    """A choice among the players: remove one from the lobby, or vote to remove one.

    A player whose vote decides is asked first.
    """
    table, staff = await table_at(answer, address), is_staff(answer.interaction)
    seats = [s for s, p in enumerate(table.stored.players) if str(p.user_id) == address.text]
    if not seats:
        raise StaleControl(N_("Too late: the match has moved on."))
    seat, player = Seat(seats[0]), table.stored.players[seats[0]]
    voting = table.stored.started_at is not None and not staff
    if voting and await table.people.decides(answer.user_id, seat):
        await answer.show(frames.removing(table.posts.sight(PANEL), seat, answer.t))
        return
    removed = await table.people.kick(answer.user_id, player.user_id, staff=staff)
    told = answer.t(_REMOVED[removed], who=name_of(player, answer.t))
    await more.tell(answer, table, told)


@control("show", acts=True)
async def show(answer: Answer, address: Address) -> None:
    """*Post it below*: post the panel again, at the bottom of its channel."""
    table = await table_at(answer, address)
    await spend_post(answer.bot, await ground(answer, table.stored), answer.user_id)
    panel = table.posts.of(PANEL)
    before = panel.message_id
    panel.want(fresh=True, at_once=True)
    await panel.rest()
    if panel.message_id == before:
        raise TableError(
            N_("The table can't be posted there just now. `/{my}` has your hand."), my=Name("my")
        )
    await more.tell(answer, table, answer.t(N_("The table comes below.")))


@control("back")
async def back(answer: Answer, address: Address) -> None:
    """*I'm back*: a player takes their seat back from the computer."""
    table = await table_at(answer, address)
    seat = lobby.seated(table.stored, answer.user_id)
    await table.people.back(answer.user_id)
    await redraw_hand(answer, table, seat)


@control("quit")
async def quit_match(answer: Answer, address: Address) -> None:
    """*Leave the match*, confirmed: a computer takes the seat."""
    table = await table_at(answer, address)
    await table.people.leave(answer.user_id)
    # The answer takes the place of a hand that was shown privately before.
    table.posts.copies.withdraw(answer.user_id)
    await _redraw_own(answer, table)


@control("undo")
async def take_back(answer: Answer, address: Address) -> None:
    """*Take it back*: seat the player again who has just left."""
    table, refused = await table_at(answer, address), None
    try:
        await table.people.take_back(answer.user_id)
    except TableError as refusal:
        if not _sits_or_sat(answer, table):
            raise
        refused = refusal
    # Too late, the button goes.
    await _redraw_own(answer, table)
    if refused is not None:
        await answer.say(answer.t.refusal(refused))


@control("win")
async def take_win(answer: Answer, address: Address) -> None:
    """*Take the win*: end the match as won by the player left alone with computers."""
    table = await table_at(answer, address)
    seat = lobby.seated(table.stored, answer.user_id)
    await table.people.take_win(answer.user_id)
    await redraw_hand(answer, table, seat)


@control("hand", "looking", reads=True)
async def hand(answer: Answer, address: Address) -> None:
    """*Hand* and *Watch*: the player's hand, privately, and a spectator's copy of the table."""
    table = await table_of(answer, address)
    # The end may be stored already but not shown yet.
    if not table.state.held:
        table = await table_at(answer, address)
    if _sits_or_sat(answer, table) or table.state.match is None:
        await show_hand(answer, table)
    else:
        _let_in(answer, table)
        await table.posts.ready(answer.user_id)
        await _show_copy(answer, table, table.posts.draw_copy(answer.user_id))


async def show_hand(answer: Answer, table: Table) -> None:
    """Show a player their hand as a private message. Raises TableError if not seated."""
    seat = lobby.seated(table.stored, answer.user_id)
    table.posts.acted(answer.user_id)
    await table.posts.ready(answer.user_id)
    await _show_copy(answer, table, table.posts.hand(seat, answer.t.locale))


async def _show_copy(answer: Answer, table: Table, drawn: Drawn) -> None:
    table.posts.copies.made(answer.user_id, await answer.show(drawn), drawn)
    table.posts.copies.want(answer.user_id)


def _sits_or_sat(answer: Answer, table: Table) -> bool:
    """Return True for a player of a match, and for one who has left it."""
    return any(player.user_id == answer.user_id for player in table.stored.players)


def _let_in(answer: Answer, table: Table) -> None:
    """Note a spectator, before anything of theirs is stored. Raises TableError if too many watch.

    A player is never one, or their hand would be drawn as a spectator's copy.
    """
    table.posts.copies.watch(answer.user_id, answer.t.locale)


@control("next", acts=True)
async def play_next(answer: Answer, address: Address) -> None:
    """*Play next*: keep a spectator a seat in the rematch, or give it up."""
    table, database = await table_at(answer, address), answer.bot.database
    player = player_of(answer.interaction)
    table.state.playing()
    if not _sits_or_sat(answer, table):
        _let_in(answer, table)
    await table.change(lambda at: lobby.play_next(database, at, player))
    await table.posts.ready(answer.user_id)
    drawn = table.posts.draw_copy(answer.user_id)
    kept = await answer.redraw_private(drawn)
    if answer.private:
        table.posts.copies.renewed(answer.user_id, replace(answer.key, kept=kept), drawn)


@control("move")
async def move(answer: Answer, address: Address) -> None:
    """A decision: make the move, and let the message clicked show the hand after it."""
    table, refused = (await _open(answer, address)).whole(), None
    clicked, stage = answer.interaction.id, address.stage
    try:
        await table.move(answer.user_id, address.text, clicked=clicked, stage=stage, drawn=True)
    except Overtaken:
        # They see what they chose later.
        pass
    except (StaleControl, MoveError) as refusal:
        refused = refusal
    seat = lobby.seated(table.stored, answer.user_id)
    if refused is None or not table.posts.film_until(answer.user_id):
        await redraw_hand(answer, table, seat)
    elif isinstance(refused, MoveError) and table.state.playing().want(seat, address.text):
        # The card that is offered beside the film may not be due yet.
        await redraw_hand(answer, table, seat)
    if refused is not None:
        raise refused


@control("pick")
async def pick(answer: Answer, address: Address) -> None:
    """Half a choice: only the message clicked changes."""
    table = await table_at(answer, address)
    seat = lobby.seated(table.stored, answer.user_id)
    if table.state.playing().stage != address.stage:
        if not table.posts.film_until(answer.user_id):
            await redraw_hand(answer, table, seat)
        raise StaleControl(N_("Too late: the match has moved on."))
    await redraw_hand(answer, table, seat, address.text)


@control("hint")
async def hint(answer: Answer, address: Address) -> None:
    """*Hint*: what a strong computer would do in the player's place, privately."""
    table = await table_at(answer, address)
    seat, house = lobby.seated(table.stored, answer.user_id), answer.bot.house
    match = table.state.playing()
    table.posts.acted(answer.user_id)
    if match.stage != address.stage:
        await redraw_hand(answer, table, seat)
        raise StaleControl(N_("Too late: the match has moved on."))
    asked = hints.question(table.stored, table.look, match, seat)
    with house.hints.one(answer.user_id, house.now):
        weighed = await house.thinking.weighed(table.id, asked)
    if match.stage != address.stage or not table.state.open:
        raise StaleControl(N_("Too late: the match has moved on."))
    due = table.look.due(match.view(None), answer.t)
    shown = await answer.say(hints.told(table.look, asked.view, weighed, answer.t, due))
    table.posts.copies.hint(answer.user_id, address.stage, shown)
    # The decision may have passed meanwhile.
    table.posts.copies.passed(match)


@control("happened")
async def happened(answer: Answer, address: Address) -> None:
    """*Story*: the public table of a running match in words, the story whole, privately."""
    table = await table_at(answer, address)
    table.state.playing()
    seat = table.stored.seat_of(answer.user_id)
    reader = None if seat is None else Seat(seat)
    await answer.show(arranging.happened(table.posts.public(), answer.t, reader))


async def redraw_hand(answer: Answer, table: Table, seat: Seat, picked: str = "") -> None:
    """Answer a click on a hand with its newest state."""
    posts = table.posts
    posts.pick(answer.user_id, picked)

    def draw() -> Drawn:
        return posts.hand(seat, answer.t.locale)

    await _redraw(answer, table, answer.user_id, draw, answer.redraw_private)
