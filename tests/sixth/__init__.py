"""Two toy games, added to a copy of the project by their files alone.

`full` has every optional part, `bare` has none. Both are complete examples of a small game.
"""
