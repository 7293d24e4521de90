"""Parts of a critique's form: anchors of points, unmentioned changes, the score, the revision.

The module is longer than most because it contains all parts of one form, each a class of its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.text.diff import to_original
from desktop_app.ui.colours import Role
from desktop_app.ui.plain_text import empty, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import is_typing
from desktop_app.ui.widgets.diff_editor import DiffEditor, Side
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.question_view import OwnPart, plain_label
from desktop_app.ui.widgets.reading_view import normalised
from plugins.cnr.panel.points import Point, PointList

_MOST_LISTED = 6  # Maximum number of changes without a point that are listed.


class Unmentioned(OwnPart):
    """Links to the changes that belong to no point. This part is not counted as a question."""

    counts = False
    chosen = Signal(int)
    reordered = Signal()  # The tab order has changed.

    def __init__(self, theme: Theme) -> None:
        super().__init__("unmentioned", self.tr("Changes that no point mentions"), theme)
        self._links: list[LinkButton] = []
        self._shown: list[tuple[int, str]] = []
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self.caption.hide()
        # How many changes are not listed.
        self.rest = plain_label("", "secondary")
        self.column.addLayout(self._rows)
        self.column.addWidget(self.rest)
        self.column.addWidget(self.problem)
        self.hide()

    def show_changes(self, changes: Sequence[tuple[int, str]]) -> None:
        """Show changes as links.

        `changes`: the number of each, emitted when its link is clicked, and the link's text
        """
        # New links would lose the focus, so they are replaced only if the changes differ.
        if list(changes) == self._shown:
            return
        self._shown = list(changes)
        had_focus = any(link.hasFocus() for link in self._links)
        empty(self._rows)
        self._links = []
        for number, words in changes[:_MOST_LISTED]:
            link = LinkButton(words)
            link.setAccessibleName(words)
            link.setToolTip(plain_tip(words))
            link.setAutoDefault(True)
            link.clicked.connect(lambda _on=False, number=number: self.chosen.emit(number))
            self._rows.addWidget(link)
            self._links.append(link)
        left = len(changes) - len(self._links)
        self.rest.setText(self.tr("and %n more change(s)", "", left) if left else "")
        self.rest.setVisible(left > 0)
        if left:
            # Screen readers reach only links.
            self._links[-1].setAccessibleDescription(self.rest.text())
        self.setVisible(bool(changes))
        if had_focus and self._links:
            self._links[0].setFocus()
        self.reordered.emit()

    def stops(self) -> list[QWidget]:
        return list(self._links)

    def last_stop(self) -> QWidget:
        return self._links[-1] if self._links else self

    def take_focus(self) -> None:
        if self._links:
            self._links[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        return self.tr("Write a point for each of these changes, or undo it.")

    def set_editable(self, editable: bool) -> None:
        """Do nothing, because the links cannot be edited."""


class ScorePart(OwnPart):
    """The score in words, for read-only pages."""

    counts = False

    def __init__(self, form: Form, language: str, theme: Theme) -> None:
        super().__init__("score_told", form.text(form.question("score").text, language), theme)
        self._form, self._language = form, language
        self.caption.hide()
        self.words = plain_label("", "")
        self.meaning = plain_label("", "secondary")
        self.column.addWidget(self.words)
        self.column.addWidget(self.meaning)
        self.hide()

    def show_score(self, score: Any) -> None:
        """Show another score in the words of its form."""
        options = getattr(self._form.question("score"), "options", ())
        # A lead's own form may lack the option of an older score.
        option = next((one for one in options if one.code == score), None)
        label = "" if option is None else self._form.label(option, self._language)
        self.words.setText(f"{score} – {label}" if label else "")
        help_text = "" if option is None else self._form.text(option.help, self._language)
        self.meaning.setText(help_text)

    def set_current(self, current: bool) -> None:
        """Do nothing, because no key changes the score here."""

    def stops(self) -> list[QWidget]:
        return []

    def last_stop(self) -> QWidget:
        return self

    def take_focus(self) -> None:
        """Do nothing, because the part has no controls."""

    def sentence(self, problem: Problem) -> str:
        return ""

    def set_editable(self, editable: bool) -> None:
        """Do nothing, because the part is always read-only."""


class RevisionPart(OwnPart):
    """Shows in the form what is missing in the revision. The revision itself is in the editor."""

    counts = False

    def __init__(self, editor: DiffEditor, theme: Theme) -> None:
        super().__init__("revision", self.tr("The revised response"), theme)
        self._editor = editor
        self.caption.hide()
        self.button = QPushButton(self.tr("Go to the revision"))
        self.button.setAutoDefault(True)
        self.button.setToolTip(self.tr("Go to the revision (Ctrl+3)"))
        self.button.clicked.connect(editor.take_focus)
        self.column.addWidget(self.problem)
        self.column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeading)
        self.hide()

    def set_problem(self, sentence: str) -> None:
        super().set_problem(sentence)
        self.setVisible(bool(sentence))

    def stops(self) -> list[QWidget]:
        return [self.button]

    def take_focus(self) -> None:
        self._editor.take_focus()

    def sentence(self, problem: Problem) -> str:
        return self.tr("Please revise the response, or state that there is nothing to improve.")

    def set_editable(self, editable: bool) -> None:
        """Do nothing, because the button is always available."""


SIDES = ("positive", "negative")


class Offsets:
    """Conversion of positions between the original response and the displayed one.

    Their line endings may differ.
    """

    def __init__(self, original: str) -> None:
        self.shown = normalised(original)
        self._starts: list[int] | None = None
        if self.shown != original and len(self.shown) != len(original):
            # A line end of two characters (\r\n) is displayed as one.
            starts, at = [], 0
            while at < len(original):
                starts.append(at)
                at += 2 if original[at : at + 2] == "\r\n" else 1
            starts.append(len(original))
            # Texts that differ in more than line ends cannot be mapped.
            self._starts = starts if len(starts) == len(self.shown) + 1 else None

    def to_response(self, place: int) -> int:
        """Return a position in the original response."""
        if self._starts is None:
            return place
        return self._starts[min(place, len(self._starts) - 1)]

    def to_shown(self, place: int) -> int:
        """Return a position in the displayed response."""
        if self._starts is None:
            return place
        return min(bisect_left(self._starts, place), len(self.shown))

    def shown_points(self, points: Any) -> list[Point]:
        """Return points with anchors in the displayed response."""
        return [_placed(point, self.to_shown) for point in points or ()]

    def original_points(self, points: Sequence[Point]) -> list[Point]:
        """Return points with anchors in the original response."""
        return [_placed(point, self.to_response) for point in points]

    def place_of(self, point: Mapping[str, Any]) -> dict[str, int]:
        """Return the anchor of a model's point in the displayed response; empty if it has none."""
        start, end = point.get("start"), point.get("end")
        if isinstance(start, int) and isinstance(end, int):
            placed = _placed({"start": start, "end": end}, self.to_shown)
            # A model may give offsets that the response does not have.
            if 0 <= placed["start"] < placed["end"] <= len(self.shown):
                return placed
        return {}

    def quoted(self, point: Mapping[str, Any]) -> str:
        """Return the text of the response that a model's point is about."""
        place = self.place_of(point)
        return self.shown[place["start"] : place["end"]] if place else ""


def _placed(point: Mapping[str, Any], place: Callable[[int], int]) -> Point:
    result = dict(point)
    for name in ("start", "end"):
        if isinstance(result.get(name), int):
            result[name] = place(result[name])
    return result


class Selection:
    """The selection in the response or its revision, and the position of the caret."""

    def __init__(self, editor: DiffEditor) -> None:
        self._editor = editor
        # Both views can have a selection. The one made last counts.
        self._selected: tuple[str, int, int] = ("", 0, 0)
        editor.selection_changed.connect(self._on_selected)

    def stretch(self, response: str) -> dict[str, int]:
        """Return the selection as a range of the displayed response; empty if there is none."""
        side, start, end = self._selected
        for name, view in (
            (Side.REVISION, self._editor.revision_edit),
            (Side.ORIGINAL, self._editor.beside),
        ):
            # The editor emits a new selection late, so the selection of the focused view is read
            # directly.
            if view.hasFocus():
                one, other = view.selected_span()
                side, start, end = (name.value, one, other) if one != other else ("", 0, 0)
        if start == end:
            return {}
        if side == Side.REVISION.value:
            start = to_original(self._editor.hunks, start)
            end = to_original(self._editor.hunks, end)
        # White space at the ends of a selection is accidental.
        while start < end and response[start].isspace():
            start += 1
        while end > start and response[end - 1].isspace():
            end -= 1
        return {"start": start, "end": end} if start < end else {}

    def drop(self) -> None:
        """Clear the selection, because it is now marked as a point's anchor."""
        self._selected = ("", 0, 0)
        for view in (self._editor.beside, self._editor.revision_edit):
            start, end = view.selected_span()
            if start != end:
                view.set_caret(start)

    def caret(self) -> int:
        """Return the position of the caret in the response."""
        if QApplication.focusWidget() is self._editor.beside:
            return self._editor.beside.caret()
        return to_original(self._editor.hunks, self._editor.revision_edit.caret())

    def _on_selected(self, side: str, start: int, end: int) -> None:
        if start != end:
            self._selected = (side, start, end)
        elif side == self._selected[0]:
            self._selected = ("", 0, 0)


class Anchors(QObject):
    """Marks the anchors of all points in the response, and goes from one to another.

    `needed`: a point is about to receive the focus and must be visible
    """

    needed = Signal()

    def __init__(self, lists: Mapping[str, PointList], editor: DiffEditor) -> None:
        super().__init__(editor)
        self._lists, self._editor = lists, editor
        self.offsets = Offsets("")
        self.selection = Selection(editor)
        self.is_editable = True
        self._current: tuple[str, int] | None = None
        self._looked_at: dict[str, int] = {}  # The anchor of the model's point that has the focus.

    def show_response(self, response: str) -> None:
        """Set another response. Its points are set separately."""
        self.offsets = Offsets(response)
        self._current, self._looked_at = None, {}

    def jump(self) -> None:
        """Go from a point to its anchor in the response, or from the caret to the nearest point."""
        here = self.here()
        if here is not None:
            self.show_anchor(*here)
            view = self._editor.beside if self._editor.beside.isVisible() else None
            (view or self._editor.revision_edit).setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        place = self.selection.caret()
        best: tuple[int, str, int] | None = None
        for side in SIDES:
            for number, point in enumerate(self._lists[side].points):
                start, end = point.get("start"), point.get("end")
                if start is None or end is None:
                    continue
                # 0 if the anchor contains the caret.
                far = max(start - place, place - end, 0)
                if best is None or far < best[0]:
                    best = (far, side, number)
        if best is not None or self._current is not None:
            self.needed.emit()
        if best is not None:
            self._lists[best[1]].go_to(best[2])
        elif self._current is not None:
            self._lists[self._current[0]].go_to(self._current[1])

    def show_point(self, side: str, place: int) -> None:
        """Mark the anchor of a point that received the focus, and scroll it into view."""
        self._current, self._looked_at = (side, place), {}
        for name, points in self._lists.items():
            points.open_only(place if name == side else -1)
        self.mark()
        point = self._lists[side].points[place]
        if "start" in point and self._editor.beside.isVisible():
            self._editor.beside.scroll_to(point["start"])

    def show_anchor(self, side: str, place: int) -> None:
        """Make a point the current one, and show its anchor in the response if it has one."""
        self._current = (side, place)
        self.mark()
        if place >= len(self._lists[side].points):
            return
        point = self._lists[side].points[place]
        if "start" in point:
            self._editor.show_place(Side.ORIGINAL, point["start"])
            if self._editor.beside.isVisible():
                self._editor.beside.scroll_to(point["start"])
                self._editor.beside.set_caret(point["start"])

    def follow_focus(self) -> None:
        """Make the focused point the current one, after points have got other numbers."""
        self._current = None
        here = self.here()
        if here is not None:
            self.show_point(*here)
        else:
            self.mark()

    @property
    def current(self) -> tuple[str, int] | None:
        """The side and index of the point that has the focus or had it last; None if none had."""
        return self._current

    def drop_anchor(self, side: str, place: int) -> None:
        """Remove the link of a point to the text."""
        self._lists[side].change(place, start=None, end=None)
        self.mark()

    def set_anchor(self, side: str, place: int) -> None:
        """Link a point to the selection, if there is one."""
        result = self.selection.stretch(self.offsets.shown)
        if result:
            self._lists[side].change(place, **result)
            self.selection.drop()
            self.mark()

    def step(self, by: int) -> None:
        """Go `by` points further, from the point that has the focus or had it last.

        The focus goes into the text of the point only from a text, so that keys still concern the
        point in all other cases.
        """
        places = [
            (side, number) for side in SIDES for number in range(len(self._lists[side].points))
        ]
        if not places:
            return
        self.needed.emit()
        here, is_writing = self.here(), is_typing()
        # Ctrl+Down in the revision goes back to the point that is being written about.
        distance = 0 if here is None and is_writing else by
        here = here or self._current
        if here is not None and here in places:
            side, number = places[(places.index(here) + distance) % len(places)]
        else:
            side, number = places[0 if by > 0 else -1]
        self._lists[side].go_to(number, writes=is_writing)

    def here(self) -> tuple[str, int] | None:
        """Return the side and index of the focused point; None if no point has the focus."""
        for side in SIDES:
            place = self._lists[side].current()
            if place >= 0:
                return side, place
        return None

    def at_point(self, do: Callable[[str, int], None]) -> None:
        """Call `do` with the point that has the focus or had it last."""
        here = self.here() or self._current
        if here is not None and self.is_editable and here[1] < len(self._lists[here[0]].points):
            do(*here)

    def mark(self) -> None:
        """Mark all anchors in the response with their numbers. The current one is in accent."""
        spans: dict[Role, list[tuple[int, int]]] = {Role.SECONDARY: [], Role.ACCENT: []}
        labels: dict[Role, list[str]] = {Role.SECONDARY: [], Role.ACCENT: []}
        for side, sign in (("positive", "+"), ("negative", "−")):
            for place, point in enumerate(self._lists[side].points):
                if "start" in point and "end" in point:
                    is_current = self._current == (side, place)
                    role = Role.ACCENT if is_current else Role.SECONDARY
                    spans[role].append((point["start"], point["end"]))
                    labels[role].append(f"{sign}{place + 1}")
        # A model's point is not one of the person's points, so it is marked only while it has the
        # focus.
        if self._looked_at:
            spans[Role.ACCENT].append((self._looked_at["start"], self._looked_at["end"]))
        for role, places in spans.items():
            self._editor.set_marks(places, role, Side.ORIGINAL, labels[role])

    def look_at(self, point: Mapping[str, Any]) -> None:
        """Mark the anchor of a model's point that received the focus, and scroll it into view."""
        self._current, self._looked_at = None, self.offsets.place_of(point)
        self.mark()
        if self._looked_at and self._editor.beside.isVisible():
            self._editor.beside.scroll_to(self._looked_at["start"])
