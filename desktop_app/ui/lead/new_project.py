"""Page for a new project: its title, folder, protocols and form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import AppError, InputError, UsageError
from desktop_app.core.fields import has_control
from desktop_app.ui.lead.layout import line_edit, primary
from desktop_app.ui.messages import error_text, sentence, translate_message
from desktop_app.ui.open_tasks import folder_in, free_folder, is_occupied, starting_folder
from desktop_app.ui.plain_text import PlainScrollArea, empty
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.parts import button, label

if TYPE_CHECKING:
    from desktop_app.workspace.maintenance import ProtocolFace


class NewProjectPage(QWidget):
    """Asks for the data of a new project, and shows problems next to the fields.

    The window creates the project.
    """

    # Folder, title, keys of the protocols, and the form file or "".
    accepted = Signal(object, str, list, str)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        # True once the user has chosen a folder: from then on, the title does not change it.
        self._folder_is_own = False
        self._faces: list[ProtocolFace] = []
        # One box per protocol, in the order of `_faces`.
        self.boxes: list[TickChoice] = []
        self.heading = label(self.tr("New project"), "heading")
        self.words = label(
            self.tr("Everything can be added later, except the protocols."), "secondary", wrap=True
        )
        self.title = line_edit(
            self.tr("Title of the project"),
            self.tr("Shown to annotators, for example: News summaries"),
        )
        self.folder = line_edit(self.tr("Folder of the project"))
        self.choose_button = button(self.tr("Choose…"))
        self.choose_button.setAccessibleName(self.tr("Choose the folder of the project"))
        self.form = line_edit(
            self.tr("Form file of the study"),
            self.tr("Optional: a YAML file. You can also write the questions in the project"),
        )
        self.choose_form = button(self.tr("Choose…"))
        self.choose_form.setAccessibleName(self.tr("Choose the form file of the study"))
        self.title_problem, self.folder_problem, self.protocol_problem, self.form_problem = (
            label(kind="problem", wrap=True) for _ in range(4)
        )
        # Where the problems of each entry are shown, and its field.
        self._spots: dict[str, tuple[QLabel, QLineEdit | None]] = {
            "title": (self.title_problem, self.title),
            "folder": (self.folder_problem, self.folder),
            "protocol": (self.protocol_problem, None),
            "form": (self.form_problem, self.form),
        }
        self.protocols = QVBoxLayout()
        self.protocols.setSpacing(8)
        self.back = button(self.tr("Back"))
        self.back.setToolTip(self.tr("Back (Esc)"))
        self.make = primary(self.tr("Create project"))
        self._build_ui()
        self.back.clicked.connect(self.left)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.back.click)
        self.make.clicked.connect(self.submit)
        self.choose_button.clicked.connect(self._choose_folder)
        self.choose_form.clicked.connect(self._choose_form)
        self.form.textEdited.connect(self.form_problem.hide)
        self.title.textEdited.connect(self._on_title)
        self.folder.textEdited.connect(self._on_folder)
        for field in (self.title, self.folder, self.form):
            field.returnPressed.connect(self.submit)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_fresh(self) -> None:
        """Reset the page for another project."""
        self._folder_is_own = False
        self.title.clear()
        self.form.clear()
        self.folder.setText(str(free_folder(self.tr("New project"))))
        # Imported here to keep the start of the program fast; a test measures it.
        from desktop_app.workspace.maintenance import describe_protocols

        self._show_protocols(describe_protocols())
        self._clear_problems()
        self.set_busy(False)

    def submit(self) -> None:
        """Check the entries; emit `accepted` if all are valid."""
        if not self.make.isEnabled():
            return
        self._clear_problems()
        title, place = self.title.text().strip(), self.folder.text().strip()
        chosen = [
            face.key for face, box in zip(self._faces, self.boxes, strict=True) if box.isChecked()
        ]
        # All problems are shown at once; the first one gets the focus.
        wrong: list[tuple[str, str]] = []
        if not title:
            wrong.append(("title", self.tr("Enter a title.")))
        elif has_control(title):
            wrong.append(("title", self.tr("A title cannot contain control characters.")))
        folder = Path(place).expanduser()
        if not place or not folder.is_absolute():
            wrong.append(("folder", self.tr("Enter the full path of a folder.")))
        elif folder.is_file():
            wrong.append(("folder", self.tr("This is a file. Choose a new or empty folder.")))
        elif is_occupied(folder):
            wrong.append(
                ("folder", self.tr("This folder is not empty. Choose a new or empty one."))
            )
        if not chosen:
            wrong.append(("protocol", self.tr("Choose at least one protocol.")))
        form = self.form.text().strip() if self._asks_for_form() else ""
        for where, why in wrong:
            self._say(where, why)
        if wrong:
            self._focus_on(wrong[0][0])
            return
        self.accepted.emit(folder, title, chosen, form)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Enter submits on a protocol as in the fields. Qt ignores it on check boxes.
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and any(box.hasFocus() for box in self.boxes):
            self.submit()
        else:
            super().keyPressEvent(event)

    def show_problem(self, error: AppError) -> None:
        """Show why the project could not be created; the entries stay."""
        form = self.form.text().strip()
        # Errors about the form file or the title are shown at their fields. Most others concern the
        # folder.
        if form and isinstance(error, InputError) and error.file in (form, Path(form).name):
            where = "form"
        else:
            where = (
                "title" if isinstance(error, UsageError) and error.field == "title" else "folder"
            )
        self._say(where, sentence(str(error)) if where == "title" else error_text(error))
        self._focus_on(where)

    def set_busy(self, busy: bool) -> None:
        """Disable the entries while the project is being created."""
        for widget in (self.title, self.folder, self.choose_button, self.make):
            widget.setEnabled(not busy)
        self.make.setText(self.tr("Creating…") if busy else self.tr("Create project"))

    # Internals
    def _say(self, where: str, why: str) -> None:
        spot, field = self._spots[where]
        spot.setText(why)
        spot.show()
        if field is not None:
            field.setAccessibleDescription(why)
            self._mark(field, True)

    def _mark(self, field: QLineEdit, is_wrong: bool) -> None:
        field.setProperty("problem", is_wrong)
        # Qt applies the style of a changed property only when the widget is polished again.
        field.style().polish(field)

    def _clear_problems(self) -> None:
        for spot, field in self._spots.values():
            spot.clear()
            spot.hide()
            if field is not None:
                field.setAccessibleDescription("")
                self._mark(field, False)

    def _focus_on(self, where: str) -> None:
        if where == "protocol" and self.boxes:
            self.boxes[0].setFocus()
        else:
            field = self._spots[where][1] or self.title
            field.setFocus()
            field.selectAll()

    def _show_protocols(self, faces: list[ProtocolFace]) -> None:
        empty(self.protocols)
        self._faces, self.boxes = faces, []
        usable = [face for face in faces if not face.problem]
        before: QWidget = self.choose_button
        for face in faces:
            box = TickChoice(
                self._theme,
                Face(
                    translate_message(face.title),
                    help=translate_message(face.problem or face.words),
                    wide=True,
                ),
            )
            box.setAccessibleName(translate_message(face.title))
            box.setAccessibleDescription(translate_message(face.problem or face.words))
            box.setEnabled(not face.problem)
            # A single protocol that can be used needs no choice.
            box.setChecked(len(usable) == 1 and not face.problem)
            box.toggled.connect(self.protocol_problem.hide)
            box.toggled.connect(self._show_form)
            self.protocols.addWidget(box)
            # Boxes are created after the other controls, so Tab would reach them last.
            QWidget.setTabOrder(before, box)
            before = box
            self.boxes.append(box)
        # The controls below the boxes follow the last one.
        for widget in (self.form, self.choose_form, self.back):
            QWidget.setTabOrder(before, widget)
            before = widget
        self._show_form()

    def _asks_for_form(self) -> bool:
        chosen = zip(self._faces, self.boxes, strict=True)
        return any(face.takes_form and box.isChecked() for face, box in chosen)

    def _show_form(self) -> None:
        asked = self._asks_for_form()
        for widget in (self.form_label, self.form, self.choose_form):
            widget.setVisible(asked)
        if not asked:
            self.form_problem.hide()

    def _choose_form(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Choose the form file of the study"),
            str(starting_folder()),
            self.tr("Forms (*.yaml *.yml);;All files (*)"),
        )
        if chosen:
            self.form.setText(chosen)
            self.form_problem.hide()

    def _on_title(self, text: str) -> None:
        self.title_problem.hide()
        self._mark(self.title, False)
        if not self._folder_is_own:
            # The suggested folder follows the title.
            self.folder.setText(str(free_folder(text.strip() or self.tr("New project"))))

    def _on_folder(self, text: str) -> None:
        self._folder_is_own = True
        self.folder_problem.hide()
        self._mark(self.folder, False)

    def _choose_folder(self) -> None:
        start = Path(self.folder.text()).parent
        chosen = QFileDialog.getExistingDirectory(
            self,
            self.tr("Choose the folder of the project"),
            str(start if start.is_dir() else starting_folder()),
        )
        if chosen:
            name = self.title.text().strip() or self.tr("New project")
            # In a folder that is not empty, a new folder is created for the project.
            self.folder.setText(str(folder_in(Path(chosen), name)))
            self._on_folder(chosen)

    def _build_ui(self) -> None:
        where = QHBoxLayout()
        where.setSpacing(8)
        where.addWidget(self.folder, 1)
        where.addWidget(self.choose_button)
        form = QGridLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(4)
        form.setColumnStretch(1, 1)
        title = label(self.tr("Title"))
        title.setBuddy(self.title)
        place = label(self.tr("Folder"))
        place.setBuddy(self.folder)
        form.addWidget(title, 0, 0)
        form.addWidget(self.title, 0, 1)
        form.addWidget(self.title_problem, 1, 1)
        # Space between the fields; each has a row for its problem below it.
        form.setRowMinimumHeight(2, 8)
        form.addWidget(place, 3, 0)
        form.addLayout(where, 3, 1)
        form.addWidget(self.folder_problem, 4, 1)
        form.setRowMinimumHeight(5, 8)
        form.addWidget(label(self.tr("Protocols")), 6, 0, Qt.AlignmentFlag.AlignTop)
        form.addLayout(self.protocols, 6, 1)
        form.addWidget(self.protocol_problem, 7, 1)
        questions = QHBoxLayout()
        questions.setSpacing(8)
        questions.addWidget(self.form, 1)
        questions.addWidget(self.choose_form)
        self.form_label = label(self.tr("Form file"))
        self.form_label.setBuddy(self.form)
        form.addWidget(self.form_label, 8, 0)
        form.addLayout(questions, 8, 1)
        form.addWidget(self.form_problem, 9, 1)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.back)
        buttons.addWidget(self.make)
        self.column = QFrame()
        inside = QVBoxLayout(self.column)
        inside.setContentsMargins(24, 40, 24, 24)
        inside.setSpacing(10)
        inside.addWidget(self.heading)
        inside.addWidget(self.words)
        inside.addSpacing(12)
        inside.addLayout(form)
        inside.addSpacing(12)
        inside.addLayout(buttons)
        inside.addStretch(1)
        page = QWidget()
        across = QHBoxLayout(page)
        across.addStretch(1)
        across.addWidget(self.column, 10)
        across.addStretch(1)
        area = PlainScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.set_page(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)

    def _apply_theme(self) -> None:
        self.column.setMaximumWidth(self._theme.px(680))
