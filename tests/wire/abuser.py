"""People who click, type and forge whatever comes to mind, and now and then play on."""

import random
from collections import deque
from typing import Any

from bot.ui import Address

from ..games.hands import PLAYS
from .processes import Client, Wire, components
from .rulebook import Act, Rulebook
from .sitting import offers

BIDI = "‪‫‬‭‮⁦⁧⁨⁩‎‏؜"
NASTY = (
    "",
    " ",
    "@everyone",
    "@here",
    "<@1>",
    "<@&1>",
    "<#1>",
    "<t:0:R>",
    "</help:1>",
    "**bold** __under__ ~~out~~ ||hidden||",
    "`code` ```block```",
    "# head\n> quote\n- list",
    "[free nitro](https://evil.example)",
    "https://evil.example/_a_**b**",
    "\u202eelbat eht\u202c",
    "\u2066\u2067\u200f\u061c",
    "\u200b\u2060\ufeff",
    "\0",
    "\x1b[31m",
    "\r\n",
    "５５",
    "٥٥",
    "-1",
    "0",
    "1e9",
    "nan",
    "9" * 40,
    "💥" * 25,
    "Z̷̛̗͎" * 8,
    "{0} {who} {0.__class__} %s %(x)s",
    "'; drop table tables; --",
    "s1:move:1:1:55",
    "../../../etc/passwd",
    "ＮＩＭＭＴ",
    "55\n66",
    "a" * 100,
)
KINDS = (
    *("join", "leave", "start", "cancel", "pace", "resume", "vote", "back", "hand", "rules"),
    *(
        "rulespage",
        "move",
        "pick",
        "again",
        "record",
        "fairness",
        "history",
        "watch",
        "replay",
        "still",
    ),
)
_COMPONENT, _MODAL = 3, 5


class Abuser:
    """Some people in a channel of their own. `seated` by people; one may be of the staff."""

    def __init__(
        self, client: Client, rulebook: Rulebook, people: list[Wire], channel: str, seed: str
    ) -> None:
        self.client = client
        self.rulebook = rulebook
        self.people = people
        self.channel = channel
        self.rng = random.Random(seed)
        self.panel: Wire | None = None
        self.old: deque[tuple[Wire, tuple[Wire, Address, str | None, str]]] = deque(maxlen=40)
        self.done = 0
        self.slowest = 0.0

    async def one(self) -> None:
        """One act, and the proof that it changed only what it may."""
        rng = self.rng
        person = rng.choice(self.people)
        way = rng.random()
        if way < 0.3:
            act, outcome = await self._play(person)
        elif way < 0.65:
            act, outcome = await self._forge_click(person)
        elif way < 0.75:
            act, outcome = await self._forge_wire(person)
        elif way < 0.95:
            act, outcome = await self._type(person)
        else:
            act, outcome = await self._rename(person)
        # What was clicked may be gone meanwhile: then nothing was sent.
        if outcome is not None and "error" not in outcome:
            self.done += 1
            self.slowest = max(self.slowest, outcome.get("ms") or 0.0)
            assert outcome.get("state") == "answered", (act, outcome)
        if act is not None:
            self.rulebook.check(act)

    def _act(self, person: Wire, kind: str, *, direct: bool = False, **more: Any) -> Act:
        return Act(int(person["id"]), person["staff"] and not direct, kind, **more)

    # Playing on

    async def _play(self, person: Wire) -> tuple[Act | None, Wire | None]:
        book, rng = self.rulebook, self.rng
        live, lobbies = book.open("live"), book.open("lobby")
        if live and rng.random() < 0.85:
            return await self._decide(rng.choice(live))
        if not lobbies or rng.random() < 0.1:
            game = rng.choice(sorted(PLAYS))
            options = rng.choice(PLAYS[game])
            done = await self._command(person, f"{game} play", options)
            if (done.get("message") or {}).get("ephemeral_for", "x") is None:
                self.panel = done["message"]
            return self._act(person, "play"), done
        table = rng.choice(lobbies)
        kept = book.now[table]
        if len(kept.seats) > 1 and rng.random() < 0.5:
            host = self._of(kept.row["host_id"])
            return await self._click(host, Address("start", table), host)
        return await self._click(person, Address("join", table), person)

    def _of(self, user: int) -> Wire:
        return next(person for person in self.people if int(person["id"]) == user)

    async def _decide(self, table: int) -> tuple[Act | None, Wire | None]:
        seat = self.rng.choice(self.rulebook.now[table].seats)
        person = self._of(seat["user_id"])
        offered: list[tuple[Wire, Address, str | None, str]] = []
        for message in await self.client.messages(person["id"], last=4):
            offered += [
                (part, address, value, message["id"])
                for part, address, value in offers(message)
                if address.table_id == table
            ]
        if offered:
            self.old.append((person, self.rng.choice(offered)))
        # An older click comes again, from a screen that lags behind or a second device.
        if len(self.old) > 5 and self.rng.random() < 0.3:
            person, offer = self.rng.choice(self.old)
        elif offered:
            offer = self.rng.choice(offered)
        else:
            return None, None
        _, address, value, where = offer
        values = {} if value is None else {"values": [value]}
        done = await self.client.click(person["id"], where, str(address), force=True, **values)
        act = self._act(person, address.kind, direct=True, table=address.table_id)
        act.stage, act.text = address.stage, address.text if value is None else value
        return act, done

    # Forging

    async def _message(self, person: Wire) -> Wire | None:
        """A message this person can see, in the channel or in private."""
        where = self.rng.choice(["dm", self.channel, self.channel])
        seen = await self.client.messages(person["id"], where, last=12)
        own = [m for m in seen if m["author"].get("bot")]
        return self.rng.choice(own) if own else None

    async def _click(
        self, person: Wire, address: Address, actor: Wire
    ) -> tuple[Act | None, Wire | None]:
        message = await self._message(person)
        if message is None:
            return None, None
        direct = message["channel_id"] != self.channel
        done = await self.client.click(person["id"], message["id"], str(address), force=True)
        act = self._act(actor, address.kind, direct=direct, table=address.table_id)
        act.stage, act.text = address.stage, address.text
        return act, done

    async def _forge_click(self, person: Wire) -> tuple[Act | None, Wire | None]:
        """A custom_id, real, changed or made up, on any message, with any values."""
        message = await self._message(person)
        if message is None:
            return None, None
        rng = self.rng
        other = rng.choice(self.people)
        seen = [*await self.client.messages(other["id"], last=2), message]
        real = [
            part["custom_id"]
            for m in seen
            for part in components(m["components"])
            if part.get("custom_id")
        ]
        custom_id = self._mutated(rng.choice(real) if real and rng.random() < 0.7 else None)
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
        return self._clicked(person, message, custom_id, values), done

    def _clicked(
        self, person: Wire, message: Wire, custom_id: str, values: list[str] | None
    ) -> Act:
        address = Address.parse(custom_id) or Address("nothing")
        direct = message["channel_id"] != self.channel
        act = self._act(person, address.kind, direct=direct, table=address.table_id)
        act.stage, act.text = address.stage, values[0] if values else address.text
        return act

    def _mutated(self, real: str | None) -> str:
        rng = self.rng
        if real is None:
            address = Address(rng.choice(KINDS), self._table(), rng.choice((0, 0, 1, 7)), "")
            text = rng.choice((*NASTY, "sure", "55", "s/open", "0/next", "challenge", "do", "pass"))
            custom_id = str(Address(address.kind, address.table_id, address.stage, text))
        else:
            custom_id = real
            match rng.randrange(8):
                case 0 | 1 | 2:
                    pass
                case 3:
                    parts = custom_id.split(":")
                    if len(parts) > 2:
                        parts[1] = rng.choice(KINDS)
                    custom_id = ":".join(parts)
                case 4:
                    parts = custom_id.split(":")
                    if len(parts) > 3:
                        parts[3] = rng.choice(("0", "1", "999999999", "9" * 20, "-1", "٣", ""))
                    custom_id = ":".join(parts)
                case 5:
                    custom_id = custom_id[: rng.randrange(len(custom_id) + 1)] + rng.choice(NASTY)
                case 6:
                    at = rng.randrange(len(custom_id) + 1)
                    odd = rng.choice(("\0", "\u202e", "：", "\u200f", "💥", ":", "%", "\n"))
                    custom_id = custom_id[:at] + odd + custom_id[at:]
                case 7:
                    parts = custom_id.split(":")
                    if len(parts) > 2:
                        parts[2] = rng.choice(("0", "9" * 18, "9" * 19, str(self._table())))
                    custom_id = ":".join(parts)
        if rng.random() < 0.05:
            custom_id = (custom_id + "x" * 100)[:100]
        # Not the tables of others: their watchers would wonder.
        address = Address.parse(custom_id[:100]) or Address("nothing")
        if 0 < address.table_id < 10**9 and address.table_id not in self.rulebook.now:
            return str(Address(address.kind, 0, address.stage, address.text))[:100]
        if "pace" in custom_id:
            # The clock would play on by itself, and so would the matches.
            return custom_id.replace("30", "31").replace("60", "61")[:100]
        return custom_id[:100]

    def _table(self) -> int:
        return self.rng.choice([*self.rulebook.now, 0, 10**15])

    async def _forge_wire(self, person: Wire) -> tuple[Act | None, Wire | None]:
        """What no client sends: other kinds of components and interactions, parts left out."""
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
        if kind == _MODAL:
            field = {"type": 4, "custom_id": "x", "value": rng.choice(NASTY)}
            data = {"custom_id": custom_id, "components": [{"type": 1, "components": [field]}]}
        done = await self.client.post(
            f"/{person['id']}/forge", type=kind, data=data, message=message["id"], change=change
        )
        if kind == _MODAL:
            # The bot shows no form; that nothing comes of one is all that is asked.
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
        act = self._act(person, "nothing")
        if way < 3:
            act = self._act(person, "move", text=text.strip())
            done = await self._command(person, f"{game} move", {"move": text})
        elif way == 3:
            done = await self._command(person, "leaderboard", {"game": text})
        elif way == 4:
            done = await self._command(
                person, "history", {"game": text[:40], "member": other["id"]}
            )
        elif way == 5:
            done = await self._command(person, "replay", {"match": rng.choice((1, 7, 10**15))})
        elif way == 6:
            name = rng.choice(("leave", "cancel", "pause", "end", "show"))
            act = self._act(person, name)
            done = await self._command(person, f"table {name}", {})
        elif way == 7:
            act = self._act(person, "kick", about=int(other["id"]))
            done = await self._command(person, "table kick", {"member": other["id"]})
        elif way == 8:
            act = self._act(person, "play")
            options = rng.choice(({}, {"rounds": 10**9}, {"deck": text}, {"dice": -1}))
            done = await self._command(person, f"{game} play", options)
        elif way == 9:
            done = await self._command(person, rng.choice(("hand", f"{game} rules")), {})
        else:
            name, option = rng.choice(
                ((f"{game} move", "move"), ("leaderboard", "game"), ("history", "game"))
            )
            asked = {"channel": self.channel, "name": name, "options": {option: text}}
            done = await self.client.post(f"/{person['id']}/autocomplete", focused=option, **asked)
            assert len(done["choices"]) <= 25, done
            return act, None
        return act, done

    async def _rename(self, person: Wire) -> tuple[Act | None, Wire | None]:
        """Another name, another language, or something said in the channel."""
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
