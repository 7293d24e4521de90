"""Tests of the base class of protocols with fixed forms, with the protocol of the template."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import FieldError, UsageError
from desktop_app.core.protocol.form_protocol import FormAnswerRow, FormProtocol, FormStage

TEMPLATE = Path(__file__).parents[2] / "docs" / "template"


@pytest.fixture
def clarity(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(TEMPLATE))
    from clarity.protocol import CLARITY

    yield CLARITY
    for name in [one for one in sys.modules if one.partition(".")[0] == "clarity"]:
        del sys.modules[name]


def test_a_stage_asks_the_questions_of_its_form(clarity: FormProtocol) -> None:
    (stage,) = clarity.stages
    assert next(one.key for one in stage.form().questions) == "clear"
    assert stage.check({"clear": 4}) == {"clear": 4}
    with pytest.raises(ValueError, match="clear"):
        stage.check({"clear": 9})
    stage.check_about({}, {"clear": 4})
    with pytest.raises(FieldError) as missing:
        stage.check_about({}, {})
    assert missing.value.field == "clear"


def test_an_answer_row_becomes_the_body_of_an_annotation(clarity: FormProtocol) -> None:
    stage = clarity.stages[0]
    assert isinstance(stage, FormStage)
    row = FormAnswerRow.model_validate(
        {"item": "e1", "annotator": "ana", "clear": 2, "seconds": 7, "device": "laptop"}
    )
    body = stage.body(row, "key-of-e1", "ana", {})
    assert (body["protocol"], body["stage"], body["item"]) == ("clarity", "rate", "key-of-e1")
    assert body["answers"] == {"clear": 2}
    assert "laptop" in str(body)


def test_there_is_one_kind_of_rows_for_items_and_one_for_each_stage(clarity: FormProtocol) -> None:
    kinds = clarity.row_kinds
    assert set(kinds) == {"items", clarity.stages[0].row_kind}


def test_two_stages_cannot_have_the_same_kind_of_rows(clarity: FormProtocol) -> None:
    class Twice(type(clarity)):  # type: ignore[misc]
        stage_types = (*type(clarity).stage_types, *type(clarity).stage_types)

    with pytest.raises(UsageError, match="twice"):
        Twice()
