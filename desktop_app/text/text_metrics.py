"""Metrics that rate a text without a model: its length, and its overlap with references.

Source: riSum, sections 3.1 (lengths) and 3.2 (ROUGE).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from desktop_app.core.messages import CodedText, msg
from desktop_app.core.protocol.data import RatedText
from desktop_app.text.overlap import rouge_measures
from desktop_app.text.tokens import sentence_count, word_count

LENGTHS: Mapping[str, Callable[[str], int]] = {
    "word_count": word_count,
    "sentence_count": sentence_count,
}
# These need references.
OVERLAPS = ("rouge_1", "rouge_2", "rouge_lsum", "rouge_avg")
# All metrics by name, with the titles shown to people.
METRICS: Mapping[str, str] = {
    "word_count": msg("Number of words"),
    "sentence_count": msg("Number of sentences"),
    "rouge_1": msg("ROUGE-1: single words shared with a reference"),
    "rouge_2": msg("ROUGE-2: pairs of words shared with a reference"),
    "rouge_lsum": msg("ROUGE-Lsum: words in the same order as in a reference, per line"),
    "rouge_avg": msg("ROUGE-avg: geometric mean of the three"),
}

# The same in a few words, for tables.
_SHORT: Mapping[str, str] = {
    "word_count": METRICS["word_count"],
    "sentence_count": METRICS["sentence_count"],
    "rouge_1": "ROUGE-1",
    "rouge_2": "ROUGE-2",
    "rouge_lsum": "ROUGE-Lsum",
    "rouge_avg": "ROUGE-avg",
}
# The name of a metric, and what comes after it: a source of references, or a stand-in.
_METHOD = re.compile(r"(\w+)([:@].+)?", re.DOTALL)


def method_title(method: str) -> str:
    """Return what tables show for the name of a method; unknown names are not changed."""
    found = _METHOD.fullmatch(method)
    title = _SHORT.get(found[1]) if found is not None else None
    if found is None or title is None:
        return method
    if found[2]:
        return CodedText("{title} ({rest})", {"title": title, "rest": found[2][1:], "code": method})
    return CodedText(title, {"code": method})


def needs_reference(method: str, sources: Collection[str]) -> bool:
    """Return whether a method has no value for a text with references from these sources.

    `sources`: the source of each reference, “” if unknown

    Methods without references, and stand-ins for them, always have a value.
    """
    found = _METHOD.fullmatch(method)
    if found is None or found[1] not in OVERLAPS:
        return False
    rest = found[2] or ""
    if rest.startswith("@"):
        return False
    # A source is a method of its own only beside others.
    named = set(sources) - {""}
    return not (rest[1:] in named and len(named) > 1) if rest else not sources


def values_of(rated: RatedText, metrics: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Yield (method, value) of a text for each metric; without references, only its lengths.

    With several references, the best value counts. If they come from several sources, each source
    is a further method, “METRIC:SOURCE”. Source: riSum, section 3.2.
    """
    for name in metrics:
        if name in LENGTHS:
            yield name, float(LENGTHS[name](rated.text))
    wanted = [name for name in metrics if name in OVERLAPS]
    if not wanted or not rated.references:
        return
    scores = [(one.source, _overlaps(one.text, rated.text)) for one in rated.references]
    sources = sorted({source for source, _ in scores if source})
    for name in wanted:
        yield name, max(score[name] for _, score in scores)
        if len(sources) > 1:
            for source in sources:
                best = max(score[name] for its_source, score in scores if its_source == source)
                yield f"{name}:{source}", best


def _overlaps(reference: str, text: str) -> dict[str, float]:
    measures = rouge_measures(reference, text)
    # The geometric mean is 0 if one of the measures is 0.
    return {**measures, "rouge_avg": math.prod(measures.values()) ** (1 / len(measures))}
