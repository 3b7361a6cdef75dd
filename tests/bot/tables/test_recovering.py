"""Posts that wait until Discord answers again."""

from bot.tables.house import Recovering


class Waits:
    """A post whose next try gets through."""

    def __init__(self, recovering: Recovering, tried: list["Waits"]) -> None:
        self.recovering, self.tried = recovering, tried
        recovering.waits(self, self.again)

    def again(self) -> None:
        """Try at once."""
        self.tried.append(self)


def test_pauses_are_short_unless_many_posts_wait() -> None:
    recovering, tried = Recovering(), list[Waits]()
    assert recovering.longest < 5
    waiting = [Waits(recovering, tried) for _ in range(3000)]
    assert recovering.longest == 60
    for post in waiting:
        recovering.left(post)
    assert recovering.longest < 5
    assert not tried


def test_each_answer_lets_two_others_try() -> None:
    recovering, tried = Recovering(), list[Waits]()
    first, *others = [Waits(recovering, tried) for _ in range(100)]
    recovering.through(first)
    assert tried == others[:2]
    for post in others:
        # Those that try still wait if they fail again.
        recovering.waits(post, post.again)
        recovering.through(post)
    assert {*tried} == {*others}


def test_post_that_never_waited_wakes_no_other() -> None:
    recovering, tried = Recovering(), list[Waits]()
    post = Waits(recovering, tried)
    recovering.left(post)
    Waits(recovering, tried)
    recovering.through(post)
    assert not tried
