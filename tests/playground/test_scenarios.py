"""The list of bad days: it has all that this Discord can do to a bot."""

import re

from playground.scenarios import SCENARIOS
from playground.serve import serving

# They make channels, and end the tables of one for good.
_NO_BAD_DAY = {"/channels", "/channels/*/delete"}


def _way(path: str) -> str:
    """Return a path without the names of its fields."""
    return re.sub(r"\{[^}]*\}", "*", path)


async def test_every_change_of_the_world_is_in_a_scenario() -> None:
    async with serving(people=1) as playground:
        posted = {r.path for r in playground.people.routes() if r.method == "POST"}
    ways = {_way(path.removeprefix("/people")) for path in posted if "{user" not in path}
    acts = {_way(p) for one in SCENARIOS.values() for p, _ in (*one.begin, *one.end)}
    assert ways - _NO_BAD_DAY <= acts
