"""The match record, ``tarneeb-record/1``: reading, writing, replaying, and keeping one during a match."""

from __future__ import annotations

from games.engine.errors import RecordFault
from games.engine.record.reading import read_hand, read_record, split_records
from games.engine.record.recorder import Recorder, hand_record
from games.engine.record.replaying import replay, replayed
from games.engine.record.schema import FORMAT, FairDeal, HandRecord, MatchRecord
from games.engine.record.writing import hand_data, record_data, write_record

__all__ = [
    "FORMAT",
    "FairDeal",
    "HandRecord",
    "MatchRecord",
    "RecordFault",
    "Recorder",
    "hand_data",
    "hand_record",
    "read_hand",
    "read_record",
    "record_data",
    "replay",
    "replayed",
    "split_records",
    "write_record",
]
