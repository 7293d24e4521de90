"""Many units of a job at once: bounded, stoppable, each with a result or a named failure."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from desktop_app.core.asking import ModelError, Reply, Request, Trouble, Unit, Work
from desktop_app.core.errors import AppError
from desktop_app.core.protocol import Draft
from desktop_app.llm.asker import Asker
from desktop_app.llm.stopping import Stop

# Every other unit will meet the same, unless it is this one that is odd: which shows in the next.
_HOPELESS = frozenset((Trouble.DENIED, Trouble.UNKNOWN_MODEL, Trouble.NOT_A_MODEL_SERVER))
_IN_A_ROW = 3  # of these with nothing done between them, and nobody need try any more


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
) -> Left:
    """Do units, at most `at_once` at a time, and hand each one over on the calling thread.

    A unit that fails is handed over with its error, and the others go on; but where the key, the
    model or the server shows to be wrong, nobody answers any more, or the server asks to come back
    much later, the rest is left. What `finished` raises ends the run and passes through.
    """
    stop = stop or Stop()
    to_do: queue.SimpleQueue[Unit] = queue.SimpleQueue()
    for unit in units:
        to_do.put(unit)
    results: queue.SimpleQueue[Finished | None] = queue.SimpleQueue()
    halt = Stop()  # ours, which leaves the caller's untouched
    threads = [
        threading.Thread(
            target=_worker, args=(to_do, results, work, asker, halt), name="run", daemon=True
        )
        for _ in range(max(1, min(at_once, len(units))))
    ]
    left = Left()
    done: set[str] = set()
    offline = hopeless = 0
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
                offline = offline + 1 if result.trouble is Trouble.OFFLINE else 0
                hopeless = hopeless + 1 if result.trouble in _HOPELESS else 0
                if hopeless >= _IN_A_ROW or offline > at_once or result.is_for_all:
                    left.reason = left.reason or _reason(result.error)
                    halt.set()
                finished(result)
        finally:
            halt.set()
    left.units = [unit for unit in units if unit.key not in done]
    return left


def _reason(error: Exception | None) -> AppError | None:
    return error if isinstance(error, AppError) else None


def _worker(
    to_do: queue.SimpleQueue[Unit],
    results: queue.SimpleQueue[Finished | None],
    work: Callable[[Unit], Work],
    asker: Asker,
    halt: Stop,
) -> None:
    try:
        while not halt.is_set():
            try:
                unit = to_do.get_nowait()
            except queue.Empty:
                return
            result = _one(unit, work, asker, halt)
            if result.is_for_all:
                halt.set()  # at once: the others would fail faster than results are taken
            results.put(result)
    finally:
        results.put(None)


def _one(unit: Unit, work: Callable[[Unit], Work], asker: Asker, halt: Stop) -> Finished:
    try:
        drafts = drive(work(unit), lambda request: asker.ask(request, stop=halt))
    except ModelError as error:
        return Finished(unit, error.made, error)
    except Exception as error:  # a defect in one unit must not cost the others
        return Finished(unit, error=error)
    return Finished(unit, drafts)


def drive(work: Work, answer: Callable[[Request], Reply]) -> list[Draft]:
    """Answer a job's requests until it returns; a ModelError is raised inside the job.

    Raises what the job lets pass.
    """
    try:
        request = next(work)
        while True:
            try:
                reply = answer(request)
            except ModelError as error:
                if error.trouble is Trouble.CANCELLED:
                    work.close()
                    raise
                request = work.throw(error)
            else:
                request = work.send(reply)
    except StopIteration as end:
        return list(end.value or ())
