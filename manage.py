#!/usr/bin/env python
"""The project's command line."""

import os
import sys

# Commands for a person's own machine: they run the local form unless the environment says otherwise.
LOCAL_COMMANDS = {"up", "simulate", "replay", "duel"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")
    if len(sys.argv) > 1 and sys.argv[1] in LOCAL_COMMANDS:
        os.environ.setdefault("TARNEEB_LOCAL", "1")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # The sentence says what to set; where in the code it was missed does not help.
        if "--traceback" in sys.argv:
            raise
        sys.exit(str(error))


if __name__ == "__main__":
    main()
