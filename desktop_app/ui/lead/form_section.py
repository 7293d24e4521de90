"""The pages with forms: the project's form, and the consent text with the questionnaire."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QButtonGroup, QFileDialog, QMenu, QVBoxLayout, QWidget

from desktop_app.core.anchors import anchors_in_markdown
from desktop_app.core.errors import AppError, InputError
from desktop_app.core.form_editing import rewrite
from desktop_app.core.form_properties import check_form
from desktop_app.ui.lead.form_editor import FormEditor
from desktop_app.ui.lead.navigation import Pill
from desktop_app.ui.lead.section import JobRunner
from desktop_app.ui.lead.settings_editor import SettingsEditor
from desktop_app.ui.lead.texts import MarkdownEditor, TextEditor, TextsSection
from desktop_app.ui.messages import (
    current_language,
    error_text,
    sentence,
    translate_message,
)
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import SegmentButton
from desktop_app.ui.widgets.parts import button
from desktop_app.workspace.overview import Overview
from desktop_app.workspace.project_texts import (
    ANCHOR_SETS,
    TEMPLATES,
    ProjectText,
    consent_template,
    template,
)
from desktop_app.workspace.rows import read_text


class AnchorsEditor(TextEditor):
    """Labels of options as a file, beside the questions with these labels."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._one: ProjectText | None = None
        # The path and the text that were checked last, and the error that was found.
        self._checked: tuple[str, str, InputError | None] | None = None
        self._file = MarkdownEditor(theme, "", self._in_markdown)
        self.edit, self.preview = self._file.edit, self._file.preview
        self.edit.setAccessibleName(self.tr("Labels of options"))
        self._file.changed.connect(self.changed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._file)

    def show_text(self, one: ProjectText, text: str) -> None:
        self._one = one
        self._file.show_text(one, text)

    def replace_text(self, text: str) -> None:
        self._file.replace_text(text)

    def undo(self) -> None:
        self._file.undo()

    def text(self) -> str:
        return self._file.text()

    def set_editable(self, on: bool) -> None:
        self._file.set_editable(on)

    def first_control(self) -> QWidget:
        return self.edit

    def problems(self) -> int:
        return int(self._error(self.text()) is not None)

    def show_first_problem(self) -> bool:
        error = self._error(self.text())
        if error is None:
            return False
        block = self.edit.document().findBlockByNumber((error.line or 1) - 1)
        self.edit.setTextCursor(QTextCursor(block))
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _in_markdown(self, text: str) -> str:
        """Return the questions with their labels, or the first error."""
        error = self._error(text)
        if error is not None:
            return f"**{sentence(error_text(error))}**"
        return anchors_in_markdown(text, current_language())

    def _error(self, text: str) -> InputError | None:
        if self._one is None or self._one.check is None:
            return None
        # Asked several times for each text, and reading one takes up to 0.1 s.
        if self._checked is None or self._checked[:2] != (self._one.path, text):
            error = None
            try:
                self._one.check(text)
            except InputError as found:
                error = found
            self._checked = self._one.path, text, error
        return self._checked[2]


class FormSection(TextsSection):
    """The form of a study, the forms that a lead may replace, labels of options, and settings."""

    key = "form"
    icon = "form"
    kinds = ("form", "anchors", "settings")

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("FormSection", "Form")

    @classmethod
    def is_needed(cls, overview: Overview) -> bool:
        """Return whether the project has a form that its lead can change."""
        return any(one.takes_form or one.has_own_forms for one in overview.protocols)

    @classmethod
    def pill_of(cls, overview: Overview) -> Pill | None:
        version = max((one.form_version for one in overview.protocols), default=0)
        return Pill(f"v{version}") if version else None

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(desk, theme)
        self.form_editor = FormEditor(theme)
        self.add_editor(("form",), self.form_editor)
        self.anchors_editor = AnchorsEditor(theme)
        self.add_editor(("anchors",), self.anchors_editor)
        self.settings_editor = SettingsEditor(theme)
        self.add_editor(("settings",), self.settings_editor)
        self.template_button = button(self.tr("New from template…"))
        self.templates = QMenu(self.template_button)
        for name, words in TEMPLATES.items():
            action = self.templates.addAction(translate_message(words))
            action.triggered.connect(lambda _=False, name=name: self.use_template(name))
        self.template_button.setMenu(self.templates)
        self.import_button = button(self.tr("Import…"), self.tr("Reads a form file (YAML)."))
        self.import_button.clicked.connect(self.choose_file)
        self.sets_button = button(self.tr("Choose labels…"))
        self.sets = QMenu(self.sets_button)
        self.sets_button.setMenu(self.sets)
        for one in (self.template_button, self.sets_button, self.import_button):
            self.page_actions.add(one)
        self.page_actions.offer(self.sets_button, False)

    def show_path(self, path: str) -> None:
        super().show_path(path)
        shown = self.shown
        if shown is None:
            return
        is_anchors = shown.kind == "anchors"
        self.page_actions.offer(self.template_button, shown.kind == "form")
        self.page_actions.offer(self.import_button, shown.kind != "settings")
        self.page_actions.offer(self.sets_button, is_anchors)
        self.sets.clear()
        sets = {self.tr("Default labels"): shown.standard}
        sets |= {translate_message(ANCHOR_SETS[name]): text for name, text in shown.sets.items()}
        for words, text in sets.items():
            action = self.sets.addAction(words)
            action.triggered.connect(lambda _=False, text=text: self._replace(text))

    def show_overview(self) -> None:
        super().show_overview()
        can = self.desk.can_write
        self.allow(self.import_button, can)
        self.allow(self.template_button, can)
        self.allow(self.sets_button, can)

    def use_template(self, name: str) -> None:
        """Replace the form with a template; undo restores it."""
        self._replace(template(name))

    def choose_file(self) -> None:
        """Ask for a form file, and show it as a draft."""
        path, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Import a form"),
            str(starting_folder()),
            self.tr("Forms (*.yaml *.yml *.json)"),
        )
        if path:
            try:
                _, text = read_text(str(Path(path)))
            except AppError as error:
                self.outcome.say(error_text(error), level="bad")
            else:
                self._replace(text)

    def prepared(self, one: ProjectText, text: str) -> str:
        """Return a form with the next version number, if its own is not higher."""
        if one.kind != "form":
            return text
        data = check_form(text).data
        version = data.get("version") if data is not None else None
        if not one.version or data is None or not isinstance(version, int):
            return text
        return (
            text if version > one.version else rewrite(text, {**data, "version": one.version + 1})
        )

    def published_words(self, one: ProjectText) -> str:
        if self._is_study(one):
            return self.tr("Publish version {number}…").format(number=self._next_version(one))
        return self.tr("Publish")

    def question(self, one: ProjectText) -> str:
        if one.kind == "anchors":
            return self.tr("Publish these labels?")
        if one.kind == "settings":
            return self.tr("Publish these settings?")
        if self._is_study(one):
            number = self._next_version(one)
            return self.tr("Publish version {number} of the form?").format(number=number)
        return self.tr("Publish this form?")

    def state_words(self, one: ProjectText, is_draft: bool) -> list[str]:
        words = super().state_words(one, is_draft)
        if self._is_study(one):
            number = self._next_version(one)
            words = [
                self.tr("Draft of version {number}").format(number=number)
                if is_draft
                else self.tr("Version {number}").format(number=one.version)
                if one.version
                else self.tr("No form yet")
            ]
        if one.kind == "settings" and not one.text and not is_draft:
            words = [self.tr("Default settings")]
        problems = (
            len(self.form_editor.checked.flaws)
            if one.kind == "form"
            else self.editors[one.kind].problems()
        )
        if problems and (is_draft or one.text):
            words.append(self.tr("%n problem(s)", "", problems))
        return words

    def _replace(self, text: str) -> None:
        shown = self.shown
        if shown is None:
            return
        if shown.kind == "anchors":
            self.anchors_editor.replace_text(text)
            self.anchors_editor.edit.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        # A project keeps the name of its form, because a form of another name is another study.
        named = check_form(shown.text).data
        data = check_form(text).data
        if data is not None and named is not None and "key" in named:
            text = rewrite(text, {**data, "key": named["key"]})
        self.form_editor.replace_text(text)
        self.form_editor.select(0)
        self.form_editor.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _is_study(self, one: ProjectText) -> bool:
        return one.kind == "form" and not one.standard

    def _next_version(self, one: ProjectText) -> int:
        data = self.form_editor.checked.data or {}
        version = data.get("version")
        own = version if isinstance(version, int) and not isinstance(version, bool) else 1
        return max(own, one.version + 1)


class ConsentSection(TextsSection):
    """The consent text, and the questions about people on a separate tab."""

    key = "consent"
    icon = "consent"
    kinds = ("consent", "background")
    has_picker = False

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("ConsentSection", "Consent")

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(desk, theme)
        # Before the editors, because the Tab order is the order of creation.
        group = QButtonGroup(self)
        self.tabs = {
            "consent": SegmentButton(self.tr("Consent text"), theme),
            "background": SegmentButton(self.tr("Questions about people"), theme),
        }
        for place, (kind, one) in enumerate(self.tabs.items()):
            one.clicked.connect(lambda _=False, kind=kind: self._show_kind(kind))
            group.addButton(one)
            self.page_buttons.insertWidget(place, one)
        placeholder = self.tr(
            "Without a text, nobody is asked. With one, people must agree before they annotate."
        )
        self.text_editor = MarkdownEditor(theme, placeholder)
        self.form_editor = FormEditor(theme)
        self.add_editor(("consent",), self.text_editor)
        self.add_editor(("background",), self.form_editor)
        self.template_button = button(self.tr("Insert a template"))
        self.template_button.clicked.connect(self.use_template)
        self.page_actions.add(self.template_button, before=self.standard_button)
        self.page_actions.offer(self.template_button, False)
        self.page_actions.order()
        self.picker.hide()

    def show_path(self, path: str) -> None:
        super().show_path(path)
        shown = self.shown
        if shown is not None:
            self.tabs[shown.kind].setChecked(True)

    def use_template(self) -> None:
        """Start from the consent text that comes with the program."""
        self.text_editor.replace_text(consent_template(current_language()))
        self.text_editor.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def state_words(self, one: ProjectText, is_draft: bool) -> list[str]:
        words = super().state_words(one, is_draft)
        if not one.text.strip() and not is_draft:
            words = [
                self.tr("No questions are asked")
                if one.kind == "background"
                else self.tr("Consent is not requested")
            ]
        is_form = one.kind == "background"
        is_empty = not self.text_editor.text().strip()
        self.page_actions.offer(self.template_button, not is_form and is_empty)
        self.allow(self.template_button, self.desk.can_write)
        problems = len(self.form_editor.checked.flaws) if is_form else 0
        if problems:
            words.append(self.tr("%n problem(s)", "", problems))
        return words

    def question(self, one: ProjectText) -> str:
        if one.kind == "background":
            return self.tr("Publish these questions?")
        return self.tr("Publish this consent text?")

    def _show_kind(self, kind: str) -> None:
        path = next((one.path for one in self._texts.values() if one.kind == kind), "")
        self.show_path(path)
        self.focus_on(self.first_control())
