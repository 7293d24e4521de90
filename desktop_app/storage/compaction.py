"""Compaction: writing a new snapshot while the store continues to save."""

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

# The work is a generator, so that a thread can yield between steps and a test can stop it at any
# step.
Steps = Generator[None, None, None]
Wait = Callable[[], None]
Background = Callable[[Steps], Wait]


def in_thread(steps: Steps) -> Wait:
    """Run the steps in a new thread; return a function that waits for its end."""

    def run() -> None:
        for _ in steps:
            # Let a thread that waits to save run first.
            time.sleep(0)

    thread = threading.Thread(target=run, name="proofdesk-compaction")
    thread.start()
    return thread.join


@dataclass(frozen=True, slots=True)
class Compacted:
    """The result of a compaction: bytes written and bytes freed, or the `problem`."""

    size: int = 0
    freed: int = 0
    problem: str = ""


def temporary_file(path: Path) -> Path:
    """Return the path of a new snapshot until it is renamed to `path`."""
    return path.with_name(f"{path.name}.tmp")


def replace_snapshot(
    fs: FileSystem, path: Path, tables: Tables, position: Position
) -> Generator[None, None, int]:
    """Write a snapshot and durably replace `path` with it, in steps; return its size in bytes.

    A power cut before the end of the last step may leave either the old or the new file. Raises
    OSError.
    """
    temporary = temporary_file(path)
    # Without this, `create` would fail if an interrupted attempt has left a file.
    remove_quietly(fs, temporary)
    try:
        size = yield from write_snapshot(fs, temporary, tables, position)
        yield
        fs.replace(temporary, path)
    except OSError:
        remove_quietly(fs, temporary)
        raise
    # Unless the folder is synced, a power cut could restore the old file under this name.
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
    """Replace the snapshot with a frozen state, and remove the segments that become obsolete.

    `finished`: called in every case, with the result

    After a failure the old files are still there and complete.
    """
    # The result if the generator is closed before its end.
    result = Compacted(problem=msg("it was interrupted"))
    try:
        size = yield from replace_snapshot(fs, path, frozen, position)
        freed = 0
        # The segments are removed only now, because they were needed while the new snapshot could
        # be lost.
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
    """Run all steps without pauses and return the generator's return value."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return int(end.value)
