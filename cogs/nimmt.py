"""6 nimmt! in Discord: `/nimmt play | rules | move`, and how its table and hands look."""

from collections.abc import Sequence
from typing import ClassVar

import discord
from discord import app_commands, ui

from bot.answers import Interaction
from bot.client import Shinrisen
from bot.i18n import Tongue, described, word
from bot.look import Look, Scene
from bot.ui import Part, button_rows
from games import nimmt
from games.core import Event, Seat
from games.errors import N_

from ._game import GameCog

_COLOUR = 0x8E44AD
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SIXTH = 5


class NimmtLook(Look):
    """How 6 nimmt! is shown. Cards are numbers with their bulls raised: 55⁷."""

    key: ClassVar[str] = "nimmt"
    name: ClassVar[str] = N_("6 nimmt!")
    emoji: ClassVar[str] = "🐂"
    colour: ClassVar[int] = _COLOUR

    def options(self, options: nimmt.NimmtOptions, t: Tongue) -> list[str]:
        """The options of a match in words."""
        lines = [
            t(
                "Ends after the round in which somebody passes {target} bulls.",
                target=options.target,
            )
        ]
        if options.rounds is not None:
            lines.append(
                t.many(
                    "Ends after {n} round at the latest.",
                    "Ends after {n} rounds at the latest.",
                    options.rounds,
                )
            )
        if options.deck == "tactical":
            lines.append(t("Tactical pack: every card is in play."))
        if options.jokers:
            lines.append(t("With the ten jokers of the anniversary edition."))
        return lines

    def chapter(self, view: nimmt.View) -> int:
        """The round: each begins with a new panel."""
        return view.round

    def table(self, scene: Scene) -> list[Part]:
        """Rows, what happened in the last trick, bulls, and who is awaited."""
        t, view = scene.t, scene.view
        parts: list[Part] = [
            t(
                "**Round {round}** · trick {trick} of {tricks}",
                round=view.round,
                trick=view.trick,
                tricks=view.tricks,
            ),
            _rows(view),
        ]
        if story := _story(scene):
            parts.append(story)
        parts += [ui.Separator(), _scores(scene)]
        if awaited := _awaited(scene):
            parts.append(awaited)
        return parts

    def hand(self, scene: Scene) -> list[Part]:
        """Rows, own cards as buttons, the chosen one marked; rows as buttons when one is due."""
        t, view = scene.t, scene.view
        assert view.seat is not None
        parts: list[Part] = [
            t(
                "Round {round} · trick {trick} of {tricks} · you have {bulls} 🐂",
                round=view.round,
                trick=view.trick,
                tricks=view.tricks,
                bulls=view.bulls[view.seat],
            ),
            _rows(view),
        ]
        if view.revealed:
            return parts + self._choosing_row(scene)
        if story := _story(scene):
            parts.append(story)
        if view.choice is None:
            parts.append(t("**Choose a card.** Nobody sees it before all have chosen."))
        else:
            card = _card(view.choice)
            parts.append(
                t("Chosen: **{card}**. You can change it until all have chosen.", card=card)
            )
        cards = [
            scene.move(
                f"{_card(card)} ✓" if card == view.choice else _card(card),
                nimmt.card_text(card),
                style=discord.ButtonStyle.success
                if card == view.choice
                else discord.ButtonStyle.secondary,
                disabled=card == view.choice,
            )
            for card in view.hand
        ]
        return parts + list(button_rows(cards))

    def _choosing_row(self, scene: Scene) -> list[Part]:
        t, view = scene.t, scene.view
        seat, card = view.revealed[0]
        if story := _story(scene):
            yet: list[Part] = [story]
        else:
            yet = []
        if seat != view.seat:
            who = scene.names[seat]
            return [*yet, t("**{who}** chooses a row for {card}.", who=who, card=_card(card))]
        joker = nimmt.is_joker(card)
        buttons = [
            scene.move(
                _row_label(view, number, card, t),
                f"row{number + 1}",
                style=discord.ButtonStyle.primary,
            )
            for number in range(len(view.rows))
        ]
        ask = (
            t("**Put your joker {card} on a row.**", card=_card(card))
            if joker
            else t("**Your {card} is lower than every row: choose one to take.**", card=_card(card))
        )
        return [*yet, ask, *button_rows(buttons)]

    def score(self, score: int, t: Tongue) -> str:
        """Bulls taken in all."""
        return t.many("{n} bull", "{n} bulls", abs(score))

    def label(self, view: nimmt.View, move: str, t: Tongue) -> str:
        """A move in words, for autocompletion."""
        if move.startswith("row"):
            number = int(move.removeprefix("row")) - 1
            return _row_label(view, number, view.revealed[0][1], t)
        chosen = nimmt.GAME.parse_move(move)
        bulls = nimmt.bulls(chosen.card) if isinstance(chosen, nimmt.Choose) else 0
        return t.many("{card} ({n} bull)", "{card} ({n} bulls)", bulls, card=move)

    def announced(self, move: str) -> bool:
        """A row is named to all; a card is seen when all are revealed."""
        return move.startswith("row")

    def rules(self, options: nimmt.NimmtOptions, t: Tongue) -> list[str]:
        """The rules in three pages."""
        return [t(page) for page in _RULES]


_RULES = (
    N_(
        "**Avoid taking bulls. Fewest bulls wins.**\n"
        "The 104 cards carry bulls: 55 has 7, other multiples of 11 have 5, multiples of 10 have "
        "3, other multiples of 5 have 2, every other card has 1.\n\n"
        "**A round.** Everybody gets 10 cards; 4 more start four rows. Ten times, everybody "
        "secretly chooses a card; when all have chosen, the cards are revealed and placed one at "
        "a time, lowest first."
    ),
    N_(
        "**Placing.** A card goes to the right of the row whose last card is the highest among "
        "those lower than it.\n"
        "• Would it be the row's **sixth** card, its player takes the five, and it starts the row "
        "anew.\n"
        "• Is it **lower than every row's end**, its player chooses a row, takes it, and the card "
        "starts the row anew; the other cards wait.\n\n"
        "**The end.** After ten tricks bulls are counted. If nobody is over the target (66), "
        "another round is dealt. Otherwise fewest bulls wins; equal totals share a rank."
    ),
    N_(
        "**Options.** *target*: the match ends after the round in which somebody goes over it. "
        "*rounds*: the most rounds played. *deck* tactical: only cards 1 to ten times the seats "
        "plus 4.\n\n"
        "**Jokers** (0.0 to 0.9, one for everybody, the rest among the cards; 11 tricks): a joker "
        "is lower than every number and goes on any row. The row's end then counts that much "
        "more: on 19 the joker 0.4 makes 19.4, and only a higher number fits. As a sixth card it "
        "takes the five. Jokers carry no bulls."
    ),
)


def _card(card: int) -> str:
    """A card with its bulls raised, as `55⁷`; a joker as `0.4`."""
    bulls = nimmt.bulls(card)
    return nimmt.card_text(card) + (str(bulls).translate(_SUPERSCRIPT) if bulls else "")


def _rows(view: nimmt.View) -> str:
    lines = []
    for number, row in enumerate(view.rows, 1):
        cards = "".join(f"{_card(card):<5}" for card in row)
        bulls = sum(nimmt.bulls(card) for card in row)
        full = " !" if len(row) == _SIXTH else ""
        lines.append(f"{number}│ {cards:<25}│{bulls:>2}🐂{full}")
    return "```\n" + "\n".join(lines) + "\n```"


def _row_label(view: nimmt.View, number: int, card: int, t: Tongue) -> str:
    row = view.rows[number]
    bulls = sum(nimmt.bulls(c) for c in row)
    cards = " ".join(nimmt.card_text(c) for c in row)
    if nimmt.is_joker(card) and len(row) < _SIXTH:
        return t("Row {number}: after {cards}", number=number + 1, cards=cards)
    return t.many(
        "Row {number}: take {cards} ({n} bull)",
        "Row {number}: take {cards} ({n} bulls)",
        bulls,
        number=number + 1,
        cards=cards,
    )


def _scores(scene: Scene) -> str:
    t, view = scene.t, scene.view
    lines = []
    for seat, name in enumerate(scene.names):
        mark = ""
        if not view.revealed and view.outcome is None:
            mark = " · ✓ " + t("chosen") if Seat(seat) in view.chosen else " · …"
        lines.append(f"**{name}** {view.bulls[seat]} 🐂 (+{view.round_bulls[seat]}){mark}")
    return "\n".join(lines)


def _awaited(scene: Scene) -> str:
    t, view = scene.t, scene.view
    if view.outcome is not None:
        return ""
    if view.revealed:
        seat, card = view.revealed[0]
        return t("{who} chooses a row for {card}.", who=scene.mentions[seat], card=_card(card))
    waiting = [scene.mentions[seat] for seat in sorted(view.to_act)]
    return t("Waiting for {who}.", who=", ".join(waiting))


def _story(scene: Scene) -> str:
    """What became of the cards revealed last, a line each."""
    events = [event for _, event in scene.story]
    last = max((i for i, e in enumerate(events) if isinstance(e, nimmt.Revealed)), default=None)
    if last is None:
        return ""
    lines = [line for e in events[last:] if (line := _told(e, scene.names, scene.t))]
    if scene.view.revealed:
        cards = [f"{_card(card)} {scene.names[seat]}" for seat, card in scene.view.revealed]
        lines.append(scene.t("still to be placed: {cards}", cards=" · ".join(cards)))
    return "\n".join(f"-# {line}" for line in lines)


def _told(event: Event, names: Sequence[str], t: Tongue) -> str:
    match event:
        case nimmt.Placed(seat=seat, card=card, row=row):
            return t("{card} {who} → row {row}", card=_card(card), who=names[seat], row=row + 1)
        case nimmt.Took(seat=seat, card=card, row=row, bulls=bulls):
            return t.many(
                "{card} **{who} takes row {row}: {n} bull**",
                "{card} **{who} takes row {row}: {n} bulls**",
                bulls,
                card=_card(card),
                who=names[seat],
                row=row + 1,
            )
        case nimmt.RoundEnded(round=number):
            return t("Round {round} is over.", round=number)
        case nimmt.MatchEnded():
            return t("The match is over.")
        case _:
            return ""


@app_commands.guild_only()
class Nimmt(
    GameCog,
    group_name=word("command", "nimmt"),
    group_description=described("6 nimmt!: avoid taking bulls"),
):
    """The commands of 6 nimmt!."""

    look = NimmtLook()

    @app_commands.command(
        name=word("command", "play"),
        description=described("Open a table for 6 nimmt! in this channel"),
    )
    @app_commands.rename(
        target=word("command", "target"),
        rounds=word("command", "rounds"),
        deck=word("command", "deck"),
        jokers=word("command", "jokers"),
    )
    @app_commands.describe(
        target=described("The match ends after the round in which somebody goes over it (66)"),
        rounds=described("The most rounds that are played"),
        deck=described("Which cards are in play"),
        jokers=described("With the ten jokers of the anniversary edition"),
    )
    @app_commands.choices(
        deck=[
            app_commands.Choice(name=described("all 104 cards"), value="full"),
            app_commands.Choice(name=described("tactical: just enough"), value="tactical"),
        ]
    )
    async def play(
        self,
        interaction: Interaction,
        target: app_commands.Range[int, 10, 200] = 66,
        rounds: app_commands.Range[int, 1, 20] | None = None,
        deck: str = "full",
        jokers: bool = False,
    ) -> None:
        """Open a table for 6 nimmt! in this channel."""
        await self.open(interaction, target=target, rounds=rounds, deck=deck, jokers=jokers)


async def setup(bot: Shinrisen) -> None:
    """Add the cog."""
    await bot.add_cog(Nimmt(bot))
