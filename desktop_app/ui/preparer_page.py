"""The base class of the page on which a lead prepares items (`Protocol.preparer`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


class PreparerPage(QWidget):
    """A protocol's form for preparing items, created as `Page(theme)`.

    The methods without a default must be implemented.

    `saved`: save a row: its kind, its fields, and whether it replaces an existing row
    `files_wanted`: ask for files to add; the window then calls `added`
    `written`: an entry has changed; `draft` returns what to keep
    `left`: leave the form: nothing was changed, or the entries were discarded or put off
    `kept`: the person was asked whether to leave the form, and continues

    `is_put_off`: the person has left the form and knows about the unsaved entries, so no question
        is needed
    """

    saved = Signal(str, object, bool)
    files_wanted = Signal()
    left = Signal()
    kept = Signal()
    written = Signal()
    is_put_off = False

    @property
    def is_changed(self) -> bool:
        """Whether there are unsaved entries."""
        raise NotImplementedError

    def show_project(self, data: Any, in_work: Collection[str] = ()) -> None:
        """Show the project's data, which the protocol's `preparing` returns.

        `in_work`: keys of the items that are assigned or answered
        """
        raise NotImplementedError

    def open(self) -> None:
        """Continue with unsaved entries, or begin with empty fields; the form is shown."""
        raise NotImplementedError

    def ask(self) -> None:
        """Ask whether to leave the form with unsaved entries; answered with `left` or `kept`."""
        raise NotImplementedError

    def took(self, refused: Sequence[str], notes: Sequence[str]) -> None:
        """Show the result of saving: why rows were refused, and warnings."""
        raise NotImplementedError

    def refused(self, words: str) -> None:
        """Show an error."""
        raise NotImplementedError

    def added(self, sources: Collection[str], lines: Sequence[str], words: str) -> None:
        """Show the result of adding files.

        `sources`: names of the files
        `lines`: problems to list
        `words`: the result as a sentence
        """
        raise NotImplementedError

    def draft(self) -> Mapping[str, Any] | None:
        """Return the unsaved entries as JSON data; None if there are none.

        They are saved to disk soon after each change.
        """
        return None

    def restore(self, draft: Mapping[str, Any]) -> None:
        """Show these entries in a form that was just created."""
        return

    def form_keys(self) -> list[tuple[str, str]]:
        """Return the shortcuts of the form, each with a description."""
        return []
