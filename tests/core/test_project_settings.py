"""Tests of a lead's settings: YAML files, and the text files of version 0.1."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.errors import InputError
from desktop_app.core.project_settings import (
    Between,
    Names,
    OneOf,
    ProtocolSettings,
    SettingsFile,
    SomeOf,
)


class Rules(ProtocolSettings):
    most: Annotated[int, Between(0, 9)] = 3
    heat: Annotated[float, Between(0, 2, whole=False)] = 0.5
    topics: Annotated[tuple[str, ...], Names(2, 5)] = ()
    degrees: Annotated[tuple[str, ...], SomeOf(("low", "high"))] = ()
    when: Annotated[Literal["always", "if_asked"], OneOf(("always", "if_asked"))] = "always"


NEW, OLD = "settings/rules.yaml", "forms/rules.txt"
FILE = SettingsFile(Rules, NEW, OLD)
FULL = Rules(most=7, heat=1.5, topics=("a", "b"), degrees=("low", "high"), when="if_asked")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (NEW, "most: 7\nheat: 1.5\ntopics: [a, b, a]\ndegrees: [high, low]\nwhen: if_asked\n"),
        (NEW, "when: if asked  # why\nmost: 7\nheat: 1.5\ntopics:\n- a\n- b\ndegrees: high; low"),
        (OLD, "# ours\nmost: 7\nheat: 1.5\ntopics: a; b ;a\ndegrees: high;low\nwhen: if asked"),
    ],
)
def test_settings_are_read_from_yaml_and_from_files_of_version_0_1(path: str, text: str) -> None:
    FILE.check(path, text, file=path)
    assert FILE.read({path: text}) == FULL


def test_missing_settings_have_their_defaults_and_the_yaml_file_wins() -> None:
    assert FILE.read({}) == FILE.read({NEW: ""}) == FILE.read({NEW: "# nothing yet"}) == Rules()
    assert FILE.read({NEW: "most: 1", OLD: "most: 2\nheat: 1"}) == Rules(most=1)


@pytest.mark.parametrize(
    ("path", "text", "line", "message"),
    [
        (NEW, "# fine\nrest: 1", 2, "there is no setting “rest”"),
        (NEW, "most: 1\n\nmost: 2", 3, "the setting “most” is already in line 1"),
        (NEW, "topics: [a]\nmost: many", 2, "the value of “most” cannot be used"),
        (NEW, "most: true", 1, "the value of “most” cannot be used"),
        (NEW, "most: 1.5", 1, "the value of “most” cannot be used"),
        (NEW, "heat: .nan", 1, "the value of “heat” cannot be used"),
        (NEW, "topics: [a, 2]", 1, "the value of “topics” cannot be used"),
        (NEW, "topics: [a, b, c]", 1, "the value of “topics” cannot be used"),
        (NEW, "topics: [longer]", 1, "the value of “topics” cannot be used"),
        (NEW, "degrees: [low, none]", 1, "the value of “degrees” cannot be used"),
        (NEW, "when: {always: 1}", 1, "the value of “when” cannot be used"),
        (NEW, "- most", 1, "does not contain settings"),
        (NEW, "most", 1, "does not contain settings"),
        (NEW, "most: &one 1", 1, "anchors"),
        (NEW, "most: 1\n  : [", 2, ""),
        (OLD, "# fine\nrest: 1", 2, "there is no setting “rest”"),
        (OLD, "most: 1\n\nmost: 2", 3, "the setting “most” is already in line 1"),
        (OLD, "topics: a\nmost: many", 2, "the value of “most” cannot be used"),
        (OLD, "topics: a\tb", 1, "the value of “topics” cannot be used"),
        (OLD, "most", 1, "the value of “most” cannot be used"),
        (OLD, "just words", 1, "there is no setting “just words”"),
    ],
)
def test_the_first_wrong_line_is_named_and_the_rest_still_applies(
    path: str, text: str, line: int, message: str
) -> None:
    with pytest.raises(InputError) as error:
        FILE.check(path, text, file="f")
    assert message in str(error.value)
    assert (error.value.file, error.value.line) == ("f", line)
    readable = "heat: 2\n" + text
    expected = Rules(heat=2, most=1) if text.startswith("most: 1\n\n") and path == NEW else None
    if expected is not None:
        assert FILE.read({path: readable}) == expected  # the first of two, as YAML readers have it
    assert isinstance(FILE.read({path: readable}), Rules)


def test_invalid_settings_keep_their_defaults() -> None:
    assert FILE.read({NEW: "most: x\nother: 1\nheat: 2"}) == Rules(heat=2)
    assert FILE.read({OLD: "most: x\nnone\ntopics: a; b; a"}) == Rules(topics=("a", "b"))
    assert FILE.read({OLD: "most: 7\nmost: 8"}) == Rules(most=8)
    assert FILE.read({NEW: "most: [\nheat: 2"}) == Rules()


def test_errors_say_what_is_expected() -> None:
    hints = {}
    for name in Rules.model_fields:
        with pytest.raises(InputError) as error:
            FILE.check(NEW, f"{name}: []", file="f")
        hints[name] = error.value.hint
    assert hints == {
        "most": "Expected: a whole number from 0 to 9.",
        "heat": "Expected: a number from 0 to 2.",
        "topics": "Expected: a list of 1 to 2 names of at most 5 characters.",
        "degrees": "Expected: a list of some of these words: low, high.",
        "when": "Expected: one of always, if_asked.",
    }


def test_texts_at_other_paths_are_not_looked_at() -> None:
    FILE.check("forms/other.yaml", "most: many", file="f")


@given(st.text(max_size=200), st.sampled_from([NEW, OLD]))
def test_reading_never_raises(text: str, path: str) -> None:
    assert isinstance(FILE.read({path: text}), Rules)


@given(st.integers(0, 9), st.lists(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=2))
def test_what_is_written_is_read(most: int, topics: list[str]) -> None:
    rules = f"most: {most}\ntopics: {'; '.join(topics)}\n"
    assert FILE.read({NEW: rules}) == FILE.read({OLD: rules}) == Rules(most=most, topics=topics)
