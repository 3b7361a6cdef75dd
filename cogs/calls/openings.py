"""The people whom an open table calls."""

from bot.clicks.calling import Calling

from .calling import called_to

CALLED = Calling(called_to)
