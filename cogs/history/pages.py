"""The list *Watch a match*, on profiles and standings."""

from bot.clicks.pages import PROFILE, STANDINGS, Page

from .matches import watch_list

WATCH = Page((PROFILE, STANDINGS), watch_list)
