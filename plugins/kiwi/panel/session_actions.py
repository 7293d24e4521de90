"""Keyboard actions of the session and turn pages."""

from __future__ import annotations

from collections.abc import Callable

from plugins.kiwi.panel.session_layout import ANSWER, PAPERS, PASSAGES, TURNS, SessionLayout
from plugins.kiwi.panel.session_turn import (
    EDIT_KEYS,
    GO_KEYS,
    READY_KEYS,
    ClosingPart,
    InstructionPart,
)

Action = tuple[str, str, str, Callable[[], object]]


class TextActions(SessionLayout):
    """The layout with the actions on its texts, for menus and the list of shortcuts."""

    def make_actions(self) -> None:
        """Add the actions of this page."""
        for action in (*self.own_actions(), *self._text_actions()):
            self.add_action(*action)

    def own_actions(self) -> tuple[Action, ...]:
        """Return the actions that change something; subclasses override this."""
        return ()

    def _text_actions(self) -> tuple[Action, ...]:
        turns: tuple[Action, ...] = (
            ("focus_turns", self.tr("Go to the turns"), "Alt+5", lambda: self.focus_page(TURNS)),
        )
        return (
            ("next_change", self.tr("Next change"), "F7", lambda: self.step_change(1)),
            (
                "previous_change",
                self.tr("Previous change"),
                "Shift+F7",
                lambda: self.step_change(-1),
            ),
            ("compare", self.tr("Change the comparison view"), "F6", self._next_look),
            ("next_citation", self.tr("Next citation"), "F9", lambda: self.step_citation(1)),
            (
                "previous_citation",
                self.tr("Previous citation"),
                "Shift+F9",
                lambda: self.step_citation(-1),
            ),
            ("next_passage", self.tr("Next passage"), "F8", lambda: self._passage(1)),
            (
                "previous_passage",
                self.tr("Previous passage"),
                "Shift+F8",
                lambda: self._passage(-1),
            ),
            ("cycle_filter", self.tr("Change the matches shown"), "Alt+M", self.passages.cycle),
            ("find", self.tr("Find in the text"), "Ctrl+F", self._find),
            ("focus_papers", self.tr("Go to the papers"), "Alt+1", lambda: self.focus_page(PAPERS)),
            ("focus_answer", self.tr("Go to the answer"), "Alt+2", lambda: self.focus_page(ANSWER)),
            (
                "focus_passages",
                self.tr("Go to the passages"),
                "Alt+3",
                lambda: self.focus_page(PASSAGES),
            ),
            ("focus_form", self.tr("Go to this turn"), "Alt+4", self.focus_form),
            *(turns if self.has_turns else ()),
            ("fold", self.tr("Hide the panel below the answer"), "Alt+0", self._fold),
        )

    def step_change(self, by: int) -> None:
        """Go to the next or previous change of the answer."""
        # In a small window the answer may be hidden.
        if self._scarce:
            self.show_page(ANSWER)
        self.answer.step(by)

    def step_citation(self, by: int) -> None:
        """Go to the next or previous citation of the answer."""
        if self._scarce:
            self.show_page(ANSWER)
        self.answer.step_cited(by)

    def _next_look(self) -> None:
        if self._scarce:
            self.show_page(ANSWER)
        self.answer.next_look()

    def _passage(self, by: int) -> None:
        if self.passages.isVisible():
            self.passages.step(by)
        else:
            self.show_page(PASSAGES)

    def _find(self) -> None:
        """Open the search for the text that has the focus; by default for the answer."""
        focus = self.focusWidget()
        for pane in (self.papers, self.history, self.passages):
            if focus is not None and pane.isAncestorOf(focus) and pane.isVisible():
                pane.open_find()
                return
        if self._scarce:
            self.show_page(ANSWER)
        self.answer.open_find()

    def _fold(self) -> None:
        if not self._scarce and self._below_page:
            # Hiding a widget with the focus would move it to an arbitrary place.
            inside = self.below.isAncestorOf(self.focusWidget() or self)
            self.toggle(self._below_page)
            if inside:
                self.answer.take_focus()


class SessionActions(TextActions):
    """The page with the actions on its texts and the actions that continue a session."""

    def go_on(self) -> None:
        """Run the next step: ask the model or close the turn."""
        raise NotImplementedError

    def finish_ready(self) -> None:
        """End the session: the answer can be sent."""
        raise NotImplementedError

    def toggle_editor(self) -> None:
        """Open the answer for editing by hand, or close the editor."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop the model."""
        raise NotImplementedError

    def make_parts(self) -> None:
        asked = [question.key for question in self.form_view.form.questions]
        self.instruction = InstructionPart(self._theme)
        self.closing = ClosingPart(self._theme)
        # A project's form may name the questions differently, so they are identified by position.
        type_, comment = (
            name if name in asked else asked[place]
            for name, place in (("type", 0), ("comment", -1))
        )
        self.form_view.insert_part(self.instruction, after=type_)
        self.form_view.insert_part(self.closing, after=comment)

    def own_actions(self) -> tuple[Action, ...]:
        return (
            ("go_on", self.tr("Ask the model, or start the next turn"), GO_KEYS, self.go_on),
            ("ready", self.tr("Ready to send"), READY_KEYS, self.finish_ready),
            ("give_up", self.tr("Give up the session…"), "", self.closing.ask_whether),
            ("edit_answer", self.tr("Edit the answer by hand"), EDIT_KEYS, self.toggle_editor),
            ("stop_turn", self.tr("Stop the model answering this turn"), "", self.stop),
        )
