"""Tests that texts in bundles are in the language of the reader."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.workspace.materials import in_language


def body(path: str, *, own: bool = False) -> dict[str, Any]:
    return {"path": path, "text": f"text of {path}"} | ({"own": True} if own else {})


BASE, GERMAN = "guidelines/risum.md", "guidelines/risum.de.md"


@pytest.mark.parametrize(
    ("bodies", "language", "shown"),
    [
        ([body(BASE), body(GERMAN)], "en", BASE),
        ([body(BASE), body(GERMAN)], "de", GERMAN),
        ([body(GERMAN), body(BASE)], "de", GERMAN),
        ([body(BASE), body(GERMAN)], "fr", BASE),
        ([body(BASE)], "de", BASE),
        # The lead's own text is what holds, though the program's was translated.
        ([body(BASE, own=True), body(GERMAN)], "de", BASE),
        ([body(BASE, own=True), body(GERMAN, own=True)], "de", GERMAN),
        ([body(BASE), body(GERMAN, own=True)], "de", GERMAN),
        ([body(BASE), body(GERMAN, own=True)], "en", BASE),
    ],
)
def test_one_version_of_a_text_is_shown(
    bodies: list[dict[str, Any]], language: str, shown: str
) -> None:
    assert in_language(bodies, language) == {BASE: f"text of {shown}"}


def test_a_text_in_one_foreign_language_alone_is_shown_all_the_same() -> None:
    assert in_language([body(GERMAN)], "en") == {GERMAN: f"text of {GERMAN}"}
    assert in_language([body(GERMAN)], "de") == {BASE: f"text of {GERMAN}"}


def test_different_texts_are_all_shown() -> None:
    bodies = [body(BASE), body(GERMAN), body("guidelines/terms.md")]
    assert list(in_language(bodies, "de")) == [BASE, "guidelines/terms.md"]
