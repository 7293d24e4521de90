"""A short worked example of post-editing, before and after; collapsed by default."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.question_view import OwnPart, caption_label, plain_label


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
                    "The crumb has uneven holes of up to 2 cm. They are gas that the yeast made; "
                    "large ones near the crust say that the loaf was shaped too loosely."
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
