"""Concurrent execution of a job's units, each of which gives a result or an error.

The number of concurrent units is limited, and a run can be stopped.
"""

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
from desktop_app.core.protocol.rows import Draft
from desktop_app.llm.asker import Asker
from desktop_app.llm.lookups import Lookups
from desktop_app.llm.stopping import Stop

# Errors that every other unit will probably cause too. A single unusual unit may also cause one, so
# a run ends only after several in a row.
_HOPELESS = frozenset((Trouble.DENIED, Trouble.UNKNOWN_MODEL, Trouble.NOT_A_MODEL_SERVER))
# Number of such errors in a row after which the run ends.
_IN_A_ROW = 3
# Refusals in a row by a server that answered before: the key may have been revoked.
_REFUSED_IN_A_ROW = 10


@dataclass(frozen=True)
class Finished:
    """The result of one unit: its drafts, or the error that prevented some or all of them."""

    unit: Unit
    drafts: Sequence[Draft] = ()
    error: Exception | None = None

    @property
    def is_for_all(self) -> bool:
        """Whether every other unit would currently fail for the same reason."""
        return isinstance(self.error, ModelError) and self.error.for_all

    @property
    def trouble(self) -> Trouble | None:
        """Why the model gave no usable answer; None after a success and for other errors."""
        return self.error.trouble if isinstance(self.error, ModelError) else None


@dataclass
class Left:
    """The units that a run did not finish, and why; `units` is empty after a complete run."""

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
    """Run units, at most `at_once` at a time, and pass each result to `finished`.

    `finished`: called on the calling thread. If it raises an exception, the run ends and the
        exception is passed on
    `lookups`: finds passages; by default, only by their words

    A failed unit is reported with its error, and the other units continue. The run ends early if
    the key, the model or the server turns out to be wrong, if the server becomes unreachable, or if
    it asks for a retry much later. With answers from a file, it never ends early, and units without
    an answer are left.
    """
    stop = stop or Stop()
    is_live = asker.client.is_live
    at_once = at_once if is_live else 1
    to_do: queue.SimpleQueue[Unit] = queue.SimpleQueue()
    for unit in units:
        to_do.put(unit)
    results: queue.SimpleQueue[Finished | None] = queue.SimpleQueue()
    # A stop signal of our own, so that the caller's signal is not set when the run ends early.
    halt = Stop()
    prospect = _Prospect(at_once, is_live=is_live)
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
    # Only this thread reports results, so that `finished` needs no locks.
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
                # Units that were cancelled by the stop, or have no answer in the file, are not
                # finished: they stay in `left`.
                if result.trouble is Trouble.CANCELLED and (halt.is_set() or not is_live):
                    continue
                done.add(result.unit.key)
                finished(result)
        finally:
            halt.set()
    left.units = [unit for unit in units if unit.key not in done]
    left.reason = prospect.reason
    return left


class _Prospect:
    """Detects that further requests are useless.

    All workers report their results to it immediately, because the caller may process results more
    slowly than requests fail.
    """

    def __init__(self, at_once: int, *, is_live: bool = True) -> None:
        self.reason: AppError | None = None
        self._is_live = is_live
        self._most_offline = at_once
        self._lock = threading.Lock()
        self._offline = self._hopeless = self._refused = 0

    def ends_with(self, result: Finished) -> bool:
        """Count a result; return whether the run should end."""
        # An error in a file of answers says nothing about the other answers.
        if not self._is_live:
            return False
        trouble, error = result.trouble, result.error
        status = error.status if isinstance(error, ModelError) else None
        refused = trouble is Trouble.REFUSED and status == 403
        # Each counter counts consecutive results: any other result resets it.
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
    """Run units until none is left or the run ends."""
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
    """Run one unit and return its result."""
    try:
        drafts = drive(
            work(unit),
            lambda request: asker.ask(request, stop=halt),
            lambda lookup: lookups.found(lookup, stop=halt),
        )
    except ModelError as error:
        return Finished(unit, error.made, error)
    # A bug in the code for one unit must not affect the other units.
    except Exception as error:
        return Finished(unit, error=error)
    return Finished(unit, drafts)


def drive(
    work: Work, answer: Callable[[Request], Reply], look_up: Callable[[Lookup], LookupResult]
) -> list[Draft]:
    """Run a job until it returns; return its drafts.

    `answer`: answers a request; a ModelError that it raises is raised inside the job
    `look_up`: executes a lookup, with the same rule for errors

    Raises what the job does not catch.
    """
    try:
        request = next(work)
        while True:
            try:
                result = look_up(request) if isinstance(request, Lookup) else answer(request)
            except ModelError as error:
                # A stop is not raised inside the job, which might catch the error and send further
                # requests.
                if error.trouble is Trouble.CANCELLED:
                    work.close()
                    raise
                request = work.throw(error)
            else:
                request = work.send(result)
    except StopIteration as end:
        return list(end.value or ())
