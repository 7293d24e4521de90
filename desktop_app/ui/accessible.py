"""What screen readers need beyond names and descriptions of widgets: announcements and roles."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QWidget

# Milliseconds until an announcement. It has to follow the focus change of the same key, which would
# interrupt it, and search results should be read when the person has stopped typing.
_DELAY = 300

# Roles that no class of Qt has, by the name of the class.
_roles: dict[str, QAccessible.Role] = {}


def _interface(class_name: str, thing: QObject) -> QAccessibleWidget | None:
    role = _roles.get(class_name)
    return QAccessibleWidget(thing, role) if role and isinstance(thing, QWidget) else None


def set_role(widget_class: type[QWidget], role: QAccessible.Role) -> None:
    """Set the role of a class of widgets and of its subclasses, if Qt gives them none."""
    if not _roles:
        QAccessible.installFactory(_interface)
    _roles[widget_class.__name__] = role


class Announcer(QObject):
    """Makes screen readers read texts that appear without a change of the focus.

    Texts of the same moment are read as one, because each would interrupt the one before.

    `announced`: a text was given to the screen reader
    """

    announced = Signal(str)

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._texts: dict[str, str] = {}
        self._timer = QTimer(self, singleShot=True, interval=_DELAY)
        self._timer.timeout.connect(self._announce)

    def say(self, topic: str, text: str) -> None:
        """Read a text soon, unless another text about the same topic comes before; "" reads none.

        Texts of several topics are read in the order in which these came up.
        """
        self._texts.pop(topic, None)
        if text:
            self._texts[topic] = text
        self._timer.start()

    def say_before_focus(self, text: str) -> None:
        """Read a text at once, because the focus is about to move.

        A screen reader skips the widget that the focus leaves again at once. It reads this text,
        and then the widget to which the focus moves.
        """
        self._tell([text])

    def _announce(self) -> None:
        texts, self._texts = list(self._texts.values()), {}
        self._tell(texts)

    def _tell(self, texts: list[str]) -> None:
        window = QApplication.activeWindow()
        if texts and window is not None:
            words = " ".join(
                one if one.endswith((".", "…", "?", "!")) else f"{one}." for one in texts
            )
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(window, words))
            self.announced.emit(words)


def repeat_focus() -> None:
    """Tell screen readers again which widget has the focus.

    Needed if a widget passes the focus on while it receives it: Qt reports the second change first.
    """
    widget = QApplication.focusWidget()
    if widget is not None:
        QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Focus))


_announcers: list[Announcer] = []


def announcer() -> Announcer:
    """Return the one announcer of this program."""
    if not _announcers:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        _announcers.append(Announcer(application))
    return _announcers[0]


def announce(topic: str, text: str) -> None:
    """Make screen readers read a text; see `Announcer.say`."""
    announcer().say(topic, text)
