"""Progress section: the figures of each person, and the items that need the lead."""

from __future__ import annotations

from collections import Counter
from typing import Any

from PySide6.QtWidgets import QGridLayout, QProgressBar, QWidget

from desktop_app.core.kinds import kind_name
from desktop_app.ui.lead.layout import make_figures, primary
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import moment, running, translate_message
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import EmptyState, label


class ProgressSection(Section):
    """Shows the project's figures, a row for each person, and a list of conflicts and marks."""

    key = "progress"
    icon = "overview"

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(
            desk,
            theme,
            self.tr("Progress"),
            self.tr("Based on the results merged so far. Drafts stay with the annotators."),
        )
        row, self.figures = make_figures(
            {
                "assigned": self.tr("ASSIGNED"),
                "done": self.tr("DONE"),
                "to_do": self.tr("TO DO"),
                "flagged": self.tr("FLAGGED"),
                "skipped": self.tr("SKIPPED"),
                "conflicts": self.tr("CONFLICTS"),
            }
        )
        self.bar_of_all = QProgressBar()
        self.bar_of_all.setTextVisible(False)
        self.bar_of_all.setAccessibleName(self.tr("Progress of the whole project"))
        self.table = Table(self._columns(), self.tr("Progress per person"), theme)
        self.caption = label(self.tr("TO REVIEW"), "caption")
        kinds = {
            "conflict": self.tr("conflict"),
            "flagged": self.tr("flagged"),
            "skipped": self.tr("skipped"),
        }
        self.troubles = Table(
            [
                Col(self.tr("Issue"), lambda one: kinds.get(one.what, one.what)),
                Col(self.tr("Item"), lambda one: one.item),
                Col(self.tr("Person"), lambda one: one.person),
                Col(self.tr("Reason"), self._reason, stretch=True),
            ],
            self.tr("Conflicts, flagged and skipped items"),
            theme,
        )
        self.notes = label(kind="secondary", wrap=True)
        self.go_on = primary(self.tr("Go to Assignments"))
        self.empty = EmptyState(
            self.tr("Nothing assigned yet"),
            self.tr(
                "Once items are assigned, this page shows each person's progress, times and flags."
            ),
            self.go_on,
        )
        self.content = QWidget()
        inside = QGridLayout(self.content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setVerticalSpacing(12)
        inside.addLayout(row, 0, 0)
        for place, widget in enumerate(
            (self.bar_of_all, self.table, self.caption, self.troubles, self.notes), 1
        ):
            inside.addWidget(widget, place, 0)
        # Tables are never higher than their rows (`Table.hug`), so the empty last row takes the
        # remaining height.
        inside.setRowStretch(2, 300)
        inside.setRowStretch(4, 200)
        inside.setRowStretch(6, 1)
        self.body.addWidget(self.content, 100)
        self.body.addWidget(self.empty, 100)
        self.go_on.clicked.connect(lambda: self.go.emit("assign"))
        self.troubles.opened.connect(self._on_opened)

    def summary(self) -> str:
        overview = self.overview
        if not overview.assigned:
            return self.tr("%n answer(s)", "", overview.annotations)
        return self.tr("{done} of {total} done").format(
            done=shown(overview.done), total=shown(overview.assigned)
        )

    def show_overview(self) -> None:
        overview = self.overview
        # Imported answers need no assignments.
        ready = bool(overview.assigned or overview.annotations)
        self.content.setVisible(ready)
        self.empty.setVisible(not ready)
        marks = Counter(one.what for one in overview.troubles)
        for key, value in (
            ("assigned", overview.assigned),
            ("done", overview.done),
            ("to_do", overview.to_do),
            ("flagged", marks["flagged"]),
            ("skipped", marks["skipped"]),
            ("conflicts", overview.conflicts),
        ):
            self.figures[key].setText(shown(value))
        # With a maximum of 0, Qt would draw a busy indicator.
        self.bar_of_all.setMaximum(max(overview.assigned, 1))
        self.bar_of_all.setValue(overview.done)
        # People without assignments appear only if they have answered something.
        self.table.show_rows([one for one in overview.people if one.assigned or one.done])
        self.troubles.show_rows(overview.troubles)
        for widget in (self.caption, self.troubles):
            widget.setVisible(bool(overview.troubles))
        notes = [translate_message(note) for note in overview.not_arrived]
        if overview.waiting:
            notes.append(
                self.tr(
                    "%n record(s) refer to records that have not arrived.", "", overview.waiting
                )
            )
        self.notes.setVisible(bool(notes))
        self.notes.setText("\n".join(notes))

    def first_control(self) -> QWidget | None:
        return self.go_on if self.content.isHidden() else self.table

    def _on_opened(self, one: Any) -> None:
        if one.what == "conflict":
            self.go.emit("conflicts")

    def _reason(self, one: Any) -> str:
        # The reason of a conflict is the kind of the records that differ.
        if one.what == "conflict":
            return self.tr("two versions of the same {kind}").format(
                kind=translate_message(kind_name(one.reason))
            )
        return translate_message(one.reason)

    def _columns(self) -> list[Col]:
        return [
            Col(self.tr("Person"), lambda one: one.id),
            Col(self.tr("Assigned"), lambda one: one.assigned, number=True),
            Col(self.tr("Done"), lambda one: one.done, number=True),
            Col(self.tr("To do"), lambda one: one.to_do, number=True),
            Col(self.tr("Flagged"), lambda one: one.flagged, number=True),
            Col(self.tr("Skipped"), lambda one: one.skipped, number=True),
            # Times are sorted as values, because their texts do not sort by time.
            Col(
                self.tr("Median time"),
                lambda one: running(one.median_seconds) if one.median_seconds is not None else "",
                number=True,
                order=lambda one: one.median_seconds,
            ),
            Col(
                self.tr("Last merged"),
                lambda one: moment(one.last_merge) if one.last_merge else "",
                order=lambda one: one.last_merge,
                stretch=True,
            ),
        ]
