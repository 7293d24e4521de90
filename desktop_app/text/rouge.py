"""ROUGE-L: the overlap of a text's words with those of a reference, in the same order.

Source: Lin, ROUGE: A Package for Automatic Evaluation of Summaries (2004), section 3. Words are
those of the package `rouge_score`, without stemming: small letters a–z and digits, so accents
divide words, and texts in other scripts have no words. The package needs a quarter of a second for
the longest common subsequence of two texts of a thousand words; `rapidfuzz` computes its length
almost immediately.
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import LCSseq


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
    common = LCSseq.similarity(reference, text)
    if not common:
        return 0.0
    precision, recall = common / len(text), common / len(reference)
    return 2 * precision * recall / (precision + recall)
