"""The command line: serve the playground, with the bot beside it."""

import argparse
import sys
from collections.abc import Sequence

from .serve import play


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until SIGINT or SIGTERM and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m playground", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="0 picks a free one")
    parser.add_argument("--people", type=int, default=4, help="how many people there are")
    parser.add_argument("--servers", type=int, default=1, help="how many servers they are in")
    parser.add_argument("--no-bot", action="store_true", help="serve without starting the bot")
    parser.add_argument("--no-limits", action="store_true", help="without rate limits")
    parser.add_argument(
        "--scatter", action="store_true", help="each interaction to any connection of the bot"
    )
    return play(parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
