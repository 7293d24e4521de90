"""The open workspace: showing, leaving and closing it.

The module is longer than most because it decides for every kind of workspace which page is shown
and what must be saved before it closes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QProgressBar, QWidget

from desktop_app.core.collector import collector_off
from desktop_app.ui.annotate.saving import SAVE_AFTER
from desktop_app.ui.commands import ITEM_ACTIONS, Commands
from desktop_app.ui.connections.servers import Servers
from desktop_app.ui.jobs import cancel_computations
from desktop_app.ui.messages import error_text, translate_message
from desktop_app.ui.notices import Notice, Notices
from desktop_app.ui.open_tasks import BundleChanges, Opened, TrustNeededError
from desktop_app.ui.pages import Pages
from desktop_app.ui.preferences import Preferences, remembered
from desktop_app.ui.single_instance import InstanceServer
from desktop_app.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.protocol.base import Protocol
    from desktop_app.ui.annotate.controller import Controller
    from desktop_app.ui.annotate.onboarding import Onboarding
    from desktop_app.ui.lead.page import LeadPage

# Item numbers listed in one message.
_MOST_NUMBERS = 12


class Workplace(QObject):
    """At most one open workspace, and its page.

    `opened`: the workspace and notes from opening it; None if none is open
    `controller`: controller of an annotator's work; None for a lead, and until consent and
        background questions are answered
    `asking`: controller of consent and background questions; None for a lead
    `project`: a lead's page; None for an annotator
    `panel`: the visible panel of the protocol
    `changed`: emitted when another workspace is open, or none
    `raise_requested`: emitted when another process wants this window to come to the front
    `bundle_received`: emitted with the path of a bundle that another process hands over
    `reopening`: emitted with the path of a closed workspace that should be opened again
    `send_requested`: emitted when the person asks to send the results
    """

    changed = Signal()
    raise_requested = Signal()
    bundle_received = Signal(object)
    reopening = Signal(object)
    send_requested = Signal()

    def __init__(
        self,
        window: QWidget,
        pages: Pages,
        commands: Commands,
        theme: Theme,
        preferences: Preferences,
        notices: Notices,
        servers: Servers,
        language: str,
        save_after: int = SAVE_AFTER,
    ) -> None:
        super().__init__(window)
        self.opened: Opened | None = None
        self.controller: Controller | None = None
        self.project: LeadPage | None = None
        self.panel: QWidget | None = None
        self.asking: Onboarding | None = None
        # Whether the lead closes the project although input is not saved.
        self._discards = False
        self._window = window
        self._pages = pages
        self._commands = commands
        self._theme = theme
        self._preferences = preferences
        self._notices = notices
        self._servers = servers
        self._language = language
        self._save_after = save_after
        self._instance_server: InstanceServer | None = None
        # The notice that was shown when the workspace opened.
        self._announced_workspace: Notice | None = None
        pages.turned.connect(self._on_page_changed)
        self._offer_actions()

    @property
    def in_sight(self) -> Controller | None:
        """The controller if its page is visible, else None."""
        controller = self.controller
        if controller is not None and self._pages.currentWidget() is controller.page:
            return controller
        return None

    @property
    def is_writing(self) -> bool:
        """Whether a job is reading an annotator's work, so it must not change or be closed."""
        session = self.opened.session if self.opened is not None else None
        return session is not None and session.frozen

    def freeze(self, opened: Opened, words: str) -> None:
        """Prevent changes to an annotator's workspace while a job reads it, or allow them again.

        `words`: the reason, shown while changes are prevented; empty to allow them again. Does
        nothing if `opened` is no longer open.
        """
        if self.opened is not opened or opened.session is None:
            return
        opened.session.frozen = bool(words)
        if self.controller is not None:
            self.controller.freeze(bool(words))
            self.controller.page.footer.right.setText(words)
        if self.asking is not None:
            self.asking.freeze(bool(words))

    @property
    def is_announced(self) -> bool:
        """Whether the notice from opening the workspace is still visible."""
        return (
            self._announced_workspace is not None
            and self._notices.last is self._announced_workspace
        )

    def may_leave(self, then: Callable[[], object] | None = None) -> bool:
        """Return whether the workspace may be closed or left now; show the reason if not.

        `then`: called once the person has discarded unsaved text, if that is the reason
        """
        busy = self.project is not None and self.project.desk.is_busy
        if busy:
            self._notices.say(
                self.tr("An operation is still running in this project."),
                self.tr("Cancel it, or wait until it finishes. Then try again."),
            )
        elif self.is_writing:
            self._notices.say(
                self.tr("A file is being written."),
                self.tr(
                    "The workspace cannot be closed until the file has been written. Wait "
                    "a moment, then try again."
                ),
            )
        return not (busy or self.is_writing or self._asks_about_writing(then))

    def _asks_about_writing(self, then: Callable[[], object] | None = None) -> bool:
        """Ask about unsaved text in a lead's form; return whether there is any."""
        asks = self.project is not None and self.project.asks_about_writing(then)
        if asks:
            self._pages.show_home()
        return asks

    def show(self, opened: Opened) -> bool:
        """Replace the open workspace with another.

        Returns False if the open one cannot be closed. It stays open then, and the other is closed.
        """
        # The old one is closed first: two controllers must never share the menus.
        if not self.close():
            opened.workspace.close()
            return False
        workspace = opened.workspace
        self.opened = opened
        self._preferences.remember(
            workspace.folder,
            workspace.title,
            workspace.person,
            workspace.project,
            ", ".join(workspace.protocols),
        )
        # The window that holds the write lock is the one to bring to the front.
        if not opened.locked:
            self._instance_server = InstanceServer(workspace.folder, self)
            self._instance_server.raise_requested.connect(self.raise_requested)
            self._instance_server.bundle_received.connect(self.bundle_received)
        self._offer_actions()
        if opened.session is None:
            self._show_project(opened)
        else:
            self._ask(opened)
        # Compared afterwards, to find out whether the visible notice is about this workspace.
        before = self._notices.last
        # The page of a read-only project shows the reason itself.
        if self.project is None or self.project.desk.can_write:
            self._announce(opened)
        now = self._notices.last
        self._announced_workspace = now if now is not before else None
        self.changed.emit()
        return True

    def close(self, *, quitting: bool = False) -> bool:
        """Save and close the workspace; return False if saving fails or a job is using it.

        The person is shown the reason. `quitting`: cancel a lead's job, which then closes the
        project itself.
        """
        if quitting:
            again = self._window.close
            may_go = not self.is_writing and not self._asks_about_writing(again)
        else:
            may_go = self.may_leave()
        if not may_go or (self.asking is not None and not self.asking.save()):
            return False
        # Before closing, because the pages are deleted afterwards.
        if self.opened is not None and (bar := self._progress()) is not None:
            folder = self.opened.workspace.folder
            self._preferences.remember_progress(folder, bar.value(), bar.maximum())
        if self.controller is not None:
            self._keep_panel_state()
            page = self.controller.page
            remembered().setValue("annotate/splitter", page.splitter.saveState())
            remembered().setValue("annotate/queue", page.queue_width)
            if not self.controller.close():
                return False
            self._drop_controller()
        # Also because text that was just deleted would otherwise be restored next time.
        if self.project is not None and not self.project.keep_draft() and not self._discards:
            self._notices.offer(
                self.tr("Some of your input is not saved, so the project stays open."),
                self.tr("Move its folder back or free some space, or copy your text elsewhere."),
                "warn",
                self.tr("Close without saving"),
                lambda: self._close_unsaved(quitting=quitting),
            )
            return False
        self._forget()
        return True

    def _close_unsaved(self, *, quitting: bool) -> None:
        self._discards = True
        if quitting:
            self._window.close()
        else:
            self._commands["close_workspace"].trigger()
        self._discards = False

    def _progress(self) -> QProgressBar | None:
        if self.controller is not None:
            return self.controller.page.header.progress
        return self.project.bar if self.project is not None else None

    def abandon(self) -> None:
        """Close the workspace without saving, because a copy has the unsaved changes."""
        if self.controller is not None:
            self._keep_panel_state()
            self.controller.abandon()
            self._drop_controller()
        self._forget()

    def save(self) -> None:
        """Save what is typed, because the person is leaving the window or page."""
        if self.controller is not None:
            self.controller.save()
        if self.asking is not None:
            self.asking.save()

    def keep_draft(self) -> None:
        """Save everything unsaved without any message, for the crash handler.

        Raises the error that prevents it.
        """
        # If saving the answers fails, the background form is saved nevertheless.
        try:
            if self.controller is not None:
                self.controller.keep_draft()
            if self.project is not None:
                self.project.keep_draft()
        finally:
            about = self.asking.about if self.asking is not None else None
            if about is not None and about.dirty:
                about.save_draft()

    def focused_question(self) -> str | None:
        """Return the key of the focused question of the background form or the item."""
        view = self._asking_or_panel()
        return view.focused_question() if view is not None else None

    def focus_question(self, key: str) -> None:
        """Focus the question with this key on the visible form, if there is one."""
        view = self._asking_or_panel()
        if view is not None:
            view.focus_question(key)

    def _asking_or_panel(self) -> Any:
        """Return the visible form: the background form or the panel; None if there is none."""
        page = self.asking.page if self.asking is not None else None
        if page is not None:
            return getattr(page, "form_view", None)
        controller = self.in_sight
        return None if controller is None or controller.page.is_done_shown else controller.panel

    def set_aside(self, on: bool) -> None:
        """Disable the actions of the work while another page is visible, or enable them."""
        if self.controller is not None and self._pages.aside is None:
            self.controller.set_aside(on)
        if self.project is not None:
            self._commands.offer("project", not on)

    def has_one_history(self, widget: QWidget) -> bool:
        """Return whether undo in a widget uses the undo history of its form."""
        if self.asking is not None and self.asking.owns(widget):
            return True
        return self.panel is not None and self.panel.isAncestorOf(widget)

    def _ask(self, opened: Opened) -> None:
        """Show consent and background questions first, if there are any, then the work."""
        # Imported here: pages load with their workspace, so that the window appears sooner.
        from desktop_app.ui.annotate.onboarding import Onboarding

        asking = Onboarding(
            opened.workspace,
            self._commands,
            self._theme,
            self._notices,
            self._language,
            self,
            self._save_after,
        )
        self.asking = asking
        asking.shown.connect(self._on_asking)
        asking.answered.connect(self._on_answered)
        asking.declined.connect(self._on_declined)
        asking.withdrew.connect(self._on_withdrew)
        asking.send_requested.connect(self.send_requested)
        if not asking.begin():
            self._show_session(opened)
        self._offer_actions()

    def open_about(self) -> None:
        """Show the background form for changes."""
        if self.asking is not None and self._may_ask():
            self.asking.open_about()

    def open_consent(self) -> None:
        """Show the consent text again."""
        if self.asking is not None and self._may_ask():
            self.asking.open_consent()

    def _may_ask(self) -> bool:
        controller = self.controller
        return controller is None or not controller.session.frozen

    def _on_asking(self, page: QWidget) -> None:
        if self.controller is not None:
            self.controller.set_aside(True)
        self._pages.set_aside(page)

    def _on_answered(self) -> None:
        if self.opened is None:
            return
        if self.controller is None:
            self._show_session(self.opened)
            self._pages.set_aside(None)
        else:
            self._pages.set_aside(None)
            self.controller.set_aside(False)
        self._offer_actions()

    def _on_declined(self) -> None:
        if self.close():
            self._pages.show_home()
            self._notices.say(
                self.tr("You did not agree, so nothing was opened."),
                self.tr("Nothing is lost. Open the workspace again whenever you like."),
            )

    def _on_withdrew(self) -> None:
        # `close` forgets the workspace, so its folder is read before.
        folder = self.opened.workspace.folder if self.opened is not None else None
        if folder is not None and self.close():
            self.reopening.emit(folder)

    def _drop_controller(self) -> None:
        """Forget the page of an annotator's workspace that was closed."""
        if self.controller is not None:
            self._commands.set_panel_actions([])
            self.controller.deleteLater()
            self.controller = None
            self.panel = None
            self.opened = None

    def _forget(self) -> None:
        """Release everything that the window holds for the workspace, and drop its page."""
        if self.project is not None:
            self._commands.set_panel_actions([])
            self._commands.set_buttons("project", [])
            self.project.desk.close()
            cancel_computations()
            self.project = None
        elif self.opened is not None:
            # Consent or background form were still open, so no controller has closed it.
            self.opened.workspace.close()
        if self.asking is not None:
            self.asking.end()
            self.asking.deleteLater()
            self.asking = None
            self._pages.set_aside(None)
        if self._instance_server is not None:
            self._instance_server.close()
            self._instance_server = None
        self._pages.drop_home()
        self.opened = None
        self._offer_actions()
        self.changed.emit()

    def _show_session(self, opened: Opened) -> None:
        from desktop_app.ui.annotate.controller import Controller
        from desktop_app.ui.annotate.page import AnnotatePage

        session = opened.session
        assert session is not None
        page = AnnotatePage(session.queue, self._commands, self._theme, opened.workspace.title)
        self.controller = Controller(
            session,
            page,
            self._commands,
            self._theme,
            self._notices,
            self._make_panel,
            self._servers,
            self._window,
            self._language,
            self._save_after,
        )
        self.controller.panel_changed.connect(self._on_panel_changed)
        page.panels.turned.connect(self._show_in_sight)
        self.controller.marking.reason_page.opened.connect(self._show_in_sight)
        self.controller.marking.reason_page.closed.connect(self._show_in_sight)
        self._pages.set_home(page)
        # Restored after the page is in the window, where it has its final size.
        state = remembered().value("annotate/splitter")
        if state:
            width = remembered().value("annotate/queue", page.queue_width, int)
            page.restore_sizes(state, width if isinstance(width, int) else page.queue_width)
        self.controller.start()

    @collector_off()
    def _show_project(self, opened: Opened) -> None:
        from desktop_app.ui.lead.page import ButtonActions, LeadPage
        from desktop_app.ui.lead.section import JobRunner

        assert opened.overview is not None
        why = ""
        if opened.locked:
            why = self.tr("It is open in another program. Close it there, then open it here again.")
        elif opened.read_only_why is not None:
            why = error_text(opened.read_only_why)
        desk = JobRunner(opened.workspace, opened.overview, why, self._notices, self)
        self.project = LeadPage(
            desk, self._commands, self._theme, self._make_panel, self._servers, self._pages
        )
        buttons = ButtonActions(self.project)
        self._commands.set_buttons("project", buttons.actions)
        self.project.panel_actions.connect(self._commands.set_panel_actions)
        desk.setParent(self.project)
        self._pages.set_home(self.project)
        self.project.section.open_at(self.project.section.first_control())

    def _offer_actions(self) -> None:
        """Enable the actions that the open workspace allows; a controller refines this."""
        self._commands.enable(["own_key", "save_copy", "close_workspace"], self.opened is not None)
        asking = self.asking
        begun = self.controller is not None
        self._commands.enable(
            ["about_you"], asking is not None and begun and asking.asks_background
        )
        self._commands.enable(["consent"], asking is not None and begun and asking.asks_consent)
        if self.opened is None or self.opened.session is None:
            self._commands.enable(ITEM_ACTIONS, False)
        self._commands.offer("project", self.opened is not None and self.opened.session is None)

    def _announce(self, opened: Opened) -> None:
        if opened.locked:
            self._notices.say(
                self.tr("Another program has this workspace open, so it is read-only here."),
                self.tr("Close it there, then open it here again to continue."),
                "warn",
            )
        elif opened.read_only_why is not None:
            self._notices.error(opened.read_only_why)
        elif isinstance(opened.failure, TrustNeededError):
            # The page for that question is shown instead.
            pass
        elif opened.failure is not None:
            self._notices.error(opened.failure)
        elif opened.changes is not None:
            bundle_texts = list(self._changes_in(opened.changes))
            left_out = list(self._left_out(opened.left_out))
            warns = (
                left_out
                or opened.changes.by_lead
                or opened.changes.changed
                or opened.changes.is_stale
                or opened.changes.back
                or opened.changes.has_guidelines
            )
            self._notices.say(
                bundle_texts[0],
                "  ".join([*bundle_texts[1:], *left_out]),
                "warn" if warns else "info",
            )
        elif notes := [
            *map(translate_message, opened.notes),
            *self._left_out(opened.left_out),
        ]:
            self._notices.say(notes[0], "  ".join(notes[1:4]), "warn")

    def _changes_in(self, taken: BundleChanges) -> Iterator[str]:
        """Yield sentences about the changes by a bundle, those about items first."""
        if taken.items:
            yield self.tr("%n item(s) imported from {file}.", "", taken.items).format(
                file=taken.file
            )
        if taken.by_lead:
            yield self.tr(
                "The project lead changed your answers to %n item(s): {numbers}. Revisions "
                "(Ctrl+H) shows and restores yours.",
                "",
                len(taken.by_lead),
            ).format(numbers=_first_numbers(taken.by_lead))
        if taken.changed:
            yield self.tr(
                "Texts have changed in %n item(s): {numbers}. Check whether your answers are "
                "still correct.",
                "",
                len(taken.changed),
            ).format(numbers=_first_numbers(taken.changed))
        if taken.is_stale:
            yield self.tr(
                "The questions have changed: answer %n item(s) again.",
                "",
                taken.is_stale,
            )
        if taken.back:
            yield self.tr("%n item(s) returned to you with a note.", "", taken.back)
        if taken.has_guidelines:
            yield self.tr("The guidelines have changed: read them with F1.")
        if taken.has_questions and not taken.is_stale:
            yield self.tr("The questions have changed; your answers still count.")
        if taken.has_guidelines or taken.has_questions:
            return
        about_items = taken.items, taken.by_lead, taken.changed, taken.is_stale, taken.back
        if not any(about_items):
            text = self.tr("{file} contains nothing new.")
            if taken.records:
                text = self.tr("{file} imported; your items have not changed.")
            yield text.format(file=taken.file)

    def _left_out(self, reasons: Mapping[str, int]) -> Iterator[str]:
        for why, count in reasons.items():
            yield self.tr("%n record(s) of the bundle were excluded: {why}.", "", count).format(
                why=translate_message(why)
            )

    def _make_panel(self, protocol: Protocol, form: Form, stage: str = "") -> Any:
        page = protocol.stage(stage).panel
        module, _, name = page.partition(":")
        panel = getattr(import_module(module), name)(form, self._language, self._theme)
        # Stages with their own panel have their own layout to remember.
        own = protocol.key if page == protocol.stages[0].panel else f"{protocol.key}.{stage}"
        state = remembered().value(f"panel/{own}")
        if state is not None:
            # Settings return a QByteArray or bytes, depending on the platform.
            panel.restore_state(bytes(state.data()) if hasattr(state, "data") else bytes(state))
        panel.setProperty("protocol", own)
        return panel

    def _on_panel_changed(self, actions: list[QAction]) -> None:
        self._keep_panel_state()
        self.panel = self.controller.panel if self.controller is not None else None
        self._commands.set_panel_actions(actions)

    def _keep_panel_state(self) -> None:
        if self.panel is not None:
            panel: Any = self.panel
            remembered().setValue(f"panel/{panel.property('protocol')}", panel.save_state())

    def _on_page_changed(self) -> None:
        controller = self.controller
        if controller is not None and self.in_sight is None:
            # Time on other pages is not time spent on the item.
            controller.session.clock.hold()
            controller.marking.reason_page.dismiss()
        self._show_in_sight()

    def _show_in_sight(self) -> None:
        """Let keys and menus act only on what is visible.

        Actions of the work need its page, those of the panel need the panel, and both are off
        while a reason for a flag or skip is entered.
        """
        shown, controller = self._pages.currentWidget(), self.controller
        asks = controller is not None and controller.marking.reason_page.isVisible()
        work = shown is not None and shown in (self._pages.home, self._pages.aside) and not asks
        panel = work and shown is self._pages.home
        if controller is not None:
            panel = panel and controller.page.panels.currentWidget() is controller.panel
        self._commands.show_in_sight(work=work, panel=panel)


def _first_numbers(numbers: Sequence[int]) -> str:
    more = "…" if len(numbers) > _MOST_NUMBERS else ""
    return ", ".join(map(str, numbers[:_MOST_NUMBERS])) + more
