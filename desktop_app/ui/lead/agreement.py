"""Agreement section: computes agreement, tables and figures off the GUI thread, and saves them.

The module is longer than most because options, computation, results and files are on one page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.analysis import Analysis, Figure
from desktop_app.core.analysis import Table as FoundTable
from desktop_app.ui.jobs import Job, Progress, application, unless_cancelled
from desktop_app.ui.layouts import in_column
from desktop_app.ui.lead.agreement_view import AgreementView
from desktop_app.ui.lead.figure_view import FigureView
from desktop_app.ui.lead.layout import PageActions, combo, primary
from desktop_app.ui.lead.run_choices import NoOptions, OptionsForm
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import LANGUAGE_NAMES, current_language, translate_message
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.plain_text import PlainScrollArea, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import CheckBox
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.widgets.parts import EmptyState, button, label
from desktop_app.workspace.agreement_results import (
    AgreementData,
    Results,
    agreement_data,
    with_agreements,
)
from desktop_app.workspace.exporting import write_outputs
from desktop_app.workspace.workspace import Workspace

# Where to show names: only on screen, nowhere, or everywhere.
_ON_SCREEN, _NOWHERE, _EVERYWHERE = range(3)
Both = tuple[Results, Results]
# Width of the page in pixels at 100 % text below which a menu replaces the buttons of the bar.
_TOOLS_FIT = 700


class AgreementSection(Section):
    """Computes the analysis on request; shows agreement by question, one table, or one figure."""

    key = "agreement"
    icon = "agreement"

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("AgreementSection", "Agreement")

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(desk, theme, panes=True)
        # The results with names, and those with aliases.
        self._results: Both | None = None
        # The data behind the results, kept so that regrouping needs no workspace.
        self._data: AgreementData | None = None
        # What each entry of `list` shows; None: agreement by question.
        self._views: list[FoundTable | Figure | None] = []
        self._job: Job | None = None
        self._then_focus: QWidget | None = None
        # True if the project has changed since the analysis.
        self._stale = False
        # Key of the question to select once the agreement is computed; empty: none.
        self._wanted = ""
        self.protocol = combo(theme, self.tr("Protocol to analyse"))
        self.compute_button = button(self.tr("Compute again"))
        self.save_report = primary(self.tr("Save report…"))
        self.save_report.setToolTip(self.tr("One web page (HTML)."))
        self.group_by = combo(theme, self.tr("Group items by"))
        self.options = OptionsForm(theme)
        self.options_button = button(self.tr("Options"), self.tr("Options of the analysis"))
        self.options_button.setCheckable(True)
        self._has_options = False
        # True if options have changed since the analysis.
        self._options_changed = False
        self.names = combo(theme, self.tr("Names of people and models"))
        for words in (
            self.tr("Names here, aliases in files"),
            self.tr("Aliases everywhere"),
            self.tr("Names everywhere"),
        ):
            self.names.addItem(words)
        self.save_tables = button(self.tr("Save tables…"), self.tr("CSV, Markdown, HTML or LaTeX."))
        self.table_formats = QMenu(self.save_tables)
        for format_, words in (
            ("csv", self.tr("CSV, all digits")),
            ("md", self.tr("Markdown")),
            ("html", self.tr("HTML")),
            ("tex", self.tr("LaTeX")),
        ):
            action = self.table_formats.addAction(words)
            action.triggered.connect(partial(self._choose_folder, "tables", format_))
        self.save_figures = button(self.tr("Save figures…"), self.tr("SVG, PDF or PNG."))
        self.figure_formats = QMenu(self.save_figures)
        for format_ in ("svg", "pdf", "png"):
            action = self.figure_formats.addAction(format_.upper())
            action.triggered.connect(partial(self._choose_folder, "figures", format_))
        self.with_paper = CheckBox(self.tr("Save in the paper’s layout, too"), theme)
        self.with_paper.setToolTip(
            self.tr("Saved tables and figures: also those of the paper, in its layout.")
        )
        self.tools = QWidget()
        # Before the analysis is computed, there is a single button in the row.
        self.page_actions = PageActions(
            self, bare(QHBoxLayout(self.tools), 8), theme, _TOOLS_FIT, shows_one=True
        )
        for tool in (
            self.options_button,
            self.compute_button,
            self.save_tables,
            self.save_figures,
        ):
            self.page_actions.add(tool)
        self.state = label(kind="secondary", wrap=True)
        self.busy_bar = QProgressBar()
        self.busy_bar.setTextVisible(False)
        # The duration is unknown: Qt draws a busy indicator.
        self.busy_bar.setRange(0, 0)
        self.busy_bar.setAccessibleName(self.tr("Computing"))
        self.cancel_button = button(self.tr("Cancel"))
        self.cancel_button.setAccessibleName(self.tr("Cancel computing"))
        self.cancel_button.setShortcut(QKeySequence(Qt.Key.Key_Escape))
        self.list = combo(theme, self.tr("Displayed result"))
        # Titles may contain a whole question; the tooltip has all of it.
        self.list.be_narrow()
        self.list.setProperty("shortens", True)
        self.by_question = AgreementView(theme)
        self.figure = FigureView(theme)
        self.name = label(kind="question", wrap=True)
        self.table = Table([], self.tr("Table"), theme)
        self.note = label(kind="secondary", wrap=True)
        self.note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.to_merge = primary(self.tr("Go to Merge"))
        self.nothing = EmptyState(
            self.tr("No results yet"),
            self.tr(
                "Agreement needs items that two people answered. Merge the results of at least "
                "two people, then compute the tables here."
            ),
            self.to_merge,
        )
        # Most tables of such a protocol need only one person's answer per item (`_takes_one`).
        if any(one.apart for one in desk.overview.protocols):
            words = self.tr("Merge the results of your annotators, then compute the tables here.")
            self.nothing.words.setText(words)
        self.first_compute = primary(self.tr("Compute"))
        self.first_compute.setAccessibleName(self.tr("Compute the tables"))
        self.ready = EmptyState("", "", self.first_compute)
        self._build_ui()
        for one in desk.overview.protocols:
            self.protocol.addItem(translate_message(one.title), one.key)
        self.compute_button.clicked.connect(self.compute)
        self.first_compute.clicked.connect(self.compute)
        self.cancel_button.clicked.connect(self.cancel)
        self.to_merge.clicked.connect(lambda: self.go.emit("merge"))
        self.save_report.clicked.connect(self.choose_report)
        for below, menu in (
            (self.save_tables, self.table_formats),
            (self.save_figures, self.figure_formats),
        ):
            below.clicked.connect(partial(self._show_formats, below, menu))
        self.list.currentIndexChanged.connect(self._show_view)
        self.by_question.show_items.connect(self.show_items)
        self.protocol.currentIndexChanged.connect(lambda _: self._on_protocol())
        self.options_button.toggled.connect(lambda _: self._show())
        self.options.edited.connect(self._on_option)
        self.options.submitted.connect(self.compute)
        self.names.currentIndexChanged.connect(lambda _: self._show_results())
        self.group_by.currentIndexChanged.connect(lambda _: self._regroup())
        theme.changed.connect(self._apply_theme)
        self._on_protocol()
        self._apply_theme()

    @property
    def analysis(self) -> Analysis | None:
        """The analysis that is shown; None before it was computed."""
        return self._results[self._on_screen].analysis if self._results is not None else None

    @property
    def is_ready(self) -> bool:
        return super().is_ready and self._job is None

    @property
    def offered_compute(self) -> QPushButton:
        """The button that computes the analysis, which an empty page has in its middle."""
        return self.compute_button if self.analysis is not None else self.first_compute

    @property
    def view_keys(self) -> list[str]:
        """The keys of the tables and figures in `list`; empty for agreement by question."""
        return ["" if view is None else view.key for view in self._views]

    @property
    def _on_screen(self) -> int:
        """The position of the results that are shown: 0 with names, 1 with aliases."""
        return int(self.names.currentIndex() == _NOWHERE)

    @property
    def _in_files(self) -> int:
        """The position of the results that are copied and saved."""
        return int(self.names.currentIndex() != _EVERYWHERE)

    def show_overview(self) -> None:
        # The analysis stays visible; computing it again is up to the lead.
        if self.analysis is not None:
            self._stale = True
        self._show()

    def first_control(self) -> QWidget | None:
        if not self.overview.annotations:
            return self.to_merge
        if self._job is not None:
            return self.cancel_button
        return self._first_result() if self.analysis is not None else self.first_compute

    def compute(self) -> None:
        """Read the dataset from the workspace, then compute the analysis from this copy."""
        if self._job is not None or not self.overview.annotations:
            return
        key = self.protocol.currentData()
        options = self.options.given()
        if options is None:
            # The form shows which option is invalid.
            self.options_button.setChecked(True)
            return

        def task(workspace: Workspace, progress: Progress) -> AgreementData:
            return agreement_data(workspace, key)

        # Only reading the dataset needs the workspace. The analysis is a separate job, so that
        # other tasks can run meanwhile.
        self.desk.run(
            self.tr("Collecting the data…"),
            task,
            lambda data: self._on_gathered(data, options),
            changes=False,
        )

    def show_question(self, protocol: str, question: str) -> None:
        """Show this page and a question; compute the agreement if it is missing or outdated."""
        self.go.emit(self.key)
        self._wanted = question
        # Choosing another protocol discards the results of the previous one.
        self.protocol.setCurrentIndex(max(0, self.protocol.findData(protocol)))
        if self.analysis is None or self._stale:
            self.compute()
        elif self._job is None:
            self._select_wanted()

    def cancel(self) -> None:
        """Stop waiting for the analysis; its result will be discarded."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self._show()
            self.desk.notices.say(self.tr("Cancelled. Nothing was changed."))
            # The button that was pressed is hidden now.
            target = self.first_control()
            if target is not None:
                target.setFocus()

    def choose_report(self) -> None:
        """Ask where to save the report."""
        if self.analysis is None:
            return
        chosen, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("Save the report as"),
            str(starting_folder() / "report.html"),
            self.tr("Web pages (*.html)"),
        )
        if chosen:
            self.save(report=Path(chosen))

    def save(self, format_: str = "", **where: Any) -> None:
        """Write the report, the tables or the figures, as the command `analyse` does.

        `format_`: the format of the tables or of the figures
        `where`: the paths to write to: `report` is a file, `tables` and `figures` are folders
        """
        if self._results is None:
            return
        results = self._results[self._in_files]
        report = where.get("report")
        # File dialogs of some systems do not add the suffix.
        if report is not None and not report.suffix:
            where["report"] = report.with_suffix(".html")
        self.desk.run(
            self.tr("Writing the report…"),
            lambda workspace, progress: write_outputs(
                # The report has tables of agreement by protocol already.
                workspace,
                results.analysis if report is not None else with_agreements(results),
                table_formats=[format_] if "tables" in where else [],
                figure_formats=[format_] if "figures" in where else [],
                paper=self.with_paper.isChecked(),
                **where,
            ),
            lambda written: self._on_saved(written, where),
            changes=False,
        )

    # Internals
    def _on_gathered(self, data: AgreementData, options: Mapping[str, Any]) -> None:
        self._data = data
        self._options_changed = False
        chosen = str(self.group_by.currentData() or "")
        fields = data.group_fields()
        self.group_by.blockSignals(True)
        self.group_by.clear()
        self.group_by.addItem(self.tr("Group by: none"), "")
        for name in fields:
            shown_name = {"model": self.tr("model"), "source": self.tr("source")}.get(name, name)
            self.group_by.addItem(self.tr("Group by: {field}").format(field=shown_name), name)
        self.group_by.setCurrentIndex(max(0, self.group_by.findData(chosen)))
        self.group_by.blockSignals(False)
        group_by = str(self.group_by.currentData())
        language = current_language()
        self._start(
            lambda check: data.results(
                group_by=group_by, language=language, chosen=options, check=check
            )
        )

    def _regroup(self) -> None:
        data, earlier = self._data, self._results
        if data is None or earlier is None or self._job is not None:
            return
        group_by, language = str(self.group_by.currentData()), current_language()
        self._start(
            lambda check: data.regrouped(
                earlier, group_by=group_by, language=language, check=check
            ),
            self.group_by,
        )

    def _start(
        self, compute: Callable[[Callable[[], None]], Both], control: QWidget | None = None
    ) -> None:
        """Compute results in another thread, which does not use the workspace.

        `compute`: calls its argument between its parts, to end if it was cancelled
        `control`: receives the focus afterwards; None: the first result
        """
        self._then_focus = control
        job = Job(lambda _, cancelled: compute(unless_cancelled(cancelled)), application())
        job.succeeded.connect(self._on_computed)
        job.failed.connect(self._on_failed)
        self._job = job
        self._show()
        self.cancel_button.setFocus()
        job.start_computing()

    def _on_computed(self, results: Both) -> None:
        self._job = None
        is_first = self._results is None
        self._results = results
        self._stale = False
        self._show_results(is_first=is_first)
        self._show()
        # Another section may be shown by now; it keeps the focus.
        if self.isVisible():
            (self._then_focus or self._first_result()).setFocus()

    def _show_results(self, *, is_first: bool = False) -> None:
        """Show the results with names or aliases.

        `is_first`: select the first view; otherwise keep the selected one
        """
        if self._results is None:
            return
        results = self._results[self._on_screen]
        shown = with_agreements(results)
        by_question = [None] if any(one.items for one in results.agreements) else []
        # Tables of agreement by question are left out: the view already shows these values.
        papers = results.analysis.paper_tables
        self._views = [*by_question, *results.analysis.tables, *papers, *shown.figures]
        row = 0 if is_first else self.list.currentIndex()
        # Filling the list changes its current entry; the view is shown once, below.
        self.list.blockSignals(True)
        self.list.clear()
        for view in self._views:
            if view is None:
                name = self.tr("Agreement by question")
            elif isinstance(view, Figure):
                name = self.tr("Figure: {title}").format(title=translate_message(view.title))
            elif view.is_layout:
                name = self.tr("Table {number} of the paper: {title}").format(
                    number=view.key.rpartition("-")[2], title=translate_message(view.title)
                )
            else:
                name = translate_message(view.title)
            self.list.addItem(name)
        self.list.setCurrentIndex(row if 0 <= row < len(self._views) else 0)
        self.list.blockSignals(False)
        if by_question:
            self.by_question.show_results(results, str(self.group_by.currentData() or ""))
        self._show_view(self.list.currentIndex())
        self._select_wanted()
        self._show()

    def _select_wanted(self) -> None:
        wanted, self._wanted = self._wanted, ""
        # The agreement by question comes first, if there is any.
        if wanted and self._views and self._views[0] is None:
            self.list.setCurrentIndex(0)
            self.by_question.select_question(wanted)

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self._show()
        self.desk.notices.error(error)

    def _on_saved(self, written: list[str], where: dict[str, Path]) -> None:
        place = next(iter(where.values()))
        self.desk.notices.say(
            self.tr("Saved {file}.").format(file=str(place))
            if "report" in where
            else self.tr("Saved %n file(s) in {folder}.", "", len(written)).format(
                folder=str(place)
            )
        )

    def _show_formats(self, below: QWidget, menu: QMenu, _checked: bool = False) -> None:
        # Not the menu of the button: that would block until it is closed.
        at = below if below.isVisible() else self.page_actions.more_button
        menu.popup(at.mapToGlobal(at.rect().bottomLeft()))
        menu.setActiveAction(menu.actions()[0])

    def _choose_folder(self, what: str, format_: str, _checked: bool = False) -> None:
        if self.analysis is None:
            return
        chosen = QFileDialog.getExistingDirectory(
            self, self.tr("Choose a folder"), str(starting_folder())
        )
        if chosen:
            self.save(format_, **{what: Path(chosen)})

    def _first_result(self) -> QWidget:
        some = self.analysis is not None and self.analysis.tables
        if some:
            return self.list
        hidden = self.compute_button.isHidden()
        return self.page_actions.more_button if hidden else self.compute_button

    def _on_protocol(self) -> None:
        """Show the options of the chosen protocol, and no results."""
        key = self.protocol.currentData()
        forms = {one.key: one.analysis_options for one in self.overview.protocols}
        form = forms.get(key)
        self.options_button.setChecked(False)
        self._has_options = form is not None
        self.options.show_form(form or NoOptions)
        # The controls are new, and come after the row above them.
        for one, following in pairwise([self.with_paper, *self.options.controls.values()]):
            QWidget.setTabOrder(one, following)
        self._results = self._data = None
        self._show()

    def _on_option(self) -> None:
        self._options_changed = self.analysis is not None
        self._show()

    def _takes_one(self) -> bool:
        """Return whether one person's answer per item is enough for most tables.

        This applies to protocols that assign the items of a group to different people (`apart`).
        """
        key = self.protocol.currentData()
        return any(one.key == key and one.apart for one in self.overview.protocols)

    def _show(self) -> None:
        self._show_parts()
        self.settled.emit()

    def _show_parts(self) -> None:
        some = bool(self.overview.annotations)
        at_work = self._job is not None
        found = self.analysis is not None
        tables = self.analysis is not None and bool(self.analysis.tables)
        # At most one of these is visible: no answers yet, ready to compute, results, computing.
        self.nothing.setVisible(not some)
        self.ready.setVisible(some and not found and not at_work)
        self.results.setVisible(some and tables and not at_work)
        self.working.setVisible(at_work)
        self.protocol.setVisible(some and self.protocol.count() > 1)
        has_results = some and tables and not at_work
        self.page_actions.offer(self.compute_button, some and found and not at_work)
        self.page_actions.offer(self.options_button, some and self._has_options)
        for one in (self.save_tables, self.save_figures):
            self.page_actions.offer(one, has_results)
        # Commands find these buttons also while they are hidden.
        why_not = self.tr("Compute the agreement first.") if some and not has_results else ""
        for one in (self.save_tables, self.save_figures, self.save_report):
            one.setAccessibleDescription(why_not)
        self.tools.setVisible(some and (self._has_options or (found and not at_work)))
        self.options_pane.setVisible(some and self._has_options and self.options_button.isChecked())
        for shown_with in (self.list, self.save_report, self.names):
            shown_with.setVisible(has_results)
        # Studies with a form of their own have no paper.
        has_paper = self.analysis is not None and bool(self.analysis.paper_tables)
        self.with_paper.setVisible(has_results and has_paper)
        by_question = has_results and None in self._views
        self.group_by.setVisible(by_question and self.group_by.count() > 1)
        # The view of agreement by question has panes of its own.
        is_pane = not (has_results and self.views.currentWidget() is self.by_question)
        self.content.setProperty("kind", "pane" if is_pane else "")
        self.content.style().polish(self.content)
        edge = 16 if is_pane else 0
        self.content_layout.setContentsMargins(edge, edge and 12, edge, edge and 12)
        both = self.overview.shared
        self.ready.heading.setText(self.tr("%n answer(s) so far", "", self.overview.annotations))
        self.ready.words.setText(
            self.tr("%n item(s) have answers by two or more people.", "", both)
            if both
            else self.tr("Most tables need only one person per item.")
            if self._takes_one()
            else self.tr(
                "No item has answers by two people yet, so there is no agreement to compute. "
                "Other tables may already contain values."
            )
        )
        words = []
        if has_results:
            words.append(
                (
                    self.tr("You see names. Copies and saved files contain aliases."),
                    self.tr("You see aliases. Copies and saved files contain them, too."),
                    self.tr("Copies and saved files contain the names of people and models."),
                )[self.names.currentIndex()]
            )
            language = self.overview.language
            if language != current_language():
                words.append(
                    self.tr(
                        "Saved files and copied figures are in the project’s language: {language}."
                    ).format(language=LANGUAGE_NAMES.get(language, language))
                )
        if self.overview.withdrawn:
            words.append(
                self.tr(
                    "%n answer(s) from people who withdrew their consent are excluded.",
                    "",
                    self.overview.withdrawn,
                )
            )
        if found and not tables:
            words.append(
                self.tr("There are no results to analyse yet. Conflicting answers are excluded.")
            )
        elif found and not both and not self._takes_one():
            words.append(
                self.tr(
                    "Not enough data for agreement: no item has answers from two people yet. "
                    "Values that cannot be computed are shown as a dash."
                )
            )
        if found and self._data is not None:
            words.append(translate_message(self._data.set_aside.note))
        if found and self._stale:
            words.append(self.tr("The project has changed since these results were computed."))
        if found and self._options_changed:
            words.append(self.tr("Compute again to use the changed options."))
        facts = []
        disputed = self.overview.shared_in_conflict
        if some and both and disputed:
            facts.append(
                self.tr("%n item(s) with two or more answers;", "", both)
                + " "
                + self.tr("%n more are in conflict.", "", disputed)
            )
        elif some and both:
            facts.append(self.tr("%n item(s) with two or more answers.", "", both))
        if some:
            facts.append(self.tr("Conflicting answers are excluded."))
        self.facts.setText(" ".join(facts))
        self.state.setText(" ".join(filter(None, words)))
        self.state.setVisible(bool(words))

    def _show_view(self, row: int) -> None:
        if self.analysis is None or not 0 <= row < len(self._views):
            return
        view = self._views[row]
        self.list.setToolTip(plain_tip(self.list.currentText()))
        if view is None:
            self.views.setCurrentWidget(self.by_question)
        elif isinstance(view, Figure):
            self.views.setCurrentWidget(self.figure)
            self.figure.show_figure(view, self._public(view), self.overview.language)
        else:
            self.views.setCurrentWidget(self.table_page)
            self._show_table(view)
        self._show()

    def _public(self, figure: Figure) -> Figure:
        """Return the figure to copy or save in place of the shown one; its names may differ."""
        assert self._results is not None
        figures = with_agreements(self._results[self._in_files]).figures
        return next(one for one in figures if one.key == figure.key)

    def _show_table(self, found: FoundTable) -> None:
        analysis = self.analysis
        self.name.setText(translate_message(found.title))
        self.table.setAccessibleName(translate_message(found.title))
        self.table.show_columns(columns_of(found), list(found.rows))
        # Notes on the whole analysis are shown with its first table.
        is_first = analysis is not None and found is next(iter(analysis.tables), None)
        notes = [found.note, *(analysis.notes if analysis is not None and is_first else ())]
        if is_first and self._views[0] is not None:
            notes.insert(
                0,
                self.tr(
                    "No two people have answered the same question about an item, so there is no "
                    "agreement by question. The tables show what this protocol compares."
                ),
            )
        self.note.setText("\n".join(translate_message(note) for note in notes if note))
        self.note.setVisible(any(notes))

    def _build_ui(self) -> None:
        for widget in (
            self.protocol,
            self.list,
            self.names,
            self.tools,
        ):
            self.bar.addWidget(widget)
        self.page_buttons.addWidget(self.group_by)
        self.page_buttons.addWidget(self.save_report)
        self.working = QWidget()
        work = QHBoxLayout(self.working)
        work.setContentsMargins(0, 0, 0, 0)
        work.setSpacing(12)
        work.addWidget(label(self.tr("Computing…")))
        work.addWidget(self.busy_bar, 1)
        work.addWidget(self.cancel_button)
        self.table_page = QWidget()
        right = QVBoxLayout(self.table_page)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(8)
        right.addWidget(self.name)
        right.addWidget(self.table, 100)
        right.addWidget(self.note)
        right.addStretch(1)
        self.views = self.results = QStackedWidget()
        for view in (self.by_question, self.table_page, self.figure):
            self.views.addWidget(view)
        self.body.addLayout(self.bar)
        self.options_pane = QFrame()
        self.options_pane.setProperty("kind", "pane")
        inside = QVBoxLayout(self.options_pane)
        inside.setContentsMargins(16, 12, 16, 12)
        inside.addWidget(self.options)
        # Beside the text, because the bar is full in German.
        below = QWidget()
        self._below = bare(QHBoxLayout(below), 8)
        self._below.addWidget(self.state, 1)
        self._below.addWidget(self.with_paper)
        self.body.addWidget(below)
        self.content = QFrame()
        self.content_layout = QVBoxLayout(self.content)
        self.content_layout.setSpacing(8)
        self.content_layout.addWidget(self.working)
        for part in (self.results, self.ready, self.nothing):
            self.content_layout.addWidget(part, 100)
        self.content_layout.addStretch(1)
        # At 200 % text, the page is higher than the window.
        self.area = PlainScrollArea()
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page = QWidget()
        in_column(self.options_pane, (self.content, 1), on=page, margins=0, gap=8)
        self.area.set_page(page)
        self._page = page.layout()
        self.body.addWidget(self.area, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self.page_actions.arrange()
        # With large text, the results get the room above it.
        place = self._page if self.width() < self.theme.px(_TOOLS_FIT) else self._below
        if place is not None and place.indexOf(self.with_paper) < 0:
            place.addWidget(self.with_paper)

    def _apply_theme(self) -> None:
        self._arrange()
        self.list.setMinimumWidth(self.theme.px(280))


def _cell(place: int, words: bool, row: Sequence[Any]) -> Any:
    """Return a cell of a row; with `words`, its text is translated."""
    value = row[place]
    return translate_message(value) if words and isinstance(value, str) else value


def columns_of(table: FoundTable) -> list[Col]:
    """Return the columns of a table for display, without columns that have no values.

    In the layout of a paper, a value and its error are one cell, and the best values are bold.
    """
    # Imported here because templates of reports are slow to load.
    from desktop_app.table_files import best_cells

    places = {column.key: place for place, column in enumerate(table.columns)}
    inside = {key for column in table.columns for key in column.beside if table.is_layout}
    best = best_cells(table) if table.is_layout else set()
    columns = []
    for place, column in enumerate(table.columns):
        values = [row[place] for row in table.rows]
        # The first column says what a row is about, so it is never left out.
        if place and not any(value not in (None, "") for value in values):
            continue
        if column.key in inside:
            continue
        title = translate_message(column.title)
        # There is no line for the group above the titles.
        if column.group and [one.title for one in table.columns].count(column.title) > 1:
            title = f"{translate_message(column.group)}: {title}"
        show = partial(_cell, place, column.words)
        errors = [places[key] for key in column.beside] if table.is_layout else []
        bold = [table.rows[row] for row, at in best if at == place]
        columns.append(
            Col(
                title,
                partial(_with_errors, place, errors, table) if errors else show,
                number=any(isinstance(value, int | float) for value in values),
                order=show if errors else None,
                digits=column.digits,
                is_bold=partial(_is_among, bold) if bold else None,
            )
        )
    return columns


def _with_errors(place: int, errors: Sequence[int], table: FoundTable, row: Sequence[Any]) -> Any:
    """Return a value of a row with what a printed table has in the same cell."""
    if any(row[one] is None for one in (place, *errors)):
        return row[place]
    parts = [shown(row[one], table.columns[one].digits) for one in (place, *errors)]
    return table.columns[place].pattern.format(*parts)


def _is_among(rows: Sequence[Sequence[Any]], row: Sequence[Any]) -> bool:
    return any(one is row for one in rows)
