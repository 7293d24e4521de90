"""Onboarding of an annotator: consent, then the background form.

No work is shown before consent. The background form can be skipped. Both can be opened again from
the menu.

The module is longer than most because consent and background form share the rules for withdrawing,
resuming and closing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, QTime, QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.core.errors import AppError
from desktop_app.core.forms import Form
from desktop_app.ui.annotate.onboarding_pages import AboutPage, ConsentPage
from desktop_app.ui.annotate.saving import RETRY_AFTER, SAVE_AFTER
from desktop_app.ui.annotate.steps import Steps
from desktop_app.ui.commands import Commands
from desktop_app.ui.messages import moment
from desktop_app.ui.notices import Notices
from desktop_app.ui.plain_text import shown_keys
from desktop_app.ui.theme import Theme
from desktop_app.workspace import background, consent
from desktop_app.workspace.drafts import given
from desktop_app.workspace.workspace import Workspace


class AboutSession:
    """The person's answers to the background form, with draft and undo history.

    They continue from the draft, if there is one.

    `answers`: current answers, saved or not
    `hints_shown`: keys of the hints that were shown
    `dirty`: whether the draft on disk is older than the answers
    """

    def __init__(self, workspace: Workspace, form: Form) -> None:
        self.workspace = workspace
        self.form = form
        kept = background.load_draft(workspace) or {}
        draft = kept.get("answers")
        # The submitted answers.
        self._base = background.answers_of(workspace)
        self.answers: dict[str, Any] = dict(draft if isinstance(draft, Mapping) else self._base)
        self.steps = Steps.from_json(kept.get("steps"))
        self.hints_shown = {str(key) for key in kept.get("hints", ())}
        self.dirty = False

    @property
    def read_only(self) -> bool:
        """Whether the workspace is read-only."""
        return self.workspace.store.read_only

    @property
    def is_answered(self) -> bool:
        """Whether answers were submitted before."""
        return self.workspace.records.is_there("background", self.workspace.person)

    @property
    def is_changed(self) -> bool:
        """Whether the answers differ from the submitted ones."""
        return given(self.answers) != given(self._base)

    def edited(self, question: str, before: Any, after: Any) -> None:
        """Set an answer that the person changed, as an undo step."""
        self.steps.record(question, before, after)
        self._set(question, after)

    def undo(self) -> tuple[str, Any] | None:
        """Undo the last step. Return the question and its new value; None if there is no step."""
        return self._stepped(self.steps.undo(self.answers))

    def redo(self) -> tuple[str, Any] | None:
        """Redo the last undone step. Return the question and its new value, None without a step."""
        return self._stepped(self.steps.redo(self.answers))

    def hint_shown(self, key: str) -> None:
        """Record that a hint was shown, so that it is not shown again."""
        self.hints_shown.add(key)
        self.dirty = True

    def save_draft(self) -> None:
        """Save the draft; answers equal to the submitted ones need none, so it is removed.

        Raises NotSavedError, in which case the answers stay in memory.
        """
        if self.is_changed:
            background.save_draft(self.workspace, self._draft())
        else:
            background.discard_draft(self.workspace)
        self.dirty = False

    def unsaved(self) -> dict[str, Any] | None:
        """Return the current draft; None if it is already saved."""
        return self._draft() if self.dirty else None

    def submit(self) -> None:
        """Submit the answers and remove the draft.

        Raises InputError if answers are invalid, and NotSavedError if saving fails.
        """
        background.answer(self.workspace, given(self.answers))
        # An empty form creates no record. Without this, the person would be asked again next time.
        background.put_off(self.workspace)
        self._base = background.answers_of(self.workspace)
        self.answers = dict(self._base)
        self.steps.clear()
        self.hints_shown.clear()
        self.dirty = False

    def put_off(self) -> None:
        """Save the answers as a draft, and do not open the form automatically again.

        Raises NotSavedError if saving fails.
        """
        if self.dirty:
            self.save_draft()
        background.put_off(self.workspace)

    def _draft(self) -> dict[str, Any]:
        return {
            "answers": dict(self.answers),
            "steps": self.steps.to_json(),
            "hints": sorted(self.hints_shown),
        }

    def _stepped(self, change: tuple[str, Any] | None) -> tuple[str, Any] | None:
        if change is not None:
            self._set(*change)
        return change

    def _set(self, question: str, value: Any) -> None:
        self.answers[question] = value
        self.dirty = True


class Onboarding(QObject):
    """Controller of the consent page and the background form of one workspace.

    `page`: the open page; None if neither is open
    `about`: the session of the background form; None if the form is not open
    """

    shown = Signal(object)  # the page to show
    answered = Signal()  # all pages are answered or skipped: show the work
    declined = Signal()  # no consent: close the workspace
    withdrew = Signal()  # consent was withdrawn: stop showing the work
    send_requested = Signal()  # the person wants to write the results file

    def __init__(
        self,
        workspace: Workspace,
        commands: Commands,
        theme: Theme,
        notices: Notices,
        language: str,
        parent: QObject,
        save_after: int = SAVE_AFTER,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._commands = commands
        self._theme = theme
        self._notices = notices
        self._language = language
        self.page: AboutPage | ConsentPage | None = None
        self.about: AboutSession | None = None
        self._form = self._read_form()
        # Time of day at which saving first failed; empty while it works.
        self._unsaved_since = ""
        # One timer, so that further failures postpone the retry instead of adding another one.
        self._retry_timer = QTimer(self, singleShot=True)
        self._retry_timer.timeout.connect(self._retry)
        self._frozen = False
        self._timer = QTimer(self, singleShot=True, interval=save_after)
        self._timer.timeout.connect(self.save)
        # The annotator's page uses these commands too, so they are connected only while the consent
        # page or the background form is shown.
        self._slots: list[tuple[str, Callable[[], None]]] = [
            ("submit", self._on_submit),
            ("undo", lambda: self._step(undo=True)),
            ("redo", lambda: self._step(undo=False)),
        ]
        self._wired = False

    @property
    def asks_consent(self) -> bool:
        """Whether the project has a consent text."""
        return consent.consent_text(self._workspace) is not None

    @property
    def asks_background(self) -> bool:
        """Whether the project has a background form."""
        return self._form is not None

    @property
    def may_work(self) -> bool:
        """Whether this person may see the work and do it."""
        return consent.may_annotate(self._workspace)

    def begin(self) -> bool:
        """Show the consent page or the background form if due. Return whether one was shown."""
        if not self.may_work:
            self._show_consent()
            return True
        if self._form is not None and self._is_due():
            self._show_about(is_first=True)
            return True
        return False

    def open_about(self) -> None:
        """Open the background form again, unless it or the consent text is open."""
        if self._form is not None and self.page is None:
            self._show_about(is_first=False)

    def open_consent(self) -> None:
        """Open the consent text again, unless it or the background form is open."""
        if self.asks_consent and self.page is None:
            self._show_consent()

    def owns(self, widget: QWidget) -> bool:
        """Return whether a widget is in the background form, so that undo uses its history."""
        return isinstance(self.page, AboutPage) and self.page.form_view.isAncestorOf(widget)

    def freeze(self, on: bool) -> None:
        """Set whether a job is reading the workspace; while it is, no records may be added."""
        self._frozen = on
        if isinstance(self.page, ConsentPage):
            self.page.set_busy(on)

    def save(self) -> bool:
        """Save the draft of the background form. Return False if that failed."""
        self._timer.stop()
        about = self.about
        if about is None or not about.dirty:
            return True
        try:
            # The store stops writing after an error until it is asked to retry.
            if self._unsaved_since:
                about.workspace.store.retry()
            about.save_draft()
        except AppError as error:
            self._refused(error)
            return False
        if self._unsaved_since:
            self._notices.clear()
            self._unsaved_since = ""
        self._show_state(QTime.currentTime().toString("HH:mm:ss"))
        return True

    def end(self) -> None:
        """Stop using the workspace, because it is being closed. Call `save` first."""
        self._leave()

    # Internal, pages
    def _read_form(self) -> Form | None:
        try:
            return background.background_form(self._workspace)
        except AppError as error:
            self._notices.error(error)
            return None

    def _is_due(self) -> bool:
        # A read-only workspace could not save the answers.
        due = background.is_due(self._workspace)
        return due and not self._workspace.store.read_only

    def _show_consent(self) -> None:
        text = consent.consent_text(self._workspace) or ""
        page = ConsentPage(self._workspace.title, self._theme, self._keys())
        page.show_text(
            text,
            consent.consent_of(self._workspace),
            read_only=self._workspace.store.read_only,
        )
        page.agreed.connect(self._on_agreed)
        page.declined.connect(self._on_declined)
        page.withdrawn.connect(self._on_withdrawn)
        page.send_requested.connect(self.send_requested)
        self._come(page)

    def _show_about(self, *, is_first: bool) -> None:
        assert self._form is not None
        about = AboutSession(self._workspace, self._form)
        page = AboutPage(self._form, self._language, self._theme, self._keys(), is_first=is_first)
        page.form_view.set_answers(dict(about.answers))
        page.set_read_only(about.read_only)
        page.form_view.edited.connect(self._on_edited)
        page.form_view.submit_requested.connect(self._on_submit)
        page.form_view.hint_answered.connect(self._on_hint_answered)
        page.saved.connect(self._on_submit)
        page.left.connect(self._on_left)
        self._come(page, about)
        self._show_state("")

    def _come(self, page: AboutPage | ConsentPage, about: AboutSession | None = None) -> None:
        self.page, self.about = page, about
        if not self._wired:
            for name, slot in self._slots:
                self._commands[name].triggered.connect(slot)
            self._wired = True
        self._enable()
        # `begin` sets the focus, so the page must be in the window first.
        self.shown.emit(page)
        page.begin()

    def _leave(self) -> None:
        """Drop the open page and disconnect its commands."""
        self._timer.stop()
        self.page = self.about = None
        if self._wired:
            for name, slot in self._slots:
                self._commands[name].triggered.disconnect(slot)
            self._wired = False
        self._commands.enable([name for name, _ in self._slots], False)

    def _keys(self) -> str:
        return shown_keys(self._commands["submit"].shortcut())

    # Internal, consent
    def _on_agreed(self) -> None:
        if self._workspace.store.read_only:
            return
        try:
            consent.agree(self._workspace)
        except AppError as error:
            self._notices.error(error)
            return
        self._notices.clear()
        if not self.begin():
            self._go_on()

    def _on_declined(self) -> None:
        # For a person who has agreed before, this button is *Back*.
        if self.may_work:
            self._go_on()
        else:
            self.declined.emit()

    def _on_withdrawn(self) -> None:
        try:
            consent.withdraw(self._workspace)
        except AppError as error:
            self._notices.error(error)
            return
        self.withdrew.emit()

    # Internal, background form
    def _on_edited(self, question: str, before: object, after: object) -> None:
        if self.about is not None and not self.about.read_only:
            self.about.edited(question, before, after)
            self._changed()

    def _on_hint_answered(self, key: str, keep: bool) -> None:
        if self.about is not None:
            self.about.hint_shown(key)
            if keep:
                self._on_submit()

    def _step(self, *, undo: bool) -> None:
        page, about = self.page, self.about
        if about is None or not isinstance(page, AboutPage) or about.read_only:
            return
        change = about.undo() if undo else about.redo()
        if change is not None:
            page.form_view.set_answer(*change)
            page.form_view.focus_question(change[0])
            self._changed()

    def _changed(self) -> None:
        """Schedule a save, and update the commands."""
        # Restarting the timer on each key would postpone the save as long as someone types.
        if not self._timer.isActive():
            self._timer.start()
        self._enable()

    def _on_submit(self) -> None:
        page, about = self.page, self.about
        if isinstance(page, ConsentPage):
            if page.agree.isEnabled() and not page.agree.isHidden():
                self._on_agreed()
            return
        if page is None or about is None or about.read_only:
            return
        # All problems are shown at once, hints one at a time.
        problems = about.form.missing(about.answers)
        page.form_view.show_problems(problems)
        if problems:
            return
        hints = about.form.hints(about.answers, about.hints_shown)
        if hints:
            # Counts as shown from now on, so a second submit succeeds.
            about.hint_shown(hints[0].key)
            self._changed()
            page.form_view.hints.ask(hints[0])
            return
        try:
            about.submit()
        except AppError as error:
            self._refused(error)
            return
        self._go_on()

    def _on_left(self) -> None:
        about = self.about
        if about is not None and not about.read_only:
            try:
                about.put_off()
            except AppError as error:
                self._refused(error)
                return
        self._go_on()

    def _go_on(self) -> None:
        self._leave()
        self.answered.emit()

    def _refused(self, error: AppError) -> None:
        """Show that saving failed, and schedule a retry; the answers are still in memory."""
        if not self._unsaved_since:
            self._unsaved_since = QTime.currentTime().toString("HH:mm:ss")
        self._notices.error(error)
        if isinstance(self.page, AboutPage):
            words = self.tr("Not saved since {time} – trying again")
            self.page.show_state(words.format(time=self._unsaved_since), good=False)
        self._retry_timer.start(RETRY_AFTER)

    def _retry(self) -> None:
        # A job is reading the workspace: try again when it may be done.
        if self._frozen:
            self._retry_timer.start(RETRY_AFTER)
        else:
            self.save()

    def _show_state(self, saved: str) -> None:
        """Show when draft and answers were saved.

        `saved`: time of day at which the draft was saved; empty if it was not
        """
        page, about = self.page, self.about
        if about is None or not isinstance(page, AboutPage):
            return
        words = [self.tr("Draft saved at {time}").format(time=saved)] if saved else []
        if about.is_answered:
            heads = self._workspace.records.heads("background", self._workspace.person)
            if about.is_changed:
                words.append(self.tr("Changed since you saved it."))
            # Imported answers have a fixed time in 1970.
            elif heads and heads[0].time > "1971":
                words.append(self.tr("Saved {time}").format(time=moment(heads[0].time)))
        page.show_state("  ·  ".join(words))

    def _enable(self) -> None:
        about, page = self.about, self.page
        writable = about is not None and not about.read_only
        can_agree = isinstance(page, ConsentPage) and not page.agree.isHidden()
        enable = self._commands.enable
        enable(["submit"], writable or (can_agree and not self._workspace.store.read_only))
        enable(["undo"], about is not None and writable and about.steps.can_undo)
        enable(["redo"], about is not None and writable and about.steps.can_redo)
