"""Names of modules that tests and rigs replace."""

from types import ModuleType


def exchange(module: ModuleType, **names: object) -> None:
    """Replace names of a module. Raises AttributeError if it has lost one."""
    for name, value in names.items():
        getattr(module, name)
        vars(module)[name] = value
