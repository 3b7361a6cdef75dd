"""Reference players to measure computers against."""
