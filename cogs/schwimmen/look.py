"""Schwimmen on screen: its table, hands, rules and end."""

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from types import MappingProxyType

import discord
from discord import ui

from bot.play.computers import cast_of
from bot.play.names import brief
from bot.screens.heights import NARROW, of_text
from bot.screens.look import FILMED, Facts, Look, Scene, divided
from bot.wire.fitting import Head, Prompt, Story
from bot.wire.ui import Control, Part, button_rows
from bot.words.i18n import Tongue
from bot.words.speech import joined, listed
from games import schwimmen
from games.cards import Card, Hand, arranged, find_card
from games.core import Event, Frozen, Seat
from games.errors import N_
from games.schwimmen.thirty_one import THIRTY_ONE, swapped, worth

from .._shared.examples import pictured
from . import emojis, picture
from .cards import SUITS, card_text, cards_text, points_text, worth_text
from .rules_pages import EXAMPLES, rules
from .story import fortunes, losses, recap, result, told, why

_STYLE = discord.ButtonStyle
_SIGNS = {"🏊": "{swim}"} | {plain: f"{{{emojis.suit(one)}}}" for one, plain in SUITS.items()}


class SchwimmenLook(Look):
    """The look of Schwimmen. Cards are rank and suit, large: K♥ 10♠."""

    key = "schwimmen"
    name = N_("Schwimmen")
    # The source has no length. 70 to 80 moves of 15 seconds are usual.
    facts = Facts(minutes=20, easy=True)
    emoji = "🏊"
    colour = 0x1ABC9C
    computers = cast_of("schwimmen")
    round_begins = schwimmen.DealBegan
    reveals = MappingProxyType({schwimmen.DealEnded: FILMED})
    # Passes lead to the next step of a replay.
    turns = (
        schwimmen.Kept,
        schwimmen.Took,
        schwimmen.Swapped,
        schwimmen.SwappedAll,
        schwimmen.Closed,
        schwimmen.Renewed,
        schwimmen.DealEnded,
    )
    # Cards change hands openly.
    hides = ()
    opponents = 2
    signs = MappingProxyType(_SIGNS)
    film = staticmethod(picture.film)
    moment = staticmethod(picture.moment)
    decisive = staticmethod(picture.decisive)
    picture = staticmethod(picture.picture)
    fortunes = staticmethod(fortunes)
    recap = staticmethod(recap)
    chapter = staticmethod(attrgetter("deal"))
    example = pictured(EXAMPLES)
    why = staticmethod(why)
    rules = staticmethod(rules)

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

    def costs(self, events: Sequence[Event]) -> frozenset[Seat]:
        """Return the seats that lost a life."""
        ended = [event.result for event in events if isinstance(event, schwimmen.DealEnded)]
        return frozenset(seat for result in ended for seat in result.losers)

    def chapter_words(self, chapter: int, t: Tongue) -> str:
        """Return the number of a deal."""
        return t("Deal {deal}", deal=chapter)

    def table(self, scene: Scene) -> list[Part]:
        """Return the ended deal, the middle, the latest moves, the lives and the awaited seat."""
        ended, now = _ended(scene), [_header(scene), *_happened(scene)]
        if scene.held:
            return divided(ended, [*_lives(scene), *_next(scene)])
        awaited = _waiting(scene, scene.mentions)
        if scene.pictured and awaited:
            # The picture shows the lives and the closer.
            return [*divided(ended, now), *awaited]
        return [*self.last(scene), *awaited]

    def question(self, scene: Scene) -> list[Part]:
        """Return the opening of all hands. Its number would reveal that another deal follows."""
        return [scene.t("**All hands are opened …**")]

    def last(self, scene: Scene) -> list[Part]:
        """Return the table without the awaited seats."""
        ended, lives = _ended(scene), _lives(scene)
        if scene.view.outcome is not None or scene.held:
            return divided(ended, lives)
        own = [] if scene.pictured else _own(scene)
        return [*divided(ended, [_header(scene), *_happened(scene)], lives), *own]

    def story_line(self, scene: Scene) -> str:
        """Return the match in a line. A reader's own line says that they are out."""
        t, results = scene.t, scene.view.results
        if not (results and results[-1].out):
            ended = scene.view.outcome is not None
            return t("Decided in deal {deal}.", deal=scene.view.deal) if ended else ""
        last, told = results[-1], []
        for seat in [seat for seat in last.out if seat != scene.reader]:
            worth = worth_text(last.hands[seat])
            told.append(t("{who} ({worth})", who=scene.voice.name(seat), worth=worth))
        if not told:
            return ""
        return t.many(
            "Out in deal {deal}: {who}",
            "Out in deal {deal}: {who}",
            len(told),
            deal=last.deal,
            who=listed(told, t),
        )

    def hand(self, scene: Scene) -> list[Part]:
        """Return the table, the own cards with their worth, and the choices of a turn."""
        t, view = scene.t, scene.view
        assert view.seat is not None
        turn = view.seat in view.to_act
        now = [_header(scene), *_happened(scene)] if view.outcome is None else []
        parts = divided(_ended(scene), now)
        # The preview of a swap takes the place of the others, so that no button moves.
        previewed = turn and scene.pictured and not view.choosing
        previewed = previewed and bool(_preview(scene, _Picked.read(view, scene.picked)))
        if not previewed:
            parts += _lives(scene, " · ")
        if view.gone[view.seat]:
            return [*parts, Prompt(t("You're out. Stay and watch: the others play on."))]
        if scene.held or not scene.pictured:
            parts += [ui.Separator(), *_own(scene)]
        if not turn:
            return [*parts, *_waiting(scene)]
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


def _header(scene: Scene) -> Head:
    t, view = scene.t, scene.view
    if scene.pictured and not scene.held:
        return Head(t("deal {deal}", deal=view.deal))
    head = scene.voice.about(
        view.dealer, "deal {deal}, you deal", "deal {deal}, dealer {who}", deal=view.deal
    )
    return Head(head + " · " + t("stock {stock}", stock=view.stock))


def _next(scene: Scene) -> list[Part]:
    """Return the line about the next deal, unless the match is over."""
    view = scene.view
    if view.outcome is not None:
        return []
    own, other = N_("Next: deal {deal}, dealt by you"), N_("Next: deal {deal}, dealt by {who}")
    return [scene.voice.about(view.dealer, own, other, deal=view.deal)]


def _news(scene: Scene) -> bool:
    """Return True while the last deal's end is shown in full: until all had a turn."""
    view = scene.view
    return bool(view.results) and (view.outcome is not None or view.turns < view.gone.count(0))


def _ended(scene: Scene) -> list[Part]:
    """Return the last deal's end, in full until all had a turn, or in a line beside a picture."""
    voice, results = scene.voice, scene.view.results[-_at_once(scene) :]
    running = scene.pictured and not scene.held and scene.view.outcome is None
    if running or not _news(scene):
        return [Story(f"-# {losses(results[-1], voice)}")] if results else []
    before, now = _deals(scene)
    story = _story(scene, before if scene.view.outcome is None else now)
    told = [result(one, voice) for one in results]
    if scene.pictured and (scene.held or scene.view.outcome is not None):
        # The picture shows all hands of the last deal.
        told[-1] = losses(results[-1], voice)
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
        said = t("The extra hand lies face down beside the dealer's.")
        parts += [] if scene.pictured else [said]
    elif scene.held or not scene.pictured:
        parts.append(t("In the middle") + f"\n# {cards_text(view.table)}")
    _, now = _deals(scene)
    if story := _story(scene, now):
        parts.append(story)
    if view.last_turns and not scene.pictured:
        who = listed(map(scene.voice.name, view.last_turns), t)
        parts.append(t("**Last turns:** {who}", who=who))
    return parts


def _deals(scene: Scene) -> tuple[list[Event], list[Event]]:
    """Return the events of this deal, and of the one before until a seat has had a turn."""
    events = scene.events
    began = [i for i, event in enumerate(events) if isinstance(event, schwimmen.DealBegan)]
    *_, first, at = 0, 0, *began
    return (events[first:at] if scene.view.turns == 0 else []), events[at:]


def _story(scene: Scene, events: Sequence[Event]) -> Story:
    """Return the moves since the reader's last turn, one for each seat."""
    most = scene.view.seats + 2
    lines = [line for e in events if (line := told(e, scene.voice, short=scene.pictured))]
    lines = [f"-# {line}" for line in lines[-most:]]
    return Story("\n".join(lines))


def _lives(scene: Scene, between: str = "\n") -> list[Part]:
    """Return the lives that no picture beside shows: that of a hand has only the own ones."""
    if not scene.pictured:
        return [between.join(_standing(scene, Seat(seat)) for seat in range(scene.view.seats))]
    view = scene.view
    own = view.seat is not None and view.hand and not scene.held and view.outcome is None
    return [_others(scene)] if own else []


def _standing(scene: Scene, seat: Seat) -> str:
    t, view = scene.t, scene.view
    mark = "▶ " if seat in view.to_act else ""
    if view.gone[seat]:
        return f"{scene.seat_name(seat)} ❌ " + t.word("schwimmen", "out")
    lives = "❤️" * view.lives[seat] or "🏊 " + t("swims")
    closed = " ✋ " + t("closed") if seat == view.closer else ""
    return f"{mark}**{scene.seat_name(seat)}** {lives}{closed}"


def _others(scene: Scene) -> str:
    """Return the others in a line: who has closed, then by lives, the fewest first.

    The picture shows the own lives. In a line that is too long for a phone, the largest groups are
    a number.
    """
    view = scene.view
    others = [seat for seat, gone in enumerate(view.gone) if seat != view.seat and not gone]
    named = brief({seat: scene.names[seat] for seat in others})
    groups = list[tuple[str, list[str]]]()
    for lives in sorted({view.lives[seat] for seat in others}):
        sign = f"❤️{lives}" if lives else "🏊"
        names = [named[s] for s in others if view.lives[s] == lives and s != view.closer]
        groups += [(sign, names)] if names else []
        if view.closer in others and view.lives[view.closer] == lives:
            groups.insert(0, (f"✋ {sign}", [named[view.closer]]))
    told = [f"{sign} {listed(names, scene.t)}" for sign, names in groups]
    for at in sorted(range(len(groups)), key=lambda at: (-len(groups[at][1]), -at)):
        sign, names = groups[at]
        if of_text(_small(told), NARROW) > of_text(_small([]), NARROW) and sign[0] != "✋":
            told[at] = f"{sign} × {len(names)}"
    return _small(told)


def _small(items: Sequence[str]) -> str:
    return "-# " + " · ".join(items)


def _own(scene: Scene) -> list[Part]:
    """Return the reader's cards, large, and their worth."""
    t, view = scene.t, scene.view
    if not view.hand:
        return []
    worth = t("Your hand: worth **{worth}**", worth=worth_text(view.hand))
    return [f"{worth}\n# {cards_text(view.hand)}"]


def _waiting(scene: Scene, names: Sequence[str] = ()) -> list[Part]:
    """Return the prompt that names the awaited seat, or nothing at the end of the match."""
    if scene.view.outcome is not None:
        return []
    (seat,) = scene.view.to_act
    return [Prompt(_awaited(scene, names[seat] if names else f"**{scene.names[seat]}**"))]


def _awaited(scene: Scene, who: str) -> str:
    t, view = scene.t, scene.view
    if view.choosing:
        return t("Waiting for {who}: keep the hand, or take the extra hand unseen?", who=who)
    if view.last_turns:
        return t("Waiting for {who}: swap or pass, the last turn of this deal.", who=who)
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
    return [Prompt(ask), *button_rows(buttons)]


def _turn(scene: Scene) -> list[Part]:
    """Return buttons for a card to give, a card to take, and then the swap, or a pass."""
    t, view = scene.t, scene.view
    picked = _Picked.read(view, scene.picked)
    own = [_half(scene, card, card == picked.give, picked.giving(card)) for card in view.hand]
    table = [_half(scene, card, card == picked.take, picked.taking(card)) for card in view.table]
    if view.options.swap_all:
        everything = str(picked.everything())
        table.append(scene.pick(t("All three"), everything, chosen=picked.all))
    ask = N_("**Swap 1 for 1?**")
    if picked.close:
        ask = N_("**You close with this turn:** now swap or pass.")
    elif view.last_turns:
        ask = N_("**Your last turn!**")
    return [
        Prompt(t(ask)),
        *button_rows(own),
        *button_rows(table),
        _preview(scene, picked),
        *_deeds(scene, picked),
    ]


def _half(scene: Scene, card: Card, chosen: bool, to: "_Picked") -> Control:
    """Return a button for half of a swap. A chosen card can be put back."""
    emoji, plain = emojis.suit(card.suit), SUITS[card.suit]
    return scene.pick(card_text(card), str(to), chosen=chosen, emoji=emoji, plain=plain)


class _Picked(Frozen):
    """A half choice: a card to give, one to take, or all three, and a close with it.

    As text `KH`, `-7S`, `KH-7S!`, `all` or nothing.
    """

    give: Card | None = None
    take: Card | None = None
    all: bool = False
    close: bool = False

    @classmethod
    def read(cls, view: schwimmen.View, text: str) -> "_Picked":
        """Return a control's half choice, without parts that aren't possible now."""
        close = text.endswith("!") and not view.last_turns
        first, _, second = text.removesuffix("!").partition("-")
        if first == "all" and view.options.swap_all:
            return cls(all=True, close=close)
        give, take = find_card(first), find_card(second)
        return cls(
            give if give in view.hand else None, take if take in view.table else None, False, close
        )

    def __str__(self) -> str:
        swap = (str(self.give) if self.give else "") + (f"-{self.take}" if self.take else "")
        return ("all" if self.all else swap) + "!" * self.close

    @property
    def ready(self) -> bool:
        """True if a swap is complete."""
        return self.all or (self.give is not None and self.take is not None)

    def giving(self, card: Card) -> "_Picked":
        """Return the half choice with another card to give, or with that one put back."""
        return replace(self, all=False, give=None if card == self.give else card)

    def taking(self, card: Card) -> "_Picked":
        """Return the half choice with another card to take, or with that one put back."""
        return replace(self, all=False, take=None if card == self.take else card)

    def everything(self) -> "_Picked":
        """Return the half choice of all three, or without it."""
        return _Picked(all=not self.all, close=self.close)


def _preview(scene: Scene, picked: _Picked) -> str:
    """Return the worth after the swap, or after each swap with the half that is chosen."""
    t, view = scene.t, scene.view
    give, take = picked.give, picked.take
    if picked.all:
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
    elif give or take:
        others = view.table if give else view.hand
        worths = [swapped(view.hand, give or one, take or one) for one in others]
        pairs = zip(others, worths, strict=True)
        told = [
            t("{card}: worth {worth}", card=card_text(c), worth=points_text(h)) for c, h in pairs
        ]
        return "-# " + " · ".join(told)
    else:
        # Beside a picture the disabled swap button is explanation enough.
        return "" if scene.pictured else "-# " + t("Nothing is done before you press one of these:")
    if worth(hand) >= THIRTY_ONE:
        text = joined([text, t("It ends the deal at once!")], t)
    return f"-# {text}"


def _worths(now: Hand, then: Hand) -> dict[str, str]:
    return {"now": worth_text(now), "worth": worth_text(then)}


def _deeds(scene: Scene, picked: _Picked) -> list[Part]:
    """Return swap and pass, and a switch that closes with either."""
    t, close = scene.t, "!" * picked.close
    # An incomplete swap has a disabled button, so that the controls keep their places.
    swap = str(picked) if picked.ready else f"?{close}"
    danger = _STYLE.danger
    deeds = [
        scene.move(
            t("Swap"), swap, style=danger if close else _STYLE.primary, disabled=not picked.ready
        ),
        scene.move(
            t.word("schwimmen", "Pass"), f"pass{close}", style=danger if close else _STYLE.secondary
        ),
    ]
    if not scene.view.last_turns:
        label = ("✓ " if close else "✋ ") + t("Close")
        style = _STYLE.success if close else _STYLE.secondary
        deeds.append(scene.pick(label, str(replace(picked, close=not close)), style=style))
    # Words alone don't show what a close does.
    told = t("Close ✋: everyone else has one more turn, then the deal ends.")
    explained = not (scene.pictured or scene.view.last_turns)
    return [*([f"-# {told}"] if explained else []), *button_rows(deeds)]


LOOK = SchwimmenLook()
