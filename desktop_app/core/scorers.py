"""Scorers of plugins: metrics that need a program or a model of their own.

Plugins add scorers by an entry point of the group `proofdesk.scorers`, which names a subclass of
`TextScorer`. `docs/risum-models.md` has an example.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from numbers import Real
from typing import Any, ClassVar, Literal

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import RatedText


class TextScorer(ABC):
    """Scores texts. One object is made without arguments for each run, so it may load a model.

    `needs`: the fields that a text must have; without one of them, it has no score
    """

    needs: ClassVar[Collection[Literal["text", "document", "references"]]] = ()

    @abstractmethod
    def score(self, texts: Sequence[RatedText]) -> Sequence[float | None]:
        """Return one number for each text, in the same order; None if a text has no score.

        At most 16 texts are passed at a time. Any exception ends the run; earlier scores are kept.
        """


def checked_scores(scores: Sequence[Any], count: int, scorer: str) -> list[float | None]:
    """Return the scores of `count` texts, after checking that they are finite numbers or None.

    `scorer`: what errors call the scorer

    Raises InputError for anything else.
    """
    if len(scores) != count:
        raise InputError(
            msg("the scorer did not answer with {count} scores", count=count), file=scorer
        )
    if not all(one is None or _is_number(one) for one in scores):
        raise InputError(
            msg("the scorer answered with something other than a number or null"), file=scorer
        )
    return [None if one is None else float(one) for one in scores]


def _is_number(value: Any) -> bool:
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    # An integer that is too large for a float.
    except OverflowError:
        return False
