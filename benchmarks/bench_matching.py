"""Matching of an answer with its document for highlights, and again after an edit.

The texts are random, with word frequencies like those of real texts and a vocabulary with inflected
forms. About half of an answer is copied from the document; the rest is other text, misspelt words,
and words that the document does not contain. The two baselines do less than matching: one only
splits both texts into words, the other compares each word of one vocabulary with each word of the
other by `rapidfuzz`.
"""

from __future__ import annotations

import random
import re

import numpy as np
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import cdist

from benchmarks.table import Row, measured, show, timed
from desktop_app.text.matching import DEFAULT_THRESHOLD, Matcher

SIZES = ((600, 100, 0.005), (3_000, 300, None), (20_000, 1_000, 0.100))
EDIT = 0.010
_WORD = re.compile(r"\w+")
_SYLLABLES = [first + second for first in "bcdfglmnprstv" for second in ("a", "en", "i", "or", "u")]
_FUNCTION = ("the", "of", "and", "to", "in", "a", "is", "that", "for", "it", "as", "was", "with")


def run(quick: bool) -> list[Row]:
    """Return the measurements; `quick` takes fewer samples and leaves out the rows of the curve."""
    samples = 10 if quick else 50
    rows = []
    for words, in_answer, target in SIZES:
        rows += _measured(words, in_answer, target, samples)
    for words in () if quick else (1_000, 5_000, 50_000, 150_000):
        document, answer = texts(words, 300)
        times = timed(lambda d=document, a=answer: Matcher(d).match(a), samples=10)  # type: ignore[misc]
        rows.append(measured("matching, the curve", f"{words:,} × 300 words", times))
    return rows


def texts(words: int, in_answer: int, seed: int = 11) -> tuple[str, str]:
    """Return a random document of `words` words, and an answer of `in_answer` words.

    Equal seeds give equal texts.
    """
    rng = random.Random(seed)
    stems = sorted(
        {"".join(rng.choices(_SYLLABLES, k=rng.choice((1, 2, 2, 3)))) for _ in range(9000)}
    )
    rng.shuffle(stems)
    weights = (1.0 / np.arange(1, len(stems) + 1) ** 0.8).tolist()

    def prose(count: int) -> list[str]:
        chosen = rng.choices(stems, weights, k=count)
        made = []
        for stem in chosen:
            draw = rng.random()
            if draw < 0.45:
                made.append(rng.choice(_FUNCTION))
            elif draw < 0.48:
                made.append(f"{rng.randrange(1, 9_999):,}")
            else:
                made.append(
                    stem + rng.choice(("", "", "", "s", "ed", "ing")) + rng.choice(("", "", ","))
                )
        return made

    document = prose(words)
    answer: list[str] = []
    while len(answer) < in_answer:
        at = rng.randrange(max(1, words - 20))
        answer += document[at : at + rng.randrange(2, 12)]
        answer += prose(rng.randrange(2, 7))
        answer.append(_misspelt(rng.choice(document), rng))
        answer.append("".join(rng.choices("aeioukhwjyz", k=8)))
    return " ".join(document), " ".join(answer[:in_answer])


def _misspelt(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word))
    return word[:at] + rng.choice("aeiounrst") + word[at + 1 :]


def _measured(words: int, in_answer: int, target: float | None, samples: int) -> list[Row]:
    document, answer = texts(words, in_answer)
    workload = f"{words:,} × {in_answer:,} words"

    def tokenise() -> tuple[list[str], list[str]]:
        return _WORD.findall(document.lower()), _WORD.findall(answer.lower())

    splitting = timed(tokenise, samples=samples)
    vocabularies = [list(dict.fromkeys(text)) for text in tokenise()]

    def compare() -> object:
        return cdist(*vocabularies, scorer=ratio, score_cutoff=DEFAULT_THRESHOLD, dtype=np.uint8)

    comparing = timed(compare, samples=samples)
    whole = timed(lambda: Matcher(document).match(answer), samples=samples, warm_up=2)
    matcher = Matcher(document)
    matcher.match(answer)
    rng = random.Random(5)
    pieces = answer.split(" ")
    made = iter(range(10_000_000))

    def edit() -> None:
        # A new word each time, so that no result for it is cached.
        pieces[rng.randrange(len(pieces))] = (
            f"{_misspelt('international', rng)}{_letters(next(made))}"
        )
        matcher.match(" ".join(pieces))

    edits = timed(edit, samples=3 * samples)
    beside = [matcher]

    def edit_document() -> None:
        beside[0] = beside[0].edited(f"{document} {_letters(next(made))}ation")
        beside[0].match(answer)

    document_edits = timed(edit_document, samples=samples)
    return [
        measured("matching, index included", workload, whole, "splitting alone", splitting, target),
        measured("matching, index included", workload, whole, "cdist of vocabularies", comparing),
        measured(
            "again, a word of the answer edited",
            workload,
            edits,
            "splitting alone",
            splitting,
            EDIT,
        ),
        measured("again, a word of the document edited", workload, document_edits),
    ]


def _letters(number: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in str(number))


if __name__ == "__main__":
    print(show(run(quick=False)))
