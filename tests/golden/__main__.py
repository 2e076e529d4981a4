"""``python -m tests.golden``: do the rules give the matches that are kept? ``--write`` keeps new ones."""

from __future__ import annotations

import argparse
import sys

from tests.golden.files import differences, write_all


def main() -> int:
    """Check, or write; gives 1 when a file is not what the rules give."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the files anew")
    if parser.parse_args().write:
        write_all()
        return 0
    found = differences()
    sys.stdout.writelines(found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
