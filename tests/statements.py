"""SQL once compiled, for every database of a process of tests: otherwise each compiles it anew."""

from typing import Any

from sqlalchemy import Engine, event


class Statements(dict[Any, Any]):
    """What is compiled, by the dialect's name: of its own, an engine keeps it by its instance."""

    def get(self, key: Any, default: Any = None) -> Any:
        """What that statement was compiled to."""
        dialect, *rest = key
        return super().get((dialect.name, *rest), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        dialect, *rest = key
        super().__setitem__((dialect.name, *rest), compiled)


_COMPILED = Statements()


def share() -> None:
    """From now on engines compile what none has compiled yet."""
    event.listen(
        Engine,
        "engine_connect",
        lambda connection: connection.engine.update_execution_options(compiled_cache=_COMPILED),
    )
