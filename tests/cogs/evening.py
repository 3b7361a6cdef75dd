"""An evening in a server, as its people see it: screens in words, buttons by their label."""

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import discord
import pytest
import simcord
from simcord import ChannelHandle, InteractionResult, MemberActor, UserHandle
from simcord.actors import _component_interaction  # simcord refuses what only a forger sends
from simcord.results import to_discord_message

from bot import storage
from bot.play.match import Match
from bot.run.client import Shinrisen
from bot.storage import StoredTable
from bot.storage.schema import metadata
from bot.wire.ui import Address, addresses
from bot.words.settings import Settings
from games import GAMES
from rig import LIMIT
from tests.bot.stored_tables import ask, change
from tests.examples import ALL_AT_ONCE

MORE = "⋯"
OLD = {
    **{"Leave": "leave", "Cut": "cut", "Options": "options", "Hand": "hand", "Watch": "looking"},
    **{"Fairness": "fairness", "Rules": "rules", "My match": "mine", "Call me": "call"},
    **{"Pause": "pause", "Go on": "resume", "Post it below": "show"},
}
"""Buttons of panels of 0.2.0, and others behind ⋯, by their kinds."""
_FIELDS = {"limit": "target"}
NAMES = ("Ana", "Ben", "Chie", "Dan", "Eva", "Fumi", "Gil", "Hana", "Ivo", "Jun", "Kei", "Lea")


def settings(database: Path, **host_sets: Any) -> Settings:
    """Return settings without pictures, and without rate limits: the test's clock stands still."""
    unpaced = {"directs_per_minute": 1_000_000, "requests_per_second": 0, "pictures": False}
    return Settings(token="x", database=database, **(unpaced | host_sets))


class Simulated(Shinrisen):
    """The bot at simcord's virtual time."""

    def now(self) -> float:
        """Return the time of discord.py, which simcord replaces."""
        return discord.utils.utcnow().timestamp()


def components(parts: Any) -> Iterator[dict[str, Any]]:
    """Yield every component of a message in order, nested ones included."""
    for part in parts:
        found = part if isinstance(part, dict) else part.to_dict()
        yield found
        yield from components(found.get("components", []))
        yield from components([found["accessory"]] if "accessory" in found else [])


def controls(message: Any) -> list[tuple[Address, dict[str, Any]]]:
    """Return the enabled controls of a message with their addresses."""
    found = [(Address.parse(c.get("custom_id") or ""), c) for c in components(message.components)]
    return [(at, c) for at, c in found if at is not None and not c.get("disabled")]


def words(parts: Any) -> str:
    """Return all text of a message."""
    return "\n".join(c["content"] for c in components(parts) if c["type"] == 10)


def pictured(message: Any) -> list[str]:
    """Return the alternative texts of a message's pictures, in order."""
    galleries = (part for part in components(message.components) if part["type"] == 12)
    return [item["description"] for part in galleries for item in part["items"]]


class Evening:
    """One server, one channel, some people, the bot.

    The first five have their names. `people` are those who play now.
    """

    ana: MemberActor
    ben: MemberActor
    chie: MemberActor
    dan: MemberActor
    eva: MemberActor

    def __init__(self, env: simcord.Env, people: int, new_bot: Callable[[], Shinrisen]) -> None:
        self.env = env
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("games")
        self.people = [self.guild.add_member(env.create_user(n)) for n in NAMES[:people]]
        for name, person in zip(("ana", "ben", "chie", "dan", "eva"), self.people, strict=False):
            setattr(self, name, person)
        self._new_bot = new_bot

    @property
    def bot(self) -> Shinrisen:
        """The running bot."""
        assert isinstance(self.env.bot, Shinrisen)
        return self.env.bot

    async def restart(self, *, noted: bool = True) -> None:
        """End the bot and start another on the file. Unless `noted`, waiting notes are lost."""
        old = self.bot
        # A process that dies leaves no lock on the file. Here both are in one process.
        if noted:
            await old.database.notes.close()
        await self.env.restart_bot(self._new_bot())
        assert self.bot is not old
        await old.database.close()
        await self.env.settle()

    async def wait(self, seconds: float) -> None:
        """Advance the clock."""
        await self.env.advance_time(seconds)

    # Screens

    def panel(self, channel: ChannelHandle | None = None) -> discord.Message:
        """Return the bot's newest message in the channel."""
        message = self._newest(channel or self.channel)
        assert message is not None
        return message

    def hand(self, person: MemberActor) -> discord.Message:
        """Return the newest direct message to a person."""
        message = self._newest(person.user.dm_channel)
        assert message is not None
        return message

    def _newest(self, channel: ChannelHandle) -> discord.Message | None:
        """Return the bot's newest message in a channel."""
        kept = self._kept(channel)
        return None if kept is None else to_discord_message(self.env, kept)

    def _kept(self, channel: ChannelHandle) -> Any:
        """Return the backend's record of that message, without copying the channel's history."""
        backend = self.env.backend
        for _, kept in sorted(backend.messages.get(channel.id, {}).items(), reverse=True):
            if kept.visible_to(None) and backend.users[kept.author_id].bot:
                return kept
        return None

    def private_to(self, person: MemberActor) -> list[Any]:
        """Return the messages in the channel that a person alone sees, oldest first."""
        kept = sorted(self.env.backend.messages[self.channel.id].items())
        return [m for _, m in kept if m.visible_to(person.id) and not m.visible_to(None)]

    def now(self, message: Any) -> Any:
        """Return Discord's record of a message as it is now."""
        at = message.channel.id if isinstance(message, discord.Message) else message.channel_id
        return self.env.backend.get_message(at, message.id)

    def panel_words(self) -> str:
        """Return the panel's text."""
        return words(self.panel().components)

    def hand_words(self, person: MemberActor) -> str:
        """Return the text of a person's hand."""
        return words(self.hand(person).components)

    def buttons(self, message: Any) -> dict[str, str]:
        """Return the enabled buttons of a message as label → custom_id."""
        return {
            c["label"]: c["custom_id"]
            for c in components(message.components)
            if c["type"] == 2 and not c.get("disabled")
        }

    async def stored(self, number: int = 1) -> StoredTable:
        """Return a table as stored."""
        found = await storage.tables.table(self.bot.database, number)
        assert found is not None
        return found

    async def match(self, number: int = 1) -> Match:
        """Return a running match."""
        return (await self.bot.tables.get(number)).state.playing()

    def rows(self, query: str) -> list[Any]:
        """Return the rows of a query, read beside the bot."""
        return ask(self.bot.settings.database, query)

    def change(self, statement: str) -> None:
        """Change the database beside the bot."""
        change(self.bot.settings.database, statement)

    async def made(self, number: int = 1) -> list[tuple[int, str]]:
        """Return the moves of a match so far as stored."""
        return await storage.moves.moves(self.bot.database, number)

    def moves(self, person: MemberActor) -> dict[str, str]:
        """Return the moves of a person's hand as notation → custom_id."""
        shown = controls(self.hand(person))
        return {at.text: c["custom_id"] for at, c in shown if at.kind == "move"}

    # Actions

    async def press(self, person: MemberActor, label: str) -> InteractionResult:
        """Click a button of the panel, or behind its ⋯, or one that an old panel had."""
        buttons = self.buttons(self.panel())
        if label in buttons:
            return await person.click(self.panel(), custom_id=buttons[label])
        shown = await self.more(person)
        if label in self.buttons(shown):
            return await person.click(shown, label=label)
        return await self.forge(person, self.panel(), str(self.at(OLD[label])))

    def at(self, kind: str) -> Address:
        """Return the address of a control of that kind at the panel's table."""
        found = next(addresses(self.panel().components))
        return replace(found, kind=kind, stage=0, text="")

    async def forge(
        self,
        person: MemberActor | UserHandle,
        message: Any,
        custom_id: str,
        values: Sequence[str] | None = None,
    ) -> InteractionResult:
        """Click a message with a custom_id and values that it may not offer.

        MARK is replaced by the mark of the table in the custom_id.
        """
        if ":MARK:" in custom_id:
            table = await self.stored(int(custom_id.split(":")[2]))
            custom_id = custom_id.replace("MARK", table.mark)
        data = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
        given = {} if values is None else {"values": [*values]}
        done: InteractionResult = await _component_interaction(
            person, self.now(message), data | given
        )
        return done

    async def forge_hand(self, person: MemberActor, custom_id: str) -> InteractionResult:
        """Click a button of the person's hand, though it may not show it, or no longer."""
        return await self.forge(person.user, self.hand(person), custom_id)

    async def more(self, person: MemberActor) -> Any:
        """Return the answer to the panel's ⋯."""
        return answer(await person.click(self.panel(), label=MORE))

    async def press_hand(self, person: MemberActor, label: str) -> InteractionResult:
        """Click a button of a person's hand in direct messages, or behind its ⋯."""
        shown: Any = self.hand(person)
        if label not in self.buttons(shown):
            shown = answer(await person.user.click(shown, label=MORE))
        done: InteractionResult = await person.user.click(shown, label=label)
        return done

    async def record(self, person: MemberActor) -> bytes:
        """Return the record of the ended match, as *Fairness* on the panel offers it."""
        given = await person.click(answer(await self.fairness(person)), label="Record")
        content: bytes = await answer(given).attachments[0].read()
        return content

    async def proved(self, person: MemberActor, content: bytes, notes: str = "") -> str:
        """Drop a file into the form of *Check a record*, and return the private answer."""
        form, given = await self.me(person, "Check a record"), ("match.txt", content)
        return said(await person.submit_modal(form, {"file": given, "text": notes}))

    async def fairness(self, person: MemberActor, *, hand: bool = False) -> InteractionResult:
        """Open all details of *Fairness*, from the panel or the person's hand."""
        press, by = (self.press_hand, person.user) if hand else (self.press, person)
        shown = answer(await press(person, "Fairness"))
        done: InteractionResult = await by.click(shown, label="Details")
        return done

    async def choices(self, person: MemberActor) -> dict[str, str]:
        """Return the options of the selects behind the panel's ⋯: label → value."""
        return {
            option["label"]: option["value"]
            for c in components((await self.more(person)).components)
            for option in c.get("options", [])
        }

    async def choose(self, person: MemberActor, label: str) -> InteractionResult:
        """Choose in a select behind the panel's ⋯, or in one that the host has there."""
        for one in (person, self.people[0]):
            shown = await self.more(one)
            for c in components(shown.components):
                for option in c.get("options", []):
                    if option["label"] == label:
                        at, values = c["custom_id"], [option["value"]]
                        if one is person:
                            return await person.select(shown, values, custom_id=at)
                        return await self.forge(person, self.panel(), at, values)
        raise AssertionError(label)

    async def set_options(self, person: MemberActor, **changes: str) -> InteractionResult:
        """Change answers in the form of *Options*, and submit it. Return a refusal to open it."""
        shown = await self.press(person, "Options")
        return shown if shown.modal is None else await self.submit(person, shown, **changes)

    async def submit(
        self, person: MemberActor, shown: InteractionResult, **changes: str
    ) -> InteractionResult:
        """Change answers in an open form, and submit it."""
        assert shown.modal is not None
        filled: dict[str, Any] = {}
        for label in shown.modal["components"]:
            part = label["component"]
            chosen = [one["value"] for one in part.get("options", []) if one.get("default")]
            filled[part["custom_id"]] = chosen[0] if chosen else part.get("value") or ""
            filled |= {key: value for key, value in changes.items() if key == part["custom_id"]}
            if part["type"] == 3:
                filled[part["custom_id"]] = [filled[part["custom_id"]]]
        assert changes.keys() <= filled.keys()
        return await person.submit_modal(shown, filled)

    async def play(self, person: MemberActor, text: str) -> InteractionResult:
        """Make a move by the button in the person's hand, after a switch if it needs one."""
        if text not in self.moves(person):
            for at, c in controls(self.hand(person)):
                if at.kind == "pick" and not c.get("options") and text.endswith(at.text or "?"):
                    await person.user.click(self.hand(person), custom_id=c["custom_id"])
                    break
        done: InteractionResult = await person.user.click(
            self.hand(person), custom_id=self.moves(person)[text]
        )
        return done

    async def me(self, person: MemberActor, label: str) -> InteractionResult:
        """Press a button of `/me`."""
        return await person.click(answer(await person.slash(self.channel, "me")), label=label)

    async def open(
        self,
        person: MemberActor,
        game: str = ALL_AT_ONCE,
        *,
        at: ChannelHandle | None = None,
        computers: int | None = None,
        strength: str | None = None,
        **options: Any,
    ) -> InteractionResult:
        """Open a table by a game's command, and set options by its form. Return the first answer.

        A `strength` is that of an earlier choice. Alone, it seats the usual number of computers.
        Skips the test if it plays a game that was taken out.
        """
        if not game:
            pytest.skip("the game of this role was taken out")
        given = {}
        if strength is not None:
            await storage.people.save_strength(self.bot.database, person.id, game, strength)
            computers = self.bot.looks[game].opponents if computers is None else computers
        if computers is not None:
            given["computers"] = computers
        opened: InteractionResult = await person.slash(at or self.channel, game, **given)
        if options and not opened.ephemeral:
            panel = self.panel(at)
            custom_id = str(replace(next(addresses(panel.components)), kind="options", text=""))
            form = await self.forge(person, panel, custom_id)
            said = {_FIELDS.get(name, name): _told(value) for name, value in options.items()}
            await self.submit(person, form, **said)
        return opened

    async def leave(self, person: MemberActor) -> InteractionResult:
        """Leave a running match with its confirmation."""
        return await person.click(
            answer(await self.press(person, "Leave")), label="Leave the match"
        )

    async def pause(self, person: MemberActor) -> InteractionResult:
        """Pause the match, or go on."""
        panel = self._newest(self.channel)
        if panel is None:
            # A match without a panel is paused from its hand.
            hand = self.hand(person)
            custom_id = str(replace(next(addresses(hand.components)), kind="pause", text=""))
            return await self.forge(person.user, hand, custom_id)
        paused = "Go on" in self.buttons(panel)
        return await self.press(person, "Go on" if paused else "Pause")

    async def vote(self, person: MemberActor) -> InteractionResult:
        """Vote to end the match, behind ⋯ if it is there."""
        shown = await self.more(person)
        if "End the match" in self.buttons(shown):
            return await person.click(shown, label="End the match")
        return await self.forge(person, shown, str(self.at("vote")))

    async def kick(self, person: MemberActor, other: MemberActor) -> InteractionResult:
        """Remove a player or vote so, listed behind ⋯ or not. A deciding vote is confirmed."""
        shown = await self.more(person)
        done = await self.forge(person, shown, f"{self.at('remove')}/0", [str(other.id)])
        sure = f"Remove {other.name}"
        if done.response is not None and sure in self.buttons(done.response):
            return await person.click(done.response, label=sure)
        return done

    async def cancel(self, person: MemberActor) -> InteractionResult:
        """Cancel an open table, or ask to call a match off, offered or not."""
        return await self.forge(person, await self.more(person), str(self.at("cancel")))

    async def gather(self, game: str = ALL_AT_ONCE, **options: Any) -> list[MemberActor]:
        """Open a table as the first person, join as all others, and return them all."""
        host, *others = self.people
        await self.open(host, game, **options)
        for person in others:
            await self.press(person, "Join")
        return self.people

    async def begin(self, game: str = ALL_AT_ONCE, **options: Any) -> list[MemberActor]:
        """Start such a table, and return its people."""
        host, *_ = people = await self.gather(game, **options)
        await self.press(host, "Start")
        return people

    async def paced(self, seconds: int = 60, game: str = ALL_AT_ONCE, **options: Any) -> None:
        """Start a match of all people with this time limit."""
        await self.begin(game, **options, **{"table.pace": seconds})

    async def decide(self, person: MemberActor) -> None:
        """Make every decision that is due: rows first, then the highest card."""
        while (moves := self.moves(person)) and "Chosen:" not in self.hand_words(person):
            await self.play(person, max(moves, key=lambda m: (not m.isdecimal(), m.zfill(4))))

    def offered(self, person: MemberActor, hand: Any = None) -> list[tuple[str, str, str | None]]:
        """Return the choices in a person's hand: kind, custom_id, and a select's value."""
        found: list[tuple[str, str, str | None]] = []
        for at, c in controls(hand or self.hand(person)):
            values = [option["value"] for option in c.get("options", [])] or [None]
            if at.kind in ("move", "pick"):
                found += [(at.kind, c["custom_id"], value) for value in values]
        return found

    def unsealed(self) -> list[MemberActor]:
        """Return the people with a decision due, as their hands show."""
        hands = [(person, self._kept(person.user.dm_channel)) for person in self.people]
        return [
            person
            for person, hand in hands
            if hand is not None
            and self.offered(person, hand)
            and "Chosen:" not in words(hand.components)
        ]

    async def play_out(self, seed: int = 0, plies: int = 10_000) -> int:
        """Click random controls as all people. Return the number of moves made.

        Ends with the match or after `plies` moves. People sometimes restart a half choice.
        """
        rng = random.Random(seed)
        made = 0
        while made < plies:
            waiting = self.unsealed()
            if not waiting:
                return made
            person = rng.choice(waiting)
            offered = self.offered(person)
            moves = [choice for choice in offered if choice[0] == "move"]
            picks = [choice for choice in offered if choice[0] == "pick"]
            part = moves if moves and (not picks or rng.random() < 0.5) else picks
            kind, custom_id, value = rng.choice(part)
            made += kind == "move"
            if value is None:
                await person.user.click(self.hand(person), custom_id=custom_id)
            else:
                await person.user.select(self.hand(person), [value], custom_id=custom_id)
        return made

    async def played(
        self, game: str = ALL_AT_ONCE, *, seed: int = 1, **options: Any
    ) -> list[MemberActor]:
        """Play a match to its end, and return its people."""
        people = await self.begin(game, **options)
        await self.play_out(seed=seed)
        return people

    async def finish(self, seed: int = 1) -> None:
        """Play the newest match to its end, through the pauses of its rules."""
        for _ in range(100):
            await self.play_out(seed)
            if "the end" in self.hand_words(self.people[0]):
                return
            await self.wait(11)
        raise AssertionError("the match doesn't end")

    async def explained(
        self, person: MemberActor, game: str, at: ChannelHandle | None = None
    ) -> InteractionResult:
        """Read the rules of a game in `/help`."""
        return await person.slash(at or self.channel, "help", game=game)

    async def listed(self, person: MemberActor) -> str:
        """Return the words behind *All commands* of `/help`."""
        shown = answer(await person.slash(self.channel, "help"))
        return said(await person.click(shown, label="All commands"))


Patch = pytest.MonkeyPatch
"""The type of a test's `monkeypatch`."""
Logs = pytest.LogCaptureFixture
"""The type of a test's `caplog`."""
One = Annotated[Evening, 1]
"""The type of a test's `e`, which is an evening with one person."""
Two = Annotated[Evening, 2]
Three = Annotated[Evening, 3]
Four = Annotated[Evening, 4]
Five = Annotated[Evening, 5]
Twelve = Annotated[Evening, 12]
Fewest = Annotated[Evening, lambda key: GAMES[key].seats[0]]
"""The fewest people who play the game of the test's `key`."""


def _told(value: Any) -> str:
    """Return an answer of a form."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def answer(result: InteractionResult) -> Any:
    """Return the message that answers an interaction."""
    assert result.response is not None
    return result.response


def answers(result: InteractionResult) -> list[Any]:
    """Return the messages that answer an interaction, the last first."""
    return [*result.followups[::-1], *([result.response] if result.response else [])]


def said(result: InteractionResult) -> str:
    """Return the text of an interaction's latest private answer."""
    private = [words(m.components) for m in answers(result) if m.ephemeral]
    assert private, "nothing private was answered"
    return private[0]


def having(column: str) -> list[str]:
    """Return the names of all tables of the database with that column."""
    return [table.name for table in metadata.sorted_tables if column in table.c]


async def until(
    happens: Callable[[], Any], why: str = "it hasn't happened", seconds: float = LIMIT
) -> None:
    """Wait in the real time of the machine until something has happened, or fail."""
    for _ in range(int(seconds / 0.01)):
        if happens():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(why)


DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f64540"
    "0000000049454e44ae426082"
)
