"""Random operations on a store, compared with a record of its required content."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tinydb.table import Document

from desktop_app.core.errors import NotSavedError
from desktop_app.storage.snapshot import Steps, Wait
from desktop_app.storage.store import Store
from desktop_app.storage.table import JournalDB
from tests.storage.simfs import SimFS

FOLDER = Path("/sim/project-one")
TABLES = ("records", "notes", "meta")
Content = dict[str, dict[str, dict[str, Any]]]
State = tuple[Content, Content]  # records, drafts


class Stepper:
    """Runs compactions step by step, controlled by the driver."""

    def __init__(self) -> None:
        self.running: list[Steps] = []

    def __call__(self, steps: Steps) -> Wait:
        self.running.append(steps)

        def wait() -> None:
            for _ in steps:
                pass

        return wait

    def advance(self, count: int) -> None:
        for steps in list(self.running):
            for _ in range(count):
                try:
                    next(steps)
                except StopIteration:
                    self.running.remove(steps)
                    break


def content_of(database: JournalDB) -> Content:
    return {
        name: {key: dict(document) for key, document in table.items()}
        for name, table in database.journal.frozen().items()
    }


def state_of(store: Store) -> State:
    return content_of(store.records), content_of(store.drafts)


class Driver:
    """Random operations on a store, with a record of its required content."""

    def __init__(self, rng: random.Random, fs: SimFS) -> None:
        self.rng = rng
        self.fs = fs
        self.acknowledged: State = ({}, {})
        # Attempted, not acknowledged, perhaps on disk: of records, of drafts.
        self.possible: tuple[list[Content], list[Content]] = ([], [])
        self.backups: dict[str, State] = {}
        self.stepper = Stepper()
        self.now = datetime(2026, 1, 5, 8, 0, tzinfo=UTC)
        self.store: Store

    def open(self) -> None:
        self.stepper = Stepper()
        self.store = Store.open(FOLDER, fs=self.fs, clock=lambda: self.now, background=self.stepper)
        for database in (self.store.records, self.store.drafts):
            database.journal._writer._line_limit = 600  # so that saves span several lines
            database.journal._compact_from = 4000

    def create(self) -> None:
        Store.create(FOLDER, fs=self.fs, background=self.stepper).close()

    def document(self) -> dict[str, Any]:
        rng = self.rng
        size = rng.choice((0, 3, 10, 40, 300, 900))
        return {"n": rng.randrange(10**6), "text": "äx\n\0"[: rng.randrange(5)] + "y" * size}

    def act(self) -> None:
        """Perform one random operation, usually a save."""
        rng = self.rng
        self.now += timedelta(minutes=rng.choice((0, 1, 1, 3, 20)))
        choice = rng.random()
        if choice < 0.72:
            self.save()
        elif choice < 0.84:
            self.stepper.advance(rng.randrange(1, 6))
        elif choice < 0.90:
            rng.choice((self.store.records, self.store.drafts)).journal.compact(wait=False)
        elif choice < 0.95:
            name = self.store.make_backup("manual").name
            self.backups[name] = self.acknowledged
        else:
            self.store.close()
            self.open()
            self.accept(state_of(self.store))

    def save(self) -> None:
        """Save one or a few changes, and record the result."""
        rng = self.rng
        which = 0 if rng.random() < 0.7 else 1
        database = (self.store.records, self.store.drafts)[which]
        content = {name: dict(table) for name, table in self.acknowledged[which].items()}
        plan = [self._change(content) for _ in range(rng.choice((1, 1, 1, 2, 5)))]
        self.possible[which].append(content)
        try:
            if len(plan) == 1:
                plan[0](database)
            else:
                with database.transaction():
                    for change in plan:
                        change(database)
        except NotSavedError:
            if not database.journal.failure:  # a new segment has made the attempt void
                self.possible[which].clear()
            raise
        records, drafts = self.acknowledged
        self.acknowledged = (content, drafts) if which == 0 else (records, content)
        self.possible[which].clear()

    def accept(self, found: State) -> bool:
        """Return whether `found` is possible after a restart. If it is, it becomes the known
        content.
        """
        for part in (0, 1):
            if found[part] != self.acknowledged[part] and found[part] not in self.possible[part]:
                return False
            self.possible[part].clear()
        self.acknowledged = found
        return True

    def _change(self, content: Content) -> Callable[[JournalDB], object]:
        rng = self.rng
        name = rng.choice(TABLES)
        table = content.get(name)
        choice = rng.random()
        if not table or choice < 0.5:
            table = content.setdefault(name, {})
            documents = [self.document() for _ in range(rng.choice((1, 1, 4)))]
            first = rng.randrange(1, 10**9)
            numbered = [Document(d, first + index) for index, d in enumerate(documents)]
            table.update({str(d.doc_id): dict(d) for d in numbered})
            return lambda db: db.table(name).insert_multiple(numbered)
        key = rng.choice(list(table))
        if choice < 0.75:
            document = self.document()
            table[key] = {**table[key], **document}
            return lambda db: db.table(name).update(document, doc_ids=[int(key)])
        if choice < 0.95:
            del table[key]
            return lambda db: db.table(name).remove(doc_ids=[int(key)])
        if choice < 0.98:
            content[name] = {}
            return lambda db: db.table(name).truncate()
        del content[name]
        return lambda db: db.drop_table(name)

    # -- judging -----------------------------------------------------------------------------

    def found_wrong(self) -> str:
        """Return the error in the open store after a power cut; empty if there is none."""
        problems = self.store.report.problems
        if problems:
            return f"damage reported after a mere power cut: {problems}"
        if self.store.report.fell_back_reason:
            return f"fell back: {self.store.report.fell_back_reason}"
        found = state_of(self.store)
        if not self.accept(found):
            return self.difference(found)
        return self.wrong_backups()

    def difference(self, found: State) -> str:
        lines = []
        for part in (0, 1):
            expected, actual = self.acknowledged[part], found[part]
            for name in {**expected, **actual}:
                want, have = expected.get(name, {}), actual.get(name, {})
                lost = [key for key in want if key not in have]
                new = [key for key in have if key not in want]
                changed = [key for key in want if key in have and want[key] != have[key]]
                if lost or new or changed:
                    lines.append(f"{name}: lost {lost}, unknown {new}, changed {changed}")
        return "; ".join(lines) or "tables differ"

    def wrong_backups(self) -> str:
        present = {backup.name: backup for backup in self.store.list_backups()}
        for name, state in self.backups.items():
            if name not in present:
                return f"backup {name} is gone"
            with Store.open(present[name].path, mode="read", fs=self.fs) as backup:
                if backup.report.problems or backup.report.torn:
                    return f"backup {name}: {backup.report}"
                if state_of(backup) != state:
                    return f"backup {name} holds something else"
        for name in present.keys() - self.backups.keys():
            with Store.open(present[name].path, mode="read", fs=self.fs) as backup:
                if backup.report.problems:
                    return f"automatic backup {name}: {backup.report.problems}"
        return ""
