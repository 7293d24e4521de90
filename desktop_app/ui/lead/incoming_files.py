"""Files that were dropped on a project or opened with it, and the page that imports them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject

from desktop_app.ui.lead.items import ITEM_SUFFIXES, TEXT_SUFFIXES, ItemsSection, takes_texts
from desktop_app.ui.lead.merge import MergeSection
from desktop_app.ui.lead.section import JobRunner
from desktop_app.ui.open_tasks import BUNDLE_SUFFIX

# Files that cannot be imported. Dropping one shows how to export it.
_SPREADSHEETS = (".xls", ".ods", ".numbers")


class IncomingFiles(QObject):
    """Gives dropped or opened files to the page that imports their kind.

    `items`, `merge`: return the pages, which are created when the first file arrives
    `go_to`: shows the page with a key
    """

    def __init__(
        self,
        desk: JobRunner,
        items: Callable[[], ItemsSection],
        merge: Callable[[], MergeSection],
        go_to: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk, self._items, self._merge, self._go_to = desk, items, merge, go_to
        # Files with texts that arrived together with rows, until they are imported.
        self._texts: Sequence[Path] = ()

    def take(self, paths: Sequence[Path]) -> None:
        """Import files; preview those that are bundles.

        Files with rows are imported first; bundles are previewed when the import has ended. Texts
        that arrive together with rows are offered in a notice. Of files that cannot be imported, a
        notice says how to export them.
        """
        spreadsheets = [path.name for path in paths if path.suffix.lower() in _SPREADSHEETS]
        if spreadsheets:
            self._refuse(spreadsheets[0])
            return
        rows = [path for path in paths if path.suffix.lower() in ITEM_SUFFIXES]
        texts = [path for path in paths if path.suffix.lower() in self._text_suffixes()]
        others = [path for path in paths if path not in rows and path not in texts]
        # Only one task runs at a time. `MergeSection.add_bundles` keeps bundles for later, but
        # nothing keeps other files.
        if (rows or texts) and self._desk.is_busy:
            self._desk.say_busy()
            return
        if rows:
            self._go_to("items")
            self._items().import_files(rows)
        elif texts:
            self._gather(texts)
        else:
            self._go_to("merge")
        if others:
            self._merge().add_bundles(others)
        if rows:
            self._texts = texts
            self.offer_texts()

    def offer_texts(self) -> None:
        """Offer to import the texts that arrived together with rows.

        Not imported at once: their result would replace that of the rows, with its refusals.
        """
        texts = self._texts
        if texts:
            self._desk.notices.offer(
                self.tr("%n file(s) with texts not imported yet.", "", len(texts)),
                self.tr("Check the result of the other files first."),
                "warn",
                self.tr("Import texts"),
                lambda: self._gather(texts),
            )

    def accepted(self, data: QMimeData) -> list[Path]:
        """Return the dropped files if the project takes all of them, else an empty list.

        The window handles other drops, such as folders.
        """
        paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        # Spreadsheets are accepted too, so that `take` can say what to do with them.
        known = (*ITEM_SUFFIXES, *self._text_suffixes(), BUNDLE_SUFFIX, *_SPREADSHEETS)
        return paths if all(path.suffix.lower() in known for path in paths) else []

    def _text_suffixes(self) -> Sequence[str]:
        """Return the suffixes of the texts that the project imports."""
        return TEXT_SUFFIXES if takes_texts(self._desk.overview) else ()

    def _gather(self, texts: Sequence[Path]) -> None:
        if self._desk.is_busy:
            self._desk.say_busy()
            return
        self._texts = []
        self._go_to("items")
        self._items().gather(*texts)

    def _refuse(self, file: str) -> None:
        self._desk.notices.say(
            self.tr(
                "{file} is in a spreadsheet format that cannot be read; nothing was imported."
            ).format(file=file),
            self.tr(
                "Save it as XLSX or CSV in your spreadsheet program, then drop that file here."
            ),
            "warn",
        )
