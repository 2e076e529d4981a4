"""What the connections of a process were last told of each table, and whether it is still so.

A table's frame carries no version. It is read after the commit, and one that was read first may come last: so
each table that something was told of is read once more, a moment later.
"""

from collections.abc import AsyncIterator, Collection, Iterable

from games.database import in_database
from games.effects import table_message
from games.messages import Kind, Message, table_group
from games.selectors.tables import table_payload

# What is left of a look waits for the next: a site that has just begun is not to read all tables at once.
TABLES_A_LOOK = 50


class TablePictures:
    """The last text about each table, by group, and the tables to be read again, longest waiting first."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._doubtful: dict[str, None] = {}

    def told(self, message: Message) -> None:
        """Notes what is handed out."""
        if message.kind is Kind.TABLE:
            self._texts[message.group] = message.text
            self._doubtful[message.group] = None

    def doubt(self, table_ids: Iterable[str]) -> None:
        """Has these tables read again, whatever was told of them."""
        self._doubtful |= dict.fromkeys(map(table_group, table_ids))

    async def corrections(self, table_ids: Collection[str]) -> AsyncIterator[Message]:
        """Reads some of the doubtful tables and gives what is to be told of those that are otherwise than was
        told. Forgets all tables but these, at which somebody is."""
        groups = {table_group(table_id): table_id for table_id in table_ids}
        self._texts = {group: text for group, text in self._texts.items() if group in groups}
        self._doubtful = {group: None for group in self._doubtful if group in groups}
        for group in list(self._doubtful)[:TABLES_A_LOOK]:
            # Before it is read: what is told meanwhile is doubtful again.
            del self._doubtful[group]
            try:
                table = await in_database(table_payload, groups[group])
            except Exception:
                self._doubtful[group] = None
                raise
            if table is None or group in self._doubtful:
                continue
            message = table_message(table)
            if message.text != self._texts.get(group):
                yield message
