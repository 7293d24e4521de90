"""Widgets of the task page that a form cannot express.

The choice of the field and the section lists are between the questions of the form. The criteria,
the list of missing parts and the question before submission are in the pane next to it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.ui.plain_text import PlainCombo, empty, plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.typing_focus import is_enter
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.question_view import OwnPart, caption_label, plain_label
from desktop_app.ui.widgets.section_editor import SectionEditor, SectionField
from plugins.dolomites.tasks import invalid_sections, repeated_titles


class FieldPart(OwnPart):
    """The question for the field of a task: a list, or plain text if the call names the field.

    `changed`: emitted with the code of the chosen field, or None for the placeholder
    """

    changed = Signal(object)

    def __init__(
        self, key: str, text: str, options: Sequence[tuple[str, str]], theme: Theme
    ) -> None:
        super().__init__(key, text, theme)
        self._options = list(options)
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # From the closed list, which has no use for Enter; a held key must not go on and on.
        if is_enter(event) and not event.isAutoRepeat():
            self.finished.emit()
        else:
            super().keyPressEvent(event)

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
    """The section list of one side of a task, placed among the questions of the form.

    `changed`: emitted with all sections after the user changed them
    `reordered`: the widgets changed, so the tab order has to be set again
    """

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
            return self.tr("A task can have at most 40 sections.")
        return self.tr("Please describe at least one section.")

    def set_editable(self, editable: bool) -> None:
        self.editor.set_editable(editable)

    def set_problem(self, sentence: str) -> None:
        super().set_problem(sentence)
        # Without any section, the problem is marked on the first (empty) row.
        places = invalid_sections(self.editor.value()) if self.editor.value() else [0]
        self.editor.set_problems(places if sentence else (), "title")


class Criteria(QWidget):
    """The checklist of criteria.

    `changed`: emitted with all ticked codes, in order, after the user changed a tick
    """

    changed = Signal(list)

    def __init__(self, title: str, help_text: str, words: Mapping[str, str], theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.setProperty("kind", "group")
        self.ticks: dict[str, TickChoice] = {}
        self._keys: dict[str, str] = {}
        # A missing answer is no error.
        self.problem = plain_label("", "warning")
        self.problem.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(6))
        column.addWidget(caption_label(title))
        if help_text:
            column.addWidget(plain_label(help_text, "secondary"))
        for number, (code, text) in enumerate(words.items(), 1):
            # Only single digits can be keys.
            key = str(number) if number <= 9 else ""
            tick = TickChoice(theme, Face(text, key=key, wide=True))
            tick.setAccessibleName(text)
            # The text comes last, because it may contain “%2” itself.
            tip = self.tr("%1  (key %2)").replace("%2", key).replace("%1", text)
            tick.setToolTip(plain_tip(tip if key else text))
            tick.clicked.connect(lambda _on=False: self.changed.emit(self.chosen()))
            column.addWidget(tick)
            self.ticks[code] = tick
            self._keys[key] = code
        column.addWidget(self.problem)

    def chosen(self) -> list[str]:
        """Return the ticked codes in order."""
        return [code for code, tick in self.ticks.items() if tick.isChecked()]

    def set_chosen(self, codes: Collection[str]) -> None:
        """Tick exactly these codes, without emitting `changed`."""
        for code, tick in self.ticks.items():
            tick.setChecked(code in codes)

    def press(self, text: str) -> bool:
        """Toggle the criterion of a key. Return whether the key was handled."""
        tick = self.ticks.get(self._keys.get(text, "")) if text else None
        if tick is None or not tick.isEnabled():
            return False
        tick.click()
        return True

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys with their criteria."""
        return [(key, self.ticks[code].face.words) for key, code in self._keys.items() if key]

    def take_focus(self) -> None:
        """Set the focus to the first criterion that is not ticked."""
        open_ = [tick for tick in self.ticks.values() if not tick.isChecked()]
        (open_ or list(self.ticks.values()))[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_problem(self, sentence: str) -> None:
        """Show a problem message. An empty text hides it."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        self.setAccessibleDescription(sentence)

    def set_editable(self, on: bool) -> None:
        for tick in self.ticks.values():
            tick.setEnabled(on)


@dataclass(frozen=True)
class Step:
    """A required part of the task description.

    `question`: key of the question to go to
    `name`: displayed name
    `words`: details of the progress, such as a number; empty for none
    `is_unusual`: whether it is done, but in a way that is asked about before submission
    """

    question: str
    name: str
    is_done: bool
    words: str = ""
    is_unusual: bool = False


class Completeness(QWidget):
    """The list of required parts, as links to their questions with marks for completed parts.

    `chosen`: the user wants to go to the question with this key
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._steps: tuple[Step, ...] = ()
        self.setProperty("kind", "group")
        self.setAccessibleName(self.tr("Still missing"))
        self.links: list[LinkButton] = []
        self.caption = caption_label("")
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addWidget(self.caption)
        column.addLayout(self._rows)
        theme.changed.connect(self._apply_theme)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The displayed parts, from top to bottom."""
        return self._steps

    def show_steps(self, steps: Sequence[Step]) -> bool:
        """Show the progress. Return whether the links were rebuilt, which changes the tab order."""
        if tuple(steps) == self._steps:
            return False
        # Links are kept if the questions are the same, because one of them may have the focus.
        same = [step.question for step in steps] == [step.question for step in self._steps]
        self._steps = tuple(steps)
        if not same:
            self._rebuild()
        self._apply_theme()
        return not same

    def _rebuild(self) -> None:
        empty(self._rows)
        self.links = []
        for step in self._steps:
            link = LinkButton("")
            # Outside a dialog, Enter presses a focused button only with this property.
            link.setAutoDefault(True)
            link.clicked.connect(lambda _on=False, key=step.question: self.chosen.emit(key))
            self._rows.addWidget(link)
            self.links.append(link)

    def _apply_theme(self) -> None:
        left = sum(not step.is_done for step in self._steps)
        self.caption.setText(self.tr("%n still missing", "", left) if left else self.tr("Complete"))
        side = self._theme.px(16)
        for step, link in zip(self._steps, self.links, strict=True):
            words = f"{step.name}: {step.words}" if step.words else step.name
            state, icon, role = self.tr("missing"), "todo", Role.SECONDARY
            if step.is_done:
                state, icon, role = self.tr("done"), "done", Role.GOOD
            if step.is_unusual:
                state, icon, role = self.tr("to look at"), "warning", Role.WARN
            label_text = f"{words} ({state})"
            link.setIcon(self._theme.icon(icon, role))
            link.setIconSize(QSize(side, side))
            link.setAccessibleName(label_text)
            link.setToolTip(plain_tip(label_text))
            link.set_full(words)


class DoubtBox(QFrame):
    """The question before submission whether something unusual is intended.

    `answered`: emitted with True to submit the task unchanged, or False to review it first
    """

    answered = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "notice")
        self.setProperty("level", "warn")
        self._lines = QVBoxLayout()
        self._lines.setSpacing(theme.px(4))
        self.keep_button = QPushButton(self.tr("Submit anyway"))
        self.change_button = QPushButton(self.tr("Review"))
        row = FlowLayout(across=8, down=8)
        for button, keep in ((self.keep_button, True), (self.change_button, False)):
            button.setAutoDefault(True)
            button.clicked.connect(lambda _on=False, keep=keep: self.answered.emit(keep))
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(12))
        column.setSpacing(theme.px(8))
        column.addLayout(self._lines)
        column.addLayout(row)
        self.hide()

    def stops(self) -> list[QWidget]:
        """Return the Tab stops in reading order."""
        return [self.keep_button, self.change_button]

    def ask(self, sentences: Sequence[str]) -> None:
        """Show the sentences and set the focus to the question."""
        empty(self._lines)
        for sentence in sentences:
            self._lines.addWidget(plain_label(sentence, ""))
        text = " ".join(sentences)
        self.setAccessibleName(text)
        for button in (self.keep_button, self.change_button):
            button.setAccessibleDescription(text)
        self.show()
        self.keep_button.setFocus(Qt.FocusReason.OtherFocusReason)
