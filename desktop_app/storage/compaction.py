"""Writing a new snapshot beside the running store."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from desktop_app.core.errors import os_reason
from desktop_app.core.messages import msg
from desktop_app.storage.filesystem import FileSystem, remove_quietly
from desktop_app.storage.lines import Position, Tables
from desktop_app.storage.snapshot import write_snapshot

Steps = Generator[None, None, None]
Wait = Callable[[], None]
Background = Callable[[Steps], Wait]


def in_thread(steps: Steps) -> Wait:
    """Run the steps in a thread of their own; the result waits for its end."""

    def run() -> None:
        for _ in steps:
            time.sleep(0)  # let a waiting save have the interpreter

    thread = threading.Thread(target=run, name="proofdesk-compaction")
    thread.start()
    return thread.join


@dataclass(frozen=True, slots=True)
class Compacted:
    """How a compaction ended: bytes written and bytes freed, or the `problem`."""

    size: int = 0
    freed: int = 0
    problem: str = ""


def temporary_file(path: Path) -> Path:
    """Return where a new snapshot is written before it takes the name `path`."""
    return path.with_name(f"{path.name}.tmp")


def replace_snapshot(
    fs: FileSystem, path: Path, tables: Tables, position: Position
) -> Generator[None, None, int]:
    """Write a snapshot and put it durably instead of `path`, in steps; return its size.

    Until the last step is done, either file may be what a power cut leaves. Raises OSError.
    """
    temporary = temporary_file(path)
    remove_quietly(fs, temporary)
    try:
        size = yield from write_snapshot(fs, temporary, tables, position)
        yield
        fs.replace(temporary, path)
    except OSError:
        remove_quietly(fs, temporary)
        raise
    yield
    fs.sync_dir(path.parent)
    return size


def compaction(
    fs: FileSystem,
    path: Path,
    frozen: Tables,
    position: Position,
    old: list[Path],
    finished: Callable[[Compacted], None],
) -> Steps:
    """Replace the snapshot by a frozen state and remove the segments it makes obsolete.

    A failure leaves the old files, which are complete; `finished` is told in any case.
    """
    result = Compacted(problem=msg("it was interrupted"))
    try:
        size = yield from replace_snapshot(fs, path, frozen, position)
        freed = 0
        for file in old:
            yield
            with suppress(OSError):
                freed += fs.size(file)
            remove_quietly(fs, file)
        result = Compacted(size, freed)
    except OSError as error:
        result = Compacted(problem=os_reason(error))
    finally:
        finished(result)


def run_all(steps: Generator[None, None, int]) -> int:
    """Carry out all steps at once and return what they return."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return int(end.value)
