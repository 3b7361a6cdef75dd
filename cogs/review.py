"""*My match*: a private review of one's own seat in an ended match."""

from discord.ext import commands

from bot.clicks.answers import Answer
from bot.clicks.replaying import Reel
from bot.run.client import Shinrisen
from bot.screens import review_page
from bot.screens.replay import replay
from bot.wire.ui import Address
from games.core import Seat

from ._shared.reviewing import reviewed


class Reviews(commands.Cog):
    """Reviews of ended matches, each for its player alone."""

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot
        self.reel = Reel(bot)

    async def cog_load(self) -> None:
        """Serve the control drawn here."""
        self.bot.controls["mine"] = self._mine

    async def _mine(self, answer: Answer, address: Address) -> None:
        """Show a review, or with a number as text another moment of the one clicked."""
        past = await self.reel.past(answer, address.table_id)
        review = await reviewed(answer, past)
        seat = past.table.seat_of(answer.user_id)
        assert seat is not None
        own = Seat(seat)
        number = int(address.text) if address.text in ("0", "1", "2") else 0
        at = min(number, max(0, len(review.moments) - 1))
        shown = replay(past, self.bot.looks[past.table.game], 0, own, own)
        wish = await self.reel.wish(answer, past)
        picture = review_page.picture(shown, review, at, answer.t) if wish.pictures else None
        wanted = [] if picture is None else [picture]
        files = await self.reel.files(wanted, shown, answer.t)
        drawn = review_page.draw(shown, review, at, answer.t, files)
        await (answer.redraw_private if address.text else answer.show)(drawn)
