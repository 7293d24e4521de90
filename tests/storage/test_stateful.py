"""Tests with random operations: the durable database behaves like TinyDB in memory."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tinydb import TinyDB, where
from tinydb.storages import MemoryStorage
from tinydb.table import Document

from desktop_app.storage.table import JournalDB
from tests.storage.damage import FOLDER
from tests.storage.driver import Stepper
from tests.storage.simfs import SimFS

NAMES = st.sampled_from(["_default", "records", "ä b"])
SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=3) | st.just(0.5)
DOCUMENTS = st.dictionaries(st.sampled_from("abc"), SCALARS | st.lists(SCALARS), max_size=3)
IDS = st.integers(1, 12)


class SameAsStock(RuleBasedStateMachine):
    @initialize()
    def begin(self):
        self.fs = SimFS()
        self.fs.mkdir(FOLDER.parent)
        self.fs.mkdir(FOLDER)
        self.fs.sync_dir(FOLDER.parent.parent)
        self.fs.sync_dir(FOLDER.parent)
        self.stock = TinyDB(storage=MemoryStorage)
        self.reopen(first=True)

    def reopen(self, first=False):
        if not first:
            self.ours.close()
        self.stepper = Stepper()
        self.ours = JournalDB(
            FOLDER / "records.json",
            fs=self.fs,
            background=self.stepper,
            line_limit=80,
            compact_from=2000,
        )
        self.stock._tables.clear()  # table objects remember the next id; a fresh opening does not

    def both(self, name, work):
        results = []
        for database in (self.ours, self.stock):
            try:
                results.append(work(database.table(name)))
            except ValueError as error:
                results.append(str(error))
        assert results[0] == results[1]

    @rule(name=NAMES, document=DOCUMENTS)
    def insert(self, name, document):
        self.both(name, lambda table: table.insert(dict(document)))

    @rule(name=NAMES, documents=st.lists(DOCUMENTS, max_size=4))
    def insert_multiple(self, name, documents):
        self.both(name, lambda table: table.insert_multiple([dict(d) for d in documents]))

    @rule(name=NAMES, document=DOCUMENTS, doc_id=IDS)
    def insert_at(self, name, document, doc_id):
        self.both(name, lambda table: table.insert(Document(document, doc_id)))

    @rule(name=NAMES, document=DOCUMENTS, doc_id=IDS)
    def upsert_at(self, name, document, doc_id):
        self.both(name, lambda table: table.upsert(Document(document, doc_id)))

    @rule(name=NAMES, document=DOCUMENTS, value=SCALARS)
    def upsert(self, name, document, value):
        self.both(name, lambda table: table.upsert(dict(document), where("a") == value))

    @rule(name=NAMES, document=DOCUMENTS, value=SCALARS)
    def update(self, name, document, value):
        self.both(name, lambda table: table.update(dict(document), where("a") == value))

    @rule(name=NAMES, document=DOCUMENTS, ids=st.lists(IDS, max_size=3, unique=True))
    def update_ids(self, name, document, ids):
        self.both(name, lambda table: table.update(dict(document), doc_ids=ids))

    @rule(name=NAMES, value=SCALARS)
    def update_with_function(self, name, value):
        self.both(name, lambda table: table.update(lambda doc: doc.update(f=value)))

    @rule(name=NAMES, value=SCALARS)
    def update_multiple(self, name, value):
        pairs = [({"b": 1}, where("a") == value), (lambda doc: doc.pop("b"), where("b") == 1)]
        self.both(name, lambda table: table.update_multiple(pairs))

    @rule(name=NAMES, value=SCALARS)
    def remove(self, name, value):
        self.both(name, lambda table: table.remove(where("a") == value))

    @rule(name=NAMES, ids=st.lists(IDS, max_size=3, unique=True))
    def remove_ids(self, name, ids):
        self.both(name, lambda table: table.remove(doc_ids=ids))

    @rule(name=NAMES)
    def truncate(self, name):
        self.both(name, lambda table: table.truncate())

    @rule(name=NAMES)
    def drop_table(self, name):
        self.ours.drop_table(name)
        self.stock.drop_table(name)

    @rule()
    def drop_tables(self):
        self.ours.drop_tables()
        self.stock.drop_tables()

    @rule(name=NAMES, value=SCALARS)
    def search(self, name, value):
        self.both(name, lambda table: table.search(where("a") == value))
        self.both(name, lambda table: table.get(where("b") == value))

    @rule(name=NAMES, doc_id=IDS)
    def get(self, name, doc_id):
        self.both(name, lambda table: table.get(doc_id=doc_id))
        self.both(name, lambda table: table.contains(doc_id=doc_id))

    @rule(name=NAMES, documents=st.lists(DOCUMENTS, min_size=1, max_size=4))
    def rolled_back(self, name, documents):
        before = self.ours.storage.read()
        table = self.ours.table(name)
        next_id = table._next_id
        try:
            with self.ours.transaction():
                table.insert_multiple(documents)
                table.remove(where("a") == 1)
                table.update({"a": 2})
                raise ZeroDivisionError
        except ZeroDivisionError:
            table._next_id = next_id
        assert self.ours.storage.read() == before

    @rule(name=NAMES, document=DOCUMENTS, ids=st.lists(IDS, max_size=3, unique=True))
    def in_one_save(self, name, document, ids):
        seq = self.ours.journal.seq
        with self.ours.transaction():
            self.insert(name, document)
            self.update_ids(name, document, ids)
            self.remove_ids(name, ids[:1])
        assert self.ours.journal.seq == seq + 1

    @rule()
    def compact(self):
        self.ours.journal.compact(wait=False)

    @rule(count=st.integers(1, 9))
    def go_on_compacting(self, count):
        self.stepper.advance(count)

    @rule()
    def close_and_open(self):
        self.reopen()

    @rule()
    def lose_power(self):
        self.fs = self.fs.after_power_cut()
        self.reopen(first=True)
        assert not self.ours.journal.torn

    @invariant()
    def same_content(self):
        if not hasattr(self, "stock"):
            return
        assert (self.ours.storage.read() or {}) == (self.stock.storage.read() or {})
        for name in self.ours.tables():
            ours, stock = self.ours.table(name), self.stock.table(name)
            assert [(d.doc_id, d) for d in ours] == [(d.doc_id, d) for d in stock]
            assert len(ours) == len(stock)


SameAsStock.TestCase.settings = settings(
    max_examples=120,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestSameAsStock = SameAsStock.TestCase
