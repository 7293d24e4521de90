"""All actions of the window: source of menus, command palette, list of shortcuts and buttons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QPushButton, QStyleOptionMenuItem

from desktop_app.ui.messages import LANGUAGE_NAMES
from desktop_app.ui.plain_text import plain_tip, shown_keys
from desktop_app.ui.theme import Look

_ICON_GAP = 4  # pixels between icon and text of a button, as in Qt


class ActionButton(QPushButton):
    """A button that triggers an action and is enabled whenever the action is."""

    def __init__(self, action: QAction, text: str = "", *, keys: bool = True) -> None:
        # Without the mnemonic and the ellipsis of the menu.
        name = text or action.text().replace("&", "").rstrip("…")
        super().__init__()
        self._action = action
        self._shows_keys, self._is_brief = keys, False
        self.set_name(name)
        self.setToolTip(plain_tip(action.toolTip()))
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def set_name(self, name: str) -> None:
        """Show another name for what the button does."""
        self._name = name
        self.setAccessibleName(name)
        self.show_keys(self._shows_keys)

    def show_keys(self, on: bool) -> None:
        """Show the shortcut beside the name if `on` is set, otherwise only in the tooltip."""
        self._shows_keys = on
        self.setText("" if self._is_brief else self._words(on))

    def _words(self, keys: bool) -> str:
        """Return the name, with the shortcut if `keys` is set and there is one."""
        shown = shown_keys(self._action.shortcut()) if keys else ""
        return f"{self._name}  {shown}" if shown else self._name

    def width_needed(self, *, keys: bool) -> int:
        """Return the width in pixels that the button needs with or without its shortcut."""
        now, then = (
            self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, words).width()
            for words in (self.text(), self._words(keys))
        )
        return self.sizeHint().width() + then - now

    def be_brief(self, on: bool) -> None:
        """Show only the icon if `on` is set; the tooltip has the name."""
        self._is_brief = on
        self.show_keys(self._shows_keys)

    def name_width(self) -> int:
        """Return the width of the name, with the space between it and the icon."""
        return self.fontMetrics().horizontalAdvance(self._name) + _ICON_GAP

    def _follow(self) -> None:
        """Copy the enabled state of the action."""
        self.setEnabled(self._action.isEnabled())


class KeyMenu(QMenu):
    """A menu that names shortcuts as buttons do."""

    def initStyleOption(self, option: QStyleOptionMenuItem, action: QAction) -> None:
        super().initStyleOption(option, action)
        name, tab, _keys = option.text.partition("\t")
        if tab:
            option.text = f"{name}\t{shown_keys(action.shortcut())}"


# Also named by the notice about keys pressed outside text fields.
COMMENT_KEYS = "Ctrl+Shift+C"
# Actions on an annotator's work, disabled while none is visible.
ITEM_ACTIONS = (
    "submit", "previous", "next", "next_open", "search", "skip", "flag", "unmark", "comment",
    "undo", "redo", "discard", "guidelines", "history", "send_results", "stop_model", "queue",
)  # fmt: skip


# Actions of the menu “Edit” on an annotator's work, hidden in a lead's project.
_ANNOTATORS_EDITS = ("undo", "redo", "discard")


@dataclass
class Group:
    """A menu with its actions in order; None is a separator.

    `button_actions`: actions of buttons on a page, listed only in the command palette
    """

    key: str
    title: str
    actions: list[QAction | None] = field(default_factory=list)
    button_actions: list[QAction] = field(default_factory=list)

    def real(self) -> Iterator[QAction]:
        """Yield the actions of the menu, without separators."""
        return (action for action in self.actions if action is not None)


class Commands(QObject):
    """The actions of the window by name: `commands["submit"]`."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._by_name: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        self.groups: list[Group] = []
        # Actions on the work and on its panel, enabled only while these are visible. They are in
        # groups because Qt stores the enabled states of an action and of its group separately.
        self._work, self._panel = QActionGroup(self), QActionGroup(self)
        self._work.setExclusive(False)
        self._panel.setExclusive(False)
        self._panel_groups = [self._panel]
        # Actions that have lost shortcuts to the current panel, with all their own shortcuts.
        self._lent: list[tuple[QAction, list[QKeySequence]]] = []
        self._file()
        self._edit()
        self._item()
        self._project()
        self._text()
        self._view()
        self._help()
        for group in self.groups:
            menu = self._menus[group.key] = KeyMenu(group.title, window)
            window.menuBar().addMenu(menu)
            self._fill(group)
            window.addActions(list(group.real()))
            for action in group.real():
                is_for_lead = group.key == "project" or action.objectName() == "lead_undo"
                if is_for_lead or action.objectName() in ITEM_ACTIONS:
                    self._work.addAction(action)

    def __getitem__(self, name: str) -> QAction:
        return self._by_name[name]

    def enable(self, names: Iterable[str], on: bool) -> None:
        """Enable or disable the actions with these names."""
        for name in names:
            self._by_name[name].setEnabled(on)

    def offer(self, key: str, on: bool) -> None:
        """Show a menu and enable its actions, or hide it and disable them."""
        group = next(group for group in self.groups if group.key == key)
        for action in (*group.real(), *group.button_actions):
            action.setEnabled(on)
        self._menus[key].menuAction().setVisible(on)
        if key == "project":
            self._by_name["lead_undo"].setEnabled(on)
            self._by_name["lead_undo"].setVisible(on)
            for name in _ANNOTATORS_EDITS:
                self._by_name[name].setVisible(not on)

    def all(self) -> Iterator[tuple[Group, QAction]]:
        """Yield (group, action) for all actions of menus and of buttons."""
        for group in self.groups:
            for action in (*group.real(), *group.button_actions):
                yield group, action

    def shortcuts(self) -> set[str]:
        """Return all shortcuts in use, in Qt's portable notation."""
        return {
            key.toString(QKeySequence.SequenceFormat.PortableText)
            for _, action in self.all()
            # In a lead's project, the menus do not contain the actions on an annotator's work.
            if action.isVisible()
            for key in action.shortcuts()
        }

    def show_in_sight(self, *, work: bool, panel: bool) -> None:
        """Enable the actions on the work and on its panel while these are visible.

        `work`, `panel`: whether it is visible

        An action can be used if its group and the action itself are enabled; `enable` and `offer`
        set the latter.
        """
        self._work.setEnabled(work)
        for group in self._panel_groups:
            group.setEnabled(panel)

    def set_buttons(self, key: str, actions: list[QAction]) -> None:
        """Replace the button actions that the palette lists under a menu's name."""
        group = next(group for group in self.groups if group.key == key)
        for action in group.button_actions:
            self._work.removeAction(action)
        for action in actions:
            self._work.addAction(action)
        group.button_actions = list(actions)

    def set_panel_actions(self, actions: list[QAction]) -> None:
        """Show the actions of a protocol's panel in the menu “Text”.

        While they are shown, other actions lose the shortcuts that the panel also uses.
        """
        group = next(group for group in self.groups if group.key == "text")
        # Actions stay in the window, with active shortcuts, until they are removed from it.
        for action in group.real():
            self._window.removeAction(action)
        # Groups of a new panel start enabled, even if the panel is hidden at the moment.
        on = self._panel.isEnabled()
        for action in self._panel.actions():
            self._panel.removeAction(action)
        for action in actions:
            if action.actionGroup() is None:
                self._panel.addAction(action)
        own = {id(one): one for one in (action.actionGroup() for action in actions)}
        self._panel_groups = [self._panel, *(one for one in own.values() if one is not self._panel)]
        for one in self._panel_groups:
            one.setEnabled(on)
        group.actions = list(actions)
        self._lend_keys({key for action in actions for key in action.shortcuts()})
        self._window.addActions(actions)
        self._fill(group)

    def _lend_keys(self, keys: set[QKeySequence]) -> None:
        # Restore the shortcuts first: the new panel may use others.
        for action, own in self._lent:
            action.setShortcuts(own)
        self._lent = []
        for action in self._work.actions():
            own = action.shortcuts()
            left = [key for key in own if key not in keys]
            if left != own:
                self._lent.append((action, own))
                action.setShortcuts(left)

    def _fill(self, group: Group) -> None:
        menu = self._menus[group.key]
        menu.clear()
        for action in group.actions:
            if action is None:
                menu.addSeparator()
            else:
                menu.addAction(action)
        menu.menuAction().setVisible(bool(group.actions))

    def _add(self, group: Group, name: str, text: str, *keys: str) -> QAction:
        action = QAction(text, self._window)
        action.setObjectName(name)
        action.setShortcuts([QKeySequence(key) for key in keys])
        if keys:
            shown = shown_keys(action.shortcut())
            action.setToolTip(plain_tip(f"{text.replace('&', '')} ({shown})"))
        # Not the whole application: overlays and dialogs have their own keys.
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        self._by_name[name] = action
        group.actions.append(action)
        return action

    def _group(self, key: str, title: str) -> Group:
        group = Group(key, title)
        self.groups.append(group)
        return group

    def _file(self) -> None:
        group = self._group("file", self.tr("&File"))
        self._add(group, "new_project", self.tr("New project…"), "Ctrl+N")
        self._add(group, "open_bundle", self.tr("Open a bundle…"), "Ctrl+O")
        self._add(group, "open_workspace", self.tr("Open a workspace…"), "Ctrl+Shift+O")
        self._add(group, "sample", self.tr("Sample: rate answers"))
        self._add(group, "sample_project", self.tr("Sample: lead a project"))
        self._add(group, "sample_critique", self.tr("Sample: critique and revise"))
        self._add(group, "sample_tasks", self.tr("Sample: methodical tasks"))
        self._add(group, "sample_sessions", self.tr("Sample: revise with a model"))
        self._add(group, "sample_study", self.tr("Sample: a form of your own"))
        group.actions.append(None)
        self._add(group, "send_results", self.tr("Send results…"), "Ctrl+Shift+S")
        self._add(group, "about_you", self.tr("About you…"))
        self._add(group, "consent", self.tr("Consent…"))
        self._add(group, "own_key", self.tr("Your key…"))
        self._add(group, "save_copy", self.tr("Save a copy…"))
        group.actions.append(None)
        self._add(group, "connections", self.tr("Connections to models…"), "Ctrl+Shift+M")
        group.actions.append(None)
        self._add(group, "close_workspace", self.tr("Close the workspace"), "Ctrl+W")
        self._add(group, "quit", self.tr("Quit"), "Ctrl+Q")

    def _edit(self) -> None:
        group = self._group("edit", self.tr("&Edit"))
        self._add(group, "undo", self.tr("Undo"), "Ctrl+Z")
        self._add(group, "redo", self.tr("Redo"), "Ctrl+Shift+Z", "Ctrl+Y")
        # The pages of a project have Ctrl+Z themselves: text fields and forms in them need it, too.
        self._add(group, "lead_undo", self.tr("Undo the last change"))
        group.actions.append(None)
        self._add(group, "discard", self.tr("Discard the changes to this item"))

    def _item(self) -> None:
        group = self._group("item", self.tr("&Item"))
        submit = self._add(
            group, "submit", self.tr("Submit and continue"), "Ctrl+Return", "Ctrl+Enter"
        )
        # A held key must not submit items that nobody has seen.
        submit.setAutoRepeat(False)
        group.actions.append(None)
        self._add(group, "previous", self.tr("Previous item"), "Alt+Left")
        self._add(group, "next", self.tr("Next item"), "Alt+Right")
        self._add(group, "next_open", self.tr("Next open item"), "Ctrl+G", "Ctrl+Alt+Right")
        self._add(group, "search", self.tr("Search the items"), "Ctrl+L")
        group.actions.append(None)
        self._add(group, "skip", self.tr("Skip with a reason…"), "Ctrl+Shift+K")
        self._add(group, "flag", self.tr("Flag with a reason…"), "Ctrl+Shift+F")
        self._add(group, "unmark", self.tr("Remove the flag or skip"))
        self._add(group, "comment", self.tr("Write a comment"), COMMENT_KEYS)
        group.actions.append(None)
        self._add(group, "stop_model", self.tr("Stop the model"), "Ctrl+.")

    def _project(self) -> None:
        group = self._group("project", self.tr("&Project"))
        for name, text, key in (
            ("lead_overview", self.tr("Overview"), "Ctrl+1"),
            ("lead_items", self.tr("Items"), "Ctrl+2"),
            ("lead_form", self.tr("Form"), ""),
            ("lead_guidelines", self.tr("Guidelines"), ""),
            ("lead_consent", self.tr("Consent"), ""),
            ("lead_people", self.tr("People"), "Ctrl+3"),
            ("lead_assign", self.tr("Assignments"), "Ctrl+4"),
            ("lead_bundles", self.tr("Bundles"), "Ctrl+5"),
            ("lead_merge", self.tr("Merge"), "Ctrl+6"),
            ("lead_submissions", self.tr("Submissions"), ""),
            ("lead_conflicts", self.tr("Conflicts"), "Ctrl+7"),
            ("lead_agreement", self.tr("Agreement"), "Ctrl+8"),
            ("lead_export", self.tr("Export"), "Ctrl+9"),
            ("lead_runs", self.tr("Model runs"), ""),
        ):
            self._add(group, name, text, *([key] if key else []))
        group.actions.append(None)
        self._add(group, "lead_back", self.tr("Back to the previous page"), "Alt+Left")
        self._add(group, "lead_find", self.tr("Find on this page"), "Ctrl+F")
        group.actions.append(None)
        self._add(group, "import_items", self.tr("Import items…"), "Ctrl+I")
        self._add(group, "add_person", self.tr("Add a person"))
        self._add(group, "assign", self.tr("Preview the assignment"))
        self._add(group, "reassign", self.tr("Reassign open items…"))
        self._add(group, "pack", self.tr("Write the bundles"))
        self._add(group, "update_bundles", self.tr("Update outdated bundles"))
        self._add(group, "pack_project", self.tr("Write the whole project…"))
        self._add(group, "choose_bundles", self.tr("Choose bundles to merge…"), "Ctrl+M")
        self._add(group, "choose_inbox", self.tr("Choose inbox…"))
        self._add(group, "merge", self.tr("Merge the selected bundles"))
        self._add(group, "unmerge", self.tr("Undo the last merge"))
        self._add(group, "accept", self.tr("Accept the selected submission"))
        self._add(group, "reject", self.tr("Reject the selected submission"))
        self._add(group, "analyse", self.tr("Compute the tables"))
        self._add(group, "save_report", self.tr("Save report…"))
        self._add(group, "estimate_run", self.tr("Estimate the model run"))
        self._add(group, "run_job", self.tr("Start the model run"))
        self._add(group, "write_batch", self.tr("Write batch file…"))
        self._add(group, "read_batch", self.tr("Read batch results…"))

    def _text(self) -> None:
        self._group("text", self.tr("&Text"))

    def _view(self) -> None:
        group = self._group("view", self.tr("&View"))
        self._add(group, "palette", self.tr("Commands…"), "Ctrl+K")
        self._add(group, "queue", self.tr("List of items: narrow or wide"), "Ctrl+B")
        self._add(group, "guidelines", self.tr("Guidelines"), "F1").setCheckable(True)
        self._add(group, "history", self.tr("Revisions of this item"), "Ctrl+H").setCheckable(True)
        group.actions.append(None)
        self._add(group, "larger", self.tr("Larger text"), "Ctrl++", "Ctrl+=")
        self._add(group, "smaller", self.tr("Smaller text"), "Ctrl+-")
        self._add(group, "normal", self.tr("Normal text size"), "Ctrl+0")
        group.actions.append(None)
        looks = QActionGroup(self)
        for look, text in (
            (Look.SYSTEM, self.tr("Theme: system default")),
            (Look.LIGHT, self.tr("Theme: light")),
            (Look.DARK, self.tr("Theme: dark")),
            (Look.HIGH_CONTRAST, self.tr("Theme: high contrast")),
        ):
            action = self._add(group, f"look_{look.value}", text)
            action.setCheckable(True)
            action.setData(look)
            looks.addAction(action)
        group.actions.append(None)
        self._add(group, "reduced_motion", self.tr("Reduce motion")).setCheckable(True)
        single_keys = self._add(group, "single_keys", self.tr("Single-key shortcuts (1, Y, ?)"))
        single_keys.setCheckable(True)
        group.actions.append(None)
        languages = QActionGroup(self)
        system = self.tr("Language: system default")
        for code, text in (("system", system), *LANGUAGE_NAMES.items()):
            # Languages are listed by their own names, independent of the interface language.
            words = text if code == "system" else self.tr("Language: {name}").format(name=text)
            action = self._add(group, f"language_{code}", words)
            action.setCheckable(True)
            languages.addAction(action)

    def _help(self) -> None:
        group = self._group("help", self.tr("&Help"))
        guide = self._add(group, "guide", self.tr("User guide"), "Shift+F1", "F1")
        # While somebody annotates, F1 shows the guidelines of the project.
        self["guidelines"].enabledChanged.connect(
            lambda on: guide.setShortcuts(
                [QKeySequence(key) for key in (["Shift+F1"] if on else ["Shift+F1", "F1"])]
            )
        )
        self._add(group, "tour", self.tr("Tour of this page"))
        # “?” is not a shortcut of the action: it must stay a letter in text fields.
        self._add(group, "keys", self.tr("Keyboard shortcuts"))
        self._add(group, "report", self.tr("Report a problem…"))
        self._add(group, "about", self.tr("About Proofdesk"))
