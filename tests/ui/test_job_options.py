"""Tests of the options of all built-in jobs, as a lead sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.plugin_loader import available, is_own, load_protocol
from desktop_app.ui.lead.run_choices import OptionsForm
from desktop_app.ui.messages import install_language
from desktop_app.ui.plain_text import PlainCombo
from desktop_app.ui.theme import Look, Theme
from tools.translations import read

GERMAN = Path(__file__).parents[2] / "resources" / "i18n" / "proofdesk_de.ts"


def jobs() -> list[Any]:
    protocols = [load_protocol(point.name, {}) for point in available() if is_own(point)]
    return [
        pytest.param(job, id=f"{protocol.key}-{key}")
        for protocol in protocols
        for key, job in protocol.jobs.items()
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
    form.show_form(load_protocol("cnr", {}).jobs["faults"].options)
    field = form.controls["categories"]
    assert isinstance(field, QLineEdit)
    field.selectAll()
    qtbot.keyClicks(field, typed)
    given = form.given()
    assert given is not None
    assert given["categories"] == ["clarity", "safety"]


@pytest.mark.parametrize("job", jobs())
def test_options_have_the_room_they_need_where_there_is_little(job: Any, qtbot: QtBot) -> None:
    theme = Theme(Look.LIGHT)
    holder, form = QWidget(), OptionsForm(theme)
    column = QVBoxLayout(holder)
    column.addWidget(form)
    column.addStretch(1)
    qtbot.addWidget(holder)
    form.show_form(job.options)
    holder.resize(400, 1600)
    holder.show()
    qtbot.waitExposed(holder).__enter__()
    assert form.minimumSizeHint().width() <= 400
    boxes = [one for one in form.findChildren(QWidget) if one.isVisible()]
    for one in boxes:
        assert form.rect().contains(one.geometry()), one
        for other in boxes:
            assert one is other or not one.geometry().intersects(other.geometry()), (one, other)


@pytest.mark.parametrize("job", jobs())
def test_a_long_title_leaves_room_for_fields_and_help(
    job: Any, qtbot: QtBot, qapp: QApplication
) -> None:
    install_language(qapp, "de")
    try:
        form = OptionsForm(Theme(Look.LIGHT))
        qtbot.addWidget(form)
        form.show_form(job.options)
    finally:
        install_language(qapp, "en")
    form.resize(360, form.heightForWidth(360))
    form.show()
    qtbot.waitExposed(form).__enter__()
    assert all(one.width() >= 150 for one in form.controls.values())
    helps = [one for one in form.findChildren(QLabel) if one.property("kind") == "secondary"]
    assert all(one.width() >= 340 for one in helps)


def test_a_box_that_is_too_narrow_says_so(qtbot: QtBot) -> None:
    box = PlainCombo(Theme(Look.LIGHT))
    qtbot.addWidget(box)
    box.addItem("Probabilities where the server gives them, else a figure in words")
    box.resize(900, 32)
    assert box.shown_text() == box.currentText()
    box.resize(150, 32)
    assert box.shown_text().endswith("…")
    assert box.shown_text()[:-1] in box.currentText()
