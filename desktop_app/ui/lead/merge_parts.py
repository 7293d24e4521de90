"""Parts of the Merge page: problems of bundles, and questions before they are merged."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop_app.bundles.keys import grouped
from desktop_app.bundles.sealing import OpenedFiles
from desktop_app.ui.lead.bundle_lines import BundleLine, Yes
from desktop_app.ui.messages import translate_message
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.parts import Outcome, button, label
from desktop_app.workspace.trust import NOTHING_ACCEPTED, Accepted

# Values of `BundleLine.needs` by the field of `Accepted` that meets them.
_NEEDS = {
    "confirmed": "confirmation",
    "new_keys": "new key",
    "unsigned": "unsigned",
    "large": "large",
}
# Fields of `Accepted` about keys, whose words are compared, for example by phone.
_COMPARED = frozenset(("confirmed", "new_keys"))


class TallBox(TickChoice):
    """A box with a text of several lines, which is never lower than its text.

    A scroll area would otherwise make many boxes lower before it scrolls.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Face("", wide=True))
        theme.changed.connect(self._fit)

    def set_face(self, face: Face) -> None:
        super().set_face(face)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setMinimumHeight(self.heightForWidth(self.width()))


class KeyBoxes(QWidget):
    """One box for each key; the user ticks those that were compared with their owner.

    Signal `toggled`: the user has ticked or cleared a box

    `before`: the control before the boxes in the tab order
    """

    toggled = Signal()

    def __init__(self, theme: Theme, before: QWidget) -> None:
        super().__init__()
        self._theme, self._before = theme, before
        # By the fingerprint of the key.
        self.boxes: dict[str, TallBox] = {}
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(8)

    @property
    def chosen(self) -> frozenset[str]:
        """The fingerprints of the ticked boxes."""
        return frozenset(print_ for print_, box in self.boxes.items() if box.isChecked())

    @property
    def open_boxes(self) -> list[TallBox]:
        """The boxes that are not ticked."""
        return [box for box in self.boxes.values() if not box.isChecked()]

    def show_keys(self, words: Mapping[str, str]) -> None:
        """Show a box for each key; boxes that are there already keep their ticks.

        `words`: the text of each box, by fingerprint
        """
        # A ticked box stays, so that the user can clear it.
        for print_ in [one for one in self.boxes if one not in words and one not in self.chosen]:
            box = self.boxes.pop(print_)
            box.hide()
            box.deleteLater()
        for print_, text in words.items():
            if print_ not in self.boxes:
                self._add(print_)
            self.boxes[print_].set_face(Face(text, wide=True))
        self.setVisible(bool(self.boxes))

    def choose(self, prints: Collection[str]) -> None:
        """Tick the boxes of these keys only, without `toggled`."""
        for print_, box in self.boxes.items():
            box.blockSignals(True)
            box.setChecked(print_ in prints)
            box.blockSignals(False)

    def _add(self, print_: str) -> None:
        box = TallBox(self._theme)
        box.toggled.connect(lambda _: self.toggled.emit())
        last = next(reversed(self.boxes.values()), self._before)
        self._rows.addWidget(box)
        # Qt puts new controls at the end of the window's tab order.
        QWidget.setTabOrder(last, box)
        self.boxes[print_] = box


class BundleProblems(QWidget):
    """Shows files that cannot be merged, and what is excluded or worth knowing in the others."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.refused = Outcome(theme, self.tr("Refused files"))
        self.notes = Outcome(theme, self.tr("Refused records and notes"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.refused)
        layout.addWidget(self.notes)

    def show_lines(self, lines: Sequence[BundleLine]) -> None:
        """Show what is refused or worth knowing in these bundles."""
        problems, details = [], []
        for line in lines:
            name = line.path.name
            if line.problem:
                problems.append(f"{name}: {translate_message(line.problem)}")
            details += [
                self.tr("{file}: %n record(s) refused, {why}", "", count).format(
                    file=name, why=translate_message(why)
                )
                for why, count in line.reasons
            ]
            if line.foreign and not line.problem:
                details.append(
                    self.tr("{file}: %n record(s) of another project", "", line.foreign).format(
                        file=name
                    )
                )
            details += [f"{name}: {translate_message(note)}" for note in line.notes]
        is_partial = any((line.refused or line.foreign) and not line.problem for line in lines)
        excluded = self.tr("Some records cannot be merged and are excluded.")
        # Notes alone do not prevent a merge.
        heading = excluded if is_partial else self.tr("Before you merge:")
        for box, texts, words in (
            (self.refused, problems, self._heading(lines)),
            (self.notes, details, heading),
        ):
            if texts:
                box.say(words, texts, "warn")
                box.close_button.hide()
            else:
                box.hide()
        self.setVisible(bool(problems or details))

    # Internals
    def _heading(self, lines: Sequence[BundleLine]) -> str:
        refused = [line for line in lines if line.problem]
        # A passphrase or a confirmation may help.
        is_final = any(not line.needs for line in refused)
        if any(line.readable for line in refused):
            return (
                self.tr("Some files cannot be merged.")
                if is_final
                else self.tr("Some files cannot be merged yet.")
            )
        return (
            self.tr("Some files cannot be read.")
            if is_final
            else self.tr("Some files cannot be read yet.")
        )


class MergeQuestions(QWidget):
    """Asks for passphrases and confirmations before bundles are merged.

    Signal `answered`: the user has ticked or cleared a box, or entered a passphrase

    `accepted`: what the user has confirmed with the ticked boxes
    `opened`: the files that a passphrase has opened
    """

    answered = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.accepted = NOTHING_ACCEPTED
        # What the visible boxes ask for. `accepted` is the part whose boxes are ticked.
        self._asked = NOTHING_ACCEPTED
        # The confirmations with which the bundles were previewed.
        self._counted = NOTHING_ACCEPTED
        # The last passphrase that opened a file; it is tried with files that arrive later.
        self._opened_by = ""
        self.opened = OpenedFiles()
        self.passphrase = QLineEdit()
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase.setAccessibleName(self.tr("Passphrase of the encrypted bundles"))
        self.unlock_button = button(self.tr("Open"))
        self.unlock_button.setAccessibleName(self.tr("Open the encrypted bundles"))
        self.unlock = QWidget()
        self.confirm = KeyBoxes(theme, self.unlock_button)
        self.new_key, self.unsigned, self.large = (TallBox(theme) for _ in range(3))
        # By the field of `Accepted` that each box sets, from top to bottom.
        self._boxes = {
            "new_keys": self.new_key,
            "unsigned": self.unsigned,
            "large": self.large,
        }
        unlock = QHBoxLayout(self.unlock)
        unlock.setContentsMargins(0, 0, 0, 0)
        unlock.setSpacing(8)
        self.unlock_label = label()
        unlock.addWidget(self.unlock_label)
        unlock.addWidget(self.passphrase)
        unlock.addWidget(self.unlock_button)
        unlock.addStretch(1)
        ask = QVBoxLayout(self)
        ask.setContentsMargins(0, 0, 0, 0)
        ask.setSpacing(8)
        for question in (self.unlock, self.confirm, *self._boxes.values()):
            ask.addWidget(question)
        self.unlock_button.clicked.connect(self.answered)
        self.passphrase.returnPressed.connect(self.answered)
        self.confirm.toggled.connect(self._on_yes)
        for box in self._boxes.values():
            box.toggled.connect(lambda _: self._on_yes())
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def yes(self, lines: Sequence[BundleLine]) -> Yes:
        """Return what the user has entered and confirmed for these bundles."""
        return Yes(
            self.passphrase.text() or self._opened_by or None,
            self.accepted,
            {line.path: line.passphrase for line in lines if line.passphrase},
            self.opened,
        )

    def show_lines(self, lines: Sequence[BundleLine]) -> None:
        """Ask one question per kind of confirmation, for all bundles that need it."""
        by_need: dict[str, list[BundleLine]] = {}
        for line in lines:
            by_need.setdefault(line.needs, []).append(line)
        locked = by_need.get("passphrase", [])
        self.unlock.setVisible(bool(locked))
        self.unlock_label.setText(self.tr("Passphrase of %n encrypted file(s)", "", len(locked)))
        asked = {name: by_need.get(need, []) for name, need in _NEEDS.items()}
        # The first key of a sender may be confirmed; in a project that requires confirmed keys, it
        # must be (docs/decisions/0021).
        asked["confirmed"] = [
            one
            for one in lines
            if one.needs == "confirmation" or (one.first and not one.needs and not one.problem)
        ]
        # Includes what is already accepted: these bundles need nothing more, but their ticked boxes
        # must stay.
        self._asked = Accepted(
            self.accepted.new_keys | {(one.sender, one.fingerprint) for one in asked["new_keys"]},
            self.accepted.unsigned | {one.digest for one in asked["unsigned"]},
            self.accepted.confirmed,
            self.accepted.large | {one.digest for one in asked["large"]},
        )
        texts = {
            "new_keys": self.tr(
                "I have compared these words with each person: accept the new keys.\n{who}"
            ),
            "unsigned": self.tr("I know the source: accept unsigned work by {who}"),
            "large": self.tr("Accept the unusually large results from {who}"),
        }
        words = self.tr("I have compared these words with the person: confirm the key.\n{who}")
        owners: dict[str, dict[str, None]] = {}
        for line in asked["confirmed"]:
            # Several bundles of one sender have one entry. Two senders with one key have two.
            owners.setdefault(line.fingerprint, {})[_named(line, "confirmed")] = None
        self.confirm.show_keys(
            {key: words.format(who="\n".join(who)) for key, who in owners.items()}
        )
        for name, box in self._boxes.items():
            if asked[name]:
                # Several bundles of one sender have one entry.
                who = dict.fromkeys(_named(one, name) for one in asked[name])
                people = ("\n" if name in _COMPARED else ", ").join(who)
                box.set_face(Face(texts[name].format(who=people), wide=True))
            # A ticked box stays visible, so that the user can clear it.
            box.setVisible(bool(asked[name]) or box.isChecked())
        self.setVisible(
            any(not one.isHidden() for one in (self.unlock, self.confirm, *self._boxes.values()))
        )

    def drop_invalid(self, lines: Sequence[BundleLine]) -> bool:
        """Drop the confirmations that no longer apply to these bundles.

        Return whether one that was given must be given again, so that the preview is too old.
        """
        typed = self.passphrase.text()
        if any(line.passphrase == typed for line in lines if line.passphrase):
            # The field asks for the passphrase of the other files.
            self._opened_by = typed
            self.passphrase.clear()
        # A confirmation stays only while the bundle it names is in the list.
        digests = frozenset(line.digest for line in lines)
        here = Accepted(
            frozenset((line.sender, line.fingerprint) for line in lines),
            digests,
            frozenset(line.fingerprint for line in lines),
            digests,
        )
        needs = {line.needs for line in lines}
        kept: dict[str, frozenset[Any]] = {}
        is_asked_again = False
        for name in _NEEDS:
            confirmed = getattr(self.accepted, name)
            # Some bundles still need a confirmation of this kind. So its box is cleared, and asks
            # about all bundles again. A confirmed key never needs another confirmation.
            again = _NEEDS[name] in needs and name != "confirmed"
            is_asked_again |= again and bool(confirmed)
            kept[name] = frozenset() if again else confirmed & getattr(here, name)
        self._say_yes(Accepted(**kept))
        return is_asked_again

    def first_open(self, lines: Sequence[BundleLine]) -> QWidget | None:
        """Return the control of the first decision before merging, if one is needed."""
        if not self.unlock.isHidden():
            # A passphrase that did not fit is replaced by typing another.
            self.passphrase.selectAll()
            return self.passphrase
        needs = {line.needs for line in lines}
        unanswered: list[QWidget] = [
            box
            for name, box in self._boxes.items()
            if _NEEDS[name] in needs and not box.isHidden() and not box.isChecked()
        ]
        # The first key of a sender may be confirmed later, unless the project requires confirmed
        # keys.
        if _NEEDS["confirmed"] in needs:
            unanswered[:0] = self.confirm.open_boxes
        return next(iter(unanswered), None)

    def clear(self) -> None:
        """Clear all boxes."""
        self._say_yes(NOTHING_ACCEPTED)

    def restore(self) -> None:
        """Tick the boxes that were ticked when the bundles were previewed."""
        self._say_yes(self._counted)

    def forget(self) -> None:
        """Forget all passphrases and confirmations."""
        self.passphrase.clear()
        self._opened_by = ""
        self.opened.forget()
        self.clear()

    # Internals
    def _on_yes(self) -> None:
        """Accept exactly what the ticked boxes show now, and nothing that is added later."""
        self.accepted = Accepted(
            confirmed=self.confirm.chosen,
            **{
                name: getattr(self._asked, name) if box.isChecked() else frozenset()
                for name, box in self._boxes.items()
            },
        )
        self.answered.emit()

    def _say_yes(self, accepted: Accepted) -> None:
        """Replace the confirmations, and tick or clear their boxes."""
        self.accepted = self._counted = accepted
        self.confirm.choose(accepted.confirmed)
        for name, box in self._boxes.items():
            # Ticks that the program sets are not confirmations by the user.
            box.blockSignals(True)
            box.setChecked(bool(getattr(accepted, name)))
            box.blockSignals(False)

    def _apply_theme(self) -> None:
        self.passphrase.setFixedWidth(self._theme.px(240))


def _named(line: BundleLine, field: str) -> str:
    """Return the sender of a bundle, with the key to compare if a box for this field asks about it.

    `field`: a field of `Accepted`
    """
    if field in _COMPARED:
        return f"{line.sender}: {grouped(line.fingerprint)}\n{line.words}"
    return line.sender
