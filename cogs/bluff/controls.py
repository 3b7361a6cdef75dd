"""The controls of a hand of Bluff: challenge, bids, dice to show."""

import re
from collections.abc import Iterable, Sequence

import discord

from bot.screens.look import Scene
from bot.wire.fitting import Prompt
from bot.wire.ui import Control, Part, Row, button_rows
from bot.words.i18n import Tongue
from games import bluff
from games.bluff import Bid, Dice, higher_bids
from games.core import Frozen

from . import emojis
from .words import bid_text, dice_text, face_text, pip_text

_PICKED = re.compile(r"c([0-9]{0,2})d([0-5]{0,6})(s?)(r?)")
_ENTRIES = 25
"""Entries of one select. A second one would push the controls off a screen."""


class _Picked(Frozen):
    """A half choice: the count of a bid (0: none), own dice to show, or the `rest` of counts."""

    count: int = 0
    dice: tuple[int, ...] = ()
    shows: bool = False
    rest: bool = False

    @classmethod
    def read(cls, text: str, view: bluff.View) -> "_Picked":
        """Return a control's half choice, or an empty one if it isn't possible now."""
        found = _PICKED.fullmatch(text)
        if found is None:
            return cls()
        count, dice = int(found[1] or 0), tuple(sorted(map(int, found[2])))
        if count not in {bid.count for bid in higher_bids(_last(view), view.dice)}:
            count = 0
        fits = len(set(dice)) == len(dice) and all(at < len(view.hand) for at in dice)
        # One at a time: either a bid is chosen or dice to show.
        shows = fits and view.may_show and bool(dice or found[3])
        return cls(0, dice, True) if shows else cls(count, rest=bool(found[4]))

    def __str__(self) -> str:
        dice = "".join(map(str, self.dice))
        return f"c{self.count or ''}d{dice}{'s' * self.shows}{'r' * self.rest}"

    def toggled(self, die: int) -> "_Picked":
        """Return the half choice with one die added or removed."""
        return _Picked(dice=tuple(sorted({*self.dice} ^ {die})), shows=True)


def controls(scene: Scene) -> list[Part]:
    """Return the controls: challenge, raise, another bid, dice to show.

    The faces of a picked count replace all else, and so do dice to show. The last entry of many
    counts leads to the rest.
    """
    t, view = scene.t, scene.view
    picked = _Picked.read(scene.picked, view)
    if picked.shows:
        return _showing(scene, picked)
    asked = Prompt(_ask(view, t))
    bids = higher_bids(_last(view), view.dice)
    counts = sorted({bid.count for bid in bids})
    # The only count needs no choice, so its faces are offered at once.
    count = counts[0] if len(counts) == 1 else picked.count
    faces = [bid for bid in bids if bid.count == count]
    controls = [_bid_button(scene, bid, bid_text(bid)) for bid in faces]
    if faces and len(counts) > 1:
        return [asked, *button_rows([*controls, _back(scene)])]
    controls = [*_usual(scene, faces), *controls]
    if faces and view.may_show:
        controls.append(scene.pick(t("Show dice"), str(_Picked(shows=True))))
    if picked.rest and not faces:
        controls.append(_back(scene))
    parts: list[Part] = [asked, *button_rows(controls)]
    return parts if faces or not counts else [*parts, *_counts(scene, counts, bids, picked)]


def _counts(scene: Scene, counts: Sequence[int], bids: Sequence[Bid], picked: _Picked) -> list[Row]:
    """Return the select of counts, with the dice to show as its last entry."""
    t, view = scene.t, scene.view
    first = len(counts) if len(counts) + view.may_show <= _ENTRIES else _ENTRIES - 2
    shown, left = counts[:first], counts[first:]
    if picked.rest and left:
        shown, left = left, shown[:0]
    options: list[tuple[str, str, str | None]] = [_count_option(n, bids) for n in shown]
    signs = {str(_Picked(n)): _count_sign(n, bids) for n in shown}
    if left:
        options.append((t("{n} or more …", n=left[0]), str(_Picked(rest=True)), None))
    asks = t("Another bid: how many?")
    if view.may_show:
        # Last, as the second choice of a long list.
        options.append((t("Show dice"), str(_Picked(shows=True)), t("reroll the others")))
        signs[str(_Picked(shows=True))] = "cup"
        asks = t("Another bid, or show dice")
    return scene.picks(asks, options, name="count", signs=signs)


def _back(scene: Scene) -> Control:
    return scene.pick(scene.t("Back"), str(_Picked()))


def _usual(scene: Scene, faces: Sequence[Bid]) -> list[Control]:
    """Return the challenge, and the lowest bid unless it is among these faces."""
    t, view = scene.t, scene.view
    first: list[Control] = []
    if view.bids and not view.showed:
        bid = view.bids[-1][1]
        style = discord.ButtonStyle.danger
        # Beside a picture of the bid the word is enough.
        doubt = t("Challenge") if scene.pictured else t("Challenge {bid}", bid=bid_text(bid))
        pip = pip_text(bid.face)
        first.append(scene.move(doubt, "challenge", style=style, emoji="cup", plain=pip))
    # The faces of a picked count may include the lowest bid. A message takes each button once.
    if view.lowest is not None and view.lowest not in faces:
        lowest = bid_text(view.lowest)
        label = t("Raise to {bid}", bid=lowest) if view.bids else t("Bid {bid}", bid=lowest)
        first.append(_bid_button(scene, view.lowest, label))
    return first


def _ask(view: bluff.View, t: Tongue) -> str:
    if view.showed:
        return t("**You have shown dice: now make a bid.**")
    if not view.bids:
        return t("**You start: make a bid.**")
    if view.lowest is None:
        bid = bid_text(view.bids[-1][1])
        return t("**Nothing is higher than {bid}: challenge it.**", bid=bid)
    return t("**Challenge or raise?**")


def _bid_button(scene: Scene, bid: Bid, label: str) -> Control:
    lowest = bid == scene.view.lowest
    style = discord.ButtonStyle.primary if lowest else discord.ButtonStyle.secondary
    emoji, plain = "" if scene.pictured else emojis.die(bid.face), pip_text(bid.face)
    return scene.move(label, str(bid), style=style, emoji=emoji, plain=plain)


def _count_option(count: int, bids: Iterable[Bid]) -> tuple[str, str, str]:
    faces = " ".join(face_text(bid.face) for bid in bids if bid.count == count)
    return f"{count} × …", str(_Picked(count)), faces


def _count_sign(count: int, bids: Iterable[Bid]) -> str:
    """Return the die of the only possible face of a count, or a hidden die."""
    faces = [bid.face for bid in bids if bid.count == count]
    return emojis.die(faces[0]) if len(faces) == 1 else "die_hidden"


def _showing(scene: Scene, picked: _Picked) -> list[Part]:
    """Return the own dice as toggles, and the button that shows the picked ones."""
    t, hand = scene.t, scene.view.hand
    toggles = [
        scene.pick(
            face_text(face),
            str(picked.toggled(at)),
            chosen=at in picked.dice,
            emoji=emojis.die(face),
            # Beside its emoji a die has one more sign, so that five fit into a row.
            plain=face_text(face) if at in picked.dice else pip_text(face),
        )
        for at, face in enumerate(hand)
    ]
    ask = t("**Choose dice to show.** The others are rerolled, at least one.")
    rest = len(hand) - len(picked.dice)
    ways = [_back(scene)]
    if picked.dice and rest:
        dice = tuple(hand[at] for at in picked.dice)
        # Beside the toggles, only the number is news.
        short = t.many("Show, reroll {n} die", "Show, reroll {n} dice", rest)
        label = short if scene.pictured else show_label(dice, rest, t)
        text = bluff.GAME.move_text(bluff.Show(dice))
        style = discord.ButtonStyle.success
        ways.insert(0, scene.move(label, text, style=style, emoji="die_hidden"))
    # Without a choice only the way back is left, which has room beside the dice.
    rows = button_rows(toggles + ways) if len(ways) == 1 else button_rows(toggles)
    return [Prompt(ask), *rows, *(button_rows(ways) if len(ways) > 1 else [])]


def show_label(dice: Dice, rest: int, t: Tongue) -> str:
    """Return the label of the button that shows dice and rerolls the others."""
    return t.many(
        "Show {dice} and reroll {n} die",
        "Show {dice} and reroll {n} dice",
        rest,
        dice=dice_text(dice),
    )


def _last(view: bluff.View) -> Bid | None:
    return view.bids[-1][1] if view.bids else None
