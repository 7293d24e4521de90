"""Python's cyclic garbage collector, kept from stopping the program when it must not."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache


@contextmanager
def collector_off() -> Iterator[None]:
    """Switch the collector off inside: it would walk all new objects again and again.

    May be nested. Objects without cycles are freed as ever.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@cache
def spare_what_is_there() -> None:
    """Have the collector leave alone, from now on, whatever there is: it stays anyway.

    A full run in a window that has just opened its work looks at 100,000 objects (modules, pages),
    which takes 60 ms and more, and comes at any moment, such as when an answer arrives. Only the
    first call in a process does anything: what is spared is not collected later, either.
    """
    gc.freeze()
