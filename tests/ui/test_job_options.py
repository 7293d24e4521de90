"""The options of the jobs that come with the program, as a lead reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from desktop_app.core.protocol import jobs_of
from desktop_app.plugin_loader import available, is_own, load_protocol
from desktop_app.ui.lead.options import OptionsForm
from desktop_app.ui.theme import Look, Theme
from tools.translations import read

GERMAN = Path(__file__).parents[2] / "resources" / "i18n" / "proofdesk_de.ts"


def jobs() -> list[Any]:
    protocols = [load_protocol(point.name, {}) for point in available() if is_own(point)]
    return [
        pytest.param(job, id=f"{protocol.key}-{key}")
        for protocol in protocols
        for key, job in jobs_of(protocol).items()
    ]


@pytest.mark.parametrize("job", jobs())
def test_every_option_is_named_and_its_words_are_explained_in_both_languages(job: Any) -> None:
    told = {key[1] for key, entry in read(GERMAN).items() if entry.finished}
    for name, field in job.options.model_fields.items():
        extra = field.json_schema_extra
        labels = extra.get("labels", {}) if isinstance(extra, dict) else {}
        if get_origin(field.annotation) is Literal:
            assert set(labels) == set(get_args(field.annotation)), name
        assert field.title, name
        shown = [*labels.values()] if labels else [field.description]
        for text in filter(None, [field.title, *shown]):
            assert text in told, text


@pytest.mark.parametrize("job", jobs())
def test_every_option_has_a_field_with_its_name(job: Any, qtbot: QtBot) -> None:
    form = OptionsForm(Theme(Look.LIGHT))
    qtbot.addWidget(form)
    form.show_form(job.options)
    names = {name: control.accessibleName() for name, control in form.controls.items()}
    assert names == {name: field.title for name, field in job.options.model_fields.items()}
    assert form.given() is not None  # the defaults will do


@pytest.mark.parametrize("typed", ["clarity, safety", "clarity/safety", '["clarity", "safety"]'])
def test_a_list_is_typed_with_commas_or_as_on_the_command_line(typed: str, qtbot: QtBot) -> None:
    form = OptionsForm(Theme(Look.LIGHT))
    qtbot.addWidget(form)
    form.show_form(jobs_of(load_protocol("cnr", {}))["faults"].options)
    field = form.controls["categories"]
    assert isinstance(field, QLineEdit)
    field.selectAll()
    qtbot.keyClicks(field, typed)
    given = form.given()
    assert given is not None
    assert given["categories"] == ["clarity", "safety"]
