"""The runtime: brings the games of `games` to people in Discord."""
