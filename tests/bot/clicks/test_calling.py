"""The people whom a table calls."""

from bot.clicks.calling import tried
from bot.storage.calls import Wish


def test_people_called_longest_ago_keep_no_one_out() -> None:
    wishes = [Wish(user_id) for user_id in range(40)]
    found = [[wish.user_id for wish in tried(wishes, table_id)] for table_id in range(100)]
    assert {len(one) for one in found} == {12}
    assert all(one[:6] == [*range(6)] for one in found), "those called longest ago come first"
    assert {user_id for one in found for user_id in one} == {*range(40)}
    assert tried(wishes[:3], 1) == wishes[:3]
