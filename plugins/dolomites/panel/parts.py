"""Widgets of the task page that a form cannot express: field choice and section lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.ui.plain_text import PlainCombo, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.question_view import OwnPart, plain_label
from desktop_app.ui.widgets.section_editor import SectionEditor, SectionField
from plugins.dolomites.tasks import invalid_sections, repeated_titles


class FieldPart(OwnPart):
    """The question for the field of a task: a list, or plain text if the call names the field."""

    changed = Signal(object)

    def __init__(
        self, key: str, text: str, options: Sequence[tuple[str, str]], theme: Theme
    ) -> None:
        super().__init__(key, text, theme)
        self._options = list(options)
        self._editable = True
        self.combo = PlainCombo(theme)
        self.combo.setAccessibleName(text)
        self.combo.setMaxVisibleItems(16)
        # Without this, the longest label in the list would determine the minimum width of the form.
        self.combo.setSizeAdjustPolicy(
            PlainCombo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.combo.setMinimumContentsLength(16)
        self.given = plain_label("", "")
        self.given.hide()
        self.column.addSpacing(theme.px(4))
        self.column.addWidget(self.combo, 0, Qt.AlignmentFlag.AlignLeading)
        self.column.addWidget(self.given)
        self.column.addWidget(self.problem)
        self._fill("")
        # `activated` is emitted only for choices by the user, not while `_fill` rebuilds the list.
        self.combo.activated.connect(self._on_activated)

    @property
    def is_asked(self) -> bool:
        """Whether the user has to choose the field."""
        return not self.combo.isHidden()

    def show_given(self, field: str) -> None:
        """Show `field` as plain text. If it is empty, show the list to choose from."""
        labels = dict(self._options)
        self.given.setText(labels.get(field, field))
        self.given.setVisible(bool(field))
        self.combo.setVisible(not field)

    def show_field(self, value: Any) -> None:
        """Show another answer without emitting `changed`."""
        self._fill(value if isinstance(value, str) else "")

    def stops(self) -> list[QWidget]:
        return [self.combo] if self.is_asked else []

    def last_stop(self) -> QWidget:
        return self.combo if self.is_asked else self

    def take_focus(self) -> None:
        self.combo.setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        if problem.kind == "unanswered":
            return self.tr("Please choose the field.")
        return self.tr("This field is no longer in the list. Choose another.")

    def set_editable(self, editable: bool) -> None:
        self.combo.setEnabled(editable)

    def _fill(self, value: str) -> None:
        self.combo.clear()
        self.combo.addItem(self.tr("Choose a field"), "")
        options = list(self._options)
        # An earlier answer may no longer be offered. It is listed, so that opening the task does
        # not change it.
        if value and value not in dict(options):
            options.append((value, value))
        for code, label in options:
            self.combo.addItem(label, code)
        place = max(0, self.combo.findData(value))
        self.combo.setCurrentIndex(place)
        self._announce()

    def _on_activated(self, place: int) -> None:
        self._announce()
        self.changed.emit(self.combo.itemData(place) or None)

    def _announce(self) -> None:
        """Show the chosen label as a tooltip."""
        # The combo box shortens long labels. The first entry is the placeholder.
        shown = self.combo.currentText() if self.combo.currentIndex() > 0 else ""
        self.combo.setToolTip(plain_tip(shown))


class SectionsPart(OwnPart):
    """The section list of one side of a task, placed among the questions of the form."""

    changed = Signal(object)
    reordered = Signal()

    def __init__(self, key: str, text: str, help_text: str, example: str, theme: Theme) -> None:
        super().__init__(key, text, theme)
        self.editor = SectionEditor(
            text,
            (
                SectionField("title", self.tr("Title"), example, share=3),
                SectionField("length", self.tr("Expected length"), share=2),
                SectionField(
                    "description",
                    self.tr("Description"),
                    self.tr("What belongs in this section?"),
                    lines=2,
                ),
            ),
            theme,
        )
        self.column.addWidget(plain_label(help_text, "secondary"))
        self.column.addSpacing(theme.px(6))
        self.column.addWidget(self.editor)
        self.column.addWidget(self.problem)
        # The page stores the previous answer itself.
        self.editor.edited.connect(lambda _before, after: self.changed.emit(after))
        self.editor.reordered.connect(self.reordered)

    def stops(self) -> list[QWidget]:
        return self.editor.stops()

    def take_focus(self) -> None:
        # After a failed submission, the focus goes to the first section with an invalid title.
        places = invalid_sections(self.editor.value())
        if places and not self.problem.isHidden():
            self.editor.go_to(places[0])
        else:
            self.editor.take_focus()

    def sentence(self, problem: Problem) -> str:
        if problem.kind == "too_short":
            return self.tr("A section has no title. Add one, or remove the section.")
        if problem.kind == "not_readable":
            quoted = self.tr("“{title}”")
            titles = ", ".join(
                quoted.format(title=one) for one in repeated_titles(self.editor.value())
            )
            return self.tr(
                "Several sections have the title {titles}. Each needs its own title."
            ).format(titles=titles)
        if problem.kind == "too_long":
            return self.tr("A title is too long. Move explanations to the description.")
        if problem.kind == "too_many":
            return self.tr("There can be 40 sections at most.")
        return self.tr("Please describe at least one section.")

    def set_editable(self, editable: bool) -> None:
        self.editor.set_editable(editable)

    def set_problem(self, sentence: str) -> None:
        super().set_problem(sentence)
        # Without any section, the problem is marked on the first (empty) row.
        places = invalid_sections(self.editor.value()) if self.editor.value() else [0]
        self.editor.set_problems(places if sentence else (), "title")
