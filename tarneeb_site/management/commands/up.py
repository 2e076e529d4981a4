"""``manage.py up``: the whole site on this machine, with one command."""

import os
import shlex
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from tarneeb_site.environment import cannot_keep
from tarneeb_site.supervisor.lock import AlreadyRunning, FolderLock
from tarneeb_site.supervisor.output import Output
from tarneeb_site.supervisor.ports import is_taken
from tarneeb_site.supervisor.redis_server import NoRedisServer
from tarneeb_site.supervisor.site import Site
from tarneeb_site.supervisor.supervisor import StartFailed, Stopped


class Command(BaseCommand):
    help = "Run the whole site on this machine: database, Redis, web server, worker and clock."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="where the site listens (default: 8000)")

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        # In this order, so that who starts the site a second time is told that it runs.
        self._take_data_folder()
        self._check_port(port)
        output = Output(self.stdout)  # type: ignore[arg-type]
        site = Site(settings.BASE_DIR, settings.DATA_DIR, port, settings.REDIS_URL, output)
        site.listen_for_signals()
        try:
            self._prepare(output)
            site.start()
            output.say(f"\nTarneeb is running at {site.address}\nCtrl-C stops it.")
            self._say_how_to_make_an_admin(output, site.address)
            output.release()
            site.keep_running()
        except Stopped:
            pass
        except (StartFailed, NoRedisServer) as error:
            output.release()
            raise CommandError(str(error)) from None
        finally:
            site.stop()

    def _check_port(self, port: int) -> None:
        if not 1 <= port <= 65535:
            raise CommandError(f"{port} is no port: choose one from 1 to 65535.")
        try:
            taken = is_taken(port)
        except OSError as error:
            raise CommandError(
                f"Port {port} cannot be used ({error.strerror}). Choose another with --port."
            ) from None
        if taken:
            other = port + 1 if port < 65535 else port - 1
            raise CommandError(
                f"Port {port} is taken by another program. Stop that one, or choose another port: "
                f"manage.py up --port {other}"
            )

    def _prepare(self, output: Output) -> None:
        output.say("Preparing the database and the static files.")
        try:
            call_command("migrate", verbosity=0, interactive=False)
        except OperationalError as error:
            raise CommandError(
                f"The database cannot be used: {str(error).strip()}. Start it, or unset DATABASE_URL: "
                f"the site then keeps its data in {settings.DATA_DIR}."
            ) from None
        call_command("collectstatic", verbosity=0, interactive=False)

    def _take_data_folder(self) -> None:
        try:
            settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Kept by the command object, which lives as long as the process.
            self._lock = FolderLock(settings.DATA_DIR / "up.lock")
            self._lock.take()
        except AlreadyRunning as error:
            raise CommandError(
                f"The site runs already with the data in {settings.DATA_DIR} (process {error.process}). "
                "Stop that one first, or set TARNEEB_DATA_DIR to another folder."
            ) from None
        except OSError as error:
            raise CommandError(cannot_keep(settings.DATA_DIR, error)) from None

    def _say_how_to_make_an_admin(self, output: Output, address: str) -> None:
        if get_user_model()._default_manager.filter(is_superuser=True).exists():
            return
        data = os.environ.get("TARNEEB_DATA_DIR")
        command = [f"TARNEEB_DATA_DIR={shlex.quote(data)}"] if data else []
        if "DATABASE_URL" in os.environ:
            command.append("DATABASE_URL=…")  # its value holds a password
        command += [
            "TARNEEB_LOCAL=1",
            shlex.quote(sys.executable),
            shlex.quote(sys.argv[0]),
            "createsuperuser",
        ]
        output.say(
            "There is no administrator yet. To make the first one, open another terminal here and run\n"
            f"  {' '.join(command)}\n"
            f"then log in at {address}admin/"
        )
