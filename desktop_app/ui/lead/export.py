"""Export section: what to export and how, the real files as a preview, checks before publishing.

The data are read from the workspace once, as a copy. Previews are computed from the copy in jobs of
their own, so that other tasks can run meanwhile and no option waits for the workspace.

The module is longer than most because format, options, preview and checks are on one page and
depend on each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QButtonGroup,
    QFileDialog,
    QFrame,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.catalogue import LANGUAGES
from desktop_app.core.errors import AppError
from desktop_app.ui.jobs import Job, Progress, application, unless_cancelled
from desktop_app.ui.lead.export_parts import Format, FormatCards, PreviewProgress
from desktop_app.ui.lead.export_view import ChecksView, FilesView
from desktop_app.ui.lead.layout import combo, form_rows, line_edit, primary
from desktop_app.ui.lead.option_box import CheckOption, RadioOption
from desktop_app.ui.lead.page_keys import PageKey, ShownKeys
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.messages import error_text, moment, translate_message
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.plain_text import PlainScrollArea, shown_keys
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.widgets.parts import EmptyState, button, label, set_kind
from desktop_app.workspace.dataset_card import (
    LICENSES,
    Card,
    detected_languages,
    save_card,
    saved_card,
)
from desktop_app.workspace.export_preview import (
    ExportPreview,
    Request,
    command_of,
    existing_files,
    kinds_of,
    last_export,
    preview_of,
    write_export,
)
from desktop_app.workspace.exporting import REPORT, Content, Prepared, Source, source_of
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.people_codes import codes_of
from desktop_app.workspace.publish_checks import Check
from desktop_app.workspace.workspace import Workspace

# Key of the card with the protocol's own formats.
_OWN = "own"
# Pixels at 100 % text: the width of the options, and the least width for two columns.
_OPTIONS, _BOTH_FIT = 320, 860
# Characters of models' names that fit on a line.
_SHORT = 22
# Names of existing files that a notice lists.
_MOST_LISTED = 4


@dataclass(frozen=True)
class _Loaded:
    """Data that a job has read from the workspace."""

    source: Source
    languages: str
    card: Card
    last: Mapping[str, Any]


class ExportSection(Section):
    """Chooses a format and its content, shows the files, and writes them.

    `decide_again`: show the decisions that are outdated
    """

    decide_again = Signal()
    key = "export"
    icon = "export"

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("ExportSection", "Export")

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(desk, theme, panes=True)
        self.preview: ExportPreview | None = None
        self._source: Source | None = None
        # True if the project has changed since it was read.
        self._stale = True
        self._job: Job | None = None
        # Why these files cannot be written; empty if they can.
        self._problem = ""
        # True if an option was changed while the preview was computed.
        self._again = False
        # A pause, because the preview is not needed after every letter.
        self._typing = QTimer(self, singleShot=True, interval=400)
        self._card = Card()
        self._make_controls()
        self._build_ui()
        self._connect()
        self._show_formats({})
        self._show_controls()
        self._apply_theme()

    @property
    def is_ready(self) -> bool:
        is_read = not self._stale or self.page_area.isHidden()
        return super().is_ready and is_read and self._is_current

    def page_keys(self) -> list[PageKey]:
        keys = ("Ctrl+Return", "Ctrl+Enter")
        return [PageKey(keys, self.tr("Export to folder"), lambda _: self.choose_folder())]

    def show_overview(self) -> None:
        self._stale = True
        # Discarded, because exporting it would write the earlier state.
        self.preview = None
        some = bool(self.overview.items or self.overview.annotations)
        self.empty_pane.setVisible(not some)
        self.page_area.setVisible(some)
        for one in (self.copy_command, self.export_button):
            one.setVisible(some)
        self._allow_export()
        self._load_soon()

    def first_control(self) -> QWidget | None:
        if not (self.overview.items or self.overview.annotations):
            return self.to_items
        return next((card for card in self.cards.cards if card.isChecked()), None)

    def request(self) -> Request:
        """Return what is chosen on the page."""
        format_ = self.cards.key
        return Request(
            format_=str(self.own.currentData()) if format_ == _OWN else format_,
            what=self.what.currentData() if format_ not in (_OWN, REPORT) else None,
            content=Content(
                final=self.final.isChecked(),
                comments=self.comments.isChecked(),
                times=self.times.isChecked(),
                codes=self.codes.isChecked(),
                reveal_models=self.reveal.isChecked(),
                background=not self.no_background.isChecked(),
                custom_fields=self.custom_fields.isChecked(),
            ),
            card=Card(
                str(self.license.currentData()),
                self.version.text().strip(),
                self.citation.text().strip(),
                self.languages.text().strip(),
            ),
        )

    def choose_folder(self) -> None:
        """Ask where to write the files, then write them."""
        preview = self.preview
        if preview is None or not self._is_current:
            self.desk.notices.say(self.export_button.accessibleDescription())
            return
        chosen = QFileDialog.getExistingDirectory(
            self, self.tr("Choose a folder for the export"), str(starting_folder())
        )
        if not chosen:
            return
        folder, request = Path(chosen), self.request()
        existing = existing_files(preview.prepared, folder)
        if not existing:
            self._write(preview.prepared, request, folder)
            return
        names = ", ".join(existing[:_MOST_LISTED]) + (" …" if existing[_MOST_LISTED:] else "")
        self.desk.notices.offer(
            self.tr("%n file(s) already exist in {folder}: {names}.", "", len(existing)).format(
                folder=str(folder), names=names
            ),
            self.tr("Nothing was written. Replace existing files, or choose another folder."),
            "warn",
            self.tr("Replace"),
            lambda: self._write(preview.prepared, request, folder),
        )

    def copy_as_command(self) -> None:
        """Copy the command that writes the same files."""
        several = len(self.overview.protocols) > 1
        protocol = str(self.protocol.currentData()) if several else ""
        command = command_of(self.request(), self.overview.folder, protocol, "export")
        QApplication.clipboard().setText(command)
        self.desk.notices.say(self.tr("Command copied."), command)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._load_soon()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        card = self.request().card
        # Exporting saves the card, too; saving it here keeps it even without an export.
        if card != self._card and self.desk.can_write and not self.desk.is_busy:
            self._card = card
            self.desk.run(
                self.tr("Saving the dataset card…"),
                lambda workspace, progress: save_card(workspace, card),
                lambda result: None,
                changes=False,
                asked=False,
            )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_room()

    # Internals, data
    def _load_soon(self) -> None:
        """Read the data from the workspace if necessary, after the current event."""
        # Later, because a job that has just ended may start the next task itself, which goes first.
        QTimer.singleShot(0, self, self._load)

    def _load(self) -> None:
        is_shown = self.isVisible() and not self.page_area.isHidden()
        if not self._stale or not is_shown or self.desk.is_busy:
            return
        self._stale = False
        key = self.protocol.currentData()

        def task(workspace: Workspace, progress: Progress) -> _Loaded:
            source = source_of(workspace, key)
            languages = ", ".join(detected_languages(source.dataset))
            return _Loaded(source, languages, saved_card(workspace), last_export(workspace))

        self.desk.run(
            self.tr("Collecting the data…"),
            task,
            self._on_loaded,
            lambda error: self._fail(error, is_loaded=False),
            changes=False,
            asked=False,
        )

    def _on_loaded(self, loaded: _Loaded) -> None:
        self._source = loaded.source
        self._show_last(loaded.last)
        # What the card states if the field is empty.
        self.languages.setPlaceholderText(
            self.tr("Detected: {code}").format(code=loaded.languages)
            if loaded.languages
            else self.tr("Such as en, de")
        )
        if loaded.card != self._card:
            self._card = loaded.card
            self._show_card(loaded.card)
        self._show_formats(loaded.source.protocol.formats)
        self._show_kinds(loaded.source)
        self._compute()

    def _on_format(self) -> None:
        # By default, only a folder to publish is without custom fields.
        self.custom_fields.blockSignals(True)
        self.custom_fields.setChecked(self._custom[self.cards.key == "hf"])
        self.custom_fields.blockSignals(False)
        self._compute()

    def _on_custom_fields(self, is_on: bool) -> None:
        self._custom[self.cards.key == "hf"] = is_on
        self._compute()

    def _on_typed(self) -> None:
        """Compute the preview again when a field of the card was edited."""
        self._typing.start()
        # Until then, the preview is that of the earlier text, and must not be written.
        self._allow_export()

    def _compute(self) -> None:
        """Compute the preview of the chosen export from the copy of the data."""
        self._typing.stop()
        self._problem = ""
        self._show_controls()
        source = self._source
        if source is None:
            return
        if self._job is not None:
            self._again = True
            return
        request = self.request()

        def work(_: Progress, cancelled: Callable[[], bool]) -> object:
            check = unless_cancelled(cancelled)
            preview = preview_of(source, request, check)
            check()
            return preview, {language: source.methods(language) for language in LANGUAGES}

        job = Job(work, application())
        job.succeeded.connect(self._on_computed)
        job.failed.connect(self._on_failed)
        self._job = job
        self.progress.start()
        self._allow_export()
        job.start_computing()

    def _cancel(self) -> None:
        """Ignore the preview that is computed; a change of an option computes it again."""
        if self._job is not None:
            self._job.cancel()
        self._job, self._again = None, False
        self.preview = None
        self._allow_export()

    def _on_computed(self, result: tuple[ExportPreview, dict[str, str]]) -> None:
        self._job = None
        if self._again:
            self._again = False
            self._compute()
            return
        self.progress.end()
        self.preview, methods = result
        self.view.show_files(self.preview.files, methods)
        self.checks.show_checks(self.preview.checks)
        self.all_answers.set_note(self.tr("%n row(s), one per answer", "", self.preview.answers))
        self.final.set_note(
            self.tr("%n row(s): your decision, else the majority", "", self.preview.final)
        )
        self._allow_export()

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self.progress.end()
        if self._again:
            self._again = False
            self._compute()
        elif isinstance(error, AppError):
            self._fail(error)
        else:
            self.preview = None
            self._allow_export()
            self.desk.notices.error(error)

    def _fail(self, error: AppError, *, is_loaded: bool = True) -> None:
        """Show in place of the preview why these files cannot be written."""
        if not is_loaded:
            self._source = None
        self.preview = None
        self._problem = error_text(error)
        self.view.show_problem(self._problem)
        self.checks.show_checks(())
        self._allow_export()

    def _write(self, prepared: Prepared, request: Request, folder: Path) -> None:
        remember = self.desk.can_write

        def task(workspace: Workspace, progress: Progress) -> Mapping[str, Any]:
            write_export(workspace, prepared, request, folder, remember=remember)
            return last_export(workspace) if remember else {}

        def then(last: Mapping[str, Any]) -> None:
            self._card = request.card
            self._show_last(last)
            self.desk.notices.say(
                self.tr("Saved %n file(s) in {folder}.", "", len(prepared.files)).format(
                    folder=str(folder)
                )
            )

        self.desk.run(self.tr("Writing the export…"), task, then, changes=False)

    # Internals, what is shown
    def _show_formats(self, own: Mapping[str, str]) -> None:
        formats = [
            Format("csv", "CSV", self.tr("One row per answer. For Excel, R, pandas."), "*.csv"),
            Format("jsonl", "JSONL", self.tr("One line per row, with lists and spans."), "*.jsonl"),
            Format(
                "parquet", "Parquet", self.tr("Typed columns. Fast for large data."), "*.parquet"
            ),
            Format(
                "hf",
                self.tr("Hugging Face folder"),
                self.tr("Parquet, dataset card and Croissant metadata."),
                "data/*.parquet",
            ),
            Format(
                REPORT,
                self.tr("Report"),
                self.tr("One page with agreement, charts and methods."),
                "report.html",
            ),
        ]
        if own:
            formats.append(
                Format(
                    _OWN,
                    self.tr("More formats"),
                    self.tr("Formats specific to this protocol, for example for training data."),
                    "*.jsonl",
                )
            )
        names = [self.own.itemData(place) for place in range(self.own.count())]
        if self.cards.cards and names == list(own):
            return
        self.own.blockSignals(True)
        self.own.clear()
        for name, words in own.items():
            self.own.addItem(name, name)
            self.own.setItemData(
                self.own.count() - 1,
                translate_message(words),
                Qt.ItemDataRole.AccessibleDescriptionRole,
            )
        self.own.blockSignals(False)
        chosen = self.cards.key if self.cards.cards else "csv"
        known = [one.key for one in formats]
        self.cards.show_formats(formats, chosen if chosen in known else "csv")

    def _show_kinds(self, source: Source) -> None:
        chosen = self.what.currentData()
        self.what.blockSignals(True)
        self.what.clear()
        self.what.addItem(self.tr("All kinds of rows"), None)
        for kind, title in kinds_of(source).items():
            self.what.addItem(translate_message(title), kind)
        self.what.setCurrentIndex(max(0, self.what.findData(chosen)))
        self.what.blockSignals(False)

    def _show_card(self, card: Card) -> None:
        self.license.blockSignals(True)
        if self.license.findData(card.license) < 0:
            # A licence from the command line.
            self.license.addItem(card.license, card.license)
        self.license.setCurrentIndex(self.license.findData(card.license))
        self.license.blockSignals(False)
        self.version.setText(card.version)
        self.citation.setText(card.citation)
        self.languages.setText(card.languages)

    def _show_last(self, last: Mapping[str, Any]) -> None:
        if last:
            self.facts.setText(
                self.tr("Last export: {time}, {format}, {rows}").format(
                    time=moment(str(last["time"])),
                    format=str(last["format"]),
                    rows=self.tr("%n row(s)", "", int(last["rows"])),
                )
            )

    def _show_controls(self) -> None:
        """Show the options that the chosen format has."""
        key = self.cards.key
        tables = key not in (REPORT, _OWN)
        for one in (self.what, self.what_label, self.all_answers, self.final):
            one.setVisible(tables)
        self.content.setVisible(key != REPORT)
        # In a report, people are always named A, B, C.
        self.codes.setVisible(key != REPORT)
        self.no_background.setVisible(tables)
        self.own.setVisible(key == _OWN)
        self.own_label.setVisible(key == _OWN)
        self.own_words.setVisible(key == _OWN)
        words = self.own.currentData(Qt.ItemDataRole.AccessibleDescriptionRole)
        self.own_words.setText(str(words or ""))
        self.card_part.setVisible(key == "hf")
        self.report_words.setVisible(key == REPORT)
        source = self._source
        if source is None:
            return
        models = sorted(source.dataset.aliases)
        self.reveal.setEnabled(source.may_reveal and bool(models))
        names = ", ".join(models)
        self.reveal.set_note(
            self.tr("No models are named in this project")
            if not models
            else self.tr("Aliases such as {alias} replace their names").format(
                alias=source.dataset.aliases[models[0]]
            )
            if not self.reveal.isChecked()
            else self.tr("Model names in the data: {models}").format(models=names)
            if len(names) <= _SHORT
            else self.tr("%n model(s) are named in the data", "", len(models))
        )
        people = sorted({one.annotator for one in source.dataset.annotations})
        code = codes_of(source.dataset, source.seed)[people[0]] if people else ""
        self.codes.set_note(
            self.tr("{person} becomes {code}").format(person=people[0], code=code) if people else ""
        )

    @property
    def _is_current(self) -> bool:
        """Whether the preview, if there is one, matches the choices on the page."""
        return self._job is None and not self._typing.isActive()

    def _allow_export(self) -> None:
        ready = self.preview is not None and self._is_current
        why_not = self.tr("Wait until the preview is ready.")
        if self._is_current and not self._stale:
            why_not = self._problem or self.tr("Compute the preview first.")
        # Not `allow`: exporting does not change the project, so it works in a read-only one.
        self.export_button.setEnabled(ready)
        self.export_button.setAccessibleDescription("" if ready else why_not)
        self.copy_command.setEnabled(self._source is not None)
        self.copy_command.setAccessibleDescription("" if self._source is not None else why_not)
        self._order_stops()
        self.settled.emit()

    def _order_stops(self) -> None:
        """Set the Tab order again, because cards, tabs and checks can be replaced."""
        stops: list[QWidget] = [
            *(self.copy_command, self.export_button, *self.cards.cards, self.protocol, self.own),
            *(self.what, self.all_answers, self.final, self.comments, self.times),
            *(
                self.custom_fields,
                self.codes,
                self.reveal,
                self.no_background,
                self.license,
                self.languages,
                self.version,
                self.citation,
            ),
            *self.view.stops(),
            *self.checks.buttons,
        ]
        # A project with one protocol has no list of protocols.
        placed = [one for one in stops if one.window() is self.window()]
        for one, following in pairwise(placed):
            QWidget.setTabOrder(one, following)

    # Internals, construction
    def _make_controls(self) -> None:
        theme = self.theme
        self.copy_command = button(self.tr("Copy as command"))
        keys = shown_keys(QKeySequence("Ctrl+Return"))
        self.export_button = primary(self.tr("Export to folder…") + f"  {keys}")
        self.export_button.setAccessibleName(self.tr("Export to folder"))
        self.cards = FormatCards(theme, self.tr("Format"))
        self.protocol = combo(theme, self.tr("Protocol to export"))
        for one in self.overview.protocols:
            self.protocol.addItem(translate_message(one.title), one.key)
        self.what = combo(theme, self.tr("Kind of rows"))
        self.what_label = label(self.tr("Rows"))
        self.own = combo(theme, self.tr("Format of the protocol"))
        self.own_label = label(self.tr("Format"))
        self.own_words = label(kind="secondary", wrap=True)
        self.own_words.setContentsMargins(6, 0, 0, 4)
        for box in (self.protocol, self.what, self.own):
            box.be_narrow()
        self.all_answers = RadioOption(theme, self.tr("All answers"))
        self.final = RadioOption(theme, self.tr("Final answers"))
        self.all_answers.setChecked(True)
        group = QButtonGroup(self)
        group.addButton(self.all_answers)
        group.addButton(self.final)
        self.comments = CheckOption(theme, self.tr("Include comments"), on=True)
        self.times = CheckOption(theme, self.tr("Include active time"))
        self.custom_fields = CheckOption(theme, self.tr("Include custom fields"), on=True)
        # What is chosen for a folder to publish, and for other formats.
        self._custom = {True: False, False: True}
        self.codes = CheckOption(theme, self.tr("Replace names with codes"), on=True)
        self.reveal = CheckOption(theme, self.tr("Reveal models"))
        self.no_background = CheckOption(theme, self.tr("Leave out background answers"), on=True)
        self.license = combo(theme, self.tr("License"))
        self.license.addItem(self.tr("Not chosen"), "")
        for key, (name, _) in LICENSES.items():
            self.license.addItem(name, key)
        self.license.be_narrow()
        self.languages = line_edit(self.tr("Languages"))
        self.version = line_edit(self.tr("Version"), "1.0")
        self.citation = line_edit(self.tr("Citation"), self.tr("Authors (year), title"))
        self.report_words = label(
            self.tr("The report is in the project’s language and calls annotators A, B, C."),
            "secondary",
            wrap=True,
        )
        self.view = FilesView(theme)
        to_items = self.tr("Review")
        self.checks = ChecksView(
            theme,
            {
                "conflicts": (self.tr("Resolve"), self._show_check_items),
                "decisions": (self.tr("Decide again"), lambda _: self.decide_again.emit()),
                "withdrawn_decisions": (to_items, self._show_check_items),
                "names": (to_items, self._show_check_items),
                "undecided": (to_items, self._show_check_items),
                "versions": (to_items, self._show_check_items),
                "texts": (to_items, self._show_check_items),
                "consent": (self.tr("People"), lambda _: self.go.emit("people")),
                "no_consent": (self.tr("Consent"), lambda _: self.go.emit("consent")),
                "waiting": (self.tr("Merge"), lambda _: self.go.emit("merge")),
                "unassigned": (self.tr("Merge"), lambda _: self.go.emit("merge")),
                "fields": (self.tr("Choose"), lambda _: self.focus_on(self.custom_fields)),
                "ids": (self.tr("Choose"), lambda _: self.focus_on(self.codes)),
                "times": (self.tr("Choose"), lambda _: self.focus_on(self.times)),
                "license": (self.tr("Choose"), lambda _: self.focus_on(self.license)),
            },
        )
        self.progress = PreviewProgress()
        self.to_items = primary(self.tr("Go to Items"))
        self.nothing = EmptyState(
            self.tr("Nothing to export yet"),
            self.tr("Items and answers can be exported here as soon as the project has some."),
            self.to_items,
        )

    def _open_item(self, name: str) -> None:
        """List the item of a row of the preview; rows about people have none."""
        items = self._source.dataset.items if self._source is not None else ()
        keys = frozenset(item.key for item in items if item.name == name)
        if keys:
            self.show_items.emit(ItemFilter(title=name, keys=keys))

    def _show_check_items(self, check: Check) -> None:
        if check.items is not None:
            self.show_items.emit(check.items)

    def _build_ui(self) -> None:
        self.page_buttons.addWidget(self.copy_command)
        self.page_buttons.addWidget(self.export_button)
        self.content = self._part(
            self.tr("CONTENT"),
            form_rows(
                [
                    (self.own_label, self.own),
                    (self.what_label, self.what),
                ]
            ),
            self.own_words,
            self.all_answers,
            self.final,
            self.comments,
            self.times,
            self.custom_fields,
            is_lower=self.protocol.count() > 1,
        )
        self.privacy = self._part(
            self.tr("PRIVACY AND BLINDING"), self.codes, self.reveal, self.no_background
        )
        fields = form_rows(
            [
                (label(self.tr("License")), self.license),
                (label(self.tr("Languages")), self.languages),
                (label(self.tr("Version")), self.version),
                (label(self.tr("Citation")), self.citation),
            ]
        )
        self.card_part = self._part(self.tr("DATASET CARD"), fields)
        inside = QWidget()
        column = bare(QVBoxLayout(), 0)
        if self.protocol.count() > 1:
            column.addWidget(self._part(self.tr("PROTOCOL"), self.protocol, is_lower=False))
        for one in (self.content, self.privacy):
            column.addWidget(one)
        self.report_words.setContentsMargins(16, 14, 16, 14)
        column.addWidget(self.report_words)
        self._parts = bare(QBoxLayout(QBoxLayout.Direction.TopToBottom), 0)
        self._parts.addLayout(column, 1)
        self._parts.addWidget(self.card_part, 1, Qt.AlignmentFlag.AlignTop)
        all_parts = bare(QVBoxLayout(inside), 0)
        all_parts.addLayout(self._parts)
        all_parts.addStretch(1)
        self.options = QFrame()
        self.options.setProperty("kind", "pane")
        area = PlainScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.set_page(inside)
        self._options_area = area
        around = QVBoxLayout(self.options)
        around.setContentsMargins(1, 1, 1, 1)
        around.addWidget(area)
        self.right = QSplitter(Qt.Orientation.Vertical)
        self.right.setChildrenCollapsible(False)
        self.right.setHandleWidth(10)
        self.right.addWidget(self.view)
        self.right.addWidget(self.checks)
        self.right.setStretchFactor(0, 1)
        page = QWidget()
        whole = QVBoxLayout(page)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(10)
        whole.addWidget(self.cards)
        self._both = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._both.setSpacing(10)
        self._both.addWidget(self.options)
        shown_files = QVBoxLayout()
        shown_files.addWidget(self.progress)
        shown_files.addWidget(self.right, 1)
        self._both.addLayout(shown_files, 1)
        whole.addLayout(self._both, 1)
        self.page_area = self.area = PlainScrollArea()
        self.page_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.page_area.set_page(page)
        self.body.addWidget(self.page_area, 1)
        self.empty_pane = QFrame()
        self.empty_pane.setProperty("kind", "pane")
        QVBoxLayout(self.empty_pane).addWidget(self.nothing)
        self.body.addWidget(self.empty_pane, 1)

    def _part(self, title: str, *parts: Any, is_lower: bool = True) -> QFrame:
        """Return a group of options with a caption and a line above it."""
        part = QFrame()
        # The first one is at the edge of the pane, which has a line of its own.
        part.setProperty("kind", "line" if is_lower else "")
        column = QVBoxLayout(part)
        column.setContentsMargins(10, 10, 16, 9)
        column.setSpacing(2)
        caption = label(title, "caption")
        caption.setContentsMargins(6, 0, 0, 4)
        column.addWidget(caption)
        for one in parts:
            if isinstance(one, QWidget):
                column.addWidget(one)
            else:
                one.setContentsMargins(6, 0, 0, 4)
                column.addLayout(one)
        return part

    def _connect(self) -> None:
        self.cards.chosen.connect(lambda _: self._on_format())
        for box in (self.what, self.own, self.license):
            box.currentIndexChanged.connect(lambda _: self._compute())
        for option in (
            *(self.final, self.comments, self.times, self.codes, self.reveal, self.no_background),
        ):
            option.toggled.connect(lambda _: self._compute())
        self.custom_fields.toggled.connect(self._on_custom_fields)
        for field in (self.languages, self.version, self.citation):
            field.textEdited.connect(self._on_typed)
        self._typing.timeout.connect(self._compute)
        self.progress.cancelled.connect(self._cancel)
        self.progress.restarted.connect(self._compute)
        self.protocol.currentIndexChanged.connect(lambda _: self.show_overview())
        self.export_button.clicked.connect(self.choose_folder)
        self.copy_command.clicked.connect(self.copy_as_command)
        self.to_items.clicked.connect(lambda: self.go.emit("items"))
        self.view.copied.connect(
            lambda: self.desk.notices.say(self.tr("Methods paragraph copied."))
        )
        self.view.opened.connect(self._open_item)
        self.desk.ended.connect(self._load_soon)
        self.keys = ShownKeys(self, self.page_keys(), [], lambda: False)
        self.theme.changed.connect(self._apply_theme)

    def _set_room(self) -> None:
        """Place the options beside the preview, or above it if there is little room."""
        wide = self.width() >= self.theme.px(_BOTH_FIT)
        directions = QBoxLayout.Direction
        self._both.setDirection(directions.LeftToRight if wide else directions.TopToBottom)
        # Above the preview, the options have the width for two columns.
        self._parts.setDirection(directions.TopToBottom if wide else directions.LeftToRight)
        set_kind(self.card_part, "line" if wide else "")
        self.options.setMaximumWidth(self.theme.px(_OPTIONS) if wide else 16_777_215)
        self.options.setMinimumWidth(self.theme.px(_OPTIONS) if wide else 0)
        # Without a column of its own, the list of options must not scroll inside the page.
        inside = self._options_area.widget()
        self._options_area.setMinimumHeight(
            0 if wide or inside is None else inside.minimumSizeHint().height()
        )
        self.view.setMinimumHeight(self.theme.px(230))

    def _apply_theme(self) -> None:
        self._set_room()
