"""Each feature is taken out of a copy of the project, and the rest is green."""
