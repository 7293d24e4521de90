"""Editor of a form: its questions, the properties of the selected one, its YAML, and a preview.

The text of the YAML editor is the form that is edited; all controls change it through
`core.form_editing`. So there is one undo for all changes, and comments of the file are kept.

The module is longer than most because all its panes show the same text and the same selected
question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_editing import (
    Data,
    code_from,
    codes_in_conditions,
    codes_of,
    comment_lines,
    duplicated,
    free_key,
    moved,
    parts_of,
    renamed,
    with_hints,
    with_parts,
)
from desktop_app.core.form_problems import Flaw, FormError
from desktop_app.core.form_properties import (
    SECTION,
    CheckedForm,
    new_part,
    part_of,
    previewed,
    with_type,
)
from desktop_app.core.form_yaml import read_yaml
from desktop_app.core.question_types import QUESTION_TYPES
from desktop_app.core.template_texts import NEW_QUESTION
from desktop_app.ui.lead.form_text import FormOutline, FormPreview, FormText, LanguagePicker
from desktop_app.ui.lead.hints_editor import HintsEditor
from desktop_app.ui.lead.question_list import AddQuestion, QuestionList
from desktop_app.ui.lead.question_properties import QuestionProperties
from desktop_app.ui.lead.texts import TextEditor
from desktop_app.ui.messages import current_language
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton, SegmentButton
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.parts import label
from desktop_app.workspace.project_texts import ProjectText

# Widths in pixels at 100 % text: of the panes, and the least width for all three of them.
_LIST, _PROPERTIES, _PREVIEW, _ALL_FIT = 288, 376, 386, 900
_QUESTION, _HINTS, _YAML, _SEEN = range(4)
_CONDITIONS = {"show_if", "required_if", "required"}


class FormEditor(TextEditor):
    """Edits a form file."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._one: ProjectText | None = None
        self._current = -1
        self._is_editable = True
        # Keys of new questions that are not yet derived from a text, nor typed.
        self._new_keys: set[str] = set()
        self.list = QuestionList(theme)
        self.properties = QuestionProperties(theme)
        self.hints = HintsEditor(theme)
        self.yaml = QPlainTextEdit()
        self._written = FormText(self.yaml)
        self.preview = FormPreview(theme)
        self.language = LanguagePicker(theme)
        self.adding = AddQuestion(theme)
        self._make_panes()
        self._connect()
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    # Methods of TextEditor
    def show_text(self, one: ProjectText, text: str) -> None:
        is_other = self._one is None or self._one.path != one.path
        self._one = one
        if is_other:
            self._current = 0
            self._new_keys.clear()
            self.preview.reset()
        self._written.show(text, one.check)

    def replace_text(self, text: str) -> None:
        self.flush()
        self._written.replace(text)

    def note_published(self, one: ProjectText) -> None:
        # Its version is that of before.
        self._one = replace(one, version=one.version + 1)
        # From now on, the keys and the codes of options stay as they are.
        self._new_keys.clear()
        self._show_properties()

    def text(self) -> str:
        self.properties.flush()
        self.hints.flush()
        return self.yaml.toPlainText()

    def set_editable(self, on: bool) -> None:
        self._is_editable = on
        self.yaml.setReadOnly(not on)
        self._allow()

    def problems(self) -> int:
        return len(self.checked.blocking)

    def show_first_problem(self) -> bool:
        self.flush()
        if not self.checked.blocking:
            return False
        self.show_problem(self.checked.blocking[0])
        return True

    def first_control(self) -> QWidget:
        if self.tabs.currentIndex() == _YAML:
            return self.yaml
        if self.list.count():
            return self.list
        return self.adding.first_control()

    @property
    def checked(self) -> CheckedForm:
        """The form as it was checked last."""
        return self._written.checked

    def flush(self) -> None:
        """Apply pending typing, and check the form."""
        # First: checking the form would show its key again, instead of the one that is typed.
        self.properties.finish_key()
        self._name_question()
        self.properties.flush()
        self.hints.flush()
        self._written.settle()

    def show_problem(self, flaw: Flaw) -> None:
        """Select the question of a problem and focus its control, or its line in the YAML."""
        index = part_of(flaw)
        hint = flaw.steps[1] if len(flaw.steps) > 1 and flaw.steps[0] == "hints" else None
        if isinstance(hint, int) and hint < len(self.hints.messages):
            self.show_tab(_HINTS)
            self.hints.unfold(hint)
            self.hints.messages[hint].setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if index is not None and self.checked.data is not None:
            self.show_tab(_QUESTION)
            self.select(index)
            control = self.properties.control_of(flaw)
            if control is not None:
                control.setFocus(Qt.FocusReason.OtherFocusReason)
                if isinstance(control, QLineEdit):
                    control.selectAll()  # as Tab does: what is typed replaces a template's text
                self.properties.ensureWidgetVisible(control)
                return
        self.show_tab(_YAML)
        block = self.yaml.document().findBlockByNumber(max(0, (flaw.line or 1) - 1))
        self.yaml.setTextCursor(QTextCursor(block))
        self.yaml.setFocus(Qt.FocusReason.OtherFocusReason)

    def select(self, index: int) -> None:
        """Show the properties of a question or section."""
        self.properties.finish_key()
        self._name_question()
        self.properties.flush()
        self._current = index
        self._written.end_step()
        self.list.blockSignals(True)
        self.list.setCurrentRow(index)
        self.list.blockSignals(False)
        self._show_properties()
        key = self._part.get("key") if self._part is not None else None
        if isinstance(key, str):
            self.preview.look_at(key)

    def show_tab(self, index: int) -> None:
        """Show the question, the YAML, or the preview where it has no pane of its own."""
        self.flush()
        self.tabs.setCurrentIndex(index)
        self.tab_buttons[index].setChecked(True)
        for one in self._question_tools:
            one.setVisible(index == _QUESTION)

    # Edits
    def add(self, type_: str) -> None:
        """Add a question of a type below the selected one."""
        data = self._data()
        if data is None:
            return
        words = self.language.words_of(self.checked)
        key = free_key(data, type_ if type_ in QUESTION_TYPES else "section")
        text = words.changed(None, self.tr("New question"))
        if type_ == SECTION:
            text = words.changed(None, self.tr("New section"))
        parts = parts_of(data)
        at = min(self._current + 1, len(parts))
        part = new_part(type_, key, text, self._labels(type_))
        self._new_keys.add(key)
        if self._is_voluntary:
            part.pop("empty", None)
            part.pop("required", None)
        parts.insert(at, part)
        self._apply(with_parts(data, parts), at)
        self.show_tab(_QUESTION)
        control = self.properties.controls.get("title" if type_ == SECTION else "text")
        if isinstance(control, QPlainTextEdit):
            control.setFocus(Qt.FocusReason.OtherFocusReason)
            control.selectAll()

    def duplicate(self) -> None:
        """Add a copy of the selected question below it."""
        data = self._data()
        if data is not None and self._part is not None:
            copied = duplicated(data, self._current)
            # The copy gets the name of its own text, as a new question does.
            self._new_keys.add(str(parts_of(copied)[self._current + 1].get("key", "")))
            self._apply(copied, self._current + 1)

    def remove(self) -> None:
        """Remove the selected question; undo brings it back."""
        data = self._data()
        if data is None or self._part is None:
            return
        parts = parts_of(data)
        del parts[self._current]
        self._apply(with_parts(data, parts), min(self._current, len(parts) - 1))
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def move_question(self, row: int, to: int) -> None:
        """Move a question to another place."""
        data = self._data()
        if data is not None and 0 <= row < self.list.count() and 0 <= to < self.list.count():
            self._apply(moved(data, row, to), to)

    def undo(self) -> None:
        """Undo the last change of the form."""
        self.flush()
        _keeping_focus(self, lambda: self._written.step(self.yaml.undo))

    def redo(self) -> None:
        """Redo the change that was undone last."""
        self.flush()
        _keeping_focus(self, lambda: self._written.step(self.yaml.redo))

    # Internals
    @property
    def _part(self) -> Data | None:
        parts = parts_of(self.checked.data) if self.checked.data is not None else []
        return parts[self._current] if 0 <= self._current < len(parts) else None

    @property
    def _is_voluntary(self) -> bool:
        """Whether nobody has to answer, as in the questions about people."""
        return self._one is not None and self._one.kind == "background"

    def _labels(self, type_: str) -> Callable[[int], Any]:
        """Return a function that creates the labels of new options of a type."""
        words = self.language.words_of(self.checked)

        def label_of(number: int) -> Any:
            text = self.tr("Option {number}").format(number=number)
            if type_ == "likert":
                text = self.tr("Lowest") if number == 1 else self.tr("Highest")
            return words.changed(None, text)

        return label_of

    def _data(self) -> Data | None:
        """Return the current data for a change; None if the form cannot be changed now.

        Without a form, these are the data of one without questions.
        """
        self.flush()
        if not self._is_editable:
            return None
        if not self._written.is_blank:
            return self.checked.data
        return {
            "form": 1,
            "key": "background" if self._is_voluntary else "study",
            "version": 1,
            "language": current_language(),
            "title": self.tr("About you") if self._is_voluntary else self.tr("Questions"),
            "questions": [],
        }

    def _make_panes(self) -> None:
        self.list_pane = Pane(self.tr("QUESTIONS"), self._theme)
        self.count = self.list_pane.add_chip(self.tr("Number of questions"))
        self.list_pane.header.addWidget(self.language)
        self.list_pane.column.setContentsMargins(1, 8, 1, 8)
        self.list_pane.header.setContentsMargins(13, 0, 9, 0)
        for titled in (self.list_pane, self.preview):
            # As high as the tabs in the middle.
            titled.caption.setMinimumHeight(self._theme.px(32))
        self.list_pane.column.addWidget(self.list, 1)
        self.list_pane.column.addWidget(self.adding)
        self.up_button = IconButton("up", self._theme, self.tr("Move up"), "Alt+↑")
        self.down_button = IconButton("down", self._theme, self.tr("Move down"), "Alt+↓")
        self.copy_button = IconButton("copy", self._theme, self.tr("Duplicate"), "Ctrl+D")
        self.remove_button = IconButton("trash", self._theme, self.tr("Remove"))
        self._question_tools = (
            self.up_button,
            self.down_button,
            self.copy_button,
            self.remove_button,
        )
        middle = self._middle_pane()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(10)
        self.splitter.setChildrenCollapsible(False)
        for pane in (self.list_pane, middle, self.preview):
            self.splitter.addWidget(pane)
        for place, share in enumerate((0, 1, 1)):
            self.splitter.setStretchFactor(place, share)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)
        self._is_narrow = False
        self._arranged_for: tuple[bool, float] | None = None

    def _middle_pane(self) -> QWidget:
        pane = Pane(self.tr("FORM"), self._theme)
        pane.header_shows(False)
        pane.setAccessibleName(self.tr("Selected question"))
        self.tabs = QStackedWidget()
        row = QHBoxLayout()
        row.setContentsMargins(6, 0, 6, 0)
        row.setSpacing(4)
        group = QButtonGroup(self)
        self.tab_buttons: list[SegmentButton] = []
        titles = (self.tr("Question"), self.tr("Hints"), "YAML", self.tr("Preview"))
        for place, words in enumerate(titles):
            one = SegmentButton(words, self._theme)
            one.clicked.connect(lambda _=False, place=place: self.show_tab(place))
            group.addButton(one)
            row.addWidget(one)
            self.tab_buttons.append(one)
        self.tab_buttons[0].setChecked(True)
        row.addStretch(1)
        for tool in self._question_tools:
            row.addWidget(tool)
        self.yaml.setProperty("kind", "reading")
        self.yaml.setAccessibleName(self.tr("Form as YAML"))
        self.yaml.setTabChangesFocus(True)
        self.yaml.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.comment_note = label(kind="secondary", wrap=True)
        self.comment_note.setContentsMargins(10, 0, 6, 0)
        written = QWidget()
        inside = QVBoxLayout(written)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(4)
        inside.addWidget(self.comment_note)
        inside.addWidget(self.yaml, 1)
        self._seen = QWidget()
        seen = QVBoxLayout(self._seen)
        seen.setContentsMargins(0, 0, 0, 0)
        for page in (self.properties, self.hints, written, self._seen):
            self.tabs.addWidget(page)
        pane.column.addLayout(row)
        pane.column.addWidget(self.tabs, 1)
        return pane

    def _connect(self) -> None:
        self._written.changed.connect(self.changed)
        self._written.was_checked.connect(self._show_checked)
        self.adding.chosen.connect(self.add)
        self.list.currentRowChanged.connect(self.select)
        self.list.moved.connect(self.move_question)
        self.list.duplicate.connect(self.duplicate)
        self.list.remove.connect(self.remove)
        self.up_button.clicked.connect(lambda: self.move_question(self._current, self._current - 1))
        self.down_button.clicked.connect(
            lambda: self.move_question(self._current, self._current + 1)
        )
        self.copy_button.clicked.connect(self.duplicate)
        self.remove_button.clicked.connect(self.remove)
        self.properties.edited.connect(self._on_part)
        self.properties.text_left.connect(self._name_question)
        self.properties.key_edited.connect(self._on_key)
        self.properties.type_edited.connect(self._on_type)
        self.properties.yaml_wanted.connect(
            lambda: self.show_problem(Flaw("", "", _line_of(self.checked, self._current)))
        )
        self.properties.rebuilt.connect(self._order_tabs)
        self.hints.rebuilt.connect(self._order_tabs)
        self.hints.yaml_wanted.connect(lambda: self.show_tab(_YAML))
        self.hints.edited.connect(
            lambda hints: self._apply(
                with_hints(self.checked.data or {}, hints), self._current, ("hints",)
            )
        )
        self.preview.rebuilt.connect(self._order_tabs)
        self.preview.problem_chosen.connect(self.show_problem)
        self.language.activated.connect(lambda _: self._show_all())
        for keys, act in (
            ("Ctrl+Shift+Z", self.redo),
            ("Ctrl+Y", self.redo),
            ("Ctrl+D", self.duplicate),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    def _apply(self, data: Mapping[str, Any], current: int, edit: object = None) -> None:
        """Write other data into the text, and select a part of the form.

        `current`: the position of this part
        `edit`: identifies the change; see `FormText.apply`
        """
        self._current = current
        self._written.apply(data, edit)

    def _on_part(self, part: Data) -> None:
        data = self.checked.data
        parts = parts_of(data) if data is not None else []
        if data is not None and self._is_editable and 0 <= self._current < len(parts):
            before = parts[self._current]
            names = {*before, *part}
            fields = tuple(sorted(n for n in names if before.get(n) != part.get(n)))
            parts[self._current] = part
            # Several letters are one step of undo, but each choice in a condition, and each option
            # that is added or removed, is its own.
            is_step = _number_of_options(before) != _number_of_options(part)
            is_step = is_step or bool(_CONDITIONS & {*fields})
            edit = object() if is_step else (self._current, fields)
            self._apply(with_parts(data, parts), self._current, edit)

    def _name_question(self) -> None:
        """Derive the key of a new question from its text, unless the lead typed one."""
        self.properties.flush()
        self._written.settle()
        data, part = self.checked.data, self._part
        key = str(part.get("key", "")) if part is not None else ""
        if not self._is_editable or data is None or part is None or key not in self._new_keys:
            return
        if [one.get("text") for one in parts_of(data)].count(part.get("text")) > 1:
            return  # a copy that has no text of its own yet
        text = self.language.words_of(self.checked).shown(part.get("text"))
        others = {str(one.get("key")) for one in parts_of(data)} - {key}
        named = "" if text.strip() in NEW_QUESTION.values() else code_from(text, others)
        if named and named != key:
            self.properties.show_key(named)
            # One step of undo with the text.
            self._apply(
                renamed(data, self._current, named), self._current, (self._current, ("text",))
            )

    def _on_key(self, key: str) -> None:
        data = self._data()
        if data is not None and self._part is not None:
            self._new_keys.discard(str(self._part.get("key", "")))
            self._apply(renamed(data, self._current, key), self._current, (self._current, key))

    def _on_type(self, type_: str) -> None:
        data = self._data()
        if data is not None and self._part is not None:
            parts = parts_of(data)
            part = with_type(parts[self._current], type_, self._labels(type_))
            if self._is_voluntary and parts[self._current].get("type") != type_:
                part.pop("empty", None)
            if type_ != SECTION and not part.get("key"):
                part = {"key": free_key(data, type_), **part}
            parts[self._current] = part
            self._apply(with_parts(data, parts), self._current)

    def _show_checked(self, keep_properties: bool) -> None:
        """Show the form as it was checked last in all panes."""
        self.language.offer(self.checked)
        self._show_all(keep_properties=keep_properties)
        self.changed.emit()

    def _show_all(self, *, keep_properties: bool = False) -> None:
        data = self.checked.data
        parts = parts_of(data) if data is not None else []
        self._current = max(0, min(self._current, len(parts) - 1)) if parts else -1
        outline = FormOutline(self.checked, self.language.words_of(self.checked))
        lines = outline.lines()
        self.list.show_lines(lines, self._current)
        count = sum(1 for one in lines if one.number)
        self.count.setText(str(count))
        self.count.setVisible(bool(count))
        form, _ = previewed(self.checked)
        self.preview.show_form(
            form, self.language.words_of(self.checked).language, outline.broken()
        )
        self.preview.show_problems(self.checked.flaws, outline.place_of)
        if not keep_properties:
            self._show_properties()
        self.properties.show_problems(self.checked.flaws_of(self._current))
        self.hints.show_hints(
            data,
            outline.asked(None),
            self.language.words_of(self.checked),
            self.checked.flaws,
            editable=self._is_editable and data is not None,
        )
        commented = bool(comment_lines(self.checked.text))
        self.comment_note.setVisible(commented)
        self.comment_note.setText(
            self.tr(
                "Comments inside a field are removed when you change that field under “Question”."
            )
        )
        self._allow()

    def _show_properties(self) -> None:
        part = self._part
        words = self.language.words_of(self.checked)
        asked = FormOutline(self.checked, words).asked(part.get("key") if part else None)
        key = str(part.get("key", "")) if part else ""
        fixed = codes_in_conditions(self.checked.data, key)
        if self._one is not None and self._one.version:
            with suppress(FormError):
                fixed |= codes_of(read_yaml(self._one.text, file="").data, key)
        self.properties.show_part(
            part,
            asked,
            words,
            fixed,
            has_templates=not self._is_voluntary,
            is_voluntary=self._is_voluntary,
        )
        self.properties.show_problems(self.checked.flaws_of(self._current))
        self._allow()

    def _order_tabs(self) -> None:
        """Set the Tab order to the reading order: new controls would be the last ones."""
        before: QWidget = self.remove_button
        for one in (
            *self.properties.stops(),
            *self.hints.stops(),
            self.yaml,
            *self.preview.stops(),
        ):
            QWidget.setTabOrder(before, one)
            before = one

    def _allow(self) -> None:
        can_edit = self._is_editable and (self.checked.data is not None or self._written.is_blank)
        has_part = can_edit and self._part is not None
        self.list.can_edit = can_edit
        self.list.setDragEnabled(can_edit)
        self.adding.setEnabled(can_edit)
        self.copy_button.setEnabled(has_part)
        self.remove_button.setEnabled(has_part)
        self.up_button.setEnabled(has_part and self._current > 0)
        self.down_button.setEnabled(has_part and self._current < self.list.count() - 1)
        self.properties.set_editable(has_part)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Show the preview in a pane of its own, or as a tab where there is too little room."""
        narrow = self.width() < self._theme.px(_ALL_FIT)
        self.tab_buttons[_SEEN].setVisible(narrow)
        self.adding.set_narrow(narrow)
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            if narrow:
                layout = self._seen.layout()
                assert layout is not None
                layout.addWidget(self.preview)
            else:
                self.splitter.addWidget(self.preview)
                if self.tabs.currentIndex() == _SEEN:
                    self.show_tab(_QUESTION)
            self.preview.setProperty("kind", "" if narrow else "pane")
            self.preview.style().unpolish(self.preview)
            self.preview.style().polish(self.preview)
        widths = [_LIST, _PROPERTIES] if narrow else [_LIST, _PROPERTIES, _PREVIEW]
        # Widths that the lead has set stay until there is another arrangement.
        if self._arranged_for != (narrow, self._theme.text_scale):
            self._arranged_for = narrow, self._theme.text_scale
            self.splitter.setSizes([self._theme.px(one) for one in widths])

    def _apply_theme(self) -> None:
        font = self._theme.ui_font(13)
        font.setFamilies(["DejaVu Sans Mono", "Menlo", "Consolas", "monospace"])
        self.yaml.setFont(font)
        outline = FormOutline(self.checked, self.language.words_of(self.checked))
        self.preview.show_problems(self.checked.flaws, outline.place_of)
        self._arrange()


def _line_of(checked: CheckedForm, number: int) -> int:
    """Return the line in the YAML at which a question begins."""
    return checked.lines[number] if 0 <= number < len(checked.lines) else 1


def _number_of_options(part: Mapping[str, Any]) -> int:
    options = part.get("options")
    return len(options) if isinstance(options, list) else 0


def _keeping_focus(editor: FormEditor, act: Callable[[], None]) -> None:
    """Do something to an editor; the focus stays in it, also if the control that had it is gone."""

    def has_focus() -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and editor.isAncestorOf(focused)

    had_focus = has_focus()
    act()
    if had_focus and not has_focus():
        editor.first_control().setFocus(Qt.FocusReason.OtherFocusReason)
