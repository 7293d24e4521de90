"""Overview section: the lead's tasks, the progress by day, and the people with their bundles.

The module is longer than most because tasks, progress and people are on one page and lead to each
other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.kinds import kind_name
from desktop_app.core.messages import msg
from desktop_app.ui.colours import Role
from desktop_app.ui.lead.day_chart import DayChart
from desktop_app.ui.lead.layout import NoItems, primary
from desktop_app.ui.lead.overview_parts import Figure, PeopleTable, TaskList, result_time, short_day
from desktop_app.ui.lead.reminder_box import ReminderBox
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import (
    duration_text,
    long_day,
    sentence,
    spent,
    translate_message,
)
from desktop_app.ui.plain_text import PlainLabel, PlainScrollArea
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import button, label
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.lead_tasks import (
    LeadTask,
    PersonBundle,
    Received,
    local_day,
    mark_read,
    sorted_tasks,
)
from desktop_app.workspace.overview import PersonLine
from desktop_app.workspace.reminders import reminded_people

# Pixels at 100 % text: the progress, and the page from which both panes fit side by side.
_PROGRESS, _BOTH_FIT = 400, 860
# Positions of columns: one that is shown only if it has a number, and two that the page of a person
# has, too. These are shown from a width of the page in pixels at 100 % text.
_FLAGS, _MEDIAN, _LAST, _ALL_FIT = 4, 3, 5, 640
_ANY_WIDTH = 16_777_215  # QWIDGETSIZE_MAX, which PySide6 does not export


class OverviewSection(Section):
    """Shows the tasks of the lead, the figures and answers per day, and a row for each person.

    Signal `reassign(people)`: show where the open items of people are given to others
    Signal `assign`: show how to assign items
    Signal `view_agreement(protocol, question)`: show the agreement on a question
    Signal `resolve`: show the conflicts
    Signal `decide_again`: show the decisions that are outdated

    `pages`: keys of the listed pages; if the page of a task is not among them, its items are shown
    """

    reassign = Signal(object)
    assign = Signal()
    view_agreement = Signal(str, str)
    resolve = Signal()
    decide_again = Signal()
    key = "overview"
    icon = "overview"

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("OverviewSection", "Overview")

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(desk, theme, panes=True)
        self.pages: Collection[str] = ()
        # Tasks reported by other pages, by the key of the page, and answers that are not merged.
        self._more: dict[str, Sequence[LeadTask]] = {}
        self._received: Sequence[Received] = ()
        self._is_computing = False
        self.tasks = TaskList(theme, self.tr("Needs attention"))
        self.task_count = label(kind="chip")
        self.chart = DayChart(theme, self.tr("Answers per day"))
        self.chart_title = label(kind="caption", wrap=True)
        self.swatch = PlainLabel()
        self.legend = label(self.tr("not merged yet"), "secondary")
        self.figures = {key: Figure(theme) for key in ("merged", "end", "time", "shared")}
        self.table = self._people_table()
        self.remind_button = button(self.tr("Write reminder…"))
        self.remind_button.setProperty("kind", "link")
        self.reminder = ReminderBox(theme)
        self.marks = self._marks_table()
        self.marks_pane = QFrame()
        self.notes = label(kind="secondary", wrap=True)
        self.go_on = primary(self.tr("Go to Items"))
        self.empty = NoItems(
            self.tr(
                "Import the texts to judge. This page then shows what needs your attention and"
                " how the project is progressing."
            ),
            self.go_on,
        )
        self._build_ui()
        self.tasks.pressed.connect(self._on_task)
        self.chart.opened.connect(self._on_day)
        self.table.opened.connect(lambda one: self.show_items.emit(ItemFilter(person=one.id)))
        self.table.clicked.connect(
            lambda index: self.show_items.emit(ItemFilter(person=self.table.rows.row(index).id))
        )
        self.marks.opened.connect(self._on_mark)
        self.go_on.clicked.connect(
            lambda: self.go.emit("runs" if self.overview.documents else "items")
        )
        self.remind_button.clicked.connect(self._write_reminder)
        self.reminder.closed.connect(self.remind_button.setFocus)
        self.reminder.copied.connect(
            lambda person: self.desk.notices.say(
                self.tr("Reminder for {person} copied.").format(person=person)
            )
        )
        for key, figure in self.figures.items():
            figure.clicked.connect(lambda _=False, key=key: self._on_figure(key))
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def summary(self, words: str) -> str:
        overview = self.overview
        tasks = self.tr("%n task(s)", "", len(self._all_tasks()))
        if not overview.assigned:
            return tasks
        done = self.tr("{done} of {total} assigned answers").format(
            done=shown(overview.done), total=shown(overview.assigned)
        )
        return f"{tasks}, {done}"

    def show_tasks(self, page: str, tasks: Sequence[LeadTask]) -> None:
        """Show tasks reported by another page, in addition to those of the project.

        `page`: key of that page; its next call replaces these tasks
        """
        if list(self._more.get(page, ())) != list(tasks):
            self._more[page] = tasks
            self._show_tasks()
            # The number of tasks is part of the summary in the list of pages.
            self.go.emit("")

    def show_computing(self, on: bool) -> None:
        """Show that the agreement is being computed, so that it is not known what needs attention.

        Only if there are no other tasks.
        """
        if on != self._is_computing:
            self._is_computing = on
            self._show_tasks()

    def show_received(self, received: Sequence[Received]) -> None:
        """Show answers that have arrived but are not merged, such as those of an inbox."""
        self._received = received
        self._show_progress()
        self._show_people()

    def show_overview(self) -> None:
        overview = self.overview
        # Imported answers can exist without items.
        ready = bool(overview.items or overview.annotations)
        focus = self.content.focusWidget()
        had_focus = focus is not None and focus.hasFocus()
        self.content.setVisible(ready)
        self.empty_pane.setVisible(not ready)
        self.empty.show_step(overview.documents)
        if had_focus and not ready:
            # Otherwise Qt moves the focus to the next control, which is outside the page.
            self.go_on.setFocus()
        today = overview.state.today
        self.facts.setText(long_day(today) if ready and today != date.min else "")
        self._show_tasks()
        self._show_progress()
        self._show_people()
        self._show_marks()

    def first_control(self) -> QWidget | None:
        return self.go_on if self.content.isHidden() else self.tasks.first

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    # Internals, what is shown
    def _all_tasks(self) -> tuple[LeadTask, ...]:
        more = [task for tasks in self._more.values() for task in tasks]
        return sorted_tasks([*more, *self.overview.state.tasks])

    def _show_tasks(self) -> None:
        tasks = self._all_tasks()
        self.task_count.setText(shown(len(tasks)))
        self.task_count.setVisible(bool(tasks))
        self.order.setVisible(len(tasks) > 1)
        self.tasks.show_tasks(tasks or [self._next_step()])

    def _next_step(self) -> LeadTask:
        """Return the suggested next step, shown when there are no tasks."""
        overview = self.overview
        if self._is_computing:
            return LeadTask(
                "computing",
                msg("Agreement is being computed"),
                msg("Nothing else needs your attention so far."),
                msg("Go to Agreement"),
                "agreement",
            )
        if overview.to_do:
            detail = (
                msg("1 answer is open. Merge the results when they arrive.")
                if overview.to_do == 1
                else msg(
                    "{count} answers are open. Merge the results when they arrive.",
                    count=shown(overview.to_do),
                )
            )
            return LeadTask(
                "done", msg("Nothing needs your attention"), detail, msg("Go to Merge"), "merge"
            )
        return LeadTask(
            "done",
            msg("Nothing needs your attention"),
            msg("All assigned answers have arrived. Next, look at the agreement."),
            msg("Go to Agreement"),
            "agreement",
        )

    def _merged_words(self) -> str:
        """Return what the number of merged answers counts: imported ones need no assignment."""
        overview = self.overview
        if not overview.assigned:
            return self.tr("answers merged")
        withdrawn = overview.withdrawn
        # Those whose authors withdrew their consent have arrived, but no longer count.
        total = overview.annotations + withdrawn
        if total == overview.done:
            words = self.tr("assigned answers merged")
        else:
            words = self.tr("assigned answers merged; %n answer(s) in all", "", total)
        if not withdrawn:
            return words
        excluded = self.tr("%n answer(s) excluded, because consent was withdrawn", "", withdrawn)
        return f"{words}; {excluded}"

    def _show_progress(self) -> None:
        overview, state = self.overview, self.overview.state
        figures = self.figures
        total = overview.assigned or overview.annotations
        done = overview.done if overview.assigned else overview.annotations
        figures["merged"].show_figure(
            shown(done),
            self.tr("of {total}").format(total=shown(total)) if overview.assigned else "",
            self._merged_words(),
            opens=bool(done),
        )
        forecast = state.forecast
        pace = self.tr("expected completion at {pace} answers a day").format(
            pace=_rounded(forecast.pace or 0)
        )
        figures["end"].show_figure(
            short_day(forecast.end, state.today) if forecast.end else "–",
            "",
            pace
            if forecast.end
            else self.tr("expected completion: {why}").format(
                why=translate_message(forecast.problem)
            ),
            opens=bool(overview.to_do),
        )
        times = state.times
        figures["time"].show_figure(
            spent(times.median) if times else "–",
            "",
            self.tr("median time per item; half took {low} to {high}").format(
                low=duration_text(times.lower),
                high=duration_text(times.upper),
            )
            if times
            else self.tr("median time per item: none recorded"),
            opens=bool(times),
        )
        disputed = overview.shared_in_conflict
        figures["shared"].show_figure(
            shown(overview.shared),
            "",
            self.tr("items with two or more answers; %n more are in conflict", "", disputed)
            if disputed
            else self.tr("items with two or more answers"),
            opens=bool(overview.shared),
        )
        received: dict[date, int] = {}
        for one in self._received:
            received[one.day] = received.get(one.day, 0) + one.answers
        self.chart.show_days(state.days, received, state.today)
        for widget in (self.swatch, self.legend):
            widget.setVisible(bool(received))
        has_days = bool(state.days or received)
        self.chart.setVisible(has_days)
        self.chart_title.setVisible(has_days)
        self._name_chart()

    def _name_chart(self) -> None:
        self.chart_title.setText(
            self.tr("ANSWERS PER DAY, {months}").format(months=self.chart.months.upper())
        )

    def _show_people(self) -> None:
        # People without assignments appear only if they have answered something.
        people = [
            one
            for one in self.overview.people
            if one.assigned or one.done or (not one.external and not one.is_you)
        ]
        marked = any(one.flagged or one.skipped for one in people)
        self.table.setColumnHidden(_FLAGS, not marked)
        self.table.show_rows(people)
        self.people_pane.setVisible(bool(people))
        self.remind_button.setVisible(bool(reminded_people(self.overview)))
        self.reminder.follow(self.overview)

    def _show_marks(self) -> None:
        overview = self.overview
        self.marks.show_rows(overview.troubles)
        self.marks.setVisible(bool(overview.troubles))
        notes = [sentence(note) for note in overview.not_arrived]
        self.notes.setVisible(bool(notes))
        self.notes.setText("\n".join(notes))
        counts = Counter(one.what for one in overview.troubles)
        self.marks_counts.setText(
            "  ·  ".join(
                (
                    self.tr("%n flagged", "", counts["flagged"]),
                    self.tr("%n skipped", "", counts["skipped"]),
                    self.tr("%n conflict(s)", "", overview.conflicts),
                )
            )
        )
        for widget in (self.marks_title, self.marks_counts):
            widget.setVisible(bool(overview.troubles))
        self.marks_pane.setVisible(bool(overview.troubles or notes))

    # Internals, what the user chooses
    def _on_task(self, task: LeadTask) -> None:
        if task.kind == "unread" and self.desk.can_write:
            revs = self.overview.state.unread
            self.desk.run(
                self.tr("Marking as read…"),
                lambda workspace, progress: mark_read(workspace, revs),
                lambda _: None,
            )
        if task.kind in ("left", "quiet"):
            self.reassign.emit(task.people)
        elif task.page == "assign":
            self.assign.emit()
        elif task.kind == "agreement" and task.items is not None:
            self.view_agreement.emit(task.items.fields["protocol"], task.items.question)
        elif task.kind == "conflicts":
            self.resolve.emit()
        elif task.kind == "decisions":
            self.decide_again.emit()
        elif task.page in self.pages and task.page != "items":
            self.go.emit(task.page)
        elif task.items is not None:
            self.show_items.emit(task.items)

    def _on_day(self, day: date) -> None:
        title = self.tr("Answers of {day}").format(day=long_day(day))
        self.show_items.emit(ItemFilter(title=title, day=day.isoformat()))

    def _on_figure(self, key: str) -> None:
        if key == "shared":
            keys = self.overview.shared_items
            title = self.tr("Items with two or more answers")
            self.show_items.emit(ItemFilter(title=title, keys=keys))
        elif key == "time":
            self.show_items.emit(ItemFilter(status="done", slowest_first=True))
        elif key == "end":
            self.show_items.emit(ItemFilter(status="open"))
        else:
            self.show_items.emit(ItemFilter(status="done"))

    def _on_mark(self, trouble: Any) -> None:
        keys = frozenset(one.key for one in self.overview.items if one.name == trouble.item)
        self.show_items.emit(ItemFilter(title=trouble.item, keys=keys))

    def _write_reminder(self) -> None:
        self.reminder.show_reminder(self.overview)
        # The page grows in two steps: first the pane, then the page in its scroll area.
        QTimer.singleShot(0, self, lambda: self.bring_into_sight(self.reminder))

    # Internals, texts
    def _received_of(self, person: str) -> int:
        return sum(one.answers for one in self._received if one.person == person)

    def _bundle(self, one: PersonLine) -> PersonBundle | None:
        return self.overview.state.bundles.get(one.id)

    def _state(self, one: PersonLine) -> tuple[str, Role | None, str]:
        """Return the word and the colour of a bundle's pill, and the text next to it."""
        bundle = self._bundle(one)
        if bundle is None:
            return "", None, self.tr("no bundle needed") if one.external else ""
        words: Mapping[str, tuple[str, Role | None]] = {
            "finished": (self.tr("Finished"), None),
            "current": (self.tr("Current"), Role.MATCH_INFLECTED),
            "outdated": (self.tr("Outdated"), Role.MATCH_NEAR),
            "not_sent": (self.tr("Not written"), Role.MATCH_NEAR),
            "unknown": (self.tr("Unknown"), None),
        }
        parts = []
        out = bundle.out
        if out is not None:
            if out.form:
                parts.append(self.tr("form v{version}").format(version=out.form))
            day = local_day(out.time)
            parts.append(
                self.tr("written {day}").format(day=short_day(day, self.overview.state.today))
            )
        elif bundle.state == "unknown":
            parts.append(self.tr("written on another computer"))
        word, fill = words[bundle.state]
        return word, fill, ", ".join(parts)

    def _bundle_text(self, one: PersonLine) -> str:
        word, _, rest = self._state(one)
        bundle = self._bundle(one)
        out = bundle.out if bundle is not None else None
        reasons = [translate_message(reason) for reason in out.reasons] if out is not None else []
        return "  ".join(part for part in (word, ", ".join([rest, *reasons]).strip(", ")) if part)

    def _answers(self, one: PersonLine) -> str:
        if not one.assigned:
            return shown(one.done)
        return self.tr("{done} of {total}").format(done=shown(one.done), total=shown(one.assigned))

    def _share(self, one: PersonLine) -> tuple[float, float]:
        total = one.assigned or one.done or 1
        return one.done / total, self._received_of(one.id) / total

    def _reason(self, one: Any) -> str:
        # The reason of a conflict is the kind of the records that differ.
        if one.what == "conflict":
            return self.tr("two versions of the same {kind}").format(
                kind=translate_message(kind_name(one.reason))
            )
        return translate_message(one.reason)

    # Internals, layout
    def _people_table(self) -> PeopleTable:
        columns = [
            Col(
                self.tr("Name"),
                lambda one: self.overview.person_label(one.id),
                order=lambda one: one.id,
                is_name=True,
            ),
            Col(
                self.tr("Answers"),
                self._answers,
                order=lambda one: self._share(one)[0],
            ),
            Col(
                self.tr("Open"),
                lambda one: max(0, one.to_do - self._received_of(one.id)),
                number=True,
            ),
            Col(
                self.tr("Median time"),
                lambda one: spent(one.median_seconds) if one.median_seconds is not None else "",
                number=True,
                order=lambda one: one.median_seconds,
            ),
            # Flagged and skipped items, which are listed below with their reasons.
            Col(self.tr("Marks"), lambda one: one.flagged + one.skipped, number=True),
            Col(
                self.tr("Last result"),
                lambda one: result_time(one.last_merge, self.overview.state.today),
                order=lambda one: one.last_merge,
            ),
            Col(self.tr("Bundle"), self._bundle_text, stretch=True),
        ]
        return PeopleTable(
            columns,
            self.tr("Progress per person"),
            self.theme,
            bar=1,
            pill=6,
            share=self._share,
            state=self._state,
        )

    def _marks_table(self) -> Table:
        kinds = {
            "conflict": self.tr("conflict"),
            "flagged": self.tr("flagged"),
            "skipped": self.tr("skipped"),
        }
        table = Table(
            [
                Col(self.tr("Issue"), lambda one: kinds.get(one.what, one.what)),
                Col(self.tr("Item"), lambda one: one.item),
                Col(self.tr("Person"), lambda one: self.overview.person_label(one.person)),
                Col(self.tr("Reason"), self._reason, stretch=True),
            ],
            self.tr("Conflicts, and flagged or skipped items"),
            self.theme,
        )
        table.setProperty("kind", "flush")
        table.rows_in_sight = 6
        return table

    def _build_ui(self) -> None:
        self.order = label(self.tr("Tasks that block other work come first"), "secondary")
        attention = _pane(_TallPane())
        _head(attention, label(self.tr("NEEDS ATTENTION"), "caption"), self.task_count, self.order)
        _inside(attention).addWidget(self.tasks, 1)
        self.splitter = QSplitter()
        self.splitter.setHandleWidth(10)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(attention)
        self.splitter.addWidget(self._progress_pane())
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        self.people_pane = _pane()
        _head(self.people_pane, label(self.tr("PEOPLE"), "caption"), self.remind_button)
        _inside(self.people_pane).addWidget(self.reminder)
        _inside(self.people_pane).addWidget(self.table)
        self.marks_title = label(self.tr("TO REVIEW"), "caption")
        _pane(self.marks_pane)
        self.marks_counts = label(kind="secondary")
        _head(self.marks_pane, self.marks_title, self.marks_counts)
        _inside(self.marks_pane).addWidget(self.marks)
        self.notes.setContentsMargins(16, 4, 16, 12)
        _inside(self.marks_pane).addWidget(self.notes)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.splitter, 1)
        column.addWidget(self.people_pane)
        column.addWidget(self.marks_pane)
        self.content = PlainScrollArea()
        # The Tab key must skip the scroll area itself.
        self.content.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.content.set_page(inside)
        # `bring_into_sight` scrolls it to the focused control.
        self.area = self.content
        self.body.addWidget(self.content, 1)
        self.empty_pane = _pane()
        _inside(self.empty_pane).addWidget(self.empty, 1)
        self.body.addWidget(self.empty_pane, 1)

    def _progress_pane(self) -> QFrame:
        pane = _pane(_TallPane())
        _head(pane, label(self.tr("PROGRESS"), "caption"))
        grid = QGridLayout()
        grid.setContentsMargins(10, 0, 2, 0)
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(6)
        for place, figure in enumerate(self.figures.values()):
            grid.addWidget(figure, place // 2, place % 2)
            grid.setColumnStretch(place % 2, 1)
        title = QHBoxLayout()
        title.setContentsMargins(16, 8, 16, 0)
        title.setSpacing(6)
        title.addWidget(self.chart_title, 1)
        title.addWidget(self.swatch)
        title.addWidget(self.legend)
        chart = QVBoxLayout()
        chart.setContentsMargins(14, 0, 14, 10)
        chart.addWidget(self.chart, 1)
        column = _inside(pane)
        column.addLayout(grid)
        column.addLayout(title)
        column.addLayout(chart, 1)
        column.addStretch(0)
        self.progress_pane = pane
        return pane

    def _arrange(self) -> None:
        """Place the progress beside the tasks, or below them if the page is narrow."""
        wide = self.width() >= self.theme.px(_BOTH_FIT)
        way = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if self.splitter.orientation() != way:
            self.splitter.setOrientation(way)
        self.progress_pane.setMinimumWidth(self.theme.px(_PROGRESS - 60) if wide else 0)
        if wide and not self.splitter.property("arranged"):
            self.splitter.setProperty("arranged", True)
            right = self.theme.px(_PROGRESS)
            self.splitter.setSizes([self.width() - right - 10, right])
        for place in (_MEDIAN, _LAST):
            self.table.set_column_shown(place, self.width() >= self.theme.px(_ALL_FIT))
        self._name_chart()

    def _apply_theme(self) -> None:
        theme = self.theme
        self.swatch.setPixmap(theme.icon("todo", Role.ACCENT).pixmap(theme.px(12)))
        self._arrange()


class _TallPane(QFrame):
    """A pane in a splitter that is never lower than its wrapped texts."""

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        # A splitter uses only the minimum heights of its widgets, whatever their width. The width
        # also changes when the page gets a scroll bar, and the texts when tasks are found later.
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            # Without texts that wrap, the result is -1.
            height = _inside(self).totalMinimumHeightForWidth(self.width())
            self.setMinimumHeight(max(0, height))
        return done


def _pane(pane: QFrame | None = None) -> QFrame:
    """Return a frame, or a new one, as a pane with a vertical layout."""
    made = pane or QFrame()
    made.setProperty("kind", "pane")
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    column = QVBoxLayout(made)
    column.setContentsMargins(1, 1, 1, 1)
    column.setSpacing(0)
    return made


def _inside(pane: QFrame) -> QVBoxLayout:
    layout = pane.layout()
    assert isinstance(layout, QVBoxLayout)
    return layout


def _head(pane: QFrame, title: QWidget, *more: QWidget) -> None:
    """Add the row with a pane's title; the last of several widgets is on the right."""
    row = QHBoxLayout()
    row.setContentsMargins(16, 12, 16, 12)
    row.setSpacing(8)
    row.addWidget(title)
    for place, widget in enumerate(more):
        if place == len(more) - 1:
            row.addStretch(1)
        row.addWidget(widget)
    if not more:
        row.addStretch(1)
    _inside(pane).addLayout(row)


def _rounded(pace: float) -> str:
    """Return answers per day with one decimal place if there are few."""
    return shown(round(pace)) if pace >= 10 else shown(round(pace, 1), 1)
