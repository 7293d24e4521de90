"""Controller of the annotator's page: connects the page, the session and the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.core.errors import AppError, InputError, NotSavedError
from desktop_app.core.form_answers import Problem
from desktop_app.core.form_parts import LongText, keys_of, options_of
from desktop_app.ui import messages
from desktop_app.ui.annotate.entries import QueueFilter
from desktop_app.ui.annotate.model_state import ModelState
from desktop_app.ui.annotate.page import AnnotatePage
from desktop_app.ui.annotate.panels import PanelMaker, Panels
from desktop_app.ui.annotate.reason import ReasonPage
from desktop_app.ui.annotate.saving import SAVE_AFTER, Saving
from desktop_app.ui.annotate.session import Revision, Session
from desktop_app.ui.annotate.side_pane import answer_rows
from desktop_app.ui.annotate.status_bar import StatusBar
from desktop_app.ui.commands import ITEM_ACTIONS, Commands
from desktop_app.ui.connections.servers import Servers
from desktop_app.ui.model_calls import ModelCalls
from desktop_app.ui.model_turns import ModelTurns
from desktop_app.ui.notices import Notice, Notices
from desktop_app.ui.panel_base import PanelBase
from desktop_app.ui.theme import Theme

# Milliseconds from opening an item to preparing the next one: by then the item is painted, and
# the person is reading.
PREPARE_AFTER = 250


class Controller(QObject):
    """Controller of one session in one page, until the workspace is closed.

    language    of texts, such as the guidelines
    save_after  milliseconds from a change to saving it
    """

    panel_changed = Signal(list)  # the actions of the panel
    opened = Signal()  # another item is shown

    def __init__(
        self,
        session: Session,
        page: AnnotatePage,
        commands: Commands,
        theme: Theme,
        notices: Notices,
        make_panel: PanelMaker,
        servers: Servers,
        window: QWidget,
        language: str,
        save_after: int = SAVE_AFTER,
    ) -> None:
        super().__init__(window)
        self.session = session
        self.page = page
        self._commands = commands
        self._notices = notices
        self._language = language
        self._closed = False
        # Another page uses the commands; see `set_aside`.
        self._aside = False
        # The open item was opened from the queue, and its panel has not had the focus yet.
        self._unvisited = False
        # The person was asked whether to leave earlier answers of the open item blank.
        self._asked_blank = False
        # The notice that a key does nothing, to be removed by the next edit.
        self._key_notice: Notice | None = None
        self.reason_page = ReasonPage(window, theme)
        self.reason_page.stranded.connect(self.back_to_work)
        self.models = ModelCalls(session, servers, notices, self)
        self.turns = ModelTurns(session, self.models, servers, notices)
        self._panels = Panels(
            page, make_panel, self, models=self.models, read_only=session.read_only
        )
        self._model_state = ModelState(session, page.footer, servers, self.models, commands, self)
        self._saving = Saving(session, page.footer, notices, self, save_after)
        self._status_bar = StatusBar(session, page, commands, self)
        self._ahead = QTimer(self, singleShot=True, interval=PREPARE_AFTER)
        self._ahead.timeout.connect(self._prepare_next)
        self._connect()

    @property
    def panel(self) -> Any:  # tools and tests know its class
        """The panel shown; None until the first item is open."""
        return self._panels.panel

    # Opening and closing
    def start(self) -> None:
        """Show the item that was open last, or a notice if there are no items."""
        place = self.session.first()
        self._saving.show_at_first()
        if place is None:
            self._notices.say(
                self.tr("This workspace has no items for you."),
                self.tr(
                    "If you answered questions about yourself, send your results now. "
                    "Otherwise, ask the project lead for a new bundle."
                ),
                "warn",
            )
            self._status_bar.show()
            return
        self.open(place)
        self._offer_guidelines()
        # Turns that waited for a model when the workspace was closed.
        self.turns.take_up()
        self._status_bar.start()
        # The first item may have failed to open.
        if self.session.position >= 0 and self.session.has_undecided_form:
            self._notices.say(
                self.tr("Two leads have sent different versions of the questions."),
                self.tr("You see one of them. Ask the project lead which one to use."),
                "warn",
            )

    def close(self) -> bool:
        """Save and close the workspace. Return False if saving failed; then it stays open."""
        if self._closed:
            return True
        # Models first: what they have answered must be on record before the workspace closes.
        self.models.settle()
        self._saving.settle()
        try:
            self.session.close()
        except AppError as error:
            self._saving.refused_at_the_end(error)
            return False
        self._end()
        return True

    def abandon(self) -> None:
        """Close the workspace without saving: a copy has been saved in another place."""
        self.session.abandon()
        self._end()

    def _end(self) -> None:
        """Stop all timers and release the commands: the workspace is closed."""
        self._closed = True
        self._ahead.stop()
        self.turns.end()
        self.models.end()
        self._model_state.end()
        self._saving.end()
        self._status_bar.stop()
        self.reason_page.dismiss()
        self.reason_page.deleteLater()
        self._unwire()

    def set_aside(self, on: bool) -> None:
        """Save and release the commands to another page, or connect them again."""
        if on == self._aside or self._closed:
            return
        if on:
            self.save()
            self._unwire()
            self._commands.enable(ITEM_ACTIONS, False)
        else:
            self._wire()
            self._status_bar.show()
            self._model_state.show()
            if not self.page.isAncestorOf(QApplication.focusWidget() or self.page):
                self._focus_first()

    def keep_draft(self) -> None:
        """Save what is unsaved without showing anything, for the crash handler."""
        if self.session.dirty and not self._closed:
            self.session.save()

    # Actions
    def open(self, place: int) -> None:
        """Save the open item and show another. If that one cannot be shown, the open one stays."""
        self._open_first([place])

    def _open_first(self, places: Iterable[int]) -> bool:
        """Show the first of some items that can be shown. Return whether one could.

        A notice says which one was passed over. If none can be shown, or the open item cannot be
        saved, the open item stays.
        """
        before = self.session.position
        broken: list[tuple[int, AppError]] = []
        for place in places:
            try:
                panel = self._fill(place)
            except AppError as error:
                # Leaving the open item failed, and it is still open: no other item would do better.
                unsaved = isinstance(error, NotSavedError)
                if unsaved or self.session.position == before != place:
                    self._saving.refused(error)
                    return False
                broken.append((place, error))
                # Nobody has seen the broken item, so nothing of it may be saved.
                self.session.put_down()
            except Exception:
                # A bug, in a plugin for example. The crash page is shown by the handler; behind it,
                # panel and session must again be at the same item.
                self._put_back(before)
                raise
            else:
                self._show(place, panel)
                if broken:
                    self._say_passed(*broken[-1])
                return True
        if broken:
            self._put_back(before)
            self._notices.error(broken[0][1])
        return False

    def _say_passed(self, place: int, error: AppError) -> None:
        """Show a notice about an item that was passed over."""
        number = self.session.entries[place].number
        self._notices.say(
            self.tr("Item {number} cannot be shown and was skipped.").format(number=number),
            messages.error_text(error),
            "warn",
        )

    def _show(self, place: int, panel: Any) -> None:
        """Show the panel, which `_fill` has filled with the item at `place`."""
        # Opening the item has saved the one before.
        self._saving.settle()
        self._asked_blank = False
        self.page.queue.set_current(place)
        self.page.show_panel(panel)
        self._focus_first()
        if self.page.side.shows_history:
            self._show_history()
        self._show_earlier()
        self._status_bar.show()
        self.turns.opened()
        # This restarts the timer: after a jump another item comes next.
        self._ahead.start()
        self.opened.emit()

    def submit(self) -> None:
        """Submit the open item and show the next one that is not done.

        Problems, earlier answers that would become blank, and hints are shown first.
        """
        if not self._may_write():
            return
        session = self.session
        problems = list(self._panels.shown.missing(session.answers))
        self._panels.shown.show_problems(problems)
        if problems:
            return
        # Answers to an earlier form version do not count. Leaving these questions blank takes a
        # second submit.
        again = [Problem(key, "unanswered", "is not answered") for key in session.asked_again()]
        if again and not self._asked_blank:
            self._asked_blank = True
            self._panels.shown.show_problems(again)
            self._notices.say(
                self.tr("Your answers to an earlier version of these questions do not count."),
                self.tr("Answer these questions again, or submit to leave them blank."),
                "warn",
            )
            return
        # A hint asks once and never blocks: the second submit goes past it. One hint at a time.
        asked = session.hints_shown | session.hints_asked
        hints = self._panels.shown.hints(session.answers, asked)
        if hints:
            session.hint_asked(hints[0].key)
            self._panels.shown.ask_hint(hints[0])
            return
        place = session.position
        try:
            session.submit()
        except InputError as error:
            self._notices.error(error)
            return
        except AppError as error:
            self._saving.refused(error)
            return
        self._saving.settle()
        self._saving.saved()
        self._notices.clear()
        self.page.offer_guidelines(False)
        self.page.queue.entry_changed(place)
        if session.next_open() is None:
            # The item stays open behind the done page, with the answers that count now.
            self._panels.shown.set_answers(dict(session.answers))
            self._show_earlier()
            self.page.queue.set_current(place)
            self.page.show_done()
            self._status_bar.show()
        else:
            self._open_first(session.all_open())

    def step(self, by: int) -> None:
        """Open the next item in steps of `by`, 1 or -1, that can be shown.

        Without one, the open item stays.
        """
        place = self.session.position + by
        # Going back from the done page leads to the item that was just submitted.
        if by < 0 and self.page.is_done_shown:
            place = self.session.position
        self._open_first(range(place, len(self.session.entries) if by > 0 else -1, by))

    def open_next_open(self) -> None:
        """Open the next item that is not done."""
        self._open_first(self.session.all_open())

    def undo(self) -> None:
        """Undo the last step on the open item or, right after a submission, the submission."""
        if self.session.can_take_back:
            self._take_back()
        else:
            self._go(self.session.undo)

    def redo(self) -> None:
        """Redo a step or, right after a submission was undone, submit again."""
        if self.session.can_submit_again:
            self.submit()
        else:
            self._go(self.session.redo)

    def _take_back(self) -> None:
        """Undo the last submission and open its item, with the answers as a draft."""
        # Not `_may_write`: undo also works from the done page.
        if not self._may_record():
            return
        try:
            place = self.session.take_back()
        except AppError as error:
            self._saving.refused(error)
            return
        self._asked_blank = False
        self.page.queue.entry_changed(place)
        self.open(place)
        self._saving.saved()
        self._notices.say(
            self.tr("Submission of item {number} undone.").format(
                number=self.session.entries[place].number
            ),
            self.tr("Its answers are a draft. Redo submits them again."),
        )

    def discard(self) -> None:
        """Restore the submitted answers of the open item. Each change can be undone."""
        if not self._may_write() or self.session.takes_turns:
            return
        before = self.session.submitted_answers()
        for question in {**self.session.answers, **before}:
            self._change(question, before.get(question))
        self._panels.shown.set_answers(dict(self.session.answers))

    def restore(self, revision: Revision) -> None:
        """Set the answers of an earlier revision, as a draft. Each change can be undone."""
        if not self._may_write():
            return
        if self.session.takes_turns:
            self._notices.say(
                self.tr("Turns with a model cannot be undone."),
                self.tr("Reopen the last turn and change your rating instead."),
                "warn",
            )
            return
        answers, is_all = self.session.under_present_form(revision)
        for question in {**self.session.answers, **answers}:
            self._change(question, answers.get(question))
        if not is_all:
            self._notices.say(
                self.tr(
                    "Some of these answers have a different meaning now and were not restored."
                ),
                self.tr("They answer an earlier version of the questions."),
                "warn",
            )
        self._panels.shown.set_answers(dict(self.session.answers))

    def skip(self) -> None:
        """Ask for a reason, then skip the open item."""
        if self._may_write():
            entry = self.session.entry
            instead = self.tr("Now flagged; it will be skipped instead. Keep or edit the reason.")
            self.reason_page.ask(
                self.tr("Skip item {number}: why?").format(number=entry.number),
                self.tr("Skip"),
                entry.reason,
                self._on_skip,
                instead if entry.mark == "flagged" else "",
            )

    def flag(self) -> None:
        """Ask for a reason, then flag the open item."""
        if self._may_write():
            entry = self.session.entry
            instead = self.tr("Now skipped; it will be flagged instead. Keep or edit the reason.")
            self.reason_page.ask(
                self.tr("Flag item {number}: why?").format(number=entry.number),
                self.tr("Flag"),
                entry.reason,
                self._on_flag,
                instead if entry.mark == "skipped" else "",
            )

    def unmark(self) -> None:
        """Remove the mark of the open item."""
        if self._may_write():
            self._marking(self.session.clear_mark)

    def go_to_comment(self) -> None:
        """Put the focus on the next text question after the focused one, wrapping around."""
        if not self._may_write():
            return
        panel = self._panels.shown
        texts = {one.key for one in panel.form.questions if isinstance(one, LongText)}
        shown, focused = panel.visible_questions(), panel.focused_question()
        start = shown.index(focused) + 1 if focused in shown else 0
        comment = next((one for one in (*shown[start:], *shown[:start]) if one in texts), None)
        if comment is not None:
            panel.focus_question(comment)
        if comment is None or panel.focused_question() != comment:
            self._notices.say(self.tr("This item has no comment field."))

    def toggle_guidelines(self) -> None:
        """Show or hide the guidelines."""
        self.page.offer_guidelines(False)
        side = self.page.side
        if side.shows_guidelines:
            self.close_side()
        else:
            side.show_guidelines(self.session.materials("guidelines", self._language))
            self._side_opened()
            # So that keys scroll the text.
            side.guidelines.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def toggle_history(self) -> None:
        """Show or hide the revisions of the open item."""
        if self.page.side.shows_history:
            self.close_side()
        elif self.session.position >= 0:
            self._show_history()
            self._side_opened()

    def _offer_guidelines(self) -> None:
        """Offer the guidelines once, while nothing in the project has been done."""
        session = self.session
        is_new = session.counts[QueueFilter.TODO] == len(session.entries)
        if is_new and not session.read_only and session.materials("guidelines", self._language):
            self.page.offer_guidelines(not session.was_offered_guidelines())

    def press_escape(self) -> bool:
        """Close the side pane or else the offer of the guidelines. Return whether one was open."""
        if not self.page.side.isHidden():
            self.close_side()
        elif not self.page.offer.isHidden():
            self._decline_offer()
        else:
            return False
        return True

    def _decline_offer(self) -> None:
        # Before hiding the offer, which may have the focus: Qt would choose another widget.
        self.back_to_work()
        self.page.offer_guidelines(False)

    def close_side(self) -> None:
        """Close the side pane; a focus within it goes back to the panel."""
        # Before hiding it, or Qt would choose another widget for the focus.
        if self.page.side.isAncestorOf(QApplication.focusWidget() or self.page):
            self.back_to_work()
        self.page.side.hide()
        self.page.make_room()
        self._check_side()

    def stop_model(self) -> bool:
        """Stop the requests to models. Return whether any was in progress."""
        if self.turns.can_stop and self.turns.stop():
            return True
        return self.models.stop()

    def press_code_key(self, text: str) -> bool:
        """Pass a key that was pressed outside text fields to the form.

        Returns whether it is a key of the form.
        """
        if self.session.position < 0 or self.page.is_done_shown:
            return False
        if not self.session.read_only and self._panels.shown.press_code_key(text):
            return True
        if all(key != text.upper() for key, _ in self.form_keys()):
            return False
        # A key of the form that cannot act now is never ignored silently.
        if self.session.read_only:
            # Called for its notice.
            self._may_write()
        else:
            self._notices.say(
                self.tr("{key} is not an option of the active question.").format(key=text.upper())
            )
            self._key_notice = self._notices.last
        return True

    def form_keys(self) -> list[tuple[str, str]]:
        """Return the keys of the open item's form, each with the label of its option."""
        form = self._panels.shown.form
        language = self._language
        return [
            (key, form.label(option, language))
            for question in form.questions
            for option, key in zip(options_of(question), keys_of(question), strict=True)
            if key is not None
        ] + self._panels.shown.form_keys()

    def touch(self) -> None:
        """Continue the clocks: the person did something."""
        if self.session.position >= 0 and not self.page.is_done_shown:
            self.session.touch()

    def freeze(self, on: bool) -> None:
        """Set whether a job reads the records: meanwhile none may be added; drafts are saved."""
        self.session.frozen = on
        self._status_bar.show()

    def save(self) -> None:
        """Save the open item's draft and show the result in the footer."""
        self._saving.save()

    # Internal
    def _connect(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)
        # Other pages use these commands too, so they are connected only while this page is active.
        self._slots: list[tuple[str, Callable[[], object]]] = [
            ("submit", self.submit),
            ("previous", lambda: self.step(-1)),
            ("next", lambda: self.step(1)),
            ("next_open", self.open_next_open),
            ("search", self._focus_search),
            ("undo", self.undo),
            ("redo", self.redo),
            ("discard", self.discard),
            ("skip", self.skip),
            ("flag", self.flag),
            ("unmark", self.unmark),
            ("comment", self.go_to_comment),
            ("guidelines", self.toggle_guidelines),
            ("history", self.toggle_history),
            ("stop_model", self.stop_model),
        ]
        self._wire()
        self.page.queue.requested.connect(self._on_requested)
        self.page.queue.left.connect(self.back_to_work)
        self.page.side_closed.connect(self.close_side)
        self.page.offer.close_button.clicked.connect(self._decline_offer)
        self.page.side.restore_requested.connect(self.restore)
        self._panels.changed.connect(self.panel_changed)
        self._panels.edited.connect(self._on_edited)
        self._panels.edited_too.connect(self._on_edited_too)
        self._panels.submit_requested.connect(self.submit)
        self._panels.hint_answered.connect(self._on_hint_answered)
        self._panels.failed.connect(self._notices.error)
        self.turns.arrived.connect(self._on_arrived)
        self.turns.restated.connect(self._on_restated)
        self.turns.opening_wanted.connect(self.open)
        self.turns.unsaved.connect(self._saving.refused)

    def _fill(self, place: int) -> PanelBase:
        """Open an item, show it in its panel, and return the panel."""
        session = self.session
        shown = session.open(place)
        panel = self._panels.choose(session.protocol, session.entry.stage)
        # Materials and documents come before the item that refers to them, answers after it.
        texts = [session.materials(folder, self._language) for folder in ("forms", "settings")]
        panel.set_materials(texts[0] | texts[1])
        panel.set_documents(shown.documents)
        panel.show_item(shown.content, shown.document)
        panel.show_prepared(shown.prepared)
        panel.set_answers(dict(shown.answers))
        # The panel may still show the problems of the item before.
        panel.show_problems([])
        return panel

    def _put_back(self, place: int) -> None:
        """Show the item again that was open before another could not be shown.

        The panel may show parts of the other item already. If the item before cannot be shown
        either, none is: an edit must never go to an item that is not visible.
        """
        self.session.put_down()
        try:
            if place >= 0:
                self._fill(place)
        except Exception:
            self.session.put_down()
        if self.session.position < 0:
            self.page.queue.set_current(-1)
            self.page.show_nothing()
        self._status_bar.show()

    def _on_requested(self, place: int) -> None:
        """Open an item that was chosen in the queue, unless it is shown already."""
        if place != self.session.position or self.page.is_done_shown:
            self.open(place)

    def _prepare_next(self) -> None:
        """Let the panel prepare the item that comes next after submitting this one."""
        session, place = self.session, self.session.next_open()
        if place is None:
            return
        # Another stage has another panel, which is not the one shown.
        entry, now = session.entries[place], session.entry
        if (entry.protocol, entry.stage) != (now.protocol, now.stage):
            return
        # The error is shown when the item is opened.
        with suppress(AppError):
            self._panels.prepare(*session.texts(place))

    def _wire(self) -> None:
        """Connect the commands."""
        for name, slot in self._slots:
            self._commands[name].triggered.connect(slot)
        self._aside = False

    def _unwire(self) -> None:
        """Disconnect the commands, if they are connected."""
        if not self._aside:
            for name, slot in self._slots:
                self._commands[name].triggered.disconnect(slot)
        self._aside = True

    def back_to_work(self) -> None:
        """Put the focus back to where it was in the panel.

        In an item that was opened from the queue it goes to the first question.
        """
        if self.panel is None or self.page.is_done_shown:
            return
        # A panel is shared by all items of its stage, so in a new item the widget that Qt remembers
        # is that of the item before.
        before = self.panel.focusWidget()
        takes_keys = before is not None and before.isVisible() and before.isEnabled()
        if before is not None and takes_keys and not self._unvisited:
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._await_keys()

    def _on_focus_changed(self, _before: object, now: object) -> None:
        if self._closed or self.panel is None or not isinstance(now, QWidget):
            return
        if self.panel.isAncestorOf(now):
            self._unvisited = False

    def _focus_first(self) -> None:
        """Put the focus on the first question, unless the person is looking through the queue."""
        focus = QApplication.focusWidget()
        if self.panel is None:
            return
        if focus is not None and self.page.queue.isAncestorOf(focus):
            self._unvisited = True
            return
        self._await_keys()

    def _await_keys(self) -> None:
        """Make the panel ready for keys: the first question gets the focus."""
        self._panels.shown.await_keys()

    def _focus_search(self) -> None:
        # On a narrow page the side pane takes the place of the queue.
        if not self.page.side.isHidden() and not self.page.queue.isVisible():
            self.close_side()
        self.page.queue.search.setFocus()
        self.page.queue.search.selectAll()

    def _on_edited(
        self, question: str, before: object, after: object, *, joined: bool = False
    ) -> None:
        if self.session.position < 0 or self.session.read_only:
            return
        # After an edit, “is not an option” is out of date.
        if self._key_notice is not None:
            self._notices.take_back(self._key_notice)
            self._key_notice = None
        self.session.edited(question, before, after, joined=joined)
        self._edited_later()

    def _on_edited_too(self, question: str, before: object, after: object) -> None:
        self._on_edited(question, before, after, joined=True)

    def _on_arrived(self, answers: dict[str, Any]) -> None:
        """Show the answers of the open item that a model has changed."""
        self._panels.shown.arrived(answers)

    def _on_restated(self, place: int) -> None:
        """Save and show that a model has changed an entry."""
        self.page.queue.entry_changed(place)
        if place == self.session.position:
            self._saving.save()
            self._status_bar.show()

    def _on_hint_answered(self, key: str, keep: bool) -> None:
        self.session.hint_shown(key)
        if keep:
            self.submit()

    def _on_skip(self, reason: str) -> None:
        if self._marking(lambda: self.session.set_mark("skipped", reason)):
            self._open_first(self.session.all_open())

    def _on_flag(self, reason: str) -> None:
        self._marking(lambda: self.session.set_mark("flagged", reason))

    def _marking(self, change: Callable[[], None]) -> bool:
        """Change the mark of the open item. Return whether it was saved."""
        try:
            change()
        except AppError as error:
            self._saving.refused(error)
            return False
        self._saving.saved()
        self.page.queue.entry_changed(self.session.position)
        self._status_bar.show()
        return True

    def _change(self, question: str, after: Any) -> None:
        """Set one answer as an undo step, unless it is the same."""
        before = self.session.answers.get(question)
        if before != after:
            self.session.edited(question, before, after)
            self._edited_later()

    def _go(self, step: Callable[[], tuple[str, Any] | None]) -> None:
        """Undo or redo a step together with the steps joined to it."""
        if not self._may_write():
            return
        self._apply(step())
        while self.session.steps.goes_on:
            self._apply(step())

    def _apply(self, change: tuple[str, Any] | None) -> None:
        """Show an answer that undo or redo has changed, with the focus on it."""
        if change is None:
            return
        self._panels.shown.set_answer(*change)
        self._panels.shown.focus_question(change[0])
        self._edited_later()

    def _edited_later(self) -> None:
        """Schedule a save, and show the new state."""
        self._saving.soon()
        # The edit may have removed a turn that waits for a model.
        self.turns.look()
        self.page.queue.entry_changed(self.session.position)
        self._status_bar.show()

    def _may_write(self) -> bool:
        """Return whether the open item can be changed now; a notice says why not."""
        if self.session.position < 0 or self.page.is_done_shown:
            return False
        return self._may_record()

    def _may_record(self) -> bool:
        """Return whether records can be added now; a notice says why not."""
        session = self.session
        if session.read_only:
            self._notices.say(
                self.tr("This workspace is read-only."),
                self.tr("Read-only: nothing can be changed here."),
                "warn",
            )
            return False
        if session.frozen:
            self._notices.say(self.tr("Writing your results. Please wait."))
            return False
        return True

    def _show_history(self) -> None:
        session = self.session
        revisions = [*session.history(), *session.typed_earlier()]
        self.page.side.show_history(revisions, self._language, self._panels.shown.answer_rows)

    def _show_earlier(self) -> None:
        """Show why the item was sent back, and the answers that the current form does not accept.

        They are in the words of their own form version.
        """
        rows = [
            row
            for one in self.session.earlier
            for row in answer_rows(one.answers, one.form, self._language)
        ]
        # A submitted answer and an old draft may give the same row: show it once.
        session = self.session
        self.page.work_bar.show_earlier(
            list(dict.fromkeys(rows)), is_stale=session.has_stale_answers, notes=session.entry.notes
        )

    def _side_opened(self) -> None:
        self.page.make_room()
        self._check_side()

    def _check_side(self) -> None:
        self._commands["guidelines"].setChecked(self.page.side.shows_guidelines)
        self._commands["history"].setChecked(self.page.side.shows_history)
