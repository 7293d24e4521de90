"""Parts of the form editor: the text with undo and checks, the outline, and the preview.

The module is longer than most because it contains three parts of one page, each a class of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import InputError
from desktop_app.core.form_conditions import Group, read_group
from desktop_app.core.form_editing import parts_of, rewrite, text_in
from desktop_app.core.form_problems import Flaw
from desktop_app.core.form_properties import (
    SECTION,
    Check,
    CheckedForm,
    check_form,
    part_of,
    previewed,
    summary_of,
)
from desktop_app.core.forms import Form
from desktop_app.core.question_types import options_of
from desktop_app.ui.colours import Role
from desktop_app.ui.lead.condition_editor import Asked
from desktop_app.ui.lead.question_list import QuestionLine, type_title
from desktop_app.ui.lead.question_parts import Words, spelled_code
from desktop_app.ui.lead.question_properties import problem_words
from desktop_app.ui.lead.texts import replace_in
from desktop_app.ui.messages import LANGUAGE_NAMES, current_language
from desktop_app.ui.plain_text import PlainCombo, PlainLabel, ShorteningLabel, empty
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.form_view import FormView
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.parts import button, label, set_level
from desktop_app.ui.widgets.question_view import OwnPart

# Milliseconds after the last change of the text until it is checked.
_CHECK_AFTER = 250


class FormText(QObject):
    """The text of a form, changed by typing and by controls.

    `changed`: the text was changed
    `was_checked`: the text was checked again; True if the properties of the selected part are
        up to date and stay as they are
    """

    changed = Signal()
    was_checked = Signal(bool)

    def __init__(self, yaml: QPlainTextEdit) -> None:
        super().__init__(yaml)
        self.checked = CheckedForm("", None, None, ())
        self._yaml = yaml
        # The rules for the place of the form in its project.
        self._rules: Check | None = None
        # Whether a control is changing the text.
        self._is_own_change = False
        # Identifies the last change, so that several letters in one field are one undo step.
        self._last_edit: object = None
        self._timer = QTimer(self, singleShot=True, interval=_CHECK_AFTER)
        self._timer.timeout.connect(self._check)
        yaml.textChanged.connect(self._on_typed)

    @property
    def is_blank(self) -> bool:
        """Whether there is no form yet."""
        return not self._yaml.toPlainText().strip()

    def show(self, text: str, rules: Check | None) -> None:
        """Show another text. This cannot be undone."""
        self._rules = rules
        self._timer.stop()
        self._yaml.blockSignals(True)
        self._yaml.setPlainText(text)
        self._yaml.blockSignals(False)
        self.end_step()
        self._check()

    def replace(self, text: str) -> None:
        """Replace the text with another, as one undo step."""
        self.end_step()
        replace_in(self._yaml, text)
        self._check()

    def apply(self, data: Mapping[str, Any], edit: object = None) -> None:
        """Write other data into the text. Comments of the file are kept.

        `edit`: identifies the change; successive changes with equal values are one undo step
        """
        text = self._yaml.toPlainText()
        try:
            changed = rewrite(text if text.strip() else "{}", data)
        except InputError:
            # The text is not valid YAML, so there are no data that a control could have changed.
            return
        self._is_own_change = True
        replace_in(self._yaml, changed, joins=edit is not None and edit == self._last_edit)
        self._is_own_change = False
        self._last_edit = edit
        self.changed.emit()
        self._check(keeps_properties=edit is not None)

    def step(self, act: Callable[[], None]) -> None:
        """Undo or redo a change."""
        self.end_step()
        act()
        self._check()

    def end_step(self) -> None:
        """Make the next change a separate undo step."""
        self._last_edit = None

    def settle(self) -> None:
        """Check pending typing at once."""
        if self._timer.isActive():
            self._timer.stop()
            self._check()

    def _on_typed(self) -> None:
        if not self._is_own_change:
            self.end_step()
            self._timer.start()
            self.changed.emit()

    def _check(self, *, keeps_properties: bool = False) -> None:
        text = self._yaml.toPlainText()
        # An empty page has no problems yet.
        blank = CheckedForm(text, None, None, ())
        self.checked = check_form(text, self._rules) if text.strip() else blank
        self.was_checked.emit(keeps_properties)


class LanguagePicker(PlainCombo):
    """Lets the lead choose the language of the texts that are shown and edited."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setAccessibleName(QCoreApplication.translate("FormEditor", "Language of the texts"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def words_of(self, checked: CheckedForm) -> Words:
        """Return the chosen language, and that of the form."""
        source = (checked.data or {}).get("language")
        source = source if isinstance(source, str) else "en"
        return Words(str(self.currentData() or source), source)

    def offer(self, checked: CheckedForm) -> None:
        """Offer the languages of a form, then those of the program."""
        own = (checked.data or {}).get("language")
        known = list(checked.form.languages) if checked.form is not None else []
        if isinstance(own, str) and not known:
            known = [own]
        codes = list(dict.fromkeys((*known, *LANGUAGE_NAMES)))
        if [self.itemData(n) for n in range(self.count())] == codes:
            return
        before = self.currentData() or current_language()
        self.clear()
        for code in codes:
            self.addItem(LANGUAGE_NAMES.get(code, code), code)
        wanted = before if before in known or not known else known[0]
        self.setCurrentIndex(max(0, self.findData(wanted)))


class FormOutline:
    """The parts of a form in words, for the list of questions and for conditions."""

    def __init__(self, checked: CheckedForm, words: Words) -> None:
        self._checked = checked
        self._words = words
        self._parts = parts_of(checked.data) if checked.data is not None else []
        # Without the questions that are not valid yet.
        self._form = checked.form or previewed(checked)[0]
        questions = self._form.questions if self._form is not None else ()
        self._questions = {one.key: one for one in questions}

    def lines(self) -> list[QuestionLine]:
        """Return the lines of the list of questions and sections."""
        lines, number = [], 0
        texts = [self._text_of(part) for part in self._parts]
        for index, (part, text) in enumerate(zip(self._parts, texts, strict=True)):
            type_ = str(part.get("type", ""))
            is_section = type_ == SECTION
            number += not is_section
            facts = [type_title(type_)]
            flaws, key = self._checked.flaws_of(index), part.get("key")
            question = self._questions.get(str(part.get("key")))
            if question is not None and (ends := summary_of(question)):
                facts[0] = f"{facts[0]} {ends}"
            if part.get("required") is True:
                facts.append(QCoreApplication.translate("FormEditor", "required"))
            elif part.get("required_if"):
                facts.append(QCoreApplication.translate("FormEditor", "sometimes required"))
            if condition := self._condition_words(part.get("show_if")):
                facts.append(condition)
            lines.append(
                QuestionLine(
                    type_,
                    0 if is_section else number,
                    # As `Form.name_of`, but for questions that are not valid yet, too.
                    f"{text} ({key})" if key and texts.count(text) > 1 else text,
                    ", ".join(facts),
                    len(flaws),
                    any(not one.is_warning for one in flaws),
                )
            )
        return lines

    def broken(self) -> list[BrokenQuestion]:
        """Return the questions that the preview cannot show as they are."""
        form, kept = previewed(self._checked)
        if form is None:
            return []
        found, above = [], ""
        for index, part in enumerate(self._parts):
            if part.get("type") == SECTION:
                continue
            if index in kept:
                above = str(part.get("key"))
                continue
            flaws = [one for one in self._checked.flaws_of(index) if not one.is_warning]
            words = (
                problem_words(flaws[0])
                if flaws
                else QCoreApplication.translate(
                    "FormEditor", "Depends on a question with a problem"
                )
            )
            # No question has such a key.
            found.append(BrokenQuestion(f"#{index}", above, self._text_of(part), words))
            above = found[-1].key
        return found

    def asked(self, own: object) -> list[Asked]:
        """Return the questions to which a condition of the question `own` may refer."""
        form, language = self._form, self._words.language
        if form is None:
            return []
        keys = [one.key for one in form.questions]
        at = keys.index(own) if own in keys else len(keys)
        return [
            Asked(
                one.key,
                f"{one.key} · {form.text(one.text, language)}",
                one.type,
                [(option.code, form.label(option, language)) for option in options_of(one)],
                is_earlier=place < at,
            )
            for place, one in enumerate(form.questions)
            if place != at
        ]

    def place_of(self, flaw: Flaw) -> str:
        """Return where a problem is: the number of its question, or its line."""
        index = part_of(flaw)
        if (
            index is not None
            and index < len(self._parts)
            and self._parts[index].get("type") != SECTION
        ):
            number = sum(one.get("type") != SECTION for one in self._parts[: index + 1])
            question = QCoreApplication.translate("FormEditor", "Question {number}")
            return question.format(number=number)
        line = QCoreApplication.translate("FormEditor", "Line {number}")
        return line.format(number=flaw.line or 1)

    # Internals
    def _condition_words(self, condition: Any) -> str:
        """Return a condition in a few words, such as “if Faithful is No”."""
        if condition is None:
            return ""
        group = read_group(condition)
        rows = group.entries if group is not None and group.join in ("all", "any") else []
        if len(rows) != 1 or isinstance(rows[0], Group):
            return QCoreApplication.translate("FormEditor", "with conditions")
        key, operator, value = rows[0]
        if operator not in ("is", "has"):
            words = QCoreApplication.translate("FormEditor", "if {question} …")
            return words.format(question=key)
        question = self._questions.get(key)
        options = options_of(question) if question is not None else ()
        option = next((one for one in options if one.code == value), None)
        answer = (
            self._form.label(option, self._words.language)
            if option is not None and self._form is not None
            else spelled_code(value)
        )
        words = QCoreApplication.translate("FormEditor", "if {question} is {answer}")
        return words.format(question=key, answer=answer)

    def _text_of(self, part: Mapping[str, Any]) -> str:
        value = part.get("text") or part.get("title")
        text = self._words.shown(value) or text_in(value, self._words.source, self._words.source)
        return text or str(part.get("key") or QCoreApplication.translate("FormEditor", "No text"))


@dataclass(frozen=True)
class BrokenQuestion:
    """A question with a problem, in a preview.

    `above`: the key of the question before it; “”: it is the first one
    """

    key: str
    above: str
    text: str
    problem: str


class BrokenPart(OwnPart):
    """The place of a question with a problem: its number, its text and the problem."""

    def __init__(self, one: BrokenQuestion, theme: Theme) -> None:
        super().__init__(one.key, one.text, theme)
        # Not the label for problems of answers, which the form hides when it checks them.
        self.words = label(one.problem, "problem", wrap=True)
        self.column.addWidget(self.words)
        self.setAccessibleDescription(one.problem)

    def stops(self) -> list[QWidget]:
        return []

    def take_focus(self) -> None:
        """It has nothing to answer."""

    def set_editable(self, editable: bool) -> None:
        """It has nothing to answer."""


# Problems that are listed at once.
_MOST_LISTED = 3


class FormPreview(Pane):
    """Shows a form as annotators see it, and the problems of the file above it.

    `problem_chosen`: the lead wants to see a problem; with the `Flaw`
    `rebuilt`: the controls were replaced, so the Tab order has to be set
    """

    problem_chosen = Signal(object)
    rebuilt = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(self.tr("PREVIEW"), theme)
        self.view: FormView | None = None
        self._form: Form | None = None
        self._broken: Sequence[BrokenQuestion] = ()
        self._show_buttons: list[QPushButton] = []
        self._language = ""
        self.reset_button = button(
            self.tr("Reset"), self.tr("Clears your answers in this preview.")
        )
        self.reset_button.setProperty("kind", "link")
        self.note = self.add_chip(self.tr("About the preview"))
        self.note.setText(self.tr("Try it: nothing is saved"))
        self.note.show()
        self.header.addWidget(self.reset_button)
        self.problems = QFrame()
        self.problems.setProperty("kind", "notice")
        self.problems.setProperty("level", "bad")
        self.problems.setAccessibleName(self.tr("Problems in this form"))
        self._lines = QGridLayout(self.problems)
        self._lines.setContentsMargins(10, 6, 6, 6)
        self._lines.setVerticalSpacing(2)
        self._lines.setColumnStretch(1, 1)
        self.problems.hide()
        self.nothing = label(kind="secondary", wrap=True)
        self._box = QVBoxLayout()
        self._box.setContentsMargins(0, 0, 0, 0)
        inside = QVBoxLayout()
        inside.setContentsMargins(8, 0, 8, 0)
        inside.addWidget(self.problems)
        inside.addWidget(self.nothing)
        self.column.addLayout(inside)
        self.column.addLayout(self._box, 1)
        self.reset_button.clicked.connect(self.reset)

    def show_form(
        self, form: Form | None, language: str, broken: Sequence[BrokenQuestion] = ()
    ) -> None:
        """Show a form; answers to questions that it still has are kept. None shows nothing.

        `broken`: the questions that are not in it; their places show their problems
        """
        # Equal forms are kept, so that typing elsewhere does not move the page.
        is_same = form == self._form and language == self._language and broken == self._broken
        if form is not None and is_same:
            return
        answers: dict[str, Any] = {}
        place = 0
        if self.view is not None:
            answers = self.view.answers()
            place = self.view.area.verticalScrollBar().value()
            self._box.removeWidget(self.view)
            self.view.hide()
            self.view.deleteLater()
            self.view = None
        self._form, self._language, self._broken = form, language, broken
        self.nothing.setVisible(form is None)
        self.nothing.setText(self.tr("The form appears here."))
        self.reset_button.setEnabled(form is not None)
        if form is None:
            self._box.addStretch(1)
            return
        while (item := self._box.takeAt(0)) is not None:
            del item
        self.view = FormView(form, language, self._theme)
        for one in broken:
            self.view.insert_part(BrokenPart(one, self._theme), after=one.above)
        # Answers to another type of question would be shown as invalid.
        kept = {
            key: value
            for key, value in answers.items()
            if key in {one.key for one in form.questions}
            and form.question(key).read(value).problem is None
        }
        self.view.set_answers(kept)
        self._box.addWidget(self.view)
        self.view.area.verticalScrollBar().setValue(place)
        self.rebuilt.emit()

    def show_problems(self, flaws: Sequence[Flaw], place_of: Callable[[Flaw], str]) -> None:
        """List the problems of the file; `place_of` returns the words for the place of one."""
        had_buttons = bool(self._show_buttons)
        self._show_buttons = []
        empty(self._lines)
        # Those that prevent publishing first, because only a few are listed.
        flaws = sorted(flaws, key=lambda flaw: flaw.is_warning)
        set_level(self.problems, "warn" if flaws and flaws[0].is_warning else "bad")
        for row, flaw in enumerate(flaws[:_MOST_LISTED]):
            icon = PlainLabel()
            role = Role.WARN if flaw.is_warning else Role.BAD
            icon.setPixmap(self._theme.icon("warning", role).pixmap(self._theme.px(16)))
            # The place too, because two questions can have the same problem.
            words = f"{place_of(flaw)}: {problem_words(flaw)}"
            text = ShorteningLabel(words)
            show = button(self.tr("Show"))
            show.setProperty("kind", "link")
            show.setAccessibleName(self.tr("Show the problem: {words}").format(words=words))
            show.clicked.connect(lambda _=False, flaw=flaw: self.problem_chosen.emit(flaw))
            self._show_buttons.append(show)
            for column, one in enumerate((icon, text, show)):
                self._lines.addWidget(one, row, column)
        rest = len(flaws) - _MOST_LISTED
        if rest > 0:
            more = label(self.tr("and %n more", "", rest), "secondary")
            self._lines.addWidget(more, _MOST_LISTED, 1)
        self.problems.setVisible(bool(flaws))
        if had_buttons or self._show_buttons:
            self.rebuilt.emit()

    def stops(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        return [self.reset_button, *self._show_buttons, *(self.view.stops() if self.view else ())]

    def look_at(self, key: str) -> None:
        """Scroll to a question, if it is visible."""
        if self.view is not None and key in self.view.visible_questions():
            self.view.show_question(key)

    def reset(self) -> None:
        """Remove all answers."""
        if self.view is not None:
            self.view.set_answers({})
