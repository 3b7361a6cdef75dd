"""The players that computers are measured against: built by the issue's descriptions."""
