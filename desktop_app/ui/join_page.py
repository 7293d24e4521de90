"""The pages before a bundle is opened: passphrase, folder, and confirmation of its sender."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from desktop_app.core.errors import AppError
from desktop_app.ui.layouts import STRETCH, Centred, in_column, in_row
from desktop_app.ui.messages import error_text, translate_message
from desktop_app.ui.open_tasks import (
    BundleManifest,
    TrustNeededError,
    folder_in,
    free_folder,
    starting_folder,
)
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.parts import label

_WIDEST = 640  # pixels at 100 % text
_EDGES = (24, 40, 24, 24)


class TrustPage(QWidget):
    """Page that asks the person to confirm who sent a bundle.

    A checkbox has to be ticked first, so that nobody confirms by accident.

    `accepted`: emitted with the TrustNeededError that the person has confirmed
    `left`: emitted when the person goes back
    """

    accepted = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._asked: TrustNeededError | None = None
        question = self.tr("Did your project lead send this bundle?")
        self.heading = label(question, "heading", wrap=True)
        self.why = label(wrap=True)
        self.words = label(wrap=True)
        self.fingerprint = label(kind="question")
        self.sure = TickChoice(theme, Face("", wide=True))
        self.back = QPushButton(self.tr("Back"))
        self.back.setToolTip(self.tr("Back (Esc)"))
        self.take = QPushButton(self.tr("Import"))
        self.take.setProperty("kind", "primary")
        buttons = in_row(STRETCH, self.back, self.take)
        parts = (self.heading, self.why, self.words, self.fingerprint, self.sure, 8, buttons)
        content = in_column(*parts, STRETCH, margins=_EDGES, gap=12)
        Centred(content, theme, _WIDEST, on=self)
        self.sure.toggled.connect(self.take.setEnabled)
        self.back.clicked.connect(self.left)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.back.click)
        self.take.clicked.connect(self._on_take)

    def show_question(self, asked: TrustNeededError) -> None:
        """Ask about a bundle that was not merged yet."""
        # Imported here: cryptography takes a moment to load and is rarely needed.
        from desktop_app.bundles.keys import grouped

        self._asked = asked
        self.why.setText(f"{asked.path.name} {translate_message(asked.why)}.")
        if asked.needs == "new key":
            self.words.setText(
                self.tr(
                    "Nothing was imported. Ask {sender}, for example by phone, for the "
                    "fingerprint of their key. It must be:"
                ).format(sender=asked.sender)
            )
            sure = self.tr("{sender} confirmed this fingerprint.").format(sender=asked.sender)
        else:
            self.words.setText(
                self.tr(
                    "Nothing was imported. The file is not signed, so anybody could have created "
                    "it. Ask {sender} whether they sent it."
                ).format(sender=asked.sender)
            )
            sure = self.tr("{sender} sent me this file.").format(sender=asked.sender)
        self.fingerprint.setText(grouped(asked.fingerprint) if asked.fingerprint else "")
        # An unsigned bundle has no fingerprint to compare.
        self.fingerprint.setVisible(bool(asked.fingerprint) and asked.needs == "new key")
        self.sure.setChecked(False)
        self.sure.set_face(Face(sure, wide=True))
        self.take.setEnabled(False)
        self.sure.setFocus()

    def _on_take(self) -> None:
        if self._asked is not None and self.sure.isChecked():
            # A second click must not merge the bundle twice.
            asked, self._asked = self._asked, None
            self.accepted.emit(asked)


_FOLDER_ROW, _PASSPHRASE_ROW = 0, 1


class JoinPage(QWidget):
    """Page that asks for the passphrase of an encrypted bundle, then for the folder of the work.

    The passphrase comes first: only the decrypted manifest says whether a folder is needed.

    `unlocked`: emitted with the path of the bundle and the passphrase
    `accepted`: emitted with the paths of the bundle and of the folder, and the passphrase
    `left`: emitted when the person goes back
    """

    unlocked = Signal(object, str)
    accepted = Signal(object, object, str)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._face: BundleManifest | None = None
        self.heading = label(kind="heading", wrap=True)
        self.words = label(kind="secondary", wrap=True)
        self.problem = label(kind="problem", wrap=True)
        self.folder = QLineEdit()
        self.folder.setAccessibleName(self.tr("Folder for your work"))
        self.choose = QPushButton(self.tr("Choose…"))
        self.choose.setAccessibleName(self.tr("Choose the folder for your work"))
        self.passphrase = QLineEdit()
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase.setAccessibleName(self.tr("Passphrase"))
        self.back = QPushButton(self.tr("Back"))
        self.begin = QPushButton(self.tr("Start"))
        self.begin.setProperty("kind", "primary")

        where = in_row((self.folder, 1), self.choose, gap=8)
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(12)
        # Rows are hidden as a whole, with their labels.
        self._form = form
        form.addRow(PlainLabel(self.tr("Folder for your work")), where)
        form.addRow(PlainLabel(self.tr("Passphrase")), self.passphrase)
        buttons = in_row(STRETCH, self.back, self.begin)
        parts = (self.heading, self.words, 12, form, self.problem, 8, buttons)
        content = in_column(*parts, STRETCH, margins=_EDGES, gap=10)
        Centred(content, theme, _WIDEST, on=self)
        self.choose.clicked.connect(self._on_choose)
        # Cleared first, so that no passphrase remains in a hidden field.
        self.back.clicked.connect(self.passphrase.clear)
        self.back.clicked.connect(self.left)
        self.begin.clicked.connect(self._on_begin)
        for field in (self.folder, self.passphrase):
            field.returnPressed.connect(self._on_begin)
            field.textChanged.connect(self._check)

    def show_bundle(self, face: BundleManifest, note: str = "", passphrase: str = "") -> None:
        """Ask for the passphrase of a bundle, or for the folder.

        `note`: a warning about the bundle
        `passphrase`: the passphrase that has decrypted it
        """
        self._face = face
        self.heading.setText(face.title or face.path.name)
        if face.recipient:
            words = self.tr("{file}, sent by {sender} for {recipient}.").format(
                file=face.path.name, sender=face.sender, recipient=face.recipient
            )
        elif face.title:
            words = self.tr("{file}, sent by {sender}.").format(
                file=face.path.name, sender=face.sender
            )
        elif self._asks_passphrase:
            words = self.tr("This bundle is encrypted. Enter the passphrase its sender gave you.")
        else:
            words = self.tr("This bundle is encrypted.")
        self.words.setText(f"{words}\n{note}" if note else words)
        name = face.title or face.path.stem
        if face.recipient:
            name = f"{name} ({face.recipient})"
        self.folder.setText(str(free_folder(name)))
        self.passphrase.setText(passphrase)
        self._form.setRowVisible(_FOLDER_ROW, not self._asks_passphrase)
        self._form.setRowVisible(_PASSPHRASE_ROW, self._asks_passphrase)
        self.problem.clear()
        self.set_busy(False)
        (self.passphrase if self._asks_passphrase else self.begin).setFocus()

    @property
    def bundle(self) -> Path | None:
        """The path of the bundle; None before the first one."""
        return self._face.path if self._face is not None else None

    def show_problem(self, error: AppError) -> None:
        """Show an error below the fields; the input stays."""
        self.problem.setText(error_text(error))
        self.set_busy(False)
        if self._asks_passphrase:
            self.passphrase.setFocus()
            # So that typing replaces the wrong passphrase.
            self.passphrase.selectAll()

    def set_busy(self, busy: bool) -> None:
        """Disable the input while a job uses it, or enable it again."""
        for widget in (self.folder, self.choose, self.passphrase, self.begin):
            widget.setEnabled(not busy)
        if busy:
            self.begin.setText(self.tr("Opening…"))
        else:
            self.begin.setText(self.tr("Open") if self._asks_passphrase else self.tr("Start"))
        self._check()

    @property
    def _asks_passphrase(self) -> bool:
        face = self._face
        return face is not None and face.needs_passphrase and not face.is_readable

    def _check(self) -> None:
        text = self.passphrase.text() if self._asks_passphrase else self.folder.text().strip()
        self.begin.setEnabled(bool(text) and self.folder.isEnabled())

    def _on_choose(self) -> None:
        start = Path(self.folder.text()).parent
        chosen = QFileDialog.getExistingDirectory(
            self,
            self.tr("Choose a folder for your work"),
            str(start if start.is_dir() else starting_folder()),
        )
        if chosen:
            # In a folder with other files, the work gets a subfolder with the suggested name.
            name = Path(self.folder.text()).name
            self.folder.setText(str(folder_in(Path(chosen), name)))

    def _on_begin(self) -> None:
        if self._face is None or not self.begin.isEnabled():
            return
        self.problem.clear()
        if self._asks_passphrase:
            self.unlocked.emit(self._face.path, self.passphrase.text())
        else:
            folder = Path(self.folder.text().strip())
            self.accepted.emit(self._face.path, folder, self.passphrase.text())
