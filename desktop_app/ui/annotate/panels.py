"""The panels of the protocols in one session, created on first use and kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.core.protocol.base import Protocol
from desktop_app.ui.annotate.page import AnnotatePage
from desktop_app.ui.model_calls import ModelCalls

# A panel is a QWidget with the methods and signals that docs/architecture.md lists.
# Arguments: the protocol, its form and the stage, since both panel and form depend on the stage.
PanelMaker = Callable[[Protocol, Form, str], Any]


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
        self.panel: Any = None
        self._page = page
        self._make_panel = make_panel
        self._models = models
        self._read_only = read_only
        self._made: dict[tuple[str, str], tuple[Any, Form]] = {}
        self._form: Form | None = None
        self._find: QAction | None = None
        page.header.find_button.clicked.connect(self._on_find)

    @property
    def form(self) -> Form:
        """The form of the panel shown. Call `choose` first."""
        assert self._form is not None
        return self._form

    def choose(self, protocol: Protocol, stage: str) -> Any:
        """Return the panel for a protocol's stage, with its actions and the work bar connected."""
        key = (protocol.key, stage)
        if key not in self._made:
            self._made[key] = self._make(protocol, stage)
        panel, self._form = self._made[key]
        if panel is self.panel:
            return panel
        self.panel = panel
        # All panels share one work bar, which moves to the panel shown. Methods that a panel may
        # leave out are looked up by name, so plugins need no base class.
        if hasattr(panel, "set_footer"):
            panel.set_footer(self._page.work_bar)
        if hasattr(panel, "set_notes"):
            panel.set_notes(self._page.work_bar.earlier)
        if hasattr(panel, "set_enabled_for_editing"):
            panel.set_enabled_for_editing(not self._read_only)
        actions = list(panel.actions())
        find = QKeySequence(QKeySequence.StandardKey.Find)
        # The header has a button for the panel's own search, recognised by its shortcut.
        self._find = next((one for one in actions if one.shortcut() == find), None)
        self._page.header.set_find(self._find)
        self.changed.emit(actions)
        return panel

    def prepare(self, content: Mapping[str, Any], document: str) -> None:
        """Let the panel prepare an item that it will probably show next."""
        if hasattr(self.panel, "prepare_item"):
            self.panel.prepare_item(content, document)

    def missing(self, answers: Mapping[str, Any]) -> Sequence[Problem]:
        """Return the problems that prevent the answers from being submitted."""
        # A panel may know of more than the form does.
        if hasattr(self.panel, "missing"):
            return list(self.panel.missing(answers))
        return self.form.missing(answers)

    def hints(self, answers: Mapping[str, Any], shown: Collection[str]) -> Sequence[Any]:
        """Return the due hints, each with a `key`.

        shown  keys of hints that are left out, because they were shown before
        """
        if hasattr(self.panel, "hints"):
            return list(self.panel.hints(answers, shown))
        return self.form.hints(answers, shown)

    def _make(self, protocol: Protocol, stage: str) -> tuple[Any, Form]:
        form = protocol.stage(stage).form()
        panel = self._make_panel(protocol, form, stage)
        panel.edited.connect(self.edited)
        panel.submit_requested.connect(self.submit_requested)
        panel.hint_answered.connect(self.hint_answered)
        if hasattr(panel, "edited_too"):
            panel.edited_too.connect(self.edited_too)
        if hasattr(panel, "failed"):
            panel.failed.connect(self.failed)
        if hasattr(panel, "set_models"):
            panel.set_models(self._models)
        return panel, form

    def _on_find(self) -> None:
        if self._find is not None:
            self._find.trigger()
