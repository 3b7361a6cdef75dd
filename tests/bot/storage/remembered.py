"""A person with a row in every table."""

from bot import storage
from bot.play import lobby
from bot.play.match import Match
from bot.storage import Database, Player, StoredPost
from bot.storage.people import set_hidden
from tests.examples import ALL_AT_ONCE

from ..stored_tables import HERE, NOW, SHORT, Where, change, now, play, player

NAME = "Xanthippe"


def xanthippe(user_id: int) -> Player:
    return Player(user_id, NAME, "ja", 1456074443980900001)


async def finished(database: Database, me: int, *others: Player) -> Match:
    """Play a rated match that the person hosts, and add a row to every table."""
    table = await lobby.open_lobby(database, HERE, ALL_AT_ONCE, SHORT, xanthippe(me), NOW)
    for other in others or (player(1),):
        table = await lobby.join(database, table, other)
    table = await lobby.start(database, table, me, staff=False, now=NOW)
    match = await Match.load(table, database, now)
    await play(match)
    await storage.posts.save_post(database, table.id, StoredPost(me, 55, 56, 3))
    await set_hidden(database, HERE.guild_id, me, True)
    return match


def remember(file: Where, me: int) -> None:
    change(file, f"insert into directs (user_id, channel_id) values ({me}, 55)")
    change(file, f"insert into barred (table_id, user_id) values (1, {me})")
    change(file, f"insert into readers (user_id, pictures) values ({me}, false)")
    change(file, f"insert into strengths (user_id, game, kind) values ({me}, 'x', 'hard')")
    asked = f"(1, {me}, 'Xanthippe', 'de')"
    change(file, f"insert into upcoming (table_id, user_id, name, locale) values {asked}")
    change(file, f"insert into calls values (1, {me})")
    change(file, f"insert into called values ('person', {me}, 1000)")
    change(file, f"insert into daily_runs values (7, {me}, 1, 'Xanthippe', 9, '0 9')")
    change(file, f"insert into places values (1, {me}, 'x', '2026-Q4', 2)")
    change(file, "insert into shared values (1, -2, 1, 2, 1000, 60)")
    night = "guild_id, channel_id, locale, host_id, game, made_at, begins_at"
    values = f"1, 2, 'ja', {me}, '{ALL_AT_ONCE}', 5, 6"
    change(file, f"insert into nights (id, phase, {night}) values (7, 'over', {values})")
    change(file, f"insert into night_guests values (7, {me}, 'Xanthippe', 'ja', 8, 5, 1)")
    change(file, f"insert into gathered values ({me}, 1000)")
    change(file, f"insert into reviews (user_id, table_id, at) values ({me}, 1, 1000)")
    change(
        file, f"insert into changes (guild_id, user_id, at, setting) values (1, {me}, 5, 'pace')"
    )
    kept = f"(1, {me}, 'Xanthippe', 'de', 2)"
    change(file, f"insert into awaited (table_id, user_id, name, locale, seat) values {kept}")
