"""The pages of the project's texts: an editor with a preview, drafts, and publishing.

`TextsSection` shows one text at a time in the editor for its kind. Changes are saved as a draft
soon after each of them. Publishing says first whom it concerns; `workspace.project_texts` decides
that.

The module is longer than most because all texts share drafts, effects and publishing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QPlainTextEdit,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.annotate.rich_text import to_rich_text
from desktop_app.ui.annotate.side_pane import InertBrowser
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.layout import PageActions, combo, primary
from desktop_app.ui.lead.page_keys import PageKey, ShownKeys
from desktop_app.ui.lead.section import DraftKeeper, Instead, JobRunner, Section
from desktop_app.ui.messages import (
    LANGUAGE_NAMES,
    current_language,
    page_error_text,
    sentence,
    translate_message,
)
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_editor import DiffEditor
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.parts import Outcome, button
from desktop_app.workspace.project_texts import (
    Effects,
    ProjectText,
    TextKind,
    effects_of,
    project_texts,
    publish,
)
from desktop_app.workspace.workspace import Workspace

# Milliseconds after the last change until the preview follows.
_PREVIEW_AFTER = 120
# Width in pixels at 100 % text that all buttons of a page need.
_BUTTONS_FIT = 960


class TextEditor(QWidget):
    """Base class of the editors: shows a text, and lets the lead change it.

    `changed`: the lead has changed the text
    """

    changed = Signal()

    def show_text(self, one: ProjectText, text: str) -> None:
        """Show a text of the project; `text` is the published one or a draft."""
        raise NotImplementedError

    def replace_text(self, text: str) -> None:
        """Replace the text with another; undo restores it."""
        raise NotImplementedError

    def undo(self) -> None:
        """Undo the last change of the text since it was shown."""
        raise NotImplementedError

    def note_published(self, one: ProjectText) -> None:
        """Note that the text that is shown was published; `one` has its new wording."""
        return

    def text(self) -> str:
        """Return the text with all changes."""
        raise NotImplementedError

    def set_editable(self, on: bool) -> None:
        """Make the text editable or read-only."""
        raise NotImplementedError

    def problems(self) -> int:
        """Return the number of problems that prevent publishing."""
        return 0

    def show_first_problem(self) -> bool:
        """Focus the place of the first problem; return False if there is none."""
        return False

    def first_control(self) -> QWidget:
        """Return the control to focus when the page is opened."""
        raise NotImplementedError


def replace_in(edit: QPlainTextEdit, text: str, *, joins: bool = False) -> None:
    """Replace the text of an editor where it differs, as one undo step.

    `joins`: make it part of the previous step, as for several letters of one word
    """
    old = edit.toPlainText()
    if old == text:
        return
    start = 0
    least = min(len(old), len(text))
    while start < least and old[start] == text[start]:
        start += 1
    end = 0
    while end < least - start and old[-1 - end] == text[-1 - end]:
        end += 1
    cursor = QTextCursor(edit.document())
    if joins:
        cursor.joinPreviousEditBlock()
    else:
        cursor.beginEditBlock()
    cursor.setPosition(_units(old[:start]))
    cursor.setPosition(_units(old[: len(old) - end]), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(text[start : len(text) - end])
    cursor.endEditBlock()


def _units(text: str) -> int:
    """Return the length of a text in UTF-16 code units, as Qt counts them."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class MarkdownEditor(TextEditor):
    """A text in Markdown beside the page that annotators see.

    `rendered`: returns the Markdown of the preview for a text in another format
    """

    def __init__(
        self, theme: Theme, placeholder: str, rendered: Callable[[str], str] = str
    ) -> None:
        super().__init__()
        self._theme, self._rendered = theme, rendered
        self.edit = QPlainTextEdit()
        self.edit.setProperty("kind", "reading")
        self.edit.setAccessibleName(self.tr("Text in Markdown"))
        self.edit.setPlaceholderText(placeholder)
        # Otherwise Tab could not leave the editor; Markdown needs no tabs.
        self.edit.setTabChangesFocus(True)
        self.preview = InertBrowser(theme)
        self.preview.setAccessibleName(self.tr("Preview"))
        written = Pane(self.tr("TEXT"), theme)
        self.words = written.add_chip(self.tr("Number of words"))
        written.column.addWidget(self.edit, 1)
        seen = Pane(self.tr("PREVIEW"), theme)
        note = seen.add_chip(self.tr("About the preview"))
        note.setText(self.tr("As annotators see it"))
        note.show()
        seen.column.addWidget(self.preview, 1)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(10)
        self.splitter.setChildrenCollapsible(False)
        for pane in (written, seen):
            self.splitter.addWidget(pane)
        self.splitter.setSizes([1000, 1000])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)
        self._timer = QTimer(self, singleShot=True, interval=_PREVIEW_AFTER)
        self._timer.timeout.connect(self._show_preview)
        self.edit.textChanged.connect(self._on_changed)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_text(self, one: ProjectText, text: str) -> None:
        self.edit.blockSignals(True)
        self.edit.setPlainText(text)
        self.edit.blockSignals(False)
        self._show_preview()

    def replace_text(self, text: str) -> None:
        replace_in(self.edit, text)

    def undo(self) -> None:
        self.edit.undo()

    def text(self) -> str:
        return self.edit.toPlainText()

    def set_editable(self, on: bool) -> None:
        self.edit.setReadOnly(not on)

    def first_control(self) -> QWidget:
        return self.edit

    def _on_changed(self) -> None:
        # A timer, because long guidelines take a while to lay out.
        self._timer.start()
        self.changed.emit()

    def _show_preview(self) -> None:
        text = self._rendered(self.text())
        bar = self.preview.verticalScrollBar()
        place = bar.value()
        self.preview.show_rich_text(to_rich_text(text))
        # Setting the text scrolls to its beginning, away from what is being written.
        bar.setValue(place)
        self.words.setText(self.tr("%n word(s)", "", len(text.split())))
        self.words.show()

    def _apply_theme(self) -> None:
        self.edit.setFont(self._theme.ui_font(14))


def _title_of(one: ProjectText) -> str:
    """Return the name of a text in the list of texts."""
    title = translate_message(one.title).partition(":")[0]
    language = LANGUAGE_NAMES.get(one.language, one.language)
    return f"{title} · {language}" if language else title


def _first_path(texts: Sequence[ProjectText]) -> str:
    """Return the text to show first: in the language of the window, if there is one."""
    language = current_language()
    mine = [one.path for one in texts if one.language == language]
    return next(iter([*mine, *(one.path for one in texts)]), "")


class TextsSection(Section):
    """Shows the project's texts of some kinds, one at a time, and publishes them.

    `kinds`: the kinds of texts of this page
    `has_picker`: whether texts are chosen from a combo box instead of tabs
    """

    kinds: Sequence[TextKind] = ()
    has_picker = True

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(desk, theme, panes=True)
        self._texts: dict[str, ProjectText] = {}
        # Texts with changes that are not published, by path.
        self._drafts: dict[str, str] = {}
        self._path = ""
        # Path of the text that its editor holds; empty until one is shown.
        self._held = ""
        self._is_stale = True
        self.editors: dict[TextKind, TextEditor] = {}
        self.picker = combo(theme, self.tr("Text to edit"))
        self.picker.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.discard_button = button(self.tr("Discard changes"))
        self.standard_button = button(
            self.tr("Use default text"), self.tr("Restores the text that comes with the program.")
        )
        self.publish_button = primary(self.tr("Publish"))
        self.outcome = Outcome(theme, self.tr("Result"))
        self.stack = QStackedWidget()
        self.page_buttons.addWidget(self.picker)
        # What can be done besides publishing.
        self.page_actions = PageActions(self, self.page_buttons, theme, _BUTTONS_FIT)
        self.compare_button = button(
            self.tr("Compare"), self.tr("Shows what differs from the published text.")
        )
        self.compare_button.setCheckable(True)
        self.compare_button.toggled.connect(self._compare)
        for one in (self.standard_button, self.compare_button, self.discard_button):
            self.page_actions.add(one)
        # Known when a text is shown. All buttons of a page together can be wider than the window.
        self.page_actions.offer(self.standard_button, False)
        self.page_buttons.addWidget(self.publish_button)
        self.body.addWidget(self.outcome)
        self.body.addWidget(self.stack, 1)
        self.compared = Pane(self.tr("CHANGES"), theme)
        # Hidden most of the time, it must not ask for more room than the editors have.
        ignored = QSizePolicy.Policy.Ignored
        self.compared.setSizePolicy(ignored, ignored)
        self.stack.addWidget(self.compared)
        self._keeper = DraftKeeper(desk, self._draft_of, self)
        self._keeper.due.connect(self.keep_draft)
        self._confirmed: tuple[str, str] | None = None
        # A text that is published again once the page is loaded: its path and its wording.
        self._to_restore: tuple[str, str] | None = None
        self.picker.activated.connect(lambda _: self.show_path(str(self.picker.currentData())))
        # In a text field, the same keys undo typing, and stop where the typing began.
        self.undo_by_keys(self._undo_by_keys)
        # The menu goes on to the last change of the project.
        self.undo_last = self._undo
        self.discard_button.clicked.connect(self.discard)
        self.standard_button.clicked.connect(self._use_standard)
        self.publish_button.clicked.connect(self.publish)
        self.outcome.again.clicked.connect(self._publish_confirmed)
        self.outcome.close_button.clicked.connect(self._forget_confirmation)
        self.keys = ShownKeys(self, self.page_keys(), [], lambda: False)
        # Later: `ended` comes before the result of the task, which may begin another one.
        desk.ended.connect(lambda: QTimer.singleShot(0, self, self._load))

    @cached_property
    def comparison(self) -> DiffEditor:
        """The comparison of the draft with the published text.

        It is created when it is first needed, because it takes longer than the rest of the page.
        """
        made = DiffEditor(self.theme, heads=(self.tr("Published"), self.tr("Draft")))
        made.set_read_only(True)
        self.compared.column.addWidget(made, 1)
        return made

    @property
    def shown(self) -> ProjectText | None:
        """The text that is shown; None until the texts are loaded."""
        return self._texts.get(self._path)

    @property
    def texts(self) -> Sequence[ProjectText]:
        """The texts of this page, in the order of the list."""
        return tuple(self._texts.values())

    @property
    def editor(self) -> TextEditor | None:
        """The editor of the text that is shown."""
        shown = self.shown
        return None if shown is None else self.editors[shown.kind]

    def _undo(self) -> None:
        if not self._undo_in_text():
            self.undo_project.emit()

    def _undo_by_keys(self) -> None:
        if not self._undo_in_text():
            self.desk.notices.say(
                self.tr("There is nothing to undo in this text."),
                self.tr("Edit ▸ Undo the last change undoes the last change of the project."),
            )

    def _undo_in_text(self) -> bool:
        """Undo the last change of the text; return whether there was one."""
        if self.editor is None:
            return False
        before = self.editor.text()
        self.editor.undo()
        return self.editor.text() != before

    def add_editor(self, kinds: Sequence[TextKind], editor: TextEditor) -> None:
        """Add the editor for texts of some kinds."""
        for kind in kinds:
            self.editors[kind] = editor
        self.stack.addWidget(editor)
        editor.set_editable(self.desk.can_write)
        editor.changed.connect(self._on_edited)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.page_actions.arrange()

    def summary(self, words: str) -> str:
        count = len(self._drafts)
        return self.tr("Unpublished drafts: {count}").format(count=count) if count else ""

    def show_overview(self) -> None:
        self._is_stale = True
        self._load()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._load()

    def first_control(self) -> QWidget | None:
        editor = self.editor
        # The page itself keeps the focus until its texts are loaded.
        return self if editor is None else editor.first_control()

    def page_state(self) -> object:
        return self._path

    def restore_page(self, state: object) -> None:
        if isinstance(state, str) and state in self._texts:
            self.show_path(state)

    def keep_draft(self) -> bool:
        """Save unpublished changes to disk; return whether all are saved.

        If this fails, it shows one notice and tries again.
        """
        self._take_text()
        if not self._keeper.keep():
            return False
        self._show_state()
        return True

    def show_path(self, path: str) -> None:
        """Show another text of this page."""
        self.keep_draft()
        if path not in self._texts:
            return
        self._path = path
        self._forget_confirmation()
        one = self._texts[path]
        self.picker.setCurrentIndex(self.picker.findData(path))
        editor = self.editors[one.kind]
        self.compare_button.setChecked(False)
        self.stack.setCurrentWidget(editor)
        editor.show_text(one, self._drafts.get(path, one.text))
        self._held = path
        self._show_state()

    def discard(self) -> None:
        """Return to the published text; undo brings the changes back."""
        shown, editor = self.shown, self.editor
        if shown is not None and editor is not None:
            editor.replace_text(shown.text)
            self._take_text()
            self._show_state()
            editor.first_control().setFocus(Qt.FocusReason.OtherFocusReason)

    def _compare(self, on: bool) -> None:
        """Show the draft beside the published text, or the editor again."""
        shown, editor = self.shown, self.editor
        if shown is None or editor is None:
            return
        self.keep_draft()
        if on:
            self.comparison.show_texts(shown.text, editor.text())
            self.stack.setCurrentWidget(self.compared)
            self.focus_on(self.comparison.beside)
        else:
            self.stack.setCurrentWidget(editor)
            self.focus_on(editor.first_control())

    def publish(self) -> None:
        """Publish the text that is shown; ask first if that affects others."""
        shown, editor = self.shown, self.editor
        if shown is None or editor is None:
            return
        self._forget_confirmation()
        if editor.problems():
            self.compare_button.setChecked(False)
        # First, because it applies what is still being typed.
        has_problem = editor.show_first_problem()
        self.keep_draft()
        if has_problem:
            return
        if shown.path not in self._drafts:
            self.outcome.say(self.tr("Nothing to publish: the text has not changed."))
            return
        path, text = shown.path, self.prepared(shown, editor.text())
        self.desk.run(
            self.tr("Checking the text…"),
            lambda workspace, progress: effects_of(workspace, path, text),
            lambda effects: self._on_effects(path, text, effects),
            lambda error: self.outcome.say(sentence(page_error_text(error)), level="bad"),
            changes=False,
        )

    def restore(self, path: str, text: str) -> None:
        """Show this page with an earlier wording of a text, and publish it as `publish` does."""
        if self.desk.is_busy:
            self.desk.say_busy()
            return
        self._to_restore = path, text
        self._is_stale = True
        self.go.emit(self.key)
        # Showing the page loads the texts, but it may be visible already.
        self._load()

    def prepared(self, one: ProjectText, text: str) -> str:
        """Return the text as it will be published."""
        return text

    def published_words(self, one: ProjectText) -> str:
        """Return the text of the button that publishes."""
        return self.tr("Publish")

    # Internals
    def _draft_of(self, path: str) -> Mapping[str, Any] | None:
        draft = self._drafts.get(path)
        return None if draft is None else {"text": draft}

    def _load(self) -> None:
        """Read the texts of the project, if they may have changed and the page is visible."""
        if not self._is_stale or not self.isVisible() or self.desk.is_busy:
            return
        kinds = tuple(self.kinds)

        def task(workspace: Workspace, progress: Progress) -> list[ProjectText]:
            return [one for one in project_texts(workspace) if one.kind in kinds]

        self._is_stale = not self.desk.run(
            self.tr("Opening the texts…"), task, self._show_texts, changes=False, asked=False
        )

    def _show_texts(self, texts: list[ProjectText]) -> None:
        is_first = not self._texts
        before = self.shown
        self._texts = {one.path: one for one in texts}
        if is_first:
            self._drafts = {one.path: one.draft for one in texts if one.draft is not None}
        for path in [path for path in self._drafts if path not in self._texts]:
            del self._drafts[path]
        self.picker.clear()
        for one in texts:
            self.picker.addItem(_title_of(one), one.path)
        # Not even for a moment if there are tabs: the window would become wider.
        self.picker.setVisible(self.has_picker and len(texts) > 1)
        if self._path not in self._texts:
            self._path = _first_path(texts)
        shown = self.shown
        if shown is None:
            return
        # Text that is being written must not change under the cursor.
        is_same = before is not None and before.path == shown.path
        is_older = before is not None and before.text != shown.text
        if not is_same or (is_older and shown.path not in self._drafts):
            self.show_path(self._path)
        else:
            self.picker.setCurrentIndex(self.picker.findData(self._path))
            self._take_text()
            self._show_state()
        if self.hasFocus():
            self.focus_on(self.first_control())
        if self._to_restore is not None:
            (path, text), self._to_restore = self._to_restore, None
            self.show_path(path)
            if self._path == path and self.editor is not None:
                # As a draft, so that undo brings back the text that was here.
                self.editor.replace_text(text)
                self.publish()

    def _on_edited(self) -> None:
        shown, editor = self.shown, self.editor
        if shown is not None and editor is not None:
            self._keeper.note(self._path)
            # What was said about publishing is about another text.
            if self._confirmed is not None or editor.text() != shown.text:
                self._forget_confirmation()

    def _take_text(self) -> None:
        """Keep the text of the editor as a draft, or drop the draft if the text is published."""
        shown, editor = self.shown, self.editor
        if shown is None or editor is None or self._held != shown.path:
            return
        text = editor.text()
        if text == shown.text:
            self._drafts.pop(shown.path, None)
        elif self._drafts.get(shown.path) != text:
            self._drafts[shown.path] = text
            self._keeper.unsaved.add(shown.path)

    def _show_state(self) -> None:
        shown, editor = self.shown, self.editor
        if shown is None or editor is None:
            return
        is_draft = shown.path in self._drafts
        self.facts.setText("  ·  ".join(self.state_words(shown, is_draft)))
        problems = editor.problems()
        self.publish_button.setText(self.published_words(shown))
        self.publish_button.setAccessibleName(self.publish_button.text().rstrip("… "))
        self.allow(self.publish_button, is_draft, self.tr("There are no changes to publish."))
        self.allow(self.discard_button, is_draft, self.tr("There are no changes to discard."))
        self.page_actions.offer(self.compare_button, bool(shown.text) and is_draft)
        if not is_draft:
            self.compare_button.setChecked(False)
        self.page_actions.offer(self.standard_button, bool(shown.standard) and shown.is_own)
        self.allow(self.standard_button, editor.text() != shown.standard)
        if problems:
            self.publish_button.setToolTip(self.tr("Shows the first problem."))
        self.go.emit("")

    def state_words(self, one: ProjectText, is_draft: bool) -> list[str]:
        """Return short texts on the state of a text."""
        if is_draft:
            return [self.tr("Draft, not published")]
        if one.is_own:
            return [self.tr("Published")]
        return [self.tr("Default text")] if one.standard else []

    def _use_standard(self) -> None:
        shown, editor = self.shown, self.editor
        if shown is not None and editor is not None:
            editor.replace_text(shown.standard)

    # Internals, publishing
    def page_keys(self) -> list[PageKey]:
        keys = ("Ctrl+Return", "Ctrl+Enter")
        return [PageKey(keys, self.tr("Publish"), lambda _: self._on_keys())]

    def _on_keys(self) -> None:
        if self._confirmed is not None:
            self._publish_confirmed()
        else:
            self.publish()

    def _on_effects(self, path: str, text: str, effects: Effects) -> None:
        if not effects:
            self._publish(path, text)
            return
        self._confirmed = path, text
        one = self._texts[path]
        self.outcome.say(self.question(one), _effect_lines(effects, one.kind), "warn")
        self.outcome.ask(self.published_words(one).rstrip("… "))

    def question(self, one: ProjectText) -> str:
        """Return the question that is shown with the effects of publishing."""
        return self.tr("Publish this text?")

    def _forget_confirmation(self) -> None:
        self._confirmed = None
        self.outcome.hide()

    def _publish_confirmed(self) -> None:
        if self._confirmed is not None:
            path, text = self._confirmed
            self._forget_confirmation()
            self._publish(path, text)

    def _publish(self, path: str, text: str) -> None:
        before = self._texts[path]
        why_not = self.tr("It is a version that answers can belong to.")
        instead = Instead(why_not)
        # A form without questions cannot be published.
        if before.text or before.kind != "form":
            how = self.tr("To go back, publish the earlier text again.")
            instead = Instead(
                f"{why_not} {how}",
                self.tr("Publish earlier text…"),
                lambda: self.restore(path, before.text),
            )
        self.desk.run(
            self.tr("Publishing the text…"),
            lambda workspace, progress: publish(workspace, path, text),
            lambda _: self._on_published(path, text),
            lambda error: self.outcome.say(sentence(page_error_text(error)), level="bad"),
            instead=instead,
        )

    def _on_published(self, path: str, text: str) -> None:
        self._drafts.pop(path, None)
        self._keeper.unsaved.discard(path)
        self._texts[path] = replace(self._texts[path], text=text, draft=None)
        editor = self.editor
        if editor is not None and self._path == path:
            # Only differs if `prepared` changed it.
            editor.replace_text(text)
            editor.note_published(self._texts[path])
            self._drafts.pop(path, None)
            editor.first_control().setFocus(Qt.FocusReason.OtherFocusReason)
        waiting = [one.id for one in self.overview.outdated]
        self.outcome.say(
            self.tr("Published. Write new bundles for: {people}").format(people=", ".join(waiting))
            if waiting
            else self.tr("Published. The next bundles contain this text.")
        )
        self._is_stale = True
        self._show_state()
        self._load()


def _effect_lines(effects: Effects, kind: TextKind) -> list[str]:
    """Return the effects of publishing a text in words."""
    translate = QCoreApplication.translate
    lines = []
    if effects.placeholders:
        lines.append(
            translate("TextsSection", "Placeholders not filled in: {places}").format(
                places=", ".join(effects.placeholders)
            )
        )
    if effects.answers:
        lines.append(
            translate(
                "TextsSection",
                "Answers that the new version does not take over; they stay in exports and tables, "
                "with their earlier codes:",
            )
            if kind == "background"
            else translate(
                "TextsSection",
                "Answers that the new version does not take over; they stay in exports, but count "
                "neither in agreement nor in final answers:",
            )
        )
    lines += [
        translate("TextsSection", "{question} ({count}): {reason}").format(
            question=one.question,
            count=QLocale().toString(one.answers),
            reason=translate_message(one.reason),
        )
        for one in effects.answers
    ]
    if effects.asked_again:
        lines.append(
            translate("TextsSection", "Asked for consent again: {people}").format(
                people=", ".join(effects.asked_again)
            )
        )
    if effects.outdated:
        lines.append(
            translate("TextsSection", "Bundles that become outdated: {people}").format(
                people=", ".join(effects.outdated)
            )
        )
    return lines


class GuidelinesSection(TextsSection):
    """The guidelines of each protocol and language."""

    key = "guidelines"
    icon = "guidelines"
    kinds = ("guidelines",)

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("GuidelinesSection", "Guidelines")

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(desk, theme)
        self.add_editor(
            ("guidelines",), MarkdownEditor(theme, self.tr("Write what annotators should know."))
        )

    def state_words(self, one: ProjectText, is_draft: bool) -> list[str]:
        words = super().state_words(one, is_draft)
        others = [
            other
            for other in self._texts.values()
            if other.title == one.title and other.path != one.path and other.is_own
        ]
        # See `materials.in_language`: a lead's own text is never replaced by the program's.
        if not one.is_own and not is_draft and others:
            words.append(self.tr("not shown, because you changed only the other language"))
        return words
