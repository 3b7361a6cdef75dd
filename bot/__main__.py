"""The entry point of `python -m bot`."""

import sys

try:
    from .run.command_line import main
except ModuleNotFoundError as error:
    print(
        f"{error.name} isn't installed for this Python, {sys.executable}: use "
        ".venv/bin/python of the project's folder, which `make .venv/ready` sets up.",
        file=sys.stderr,
    )
    sys.exit(2)

if __name__ == "__main__":
    sys.exit(main())
