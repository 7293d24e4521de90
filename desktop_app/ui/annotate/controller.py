"""Controller of the annotator's page: opens items, submits answers, closes the workspace.

Editing, marking, the side pane, focus and keys have separate classes, which it creates.

The module is longer than most because the actions on an item depend on each other's state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.core.errors import AppError, InputError, NotSavedError
from desktop_app.core.form_answers import Problem
from desktop_app.ui import accessible, messages
from desktop_app.ui.annotate.editing import Editing, Marking
from desktop_app.ui.annotate.entries import NO_WORDS
from desktop_app.ui.annotate.page import AnnotatePage, StepState
from desktop_app.ui.annotate.panels import FormKeys, PanelFocus, PanelMaker, Panels
from desktop_app.ui.annotate.saving import SAVE_AFTER, Saving
from desktop_app.ui.annotate.session import Session
from desktop_app.ui.annotate.side_controller import SideController
from desktop_app.ui.annotate.side_pane import answer_rows
from desktop_app.ui.annotate.status_bar import ModelState, StatusBar
from desktop_app.ui.commands import ITEM_ACTIONS, Commands
from desktop_app.ui.connections.servers import Servers
from desktop_app.ui.model_calls import ModelCalls
from desktop_app.ui.model_turns import ModelTurns
from desktop_app.ui.notices import Notice, Notices
from desktop_app.ui.panel_base import PanelBase
from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import is_typing, is_untouched, stray_keys, takes_text
from desktop_app.ui.widgets.form_order import GO_BACK

# Milliseconds until a text that was typed has been painted.
_AFTER_PAINTING = 60
# Milliseconds from opening an item to preparing the next one: by then the item is painted, and
# the person is reading.
PREPARE_AFTER = 250


class Controller(QObject):
    """Connects one session, its page and the commands until the workspace is closed.

    `language`: language of the texts to show, such as the guidelines
    `save_after`: milliseconds from a change to saving it

    `focus`: moves the focus between queue and panel
    `keys`: keys of the open item's form
    `editing`: changes of the answers
    `marking`: skipping and flagging
    `side`: guidelines and revisions beside the work
    `models`, `turns`: requests to models, and turns with models
    """

    panel_changed = Signal(list)  # the actions of the panel
    opened = Signal()  # an item was opened and is shown

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
        # Whether another page uses the commands; see `set_aside`.
        self._aside = False
        # The warnings about the open item that a second submit ignores.
        self._warned: set[str] = set()
        # The notice that a submission was undone, while it is true.
        self._undone_notice: Notice | None = None
        self.models = ModelCalls(session, servers, notices, self)
        self.turns = ModelTurns(session, self.models, servers, notices)
        self._panels = Panels(
            page, make_panel, self, models=self.models, read_only=session.read_only
        )
        self._model_state = ModelState(session, page.footer, servers, self.models, commands, self)
        self._saving = Saving(session, page, notices, self, save_after)
        self.focus = PanelFocus(page, self._panels, self._saving, notices, self)
        self.editing = Editing(session, self._panels, self._saving, notices, self)
        self.keys = FormKeys(
            session,
            page,
            self._panels,
            self._saving,
            notices,
            self.focus,
            language,
            self.editing.undo,
            self,
        )
        self.marking = Marking(session, self._saving, window, theme, self)
        self.side = SideController(
            session, page, commands, self._panels, self.focus, language, self
        )
        self._status_bar = StatusBar(session, page, commands, self.focus, self)
        self._shown_state: tuple[object, ...] = ()
        self._ahead = QTimer(self, singleShot=True, interval=PREPARE_AFTER)
        self._ahead.timeout.connect(self._prepare_next)
        # After painting: what is left takes a moment to find, and typed letters come first.
        self._left = QTimer(self, singleShot=True, interval=_AFTER_PAINTING)
        self._left.timeout.connect(self._show_left)
        self._connect()

    @property
    def panel(self) -> Any:  # callers use members of the concrete class
        """The visible panel; None until the first item is open."""
        return self._panels.panel

    # Opening and closing
    def start(self) -> None:
        """Open the item to start with (see `EntryQueue.first`); without items, show a notice."""
        place = self.session.queue.first()
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
        self.side.offer_guidelines()
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
        """Save and close the workspace. Return False if that failed and it stays open."""
        if self._closed:
            return True
        # Models first: their answers must be recorded before the workspace closes.
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
        """Close the workspace without saving, because a copy was saved in another place."""
        self.session.abandon()
        self._end()

    def _end(self) -> None:
        """Stop all timers and disconnect the commands, because the workspace is closed."""
        self._closed = True
        self._ahead.stop()
        self.turns.end()
        self.models.end()
        self._model_state.end()
        self._saving.end()
        self._status_bar.stop()
        self.marking.end()
        self.focus.end()
        self._unwire()

    def set_aside(self, on: bool) -> None:
        """Save and leave the commands to another page, or connect them to this page again."""
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
            focus = QApplication.focusWidget()
            if focus is None or not self.page.isAncestorOf(focus):
                self.focus.come_back()

    def keep_draft(self) -> None:
        """Save an unsaved draft without showing the result, for the crash handler.

        Raises NotSavedError if saving fails.
        """
        if self.session.dirty and not self._closed:
            self.session.save()

    # Actions
    def open(self, place: int) -> None:
        """Save the open item and show another; if that cannot be shown, the open item stays."""
        self._open_first([place])

    def _open_first(self, places: Iterable[int]) -> bool:
        """Show the first of these items that can be shown. Return whether there was one.

        If items had to be skipped, a notice names the last of them. If no item can be shown, or the
        open one cannot be saved, the open item stays.
        """
        before = self.session.position
        broken: list[tuple[int, AppError]] = []
        for place in places:
            try:
                panel = self._fill(place)
            except AppError as error:
                # The open item could not be saved, so no other item can be opened either.
                unsaved = isinstance(error, NotSavedError)
                if unsaved or self.session.position == before != place:
                    self._saving.refused(error)
                    return False
                broken.append((place, error))
                # Nobody has seen the broken item, so nothing of it may be saved.
                self.session.put_down()
            except Exception:
                # A bug, for example in a plugin. The crash page is shown by the handler; behind it,
                # panel and session must show the same item again.
                self._put_back(before)
                raise
            else:
                # Leaving an item ends the mark of a lead's change.
                if before >= 0:
                    self.page.queue.entry_changed(before)
                self._show(place, panel)
                if broken:
                    self._say_passed(*broken[-1])
                return True
        if broken:
            self._put_back(before)
            self._notices.error(broken[0][1])
        return False

    def _say_passed(self, place: int, error: AppError) -> None:
        """Show a notice that an item could not be shown and was skipped."""
        number = self.session.entries[place].number
        self._notices.say(
            self.tr("Item {number} cannot be shown and was skipped.").format(number=number),
            messages.error_text(error),
            "warn",
        )

    def _show(self, place: int, panel: Any) -> None:
        """Show the panel that `_fill` has filled with the item at index `place`."""
        # Opening the item has saved the previous one.
        self._saving.settle()
        self._warned.clear()
        self._shown_state = ()
        self._drop_undone_notice()
        self.page.queue.set_current(place)
        before = QApplication.focusWidget()
        self.page.show_panel(panel)
        if self.page.side.shows_history:
            self.side.show_history()
        self._show_earlier()
        item = self.tr("Item {item}").format(item=self.page.queue.words_of(place))
        accessible.announce("item", item)
        accessible.announce("earlier", self.page.work_bar.earlier.text())
        self._status_bar.show()
        self._show_left()
        entry = self.session.entry
        # Only now, because *Submit* can have the focus once it is enabled.
        self.focus.go_to_first()
        # The same widget, about another item.
        if before is not None and before is QApplication.focusWidget():
            accessible.repeat_focus()
        stage = self.session.protocol.stage(entry.stage)
        words = "" if entry.words == NO_WORDS else entry.words
        self.page.page_row.show_item(messages.translate_message(stage.title), words)
        self.turns.opened()
        # Restarts a running timer, because another item is next now.
        self._ahead.start()
        self.opened.emit()

    def submit(self) -> None:
        """Finish the step of a page with several steps, or submit the item and show the next one.

        If there are problems, earlier answers that would become blank, or a hint, these are shown
        instead, and nothing is submitted.
        """
        # A sentence typed outside a text field ends here, so the next key answers what is missing.
        stray_keys.end_run()
        if not self._saving.may_write():
            return
        if self._panels.shown.finish_step():
            self._show_left()
            return
        session = self.session
        problems = list(self._panels.shown.missing(session.answers))
        self._panels.shown.show_problems(problems)
        self._show_left()
        if problems:
            return
        # Answers to an earlier form version do not count. Leaving these questions blank takes a
        # second submit.
        asked_again = session.earlier.asked_again(session.protocol, session.answers)
        again = [Problem(key, "unanswered", "is not answered") for key in asked_again]
        if again and "blank" not in self._warned:
            self._warned.add("blank")
            self._panels.shown.show_problems(again)
            self._notices.say(
                self.tr("Your answers to an earlier version of these questions do not count."),
                self.tr("Answer these questions again, or submit to leave them blank."),
                "warn",
            )
            return
        if session.begun_with.has_unseen and "unseen" not in self._warned:
            self._warned.add("unseen")
            self._notices.say(
                self.tr("There is another version of your answers to this item."),
                self.tr("Compare it under Revisions (Ctrl+H), or submit again to replace it."),
                "warn",
            )
            return
        # Hints never prevent submission: submitting again ignores them. They are shown one at a
        # time.
        asked = session.hints_shown | session.hints_asked
        hints = self._panels.shown.hints(session.answers, asked)
        if hints:
            session.hints_asked.add(hints[0].key)
            self._panels.shown.ask_hint(hints[0])
            self._show_left()
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
        accessible.announce("submitted", self.tr("Submitted"))
        self._notices.clear()
        self.page.offer_guidelines(False)
        self.page.queue.entry_changed(place)
        if session.next_open() is None:
            # The item stays open behind the done page, with the answers that count now.
            self._panels.shown.set_answers(dict(session.answers))
            self._show_earlier()
            self.page.queue.set_current(place)
            self.page.show_done()
            accessible.announce("item", self.page.done_page.accessibleName())
            self._status_bar.show()
        else:
            self.open_next_open()

    def step(self, by: int) -> None:
        """Open the next (`by` is 1) or previous (−1) item, skipping those that cannot be shown.

        If there is none, the open item stays.
        """
        place = self.session.position + by
        # Going back from the done page leads to the item that was just submitted.
        if by < 0 and self.page.is_done_shown:
            place = self.session.position
        self._open_first(range(place, len(self.session.entries) if by > 0 else -1, by))

    def open_next_open(self) -> None:
        """Open the next item that is not done."""
        self._open_first(self.session.queue.not_done(self.session.position))

    def undo(self) -> None:
        """Undo the last step on the open item; right after a submission or a skip, undo that."""
        place = self.session.skipped_before
        leaves = place is not None or self.session.can_take_back
        focus = QApplication.focusWidget()
        if (
            leaves
            and takes_text(focus)
            and (self.session.steps.can_redo or not is_untouched(focus))
        ):
            # Holding the key in a text must not change other items.
            self._notices.say_briefly(
                self.tr("Nothing left to undo on this item."),
                self.tr("Leave the text with Esc to undo changes of other items."),
            )
        elif place is not None and self._saving.may_record():
            # Its undo history ends with the skip.
            self.open(place)
            self.editing.undo()
        elif self.session.can_take_back:
            self._take_back()
        else:
            self.editing.undo()

    def redo(self) -> None:
        """Redo a step; right after a submission was undone, submit again."""
        if self.session.can_submit_again:
            # The person has ignored these warnings on purpose.
            self._warned |= {"blank", "unseen"}
            self.submit()
        else:
            self.editing.redo()

    def _take_back(self) -> None:
        """Undo the last submission and open its item, with the answers as a draft."""
        # Not `may_write`: undo also works from the done page.
        if not self._saving.may_record():
            return
        try:
            place = self.session.take_back()
        except AppError as error:
            self._saving.refused(error)
            return
        self.page.queue.entry_changed(place)
        self.open(place)
        self._saving.saved()
        self._notices.say(
            self.tr("Submission of item {number} undone.").format(
                number=self.session.entries[place].number
            ),
            self.tr("Its answers are a draft. Redo submits them again."),
        )
        self._undone_notice = self._notices.last

    def _drop_undone_notice(self) -> None:
        """Withdraw the notice that a submission was undone: its item has changed or was left."""
        if self._undone_notice is not None:
            self._notices.take_back(self._undone_notice)
            self._undone_notice = None

    def stop_model(self) -> bool:
        """Cancel the requests to models. Return whether any was in progress."""
        if self.turns.can_stop and self.turns.stop():
            return True
        return self.models.stop()

    def touch(self) -> None:
        """Record an input by the person, for the active time."""
        if self.session.position >= 0 and not self.page.is_done_shown:
            self.session.clock.touch()

    def freeze(self, on: bool) -> None:
        """Set whether a job is reading the records; while it is, only drafts can be saved."""
        self.session.frozen = on
        self._status_bar.show()

    def save(self) -> None:
        """Save the open item's draft and show the result in the footer."""
        self._saving.save()

    # Internal
    def _connect(self) -> None:
        # Other pages use these commands too, so they are connected only while this page is active.
        self._slots: list[tuple[str, Callable[[], object]]] = [
            ("submit", self.submit),
            ("previous", lambda: self.step(-1)),
            ("next", lambda: self.step(1)),
            ("next_open", self.open_next_open),
            ("search", self._focus_search),
            ("undo", self.undo),
            ("redo", self.redo),
            ("discard", self.editing.discard),
            ("skip", self.marking.skip),
            ("flag", self.marking.flag),
            ("unmark", self.marking.unmark),
            ("comment", self.focus.go_to_comment),
            ("guidelines", self.side.toggle_guidelines),
            ("history", self.side.toggle_history),
            ("queue", self.page.toggle_queue),
            ("stop_model", self.stop_model),
        ]
        self._wire()
        self.page.queue.requested.connect(self._on_requested)
        self.page.queue.left.connect(self.focus.back_to_work)
        self.page.queue.width_button.clicked.connect(self._commands["queue"].trigger)
        self.page.work_bar.cancel.clicked.connect(lambda: self._panels.shown.cancel_step())
        self.page.work_bar.next.clicked.connect(lambda: self._panels.shown.go_to_next_question())
        self.page.work_bar.go_back = lambda: self._panels.shown.press_code_key(GO_BACK)
        self.page.side.restore_requested.connect(self.editing.restore)
        self.marking.reason_page.focus_lost.connect(self.focus.back_to_work)
        self.marking.changed.connect(self._show_entry)
        self.marking.skipped.connect(self.open_next_open)
        self.editing.edited.connect(self._on_edited)
        self._panels.changed.connect(self.panel_changed)
        self._panels.submit_requested.connect(self.submit)
        self._panels.hint_answered.connect(self._on_hint_answered)
        self._panels.completed.connect(self._on_completed)
        self._panels.failed.connect(self._notices.error)
        self._panels.resolved.connect(self._notices.resolve)
        self._panels.step_changed.connect(self._show_left)
        self.turns.arrived.connect(self._on_arrived)
        self.turns.restated.connect(self._on_restated)
        self.turns.opening_wanted.connect(self.open)
        self.turns.unsaved.connect(self._saving.refused)

    def _fill(self, place: int) -> PanelBase:
        """Open an item, show it in its panel, and return the panel."""
        session = self.session
        shown = session.open(place)
        panel = self._panels.choose(session.protocol, session.entry.stage)
        # Set materials and documents before the item that refers to them, answers after it.
        materials = session.items.materials
        texts = [materials(folder, self._language) for folder in ("forms", "settings")]
        panel.set_materials(texts[0] | texts[1])
        panel.set_documents(shown.documents)
        panel.show_item(shown.content, shown.document)
        session.shown_for_none = panel.shown_for_none
        panel.show_prepared(shown.prepared)
        panel.set_answers(dict(shown.answers))
        # The panel may still show the problems of the previous item.
        panel.show_problems([])
        panel.show_invalid_answers()
        return panel

    def _put_back(self, place: int) -> None:
        """Show the previous item (index `place`) again, because the new one could not be shown.

        The panel may already show parts of the new item. If the previous item cannot be shown
        either, no item is open: an edit must never change an item that is not visible.
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
        """Open an item that was chosen in the queue, unless it is already visible."""
        if place != self.session.position or self.page.is_done_shown:
            self.open(place)

    def _prepare_next(self) -> None:
        """Let the panel prepare the item that will be opened after this one is submitted."""
        session, place = self.session, self.session.next_open()
        if place is None:
            return
        # Another stage has another panel, and only the visible panel prepares items.
        entry, now = session.entries[place], session.entry
        if (entry.protocol, entry.stage) != (now.protocol, now.stage):
            return
        # The error is shown when the item is opened.
        with suppress(AppError):
            self._panels.prepare(*session.items.texts(entry))

    def _wire(self) -> None:
        """Connect the commands to this page."""
        for name, slot in self._slots:
            self._commands[name].triggered.connect(slot)
        self._aside = False

    def _unwire(self) -> None:
        """Disconnect the commands from this page, if they are connected."""
        if not self._aside:
            for name, slot in self._slots:
                self._commands[name].triggered.disconnect(slot)
        self._aside = True

    def _on_arrived(self, answers: dict[str, Any]) -> None:
        """Show the open item's answers after a model has changed them."""
        self._panels.shown.show_model_answers(answers)

    def _on_restated(self, place: int) -> None:
        """Show the new state of an entry that a model has changed; save it if it is open."""
        self.page.queue.entry_changed(place)
        if place == self.session.position:
            self._saving.save()
            self._status_bar.show()

    def _focus_search(self) -> None:
        # On a narrow page the side pane takes the place of the queue.
        if not self.page.side.isHidden() and not self.page.queue.isVisible():
            self.side.close()
        if self.page.queue.is_narrow:
            # The narrow list has no search field.
            self.page.toggle_queue()
        self.page.queue.search.setFocus()
        self.page.queue.search.selectAll()

    def _on_edited(self) -> None:
        # The edit may have removed a turn that waits for a model.
        self.turns.drop_removed()
        self._drop_undone_notice()
        # The list is painted again only if it changes, because this runs with every key.
        if self._entry_state() != self._shown_state:
            self._show_entry()
        else:
            self._status_bar.show()
        if not is_typing():
            self._show_left()
        elif not self._left.isActive():
            self._left.start()

    def _show_left(self) -> None:
        """Show in the work bar how many questions have no answer, and what its button does."""
        self._left.stop()
        self._status_bar.offer_comment()
        panel = self._panels.shown
        required, optional = panel.questions_left()
        step = panel.step()
        state = StepState(
            primary=step.primary,
            text=step.text,
            required=required,
            optional=optional,
            is_missing=panel.shows_problems,
            invalid=min(panel.invalid_answers, required),
            has_invalid=panel.has_invalid_parts,
            # Beside *Flag* and *Skip* there is no space for it; Enter does the same.
            has_next=panel.has_page_row
            and panel.has_next_question
            and bool(required or optional)
            # A hint asks whether to submit, which is what Enter does then.
            and not (panel.is_complete or panel.asks_hint),
            is_waiting=step.is_waiting,
        )
        self.page.work_bar.show_step(state)

    def _on_completed(self) -> None:
        """Put the focus on the button that finishes the step."""
        self.page.work_bar.submit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _entry_state(self) -> tuple[object, ...]:
        """Return what the list shows of the open item, as far as edits change it."""
        entry = self.session.entry
        return self.session.position, entry.state, entry.mark, entry.reason

    def _show_entry(self) -> None:
        """Show the new state of the open item."""
        self._shown_state = self._entry_state()
        self._show_earlier()
        self.page.queue.entry_changed(self.session.position)
        self._status_bar.show()

    def _on_hint_answered(self, key: str, keep: bool) -> None:
        self.session.hint_shown(key)
        if keep:
            self.submit()
        else:
            self._show_left()

    def _show_earlier(self) -> None:
        """Show why the item was returned, and its answers to earlier form versions.

        Each answer has the labels of the form version under which it was given.
        """
        rows = [
            row
            for one in self.session.earlier.answers
            for row in answer_rows(one.answers, one.form, self._language)
        ]
        # A submitted answer and an old draft may give the same row: show it once.
        session = self.session
        self.page.work_bar.show_earlier(
            list(dict.fromkeys(rows)),
            is_stale=session.has_stale_answers,
            notes=session.entry.notes,
            has_other_text=session.entry.has_other_text,
            is_submitted=session.entry.submitted,
            has_undecided_text=("item", session.entry.item)
            in session.workspace.records.conflicts(),
            has_lead_change=bool(session.entry.lead_change),
            has_unseen=session.begun_with.has_unseen,
        )
