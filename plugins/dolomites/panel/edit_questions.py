"""The questions of the post-editing page at each step, and instructions for editing."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.form_view import FormView
from desktop_app.ui.widgets.question_view import OwnPart, caption_label, plain_label
from plugins.dolomites.panel.edit_check import ChecksPart
from plugins.dolomites.panel.edit_choose import ChosenPart
from plugins.dolomites.panel.edit_phrases import PhrasesPart
from plugins.dolomites.panel.edit_points import PointsPart
from plugins.dolomites.panel.edit_state import CHECK, CHOOSE, EDIT, RATE, RATINGS, WHY


class EditQuestions(QObject):
    """All questions of the page: those of the form, and the page's own parts between them."""

    def __init__(self, form_view: FormView, theme: Theme) -> None:
        super().__init__(form_view)
        self.form_view = form_view
        self.chosen = ChosenPart(theme)
        self.points = PointsPart(theme)
        self.checks = ChecksPart(theme)
        self.worked = WorkedPart(theme)
        self.phrases = PhrasesPart(theme)
        self._keys = [question.key for question in form_view.form.questions]
        # A lead's own form may lack the standard questions, and the parts must be inserted after
        # some question.
        first = "factual" if "factual" in self._keys else self._keys[0]
        last = "all_fixed" if "all_fixed" in self._keys else self._keys[-1]
        form_view.insert_part(self.chosen, after=first)
        form_view.insert_part(self.points, after="chosen")
        form_view.insert_part(self.worked, after="points")
        form_view.insert_part(self.checks, after="worked")
        form_view.insert_part(self.phrases, after=last)
        # The form calls the reason optional, but it is asked for only where it is required.
        form_view.set_mark(WHY, "")

    def show_step(self, step: str, *, asks_reason: bool) -> None:
        """Show the questions of a step.

        `asks_reason`: whether to ask why only few words were changed
        """
        self.hide_others(step, asks_reason=asks_reason)
        self.chosen.setVisible(step == CHOOSE)
        self.points.setVisible(step == EDIT)
        self.worked.setVisible(step == EDIT)
        self.checks.setVisible(step == CHECK)
        self.phrases.setVisible(step == CHECK)

    def hide_others(self, step: str, *, asks_reason: bool) -> None:
        """Hide the form's own questions that do not belong to a step.

        `asks_reason`: whether to ask why only few words were changed
        """
        # All questions of the form belong to two steps: ratings to RATE, all others to CHECK.
        hidden = set(self._keys)
        if step == RATE:
            hidden -= set(RATINGS)
        elif step == CHECK:
            hidden &= set(RATINGS)
            if not asks_reason:
                hidden.add(WHY)
        self.form_view.put_away(hidden)

    def press(self, step: str, text: str) -> bool:
        """Handle a key at a step. Return whether it was handled."""
        # Digits choose a variant at the first step and answer questions at the other steps.
        if step == CHOOSE:
            return self.chosen.press(text)
        if step == EDIT:
            return self.points.press(text)
        return self.form_view.press_code_key(text)


class WorkedPart(OwnPart):
    """Instructions for editing, shown among the questions."""

    # The part has no answer, so it has no question number.
    counts = False

    def __init__(self, theme: Theme) -> None:
        super().__init__("worked", self.tr("How to edit, with an example"), theme)
        # The button shows the title.
        self.caption.hide()
        self.title.hide()
        self.button = QPushButton(self.text)
        self.button.setProperty("kind", "fold")
        self.button.setCheckable(True)
        self.button.setAutoDefault(False)
        self.button.setToolTip(self.tr("More in the guidelines  F1"))
        self.button.toggled.connect(self._on_toggled)
        self.body = QWidget()
        inside = QVBoxLayout(self.body)
        inside.setContentsMargins(theme.px(8), 0, 0, 0)
        inside.setSpacing(theme.px(4))
        for kind, words in (
            (
                "secondary",
                self.tr(
                    "Make the example as good as your own work: correct errors, add what is "
                    "missing, cut empty phrases, keep what is right. Check facts in the "
                    "evidence or in sources you trust. Keep the sections of the task."
                ),
            ),
            ("caption", self.tr("Before")),
            ("", self.tr("The bread has many holes, which come from the water in the dough.")),
            ("caption", self.tr("After")),
            (
                "",
                self.tr(
                    "The crumb has uneven holes of up to 2 cm. They come from gas that the yeast "
                    "made; large ones near the crust show that the loaf was shaped too loosely."
                ),
            ),
            ("caption", self.tr("Critique")),
            (
                "secondary",
                self.tr(
                    "“Holes come from gas” – fixed. “Name the flour” – not valid: the task does "
                    "not ask for it. Important phrases: “gas that the yeast made”, “shaped too "
                    "loosely”."
                ),
            ),
        ):
            inside.addWidget(
                caption_label(words) if kind == "caption" else plain_label(words, kind)
            )
        self.body.hide()
        self.column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeading)
        self.column.addWidget(self.body)
        theme.changed.connect(self._tint)
        self._tint()

    def stops(self) -> list[QWidget]:
        return [self.button]

    def take_focus(self) -> None:
        self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        return ""

    def set_editable(self, editable: bool) -> None:
        """Do nothing, because the part has no answer."""

    def _on_toggled(self, on: bool) -> None:
        self.body.setVisible(on)
        self._tint()

    def _tint(self) -> None:
        name = "down" if self.button.isChecked() else "next"
        self.button.setIcon(self._theme.icon(name, Role.SECONDARY))
        self.button.setIconSize(QSize(self._theme.px(14), self._theme.px(14)))
