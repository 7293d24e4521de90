"""ROUGE-L: how much of a text's words stand, in the same order, in a reference.

Source: Lin, ROUGE: A Package for Automatic Evaluation of Summaries (2004), section 3. Words are cut
by the package `rouge_score`, without stemming: small letters a–z and digits, so that accents divide
words and other scripts have none. Its own search for the longest common subsequence takes a quarter
of a second for two texts of a thousand words; ours gives the same length at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import LCSseq


def rouge_words(text: str) -> list[str]:
    """Return the words of a text as ROUGE counts them."""
    from rouge_score import tokenize  # only where it is asked for

    # What `tokenize.tokenize(text, None)` returns, without looking at every word again.
    return list(tokenize.NON_ALPHANUM_RE.sub(" ", text.lower()).split())


def rouge_l(reference: Sequence[str], text: Sequence[str]) -> float:
    """Return the F-measure of ROUGE-L of two texts, cut by `rouge_words`: in 0–1.

    2 P R / (P + R), with P and R the length of the longest common subsequence divided by the
    number of words of the text and of the reference; 0 where either has none.
    """
    common = LCSseq.similarity(reference, text)
    if not common:
        return 0.0
    precision, recall = common / len(text), common / len(reference)
    return 2 * precision * recall / (precision + recall)
