"""Tests of ROUGE-L against the package whose tokens it uses."""

from __future__ import annotations

import random
import time

import pytest
from rouge_score.rouge_scorer import RougeScorer

from desktop_app.text.text_metrics import rouge_l, rouge_words

_TEXTS = [
    "",
    "The cat, the cat!",
    "the cat sat on the mat",
    "Ärger über 3.5 % Zinsen",
    "数据 科学",
    "a\x00b \u2028 c_d-e'f",
]


def test_it_is_what_the_package_says() -> None:
    rng = random.Random(2)
    texts = _TEXTS + [
        " ".join(
            rng.choice(["the", "of", "a", "report", "court", "12", "costs'"]) for _ in range(length)
        )
        for length in (1, 7, 40, 120)
    ]
    scorer = RougeScorer(["rougeL"])
    for reference in texts:
        for text in texts:
            expected = scorer.score(reference, text)["rougeL"].fmeasure
            assert rouge_l(rouge_words(reference), rouge_words(text)) == pytest.approx(expected)


def test_long_texts_cost_little() -> None:
    rng = random.Random(2)
    one, other = ([str(rng.randrange(500)) for _ in range(20_000)] for _ in range(2))
    started = time.process_time()
    assert 0 < rouge_l(one, other) < 1
    assert time.process_time() - started < 5
