"""Schwimmen on screen: its table, hands, rules and end."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

import discord
from discord import ui

from bot.drawing.film import Film
from bot.drawing.picture import Picture
from bot.play.computers import Personas
from bot.screens.look import FILMED, Facts, Look, Scene
from bot.wire.fitting import Story
from bot.wire.ui import Control, Part, button_rows
from bot.words.i18n import Tongue
from bot.words.speech import joined, listed
from games import schwimmen
from games.cards import Card, Hand, arranged, find_card
from games.core import Event, Seat
from games.errors import N_
from games.schwimmen.thirty_one import FIRE, THIRTY_ONE, swapped, worth

from .._shared.examples import example
from .._shared.hints import behind
from . import emojis, hint, picture
from .cards import SUITS, card_text, cards_text, points_text, worth_text
from .cast import CAST
from .results import losses, result
from .rules_pages import EXAMPLES
from .rules_pages import rules as _rules

_COLOUR = 0x1ABC9C
_STYLE = discord.ButtonStyle
_SIGNS = {"🏊": "{swim}"} | {plain: f"{{{emojis.suit(one)}}}" for one, plain in SUITS.items()}


class SchwimmenLook(Look):
    """The look of Schwimmen. Cards are rank and suit, large: K♥ 10♠."""

    key: ClassVar[str] = "schwimmen"
    name: ClassVar[str] = N_("Schwimmen")
    # The source has no length. 70 to 80 moves of 15 seconds are usual.
    facts: ClassVar[Facts] = Facts(minutes=20, easy=True)
    emoji: ClassVar[str] = "🏊"
    colour: ClassVar[int] = _COLOUR
    computers: ClassVar[Personas] = CAST
    company: ClassVar[int] = 2
    signs: ClassVar[Mapping[str, str]] = MappingProxyType(_SIGNS)

    def options(self, options: schwimmen.SchwimmenOptions, t: Tongue) -> list[str]:
        """Return the options of a match in words."""
        lines = [
            t.many(
                "{n} life each; who loses after that is out.",
                "{n} lives each; who loses after that is out.",
                options.lives,
            )
        ]
        if options.swap_all:
            lines.append(t("A turn may also swap all three cards for those in the middle."))
        return lines

    def due(self, view: schwimmen.View, t: Tongue) -> str:
        """Return the due decision in a few words for a notice."""
        return t("keep or take?") if view.choosing else t("swap or pass")

    def chapter(self, view: schwimmen.View) -> int:
        """Return the deal, because each deal has a panel of its own."""
        return view.deal

    def pause(self, view: schwimmen.View, events: Sequence[Event]) -> float:
        """Return a pause for the end of a deal, when all hands are open."""
        return FILMED * any(isinstance(event, schwimmen.DealEnded) for event in events)

    def picture(self, scene: Scene) -> Picture | None:
        """Return the picture of the table, of the own hand or of a reveal."""
        return picture.picture(scene)

    def film(self, scene: Scene) -> Film | None:
        """Return the film of the latest deal's end."""
        return picture.film(scene)

    def table(self, scene: Scene) -> list[Part]:
        """Return the ended deal, the middle, the latest moves, the lives and the awaited seat."""
        if scene.held:
            return [*_ended(scene), ui.Separator(), _standings(scene, "\n"), *_next(scene)]
        awaited = [_awaited(scene)] if scene.view.outcome is None else []
        if scene.pictured and awaited:
            # The picture shows the lives and the closer.
            ended = _ended(scene)
            between = [ui.Separator[ui.LayoutView]()] if ended else []
            return [*ended, *between, _header(scene), *_happened(scene), *awaited]
        return [*self.last(scene), *awaited]

    def last(self, scene: Scene) -> list[Part]:
        """Return the table without the awaited seats."""
        ended, standings = _ended(scene), _standings(scene, "\n")
        if scene.view.outcome is not None:
            return [*ended, ui.Separator(), standings]
        parts: list[Part] = [
            *ended,
            *([ui.Separator()] if ended else []),
            _header(scene),
            *_happened(scene),
        ]
        own = [] if scene.pictured else _own(scene)
        return [*parts, ui.Separator(), standings, *own]

    def story_line(self, scene: Scene) -> str:
        """Return the match in a line."""
        return scene.t("Decided in deal {deal}.", deal=scene.view.deal)

    def hand(self, scene: Scene) -> list[Part]:
        """Return the table, the own cards with their worth, and the choices of a turn."""
        t, view = scene.t, scene.view
        assert view.seat is not None
        turn = view.seat in view.to_act
        # With these controls there is no room for hands that are already known.
        parts = _ended(scene, short=turn and scene.pictured and not scene.held)
        if view.outcome is None:
            parts += [ui.Separator()] if parts else []
            parts += [_header(scene), *_happened(scene)]
        parts.append(_standings(scene, " · "))
        if view.gone[view.seat]:
            return [*parts, t("You're out. Stay and watch: the others play on.")]
        if scene.held or not scene.pictured:
            parts += [ui.Separator(), *_own(scene)]
        if not turn:
            return parts
        if view.choosing:
            return [*parts, *_choosing(scene)]
        return [*parts, *_turn(scene)]

    def totals(self, view: schwimmen.View) -> tuple[int, ...]:
        """Return the deals that each seat may still lose: its lives, plus one while it is in."""
        seats = zip(view.lives, view.gone, strict=True)
        return tuple(0 if gone else lives + 1 for lives, gone in seats)

    def label(self, view: schwimmen.View, move: str, t: Tongue) -> str:
        """Return a move in words."""
        match schwimmen.GAME.parse_move(move):
            case schwimmen.Keep():
                return t("Keep your hand")
            case schwimmen.Take():
                return t("Take the extra hand, unseen")
            case schwimmen.Pass(close):
                return t("Pass and close") if close else t.word("schwimmen", "Pass")
            case schwimmen.SwapAll(close):
                after = worth_text(arranged(view.table))
                if close and view.seat in view.to_act:
                    return t("Swap all three and close (worth {worth})", worth=after)
                return t("Swap all three (worth {worth})", worth=after)
            case schwimmen.Swap(give, take) if view.seat not in view.to_act:
                # Others don't learn the new worth. A close with Thirty-One or Fire isn't reported.
                return t("Swap {give} for {take}", give=card_text(give), take=card_text(take))
            case schwimmen.Swap(give, take, close):
                after = worth_text(swapped(view.hand, give, take))
                text = N_("Swap {give} for {take} (worth {worth})")
                if close:
                    text = N_("Swap {give} for {take} and close (worth {worth})")
                return t(text, give=card_text(give), take=card_text(take), worth=after)

    def hint(self, view: schwimmen.View, weighed: hint.Weighed, t: Tongue) -> str:
        """Return a hint: the chance to win, the hand's new worth, the risk of a close."""
        why = hint.why(view, weighed, t)
        return self.advice(view, weighed, t, why, behind(weighed, t))

    def announced(self, move: str) -> bool:
        """Return True: cards change hands openly."""
        return True

    def rules(self, options: schwimmen.SchwimmenOptions, t: Tongue) -> list[str]:
        """Return the rules in three pages."""
        return _rules(options, t)

    def example(self, options: schwimmen.SchwimmenOptions, page: int) -> Picture | None:
        """Return the picture of a page of the rules."""
        return example(self, EXAMPLES, options, page)


def _header(scene: Scene) -> str:
    t, view = scene.t, scene.view
    head = t("**Deal {deal}** · dealer {who}", deal=view.deal, who=scene.names[view.dealer])
    if scene.pictured and not scene.held:
        return head
    return head + " · " + t("stock {stock}", stock=view.stock)


def _next(scene: Scene) -> list[Part]:
    """Return the line about the next deal, unless the match is over."""
    t, view = scene.t, scene.view
    if view.outcome is not None:
        return []
    return [t("Next: deal {deal}, dealt by {who}", deal=view.deal, who=scene.names[view.dealer])]


def _news(scene: Scene) -> bool:
    """Return True while the last deal's end is shown in full: until all had a turn."""
    view = scene.view
    return bool(view.results) and (view.outcome is not None or view.turns < view.gone.count(0))


def _ended(scene: Scene, *, short: bool = False) -> list[Part]:
    """Return the last deal's end, in full until all had a turn, or always `short`."""
    t, names, results = scene.t, scene.names, scene.view.results[-_at_once(scene) :]
    if short or not _news(scene):
        return [f"-# {losses(results[-1], names, t)}"] if results else []
    before, now = _deals(scene)
    story = _story(scene, before if scene.view.outcome is None else now)
    told = [result(one, names, t) for one in results]
    if scene.pictured and (scene.held or scene.view.outcome is not None):
        # The picture shows all hands of the last deal.
        told[-1] = losses(results[-1], names, t)
    return [*([story] if story else []), *told]


def _at_once(scene: Scene) -> int:
    """Return the number of deals that the last ending move ended. Some end at the deal."""
    ended = [ply for ply, event in scene.story if isinstance(event, schwimmen.DealEnded)]
    return ended.count(ended[-1]) if ended else 1


def _happened(scene: Scene) -> list[Part]:
    """Return the middle, and the moves of this deal."""
    t, view = scene.t, scene.view
    parts: list[Part] = []
    if view.choosing:
        parts.append(t("The extra hand lies face down beside the dealer's."))
    elif scene.held or not scene.pictured:
        parts.append(t("In the middle") + f"\n# {cards_text(view.table)}")
    _, now = _deals(scene)
    if story := _story(scene, now):
        parts.append(story)
    if view.last_turns:
        who = listed((scene.names[seat] for seat in view.last_turns), t)
        parts.append(t("**Last turns:** {who}", who=who))
    return parts


def _deals(scene: Scene) -> tuple[list[Event], list[Event]]:
    """Return the events of this deal, and of the one before until a seat has had a turn."""
    events = [event for _, event in scene.story]
    began = [i for i, event in enumerate(events) if isinstance(event, schwimmen.DealBegan)]
    *_, first, at = 0, 0, *began
    return (events[first:at] if scene.view.turns == 0 else []), events[at:]


def _story(scene: Scene, events: Sequence[Event]) -> Story:
    """Return the moves since the reader's last turn, one for each seat."""
    most = scene.view.seats + 2
    lines = [f"-# {line}" for e in events if (line := _told(e, scene.names, scene.t))][-most:]
    return Story("\n".join(lines))


def _told(event: Event, names: Sequence[str], t: Tongue) -> str:
    match event:
        case schwimmen.Kept(seat=seat):
            return t("{who} keeps the hand and turns up the extra hand.", who=names[seat])
        case schwimmen.Took(seat=seat):
            return t("{who} takes the extra hand unseen and turns up the first.", who=names[seat])
        case schwimmen.Swapped(seat=seat, give=give, take=take):
            return t(
                "{who} gives {give} and takes {take}.",
                who=names[seat],
                give=card_text(give),
                take=card_text(take),
            )
        case schwimmen.SwappedAll(seat=seat, give=give, take=take):
            return t(
                "{who} gives all three, {give}, and takes {take}.",
                who=names[seat],
                give=cards_text(give),
                take=cards_text(take),
            )
        case schwimmen.Passed(seat=seat):
            return t("{who} passes.", who=names[seat])
        case schwimmen.Closed(seat=seat):
            return t("**{who} closes** ✋: everyone else has one more turn.", who=names[seat])
        case schwimmen.LastTurns():
            return t("Everyone has one more turn; nobody may close any more.")
        case schwimmen.Renewed(table=table, reshuffled=False):
            return t("All have passed: three new cards, {cards}.", cards=cards_text(table))
        case schwimmen.Renewed(table=table):
            return t(
                "All have passed: the discarded cards go into the stock; three new cards, {cards}.",
                cards=cards_text(table),
            )
        case schwimmen.Showed(seat=seat, hand=hand):
            text = (
                N_("**{who} shows Fire 🔥: {cards}!**")
                if worth(hand) == FIRE
                else N_("**{who} shows Thirty-One: {cards}!**")
            )
            return t(text, who=names[seat], cards=cards_text(hand))
        case _:
            return ""


def _standings(scene: Scene, between: str) -> str:
    return between.join(_standing(scene, Seat(seat)) for seat in range(scene.view.seats))


def _standing(scene: Scene, seat: Seat) -> str:
    t, view = scene.t, scene.view
    mark = "▶ " if seat in view.to_act else ""
    if view.gone[seat]:
        return f"{scene.names[seat]} ❌ " + t.word("schwimmen", "out")
    lives = "❤️" * view.lives[seat] or "🏊 " + t("swims")
    closed = " ✋ " + t("closed") if seat == view.closer else ""
    return f"{mark}**{scene.names[seat]}** {lives}{closed}"


def _own(scene: Scene) -> list[Part]:
    """Return the reader's cards, large, and their worth."""
    t, view = scene.t, scene.view
    if not view.hand:
        return []
    worth = t("Your hand: worth **{worth}**", worth=worth_text(view.hand))
    return [f"{worth}\n# {cards_text(view.hand)}"]


def _awaited(scene: Scene) -> str:
    t, view = scene.t, scene.view
    (seat,) = view.to_act
    who = scene.mentions[seat]
    if view.choosing:
        return t("Waiting for {who}: keep the hand, or take the extra hand unseen?", who=who)
    if view.last_turns:
        return t("Waiting for {who}: swap or pass, with the last turn of this deal.", who=who)
    return t("Waiting for {who}: swap or pass, and perhaps close.", who=who)


def _choosing(scene: Scene) -> list[Part]:
    t = scene.t
    ask = t(
        "**Keep your hand, or take the extra hand unseen?** The cards you don't hold go to the "
        "middle."
    )
    buttons = [
        scene.move(t("Keep"), "keep", style=_STYLE.primary),
        scene.move(t("Take the extra hand"), "take"),
    ]
    return [ask, *button_rows(buttons)]


def _turn(scene: Scene) -> list[Part]:
    """Return buttons for a card to give, a card to take, and then the swap, or a pass."""
    t, view = scene.t, scene.view
    give, take, everything = _picked(view, scene.picked)

    def after(give: Card | None, take: Card | None) -> Hand | None:
        return swapped(view.hand, give, take) if give and take else None

    own = [
        _half(scene, card, card == give, after(card, take), _text(card, take), _text(None, take))
        for card in view.hand
    ]
    table = [
        _half(scene, card, card == take, after(give, card), _text(give, card), _text(give, None))
        for card in view.table
    ]
    if view.options.swap_all:
        points = points_text(arranged(view.table))
        label = t("All three") + " ✓" if everything else t("All three: worth {worth}", worth=points)
        style = _STYLE.success if everything else _STYLE.secondary
        table.append(scene.pick(label, "" if everything else "all", style=style))
    ask = N_("**Your turn.** Which card do you give?")
    if view.last_turns:
        ask = N_("**Your last turn of this deal.** Which card do you give?")
    return [
        t(ask),
        *button_rows(own),
        t("Which one do you take?"),
        *button_rows(table),
        _preview(scene, give, take, everything),
        *_deeds(scene, give, take, everything),
    ]


def _half(
    scene: Scene, card: Card, chosen: bool, after: Hand | None, text: str, without: str
) -> Control:
    """Return a button for half of a swap. A chosen card can be put back."""
    label, to = card_text(card), without if chosen else text
    if chosen:
        label += " ✓"
    elif after is not None:
        label = scene.t("{card}: worth {worth}", card=label, worth=points_text(after))
    style = _STYLE.success if chosen else _STYLE.secondary
    emoji, plain = emojis.suit(card.suit), SUITS[card.suit]
    return scene.pick(label, to, style=style, emoji=emoji, plain=plain)


def _text(give: Card | None, take: Card | None) -> str:
    """Return the half choice: `KH`, `-7S`, `KH-7S` or nothing."""
    return (str(give) if give else "") + (f"-{take}" if take else "")


def _picked(view: schwimmen.View, picked: str) -> tuple[Card | None, Card | None, bool]:
    """Return the card to give, the card to take, and True for all three."""
    if picked == "all" and view.options.swap_all:
        return None, None, True
    first, _, second = picked.partition("-")
    give, take = find_card(first), find_card(second)
    return (give if give in view.hand else None, take if take in view.table else None, False)


def _preview(scene: Scene, give: Card | None, take: Card | None, everything: bool) -> str:
    t, view = scene.t, scene.view
    if everything:
        hand = arranged(view.table)
        text = t("All three: worth **{worth}** instead of {now}.", **_worths(view.hand, hand))
    elif give and take:
        hand = swapped(view.hand, give, take)
        text = t(
            "{give} for {take}: worth **{worth}** instead of {now}.",
            give=card_text(give),
            take=card_text(take),
            **_worths(view.hand, hand),
        )
    else:
        # Beside a picture the disabled swap button is explanation enough.
        return "" if scene.pictured else "-# " + t("Nothing is done before you press one of these:")
    if worth(hand) >= THIRTY_ONE:
        text = joined([text, t("It ends the deal at once!")], t)
    return text


def _worths(now: Hand, then: Hand) -> dict[str, str]:
    return {"now": worth_text(now), "worth": worth_text(then)}


def _deeds(scene: Scene, give: Card | None, take: Card | None, everything: bool) -> list[Part]:
    """Return swap and pass. Closing stands apart, because it is final."""
    t = scene.t
    ready = everything or (give is not None and take is not None)
    # An incomplete swap has a disabled button, so that the controls keep their places.
    swap = ("all" if everything else _text(give, take)) if ready else "?"
    deeds: list[Part] = [
        *button_rows(
            [
                scene.move(t("Swap"), swap, style=_STYLE.primary, disabled=not ready),
                scene.move(t.word("schwimmen", "Pass"), "pass"),
            ]
        )
    ]
    if scene.view.last_turns:
        return deeds
    danger = _STYLE.danger
    closes = [
        scene.move(t("Swap and close"), f"{swap}!", style=danger, disabled=not ready),
        scene.move(t("Pass and close"), "pass!", style=danger),
    ]
    return [
        *deeds,
        "-# " + t("Or close ✋ with it: everyone else has one more turn, then the deal ends."),
        *button_rows(closes),
    ]


LOOK = SchwimmenLook()
