"""Alembic's entry: runs the migrations on the connection that the Database hands over."""

from alembic import context

from bot.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    # connect.py opens the transaction itself, and SQLite does undo changes of tables.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
