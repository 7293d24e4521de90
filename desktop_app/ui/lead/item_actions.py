"""Actions on selected items: assign, release, export, exclude, put back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIntValidator, QKeyEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import AppError
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.layout import line_edit, primary, row_of
from desktop_app.ui.lead.section import Section, Task
from desktop_app.ui.lead.table import shown
from desktop_app.ui.messages import error_text, translate_message
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.flow_layout import FlowLayout, bare
from desktop_app.ui.widgets.parts import CheckList, Outcome, button, label
from desktop_app.workspace.assigning import AssignReport, assign
from desktop_app.workspace.exclusion import ExclusionReport, exclude, put_back, release
from desktop_app.workspace.item_export import write_items
from desktop_app.workspace.item_index import ItemEntry, ItemIndex
from desktop_app.workspace.workspace import Workspace

# The same seed as the Assignments page offers first.
_SEED = 1
_MOST_OVERLAP = 99
# Rows of the list of people that are visible without scrolling.
_MOST_ROWS = 5


class SelectionBar(QWidget):
    """Names the selection and runs actions on it, below the list.

    Signal `deselected()`: the selection is to be cleared. Signal `acted()`: an action has ended;
    its controls may be hidden
    """

    deselected = Signal()
    acted = Signal()

    def __init__(self, section: Section, outcome: Outcome, theme: Theme) -> None:
        super().__init__()
        self._section, self._outcome, self._theme = section, outcome, theme
        self.entries: Sequence[ItemEntry] = ()
        self._index = ItemIndex()
        # Number of selected items that are not in the list; how many the last action concerned.
        self._hidden, self._scope = 0, ""
        self.count = label()
        self.facts = label(kind="secondary")
        self.deselect = button(self.tr("Deselect"), self.tr("Deselects all items (Esc)."))
        self.deselect.setProperty("kind", "link")
        self.assign_button = button(self.tr("Assign…"))
        self.release_button = button(
            self.tr("Release"), self.tr("Removes the open assignments of the selected items.")
        )
        self.export_button = button(self.tr("Export…"))
        self.exclude_button = button(self.tr("Exclude…"))
        self.back_button = button(self.tr("Put back"))
        # The actions, and the forms of two of them; one is shown.
        self.pages: list[QWidget] = []
        self._page = 0
        self._build_actions()
        self._build_assign()
        self._build_exclude()
        layout = bare(QVBoxLayout(self), 8)
        layout.setContentsMargins(14, 10, 12, 12)
        # In two lines if necessary, so that long texts do not widen the list.
        head = FlowLayout(across=8, down=2)
        for one in (self.count, self.facts, self.deselect):
            head.addWidget(one)
        layout.addLayout(head)
        for page in self.pages:
            layout.addWidget(page)
        self._show_page(0)
        self._connect()
        self.hide()

    def show_selection(self, index: ItemIndex, entries: Sequence[ItemEntry], hidden: int) -> None:
        """Show what is selected; hide the bar if nothing is.

        `hidden`: number of the selected items that are not in the list
        """
        self._index, self.entries, self._hidden = index, entries, hidden
        answers = sum(len(one.answers) for one in entries)
        words = self.tr("%n selected", "", len(entries))
        if hidden:
            missing = self.tr("%n not in this list", "", hidden)
            words = f"{words}, {missing}"
        self.count.setText(words)
        # The actions concern all selected items, also those that the user does not see.
        self.asks.setText(self.tr("Who gets these %n item(s)?", "", len(entries)))
        left = sum(not one.excluded for one in entries)
        self.exclude_now.setText(self.tr("Exclude %n item(s)", "", left))
        self.exclude_now.setAccessibleName(self.exclude_now.text())
        self.facts.setText(self.tr("%n answer(s)", "", answers))
        excluded = [one for one in entries if one.excluded]
        self.back_button.setVisible(bool(excluded))
        self.exclude_button.setVisible(len(excluded) < len(entries))
        people = self._section.overview.givable
        nobody = self.tr("Add people first.")
        self._section.allow(self.assign_button, bool(people), nobody)
        has_open = any(set(one.line.assigned) - {a.person for a in one.answers} for one in entries)
        self._section.allow(self.release_button, has_open, self.tr("Nothing is assigned."))
        for one in (self.exclude_button, self.back_button, self.assign_now, self.exclude_now):
            self._section.allow(one, True)
        self.people.show_rows(
            [(one.id, self._section.overview.person_label(one.id), False) for one in people]
        )
        self.overlap.setFixedWidth(self._theme.px(70))
        rows = min(max(len(people), 1), _MOST_ROWS)
        self.people.setFixedHeight(self._theme.px(30 * rows + 12))
        if not entries:
            self._show_page(0)
        self.setVisible(bool(entries))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._page:
            self._show_page(0)
        else:
            self.deselected.emit()

    def export(self, entries: Sequence[ItemEntry]) -> None:
        """Ask for a file and write the rows of items to it."""
        chosen, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("Export items"),
            str(starting_folder() / "items.csv"),
            self.tr("Tables (*.csv *.jsonl)"),
        )
        if not chosen:
            return
        path, documents = Path(chosen), self._index.documents
        if not path.suffix:
            path = path.with_suffix(".csv")
        listed = list(entries)

        def task(workspace: Workspace, progress: Progress) -> int:
            return write_items(path, listed, documents)

        def on_done(number: int) -> None:
            words = self.tr("%n item(s) written to {file}.", "", number).format(file=path.name)
            reveals = self.tr("The file contains the names of people and models.")
            self._outcome.say(f"{words} {reveals}")

        self._section.desk.run(
            self.tr("Writing items…"), task, on_done, self._on_failed, changes=False
        )

    # Internals
    def _build_actions(self) -> None:
        page = QWidget()
        flow = FlowLayout(page, across=8, down=6)
        for one in (
            self.assign_button,
            self.release_button,
            self.export_button,
            self.exclude_button,
            self.back_button,
        ):
            flow.addWidget(one)
        self.pages.append(page)

    def _build_assign(self) -> None:
        self.people = CheckList(self.tr("People who get the items"), self._theme)
        self.overlap = line_edit(self.tr("People per item"), text="1")
        self.overlap.setValidator(QIntValidator(1, _MOST_OVERLAP, self.overlap))
        self.assign_now = primary(self.tr("Assign"))
        cancel = button(self.tr("Cancel"))
        cancel.clicked.connect(lambda: self._show_page(0))
        page = QWidget()
        column = bare(QVBoxLayout(page), 8)
        self.asks = label()
        column.addWidget(self.asks)
        column.addWidget(self.people, 1)
        words = label(self.tr("People per item"), "secondary")
        words.setBuddy(self.overlap)
        column.addLayout(row_of(words, self.overlap))
        column.addLayout(row_of(self.assign_now, cancel))
        self.pages.append(page)

    def _build_exclude(self) -> None:
        self.reason = line_edit(self.tr("Reason"), self.tr("Reason, such as: cut off"))
        self.keep = TickChoice(self._theme, Face(self.tr("Keep open assignments"), wide=True))
        self.exclude_now = primary("")
        cancel = button(self.tr("Cancel"))
        cancel.clicked.connect(lambda: self._show_page(0))
        page = QWidget()
        column = bare(QVBoxLayout(page), 8)
        column.addWidget(
            label(
                self.tr("Excluded items are not assigned, analysed or exported. Answers are kept."),
                "secondary",
                wrap=True,
            )
        )
        column.addWidget(self.reason)
        column.addWidget(self.keep)
        column.addLayout(row_of(self.exclude_now, cancel))
        self.pages.append(page)

    def _connect(self) -> None:
        self.deselect.clicked.connect(self.deselected)
        self.assign_button.clicked.connect(lambda: self._show_page(1))
        self.exclude_button.clicked.connect(lambda: self._show_page(2))
        self.release_button.clicked.connect(self._release)
        self.export_button.clicked.connect(lambda: self.export(self.entries))
        self.back_button.clicked.connect(self._put_back)
        self.assign_now.clicked.connect(self._assign)
        self.people.entered.connect(self._assign)
        self.exclude_now.clicked.connect(self._exclude)
        self.reason.returnPressed.connect(self._exclude)

    def _show_page(self, number: int) -> None:
        is_other = self._page != number and self.isVisible()
        for place, page in enumerate(self.pages):
            page.setVisible(place == number)
        self._page = number
        if is_other:
            first = (self.assign_button, self.people, self.reason)[number]
            self._section.focus_on(first)

    def _keys(self) -> list[str]:
        return [one.key for one in self.entries]

    def _assign(self) -> None:
        people, overlap = self.people.chosen(), int(self.overlap.text() or "1")
        if not people:
            self._outcome.say(self.tr("Nothing was assigned: choose at least one person."))
            return
        # Each protocol and stage is assigned on its own.
        parts: dict[tuple[str, str], set[str]] = {}
        for one in self.entries:
            parts.setdefault((one.line.protocol, one.line.stage_key), set()).add(one.key)

        def task(workspace: Workspace, progress: Progress) -> list[AssignReport]:
            with workspace.transaction():
                return [
                    assign(
                        workspace,
                        protocol=protocol,
                        people=people,
                        stage=stage or None,
                        overlap=overlap,
                        seed=_SEED,
                        item_keys=keys,
                    )
                    for (protocol, stage), keys in parts.items()
                ]

        self._run(self.tr("Assigning…"), task, self._on_assigned)

    def _on_assigned(self, reports: list[AssignReport]) -> None:
        new = sum(sum(one.new.values()) for one in reports)
        lines = [
            f"{item}: {translate_message(one)}"
            for report in reports
            for item, why in report.why.items()
            for one in why
        ]
        closed: Counter[str] = Counter()
        for report in reports:
            closed.update(report.closed)
        lines += [f"{translate_message(why)}: {shown(number)}" for why, number in closed.items()]
        level = "warn" if lines else "info"
        self._say_done(self.tr("%n new assignment(s).", "", new), lines, level)

    def _release(self) -> None:
        keys = self._keys()
        self._run(
            self.tr("Releasing…"),
            lambda workspace, progress: release(workspace, keys),
            lambda number: self._say_done(
                self.tr("%n open assignment(s) removed. Answers are kept.", "", number)
            ),
        )

    def _exclude(self) -> None:
        reason = self.reason.text().strip()
        if not reason:
            self.reason.setFocus()
            self._outcome.say(self.tr("Nothing was excluded: enter a reason."), level="warn")
            return
        keys = [one.key for one in self.entries if not one.excluded]
        keep = self.keep.isChecked()

        def on_done(report: ExclusionReport) -> None:
            words = [self.tr("%n item(s) excluded.", "", report.excluded)]
            if report.released:
                words.append(self.tr("%n open assignment(s) removed.", "", report.released))
            self._say_done(" ".join(words))
            self.reason.clear()

        self._run(
            self.tr("Excluding items…"),
            lambda workspace, progress: exclude(workspace, keys, reason, keep_assignments=keep),
            on_done,
        )

    def _put_back(self) -> None:
        keys = self._keys()
        self._run(
            self.tr("Putting items back…"),
            lambda workspace, progress: put_back(workspace, keys),
            lambda number: self._say_done(self.tr("%n item(s) put back.", "", number)),
        )

    def _run(self, words: str, task: Task, then: Callable[[Any], object]) -> None:
        # The selection may change before the action ends. No words if the user sees all of it.
        number = len(self.entries)
        self._scope = self.tr("For %n selected item(s):", "", number) if self._hidden else ""

        def on_done(result: Any) -> None:
            self._show_page(0)
            then(result)
            self.acted.emit()

        about = self.entries[0].line.name if len(self.entries) == 1 else ""
        self._section.desk.run_undoable(words, task, on_done, self._on_failed, about=about)

    def _say_done(self, words: str, lines: Sequence[str] = (), level: str = "info") -> None:
        """Show the result of an action, and how many items it concerned."""
        self._outcome.say(f"{self._scope} {words}".strip(), lines, level)

    def _on_failed(self, error: AppError) -> None:
        self._outcome.say(error_text(error), level="bad")
