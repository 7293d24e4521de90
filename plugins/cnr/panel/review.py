"""The reviewer's page of cnr: another person's critique, and the decision about it.

The critique can be read, and edited if the decision is to change it. The author's own record is
never changed. The edits are kept if the reviewer tries another decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.form_view import FormView
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.question_view import EDGE, OwnPart, plain_label
from plugins.cnr import rows
from plugins.cnr.critiques import SIDES, written_points
from plugins.cnr.panel.critique_texts import CritiqueTexts
from plugins.cnr.panel.sheet import Sheet
from plugins.cnr.panel.text_panes import Fold, TextsPage
from plugins.cnr.protocol import CNR

_WIDE = 528  # Minimum width in pixels in a small window, so that each decision is on one line.


class Changes(OwnPart):
    """Lists the fields that the reviewer has changed, with a button that leads there."""

    wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__("after", self.tr("Your changes"), theme)
        self.words = plain_label("", "secondary")
        self.button = QPushButton(self.tr("Go to the critique"))
        self.button.setToolTip(self.tr("Go to the critique (Ctrl+5)"))
        self.button.setAutoDefault(True)
        self.button.clicked.connect(self.wanted)
        self.column.addWidget(self.words)
        self.column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeading)
        self.column.addWidget(self.problem)
        self.hide()

    def show_changes(self, fields: Iterable[str], *, are_used: bool) -> None:
        """Show the names of the changed fields.

        `are_used`: whether the decision is to change the critique; otherwise they are only kept
        """
        names = {
            "score": self.tr("score"),
            "positive": self.tr("positive points"),
            "negative": self.tr("negative points"),
            "nothing_to_improve": self.tr("nothing to improve"),
            "revision": self.tr("revision"),
            "categories": self.tr("categories"),
        }
        matches = [names[field] for field in names if field in set(fields)]
        words = ", ".join(matches)
        if not are_used:
            words = self.tr(
                "Not part of this decision: {fields}. To use your changes, choose “Change it "
                "myself” again."
            ).format(fields=words)
        self.words.setText(
            words or self.tr("None yet. You can edit the critique and the revision.")
        )
        self.button.setVisible(are_used)

    def stops(self) -> list[QWidget]:
        return [self.button]

    def take_focus(self) -> None:
        self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        if problem.kind == "unanswered":
            return self.tr("Nothing has been changed. Change something, or accept it as it is.")
        return self.tr("The changed critique is incomplete.")

    def set_editable(self, editable: bool) -> None:
        """Do nothing, because the button is always available."""


class ReviewPanel(TextsPage):
    """Shows one critique with its revision, and the reviewer's decision."""

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._critique = CNR.stage(rows.CRITIQUE).form()
        self._author: dict[str, Any] = {}
        # The critique with the reviewer's edits; None before the first edit.
        self._after: dict[str, Any] | None = None
        self._changed = ""  # The field that the last undo or redo changed.
        self._editable = True
        self.critique_view = FormView(self._critique, language, theme, rests=True)
        self.sheet = Sheet(self.critique_view, self.editor, theme)
        # Letters choose the decision.
        self.sheet.model.has_keys = False
        self.form_view.drop_numbers()
        self.editor.set_captions(self.tr("Response"), self.tr("Revision"))
        self.critique_pane = Pane(self.tr("Critique under review"), theme)
        self.critique_pane.column.setContentsMargins(1, 8, 1, 1)
        self.critique_pane.header.setContentsMargins(15, 0, 4, 0)
        inside = QVBoxLayout()
        inside.setContentsMargins(0, 4, 0, 4)
        inside.addWidget(self.critique_view)
        self.critique_pane.column.addLayout(inside, 1)
        self.changes = Changes(theme)
        self.form_view.insert_part(self.changes, after="decision")
        self.critique_pane.setMinimumHeight(120)
        self.critique_fold = Fold(
            self.critique_pane,
            self.critique_view,
            self.questions,
            (self.tr("Back to the decision"), self.tr("Show the critique")),
        )
        self.sheet.needed.connect(self.critique_fold.open)
        self.right = self.add_splitter(
            "right", Qt.Orientation.Vertical, {self.critique_pane: 1, self.questions: 0}
        )
        self.build(self.right)
        self.critique_view.order_tabs()
        self.right.setSizes([392, 298])
        self.form_view.edited.connect(self._on_decided)
        self.sheet.edited.connect(self._on_changed)
        self.sheet.edited_too.connect(self._on_changed)
        self.changes.wanted.connect(self._focus_critique)
        self.critique_view.submit_requested.connect(self.submit_requested)
        critique, to_critique = self.critique_view, self.tr("Go to the critique")
        self.add_way("focus_critique", to_critique, self._focus_critique, critique)

    def _make_room(self) -> None:
        super()._make_room()
        below = self.form_place.is_below
        # Below the texts, there is room for the critique and the decision side by side.
        directions = Qt.Orientation
        wanted = directions.Horizontal if below else directions.Vertical
        if wanted is not self.right.orientation():
            self.right.setOrientation(wanted)
            self.right.setSizes([400, 400] if below else [392, 298])
        self.critique_fold.set_scarce(self._is_scarce() and not below)
        scarce, inside = self.critique_fold.is_scarce, self.questions.layout()
        if inside is not None:
            edge = 4 if scarce else 12
            inside.setContentsMargins(1, edge, 1, 1)
        if scarce:
            side = self._theme.px(EDGE)
            decision = self.form_view.question_view("decision")
            decision.column.setContentsMargins(side, 4, side, 4)
        self.right.setMinimumWidth(_WIDE if scarce else 0)

    def right_panes(self) -> list[QWidget]:
        return [self.critique_pane, self.questions]

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another critique, scrolled to the top. The review is set separately."""
        value = content.get("answers")
        self._author = dict(value) if isinstance(value, Mapping) else {}
        self.show_texts(content)
        # Shows the author's critique until the review is set.
        self.set_answers({})
        self.first.fit()

    def answers(self) -> dict[str, Any]:
        # The form has a copy of the edits, for its problems.
        result = {
            name: value for name, value in self.form_view.answers().items() if name != "after"
        }
        return result if self._after is None else {**result, "after": self._after}

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        after = answers.get("after")
        self._after = dict(after) if isinstance(after, Mapping) else None
        self.form_view.set_answers(answers)
        self._show_critique()

    def set_answer(self, question: str, value: Any) -> None:
        if question != "after":
            self.form_view.set_answer(question, value)
            if question == "decision":
                self._show_critique()
            return
        before, self._after = self._shown, dict(value) if isinstance(value, Mapping) else None
        if not self._is_changing:
            return
        for field in {**before, **self._shown}:
            if before.get(field) != self._shown.get(field):
                self._changed = field
                self.sheet.set_answer(field, self._shown.get(field))
        self._tell_changes()

    def focus_question(self, key: str) -> None:
        if key == "after" and self._changed:
            self.sheet.focus(self._changed)
        else:
            self.critique_fold.close()
            self.form_view.focus_question(key)

    def form_keys(self) -> list[tuple[str, str]]:
        """Return additional keys for the list of keyboard shortcuts."""
        return self.sheet.form_keys() if self._is_changing else []

    def press_code_key(self, text: str) -> bool:
        if self.form_view.press_code_key(text):
            self.critique_fold.close()  # Makes the decision visible.
            return True
        return self._is_changing and self.sheet.press_code_key(text)

    def set_enabled_for_editing(self, enabled: bool) -> None:
        self._editable = enabled
        self.form_view.set_enabled_for_editing(enabled)
        self.sheet.set_editable(enabled and self._is_changing)

    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return everything that prevents the review from being submitted."""
        result = list(self.form_view.form.missing(answers))
        if answers.get("decision") == "change":
            # Text that is still being composed may be the only change.
            self.editor.settle()
            if not self._fields():
                result.append(Problem("after", "unanswered", "changes nothing"))
            elif self.sheet.missing(self._shown):
                result.append(Problem("after", "not_readable", "is not complete"))
        return result

    def show_problems(self, problems: Iterable[Problem]) -> None:
        # Show the decision first. The critique is opened again if it has the problem.
        matches = list(problems)
        self.critique_fold.close()
        inside = any(one.question == "after" and one.kind == "not_readable" for one in matches)
        super().show_problems(matches)
        if inside:
            self.critique_fold.open()
        self.critique_view.show_problems(self.sheet.missing(self._shown) if inside else [])
        self.sheet.show_what_blocks()

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return a review as rows of text."""
        return CritiqueTexts(self._critique, self.language).review(self.form_view.form, answers)

    @property
    def _is_changing(self) -> bool:
        return bool(self.form_view.answers().get("decision") == "change")

    @property
    def _shown(self) -> dict[str, Any]:
        """The critique after the review: with the reviewer's edits if it should be changed."""
        changed = self._after if self._is_changing else None
        return dict(self._author if changed is None else changed)

    def _show_critique(self) -> None:
        self.sheet.set_answers(self._shown)
        self.sheet.show_as_read(not self._is_changing)
        self.sheet.set_editable(self._editable and self._is_changing)
        self._tell_changes()

    def _fields(self) -> list[str]:
        """Return the fields in which the edits differ from the author's critique."""
        shown = self._author if self._after is None else self._after
        return [
            field
            for field in {**self._author, **shown}
            # An empty value is the same as a missing one, and an empty point is removed.
            if _written(shown, field) != _written(self._author, field)
        ]

    def _tell_changes(self) -> None:
        fields = self._fields()
        # Edits that the decision does not use are named, so that nobody believes them sent.
        hidden = not self._is_changing and not fields
        self.changes.show_changes(fields, are_used=self._is_changing)
        if hidden != self.changes.isHidden():
            self.changes.setHidden(hidden)
            self.form_view.recheck()

    def _on_decided(self, question: str, _before: Any, _after: Any) -> None:
        if question == "decision":
            self._show_critique()

    def _on_changed(self, field: str, _before: Any, after: Any) -> None:
        before = self._after
        changed = {**self._shown, field: after}
        # Fields without a value are left out, as in the author's critique.
        self._after = {name: value for name, value in changed.items() if value is not None}
        self.form_view.take_answer("after", self._after)
        self._tell_changes()
        self.edited.emit("after", before, dict(self._after))

    def _focus_critique(self) -> None:
        if self._is_changing:
            self.sheet.focus("score")
        else:
            self.sheet.focus_points()


def _written(answers: Mapping[str, Any], field: str) -> Any:
    """Return a field of a critique without empty points; None if it is empty."""
    value = answers.get(field)
    return (written_points(value) if field in SIDES else value) or None
