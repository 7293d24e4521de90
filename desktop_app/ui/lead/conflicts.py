"""Conflicts section: decides between versions, and between annotators who disagree.

The module is longer than most because two lists, the case, and the jobs that read and save them
must stay in sync.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import AppError, RefusedError
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.case_drafts import CaseDrafts, Draft, kept_drafts, restored
from desktop_app.ui.lead.case_layout import CaseArea, CaseTabs, HeadButtons
from desktop_app.ui.lead.case_list import CaseSide
from desktop_app.ui.lead.case_view import CaseView
from desktop_app.ui.lead.layout import primary
from desktop_app.ui.lead.navigation import Pill
from desktop_app.ui.lead.page_keys import PageKey, ShownKeys
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import shown
from desktop_app.ui.messages import current_language, error_text, page_error_text
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.parts import EmptyState, Outcome, button
from desktop_app.workspace.adjudicating import (
    Choice,
    Decided,
    Note,
    Undone,
    decide_case,
    recent_reasons,
    take_latest,
    undo_decision,
)
from desktop_app.workspace.cases import (
    Case,
    CaseId,
    CaseLine,
    What,
    case_of,
    conflict_lines,
    disagreement_lines,
    question_titles,
)
from desktop_app.workspace.overview import Overview
from desktop_app.workspace.workspace import Workspace

_TABS: tuple[What, What] = ("versions", "annotators")


@dataclass(frozen=True)
class Loaded:
    """The result of a job: the lists, the case to show, and reasons.

    `drafts`: the decisions that were begun, as they are saved
    `problem`: why the case cannot be shown
    `questions`: {key: text} of the questions on which annotators disagree
    """

    lines: dict[What, list[CaseLine]]
    case: Case | None
    reasons: tuple[str, ...]
    drafts: Mapping[CaseId, dict[str, Any]]
    problem: AppError | None = None
    questions: Mapping[str, str] = field(default_factory=dict)


class ConflictsSection(Section):
    """Lists the cases to decide; shows the versions of the selected one side by side."""

    key = "conflicts"
    icon = "conflicts"
    side: CaseSide
    case_view: CaseView

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("ConflictsSection", "Conflicts")

    @classmethod
    def pill_of(cls, overview: Overview) -> Pill | None:
        number = overview.conflicts + overview.outdated_decisions
        return Pill(shown(number), "warning") if number else None

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(desk, theme, panes=True)
        self._lines: dict[What, list[CaseLine]] = {"versions": [], "annotators": []}
        # Whether the lists must be read again before they are shown.
        self._is_stale, self._has_loaded = True, False
        self._decided = self._outdated = 0
        self.drafts = CaseDrafts(desk, self)
        # The case that was selected last in each tab.
        self._selected: dict[What, CaseId] = {}
        self.reader = CaseReader(
            desk,
            self,
            lambda: self._selected.get(self.tabs.what),
            lambda: self._lines[self.tabs.what],
            lambda: self.case_view.case,
        )
        self._done_here = 0
        self._is_waiting, self._wish = False, ""
        self._make_parts()
        self._build_ui()
        self._connect()
        self._on_tab("versions", load=False)

    # For the page
    def first_control(self) -> QWidget | None:
        if self.scrolled.isHidden():
            return self.merge_button if self.other_button.isHidden() else self.other_button
        return self.case_view.first_control() if self.case_view.case else self.side.list

    def page_keys(self) -> list[PageKey]:
        """Return the keys of the page: those of the table, the page and the editor of texts."""
        return [
            *self.case_view.table.page_keys(),
            *_own_keys(self.case_view.confirm, self.postpone, self._leave),
            PageKey(("Ctrl+Z",), self.tr("Undo the last decision"), lambda _: self.undo()),
            *self.case_view.own.page_keys(),
        ]

    def filter_control(self) -> QWidget | None:
        return self.side.question if self.tabs.what == "annotators" else None

    def keep_draft(self) -> bool:
        return self.drafts.keep()

    def page_state(self) -> object:
        return self.tabs.what, dict(self._selected)

    def restore_page(self, state: object) -> None:
        if isinstance(state, tuple):
            what, self._selected = state
            self._on_tab(what)

    def show_overview(self) -> None:
        self._is_stale = True
        # `_on_saved` reads the lists itself, so it comes first.
        QTimer.singleShot(0, self, self._load_if_stale)
        self._show_counts()

    def show_versions(self) -> None:
        """Show the tab with conflicts between versions."""
        self._on_tab("versions")

    def show_outdated(self) -> None:
        """List only the items whose decision is outdated."""
        self.side.show_part("outdated")
        self.filter_button.setChecked(True)
        self._selected.pop("annotators", None)
        self._on_tab("annotators")

    def show_item(self, item: str) -> None:
        """Show the case about an item: a conflict if there is one, else a disagreement."""
        for what in _TABS:
            for line in self._lines[what]:
                if line.item == item:
                    self._selected[what] = line.id
                    self._on_tab(what)
                    return
        self._wish = item
        self._load_if_stale()

    # Deciding
    def save(self) -> None:
        """Save the decision and show the next case; with fields left, go to the first one."""
        case = self.case_view.case
        if case is None or not self.case_view.table.is_editable:
            return
        if not self.case_view.is_complete:
            self.case_view.go_to_open()
            return
        choice, note = self.case_view.choice(), self.case_view.draft.note
        following, lines = self._following(case.id), self._lines
        self.outcome.hide()
        self.desk.run(
            self.tr("Saving the decision…"),
            lambda workspace, progress: _save_and_read(
                workspace, case, choice, note, following, lines
            ),
            lambda loaded: self._on_saved(case.id, loaded),
            self._on_refused,
        )

    def _following(self, case: CaseId) -> list[CaseId]:
        """Return the cases to decide next; after all outdated ones, the undecided ones."""
        following = self.side.following(case)
        if following or self.side.decided.currentData() != "outdated":
            return following
        lines = self._lines[self.tabs.what]
        return [one.id for one in lines if not (one.is_decided or one.id == case)]

    def postpone(self) -> None:
        """Show the next case without a decision."""
        case = self.case_view.case
        if case is None:
            return
        following = self.side.following(case.id)
        if following:
            self._select(following[0], read=True)

    def undo_problem(self) -> str:
        return self.desk.read_only_why or _refusal_words(self.overview)

    def undo(self) -> None:
        """Undo the last decision and show its case again."""
        if not self.undo_button.isEnabled():
            # It can never be undone, so that the change before it comes next.
            self.desk.forget(self.key)
            # Not the tooltip, which is marked up.
            self.outcome.say(self.undo_button.accessibleDescription())
            return
        self.outcome.hide()

        def task(workspace: Workspace, progress: Progress) -> Any:
            undone = undo_decision(workspace)
            return undone, _read(workspace, undone.cases[0], current_language())

        self.desk.run(
            self.tr("Undoing the decision…"),
            task,
            lambda result: self._on_undone(*result),
            self._on_refused,
        )

    # Internals, results of jobs
    def _on_saved(self, decided: CaseId, loaded: Loaded) -> None:
        self.desk.remember(self.key)
        self.drafts.forget(decided)
        self.keep_draft()
        self._done_here += decided[0] == "versions"
        self._on_loaded(loaded)
        self.focus_on(self.first_control())

    def _on_undone(self, undone: Undone, loaded: Loaded) -> None:
        self.desk.forget(self.key)
        cases = undone.cases
        # The choices come back, so that the lead can correct one of them.
        if loaded.case is not None and len(cases) == 1:
            self.drafts.put(loaded.case, restored(loaded.case, undone))
        self._done_here = max(0, self._done_here - sum(one[0] == "versions" for one in cases))
        what = cases[0][0]
        self._selected[what] = cases[0]
        self.tabs.choose(what)
        self._on_loaded(loaded)
        case = loaded.case
        self.outcome.say(
            self.tr("The decision on {item} was undone.").format(item=case.name)
            if case is not None and len(cases) == 1
            else self.tr("%n decision(s) undone.", "", len(cases))
        )
        self.case_view.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_latest(self, decided: Decided, loaded: Loaded) -> None:
        if decided.count:
            self.desk.remember(self.key)
        self._done_here += decided.count
        left = {line.id for line in loaded.lines["versions"]}
        for case in self.drafts.begun:
            if case[0] == "versions" and case not in left:
                self.drafts.forget(case)
        self._on_loaded(loaded)
        self.outcome.say(
            self.tr("%n conflict(s) resolved.", "", decided.count),
            list(decided.refused),
            "warn" if decided.refused else "info",
        )
        self.focus_on(self.first_control())

    def _on_refused(self, error: AppError) -> None:
        self.case_view.say_problem(page_error_text(error))
        # The answers may have changed in the meantime, so they are read again.
        if isinstance(error, RefusedError):
            self._is_stale = True

    def _on_loaded(self, loaded: Loaded) -> None:
        self._is_stale, self._has_loaded = False, True
        self._lines = loaded.lines
        self._decided = sum(line.is_decided for line in loaded.lines["annotators"])
        self._outdated = sum(line.is_outdated for line in loaded.lines["annotators"])
        self.side.lines = loaded.lines
        # Otherwise the list would be empty after the last of them.
        if not self._outdated and self.side.decided.currentData() == "outdated":
            is_done = self._decided == len(loaded.lines["annotators"])
            self.side.show_part("all" if is_done else "undecided")
            self.outcome.say(self.tr("Nothing is outdated any more."))
        self.drafts.load(loaded.drafts)
        self._say_discarded(self.drafts.drop_outdated(loaded.lines))
        self.side.fill_questions(loaded.questions)
        self.case_view.show_recent(loaded.reasons)
        case = loaded.case
        if case is not None:
            self._selected[case.what] = case.id
        self._fill()
        self._show_case(case if case is not None and case.what == self.tabs.what else None)
        if loaded.problem is not None:
            self.case_view.say_problem(error_text(loaded.problem))

    def _say_discarded(self, names: list[str]) -> None:
        if names:
            self.outcome.say(
                self.tr("%n draft(s) discarded: the answers have changed.", "", len(names)),
                [", ".join(filter(None, names))],
                "warn",
            )

    # Internals, reading
    def _load_if_stale(self) -> None:
        """Read the lists if the page is visible and they are outdated."""
        if not self._is_stale or not self.isVisible() or self.desk.is_busy:
            return
        # Set at once, because jobs may end without a result, and must not be repeated forever.
        self._is_stale = False
        what, wanted = self.tabs.what, self._selected.get(self.tabs.what)
        wish, self._wish = self._wish, ""
        self.desk.run(
            self.tr("Comparing answers…"),
            lambda workspace, progress: _read(workspace, wanted, current_language(), what=what),
            lambda loaded: self._on_first(loaded, wish),
            self._on_refused,
            changes=False,
            asked=False,
        )

    def _on_first(self, loaded: Loaded, wish: str) -> None:
        # The user may have opened the page before there was anything to decide.
        is_open = self.case_view.case is not None and not self.scrolled.isHidden()
        places = (self.side.list, self.merge_button, self.other_button)
        self._is_waiting = not is_open and any(one.hasFocus() for one in places)
        was_empty = not any(self._lines.values())
        self._on_loaded(loaded)
        # Do not begin with an empty list.
        if was_empty and not loaded.lines[self.tabs.what]:
            other = next((what for what in _TABS if loaded.lines[what]), self.tabs.what)
            if other != self.tabs.what:
                self._on_tab(other)
        if self._is_waiting and not self._lines[self.tabs.what]:
            self._is_waiting = False
            self.focus_on(self.first_control())
        selected = self._selected.get("annotators")
        shown_here = {line.id for line in self.side.shown_lines()}
        if self.tabs.what == "annotators" and shown_here and selected not in shown_here:
            self._on_filter()
        if wish and any(line.item == wish for what in _TABS for line in self._lines[what]):
            self.show_item(wish)

    def _show_case(self, case: Case | None) -> None:
        draft = self.drafts.of(case) if case is not None else Draft()
        self.case_view.show_case(case, draft, editable=self.desk.can_write)
        self._show_begun()
        if case is not None and self._is_waiting:
            self._is_waiting = False
            self.open_at(self.case_view.first_control())
        elif self.case_view.table.hasFocus() and self.scrolled.area.verticalScrollBar().value():
            # With large text, the page may be scrolled to the buttons of the previous case.
            self.bring_into_sight(self.case_view.table)

    def _on_drafted(self) -> None:
        case = self.case_view.case
        if case is not None:
            self.drafts.note(case)
            self._show_begun()

    def _show_begun(self) -> None:
        case, begun = self.case_view.case, self.drafts.begun
        self.case_view.show_begun(case is not None and case.id in begun)
        self.side.list.show_begun(begun)

    # Internals, the list
    def _fill(self) -> None:
        """Show the lines of the tab, with the selected one current."""
        self.side.show_shown(self._selected.get(self.tabs.what))
        there = bool(self._lines[self.tabs.what]) or not self._has_loaded
        self.scrolled.setVisible(there)
        self.empty_pane.setVisible(not there)
        # While the other tab has something to decide, nothing new needs to be merged.
        is_left = any(not line.is_decided for line in self._lines[self.tabs.other])
        self.other_button.setVisible(is_left)
        self.merge_button.setVisible(not is_left)
        if self.tabs.what == "versions":
            self.other_button.setText(self.tr("Show disagreements"))
            self.empty.heading.setText(self.tr("No conflicts"))
            self.empty.words.setText(
                self.tr(
                    "If two computers change the same answers, both versions are kept, and you "
                    "decide here."
                )
            )
        else:
            self.other_button.setText(self.tr("Show conflicts"))
            self.empty.heading.setText(self.tr("No disagreements"))
            self.empty.words.setText(
                self.tr("Items that two or more people answered differently will be listed here.")
            )
        self._show_counts()

    def _show_counts(self) -> None:
        conflicts = self.overview.conflicts
        lines = self._lines["annotators"]
        # What is left to decide, as on the other tab.
        number = len(lines) - self._decided if self._has_loaded else 0
        self.tabs.show_numbers(conflicts, number)
        if self.tabs.what == "versions":
            done, total = self._done_here, conflicts + self._done_here
        else:
            done, total = self._decided, len(lines)
        words = self.tr("{done} of {total} decided").format(done=shown(done), total=shown(total))
        if self.tabs.what == "annotators" and self._outdated:
            words += "  ·  " + self.tr("%n outdated", "", self._outdated)
        self.facts.setText(words if total else "")
        is_versions = self.tabs.what == "versions"
        self.latest_button.setVisible(is_versions)
        self.filter_button.setVisible(not is_versions)
        self.allow(self.latest_button, bool(conflicts), self.tr("There are no conflicts."))
        refusal = _refusal_words(self.overview)
        self.allow(self.undo_button, not refusal, refusal)
        if self.undo_button.isEnabled():
            self.undo_button.setToolTip(plain_tip(self.tr("Undo the last decision (Ctrl+Z)")))

    def _select(self, case: CaseId | None, *, read: bool = False) -> None:
        """Make a case the current one of the tab; with `read`, read and show it."""
        if case is not None:
            self._selected[self.tabs.what] = case
            self.side.list.select(case)
            if read:
                self.reader.read()

    def _on_filter(self) -> None:
        lines = self.side.shown_lines()
        selected = self._selected.get(self.tabs.what)
        if lines and not any(line.id == selected for line in lines):
            self._selected[self.tabs.what] = lines[0].id
        self._fill()
        self.reader.read()

    def _on_tab(self, what: What, *, load: bool = True) -> None:
        self.tabs.choose(what)
        self._fill()
        if not load:
            return
        if self._selected.get(what) is None:
            self._select(self.side.first_open())
        if self._selected.get(what) is None:
            self._show_case(None)
        self.reader.read()

    def _show_other(self) -> None:
        """Show the other tab, which has something to decide, and focus its case once it is read."""
        self._is_waiting = True
        self._on_tab(self.tabs.other)
        self.focus_on(self.side.list)

    # Building
    def _make_parts(self) -> None:
        self.tabs = CaseTabs(self.theme)
        self.undo_button = IconButton("undo", self.theme, self.tr("Undo the last decision"))
        self.latest_button = button(self.tr("Use latest for all…"))
        self.filter_button = button(self.tr("Filter"))
        self.filter_button.setCheckable(True)
        self.outcome = Outcome(self.theme, self.tr("Result"))
        self.latest = LatestForAll(
            self.desk,
            self.outcome,
            lambda: self.case_view.draft.note if self.case_view.case is not None else Note(),
        )
        self.side = CaseSide(self.theme)
        self.case_view = CaseView(self.theme)
        self.case_view.before = self.side.list
        # Read at each use, because the names change with the overview.
        self.side.list.label_of = lambda line: _label_of(line, self.overview)
        self.case_view.person_label = lambda person: self.overview.person_label(person)
        self.merge_button = button(self.tr("Go to Merge"))
        self.other_button = primary("")
        self.empty = EmptyState("–", "", self.merge_button)
        inside = self.empty.layout()
        assert isinstance(inside, QVBoxLayout)
        centre = Qt.AlignmentFlag.AlignHCenter
        inside.insertWidget(inside.count() - 1, self.other_button, 0, centre)

    def _build_ui(self) -> None:
        self.facts.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        # With large text, the buttons need the whole row.
        self.facts.setMinimumWidth(1)
        head, column = self.head.layout(), self.layout()
        assert isinstance(head, QHBoxLayout)
        assert isinstance(column, QVBoxLayout)
        head.insertWidget(1, self.tabs)
        self.head_buttons = HeadButtons(
            self,
            self.page_buttons,
            (self.undo_button, self.latest_button, self.filter_button),
            self.theme,
        )
        column.insertLayout(1, self.head_buttons.second_row)
        self.body.addWidget(self.outcome)
        self.scrolled = CaseArea(self.side, self.case_view, self.theme)
        self.area = self.scrolled.area
        self.body.addWidget(self.scrolled, 100)
        self.empty_pane = QFrame()
        self.empty_pane.setProperty("kind", "pane")
        QVBoxLayout(self.empty_pane).addWidget(self.empty)
        self.body.addWidget(self.empty_pane, 100)
        self.empty_pane.hide()

    def _connect(self) -> None:
        self.tabs.clicked.connect(self._on_tab)
        self.tabs.changed.connect(
            lambda what: self.side.show_tab(what, filters=self.filter_button.isChecked())
        )
        self.side.list.chosen.connect(lambda line: self._select(line.id, read=True))
        # The page opens at its top, where large text leaves little room for the table.
        for worked in (self.case_view.table.keyed, self.case_view.table.chosen):
            worked.connect(lambda: self.bring_into_sight(self.case_view.table))
        self.side.list.opened.connect(lambda: self.focus_on(self.case_view.table))
        self.side.filtered.connect(self._on_filter)
        self.filter_button.toggled.connect(self.side.filters.setVisible)
        self.latest_button.clicked.connect(lambda: self.latest.ask(len(self.side.shown_lines())))
        self.reader.found.connect(self._show_case)
        self.reader.missing.connect(self.case_view.say_problem)
        self.reader.failed.connect(self._on_refused)
        self.latest.decided.connect(self._on_latest)
        self.latest.refused.connect(self._on_refused)
        self.outcome.close_button.clicked.connect(self.case_view.focus_table)
        self.undo_button.clicked.connect(self.undo)
        self.other_button.clicked.connect(self._show_other)
        self.merge_button.clicked.connect(lambda: self.go.emit("merge"))
        self.case_view.save_wanted.connect(self.save)
        self.case_view.drafted.connect(self._on_drafted)
        self.case_view.later_wanted.connect(self.postpone)
        self.case_view.item_wanted.connect(self.show_items)
        self.desk.ended.connect(lambda: QTimer.singleShot(0, self, self._load_if_stale))
        # The editor of an own answer has fields that digits answer.
        stack, own = self.case_view.stack, self.case_view.own
        self.keys = ShownKeys(
            self,
            _own_keys(self.case_view.confirm, self.postpone, self._leave),
            self.case_view.table.choice_keys(),
            lambda: stack.currentWidget() is not own,
        )
        stack.currentChanged.connect(self.keys.enable)
        side = self.side
        self.keys.leave_letters(side.question, side.least, side.decided, self.case_view.confidence)
        self.undo_by_keys(self.undo)

    def _leave(self) -> None:
        """Cancel a question or close the answer editor; otherwise clear a choice."""
        if self.outcome.isVisible() and self.outcome.again.isVisible():
            self.outcome.close_button.click()
        elif not self.case_view.leave():
            self.side.list.setFocus()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self._load_if_stale)


def _refusal_words(overview: Overview) -> str:
    """Return why the last decision cannot be undone, or “”."""
    return "" if overview.undo_refusal is None else error_text(overview.undo_refusal)


class CaseReader(QObject):
    """Reads the selected case, unless it is shown already.

    `selected`, `lines`: return the selected case, if there is one, and the lines of the list
    `shown`: returns the case that is shown

    `found`: the case to show, or None
    `missing`: why the selected case cannot be shown; emitted after `found`
    `failed`: the case was not read; with the error
    """

    found = Signal(object)
    missing = Signal(str)
    failed = Signal(object)

    def __init__(
        self,
        desk: JobRunner,
        parent: QObject,
        selected: Callable[[], CaseId | None],
        lines: Callable[[], Sequence[CaseLine]],
        shown: Callable[[], Case | None],
    ) -> None:
        super().__init__(parent)
        self._desk, self._selected, self._lines, self._shown = desk, selected, lines, shown

    def read(self) -> None:
        """Read the selected case; with none selected, show none."""
        wanted, known = self._selected(), self._shown()
        if wanted is None:
            self.found.emit(None)
            return
        if known is not None and known.id == wanted:
            return
        revs = next((one.revs for one in self._lines() if one.id == wanted), ())

        def task(workspace: Workspace, progress: Progress) -> Any:
            try:
                return case_of(workspace, wanted, current_language(), revs)
            except RefusedError as error:
                return error

        if not self._desk.is_busy:
            self._desk.run(
                self.tr("Comparing answers…"), task, self._on_case, self.failed.emit, changes=False
            )

    # Internals
    def _on_case(self, result: Case | RefusedError) -> None:
        if isinstance(result, RefusedError):
            self.found.emit(None)
            self.missing.emit(error_text(result))
        else:
            self.found.emit(result)
            # While it was read, another one may have been selected.
            self.read()


class LatestForAll(QObject):
    """Resolves all conflicts by their latest version, after a question in the page's outcome.

    `note`: returns the note of the decisions

    `decided`: all were decided; the `Decided` and the `Loaded` after it
    `refused`: that was not possible; with the error
    """

    decided = Signal(object, object)
    refused = Signal(object)

    def __init__(self, desk: JobRunner, outcome: Outcome, note: Callable[[], Note]) -> None:
        super().__init__(outcome)
        self._desk, self._outcome, self._note = desk, outcome, note
        outcome.again.clicked.connect(self._take)

    def ask(self, number: int) -> None:
        """Ask whether to resolve this number of conflicts."""
        self._outcome.say(
            self.tr("Resolve %n conflict(s) with the latest version?", "", number),
            [
                self.tr(
                    "The clocks of the computers decide which version is the latest. You can "
                    "undo this."
                )
            ],
            "warn",
        )
        self._outcome.ask(self.tr("Use latest for all"))

    def _take(self) -> None:
        self._outcome.hide()
        note = self._note()

        def task(workspace: Workspace, progress: Progress) -> Any:
            decided = take_latest(workspace, note, progress)
            return decided, _read(workspace, None, current_language())

        self._desk.run(
            self.tr("Resolving conflicts…"),
            task,
            lambda result: self.decided.emit(*result),
            self.refused.emit,
        )


def _own_keys(
    confirm: Callable[[], object], postpone: Callable[[], object], leave: Callable[[], object]
) -> list[PageKey]:
    """Return the keys that work everywhere on the page."""
    translate = QCoreApplication.translate
    return [
        PageKey(
            ("Ctrl+Return", "Ctrl+Enter"),
            translate("ConflictsSection", "Save and go to the next case, or use your own answer"),
            lambda _: confirm(),
        ),
        PageKey(
            ("Alt+Right",),
            translate("ConflictsSection", "Continue without a decision"),
            lambda _: postpone(),
        ),
        PageKey(
            ("Escape",),
            translate("ConflictsSection", "Clear the choice, or go back to the list"),
            lambda _: leave(),
        ),
    ]


def _save_and_read(
    workspace: Workspace,
    case: Case,
    choice: Choice,
    note: Note,
    following: list[CaseId],
    lines: Mapping[What, Sequence[CaseLine]],
) -> Loaded:
    """Save a decision and read the next case. `lines`: both lists before the decision."""
    decide_case(workspace, case, choice, note)
    changed: dict[What, list[CaseLine]] = {
        # Comparing all versions again would take too long.
        "versions": [line for line in lines["versions"] if line.id != case.id],
        # An answer that is not in conflict any more counts among those of the annotators. What was
        # compared before is kept, so that reading these again is fast.
        "annotators": disagreement_lines(workspace)
        if case.what == "versions"
        else [
            replace(line, is_decided=True, is_outdated=False) if line.id == case.id else line
            for line in lines["annotators"]
        ],
    }
    # After the last disagreement, the decided one stays, instead of an empty page. A decided
    # conflict is gone.
    last = case.id if case.what == "annotators" else None
    following_case = following[0] if following else last
    return _read(workspace, following_case, current_language(), changed)


def _read(
    workspace: Workspace,
    wanted: CaseId | None,
    language: str,
    lines: dict[What, list[CaseLine]] | None = None,
    *,
    what: What | None = None,
) -> Loaded:
    """Read the lists and a case.

    `lines`: both lists, if they are known
    `what`: the list whose first undecided case is read if `wanted` no longer exists
    """
    if lines is None:
        lines = {
            "versions": conflict_lines(workspace, language),
            "annotators": disagreement_lines(workspace),
        }
    case, problem = None, None
    if what is not None and wanted not in {line.id for line in lines[what]}:
        undecided = [line.id for line in lines[what] if not line.is_decided]
        wanted = next(iter(undecided or [line.id for line in lines[what]]), None)
    if wanted is not None:
        revs = next((one.revs for one in lines[wanted[0]] if one.id == wanted), ())
        try:
            case = case_of(workspace, wanted, language, revs)
        except AppError as error:
            problem = error
    is_known = any(line.id == wanted for line in lines[wanted[0]]) if wanted else False
    return Loaded(
        lines,
        case,
        recent_reasons(workspace),
        kept_drafts(workspace),
        problem if is_known else None,
        question_titles(workspace, lines["annotators"], language),
    )


def _label_of(line: CaseLine, overview: Overview) -> str:
    """Return how the list calls a case: as *Items* calls its item, if it is about one."""
    entry = overview.index.entry(line.item)
    return entry.line.label if entry is not None else line.name
