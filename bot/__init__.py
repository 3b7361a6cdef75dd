"""The runtime: what carries the games of `games` to people in Discord and back."""

__version__ = "0.3.0"
