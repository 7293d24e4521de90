"""A process that saves until it is killed: `python -m tests.storage.kill_child FOLDER`.

It prints the number of each save after the save was acknowledged.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tinydb.table import Document

from desktop_app.storage.folders import is_workspace
from desktop_app.storage.store import Store


def text_of(number: int) -> str:
    return f"{number}-" * (number % 211)


def main(folder: Path) -> None:
    store = Store.open(folder) if is_workspace(folder) else Store.create(folder)
    for database in (store.records, store.drafts):
        database.journal._compact_from = 60_000
    meta, records = store.records.table("meta"), store.records.table("records")
    last = meta.get(doc_id=1)
    assert not isinstance(last, list)
    number = last["last"] if last else 0
    while True:
        number += 1
        with store.transaction():
            records.insert(Document({"n": number, "text": text_of(number)}, number))
            meta.upsert(Document({"last": number}, 1))
        os.write(1, b"%d\n" % number)
        if number % 50 == 0:
            store.drafts.table("drafts").insert({"n": number})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
