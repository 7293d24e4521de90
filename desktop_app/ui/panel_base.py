"""The base class of a protocol's pages: what the window calls, and the signals it listens to.

`ui/widgets/item_panel.py` has a subclass with a form next to panes, which most panels extend. A
panel knows neither the queue nor the store: it shows what it is given, and emits every edit. The
window keeps the answers and their history, and calls `set_answer` for undo and redo.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form

# For type checking only, so that a page without models does not load the client of model servers.
if TYPE_CHECKING:
    from desktop_app.ui.model_calls import ModelCalls


@dataclass(frozen=True)
class PanelStep:
    """What the window shows about the current step of a page.

    `primary`: name of the button that finishes the step; empty: it submits the item
    `text`: a text about the step for the action bar; empty: the number of questions left
    `is_waiting`: whether a model works on the step, so that it can only be cancelled
    `writing_keys`: the keys that go to the text that can be edited; empty if there is none
    """

    primary: str = ""
    text: str = ""
    is_waiting: bool = False
    writing_keys: str = ""


class PanelBase(QWidget):
    """The page of a protocol's stage, created as `Panel(form, language, theme)`.

    For one item the window calls, in this order: `set_materials`, `set_documents`, `show_item`,
    `show_prepared`, `set_answers`. `show_item`, `answers`, `set_answers` and `set_answer` must be
    implemented; the other methods have defaults. The `actions` of the widget are the commands of
    the panel, for menus and the list of shortcuts.

    `edited`: emitted with the key of a question, its value before the edit and after it
    `edited_too`: emitted in the same way for an edit that the previous one caused; both are one
        undo step
    `submit_requested`: emitted when the person asks to submit from within the panel
    `hint_answered`: emitted with the key of a hint, and whether the answer stays as it is
    `completed`: emitted when the last question was answered, so the focus should go to *Submit*
    `failed`: emitted with an AppError to be shown
    `resolved`: emitted with an error of `failed` that no longer applies, so that its notice goes
    `step_changed`: emitted when the step, its button or the number of questions left has changed
        without an edit
    """

    # Whether the page has a row above its panes, with its title and the buttons *Flag* and *Skip*.
    # If it has none, these buttons are in the bar with *Submit*.
    has_page_row = False
    # Whether the bar with *Submit* has a button to the next question.
    has_next_question = False
    # What the row above the page begins with; None: the title of the stage.
    row_start: QWidget | None = None
    # The panel's own buttons in the row above the page, before *Flag*.
    row_actions: QWidget | None = None

    edited = Signal(str, object, object)
    edited_too = Signal(str, object, object)
    submit_requested = Signal()
    hint_answered = Signal(str, bool)
    completed = Signal()
    failed = Signal(object)
    resolved = Signal(object)
    step_changed = Signal()

    def __init__(self, form: Form, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = form
        self.language = language
        # What the page shows for questions without an answer, such as the text to revise. After
        # undo, these values count as no answers. `show_item` sets them.
        self.shown_for_none: Mapping[str, Any] = {}

    # The item

    def show_item(self, content: Mapping[str, Any], document: str) -> None:
        """Show an item without answers. `document`: the text of its document; empty if none."""
        raise NotImplementedError

    def prepare_item(self, content: Mapping[str, Any], document: str) -> None:
        """Prepare the item that will probably be shown next, without showing it."""

    def set_materials(self, texts: Mapping[str, str]) -> None:
        """Set the texts that a lead sent below `forms/` and `settings/`, by path."""

    def set_documents(self, texts: Mapping[str, str]) -> None:
        """Set the texts of all documents that the next item's content names, by their keys."""

    def show_prepared(self, prepared: Sequence[Mapping[str, Any]]) -> None:
        """Show texts that models have written for the item: bodies of `prepared` records."""

    # Answers

    def answers(self) -> dict[str, Any]:
        """Return the answers as they were entered."""
        raise NotImplementedError

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        """Show other answers. Emits nothing."""
        raise NotImplementedError

    def set_answer(self, question: str, value: Any) -> None:
        """Show another answer to one question, as undo does. Emits nothing."""
        raise NotImplementedError

    def show_model_answers(self, answers: Mapping[str, Any]) -> None:
        """Show the answers of the visible item after a model has changed them."""
        self.set_answers(answers)

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]] | None:
        """Return answers as (label, text) for the list of revisions; None: use the form's texts."""
        return None

    def missing(self, answers: Mapping[str, Any]) -> Sequence[Problem]:
        """Return the problems that prevent the answers from being submitted."""
        return self.form.missing(answers)

    def hints(self, answers: Mapping[str, Any], shown: Collection[str]) -> Sequence[Any]:
        """Return the due hints, each with a `key`, without those that were `shown` before."""
        return self.form.hints(answers, shown)

    def questions_left(self) -> tuple[int, int]:
        """Return the numbers of required and of optional questions without an answer."""
        answers = self.answers()
        missing = {one.question for one in self.missing(answers)}
        blank = [one for one in self.visible_questions() if answers.get(one) in (None, "", [], {})]
        return len(missing), sum(one not in missing for one in blank)

    @property
    def shows_problems(self) -> bool:
        """Whether problems are shown because the item was submitted too early."""
        return False

    @property
    def invalid_answers(self) -> int:
        """The number of questions of the form whose answer is shown as invalid."""
        return 0

    @property
    def has_invalid_parts(self) -> bool:
        """Whether an answer that is no question of the form is shown as invalid."""
        return False

    @property
    def is_complete(self) -> bool:
        """Whether the last question was answered, so that no key answers one; see `completed`."""
        return False

    def go_to_next_question(self) -> None:
        """Go to the next question without an answer."""

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Show all problems, and put the focus on the question of the first one."""

    def show_invalid_answers(self) -> None:
        """Show which answers of an item that was just opened are invalid; move no focus."""

    def ask_hint(self, hint: Any) -> None:
        """Ask whether answers are as intended; emit the reply as `hint_answered`."""

    @property
    def asks_hint(self) -> bool:
        """Whether a hint is shown and has no answer yet."""
        return False

    def close_hint(self) -> bool:
        """Close a hint without an answer, for Escape; return whether one was open."""
        return False

    def set_enabled_for_editing(self, enabled: bool) -> None:
        """Make the answers editable or read-only."""
        self.setEnabled(enabled)

    # Focus and keys

    def visible_questions(self) -> list[str]:
        """Return the keys of the questions that are shown, in their order."""
        return self.form.visible(self.answers())

    def focus_question(self, key: str) -> None:
        """Put the focus on a question and scroll to it."""
        self.setFocus()

    def focused_question(self) -> str | None:
        """Return the key of the focused question; None if there is none."""
        return None

    def await_keys(self) -> None:
        """Let keys answer the first question, without highlighting an option."""
        first = next(iter(self.visible_questions()), None)
        if first is not None:
            self.focus_question(first)

    def leave_text(self) -> None:
        """Let keys answer after Escape has left a text field."""

    def press_code_key(self, text: str) -> bool:
        """Handle a letter, digit or `?` that is not typed as text; return whether it was used.

        Backspace goes back to the questions of a page that `is_complete`.
        """
        return False

    def form_keys(self) -> list[tuple[str, str]]:
        """Return the page's own keys, each with a description, for the list of shortcuts."""
        return []

    # Steps, and what the window shows about them

    def step(self) -> PanelStep:
        """Return what the window shows about the step."""
        return PanelStep()

    def finish_step(self) -> bool:
        """Finish the step, if it is not the last one. Return whether there was one to finish.

        The primary button and its shortcut call this. If it returns False, the item is submitted.
        """
        return False

    def cancel_step(self) -> None:
        """Cancel what the step is waiting for."""

    # Parts that the window provides

    def set_footer(self, widget: QWidget | None) -> None:
        """Show the window's widget with the submit button; None removes it."""

    def set_notes(self, note: QLabel) -> None:
        """Show the window's notes on the answers, to be read before submitting."""

    def set_models(self, models: ModelCalls | None) -> None:
        """Set the object for requests to models (`ui/model_calls.py`); None if there is none."""

    def save_state(self) -> bytes:
        """Return the layout of the page, to be restored in the next session."""
        return b""

    def restore_state(self, data: bytes) -> None:
        """Restore a saved layout; an invalid one changes nothing."""
