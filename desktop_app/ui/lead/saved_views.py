"""Saved views of the list of items: their menu beside the filters, and the field for a name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from desktop_app.core.errors import AppError
from desktop_app.ui.colours import Role
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.layout import line_edit, primary, row_of
from desktop_app.ui.lead.section import Section
from desktop_app.ui.messages import error_text
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.widgets.parts import Outcome, button, label
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.item_views import (
    LONGEST_NAME,
    SavedView,
    delete_view,
    rename_view,
    save_view,
)
from desktop_app.workspace.workspace import Workspace


class SavedViews(QWidget):
    """A row for the name of a view, hidden unless one is saved or renamed.

    Signal `chosen(view)`: a view is to be shown

    `menu_button`, `save_button`: for the row of filters
    """

    chosen = Signal(object)

    def __init__(self, section: Section, outcome: Outcome, theme: Theme) -> None:
        super().__init__()
        self._section, self._outcome, self._theme = section, outcome, theme
        self._views: Sequence[SavedView] = ()
        self._now = SavedView("", ItemFilter())
        # The view that is renamed; empty: the present filter is saved.
        self._renamed = ""
        self.menu_button = button(self.tr("Views"), self.tr("Saved filters and sort orders"))
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill)
        self.menu_button.setMenu(self.menu)
        # The chevron is on the right of the text, as in the filters.
        self.menu_button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.save_button = button(
            self.tr("Save view…"), self.tr("Saves the filter and the sort order.")
        )
        self.words = label(self.tr("Name of the view"), "secondary")
        self.name = line_edit(self.tr("Name of the view"))
        self.name.setMaxLength(LONGEST_NAME)
        self.words.setBuddy(self.name)
        self.save_now = primary(self.tr("Save"))
        self.cancel_button = button(self.tr("Cancel"))
        column = bare(QVBoxLayout(self), 0)
        column.addLayout(row_of(self.words, self.name, self.save_now, self.cancel_button))
        self.save_button.clicked.connect(lambda: self._ask(""))
        self.save_now.clicked.connect(self._save)
        self.name.returnPressed.connect(self._save)
        self.cancel_button.clicked.connect(self._close)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.hide()

    def show_views(self, views: Sequence[SavedView], now: SavedView) -> None:
        """Offer views; `now`: the present filter and order, without a name."""
        self._views, self._now = views, now
        self.menu_button.setVisible(bool(views))
        self.save_button.setVisible(not now.filter.is_empty and not self._current)
        self._section.allow(self.save_button, True)
        name = self._current.name if self._current is not None else ""
        self.menu_button.setText(
            self.tr("View: {name}").format(name=name.replace("&", "&&"))
            if name
            else self.tr("Views")
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)

    # Internals
    @property
    def _current(self) -> SavedView | None:
        """The view that is shown now; None: none."""
        now = self._now
        same = (one for one in self._views if (one.filter, one.sort) == (now.filter, now.sort))
        return next(same, None)

    def _fill(self) -> None:
        self.menu.clear()
        current = self._current
        for view in self._views:
            action = self.menu.addAction(view.name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(view is current)
            action.triggered.connect(lambda _=False, view=view: self.chosen.emit(view))
        if current is None or not self._section.desk.can_write:
            return
        name = current.name
        self.menu.addSeparator()
        self.menu.addAction(self.tr("Rename this view…")).triggered.connect(lambda: self._ask(name))
        self.menu.addAction(self.tr("Delete this view")).triggered.connect(
            lambda: self._delete(name)
        )

    def _ask(self, renamed: str) -> None:
        self._renamed = renamed
        self._outcome.hide()
        self.name.setText(renamed)
        self.name.selectAll()
        self.show()
        self._section.focus_on(self.name)

    def _save(self) -> None:
        name, renamed = self.name.text(), self._renamed
        view = SavedView(name, self._now.filter, self._now.sort)

        def task(workspace: Workspace, progress: Progress) -> bool:
            if renamed:
                rename_view(workspace, renamed, name)
                return False
            return save_view(workspace, view)

        def then(replaces: bool) -> None:
            self._close()
            words = (
                self.tr("View “{name}” replaced.") if replaces else self.tr("View “{name}” saved.")
            )
            self._outcome.say(words.format(name=" ".join(name.split())))

        self._section.desk.run(self.tr("Saving the view…"), task, then, self._on_failed)

    def _delete(self, name: str) -> None:
        self._section.desk.run(
            self.tr("Deleting the view…"),
            lambda workspace, progress: delete_view(workspace, name),
            lambda _: self._outcome.say(
                self.tr("View “{name}” deleted. Its items are unchanged.").format(name=name)
            ),
            self._on_failed,
        )

    def _on_failed(self, error: AppError) -> None:
        self._outcome.say(error_text(error), level="bad")

    def _close(self) -> None:
        self.hide()
        control = self._section.filter_control()
        target = next(
            (one for one in (self.menu_button, self.save_button) if one.isVisible()), control
        )
        self._section.focus_on(target)

    def _apply_theme(self) -> None:
        self.name.setFixedWidth(self._theme.px(260))
        self.menu_button.setIcon(self._theme.icon("down", Role.SECONDARY))
