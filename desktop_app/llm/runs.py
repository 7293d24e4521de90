"""Many units of a job at once: bounded, stoppable, each with a result or a named failure."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from desktop_app.core.errors import AppError
from desktop_app.core.model_jobs import (
    Lookup,
    LookupResult,
    ModelError,
    Reply,
    Request,
    Trouble,
    Unit,
    Work,
)
from desktop_app.core.protocol import Draft
from desktop_app.llm.asker import Asker
from desktop_app.llm.lookups import Lookups
from desktop_app.llm.stopping import Stop

# Every other unit will meet the same, unless it is this one that is odd: which shows in the next.
_HOPELESS = frozenset((Trouble.DENIED, Trouble.UNKNOWN_MODEL, Trouble.NOT_A_MODEL_SERVER))
_IN_A_ROW = 3  # of these with nothing done between them, and nobody need try any more
_REFUSED_IN_A_ROW = 10  # refusals of a server that answered others: perhaps the key is revoked


@dataclass(frozen=True)
class Finished:
    """One unit that is done: its drafts, or why there are none, or not all."""

    unit: Unit
    drafts: Sequence[Draft] = ()
    error: Exception | None = None

    @property
    def is_for_all(self) -> bool:
        return isinstance(self.error, ModelError) and self.error.for_all

    @property
    def trouble(self) -> Trouble | None:
        return self.error.trouble if isinstance(self.error, ModelError) else None


@dataclass
class Left:
    """What a run did not come to, and why; `units` is empty after a run to the end."""

    units: list[Unit] = field(default_factory=list)
    reason: AppError | None = None


def run_units(
    units: Sequence[Unit],
    work: Callable[[Unit], Work],
    asker: Asker,
    finished: Callable[[Finished], None],
    *,
    at_once: int,
    stop: Stop | None = None,
    lookups: Lookups | None = None,
) -> Left:
    """Do units, at most `at_once` at a time, and hand each one over on the calling thread.

    lookups  what finds passages; without it, they are found by their words alone

    A unit that fails is handed over with its error, and the others continue; but where the key, the
    model or the server shows to be wrong, nobody answers any more, or the server asks to come back
    much later, the rest is left. What `finished` raises ends the run and passes through.
    """
    stop = stop or Stop()
    to_do: queue.SimpleQueue[Unit] = queue.SimpleQueue()
    for unit in units:
        to_do.put(unit)
    results: queue.SimpleQueue[Finished | None] = queue.SimpleQueue()
    halt = Stop()  # ours, which leaves the caller's untouched
    prospect = _Prospect(at_once)
    threads = [
        threading.Thread(
            target=_worker,
            args=(to_do, results, work, asker, lookups or Lookups(), halt, prospect),
            name="run",
            daemon=True,
        )
        for _ in range(max(1, min(at_once, len(units))))
    ]
    left = Left()
    done: set[str] = set()
    working = len(threads)
    with stop.calling(halt.set):
        for thread in threads:
            thread.start()
        try:
            while working:
                result = results.get()
                if result is None:
                    working -= 1
                    continue
                if result.trouble is Trouble.CANCELLED and halt.is_set():
                    continue
                done.add(result.unit.key)
                finished(result)
        finally:
            halt.set()
    left.units = [unit for unit in units if unit.key not in done]
    left.reason = prospect.reason
    return left


class _Prospect:
    """Notices when nothing can come of asking on; used by all workers, as results arise: whoever
    takes the results may be slower than they fail."""

    def __init__(self, at_once: int) -> None:
        self.reason: AppError | None = None
        self._most_offline = at_once
        self._lock = threading.Lock()
        self._offline = self._hopeless = self._refused = 0

    def ends_with(self, result: Finished) -> bool:
        """Note a result; say whether the run need not continue."""
        trouble, error = result.trouble, result.error
        status = error.status if isinstance(error, ModelError) else None
        refused = trouble is Trouble.REFUSED and status == 403
        with self._lock:
            self._offline = self._offline + 1 if trouble is Trouble.OFFLINE else 0
            self._hopeless = self._hopeless + 1 if trouble in _HOPELESS else 0
            self._refused = self._refused + 1 if refused else 0
            ends = (
                result.is_for_all
                or self._offline > self._most_offline
                or self._hopeless >= _IN_A_ROW
                or self._refused >= _REFUSED_IN_A_ROW
            )
            if ends and self.reason is None and isinstance(error, AppError):
                self.reason = error
            return ends


def _worker(
    to_do: queue.SimpleQueue[Unit],
    results: queue.SimpleQueue[Finished | None],
    work: Callable[[Unit], Work],
    asker: Asker,
    lookups: Lookups,
    halt: Stop,
    prospect: _Prospect,
) -> None:
    try:
        while not halt.is_set():
            try:
                unit = to_do.get_nowait()
            except queue.Empty:
                return
            result = _one(unit, work, asker, lookups, halt)
            if prospect.ends_with(result):
                halt.set()
            results.put(result)
    finally:
        results.put(None)


def _one(
    unit: Unit, work: Callable[[Unit], Work], asker: Asker, lookups: Lookups, halt: Stop
) -> Finished:
    try:
        drafts = drive(
            work(unit),
            lambda request: asker.ask(request, stop=halt),
            lambda lookup: lookups.found(lookup, stop=halt),
        )
    except ModelError as error:
        return Finished(unit, error.made, error)
    except Exception as error:  # a defect in one unit must not cost the others
        return Finished(unit, error=error)
    return Finished(unit, drafts)


def drive(
    work: Work, answer: Callable[[Request], Reply], look_up: Callable[[Lookup], LookupResult]
) -> list[Draft]:
    """Answer a job's requests and lookups until it returns; a ModelError is raised inside the job.

    Raises what the job lets pass.
    """
    try:
        wanted = next(work)
        while True:
            try:
                given = look_up(wanted) if isinstance(wanted, Lookup) else answer(wanted)
            except ModelError as error:
                if error.trouble is Trouble.CANCELLED:
                    work.close()
                    raise
                wanted = work.throw(error)
            else:
                wanted = work.send(given)
    except StopIteration as end:
        return list(end.value or ())
