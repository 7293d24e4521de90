"""Tests of finding the headings of an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.text.matching import heading_spans


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("## Findings\nThe harbour grew.", ["## Findings"]),
        ("**Findings**\nThe harbour grew.", ["**Findings**"]),
        ("**Findings**: the harbour grew.", ["**Findings**:"]),
        ("**Findings:** the harbour grew.", ["**Findings:**"]),
        ("* **Findings:**\nText", ["* **Findings:**"]),
        ("1. **Findings:** text", ["1. **Findings:**"]),
        ("__Findings__\ntext", ["__Findings__"]),
        ("- Method: over three summers", ["- Method:"]),
        ("2. Main result: strips", ["2. Main result:"]),
        ("- The council met at last in the old harbour: all agreed", []),
        ("- at 12:30 it opens", []),
        ("Findings:\nThe harbour grew.", ["Findings:"]),
        ("Findings\n========\ntext", ["Findings"]),
        ("a\n\n# One\nb\n\n# Two\nc", ["# One", "# Two"]),
        ("The **harbour** grew.", []),
        ("**The harbour** grew last year.", []),
        ("The ferry: it runs hourly.", []),
        ("In the years before the war the council had decided on the following three:", []),
        ("#hashtag and #another", []),
        ("", []),
    ],
)
def test_headings_are_found_and_sentences_are_not(text: str, headings: list[str]) -> None:
    assert [text[start:end] for start, end in heading_spans(text)] == headings


@given(st.text(alphabet="aZ#*_:-=\n 1.", max_size=200))
def test_headings_are_in_order_and_within_the_text(text: str) -> None:
    at = 0
    for start, end in heading_spans(text):
        assert at <= start < end <= len(text)
        at = end
