"""Sentences are recognised by their templates, also inside one another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.text.templates import Templates
from tools.message_texts import message_templates

ROOT = Path(__file__).parents[2]
GERMAN = {
    "cannot be read": "nicht lesbar",
    "cannot be read: {reason}": "nicht lesbar: {reason}",
    "not a file name": "kein Dateiname",
    "line {line}": "Zeile {line}",
    "must be one of {list}": "muss eines von {list} sein",
    "is not known": "ist unbekannt",
    "did you mean “{word}”?": "meinten Sie „{word}“?",
    "{path}: could not be written ({error})": "{error} beim Schreiben von {path}",
    "No space left": "Kein Platz",
    "Nothing was changed.": "Nichts geändert.",
    "There are {count} of {kind}": "{kind}: {count}",
    "Bytes: {count}": "{count} Bytes",
}
TEMPLATES = Templates(GERMAN)


def german(text: str) -> str:
    return TEMPLATES.say(text, GERMAN.__getitem__)


@pytest.mark.parametrize(
    ("english", "said"),
    [
        ("cannot be read", "nicht lesbar"),
        ("cannot be read: not a file name", "nicht lesbar: kein Dateiname"),
        ("cannot be read: [Errno 5]", "nicht lesbar: [Errno 5]"),
        ("a.json, line 3: cannot be read", "a.json, Zeile 3: nicht lesbar"),
        ("a.json: is not known; did you mean “b”?", "a.json: ist unbekannt; meinten Sie „b“?"),
        (
            "/a (1)/b: could not be written (No space left)",
            "Kein Platz beim Schreiben von /a (1)/b",
        ),
        ("is not known. Nothing was changed.", "ist unbekannt. Nichts geändert."),
        ("is not known.", "ist unbekannt."),
        ("a: is not known; b: cannot be read.", "a: ist unbekannt; b: nicht lesbar."),
        ("There are 3 of it", "it: 3"),
        ("Bytes: {count}", "{count} Bytes"),
        ("nobody knows this", "nobody knows this"),
        ("", ""),
    ],
)
def test_sentences_are_said_in_the_other_language(english: str, said: str) -> None:
    assert german(english) == said


def test_what_stands_in_quotes_is_somebodys_own_text() -> None:
    assert german("did you mean “cannot be read”?") == "meinten Sie „cannot be read“?"


def test_a_value_with_braces_is_a_value() -> None:
    assert german("{reason}: could not be written ({path})") == "{path} beim Schreiben von {reason}"


@given(st.text(max_size=200))
def test_any_text_comes_back_in_its_own_language(text: str) -> None:
    """Saying every template as it is must give the text again, whatever it holds."""
    assert TEMPLATES.say(text, lambda template: template) == text


@given(st.lists(st.sampled_from([*GERMAN, "; ", ": ", ", ", " (", ")", "“", "{x}"]), max_size=30))
def test_joined_messages_come_back_too(parts: list[str]) -> None:
    text = "".join(parts)
    assert TEMPLATES.say(text, lambda template: template) == text


def test_a_text_of_any_length_is_answered_at_once() -> None:
    long = "cannot be read: " * 200_000
    assert german(long) == long


@pytest.fixture(scope="module")
def templates() -> list[str]:
    """Every message of the program."""
    return message_templates(ROOT)


def test_every_message_of_the_program_is_found_again(templates: list[str]) -> None:
    """Each template, filled in, is recognised as a whole and keeps what was filled in."""
    known = Templates(templates)
    assert len(templates) > 500
    for template in templates:
        filled = re.sub(r"\{(\w+)\}", r"<\1>", template)
        said = known.say(filled, lambda found: f"⟦{found}⟧")
        assert said.startswith("⟦"), template
        assert said.endswith("⟧"), template
        assert said.replace("⟦", "").replace("⟧", "") == filled


@pytest.mark.parametrize(
    "text",
    ["a, " * 1330, "(" * 3999, " (" * 1999, "a: " * 1333, "a; " * 1333, "; : , " * 600, "“" * 3999],
)
def test_names_full_of_joints_take_a_bounded_number_of_looks(
    text: str, templates: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known, looks = Templates(templates), []
    find = Templates.find
    monkeypatch.setattr(Templates, "find", lambda self, part: looks.append(1) or find(self, part))
    assert known.say(text, lambda template: template) == text
    assert len(looks) <= 300


def test_a_value_may_hold_what_stands_between_the_places() -> None:
    known = Templates(["{a} of {b} (new)", "x{hint} y"])
    found = known.find("one of two of three (new)")
    assert found is not None
    assert found.values == {"a": "one", "b": "two of three"}
    assert known.find(" of b (new)") is None
    assert known.find("x y") is not None


def test_what_follows_a_quote_directly_may_be_nothing() -> None:
    known = Templates(["there is no “{key}”{hint}", "did you mean “{word}”?"])
    marked = [known.say(text, str.upper) for text in ("there is no “b”", "there is no “b” (yet)")]
    assert marked == ["THERE IS NO “{KEY}”{HINT}", "THERE IS NO “{KEY}”{HINT}"]
    both = known.say("there is no “b”; did you mean “c”?", lambda template: f"<{template}>")
    assert both == "<there is no “b”>; <did you mean “c”?>"
