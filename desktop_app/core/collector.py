"""Control of Python's cyclic garbage collector, to avoid pauses at a bad moment."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache


@contextmanager
def collector_off() -> Iterator[None]:
    """Disable the cyclic collector inside the block.

    While many objects are created, it would traverse all of them again and again. Blocks may be
    nested. Objects without cycles are freed as usual.
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

    A full collection in a window that has just opened looks at 100,000 objects (modules, pages)
    that live until the end anyway. It takes 60 ms and more, at any moment, such as when an answer
    arrives. Only the first call in a process has an effect, because frozen objects are never
    collected later.
    """
    gc.freeze()
