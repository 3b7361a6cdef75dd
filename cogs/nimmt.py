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
                "The match ends when someone is over {target} bulls after a round.",
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
            lines.append(t("Tactical deck: every card is in play."))
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
            _rows(view, t),
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
            _rows(view, t),
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
            return [*yet, _which_row(f"**{scene.names[seat]}**", card, t)]
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
            else t("**Your {card} fits no row. Which one do you take?**", card=_card(card))
        )
        return [*yet, ask, *button_rows(buttons)]

    def score(self, score: int, t: Tongue) -> str:
        """Bulls taken in all."""
        return t.many("{n} bull", "{n} bulls", abs(score))

    def label(self, view: nimmt.View, move: str, t: Tongue) -> str:
        """A move in words, for autocompletion."""
        chosen = nimmt.GAME.parse_move(move)
        if isinstance(chosen, nimmt.TakeRow):
            return _row_label(view, chosen.row, view.revealed[0][1], t)
        bulls = nimmt.bulls(chosen.card)
        return t.many("{card} ({n} bull)", "{card} ({n} bulls)", bulls, card=move)

    def announced(self, move: str) -> bool:
        """A row is named to all; a card is seen when all are revealed."""
        return move.startswith("row")

    def rules(self, options: nimmt.NimmtOptions, t: Tongue) -> list[str]:
        """The rules in four pages."""
        return _rules(options, t)


_BULLS = N_(
    "**Avoid taking bulls. Fewest bulls wins.**\n"
    "Cards carry bulls: 55 has 7, other multiples of 11 have 5, multiples of 10 have 3, other "
    "multiples of 5 have 2, every other card has 1."
)
_ROUND = N_(
    "**A round.** Everyone gets {hand} cards; 4 more start four rows. {hand} times, everyone "
    "secretly chooses a card; when all have chosen, the cards are revealed and placed one at a "
    "time, lowest first."
)
_PLACING = N_(
    "**Placing.** A card goes to the right of the row whose end is the highest among those lower "
    "than it.\n"
    "• Would it be the row's **sixth** card, its player takes the five, and it starts the row "
    "anew.\n"
    "• If it **fits no row**, its player chooses one and takes it, and the card starts the row "
    "anew; the other cards wait."
)
_END = N_(
    "**The end.** When all {hand} cards are played, bulls are counted. If nobody is over the limit "
    "of {target}, another round is dealt. Otherwise fewest bulls wins; equal totals share a rank."
)
_OPTIONS = N_(
    "**Options.** `{target}`: the limit; the match ends after the round in which someone is over "
    "it. `{rounds}`: the most rounds. `{deck}`, tactical: only the cards 1 to ten times the "
    "players plus 4. `{jokers}`: see the next page."
)
_TIME = N_(
    "**Out of time.** I play the number that would cost you least if it were placed now, a joker "
    "only when you hold nothing else; and I choose the row that costs you least, the upper of "
    "equals."
)
_TYPED = N_(
    "**Typed.** `/{game} {move}` takes every move as well: `55` is a card, `0.4` a joker, `row1` "
    "to `row4` a row, the uppermost first."
)
_JOKERS = N_(
    "**Jokers** (option `{jokers}`) are 0.0 to 0.9. Everyone gets one more card, which is a joker; "
    "the others are shuffled in. They carry no bulls.\n"
    "• A joker is lower than every number, and its player puts it on any row. The row's end then "
    "counts that much more: on 19 the joker 0.4 makes 19.4, a further 0.6 makes 20.\n"
    "• A number has to be **higher** than the end: 20 doesn't go on 20. Equal to the lowest end, "
    "it fits no row.\n"
    "• Of rows that end equally the **upper** one gets the card, even if it is full and taken. "
    "Ends count as they are when the card is placed.\n"
    "• As sixth card a joker takes the five. One that starts a row counts as its own value."
)


def _rules(options: nimmt.NimmtOptions, t: Tongue) -> list[str]:
    """The rules of a table with these options."""
    if options.deck == "tactical":
        deck = t("Deck: only 1 to ten times the players plus 4, so that every card is in play.")
    elif options.jokers:
        deck = t("Deck: 1 to 104 and the jokers 0.0 to 0.9.")
    else:
        deck = t("Deck: 1 to 104.")
    latest = t.many(
        "Ends after {n} round at the latest.",
        "Ends after {n} rounds at the latest.",
        options.most_rounds,
    )
    names = {name: t.word("command", name) for name in ("target", "rounds", "deck", "jokers")}
    typed = t(_TYPED, game=t.word("command", "nimmt"), move=t.word("command", "move"))
    end = t(_END, hand=options.tricks, target=options.target)
    return [
        f"{t(_BULLS)}\n{deck}\n\n{t(_ROUND, hand=options.tricks)}",
        f"{t(_PLACING)}\n\n{end}\n{latest}",
        f"{t(_OPTIONS, **names)}\n\n{t(_TIME)}\n\n{typed}",
        t(_JOKERS, jokers=names["jokers"]),
    ]


def _card(card: int) -> str:
    """A card with its bulls raised, as `55⁷`; a joker as `0.4`."""
    bulls = nimmt.bulls(card)
    return nimmt.card_text(card) + (str(bulls).translate(_SUPERSCRIPT) if bulls else "")


def _rows(view: nimmt.View, t: Tongue) -> str:
    lines = []
    for number, row in enumerate(view.rows, 1):
        cards = "".join(f"{_card(card):<5}" for card in row)
        full = " !" if len(row) == nimmt.FULL else ""
        lines.append(f"{number}│ {cards:<25}│{nimmt.row_bulls(row):>2}🐂{full}")
    ends = [
        t("Row {number} ends at {end}", number=number, end=nimmt.end_text(end))
        for number, (row, end) in enumerate(zip(view.rows, view.ends, strict=True), 1)
        if len(row) > 1 and nimmt.is_joker(row[-1])
    ]
    return "```\n" + "\n".join(lines) + "\n```" + ("\n-# " + " · ".join(ends) if ends else "")


def _row_label(view: nimmt.View, number: int, card: int, t: Tongue) -> str:
    row = view.rows[number]
    if not nimmt.is_joker(card):
        return t.many(
            "Row {number}: take {cards} ({n} bull)",
            "Row {number}: take {cards} ({n} bulls)",
            nimmt.row_bulls(row),
            number=number + 1,
            cards=" ".join(map(nimmt.card_text, row)),
        )
    end = nimmt.end_text(view.ends[number])
    if len(row) < nimmt.FULL:
        return t("Row {number}: ends at {end}", number=number + 1, end=end)
    return t.many(
        "Row {number}: ends at {end}, costs {n} bull",
        "Row {number}: ends at {end}, costs {n} bulls",
        nimmt.row_bulls(row),
        number=number + 1,
        end=end,
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
        return _which_row(scene.mentions[seat], card, t)
    waiting = [scene.mentions[seat] for seat in sorted(view.to_act)]
    return t("Waiting for {who}.", who=", ".join(waiting))


def _which_row(who: str, card: int, t: Tongue) -> str:
    return t("Waiting for {who}: which row for {card}?", who=who, card=_card(card))


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
