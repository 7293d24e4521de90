"""Controller of the side pane: guidelines, revisions, and the offer of the guidelines."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from desktop_app.core.errors import NotSavedError
from desktop_app.ui.annotate.entries import QueueFilter
from desktop_app.ui.annotate.page import AnnotatePage
from desktop_app.ui.annotate.panels import PanelFocus, Panels
from desktop_app.ui.annotate.session import Session
from desktop_app.ui.commands import Commands


class SideController(QObject):
    """Opens and closes the side pane of the annotator's page.

    `language`: language of the texts to show, such as the guidelines
    """

    def __init__(
        self,
        session: Session,
        page: AnnotatePage,
        commands: Commands,
        panels: Panels,
        focus: PanelFocus,
        language: str,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._page = page
        self._commands = commands
        self._panels = panels
        self._focus = focus
        self._language = language
        page.side_closed.connect(self.close)
        page.offer.close_button.clicked.connect(self._decline_offer)

    def toggle_guidelines(self) -> None:
        """Show or hide the guidelines."""
        self._page.offer_guidelines(False)
        side = self._page.side
        if side.shows_guidelines:
            self.close()
        else:
            side.show_guidelines(self._session.items.materials("guidelines", self._language))
            self._opened()
            # So that keys scroll the text.
            side.guidelines.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def toggle_history(self) -> None:
        """Show or hide the revisions of the open item."""
        if self._page.side.shows_history:
            self.close()
        elif self._session.position >= 0:
            self.show_history()
            self._opened()

    def show_history(self) -> None:
        """Show the revisions of the open item, including new ones."""
        session = self._session
        earlier = session.earlier.revisions(session.protocol)
        revisions = [*session.history(), *earlier]
        self._page.side.show_history(revisions, self._language, self._panels.shown.answer_rows)

    def offer_guidelines(self) -> None:
        """Offer the guidelines once, if all items are still to do."""
        session = self._session
        is_new = session.counts[QueueFilter.TODO] == len(session.entries)
        if not is_new or session.read_only:
            return
        if session.items.materials("guidelines", self._language):
            # Stored in the workspace, so that they are not offered again after a restart.
            was_offered = bool(session.workspace.local("guidelines_offered"))
            # If this cannot be saved, they are offered again next time.
            if not was_offered:
                with suppress(NotSavedError):
                    session.workspace.set_local("guidelines_offered", True)
            self._page.offer_guidelines(not was_offered)

    def press_escape(self) -> bool:
        """Close a hint or the side pane, leave a text field, or close the offer of the guidelines.

        Does the first of these that is possible, and returns whether one was.
        """
        if self._panels.shown.close_hint():
            return True
        if not self._page.side.isHidden():
            self.close()
        elif self._focus.leave_text():
            return True
        elif not self._page.offer.isHidden():
            self._decline_offer()
        else:
            return False
        return True

    def close(self) -> None:
        """Close the side pane; if it has the focus, the focus goes back to the panel."""
        # Before hiding the pane, or Qt would choose another widget for the focus.
        if self._page.side.isAncestorOf(QApplication.focusWidget() or self._page):
            self._focus.back_to_work()
        self._page.side.hide()
        self._page.make_room()
        self._check()

    def _decline_offer(self) -> None:
        # Before hiding the offer, or Qt would choose another widget for the focus.
        self._focus.back_to_work()
        self._page.offer_guidelines(False)

    def _opened(self) -> None:
        self._page.make_room()
        self._check()

    def _check(self) -> None:
        """Check-mark the command of the page that is shown in the side pane."""
        self._commands["guidelines"].setChecked(self._page.side.shows_guidelines)
        self._commands["history"].setChecked(self._page.side.shows_history)
