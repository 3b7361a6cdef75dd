"""The look of 6 nimmt!: its moves that the channel may read at once."""

import pytest

from cogs.nimmt.look import NimmtLook


@pytest.mark.parametrize(("move", "public"), [("55", False), ("0.4", False), ("row2", True)])
def test_card_stays_secret_until_the_reveal(move: str, public: bool) -> None:
    assert NimmtLook().announced(move) == public
