"""Ratings on simulated servers: they follow strength, not the number of matches."""

import pytest

from bench.ratings import Figure, simulate

FIGURES = simulate(servers=40, seed=1)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name.replace(" ", "-"))
def test_simulated_figure_keeps_its_limit(figure: Figure) -> None:
    assert figure.least <= figure.value <= figure.most, figure.row()
