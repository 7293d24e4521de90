"""Compaction: writing a new snapshot while the store goes on saving."""

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

# The work is a generator, so that a thread can give way between steps and a test can stop it at any
# of them.
Steps = Generator[None, None, None]
Wait = Callable[[], None]
Background = Callable[[Steps], Wait]


def in_thread(steps: Steps) -> Wait:
    """Run the steps in a new thread; return a function that waits for its end."""

    def run() -> None:
        for _ in steps:
            # Let a waiting save have the interpreter.
            time.sleep(0)

    thread = threading.Thread(target=run, name="proofdesk-compaction")
    thread.start()
    return thread.join


@dataclass(frozen=True, slots=True)
class Compacted:
    """Result of a compaction: bytes written and bytes freed, or the `problem`."""

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

    Until the last step is done, a power cut may leave either file. Raises OSError.
    """
    temporary = temporary_file(path)
    # A file left by an interrupted attempt would make `create` fail.
    remove_quietly(fs, temporary)
    try:
        size = yield from write_snapshot(fs, temporary, tables, position)
        yield
        fs.replace(temporary, path)
    except OSError:
        remove_quietly(fs, temporary)
        raise
    # Without syncing the folder, a power cut could bring the old name back.
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
    """Replace the snapshot with a frozen state and remove the segments that become obsolete.

    On failure the old files stay; they are complete. `finished` is called in either case.
    """
    # What `finished` receives when the generator is closed before its end.
    result = Compacted(problem=msg("it was interrupted"))
    try:
        size = yield from replace_snapshot(fs, path, frozen, position)
        freed = 0
        # Only now: while the new snapshot might be lost, the segments are still needed.
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
    """Run all steps at once and return the generator's return value."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return int(end.value)
