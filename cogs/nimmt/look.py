"""6 nimmt! on screen: its table, hands, rules and end."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from types import MappingProxyType

import discord
from discord import ui

from bot.play.computers import cast_of
from bot.play.names import brief
from bot.screens.look import FILMED, MOMENT, Facts, Look, Scene
from bot.wire.fitting import Head, Prompt, Story
from bot.wire.ui import Part, button_rows
from bot.words.i18n import Tongue
from bot.words.speech import listed
from games import nimmt
from games.core import Event, Seat
from games.errors import N_

from .._shared.examples import pictured
from . import emojis, picture
from .cards import named, raised, with_bulls
from .rules_pages import EXAMPLES, rules
from .story import dearer, fortunes, recap, story, why

# Number of players above which several share a line, itself included.
_MANY = 6
# Column of the bulls beside the rows.
_COLUMNS = 25
_CLOSE = 5
# Events in the story of a trick.
_TELLING = frozenset({nimmt.Placed, nimmt.Took, nimmt.RoundEnded})


class NimmtLook(Look):
    """The look of 6 nimmt!. Cards are numbers with their bulls raised: 55⁷."""

    key = "nimmt"
    name = N_("6 nimmt!")
    facts = Facts(minutes=45, easy=True)
    emoji = "🐂"
    colour = 0x8E44AD
    computers = cast_of("nimmt")
    round_begins = nimmt.RoundBegan
    seals = (nimmt.Chose,)
    reveals = MappingProxyType({nimmt.Placed: MOMENT, nimmt.Took: FILMED, nimmt.RoundEnded: FILMED})
    turns = nimmt.Placed, nimmt.Took
    losses = (nimmt.Took,)
    hides = (nimmt.Choose,)
    opponents = 3
    least_cost = 0.6
    foresees = True
    signs = MappingProxyType({"🐂": "{bull}"})
    film = staticmethod(picture.film)
    moment = staticmethod(picture.moment)
    decisive = staticmethod(picture.decisive)
    picture = staticmethod(picture.picture)
    fortunes = staticmethod(fortunes)
    recap = staticmethod(recap)
    chapter = staticmethod(attrgetter("round"))
    totals = staticmethod(attrgetter("bulls"))
    example = pictured(EXAMPLES)
    why = staticmethod(why)
    worth = staticmethod(dearer)
    rules = staticmethod(rules)

    def options(self, options: nimmt.NimmtOptions, t: Tongue) -> list[str]:
        """Return the options of a match in words."""
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
            lines.append(t("Tactical deck: only 1 to ten times the players plus 4, all in play."))
        if options.jokers:
            lines.append(t("With the ten jokers of the anniversary edition."))
        return lines

    def due(self, view: nimmt.View, t: Tongue) -> str:
        """Return the due decision in a few words for a notice."""
        if view.revealed:
            return t("choose a row")
        return t("choose a card ({n} of {all})", n=view.trick, all=view.tricks)

    def pause(self, view: nimmt.View, events: Sequence[Event]) -> float:
        """Return a pause for every trick, none while a row must be chosen."""
        return 0 if view.revealed else super().pause(view, events)

    def turning(self, view: nimmt.View, events: Sequence[Event]) -> bool:
        """Return True once a trick is laid."""
        return super().turning(view, events) and not view.revealed

    def step_words(self, step: int, steps: int, t: Tongue) -> str:
        """Return the number of a trick."""
        return t("card {trick} of {tricks}", trick=step, tricks=steps)

    def table(self, scene: Scene) -> list[Part]:
        """Return the rows, the last trick, the bulls and the awaited seats."""
        t, view = scene.t, scene.view
        if _held(scene):
            return [*_reveal(scene), ui.Separator(), _scores(scene)]
        head = t(
            "Round {round} · card {trick} of {tricks}",
            round=view.round,
            trick=view.trick,
            tricks=view.tricks,
        )
        return [
            Head(head + _deck(view, t)),
            *_position(scene),
            *_story(scene),
            ui.Separator(),
            _scores(scene),
            Prompt(_awaited(scene)),
        ]

    def question(self, scene: Scene) -> list[Part]:
        """Return the trick, and the choice of the next card while the round surely goes on.

        It stands there too if a row must be chosen first, because its absence would reveal that.
        """
        goes_on = scene.seat is not None and scene.view.hand and _round_ended(scene) is None
        # A prompt, too, so that it stands above the next one.
        return [Prompt(_revealed(scene)), *(_choosing_card(scene, then=True) if goes_on else [])]

    def last(self, scene: Scene) -> list[Part]:
        """Return the rows and the last trick.

        If the match was broken off, return the bulls and the own hand too.
        """
        if _held(scene):
            return [*_reveal(scene), _scores(scene)]
        told: list[Part] = [*_position(scene), *_story(scene)]
        if scene.view.outcome is not None:
            return told
        own = [] if scene.pictured else _own(scene)
        return [*told, _scores(scene, over=True), *own]

    def story_line(self, scene: Scene) -> str:
        """Return the margin, or the most expensive round."""
        view = scene.view
        if view.outcome is None:
            return ""
        first, second = sorted(view.bulls)[:2]
        if 0 < second - first <= _CLOSE:
            return scene.voice.counting(
                view.bulls.index(first),
                ("You won by {n} bull.", "You won by {n} bulls."),
                ("{who} won by {n} bull.", "{who} won by {n} bulls."),
                second - first,
            )
        rounds = [*view.history, view.round_bulls]
        if len(rounds) == 1:
            return ""
        bulls, number, seat = max(
            (n, number, seat) for number, one in enumerate(rounds, 1) for seat, n in enumerate(one)
        )
        return scene.voice.counting(
            seat,
            (
                "Most in one round: you, {n} bull in round {round}.",
                "Most in one round: you, {n} bulls in round {round}.",
            ),
            (
                "The most in one round: {who}, {n} bull in round {round}.",
                "The most in one round: {who}, {n} bulls in round {round}.",
            ),
            bulls,
            round=number,
        )

    def hand(self, scene: Scene) -> list[Part]:
        """Return the rows and the own cards as buttons. A due row gets buttons too."""
        t, view = scene.t, scene.view
        assert view.seat is not None
        held = _held(scene)
        parts = [*_reveal(scene), ui.Separator[ui.LayoutView]()] if held else []
        if view.outcome is not None:
            return parts
        head = t(
            "round {round}, {trick}/{tricks} · {bulls} 🐂",
            round=view.round,
            trick=view.trick,
            tricks=view.tricks,
            bulls=view.bulls[view.seat],
        )
        parts.append(Head(head + _deck(view, t)))
        # The reveal above has printed the rows already, except those of a new round.
        if not held or _round_ended(scene) is not None:
            parts += [_rows(view, t)] if held else _position(scene)
        if not held:
            parts += _story(scene)
        if view.revealed:
            return parts + self._choosing_row(scene)
        return parts + _choosing_card(scene)

    def _choosing_row(self, scene: Scene) -> list[Part]:
        t, view = scene.t, scene.view
        seat, card = view.revealed[0]
        own = _own(scene)
        if seat != view.seat:
            asked = Prompt(_which_row(f"**{scene.names[seat]}**", card, scene))
            # The picture has the cards of the trick instead of the own ones.
            return [asked, *own]
        joker, shown = nimmt.is_joker(card), named(card, scene.pictured)
        buttons = [
            scene.move(
                _row_fact(view, number, card, t)
                if scene.pictured
                else _row_label(view, number, card, t),
                f"row{number + 1}",
                style=discord.ButtonStyle.primary,
                emoji="" if scene.pictured else "bull",
            )
            for number in range(len(view.rows))
        ]
        ask = (
            t("**Put your joker {card} on a row.**", card=shown)
            if joker
            else t("**Your {card} fits no row. Which one do you take?**", card=shown)
        )
        return [*([] if scene.pictured else own), Prompt(ask), *button_rows(buttons)]

    def label(self, view: nimmt.View, move: str, t: Tongue) -> str:
        """Return a move in words."""
        chosen = nimmt.GAME.parse_move(move)
        if isinstance(chosen, nimmt.TakeRow):
            return _row_label(view, chosen.row, view.revealed[0][1], t)
        bulls = nimmt.bulls(chosen.card)
        return t.many("{card} ({n} bull)", "{card} ({n} bulls)", bulls, card=move)

    def cost(self, cost: float, t: Tongue) -> str:
        """Return the bulls more by the end of the round, against the others' mean."""
        return t.many("{n} bull", "{n} bulls", round(cost))

    def luck(self, expected: float, score: int, t: Tongue) -> str:
        """Return the bulls that the dealt cards bring a strong computer, beside those taken."""
        return t(
            "Your deals were worth {expected} to a strong computer. You took {taken}.",
            expected=self.score(round(expected), t),
            taken=self.score(score, t),
        )


def _choosing_card(scene: Scene, *, then: bool = False) -> list[Part]:
    """Return the question for a card, or for the one `then`, and the reader's cards as buttons."""
    t, view = scene.t, scene.view
    asked = t("**Choose the next card**, face down.") if then else t("**Choose a card.**")
    wanted = [card for card in view.hand if nimmt.card_text(card) == scene.picked]
    chosen = next(iter(wanted), None) if view.choice is None else view.choice
    if chosen is not None:
        shown = named(chosen, scene.pictured)
        asked = t("Chosen: **{card}**. You can still change it.", card=shown)
    # Beside a picture the number is enough, so that five buttons fit into a row.
    cards = [
        scene.move(
            named(card, scene.pictured),
            nimmt.card_text(card),
            chosen=card == chosen,
            emoji="" if scene.pictured else emojis.bulls(nimmt.bulls(card)),
            plain=raised(card),
        )
        for card in view.hand
    ]
    return [Prompt(asked), *button_rows(cards)]


def _deck(view: nimmt.View, t: Tongue) -> str:
    """Return the end of a headline, the range of a tactical deck."""
    if view.options.deck != "tactical":
        return ""
    return " · " + t("cards 1 to {last}", last=nimmt.HAND * view.seats + nimmt.ROWS)


def _position(scene: Scene) -> list[Part]:
    """Return the rows, unless a picture shows them. It lacks the ends of rows with jokers."""
    t, view = scene.t, scene.view
    if not scene.pictured:
        return [_rows(view, t)]
    return [f"-# {ends}"] if (ends := _ends(view, t)) else []


def _rows(view: nimmt.View, t: Tongue) -> str:
    """Return the rows with number, cards and bulls, 28 columns wide. `!` marks a full row."""
    lines = [" " * _COLUMNS + "🐂"]
    for number, row in enumerate(view.rows, 1):
        full = "!" if len(row) == nimmt.FULL else "│"
        cards = " ".join(map(with_bulls, row))
        # Five cards above 99 carry few bulls.
        bulls = str(nimmt.row_bulls(row)).rjust(2 if len(cards) < _COLUMNS - 1 else 1)
        lines.append(f"{number}{full}{cards:<22} {bulls}")
    ends = _ends(view, t)
    return "```\n" + "\n".join(lines) + "\n```" + (f"\n-# {ends}" if ends else "")


def _ends(view: nimmt.View, t: Tongue) -> str:
    """Return the ends of rows with a joker at the end."""
    return " · ".join(
        t("Row {number} ends at {end}", number=number, end=nimmt.end_text(end))
        for number, (row, end) in enumerate(zip(view.rows, view.ends, strict=True), 1)
        if len(row) > 1 and nimmt.is_joker(row[-1])
    )


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


def _row_fact(view: nimmt.View, number: int, card: int, t: Tongue) -> str:
    """Return a row's number with its cost, or with the end of a joker, beside a picture."""
    row = view.rows[number]
    ends = nimmt.is_joker(card) and len(row) < nimmt.FULL
    fact = nimmt.end_text(view.ends[number]) if ends else f"{nimmt.row_bulls(row)} 🐂"
    return t("Row {number}: {fact}", number=number + 1, fact=fact)


def _own(scene: Scene) -> list[Part]:
    """Return the reader's cards in a line."""
    cards = " ".join(named(card, scene.pictured) for card in scene.view.hand)
    return [scene.t("Your hand: {cards}", cards=cards)] if cards else []


def _scores(scene: Scene, *, over: bool = False) -> str:
    """Return all bulls, and the choices made unless it is `over`, in few lines."""
    t, view = scene.t, scene.view
    ended = _round_ended(scene) if _held(scene) else None
    bulls, new = view.bulls, view.round_bulls
    if ended is not None:
        bulls, new = ended.totals, ended.bulls
    choosing = not (over or view.revealed or view.outcome is not None or _held(scene))
    if len(scene.names) >= _MANY:
        return _crowd(scene, bulls, new, choosing=choosing)
    if scene.pictured:
        return _in_line(scene, bulls, new, choosing=choosing)
    lines = []
    for seat in range(len(scene.names)):
        mark = ""
        # The prompt names those who are awaited.
        if choosing and Seat(seat) in view.chosen:
            mark = " · ✓ " + t("chosen")
        # In the first round all bulls are of this round.
        lately = ""
        if new[seat] and view.round > 1:
            lately = " " + t("({n} this round)", n=new[seat])
        lines.append(f"**{scene.seat_name(seat)}** {bulls[seat]} 🐂{lately}{mark}")
    return "\n".join(lines)


def _in_line(scene: Scene, bulls: Sequence[int], new: Sequence[int], *, choosing: bool) -> str:
    """Return the bulls of a few players in a line, which the picture doesn't have."""
    told = []
    for seat, name in brief(dict(enumerate(scene.names))).items():
        lately = f" (+{new[seat]})" if new[seat] and scene.view.round > 1 else ""
        mark = " ✓" if choosing and Seat(seat) in scene.view.chosen else ""
        told.append(f"{name} **{bulls[seat]}**{lately}{mark}")
    return "-# 🐂 " + " · ".join(told)


def _crowd(scene: Scene, bulls: Sequence[int], new: Sequence[int], *, choosing: bool) -> str:
    """Return the bulls of many players in few lines: the awaited ones, then the others."""
    t, view = scene.t, scene.view

    def listed(seats: Iterable[int], names: Sequence[str]) -> str:
        lately = [f" (+{n})" if n else "" for n in new]
        return " · ".join(f"{names[seat]} **{bulls[seat]}**{lately[seat]}" for seat in seats)

    names = list(map(scene.voice.name, range(len(scene.names))))
    head = "-# 🐂 " + (t("in all (+ in this round)") if any(new) else t("in all"))
    if not choosing:
        everyone = listed(range(len(names)), names)
        return f"-# 🐂 {everyone}" if scene.pictured else f"{head}\n{everyone}"
    awaited = listed(sorted(view.to_act), names if scene.pictured else scene.mentions)
    chosen = listed(sorted(view.chosen), names)
    waits, chose = f"⏳ {awaited}" if awaited else "", f"✓ {chosen}" if chosen else ""
    if scene.pictured:
        return "\n".join(f"-# {line}" for line in (waits, chose) if line)
    return "\n".join(filter(None, [head, waits, chose]))


def _awaited(scene: Scene) -> str:
    t, view = scene.t, scene.view
    if view.outcome is not None:
        return ""
    if view.revealed:
        seat, card = view.revealed[0]
        return _which_row(scene.mentions[seat], card, scene)
    if len(scene.names) >= _MANY:
        return ""
    waiting = [scene.mentions[seat] for seat in sorted(view.to_act)]
    return t("Waiting for {who}.", who=listed(waiting, t))


def _which_row(who: str, card: int, scene: Scene) -> str:
    shown = named(card, scene.pictured)
    return scene.t("Waiting for {who}: which row for {card}?", who=who, card=shown)


# Events


def _held(scene: Scene) -> bool:
    """Return True in the pause after a trick. A due row allows no pause."""
    return scene.held and not scene.view.revealed


def _trick(scene: Scene) -> list[Event]:
    """Return the events of the cards revealed last."""
    told: list[Event] = []
    for _, event in reversed(scene.story):
        kind = type(event)
        if kind is nimmt.Revealed:
            return told[::-1]
        if kind in _TELLING:
            told.append(event)
    return []


def _round_ended(scene: Scene) -> nimmt.RoundEnded | None:
    """Return the end of the round, if the last trick ended it."""
    return next((e for e in _trick(scene) if isinstance(e, nimmt.RoundEnded)), None)


def _reveal(scene: Scene) -> list[Part]:
    """Return the last trick under its own heading, with the rows after it."""
    # The rows of a new round are dealt already, so they would not fit the trick.
    dealt = _round_ended(scene) is not None and scene.view.outcome is None
    return [_revealed(scene), *([] if dealt else _position(scene)), *_story(scene)]


def _revealed(scene: Scene) -> str:
    """Return the heading of the last trick."""
    t, view, ended = scene.t, scene.view, _round_ended(scene)
    number, trick = (view.round, view.trick - 1) if ended is None else (ended.round, view.tricks)
    if view.revealed:
        trick = view.trick
    head = t(
        "**Round {round}** · card {trick} of {tricks}",
        round=number,
        trick=trick,
        tricks=view.tricks,
    )
    return head + _deck(view, t)


def _story(scene: Scene) -> list[Story]:
    """Return the cards revealed last in turn, then the takers, the largest take last."""
    # A picture shows the rows, and the waiting cards except to the seat that must take a row.
    waiting = scene.view.revealed
    if scene.pictured and waiting and waiting[0][0] != scene.seat:
        waiting = ()
    told = story(_trick(scene), waiting, scene.voice, shown=scene.pictured)
    return [Story(told)] if told else []


LOOK = NimmtLook()
