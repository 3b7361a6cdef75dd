"""Bluff on screen: its table, hands, rules and end."""

from dataclasses import replace
from operator import attrgetter
from types import MappingProxyType

from discord import ui

from bot.play.computers import cast_of
from bot.play.names import brief
from bot.screens.look import FILMED, Facts, Look, Scene, since
from bot.wire.fitting import Head, Prompt, Story
from bot.wire.ui import Part
from bot.words.i18n import Tongue
from games import bluff
from games.errors import N_

from .._shared.examples import pictured
from . import picture
from .controls import controls, show_label
from .rules_pages import EXAMPLES, rules, wins
from .story import asked, challenge_told, counted, fortunes, recap, told, why
from .words import PIPS, WILD, bid_text, dice_text

_SIGNS = {WILD: "{die_wild}"}
for _number, _mark in enumerate(PIPS, 1):
    _SIGNS[f"{_number}{_mark}"] = f"{{die_{_number}}}"
# A round can have two hundred bids. Older ones don't matter.
_BIDS_TOLD = 8
# Number of players above which several share a line, itself included.
_MANY = 6


class BluffLook(Look):
    """The look of Bluff. A die is its number and its pips, 4⚃. A wild is a star."""

    key = "bluff"
    name = N_("Bluff")
    # The source has no length. 70 to 80 moves of 15 seconds are usual.
    facts = Facts(minutes=20, easy=True)
    emoji = "🎲"
    colour = 0xC0392B
    computers = cast_of("bluff")
    round_begins = bluff.RoundBegan
    reveals = MappingProxyType({bluff.Challenged: FILMED})
    # Dice are shown on the way to a bid.
    turns = bluff.Bidden, bluff.Challenged
    losses = (bluff.Lost,)
    hides = ()
    opponents = 2
    signs = MappingProxyType(_SIGNS)
    film = staticmethod(picture.film)
    moment = staticmethod(picture.moment)
    decisive = staticmethod(picture.decisive)
    picture = staticmethod(picture.picture)
    fortunes = staticmethod(fortunes)
    recap = staticmethod(recap)
    chapter = staticmethod(attrgetter("round"))
    totals = staticmethod(attrgetter("left"))
    example = pictured(EXAMPLES)
    why = staticmethod(why)
    rules = staticmethod(rules)

    def options(self, options: bluff.BluffOptions, t: Tongue) -> list[str]:
        """Return the options of a match in words."""
        dice = t.many("{n} die a seat.", "{n} dice a seat.", options.dice)
        return [dice, wins(options, t)]

    def due(self, view: bluff.View, t: Tongue) -> str:
        """Return the due decision in a few words for a notice."""
        if view.lowest is None and view.bids:
            return t("challenge the bid")
        return t("challenge or raise") if view.bids and not view.showed else t("make a bid")

    def table(self, scene: Scene) -> list[Part]:
        """Return the running bid, the story, all dice and the seat to act."""
        t, view = scene.t, scene.view
        if scene.held:
            return _reveal(scene)
        parts: list[Part] = [Head(_head(scene)), *_settled(scene), *_bids(scene)]
        if not scene.pictured:
            parts += [ui.Separator(), _players(scene)]
        if view.outcome is None:
            (seat,) = view.to_act
            parts.append(Prompt(_awaited(scene, scene.mentions[seat], t)))
        return parts

    def question(self, scene: Scene) -> list[Part]:
        """Return the challenge that the film settles."""
        [challenged] = [e for e in scene.latest() if isinstance(e, bluff.Challenged)]
        return [f"**{asked(challenged, scene.voice)}**"]

    def last(self, scene: Scene) -> list[Part]:
        """Return the count of the last challenge, or the last position of an aborted match."""
        if scene.view.outcome is not None:
            return _told_challenge(scene)
        if scene.held:
            return _reveal(scene)
        # Between two rounds there is none.
        bid = [_bid_to_beat(scene)] if scene.view.bids and not scene.pictured else []
        head = [Head(_head(scene)), *_settled(scene), *bid]
        # The table's picture shows all dice, a hand's picture only the own ones.
        left = _players(replace(scene, held=True))
        if scene.pictured:
            return [*head, left] if scene.view.hand else head
        return [*head, left] if scene.view.seat is None else [*head, left, _cup(scene)]

    def story_line(self, scene: Scene) -> str:
        """Return the margin of the win."""
        t, view = scene.t, scene.view
        if view.outcome is None:
            return ""
        most = max(view.left)
        winners = [seat for seat, left in enumerate(view.left) if left == most]
        if len(winners) > 1:
            return ""
        if most == view.options.dice:
            return scene.voice.about(winners[0], "You never lost a die.", "{who} never lost a die.")
        if most == 1:
            return t("Won with the very last die, in round {round}.", round=view.round)
        return t("Decided in round {round}.", round=view.round)

    def hand(self, scene: Scene) -> list[Part]:
        """Return the own dice, large, and on the own turn the controls."""
        t, view = scene.t, scene.view
        acts = view.seat in view.to_act
        if scene.held:
            parts = _reveal(scene)
            if view.outcome is not None:
                return parts
            parts.append(ui.Separator())
            if acts:
                parts += [Head(_head(scene)), *_bids(scene)]
        else:
            # The dice turned up last stay beside the buttons.
            parts = [Head(_head(scene))]
            # Without dice of one's own, the picture is that of the table, with all dice.
            if (not scene.pictured or view.hand) and (players := _players(scene)):
                parts += [players, ui.Separator()]
            parts += [*_settled(scene), *_bids(scene)]
        if scene.held or not scene.pictured or not view.hand:
            out = t("You're out. Stay and watch: the others play on.")
            parts.append(_cup(scene) or out)
        if acts:
            return parts + controls(scene)
        for seat in () if scene.held else view.to_act:
            parts.append(Prompt(_awaited(scene, f"**{scene.names[seat]}**", t)))
        return parts

    def label(self, view: bluff.View, move: str, t: Tongue) -> str:
        """Return a move in words."""
        match bluff.GAME.parse_move(move):
            case bluff.Challenge():
                return t("Challenge {bid}", bid=bid_text(view.bids[-1][1]))
            case bluff.Show(dice=dice):
                (seat,) = view.to_act
                hidden = view.left[seat] - len(view.shown[seat])
                return show_label(dice, hidden - len(dice), t)
            case bid:
                return t("Bid {bid}", bid=bid_text(bid))


def _head(scene: Scene) -> str:
    t, view = scene.t, scene.view
    return t.many(
        "round {round} · {n} die", "round {round} · {n} dice", view.dice, round=view.round
    )


def _bid_to_beat(scene: Scene) -> str:
    """Return the running bid, large, with its bidder."""
    t, view = scene.t, scene.view
    if view.outcome is not None:
        return ""
    if not view.bids:
        return "## " + t("No bid yet")
    seat, bid = view.bids[-1]
    return "## " + t("{bid} · {who}", bid=bid_text(bid), who=scene.voice.name(seat))


def _players(scene: Scene) -> str:
    """Return all dice left and shown. Many players share a line. ⏳ marks the turn."""
    t, view = scene.t, scene.view
    if scene.pictured:
        return _others(scene)
    parts = []
    for seat in range(len(scene.names)):
        left = view.left[seat]
        line = f"**{scene.seat_name(seat)}** "
        line += t.many("{n} die", "{n} dice", left) if left else t("out")
        if view.shown[seat]:
            line += " · " + t("shown: {dice}", dice=dice_text(view.shown[seat]))
        # During the pause after a challenge, no turn is marked.
        turn = seat in view.to_act and not scene.held
        parts.append("⏳ " + line if turn else line)
    return ("\n" if len(parts) < _MANY else "  ·  ").join(parts)


def _others(scene: Scene) -> str:
    """Return the number of dice of all others, and their open dice.

    The picture shows the own ones, and the bidder's: enough if there are no more players.
    """
    view = scene.view
    others = {s: n for s, n in enumerate(scene.names) if s != view.seat and view.left[s]}
    if not scene.held and view.bids and others.keys() == {view.bids[-1][0]}:
        return ""
    told = [
        f"{name} **{view.left[seat]}**"
        + (f" ({dice_text(shown)})" if (shown := view.shown[seat]) else "")
        for seat, name in brief(others).items()
    ]
    return "-# 🎲 " + " · ".join(told) if told else ""


def _cup(scene: Scene) -> str:
    """Return the reader's own dice, large, or nothing."""
    t, dice = scene.t, scene.view.hand
    return t("Under your cup:") + f"\n# {dice_text(dice)}" if dice else ""


def _awaited(scene: Scene, who: str, t: Tongue) -> str:
    view = scene.view
    if view.showed:
        return t("Waiting for {who}: dice are shown, now a bid.", who=who)
    if not view.bids:
        return t("Waiting for {who}: the first bid.", who=who)
    bid = bid_text(view.bids[-1][1])
    if view.lowest is None:
        return t("Waiting for {who}: nothing is higher than {bid}, challenge it.", who=who, bid=bid)
    return t("Waiting for {who}: challenge {bid}, or raise?", who=who, bid=bid)


def _bids(scene: Scene) -> list[Part]:
    """Return the running bid, unless a picture shows it, and the moves before it."""
    shown = scene.pictured and not scene.held
    bid = "" if shown else _bid_to_beat(scene)
    return [*([bid] if bid else []), *_moves_told(scene, headed=shown or bool(bid))]


def _settled(scene: Scene) -> list[Part]:
    """Return the count of the last challenge, until every player has had a turn."""
    view = scene.view
    return [] if len(view.bids) >= sum(map(bool, view.left)) else _told_challenge(scene)


def _reveal(scene: Scene) -> list[Part]:
    """Return the challenge that has just been settled, and all dice left."""
    t, view = scene.t, scene.view
    ended = view.round if view.outcome is not None else view.round - 1
    return [t("**Round {round}**", round=ended), *_told_challenge(scene), _players(scene)]


def _told_challenge(scene: Scene) -> list[Part]:
    """Return the last challenge: every die, the count, then the outcome."""
    events = since(scene.events, bluff.Challenged)
    if not events:
        return []
    voice, lines = scene.voice, list[str]()
    for event in events:
        if isinstance(event, bluff.CupsLifted):
            count = counted(event, voice)
            # While a picture shows all dice, the total is enough.
            drawn = scene.pictured and (scene.held or scene.view.outcome is not None)
            lines += count[-1:] if drawn else count
        elif line := challenge_told(event, voice):
            lines.append(line)
    return [Story("\n".join(lines))]


def _moves_told(scene: Scene, *, headed: bool = False) -> list[Part]:
    """Return the latest bids and shows of this round, newest last.

    If the running bid is the headline, it isn't repeated.
    """
    if scene.view.outcome is not None:
        return []
    events = since(scene.events, bluff.RoundBegan) or scene.events
    running = since(events, bluff.Bidden)[:1] if headed else []
    lines = [line for e in events if e not in running and (line := told(e, scene.voice))]
    if not lines:
        return []
    latest = lines[-_BIDS_TOLD:]
    if len(scene.names) >= _MANY and not scene.pictured:
        return [Story("-# " + " · ".join(latest))]
    return [Story("\n".join(f"-# {line}" for line in latest))]


LOOK = BluffLook()
