"""A site started with `manage.py up`."""

import re
import sys
from pathlib import Path

from tarneeb_site.supervisor.ports import free_port
from tests.site.support import ROOT, Program, children_of, clean_environment

PARTS = {"web": "daphne", "worker": " worker", "beat": " beat", "redis": "redis-server"}


class Up(Program):
    """A site started with `up`, over the data in ``folder``."""

    def __init__(
        self, folder: Path, port: int | None = None, folder_of_the_shell: Path = ROOT, **variables: str
    ) -> None:
        self.port = port or free_port()
        environment = clean_environment(TARNEEB_DATA_DIR=str(folder), **variables)
        command = (sys.executable, str(ROOT / "manage.py"), "up", f"--port={self.port}")
        super().__init__(*command, folder=folder_of_the_shell, environment=environment)

    def wait_for_address(self) -> str:
        match = re.search(r"http://\S+", self.wait_for_line("http"))
        assert match
        return match.group()

    def parts(self) -> dict[str, int]:
        """The process of each part."""
        children = children_of(self.pid)
        return {
            name: pid for name, sign in PARTS.items() for pid, command in children.items() if sign in command
        }
