"""The panels of the protocols in one session, created on first use and kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence

from desktop_app.core.forms import Form
from desktop_app.core.protocol.base import Protocol
from desktop_app.ui.annotate.page import AnnotatePage
from desktop_app.ui.model_calls import ModelCalls
from desktop_app.ui.panel_base import PanelBase

# Arguments: the protocol, its form and the stage, since both panel and form depend on the stage.
PanelMaker = Callable[[Protocol, Form, str], PanelBase]


class Panels(QObject):
    """Provides the panel and the form for the open item.

    panel  the panel shown; None until the first item is open
    """

    changed = Signal(list)  # the actions of the panel that is shown now
    edited = Signal(str, object, object)  # question, before, after
    edited_too = Signal(str, object, object)  # the same, caused by the edit just before
    submit_requested = Signal()
    hint_answered = Signal(str, bool)  # the hint's key, whether the answer is kept
    failed = Signal(object)  # AppError of a panel

    def __init__(
        self,
        page: AnnotatePage,
        make_panel: PanelMaker,
        parent: QObject,
        *,
        models: ModelCalls,
        read_only: bool,
    ) -> None:
        super().__init__(parent)
        self.panel: PanelBase | None = None
        self._page = page
        self._make_panel = make_panel
        self._models = models
        self._read_only = read_only
        self._made: dict[tuple[str, str], PanelBase] = {}
        self._find: QAction | None = None
        page.header.find_button.clicked.connect(self._on_find)

    @property
    def shown(self) -> PanelBase:
        """The panel shown. Call `choose` first."""
        assert self.panel is not None
        return self.panel

    def choose(self, protocol: Protocol, stage: str) -> PanelBase:
        """Return the panel for a protocol's stage, with its actions and the work bar connected."""
        key = (protocol.key, stage)
        if key not in self._made:
            self._made[key] = self._make(protocol, stage)
        panel = self._made[key]
        if panel is self.panel:
            return panel
        self.panel = panel
        # All panels share one work bar, which moves to the panel shown.
        panel.set_footer(self._page.work_bar)
        panel.set_notes(self._page.work_bar.earlier)
        panel.set_enabled_for_editing(not self._read_only)
        actions = panel.actions()
        find = QKeySequence(QKeySequence.StandardKey.Find)
        # The header has a button for the panel's own search, recognised by its shortcut.
        self._find = next((one for one in actions if one.shortcut() == find), None)
        self._page.header.set_find(self._find)
        self.changed.emit(actions)
        return panel

    def prepare(self, content: Mapping[str, Any], document: str) -> None:
        """Let the panel prepare an item that it will probably show next."""
        if self.panel is not None:
            self.panel.prepare_item(content, document)

    def _make(self, protocol: Protocol, stage: str) -> PanelBase:
        form = protocol.stage(stage).form()
        panel = self._make_panel(protocol, form, stage)
        panel.edited.connect(self.edited)
        panel.submit_requested.connect(self.submit_requested)
        panel.hint_answered.connect(self.hint_answered)
        panel.edited_too.connect(self.edited_too)
        panel.failed.connect(self.failed)
        panel.set_models(self._models)
        return panel

    def _on_find(self) -> None:
        if self._find is not None:
            self._find.trigger()
