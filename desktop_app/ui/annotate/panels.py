"""The panels of the protocols in one session: which one is visible, its focus and its keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from shiboken6 import isValid

from desktop_app.core.forms import Form
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.question_types import LongText, options_of
from desktop_app.ui.annotate.page import AnnotatePage
from desktop_app.ui.annotate.saving import Saving
from desktop_app.ui.annotate.session import Session
from desktop_app.ui.commands import COMMENT_KEYS
from desktop_app.ui.model_calls import ModelCalls
from desktop_app.ui.notices import Notices
from desktop_app.ui.panel_base import PanelBase
from desktop_app.ui.plain_text import shown_keys
from desktop_app.ui.typing_focus import stray_keys, takes_text, typing_focus
from desktop_app.ui.widgets.parts import set_kind

# Arguments: the protocol, its form and the stage, since both panel and form depend on the stage.
PanelMaker = Callable[[Protocol, Form, str], PanelBase]


class Panels(QObject):
    """Creates the panel of each protocol and stage when it is first needed.

    `panel`: the visible panel; None until the first item is open
    """

    changed = Signal(list)  # another panel became visible; its actions
    edited = Signal(str, object, object)  # question, answer before, answer after
    edited_too = Signal(str, object, object)  # the same, for an edit that the previous one caused
    submit_requested = Signal()
    hint_answered = Signal(str, bool)  # the hint's key, whether the answer is kept
    completed = Signal()  # the last question was answered
    failed = Signal(object)  # AppError of a panel
    resolved = Signal(object)  # the same error, when it no longer applies
    step_changed = Signal()

    def __init__(
        self,
        page: AnnotatePage,
        make_panel: PanelMaker,
        parent: QObject,
        *,
        models: ModelCalls,
        read_only: bool,
    ) -> None:
        super().__init__(parent)
        self.panel: PanelBase | None = None
        self._page = page
        self._make_panel = make_panel
        self._models = models
        self._read_only = read_only
        self._made: dict[tuple[str, str], PanelBase] = {}
        self._find: QAction | None = None
        page.header.find_button.clicked.connect(self._on_find)

    @property
    def shown(self) -> PanelBase:
        """The visible panel. Call `choose` first."""
        assert self.panel is not None
        return self.panel

    def choose(self, protocol: Protocol, stage: str) -> PanelBase:
        """Make the panel of a stage the visible one, give it the work bar, and return it."""
        key = (protocol.key, stage)
        if key not in self._made:
            self._made[key] = self._make(protocol, stage)
        panel = self._made[key]
        if panel is self.panel:
            return panel
        self.panel = panel
        # All panels share one work bar, which moves to the visible panel.
        # The previous panel may have had it beside a question.
        set_kind(self._page.work_bar, "line")
        self._page.work_bar.set_brief(False)
        panel.set_footer(self._page.work_bar)
        panel.set_notes(self._page.work_bar.earlier)
        panel.set_enabled_for_editing(not self._read_only)
        actions = panel.actions()
        find = QKeySequence(QKeySequence.StandardKey.Find)
        # The header has a button for the panel's search; the shortcut identifies that action.
        self._find = next((one for one in actions if one.shortcut() == find), None)
        self._page.header.set_find(self._find)
        self.changed.emit(actions)
        return panel

    def prepare(self, content: Mapping[str, Any], document: str) -> None:
        """Let the panel prepare an item that it will probably show next."""
        if self.panel is not None:
            self.panel.prepare_item(content, document)

    def _make(self, protocol: Protocol, stage: str) -> PanelBase:
        form = protocol.stage(stage).form()
        panel = self._make_panel(protocol, form, stage)
        panel.edited.connect(self.edited)
        panel.submit_requested.connect(self.submit_requested)
        panel.hint_answered.connect(self.hint_answered)
        panel.edited_too.connect(self.edited_too)
        panel.completed.connect(self.completed)
        panel.failed.connect(self.failed)
        panel.resolved.connect(self.resolved)
        panel.step_changed.connect(self.step_changed)
        panel.set_models(self._models)
        return panel

    def _on_find(self) -> None:
        if self._find is not None:
            self._find.trigger()


class PanelFocus(QObject):
    """Moves the focus between the queue and the visible panel."""

    def __init__(
        self, page: AnnotatePage, panels: Panels, saving: Saving, notices: Notices, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._panels = panels
        self._saving = saving
        self._notices = notices
        # Whether the open item was opened from the queue and its panel has not had the focus since.
        self._unvisited = False
        # What had the focus last on this page. Qt forgets it if another page disables it.
        self._last: QWidget | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self._application = application
        application.focusChanged.connect(self._on_focus_changed)

    def end(self) -> None:
        """Stop watching the focus: the panels will be deleted."""
        self._application.focusChanged.disconnect(self._on_focus_changed)

    def back_to_work(self) -> None:
        """Return the focus to where it was in the panel.

        If the item was opened from the queue, the focus goes to the first question instead.
        """
        if self._panels.panel is None or self._page.is_done_shown:
            return
        # All items of a stage share a panel, so Qt may still remember a widget that had the focus
        # while the previous item was open.
        before = self._panels.panel.focusWidget()
        takes_keys = before is not None and before.isVisible() and before.isEnabled()
        if before is not None and takes_keys and not self._unvisited:
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._panels.shown.await_keys()

    def come_back(self) -> None:
        """Return the focus to where it was when another page was opened."""
        before = self._last
        if before is not None and isValid(before) and before.isVisible() and before.isEnabled():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.go_to_first()

    def leave_text(self) -> bool:
        """Move the focus from a text field of the panel to the part around it, so that keys answer.

        Returns whether the focus was in a text field.
        """
        panel, focus = self._panels.panel, QApplication.focusWidget()
        if panel is None or focus is None or not takes_text(focus) or not panel.isAncestorOf(focus):
            return False
        around: QWidget = focus.parentWidget() or panel
        # A proxy would give the focus back to the text.
        while around is not panel and around.focusProxy() is not None:
            around = around.parentWidget() or panel
        around.setFocus(Qt.FocusReason.OtherFocusReason)
        self._panels.shown.leave_text()
        return True

    def go_to_first(self) -> None:
        """Put the focus on the first open question, unless the person looks through the queue."""
        focus = QApplication.focusWidget()
        if self._panels.panel is None:
            return
        if focus is not None and self._page.queue.isAncestorOf(focus):
            self._unvisited = True
            return
        self._panels.shown.await_keys()

    def go_to_comment(self) -> None:
        """Put the focus on the next question for a long text, wrapping around at the end."""
        if not self._saving.may_write():
            return
        panel, texts = self._panels.shown, self._long_texts()
        shown, focused = panel.visible_questions(), panel.focused_question()
        start = shown.index(focused) + 1 if focused in shown else 0
        comment = next((one for one in (*shown[start:], *shown[:start]) if one in texts), None)
        if comment is not None:
            panel.focus_question(comment)
        if comment is None or panel.focused_question() != comment:
            self._notices.say(self.tr("This item has no comment field."))

    @property
    def has_comment(self) -> bool:
        """Whether a visible question of the open item asks for a long text."""
        return self._panels.panel is not None and bool(self._long_texts())

    def _long_texts(self) -> set[str]:
        panel = self._panels.shown
        texts = {one.key for one in panel.form.questions if isinstance(one, LongText)}
        return texts.intersection(panel.visible_questions())

    def _on_focus_changed(self, _before: object, now: object) -> None:
        if self._panels.panel is None or not isinstance(now, QWidget):
            return
        if self._page.isAncestorOf(now):
            self._last = now
        if self._panels.panel.isAncestorOf(now):
            self._unvisited = False


class FormKeys(QObject):
    """Single keys that answer questions of the open item.

    `language`: language of the labels
    `undo`: undoes the last change of an answer
    """

    def __init__(
        self,
        session: Session,
        page: AnnotatePage,
        panels: Panels,
        saving: Saving,
        notices: Notices,
        focus: PanelFocus,
        language: str,
        undo: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._undo = undo
        self._focus = focus
        self._session = session
        self._page = page
        self._panels = panels
        self._saving = saving
        self._notices = notices
        self._language = language
        stray_keys.forget()
        panels.edited.connect(self._on_edited)

    def press(self, text: str) -> bool:
        """Pass a key that was pressed outside text fields to the form.

        Space and Enter are passed only if they belong to a sentence.

        Returns whether the form uses this key at all; if it has no effect now, a notice says so.
        """
        if self._session.position < 0 or self._page.is_done_shown:
            return False
        if stray_keys.are_prose or (text.isspace() and stray_keys.take_space(text)):
            # Only a refused answer ends the sentence: whoever looks at the keys sees no notice.
            if text.isspace():
                stray_keys.note_space()
            elif text.upper() in self._known():
                stray_keys.note_refused()
            else:
                stray_keys.note()
            self._say_nothing_was_typed()
            return True
        stray_keys.kept = ""
        if not self._session.read_only and self._panels.shown.press_code_key(text):
            stray_keys.forget()
            return True
        if stray_keys.kept:
            self._say_kept(text)
            return True
        known = self._known()
        # Of a form with digits, every digit is a key, also one beyond its scales.
        is_digit = text.isdigit() and any(key is not None and key.isdigit() for key in known)
        if text.upper() not in known and not is_digit:
            if text.isalpha():
                stray_keys.note()
            return False
        # A key of the form must not be ignored without a notice.
        if self._session.read_only:
            self._saving.may_write()  # called only for its notice
            return True
        if isinstance(QApplication.focusWidget(), QPushButton):
            # Space would press the button, in most cases the one that ends the step.
            stray_keys.note_late()
        if self._panels.shown.is_complete:
            self._notices.say_briefly(
                self.tr("All questions are answered."),
                self.tr("Backspace goes back to the last one."),
            )
        else:
            self._notices.say_briefly(
                self.tr("{key} is not an option of the active question.").format(key=text.upper())
            )
        return True

    def _say_kept(self, text: str) -> None:
        """Say that a key typed in a text for reading does not replace an answer."""
        advice = self.tr("To change it, go to the question first, with Tab or a click.")
        if text.isdigit():
            keys = shown_keys(QKeySequence(f"Alt+{text}"))
            advice = self.tr("To change it from here, press {keys}.").format(keys=keys)
        self._notices.say_briefly(
            self.tr("Already answered: {question}").format(question=stray_keys.kept), advice
        )
        stray_keys.note_refused()

    def _on_edited(self, question: str, before: object, after: object) -> None:
        # Of several choices, the answer is a list. A panel's own tick is True or nothing.
        is_own = question not in {one.key for one in self._panels.shown.form.questions}
        is_tick = isinstance(before, list) or isinstance(after, list)
        is_tick |= is_own and (before, after) in ((None, True), (True, None))
        stray_keys.note_change(is_tick=is_tick)

    def _say_nothing_was_typed(self) -> None:
        advice = self.tr("Click into a text field first.")
        writing = self._panels.shown.step().writing_keys
        if writing:
            keys = shown_keys(QKeySequence(writing))
            advice = self.tr("To edit the text, press {keys}.").format(keys=keys)
        elif self._focus.has_comment:
            keys = shown_keys(QKeySequence(COMMENT_KEYS))
            advice = self.tr("To write a comment, press {keys}.").format(keys=keys)
        ticks = stray_keys.take_ticks()
        for _ in range(ticks):
            self._undo()
        if ticks and not stray_keys.have_changed:
            words = self.tr("Nothing was typed. Ticks that keys had changed are as before.")
        elif stray_keys.have_changed:
            # The answer may have been meant, just before the sentence.
            words = self.tr("Nothing was typed. If keys of it changed an answer, Ctrl+Z undoes it.")
        else:
            words = self.tr("Nothing was typed, and no answer was changed.")
        self._notices.say_briefly(words, advice)

    def labels(self) -> list[tuple[str, str]]:
        """Return the shortcuts of the visible questions and of the panel, each with a label."""
        if self._session.position < 0 or self._page.is_done_shown:
            return []
        panel = self._panels.shown
        shown = panel.visible_questions()
        labels: dict[str, list[str]] = {}
        for question in panel.form.questions:
            for option, key in zip(options_of(question), question.option_keys(), strict=True):
                if key is not None and question.key in shown:
                    labels.setdefault(key, []).append(panel.form.label(option, self._language))
        active = self.tr("Options of the active question")
        rows: list[tuple[str, str]] = []
        digits = sorted(key for key in labels if key.isdigit() and len(key) == 1)
        numbers = sorted((key for key in labels if len(key) > 1), key=int)
        # Digits of several questions have no label of their own.
        if any(len(labels[key]) > 1 for key in (*digits, *numbers)):
            if digits:
                rows.append((f"{digits[0]}–{digits[-1]}", active))
            if numbers:
                ends = dict.fromkeys((numbers[0], numbers[-1]))
                words = self.tr("Option of the active question: one key after the other")
                rows.append((" … ".join(map(_one_by_one, ends)), words))
            labels = {key: one for key, one in labels.items() if key not in (*digits, *numbers)}
        rows += [
            (_one_by_one(key), words[0] if len({*words}) == 1 else active)
            for key, words in labels.items()
        ]
        if digits:
            held = QKeySequence("Alt+" + digits[0])
            same = self.tr("The same, from a text outside the questions")
            words = same if typing_focus().has_single_keys else active
            rows.append((f"{shown_keys(held)}–{digits[-1]}", words))
        return rows + panel.form_keys() + (self._moves() if rows else [])

    def _moves(self) -> list[tuple[str, str]]:
        """Return the keys that go from question to question."""
        enter, back = (
            shown_keys(QKeySequence(one)) for one in (Qt.Key.Key_Return, Qt.Key.Key_Backspace)
        )
        return [
            ("↑ / ↓", self.tr("Previous or next question")),
            (enter, self.tr("Next question without an answer; on a button, press it")),
            (back, self.tr("Clear the answer; from Submit, go back to the last question")),
        ]

    def _known(self) -> set[str | None]:
        """Return all keys of the open item's form, and those of its panel."""
        panel = self._panels.shown
        keys = {key for question in panel.form.questions for key in question.option_keys()}
        if any(key is not None and key.startswith("-") for key in keys):
            keys.add("-")
        return keys | {key for shown, _ in panel.form_keys() for key in shown.split(" / ")}


def _one_by_one(key: str) -> str:
    """Return the keys that are pressed one after the other for a number, such as “− 1 0”."""
    return " ".join(key.replace("-", "−"))
