"""The entry point of `python -m bot`."""

import sys

from .run.command_line import main

if __name__ == "__main__":
    sys.exit(main())
