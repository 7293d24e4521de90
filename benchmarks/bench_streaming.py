"""The longest pauses of the real window while a model's answer is streamed into a session.

A server in another process sends 100 pieces of text a second, up to an answer of 1,500 words that
differs from the previous answer in sixty places. The pauses of the event loop are measured in two
phases: while the text arrives and is compared with the previous answer, and afterwards, until the
answer is saved, compared as a whole, and shown with its changes, citations and figures. The
baseline is the same window without any activity.

On a busy machine, a pause includes the time in which the window waits for a processor. Linux
reports that time (schedstat), so the pauses are also reported without it. They still include all
other waiting of the window: for the disk, and for other threads that run Python.

Further rows measure searches for passages in an item of 300 papers, on another thread as in turns:
the first search, which builds the index, and later ones.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from benchmarks.bench_retrieval import INDEX, PAPERS, PARAGRAPHS, QUERY, made_up
from benchmarks.table import Row, measured, median, p95
from desktop_app.core.connections import Connection
from desktop_app.core.model_jobs import Lookup, LookupResult
from desktop_app.llm.lookups import Lookups
from desktop_app.settings import load_settings, save_settings
from desktop_app.ui.jobs import Job
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.background import put_off
from desktop_app.workspace.exchange import join
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.packing import pack
from desktop_app.workspace.people import add_person
from desktop_app.workspace.workspace import Workspace
from tools.stage import ALT, Material, Stage

# In seconds: the longest allowed pause, and the pause without activity above which the machine
# counts as busy.
GAP, BUSY = 0.050, 0.010
# Words of the answer, changes in it, and seconds between two pieces of text.
WORDS, CHANGES, PACE = 1_500, 60, 0.01
# In seconds.
_PATIENCE = 120.0
# In words.
_SENTENCE = 15

# A server that answers every request with the pieces of text in a file, one after the other.
_SERVER = """
import json, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

pieces, pace = json.loads(open(sys.argv[1], encoding="utf-8").read()), float(sys.argv[2])

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def head(self, kind, **more):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        for name, value in more.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def do_GET(self):
        body = json.dumps({"object": "list", "data": []}).encode()
        self.head("application/json", Content_Length=str(len(body)))
        self.wfile.write(body)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.head("text/event-stream", Transfer_Encoding="chunked")
        start = time.monotonic()
        for number, piece in enumerate(pieces):
            time.sleep(max(0, start + number * pace - time.monotonic()))
            self.event({"content": piece}, None)
        self.event({}, "stop")
        self.chunk(b"data: [DONE]\\n\\n")
        self.wfile.write(b"0\\r\\n\\r\\n")

    def event(self, delta, finish):
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        head = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m"}
        self.chunk(f"data: {json.dumps({**head, 'choices': [choice]})}\\n\\n".encode())

    def chunk(self, data):
        self.wfile.write(b"%x\\r\\n%s\\r\\n" % (len(data), data))
        self.wfile.flush()

server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
"""


# Durations in seconds: of a pause, of the pause without waiting for a processor, and of the
# processor time between two rounds of the event loop.
Longest = tuple[float, float, float]

_KINDS = ("pause", "pause without waiting for a processor", "work between two rounds")


def _waited() -> float:
    """Return how many seconds this thread has waited for a processor so far; 0 if unknown."""
    try:
        fields = Path("/proc/thread-self/schedstat").read_text("ascii").split()
        return int(fields[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


class _Pauses(QObject):
    """Measures the time between two rounds of the event loop, in the three ways of `Longest`."""

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_round)
        self._pauses: list[Longest] = []
        self._last = self._now()
        self._timer.start()

    def take(self) -> Longest:
        """Return the greatest value of each kind since the last call."""
        measured_pauses, self._pauses = self._pauses, []
        pauses, own, work = zip(*measured_pauses, strict=True)
        return max(pauses), max(own), max(work)

    def end(self) -> None:
        """Stop measuring."""
        self._timer.stop()

    @staticmethod
    def _now() -> Longest:
        now = time.perf_counter()
        return now, now - _waited(), time.thread_time()

    def _on_round(self) -> None:
        now = self._now()
        pause, own, work = (one - last for one, last in zip(now, self._last, strict=True))
        self._pauses.append((pause, own, work))
        self._last = self._now()


def run(quick: bool) -> list[Row]:
    """Return the measurements; `quick` takes one sample."""
    application = QApplication.instance()
    app = application if isinstance(application, QApplication) else QApplication([])
    samples: list[tuple[Longest, Longest, Longest]] = []
    for _ in range(1 if quick else 3):
        with tempfile.TemporaryDirectory(prefix="proofdesk-bench-") as scratch:
            samples.append(_measured(app, Path(scratch)))
    rows = []
    for kind, of_what in enumerate(_KINDS):
        alone, *others = ([part[kind] for part in parts] for parts in zip(*samples, strict=True))
        is_busy = kind == 0 and max(alone) > BUSY
        for when, values in zip(
            ("while an answer streams in", "when it has come"), others, strict=True
        ):
            rows.append(
                Row(
                    f"longest {of_what} {when}",
                    f"{WORDS:,} words, {round(1 / PACE)} pieces a second",
                    median(values),
                    p95(values),
                    "the window left alone",
                    median(alone),
                    median(values) / median(alone),
                    "the machine is busy" if is_busy else "≤ 50 ms",
                    None if is_busy else max(values) <= GAP,
                )
            )
    return [*rows, *_looked_up(app, 5 if quick else 20)]


def _looked_up(app: QApplication, samples: int) -> list[Row]:
    """Measure lookups on another thread, as in turns, and the pauses that they cause."""
    texts = list(made_up(PAPERS * PARAGRAPHS, (40, 120)).values())
    queries = [" ".join(one.split()[:12]) for one in texts[: samples + 1]]
    workload = f"{PAPERS} × {PARAGRAPHS} paragraphs"
    # Imports modules that should not be part of the measurement.
    Lookups().found(Lookup(texts[:10], queries[0], 5, "bm25"))
    lookups, pauses, firsts = Lookups(), _Pauses(), []
    for _ in range(2):
        lookups = Lookups()
        firsts.append(_asked(app, lookups, Lookup(texts, queries[0], 5, "bm25")))
    own = pauses.take()[1]
    pauses.end()
    again = [_asked(app, lookups, Lookup(texts, one, 5, "bm25")) for one in queries[1:]]
    return [
        measured("passages looked up, index made", workload, firsts, target=INDEX),
        measured("passages looked up again", workload, again, target=QUERY),
        Row(
            "longest pause without waiting for a processor while an index is made",
            workload,
            own,
            own,
            target="≤ 50 ms",
            ok=own <= GAP,
        ),
    ]


def _asked(app: QApplication, lookups: Lookups, lookup: Lookup) -> float:
    """Return the duration of a lookup in seconds, measured in the thread that runs it."""
    results: list[object] = []

    def work(_progress: object, _cancelled: object) -> tuple[LookupResult, float]:
        start = time.perf_counter()
        return lookups.found(lookup), time.perf_counter() - start

    job = Job(work, app)
    job.succeeded.connect(results.append)
    job.failed.connect(results.append)
    job.start_apart()
    _wait(app, lambda: bool(results))
    assert isinstance(results[0], tuple)
    hits, seconds = results[0]
    assert len(hits.hits) == lookup.most
    return float(seconds)


def _measured(app: QApplication, home: Path) -> tuple[Longest, Longest, Longest]:
    """Return the longest pauses: without activity, while text arrives, and afterwards."""
    previous, answer = _texts()
    pieces = answer.replace(" ", " \0").split("\0")
    with _serving(home, pieces) as url:
        stage = Stage(app, home, Material(home / "material"))
        try:
            connection = Connection(base_url=url, model="m", needs_key=False)
            settings = load_settings()
            save_settings(settings.model_copy(update={"connections": {"lab": connection}}))
            stage.window.preferences.reload()
            _open(stage, previous)
            return _streamed(app, stage, answer)
        finally:
            stage.close()


def _streamed(app: QApplication, stage: Stage, answer: str) -> tuple[Longest, Longest, Longest]:
    """Send an instruction in an open session; return the longest pauses, as `_measured` does."""
    panel, session = stage.controller.panel, stage.controller.session
    panel.focus_question("type")
    stage.type("2")  # goes on to the instruction
    stage.type("Shorter")
    # Saving and matching after typing must not count.
    _pass(app, 2.0)
    pauses = _Pauses()
    # Numbers of changes that were marked while text arrived.
    marked: list[int] = []
    view = panel.answer.text.cited_view
    _pass(app, 1.0)
    alone = pauses.take()
    shown: list[str] = []
    stage.controller.models.asked.connect(lambda call: call.text_came.connect(shown.append))
    panel.answer.text._live.found.connect(lambda _hunks: marked.append(len(view._marks)))
    stage.press(Qt.Key.Key_Return, ALT)
    _wait(app, lambda: bool(shown))
    pauses.take()
    _wait(app, lambda: len("".join(shown)) == len(answer) or not _waits(session))
    coming = pauses.take()
    assert max(marked) > CHANGES / 2
    _wait(app, lambda: not _waits(session))
    _pass(app, 1.5)
    assert session.answers["current"]["answer"] == answer
    assert panel.answer.text.hunks
    come = pauses.take()
    pauses.end()
    return alone, coming, come


def _waits(session: object) -> bool:
    """Return whether the current turn still waits for its answer."""
    current = getattr(session, "answers").get("current") or {}  # noqa: B009 - of any protocol
    return bool(current.get("phase") == "waiting")


def _wait(app: QApplication, until: object) -> None:
    """Process events until a condition holds. Raises TimeoutError after two minutes."""
    end = time.monotonic() + _PATIENCE
    while not until():  # type: ignore[operator]
        if time.monotonic() > end:
            raise TimeoutError("the answer did not come")
        app.processEvents()
        # The event loop of a running program sleeps too, which lets other threads run.
        time.sleep(0.0005)


def _pass(app: QApplication, seconds: float) -> None:
    """Process events for some seconds."""
    end = time.monotonic() + seconds
    _wait(app, lambda: time.monotonic() > end)


def _texts() -> tuple[str, str]:
    """Return an answer, and another one that differs in sixty places, both with citations."""
    rng = random.Random(5)
    words = [
        f"{rng.choice('bcdfglmnprst')}{rng.choice('aeiou')}{rng.randrange(900)}"
        for _ in range(WORDS)
    ]
    changed = list(words)
    for place in rng.sample(range(WORDS), CHANGES):
        changed[place] = f"other{place}"
    return _prose(words), _prose(changed)


def _prose(words: list[str]) -> str:
    sentences = [
        " ".join(words[at : at + _SENTENCE]).capitalize() + f" [{at % 4}]."
        for at in range(0, len(words), _SENTENCE)
    ]
    return "\n\n".join(" ".join(sentences[at : at + 6]) for at in range(0, len(sentences), 6))


@contextmanager
def _serving(home: Path, pieces: list[str]) -> Iterator[str]:
    """Yield the address of a server that answers with these pieces of text."""
    file = home / "pieces.json"
    file.write_text(json.dumps(pieces), "utf-8")
    command = [sys.executable, "-c", _SERVER, str(file), str(PACE)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
        finally:
            server.terminate()


def _open(stage: Stage, answer: str) -> None:
    """Open a session whose first answer came with its item."""
    papers = [
        {
            "title": f"Paper {number}",
            "paragraphs": [
                f"Part {n} of paper {number} on a matter of its own." for n in range(40)
            ],
        }
        for number in range(4)
    ]
    rows: dict[str, list[dict[str, object]]] = {
        "items": [{"id": "q1", "question": "How is it done?", "documents": papers}],
        "initials": [{"item": "q1", "answer": answer}],
    }
    lead, bundle = stage.home / "lead", stage.home / "dora.proofdesk"
    with Workspace.create(lead, title="Streaming", protocols=["kiwi"]) as workspace:
        add_person(workspace, "dora")
        for what, content in rows.items():
            file = stage.home / f"{what}.jsonl"
            file.write_text("".join(json.dumps(row) + "\n" for row in content), "utf-8")

            import_file(workspace, str(file), what=what)
        assign(workspace, people=["dora"], stage="session", overlap=1, seed=3)
        pack(workspace, bundle, recipient="dora")
    joined, _ = join(bundle, stage.documents / "dora")
    put_off(joined)
    joined.close()
    stage.open(stage.documents / "dora")
