"""Actions for buttons of the project page that no menu has, so that the palette finds them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton

from desktop_app.ui.lead.page import LeadPage
from desktop_app.ui.lead.section import Section


class ButtonActions(QObject):
    """Actions that show a section and press one of its buttons.

    go_to  shows a section by its key
    """

    def __init__(self, page: LeadPage, go_to: Callable[[str], None]) -> None:
        super().__init__(page)
        self._desk = page.desk
        self._go_to = go_to
        self.actions: list[QAction] = []
        # The palette shows actions without their section. So a text names more than the button
        # does, where the button alone would be unclear.
        items, submissions = page.items, page.submissions
        for opens in items.prepare_buttons.values():
            self._add(items, opens, opens.text())
        if items.takes_form:
            self._add(items, items.form_button, self.tr("Import the form of the study…"))
        self._add(items, items.show_button, self.tr("Show the selected item as annotators see it"))
        people, agreement = page.people, page.agreement
        self._add(people, people.import_button, self.tr("Import people…"))
        self._add(people, people.remove_button, self.tr("Remove the selected person"))
        self._add(page.assign, page.assign.assign_button, self.tr("Assign as previewed"))
        if submissions.is_needed:
            self._add(submissions, submissions.show_button, self.tr("Read the selected submission"))
        if submissions.collects:
            self._add(submissions, submissions.ask_button, self.tr("Request tasks"))
        self._add(agreement, agreement.save_tables, self.tr("Save tables…"))
        self._add(agreement, agreement.save_figures, self.tr("Save figures…"))

    # Inside
    def _add(self, section: Section, button: QPushButton, text: str) -> None:
        action = QAction(text, self)
        action.triggered.connect(lambda _=False: self._press(section, button))
        self.actions.append(action)

    def _press(self, section: Section, button: QPushButton) -> None:
        self._go_to(section.key)
        if self._desk.is_busy:
            self._desk.say_busy()
        elif button.isVisible() and button.isEnabled():
            button.click()
        elif button.isVisible() and button.accessibleDescription():
            # The description of a disabled button says why it cannot be used (`Section.allow`).
            self._desk.notices.say(button.accessibleDescription(), level="warn")
