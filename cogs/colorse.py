"""COLORSE in Discord: `/colorse play | rules | move`, and how its table and hands look."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import discord
from discord import app_commands, ui

from bot.answers import Interaction
from bot.client import Shinrisen
from bot.i18n import Tongue, described, word
from bot.look import Look, Scene
from bot.ui import Control, Part, button_rows
from games import colorse, colorse_events
from games.colorse_cards import BACK, COLOURS, SIGNS, SPECIAL, Box, Card, coloured, colours, fall
from games.colorse_state import ColorseOptions, Taken, View
from games.core import Event, Seat
from games.errors import N_

from ._game import GameCog

_COLOUR = 0xE84393
_SQUARES = {"R": "🟥", "G": "🟩", "B": "🟦", "Y": "🟨"}
_NOTHING = "➖➖"
_UNDER = "🎴"
_STAR = "⭐"
_WON = "🏆"
_GONE = "💥"
_LINES = 12
_SIGNS = {"do": N_("Do"), "zof": N_("Zof"), "rau": N_("Rau")}
_CELLS = (
    N_("bottom left"),
    N_("bottom middle"),
    N_("bottom right"),
    N_("top left"),
    N_("top middle"),
    N_("top right"),
)
_DUE = {
    "colour": N_("{who} chooses a colour for a SPECIAL."),
    "take": N_("{who} takes a card from the market."),
    "place": N_("{who} places a card."),
}


class ColorseLook(Look):
    """How COLORSE is shown. A card is its letters and, beside them, its squares: GB 🟩🟦."""

    key: ClassVar[str] = "colorse"
    name: ClassVar[str] = N_("COLORSE")
    emoji: ClassVar[str] = "👻"
    colour: ClassVar[int] = _COLOUR

    def options(self, options: ColorseOptions, t: Tongue) -> list[str]:
        """The options of a match in words."""
        return [
            t.many(
                "The first to win {n} round wins the match.",
                "The first to win {n} rounds wins the match.",
                options.rounds,
            )
        ]

    def chapter(self, view: View) -> int:
        """The round: each begins with a new panel."""
        return view.round

    def table(self, scene: Scene) -> list[Part]:
        """What happened in the last duel, all boxes, the market, and who is awaited."""
        t, view = scene.t, scene.view
        parts: list[Part] = [
            t.many(
                "**Round {round}** · first to win {n} round",
                "**Round {round}** · first to win {n} rounds",
                view.options.rounds,
                round=view.round,
            )
        ]
        if story := _story(scene):
            parts.append(story)
        parts += [_boxes(scene), ui.Separator(), _market(scene)]
        if awaited := _awaited(scene, scene.mentions):
            parts.append(awaited)
        return parts

    def hand(self, scene: Scene) -> list[Part]:
        """The boxes, the market, and the decision with what would come of it."""
        t, view = scene.t, scene.view
        assert view.seat is not None
        parts: list[Part] = [
            t.many(
                "Round {round} · you have won {won} of {n} round",
                "Round {round} · you have won {won} of {n} rounds",
                view.options.rounds,
                round=view.round,
                won=view.wins[view.seat],
            )
        ]
        if story := _story(scene):
            parts.append(story)
        parts += [_boxes(scene), _market(scene)]
        return parts + _decision(scene)

    def score(self, score: int, t: Tongue) -> str:
        """Rounds won, and the cards in the box at the end."""
        won, cards = divmod(abs(score), 10)
        return t.many(
            "{n} round, {cards} in the box", "{n} rounds, {cards} in the box", won, cards=cards
        )

    def label(self, view: View, move: str, t: Tongue) -> str:
        """A move in words, for autocompletion."""
        if move in SIGNS:
            return t(_SIGNS[move])
        match colorse.GAME.parse_move(move):
            case colorse.Paint(colour=colour):
                return _card(coloured(SPECIAL, colour))
            case colorse.Take(place=place):
                card = _card(view.market[place] or BACK)
                return t("Take {number}: {card}", number=place + 1, card=card)
            case colorse.Place(number=number, colour=colour) if view.seat is not None:
                held = [taken.card for taken in view.held(view.seat) if taken.number == number]
                if held:
                    return _fate(view.boxes[view.seat], coloured(held[0], colour), t)
        return move

    def announced(self, move: str) -> bool:
        """What is taken and how a SPECIAL is coloured; signs are sealed.

        Nor which of two taken cards is placed first: one lies face down, and equal cards can't be
        told apart. The card itself everybody sees in its box.
        """
        return isinstance(colorse.GAME.parse_move(move), colorse.Take | colorse.Paint)

    def rules(self, options: ColorseOptions, t: Tongue) -> list[str]:
        """The rules in three pages."""
        return [t(page) for page in _RULES]


_RULES = (
    N_(
        "**Outguess a neighbour for cards, and stack six without two of a colour touching.** The "
        "first to win two rounds wins.\n\n"
        "**Cards.** 48 in red, green, blue and yellow (`R G B Y`): 8 of each colour, 2 of each "
        "pair of colours, 4 SPECIAL (`S`), which take one colour as they are placed, for good.\n"
        "**Box.** Three columns, two rows. A card always goes into the first empty cell: bottom "
        "row from the left, then the top row, gaps included. Cards never slide.\n"
        "**Market.** Two cards face up, one face down.\n\n"
        "**A round** begins with one card in every box, face up (a SPECIAL: its owner chooses "
        "the colour first). Whoever has won a round gets it face down instead: only they see it, "
        "and it neither vanishes nor makes others vanish. The first parent is random."
    ),
    N_(
        "**Duel.** The parent plays the next seat, the child. Both secretly choose a sign. Zof "
        "beats Do, Rau beats Zof, Do beats Rau.\n"
        "• Do – Do: both take 1 card, the parent first.\n"
        "• Do – Zof: Zof takes 2.\n"
        "• Do – Rau: Do takes 1.\n"
        "• Zof – Rau: Rau takes 1.\n"
        "• Zof – Zof: both lose the last card of their box, even a face-down one; then the seat "
        "after the child must take 1.\n"
        "• Rau – Rau: the same two choose again.\n\n"
        "**Taking.** Any card of the market, one at a time; a face-down one is seen once taken. "
        "The market is filled up again after the duel. The child is the next parent."
    ),
    N_(
        "**Placing.** Taken cards are placed one at a time, in the order they were taken; who "
        "took two chooses which first. A single card that isn't SPECIAL is placed by itself.\n"
        "A placed card **vanishes** together with every card directly left, right, above or "
        "below it that shares a colour with it. Only neighbours of the placed card vanish.\n\n"
        "**The end.** Who first fills the box wins the round at once; what was still to be placed "
        "is dropped. Then all cards are shuffled and the turn order goes on. *rounds* says how "
        "many rounds win the match (2). The others rank by rounds won, then by cards in the box. "
        "When the pack runs out, the vanished cards are shuffled."
    ),
)


def _squares(card: Card) -> str:
    shown = [_SQUARES[colour] for colour in COLOURS if colour in colours(card)]
    if card.startswith(SPECIAL):
        return "".join([_STAR, *shown])
    return "".join(shown) or _UNDER


def _card(card: Card) -> str:
    """A card as `🟩🟦 GB`."""
    return f"{_squares(card)} {card}"


def _cards(cards: Sequence[Card]) -> str:
    return ", ".join(map(_card, cards))


def _cell(card: Card | None) -> str:
    """A card two squares wide, whatever it is."""
    if card is None:
        return _NOTHING
    shown = _squares(card)
    return shown * 2 if len(shown) == 1 else shown


def _grid(box: Box) -> str:
    """The top row above the bottom row; squares after the letters, not to bend their columns."""
    lines = []
    for row in (box[3:], box[:3]):
        letters = "".join(f"{card or '.':<4}" for card in row)
        lines.append(f"{letters} {' '.join(map(_cell, row))}")
    return "```\n" + "\n".join(lines) + "\n```"


def _boxes(scene: Scene) -> str:
    """Every box under its owner's name, the reader's own last, nearest to the controls."""
    t, view = scene.t, scene.view
    first = 0 if view.seat is None else view.seat + 1
    parts = []
    for seat in (Seat((first + n) % view.seats) for n in range(view.seats)):
        name = f"**{scene.names[seat]}**"
        marks = [t("{who} (you)", who=name) if seat == view.seat else name]
        marks += [f"{_WON}{won}"] if (won := view.wins[seat]) else []
        if view.outcome is None:
            marks += _marks(scene, seat)
        parts.append(" · ".join(marks) + "\n" + _grid(view.boxes[seat]))
        if seat == view.seat and view.down is not None:
            parts.append("-# " + t("Under your back: {card}", card=_card(view.down)))
    return "\n".join(parts)


def _marks(scene: Scene, seat: Seat) -> list[str]:
    t, view = scene.t, scene.view
    marks = []
    if seat in (view.parent, view.child) and not _coloring(view):
        marks.append(t("parent") if seat == view.parent else t("child"))
    # Hands aren't drawn anew when somebody seals a sign; the table is.
    if view.seat is None and seat in view.chosen:
        marks.append("✓ " + t("chosen"))
    if held := view.held(seat):
        marks.append(t("to be placed: {cards}", cards=_cards([taken.card for taken in held])))
    return marks


def _coloring(view: View) -> bool:
    return bool(view.tasks) and view.tasks[0].kind == "colour"


def _market(scene: Scene) -> str:
    t, view = scene.t, scene.view
    cards = [
        f"{number}: " + ("–" if card is None else f"**{_card(card)}**")
        for number, card in enumerate(view.market, 1)
    ]
    lines = [t("Market · {cards}", cards=" · ".join(cards))]
    gone = [
        f"{card}×{number}" if number > 1 else card
        for card, number in sorted(Counter(view.vanished).items())
    ]
    lines.append(
        "-# " + t("Pack: {n} · vanished: {cards}", n=view.pack, cards=" ".join(gone) or "–")
    )
    return "\n".join(lines)


def _awaited(scene: Scene, names: Sequence[str]) -> str:
    """Whose decision it is; in a hand without telling who has chosen a sign already."""
    t, view = scene.t, scene.view
    if view.outcome is not None:
        return ""
    if view.tasks:
        kind, seat = view.tasks[0]
        return t(_DUE[kind], who=names[seat])
    seats = sorted(view.to_act) if view.seat is None else [view.parent, view.child]
    duel = t(
        "⚔️ **{parent}** against **{child}**",
        parent=scene.names[view.parent],
        child=scene.names[view.child],
    )
    return duel + "\n" + t("Waiting for {who}.", who=", ".join(names[seat] for seat in seats))


def _decision(scene: Scene) -> list[Part]:
    """The controls of whoever is to decide; for all others who that is."""
    view = scene.view
    if view.outcome is not None:
        return []
    if view.tasks and view.tasks[0].seat == view.seat:
        kind = view.tasks[0].kind
        if kind == "colour":
            return _painting(scene)
        return _taking(scene) if kind == "take" else _placing(scene)
    if not view.tasks and view.seat in (view.parent, view.child):
        return _choosing_sign(scene)
    return [awaited] if (awaited := _awaited(scene, scene.names)) else []


def _painting(scene: Scene) -> list[Part]:
    ask = scene.t("**Choose a colour for your SPECIAL.** It stays for the round.")
    buttons = [scene.move(_card(coloured(SPECIAL, colour)), colour) for colour in COLOURS]
    return [ask, *button_rows(buttons)]


def _choosing_sign(scene: Scene) -> list[Part]:
    t, view = scene.t, scene.view
    other = view.child if view.seat == view.parent else view.parent
    after = scene.names[(view.child + 1) % view.seats]
    if view.sign is None:
        ask = t(
            "**Choose a sign against {who}.** Nobody sees it before both have chosen.",
            who=scene.names[other],
        )
    else:
        ask = t(
            "Chosen: **{sign}**. You can change it until both have chosen.",
            sign=t(_SIGNS[view.sign]),
        )
    brings = t(
        "Do–Do: both take 1 · Do–Zof: Zof takes 2 · Do–Rau: Do takes 1 · Zof–Rau: Rau takes 1 · "
        "Zof–Zof: both lose their last card, {who} takes 1 · Rau–Rau: again",
        who=after,
    )
    buttons = [
        scene.move(
            t(_SIGNS[sign]) + (" ✓" if sign == view.sign else ""),
            sign,
            style=discord.ButtonStyle.success if sign == view.sign else discord.ButtonStyle.primary,
            disabled=sign == view.sign,
        )
        for sign in SIGNS
    ]
    return [_offers(scene), f"{ask}\n-# {brings}", *button_rows(buttons)]


def _offers(scene: Scene) -> str:
    """What each card of the market would do in the own box now."""
    t, view = scene.t, scene.view
    box = view.boxes[view.seat]
    lines = [t("In your box now:")]
    lines += [_fate(box, card, t) for card in view.market if card is not None]
    return "\n".join(f"-# {line}" for line in lines)


def _taking(scene: Scene) -> list[Part]:
    t, view = scene.t, scene.view
    box = view.boxes[view.seat]
    left = view.tasks.count(("take", view.seat))
    ask = t("**Take a card.** You have {n} to take.", n=left)
    buttons = [
        scene.move(
            t("Take {number}: {card}", number=number, card=_card(card)) + _outlook(box, card),
            f"take{number}",
            style=discord.ButtonStyle.primary,
        )
        for number, card in enumerate(view.market, 1)
        if card is not None
    ]
    return [_offers(scene), ask, *button_rows(buttons)]


def _placing(scene: Scene) -> list[Part]:
    t, view = scene.t, scene.view
    box = view.boxes[view.seat]
    held = view.held(view.seat)
    lines, buttons = [], []
    # Of two equal cards it makes no difference which is placed first.
    different = [h for n, h in enumerate(held) if h.card not in [o.card for o in held[:n]]]
    for taken in different:
        for colour in COLOURS if taken.card == SPECIAL else (None,):
            card = coloured(taken.card, colour)
            lines.append(_line(box, card, [other for other in held if other != taken], t))
            buttons.append(_place_button(scene, taken, colour))
    ask = t("**Place a card.**") if len(held) == 1 else t("**Which card first?**")
    if any(taken.card == SPECIAL for taken in held):
        ask += " " + t("A SPECIAL takes the colour you choose, for good.")
    return [ask + "\n" + "\n".join(f"-# {line}" for line in lines), *button_rows(buttons)]


def _place_button(scene: Scene, taken: Taken, colour: str | None) -> Control:
    card = coloured(taken.card, colour)
    return scene.move(
        _card(card) + _outlook(scene.view.boxes[scene.view.seat], card),
        coloured(f"place{taken.number}", colour),
        style=discord.ButtonStyle.primary if taken.number == 1 else discord.ButtonStyle.secondary,
    )


def _line(box: Box, card: Card, others: Sequence[Taken], t: Tongue) -> str:
    """What comes of placing a card, and of the other one that is then placed by itself."""
    line = _fate(box, card, t)
    after = fall(box, card).box
    if None in after and len(others) == 1 and others[0].card != SPECIAL:
        line = t("{line}; then {next}", line=line, next=_fate(after, others[0].card, t))
    return line


def _fate(box: Box, card: Card, t: Tongue) -> str:
    """Where a card would go, and what would vanish."""
    placed = fall(box, card)
    where = {"card": _card(card), "cell": t(_CELLS[placed.cell])}
    if card == BACK:
        return t("{card} → {cell}: you see it once it is taken", **where)
    if card == SPECIAL:
        return t("{card} → {cell}: in the colour you choose then", **where)
    if None not in placed.box:
        return t("{card} → {cell}: fills the box", **where) + f" {_WON}"
    if not placed.vanished:
        return t("{card} → {cell}: nothing vanishes", **where)
    gone = _cards([box[cell] or BACK for cell in placed.vanished[1:]])
    return f"{_GONE} " + t("{card} → {cell}: vanishes with {cards}", cards=gone, **where)


def _outlook(box: Box, card: Card) -> str:
    """The same for a button: how many vanish, or that the box is full."""
    placed = fall(box, card)
    if card in (BACK, SPECIAL):
        return ""
    if None not in placed.box:
        return f" {_WON}"
    return f" {_GONE}{len(placed.vanished)}" if placed.vanished else ""


def _story(scene: Scene) -> str:
    """What came of the last duel that was decided, and all since, a line each."""
    events = [event for _, event in scene.story]
    last = max(
        (i for i, e in enumerate(events) if isinstance(e, colorse_events.Revealed)), default=None
    )
    if last is None:
        begun = 0
    else:
        # Ties before it belong to the same duel.
        duels = [i for i, e in enumerate(events[:last]) if isinstance(e, colorse_events.DuelBegan)]
        begun = max(duels, default=last)
    lines = []
    for event in events[begun:]:
        if line := _told(event, scene.names, scene.t):
            lines.append(line)
        # At the end of the match the boxes themselves are still there.
        if isinstance(event, colorse_events.RoundWon) and scene.view.outcome is None:
            lines.append(_grid(event.box))
    return "\n".join(lines[-_LINES:])


def _told(event: Event, names: Sequence[str], t: Tongue) -> str:
    match event:
        case colorse_events.RoundWon(seat=seat, round=number):
            who = names[seat]
            won = t("**{who} fills the box and wins round {round}.**", who=who, round=number)
            return f"{_WON} {won}"
        case colorse_events.Revealed(parent=parent, child=child, signs=(first, second)):
            shown = t(
                "**{parent}: {first} · {child}: {second}**",
                parent=names[parent],
                first=t(_SIGNS[first]),
                child=names[child],
                second=t(_SIGNS[second]),
            )
            tie = first == second == "rau"
            return f"⚔️ {shown}" + (" " + t("A tie: they choose again.") if tie else "")
        case colorse_events.Placed(seat=seat, card=card, cell=cell, vanished=vanished):
            where = {"who": names[seat], "card": _card(card), "cell": t(_CELLS[cell])}
            if not vanished:
                return "-# " + t("{who} places {card} {cell}.", **where)
            gone = _cards([other for _, other in vanished[1:]])
            line = t("{who} places {card} {cell}: it vanishes with {cards}.", cards=gone, **where)
            return f"-# {_GONE} {line}"
        case _:
            line = _told_shortly(event, names, t)
            return f"-# {line}" if line else ""


def _told_shortly(event: Event, names: Sequence[str], t: Tongue) -> str:
    match event:
        case colorse_events.RoundBegan(round=number):
            return t("Round {round} begins.", round=number)
        case colorse_events.Dealt(card=card):
            return t("Your face-down card is {card}.", card=_card(card))
        case colorse_events.Painted(seat=seat, colour=colour):
            card = _card(coloured(SPECIAL, colour))
            return t("{who} colours the SPECIAL: {card}.", who=names[seat], card=card)
        case colorse_events.Lost(seat=seat, cell=cell, card=card):
            where = t(_CELLS[cell])
            return t("{who} loses {card} {cell}.", who=names[seat], card=_card(card), cell=where)
        case colorse_events.Took(seat=seat, card=card) if card == BACK:
            return t("{who} takes the face-down card.", who=names[seat])
        case colorse_events.Took(seat=seat, card=card):
            return t("{who} takes {card}.", who=names[seat], card=_card(card))
        case colorse_events.Looked(card=card):
            return t("You look at it: {card}.", card=_card(card))
        case colorse_events.Reshuffled(cards=cards):
            return t.many(
                "The pack ran out: {n} vanished card is the new one.",
                "The pack ran out: {n} vanished cards are the new one.",
                cards,
            )
        case colorse_events.MatchEnded():
            return t("The match is over.")
        case _:
            return ""


@app_commands.guild_only()
class Colorse(
    GameCog,
    group_name=word("command", "colorse"),
    group_description=described("COLORSE: outguess a neighbour, keep the colours apart"),
):
    """The commands of COLORSE."""

    look = ColorseLook()

    @app_commands.command(
        name=word("command", "play"),
        description=described("Open a table for COLORSE in this channel"),
    )
    @app_commands.rename(rounds=word("command", "rounds"))
    @app_commands.describe(rounds=described("Rounds that win the match (2)"))
    async def play(
        self, interaction: Interaction, rounds: app_commands.Range[int, 1, 3] = 2
    ) -> None:
        """Open a table for COLORSE in this channel."""
        await self.open(interaction, rounds=rounds)


async def setup(bot: Shinrisen) -> None:
    """Add the cog."""
    await bot.add_cog(Colorse(bot))
