"""Metrics that rate a text without a model: its length, and its overlap with references.

Source: riSum, sections 3.1 (lengths) and 3.2 (ROUGE).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from desktop_app.core.messages import CodedText, msg
from desktop_app.core.protocol.data import RatedText
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


# ROUGE-L: the overlap of a text's words with those of a reference, in the same order.
#
# Source: Lin, ROUGE: A Package for Automatic Evaluation of Summaries (2004), section 3. Words are
# those of the package `rouge_score`, without stemming: small letters a–z and digits, so accents
# divide words, and texts in other scripts have no words. The package needs a quarter of a second
# for the longest common subsequence of two texts of a thousand words; `rapidfuzz` computes its
# length almost immediately.


def rouge_words(text: str) -> list[str]:
    """Return the words of a text as ROUGE counts them."""
    # Imported here because few commands need it.
    from rouge_score import tokenize

    # The same result as `tokenize.tokenize(text, None)`, without its check of every word.
    return list(tokenize.NON_ALPHANUM_RE.sub(" ", text.lower()).split())


def rouge_l(reference: Sequence[str], text: Sequence[str]) -> float:
    """Return the F-measure of ROUGE-L of two texts, from 0 to 1.

    `reference`, `text`: the words of the two texts, from `rouge_words`

    2 P R / (P + R), where P and R are the length of the longest common subsequence divided by the
    number of words of the text and of the reference; 0 if either has no words.
    """
    from rapidfuzz.distance import LCSseq  # Loads thirty modules, which few commands need.

    common = LCSseq.similarity(reference, text)
    if not common:
        return 0.0
    precision, recall = common / len(text), common / len(reference)
    return 2 * precision * recall / (precision + recall)


# The program's names of measures, and those of `rouge_score`.
_ROUGE_TYPES = {"rouge_1": "rouge1", "rouge_2": "rouge2", "rouge_lsum": "rougeLsum"}


def rouge_measures(reference: str, text: str) -> dict[str, float]:
    """Return the F-measures of ROUGE-1, ROUGE-2 and ROUGE-Lsum of a text, each from 0 to 1.

    Words are stemmed. For ROUGE-Lsum, each line is one sentence. The keys are “rouge_1”, “rouge_2”
    and “rouge_lsum”. Source: riSum, section 3.2, with the package `rouge_score`.
    """
    scores = _scorer().score(reference, text)
    return {name: float(scores[theirs].fmeasure) for name, theirs in _ROUGE_TYPES.items()}


@cache
def _scorer() -> Any:
    # Imported here because few commands need it.
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(list(_ROUGE_TYPES.values()), use_stemmer=True)
