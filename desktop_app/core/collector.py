"""Control of Python's cyclic garbage collector, to avoid pauses at inconvenient moments."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache


@contextmanager
def collector_off() -> Iterator[None]:
    """Disable the cyclic collector inside the block.

    While many objects are created, the collector would traverse all of them again and again. Blocks
    may be nested. Objects that are not part of a cycle are freed as usual.
    """
    # Only the outermost block enables the collector again.
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@cache
def spare_what_is_there() -> None:
    """Exclude all existing objects from garbage collection from now on.

    When the window has just opened, 100,000 objects (modules, pages) exist that live until the
    program ends. A full collection takes 60 ms or more, and can happen at any moment, such as when
    an answer arrives. Only the first call in a process has an effect: objects that are frozen are
    never collected, so a later call could keep objects in memory that are no longer used.
    """
    gc.freeze()


@cache
def spare_at_exit() -> None:
    """Exclude all objects from garbage collection when the process ends.

    Otherwise, Python traverses all of them several times then, which takes a fifth of the time of a
    short command, and more after a large merge. The system frees the memory anyway.
    """
    atexit.register(gc.freeze)
