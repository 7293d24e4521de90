"""Items that follow from what is there: tasks to validate, variants to post-edit."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from desktop_app.core.protocol import Dataset, Draft, ImportContext


def followed(dataset: Dataset, context: ImportContext, given: Collection[str]) -> Sequence[Draft]:
    """Return the items that there should be, with their origins.

    given  keys of items that were given out or answered: examples among them stay as they are
    """
    return ()
