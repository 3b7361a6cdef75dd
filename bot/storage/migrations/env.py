"""Alembic's entry point. It migrates on the connection given by the Database."""

from alembic import context

from bot.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    # connect.py opens the transaction itself, and SQLite can roll back schema changes.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
