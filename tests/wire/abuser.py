"""People who click, type and forge controls at random, and sometimes play on."""

import random
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.clicks.control import controls_of
from bot.run.client import CORE
from bot.wire.ui import Address
from games import GAMES
from games.core import Seat
from rig.processes import Client, Wire, addressed, components, offered

from ..games.hands import PLAYS
from ..games.secrets import Hidden
from ..hidden import found, hidden
from .rooms import Premises, Room
from .rulebook import Act, Rulebook

BIDI = "‪‫‬‭‮⁦⁧⁨⁩‎‏؜"
NASTY = (
    *("", " ", "@everyone", "@here", "<@1>", "<@&1>", "<#1>", "<t:0:R>", "</help:1>"),
    "**bold** __under__ ~~out~~ ||hidden||",
    "`code` ```block```",
    "# head\n> quote\n- list",
    "[free nitro](https://evil.example)",
    "https://evil.example/_a_**b**",
    *("\u202eelbat eht\u202c", "\u2066\u2067\u200f\u061c", "\u200b\u2060\ufeff"),
    *("\0", "\x1b[31m", "\r\n", "５５", "٥٥", "-1", "0", "1e9", "nan", "9" * 40, "💥" * 25),
    "Z̷̛̗͎" * 8,
    "{0} {who} {0.__class__} %s %(x)s",
    "'; drop table tables; --",
    "s2:move:1::1:55",
    "../../../etc/passwd",
    "ＮＩＭＭＴ",
    "55\n66",
    "a" * 100,
)
# Without a person's deletion, which the rulebook doesn't know.
_FEATURES = ("check", "export", "hide", "verify", "history", "watch", "replay", "share", "still")
KINDS = sorted({kind for module in CORE for kind in controls_of(module)} | {*_FEATURES})
"""The kinds of controls to forge: the core's, and those of features that show a match."""
_COMPONENT, _MODAL = 3, 5

Offer = tuple[Address, str | None, str]
"""A control with its value, and the message that has it."""


class Abuser:
    """The people of a room, who also try every action on all other rooms.

    One of them is staff in this room's server, another in the other server.
    """

    def __init__(
        self, client: Client, rulebook: Rulebook, room: Room, premises: Premises, seed: str
    ) -> None:
        self.client, self.rulebook = client, rulebook
        self.room, self.people, self.channel = room, room.people, room.channel
        self.premises = premises
        self.rng = random.Random(seed)
        # Table id → a seen control of that table. All forged controls start from these.
        self.addresses: dict[int, Address] = {}
        self.old: deque[tuple[Wire, Offer]] = deque(maxlen=40)
        self.done = 0
        self.slowest = 0.0

    async def one(self) -> None:
        """Act once and check the database for forbidden changes."""
        rng = self.rng
        person = rng.choice(self.people)
        way = rng.random()
        self.rulebook.began = time.time()
        if way < 0.3:
            act, outcome = await self._play(person)
        elif way < 0.42:
            act, outcome = await self._cross(person)
        elif way < 0.65:
            act, outcome = await self._forge_click(person)
        elif way < 0.75:
            act, outcome = await self._forge_wire(person)
        elif way < 0.95:
            act, outcome = await self._type(person)
        else:
            act, outcome = await self._rename(person)
        # The clicked message may be gone. Then nothing was sent.
        sent = None if outcome is None or "error" in outcome else outcome
        if sent is not None:
            self.done += 1
            self.slowest = max(self.slowest, sent.get("ms") or 0.0)
        self._check(act, sent)

    def _check(self, act: Act | None, sent: Wire | None) -> None:
        """Check the answer to an act and its effects. Raises AssertionError."""
        if sent is not None:
            assert sent.get("state") == "answered", f"{sent.get('state')}: {sent}"
            shown = sent.get("message")
            if act is not None and shown:
                self.premises.check_shown(str(act.person), shown)
                self._look_for_secrets(act, shown)
        if act is not None:
            self.rulebook.check(act)

    def _look_for_secrets(self, act: Act, shown: Wire) -> None:
        """Check that no shown control names a secret of another seat."""
        for part, address in addressed(shown):
            snapshot = self.rulebook.now.get(address.table_id)
            if snapshot is None or snapshot.row["phase"] != "live":
                continue
            position = self.rulebook.positions.get(address.table_id)
            seats = [seat["user_id"] for seat in snapshot.seats]
            if position is None or act.person not in seats:
                continue
            if address.stage != GAMES[snapshot.row["game"]].stage(position.state):
                # The rulebook hasn't replayed the newest moves yet. The next act checks them.
                continue
            reader = Seat(seats.index(act.person))
            secret = hidden(snapshot.row["game"], position.steps, position.plies, reader)
            codes = [{"custom_id": part["custom_id"]}]
            codes += [{"value": option["value"]} for option in part.get("options") or []]
            assert not found(Hidden(words=secret.words), codes), (act, address, part)

    def _act(self, person: Wire, kind: str, *, place: str | None = None, **more: Any) -> Act:
        """Return an act of this person, by default in the own room ("": in direct messages)."""
        where = self.channel if place is None else place
        staff = person["staff"] and self.premises.server_of(where) == self.room.server
        return Act(int(person["id"]), staff, kind, place=where, **more)

    def _place(self, message: Wire) -> str:
        """Return the channel of a message, or "" for direct messages."""
        where = str(message["channel_id"])
        return "" if self.premises.server_of(where) is None else where

    # Playing on

    async def _play(self, person: Wire) -> tuple[Act | None, Wire | None]:
        book, rng = self.rulebook, self.rng
        live, lobbies = book.open("live"), book.open("lobby")
        if live and rng.random() < 0.85:
            return await self._decide(rng.choice(live))
        if not lobbies or rng.random() < 0.1:
            game = rng.choice(sorted(PLAYS))
            options = rng.choice(PLAYS[game])
            act = self._act(person, "play", typed=True)
            try:
                done = await self.client.open(person["id"], self.channel, game, **options)
            except (KeyError, TimeoutError):
                # It was refused, or on a busy machine there is no panel or form yet.
                return act, None
            self._remember(done.get("message"))
            return act, done
        table = rng.choice(lobbies)
        snapshot = book.now[table]
        if len(snapshot.seats) > 1 and rng.random() < 0.5:
            host = self._of(snapshot.row["host_id"])
            return await self._click(host, self._at("start", table))
        return await self._click(person, self._at("join", table))

    def _remember(self, message: Wire | None) -> None:
        """Store the controls of a message. They serve for forgeries, also in other rooms."""
        drawn = 0.0 if message is None else _drawn(message)
        for part, address in addressed(message or {}):
            if address.table_id:
                self.addresses[address.table_id] = address
                self.premises.drawn.append((part["custom_id"], drawn))

    def _at(self, kind: str, table: int, stage: int = 0, text: str = "") -> Address:
        """Return a control of that kind, forged from a seen control of that table if possible."""
        known = self.addresses.get(table, Address(kind, table))
        return replace(known, kind=kind, stage=stage, text=text)

    def _of(self, user: int) -> Wire:
        return next(person for person in self.people if int(person["id"]) == user)

    async def _decide(self, table: int) -> tuple[Act | None, Wire | None]:
        seat = self.rng.choice(self.rulebook.now[table].seats)
        person = self._of(seat["user_id"])
        offers: list[Offer] = []
        for message in await self.client.messages(person["id"], last=4):
            self._remember(message)
            found = [one for one in offered(message) if one[0].table_id == table]
            offers += [(address, value, message["id"]) for address, value in found]
        if offers:
            self.old.append((person, self.rng.choice(offers)))
        # Repeat an older click, as from a screen that lags behind or a second device.
        if len(self.old) > 5 and self.rng.random() < 0.3:
            person, offer = self.rng.choice(self.old)
        elif offers:
            offer = self.rng.choice(offers)
        else:
            return None, None
        address, value, where = offer
        done = await self.client.click(person["id"], where, address, value, force=True)
        text = address.text if value is None else value
        return self._at_table(person, address, "", text), done

    # Forging

    async def _message(self, person: Wire) -> Wire | None:
        """Return a random message this person can see, in the channel or in private."""
        where = self.rng.choice(["dm", self.channel, self.channel])
        seen = await self.client.messages(person["id"], where, last=12)
        own = [m for m in seen if m["author"].get("bot")]
        chosen = self.rng.choice(own) if own else None
        self._remember(chosen)
        return chosen

    async def _click(self, person: Wire, address: Address) -> tuple[Act | None, Wire | None]:
        message = await self._message(person)
        if message is None:
            return None, None
        done = await self.client.click(person["id"], message["id"], address, force=True)
        return self._clicked(person, message, str(address), None), done

    async def _forge_click(self, person: Wire) -> tuple[Act | None, Wire | None]:
        """Click a real, changed or invented custom_id on any message, with any values."""
        message = await self._message(person)
        if message is None:
            return None, None
        rng = self.rng
        other = rng.choice(self.people)
        seen = [*await self.client.messages(other["id"], last=2), message]
        parts = [(part, m) for m in seen for part in components(m["components"])]
        real = {part["custom_id"]: _drawn(m) for part, m in parts if part.get("custom_id")}
        custom_id = self._mutated(rng.choice([*real]) if real and rng.random() < 0.7 else None)
        values = None
        if rng.random() < 0.3:
            values = [rng.choice((*NASTY, "none", "86400", "sure", "55", "1"))[:100]]
            values *= rng.choice((1, 1, 1, 0, 2, 30))
        data: Wire = {"custom_id": custom_id, "component_type": 2}
        if values is not None:
            data |= {"component_type": 3, "values": values}
        done = await self.client.post(
            f"/{person['id']}/forge", type=_COMPONENT, data=data, message=message["id"]
        )
        act = self._clicked(person, message, custom_id, values)
        act.drawn = real.get(custom_id)
        return act, done

    async def _cross(self, person: Wire) -> tuple[Act | None, Wire | None]:
        """Use a control or command in a place it isn't meant for."""
        rng, premises = self.rng, self.premises
        way = rng.randrange(4)
        if way == 0:
            # The own table, from a channel without tables.
            if not self.rulebook.now:
                return None, None
            channel, posted = premises.lounges[rng.choice([*premises.lounges])]
            text = rng.choice(("", "", "sure", "31", "none"))
            custom_id = str(self._at(rng.choice(KINDS), self._table(), 0, text))
            done = await self.client.click(person["id"], posted, custom_id, force=True)
            act = self._clicked(person, {"channel_id": channel}, custom_id, None)
        elif way == 1:
            return await self._command_elsewhere(person)
        else:
            # Tables of other rooms, by their real controls or by controls forged from those.
            message = await self._message(person)
            if not premises.drawn or message is None:
                return None, None
            custom_id, drawn = rng.choice(premises.drawn)
            address = Address.parse(custom_id)
            assert address is not None
            if way == 3:
                kind, text = rng.choice(KINDS), rng.choice(("", "sure", "31", address.text))
                custom_id, drawn = str(replace(address, kind=kind, text=text)), time.time()
            # A running clock would change the match between acts.
            done = await self.client.click(person["id"], message["id"], custom_id, force=True)
            act = self._clicked(person, message, custom_id, None)
            act.drawn = drawn
        return act, done

    async def _command_elsewhere(self, person: Wire) -> tuple[Act | None, Wire | None]:
        """Run a command in another room, if it is readable, or in a channel without tables."""
        rng, premises = self.rng, self.premises
        others = [room for room in premises.rooms if room is not self.room]
        seen = [(room.channel, room.server) for room in others if room.readers is None]
        seen += [(channel, server) for server, (channel, _) in premises.lounges.items()]
        channel, server = rng.choice(seen)
        if server in person["staff_of"]:
            return None, None
        about = rng.choice([other for room in premises.rooms for other in room.people])
        name, options = rng.choice(
            (
                *(("my", {}), ("me", {}), ("leaderboard", {}), ("move", {"move": "55"})),
                ("profile", {"member": about["id"]}),
            )
        )
        done = await self.client.command(person["id"], channel, name, **options)
        if shown := done.get("message"):
            premises.check_shown(person["id"], shown)
        return self._act(person, name, place=channel, typed=True), done

    def _clicked(
        self, person: Wire, message: Wire, custom_id: str, values: list[str] | None
    ) -> Act:
        address = Address.parse(custom_id) or Address("nothing")
        text = values[0] if values else address.text
        return self._at_table(person, address, self._place(message), text)

    def _at_table(self, person: Wire, to: Address, place: str, text: str) -> Act:
        more = {"table": to.table_id, "stage": to.stage, "text": text}
        return self._act(person, to.kind, place=place, **more)

    def _mutated(self, real: str | None) -> str:
        rng = self.rng
        if real is None:
            text = rng.choice((*NASTY, "sure", "55", "s/open", "0/next", "challenge", "do", "pass"))
            stage = rng.choice((0, 0, 1, 7))
            custom_id = str(self._at(rng.choice(KINDS), self._table(), stage, text))
        else:
            custom_id, parts, way = real, real.split(":"), rng.randrange(8)
            changes: dict[int, tuple[int, Sequence[str]]] = {
                3: (1, KINDS),
                4: (-2, ("0", "1", "999999999", "9" * 20, "-1", "٣", "")),
                5: (2, ("0", "9" * 18, "9" * 19, str(self._table()))),
            }
            at = rng.randrange(len(custom_id) + 1)
            if way in changes and len(parts) > 3:
                place, others = changes[way]
                parts[place] = rng.choice(others)
                custom_id = ":".join(parts)
            elif way == 6:
                custom_id = custom_id[:at] + rng.choice(NASTY)
            elif way == 7:
                odd = rng.choice(("\0", "\u202e", "：", "\u200f", "💥", ":", "%", "\n"))
                custom_id = custom_id[:at] + odd + custom_id[at:]
        if rng.random() < 0.05:
            custom_id += "x" * 100
        return custom_id[:100]

    def _table(self) -> int:
        return self.rng.choice([*self.rulebook.now, *self.rulebook.now, 0, 10**15])

    async def _forge_wire(self, person: Wire) -> tuple[Act | None, Wire | None]:
        """Send interactions no client sends: wrong component types, missing parts."""
        message = await self._message(person)
        if message is None:
            return None, None
        rng = self.rng
        custom_id = self._mutated(None)
        data: Wire = {"custom_id": custom_id, "component_type": rng.choice((2, 3, 4, 5, 8, 17, 99))}
        values = rng.choice((None, [], ["x"], ["1", "2"], [rng.choice(NASTY)]))
        if values is not None:
            data["values"] = values
        left_out = rng.choice(("message", "locale", "guild_locale", "app_permissions", "context"))
        change = rng.choice(({}, {left_out: None}, {"locale": "xx"}, {"guild_locale": "../x"}))
        kind = rng.choice((_COMPONENT, _COMPONENT, _COMPONENT, _MODAL))
        chosen = kind == _MODAL and rng.random() < 0.5
        if kind == _MODAL:
            field = {"type": 4, "custom_id": "x", "value": rng.choice(NASTY)}
            if chosen:
                custom_id = str(self._at("optionsset", self._table(), 0, ""))
                # A shorter pace would start a clock that changes the matches.
                pace = rng.choice(("none", "86400", *NASTY))
                field = {"type": 3, "custom_id": "table.pace", "values": [pace]}
            data = {"custom_id": custom_id, "components": [{"type": 1, "components": [field]}]}
        done = await self.client.post(
            f"/{person['id']}/forge", type=kind, data=data, message=message["id"], change=change
        )
        if kind == _MODAL and not chosen:
            # No form has such a field, so check only that this changes nothing.
            return self._act(person, "nothing"), None
        return self._clicked(person, message, custom_id, values), done

    # Typing

    async def _command(self, person: Wire, name: str, options: Wire) -> Wire:
        return await self.client.command(person["id"], self.channel, name, **options)

    async def _type(self, person: Wire) -> tuple[Act | None, Wire | None]:
        rng = self.rng
        text = rng.choice((*NASTY, "55", "4x5", "do", "pass", "sun", "chip-sun", "row1"))
        game, other = rng.choice(sorted(PLAYS)), rng.choice(self.people)
        way = rng.randrange(12)
        act = self._act(person, "nothing", typed=True)
        if way < 3:
            act = self._act(person, "move", typed=True, text=text.strip())
            done = await self._command(person, "move", {"move": text})
        elif way == 3:
            done = await self._command(person, "leaderboard", {"game": text})
        elif way == 4:
            done = await self._command(person, "profile", {"member": other["id"]})
        elif way == 5:
            act = self._act(person, "play", typed=True)
            # Computers would act between the people, whose acts are judged.
            done = await self._command(person, game, {})
        elif way < 9:
            done = await self._command(person, rng.choice(("my", "me", "help")), {})
        else:
            name, option = rng.choice((("move", "move"), ("leaderboard", "game")))
            asked = {"channel": self.channel, "name": name, "options": {option: text}}
            done = await self.client.post(f"/{person['id']}/autocomplete", focused=option, **asked)
            assert len(done["choices"]) <= 25, done
            return act, None
        return act, done

    async def _rename(self, person: Wire) -> tuple[Act | None, Wire | None]:
        """Change name or language, or write a message in the channel."""
        rng = self.rng
        name = rng.choice(NASTY).replace("\0", "")[:32].strip() or "Ana"
        match rng.randrange(4):
            case 0 | 1:
                await self.client.post(f"/{person['id']}/settings", name=name)
            case 2:
                locale = rng.choice(("en-US", "ja", "de", "zh-TW"))
                await self.client.post(f"/{person['id']}/settings", locale=locale)
            case 3:
                text = rng.choice(NASTY) or "hello"
                await self.client.post(f"/{person['id']}/say", channel=self.channel, text=text)
        return self._act(person, "nothing"), None


def _drawn(message: Wire) -> float:
    """Return the time a message was sent or last changed."""
    return datetime.fromisoformat(message["edited_timestamp"] or message["timestamp"]).timestamp()
