"""A critique in a form, connected with the editor of its revision.

The annotator's page uses it for the person's own critique, the reviewer's page for another
person's. For each edit, it emits the field with its whole value before and after.

The module is longer than most because form, points and revision are validated and undone together.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.ui.accessible import announcer
from desktop_app.ui.plain_text import plain_tip, shown_keys
from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import stray_keys
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.diff_editor import DiffEditor
from desktop_app.ui.widgets.form_view import FormView
from desktop_app.ui.widgets.item_panel import ItemPanel
from plugins.cnr.critique_rules import (
    Finding,
    is_fixed_in_place,
    touches,
)
from plugins.cnr.critiques import what_happened, written_points
from plugins.cnr.panel.critique_texts import OpenHints, RuleHints
from plugins.cnr.panel.model_points import ModelPoints
from plugins.cnr.panel.point_view import PointText
from plugins.cnr.panel.points import CritiqueHead, Point, PointList
from plugins.cnr.panel.sheet_parts import SIDES, Anchors, RevisionPart, ScorePart, Unmentioned
from plugins.cnr.severities import Rule, Severity

_CALM = 350  # Milliseconds without an edit after which the rules are applied again.
# Keys that add a point to a side, and those that state whether the open point is fixed.
_ADDS = {"+": "positive", "−": "negative"}
_STATES = {"1": True, "2": False}
_BREAKS: Final = "not_readable"  # The kind of a problem that is caused by a rule of the project.


class Sheet(QObject):
    """Score, points, categories, and the revision that belongs to them.

    `edited`: emitted with the name of a field that the person changed, and its value before and
        after
    `edited_too`: emitted in the same way for an edit that the previous one caused
    `needed`: a part of the form is about to receive the focus and must be visible
    """

    edited = Signal(str, object, object)
    edited_too = Signal(str, object, object)
    needed = Signal()

    def __init__(self, form_view: FormView, editor: DiffEditor, theme: Theme) -> None:
        super().__init__(form_view)
        self.form_view, self.editor = form_view, editor
        self._answers: dict[str, Any] = {}
        self._editable = True
        self._joined = False
        self._is_revised = False  # Whether the revision was edited since the answers were set.
        # Points that were ticked automatically, and whether their author has left it at that.
        self._ticked: dict[tuple[Any, ...], bool] = {}
        self._is_read = False
        self._has_edited_points = False  # Since the answers were set.
        self.rules = RuleHints(editor)
        self.lists = {
            "positive": PointList(
                "positive",
                self.tr("What is good, and why?"),
                _add_button(
                    self.tr("+ good"), self.tr("Add a positive point"), "+", "Ctrl+Shift+P"
                ),
                self.tr("No positive points"),
                theme,
            ),
            "negative": PointList(
                "negative",
                self.tr("What should be improved, and why?"),
                _add_button(
                    self.tr("− improve"), self.tr("Add a negative point"), "−", "Ctrl+Shift+N"
                ),
                self.tr("No negative points"),
                theme,
            ),
        }
        self.head = CritiqueHead(theme, [one.add_button for one in self.lists.values()])
        self.lists["positive"].column.insertWidget(0, self.head)
        self.anchors = Anchors(self.lists, editor)
        self.anchors.needed.connect(self.needed)
        self.nothing = TickChoice(theme, Face(self.tr("Nothing to improve"), key="N", wide=True))
        self.nothing.clicked.connect(self._on_nothing)
        negative = self.lists["negative"]
        negative.below.addWidget(self.nothing)
        positive = self.lists["positive"]
        # The buttons of both lists are above the positive points, and “Nothing to improve” is below
        # the negative ones.
        positive.stops = lambda: [  # type: ignore[method-assign]
            *(one.add_button for one in self.lists.values()),
            *PointList.stops(positive),
        ]
        negative.stops = lambda: [  # type: ignore[method-assign]
            *PointList.stops(negative),
            self.nothing,
        ]
        self.revision_part = RevisionPart(editor, theme)
        self.unmentioned = Unmentioned(theme)
        self.score_part = ScorePart(form_view.form, form_view.language, theme)
        self.model = ModelPoints(theme)
        form_view.insert_part(self.score_part, after="score")
        form_view.insert_part(self.lists["positive"], after="score_told")
        form_view.insert_part(negative, after="positive")
        form_view.insert_part(self.model, after="negative")
        form_view.insert_part(self.revision_part, after="model_points")
        form_view.insert_part(self.unmentioned, after="revision")
        # The points have numbers, so numbers of the questions would be confusing.
        form_view.drop_numbers()
        form_view.set_judge(self.missing)
        self._judging = QTimer(self, singleShot=True, interval=_CALM)
        self._judging.timeout.connect(self.judge)
        self._connect()

    # Content

    @property
    def response(self) -> str:
        """The response as displayed."""
        return self.anchors.offsets.shown

    def show_response(self, response: str) -> None:
        """Show another response. Its critique is set separately."""
        self.anchors.show_response(response)
        for points in self.lists.values():
            points.show_response(self.response)
        self.editor.show_texts(self.response)

    def answers(self) -> dict[str, Any]:
        """Return the critique, with anchors that refer to the original response."""
        return dict(self._answers)

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        """Show another critique without emitting a signal."""
        # Answers that are only shown must not be ticked automatically.
        self._is_revised = self._has_edited_points = False
        self._ticked.clear()
        self._answers = dict(answers)
        self.form_view.set_answers(answers)
        self.score_part.show_score(answers.get("score"))
        for side, points in self.lists.items():
            points.show_points(self.anchors.offsets.shown_points(answers.get(side)))
        self.nothing.setChecked(bool(answers.get("nothing_to_improve")))
        revision = answers.get("revision")
        self.editor.show_texts(self.response, revision if isinstance(revision, str) else None)
        self.model.show_answer(answers.get("model_points"))
        self._offer_suggestions(joins=False)
        self._offer_nothing()
        self.form_view.order_tabs()
        self.judge()

    def set_answer(self, field: str, value: Any) -> None:
        """Show another value of one field, for undo, without emitting a signal."""
        self._answers[field] = value
        if field in self.lists:
            self.lists[field].show_points(self.anchors.offsets.shown_points(value))
            self.form_view.order_tabs()
        elif field == "revision":
            self.editor.set_revision(value if isinstance(value, str) else None)
        elif field == "nothing_to_improve":
            self.nothing.setChecked(bool(value))
        elif field == "model_points":
            self.model.show_undone(value)
            self.form_view.order_tabs()
        # The form does not show these fields, but it needs their values for its problems.
        if field in self.lists or field in ("revision", "nothing_to_improve", "model_points"):
            self.form_view.take_answer(field, value)
        else:
            self.form_view.set_answer(field, value)
        self._offer_nothing()
        self.judge()

    def set_editable(self, on: bool) -> None:
        """Set whether the critique and the revision can be edited."""
        self._editable = self.anchors.is_editable = on
        self.form_view.set_enabled_for_editing(on)
        self.editor.set_read_only(not on)
        self._offer_nothing()

    def show_as_read(self, on: bool) -> None:
        """Set whether the critique is shown for reading only, without its author's controls."""
        self._is_read = on
        self.form_view.put_away(("score",) if on else ())
        self.score_part.setVisible(on)
        self.revision_part.setVisible(not on)
        for points in self.lists.values():
            points.show_as_read(on)
        self.head.setVisible(not on)
        self._offer_nothing()
        self.form_view.recheck()

    def focus_points(self) -> None:
        """Set the focus to the first point of the first side that has one."""
        self.needed.emit()
        for points in self.lists.values():
            if points.views:
                points.go_to(0)
                return

    def set_severities(self, severities: Mapping[Rule, Severity]) -> None:
        """Set the severity of each rule of a good critique."""
        self.rules.severities = severities
        self.judge()

    def show_critiques(self, critiques: Sequence[Mapping[str, Any]]) -> None:
        """Set prepared critiques of the response by models. They stay folded."""
        self.model.show_critiques(critiques)

    def focus(self, field: str) -> None:
        """Set the focus to a field."""
        self.needed.emit()
        if field == "nothing_to_improve":
            self.nothing.setFocus(Qt.FocusReason.OtherFocusReason)
        elif field == "revision" and self.revision_part.isHidden():
            # Its part of the form is only shown after submitting too early.
            self.editor.take_focus()
        else:
            self.form_view.focus_question(field)

    # Rules

    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return everything that prevents a critique from being submitted.

        The score, the points, the revision and the rules come first, then the other questions.
        """
        result = list(self.form_view.form.missing(answers))
        # On the page, the points and the revision are between the score and the other questions.
        early = [one for one in result if one.question == "score"]
        for side in SIDES:
            # Empty points are removed before submission, so they are no points.
            has_point = written_points(answers.get(side)) or answers.get("nothing_to_improve")
            if side == "negative" and not has_point:
                early.append(Problem(side, "unanswered", "has no point"))
        changed = answers.get("revision") not in (None, "", self.response)
        if not changed and not answers.get("nothing_to_improve"):
            early.append(Problem("revision", "unanswered", "is the response as it was"))
        musts = self.rules.musts(self.as_shown(answers))
        if any(one.rule == "unmentioned" for one in musts):
            early.append(Problem("unmentioned", _BREAKS, "belongs to no point"))
        early += [
            Problem(side, _BREAKS, "breaks a rule of the project")
            for side in SIDES
            if any(one.side == side for one in musts)
        ]
        listed = {one.question for one in early}
        return early + [one for one in result if one.question not in listed]

    def hints(self, answers: Mapping[str, Any], shown: Collection[str]) -> list[OpenHints]:
        """Return the new findings of the rules, as one question; empty if there are none.

        `shown`: the keys of the questions that the person was asked before
        """
        # The rules compare the revision, so it must include text that is still being composed.
        self.editor.settle()
        return self.rules.hints(self.as_shown(answers), shown)

    def judge(self) -> None:
        """Apply the rules to the current critique."""
        self._judging.stop()
        self._tick_fixed()
        critique = self.as_shown(self._answers)
        noticed = self.rules.findings(critique, at_submit=False)
        refused = {one.question for one in self.form_view.problems() if one.kind == _BREAKS}
        # A reason why the submission was refused is shown, even if it is normal during writing.
        if refused:
            musts = self.rules.musts(critique)
            noticed += [one for one in musts if one.side in refused and one not in noticed]
        for side, points in self.lists.items():
            problems_by_point: dict[int, list[str]] = {}
            musts_of: dict[int, list[str]] = {}
            for one in noticed:
                if one.side == side and one.place >= 0:
                    result = musts_of if one.severity == "must_fix" else problems_by_point
                    result.setdefault(one.place, []).append(self.rules.words(one))
            points.show_hints(problems_by_point, musts_of)
        loose = [one.hunk for one in noticed if one.rule == "unmentioned"]
        self.unmentioned.show_changes([(number, self.rules.change(number)) for number in loose])
        self.form_view.recheck()
        self.model.refresh()
        self.anchors.mark()

    def _tick_fixed(self) -> None:
        """Tick the points whose passages were fixed, so that the author need not tick them.

        The tick goes when the passage is as it was. A tick that the author removes stays removed.
        Points are ticked only after an edit on this page, because opening a submitted critique must
        not edit it.
        """
        if not self._is_revised or not self._editable or self._is_read:
            return
        loud = [hunk for hunk in self.editor.hunks if not hunk.quiet]
        points = self.as_shown(self._answers).get("negative") or ()
        for place, point in enumerate(points):
            key = (point.get("text"), point.get("start"), point.get("end"))
            is_fixed, tick = is_fixed_in_place(point, loud), point.get("addressed")
            if is_fixed and "addressed" not in point and key not in self._ticked:
                self._ticked[key], tick = True, True
            elif not is_fixed and self._ticked.get(key) and tick is not False:
                del self._ticked[key]
                tick = None
            else:
                if tick is not True and key in self._ticked:
                    self._ticked[key] = False
                continue
            # The tick and the change of the passage are one undo step.
            self._joined = True
            self.lists["negative"].change(place, addressed=tick)
            self._joined = False

    def show_what_blocks(self, *, keep_current: bool = False) -> None:
        """Show what prevents the critique from being submitted, and go to the first such field.

        `keep_current`: whether an empty point with the focus stays, if anything else is missing
        """
        has_problems = bool(self.form_view.problems())
        self._drop_empty_points(keep_current=keep_current and has_problems)
        self.judge()
        problems = self.form_view.problems()
        if problems:
            self.focus(problems[0].question)

    def go_to(self, finding: Finding) -> None:
        """Go to the change, the point or the score that a finding is about."""
        if finding.hunk >= 0:
            self.show_change(finding.hunk)
            self.editor.take_focus()
        elif finding.rule == "low_score":
            self.focus("score")
        else:
            self.needed.emit()
            self.lists[finding.side].go_to(finding.place)

    def show_change(self, number: int) -> None:
        """Show a change in the editor."""
        if number < len(self.editor.hunks):
            self.editor.show_hunk(number)
            self.editor.take_focus()

    # Commands

    def add_commands(self, panel: ItemPanel) -> None:
        """Add the commands for points to the actions of a page."""
        at_point = self.anchors.at_point
        for command in (
            (
                "add_positive",
                self.tr("Add a positive point, about the selection"),
                "Ctrl+Shift+P",
                lambda: self.add_point("positive"),
            ),
            (
                "add_negative",
                self.tr("Add a negative point, about the selection"),
                "Ctrl+Shift+N",
                lambda: self.add_point("negative"),
            ),
            (
                "model_critique",
                self.tr("Show or request a model’s suggestions"),
                "Ctrl+Shift+A",
                self.model.reveal,
            ),
            (
                "next_point",
                self.tr("Next point and its place"),
                "Ctrl+Down",
                lambda: self.anchors.step(1),
            ),
            (
                "previous_point",
                self.tr("Previous point and its place"),
                "Ctrl+Up",
                lambda: self.anchors.step(-1),
            ),
            (
                "point_place",
                self.tr("Jump between a point and its text"),
                "Ctrl+J",
                self.anchors.jump,
            ),
            (
                "anchor_point",
                self.tr("Link the point to the selection"),
                "Ctrl+Shift+J",
                lambda: at_point(self.anchors.set_anchor),
            ),
            (
                "free_point",
                self.tr("Remove the link of the point"),
                "",
                lambda: at_point(self.anchors.drop_anchor),
            ),
            (
                "tick_point",
                self.tr("Mark the point as fixed or kept"),
                "Ctrl+D",
                lambda: at_point(lambda side, place: self.lists[side].toggle(place)),
            ),
            (
                "point_up",
                self.tr("Move the point up"),
                "Ctrl+Shift+Up",
                lambda: at_point(lambda side, place: self.lists[side].shift(place, -1)),
            ),
            (
                "point_down",
                self.tr("Move the point down"),
                "Ctrl+Shift+Down",
                lambda: at_point(lambda side, place: self.lists[side].shift(place, 1)),
            ),
            (
                "remove_point",
                self.tr("Remove the point"),
                "Ctrl+Shift+Del",
                lambda: at_point(lambda side, place: self.lists[side].remove(place)),
            ),
        ):
            action = panel.add_action(*command)
            # These keys are older than those that all pages have for the next place.
            earlier = {"next_point": "Alt+Down", "previous_point": "Alt+Up"}.get(command[0])
            if earlier:
                action.setShortcuts([action.shortcut(), QKeySequence(earlier)])

    def form_keys(self) -> list[tuple[str, str]]:
        """Return additional keys for the list of keyboard shortcuts, with their descriptions."""
        suggestion = (
            ("A", self.tr("Add the suggestion to the critique")),
            ("R", self.tr("Reject the suggestion")),
        )
        return [
            ("+", self.tr("Add a positive point, about the selection")),
            ("−", self.tr("Add a negative point, about the selection")),
            ("1 / 2", self.tr("Fixed or not fixed, of the open point")),
            *(suggestion if self.model.has_keys else ()),
            ("N", self.nothing.face.words),
        ]

    def press_code_key(self, text: str) -> bool:
        """Handle a key that is not typed as text. Return whether it was handled."""
        key = {"-": "−"}.get(text, text.upper())
        if not self._editable:
            return False
        if key in _ADDS:
            self.add_point(_ADDS[key])
            return True
        point = self._open_point() if key in _STATES else None
        if point is not None:
            side, place = point
            before = self.lists[side].points[place]
            # A text for reading looks like the revision, so the digit may be meant as text.
            if before.get("addressed") is not None and stray_keys.keeps(str(before.get("text"))):
                return False
            self.lists[side].change(place, addressed=_STATES[key])
            return True
        if self.model.press(key):
            return True
        if key == "N" and self.nothing.isEnabled():
            self.nothing.click()
            if self.nothing.isChecked():
                # The focus is not on this box, so a screen reader would say nothing.
                announcer().say_before_focus(self.nothing.face.words)
            self.form_view.sight.show_just(self.nothing)
            self.form_view.keys.complete("negative")
            return True
        return self.form_view.press_code_key(text)

    def _open_point(self) -> tuple[str, int] | None:
        """Return side and place of the open point, if keys state whether it is fixed now."""
        current = self.anchors.current
        if current is None or self.form_view.active_question() != current[0]:
            return None
        views = self.lists[current[0]].views
        return current if current[1] < len(views) and views[current[1]].is_open else None

    def add_point(self, side: str) -> None:
        """Add a point about the text selected in the response or the revision, and go there."""
        if not self._editable:
            return
        self.needed.emit()
        stretch = self.anchors.selection.stretch(self.response)
        loud = [hunk for hunk in self.editor.hunks if not hunk.quiet]
        if (
            side == "positive"
            and stretch
            and any(touches(hunk, stretch["start"], stretch["end"]) for hunk in loud)
        ):
            # A positive point about a changed passage gets no anchor, because the passage no longer
            # exists.
            stretch = {}
        self._contradict_nothing(side)
        self.lists[side].add(stretch)
        self._joined = False
        self.anchors.selection.drop()

    def _connect(self) -> None:
        self.form_view.edited.connect(self._on_form_edited)
        for side, points in self.lists.items():
            points.edited.connect(
                lambda before, after, side=side: self._on_points(side, before, after)
            )
            points.emptied.connect(lambda points=points: self._on_emptied(points))
            points.shown.connect(lambda place, side=side: self.anchors.show_point(side, place))
            points.wanted.connect(lambda place, side=side: self.anchors.show_anchor(side, place))
        self.editor.edited.connect(self._on_revised)
        self.editor.hunks_changed.connect(self._judging.start)
        self.unmentioned.chosen.connect(self.show_change)
        self.unmentioned.reordered.connect(self.form_view.order_tabs)
        self.model.edited.connect(self._on_model)
        # The part has a number while it is visible.
        self.model.reordered.connect(self.form_view.recheck)
        self.model.reordered.connect(self.form_view.order_tabs)
        self.model.taken.connect(self._on_taken)
        self.model.shown.connect(self.anchors.look_at)
        self.model.has_room = self._has_room
        self.model.quoted = lambda point: self.anchors.offsets.quoted(point)
        self.model.outcomes = lambda answer: [
            str(one["happened"]) for one in what_happened({**self._answers, "model_points": answer})
        ]
        self.model.to_be_seen.connect(lambda: self.form_view.show_question("model_points"))
        for side, points in self.lists.items():
            points.add_button.clicked.connect(lambda _on=False, side=side: self.add_point(side))
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)

    def _on_form_edited(self, field: str, before: Any, after: Any) -> None:
        self._answers[field] = after
        self.edited.emit(field, before, after)

    def _on_points(self, side: str, before: list[Point], after: list[Point]) -> None:
        self._has_edited_points = True
        if len(before) != len(after):
            self.form_view.order_tabs()
        offsets = self.anchors.offsets
        self._edit(side, offsets.original_points(before), offsets.original_points(after))
        self._offer_nothing()

    def _on_focus_changed(self, before: QObject | None, now: QObject | None) -> None:
        """Remove points that were left empty, and offer suggestions after the first own point."""
        # Who goes to the texts may want to look something up before writing.
        if isinstance(now, QWidget) and self.form_view.isAncestorOf(now):
            self._drop_empty_points(keep_current=True)
        if isinstance(before, PointText) and self.form_view.isAncestorOf(before):
            self._offer_suggestions(joins=self._has_edited_points)
            self.form_view.recheck()

    def _drop_empty_points(self, *, keep_current: bool) -> None:
        # Points of a draft that was only opened stay until it is submitted.
        if self._is_read or (keep_current and not self._has_edited_points):
            return
        before, joined = [len(one.points) for one in self.lists.values()], self._joined
        # Undo restores an empty point together with the text that was deleted last.
        self._joined = True
        for points in self.lists.values():
            points.drop_empty(keep_current=keep_current)
        self._joined = joined
        if before != [len(one.points) for one in self.lists.values()]:
            self.anchors.follow_focus()

    def _on_emptied(self, points: PointList) -> None:
        """Let keys answer the score again, or else the next point be added."""
        if self._answers.get("score") is None:
            self.form_view.focus_question("score")
        elif self.nothing.isChecked():
            self.nothing.setFocus()
        else:
            points.add_button.setFocus()

    def _offer_suggestions(self, *, joins: bool) -> None:
        own = [point for side in SIDES for point in written_points(self._answers.get(side))]
        self._joined = joins
        self.model.offer_after(len(own), joins=joins)
        self._joined = False

    def _on_nothing(self, on: bool) -> None:
        self._edit("nothing_to_improve", self._answers.get("nothing_to_improve"), on or None)
        self._offer_nothing()

    def _on_model(self, before: Any, after: Any) -> None:
        if before != after:  # They are equal if a point that was removed is accepted again.
            self._edit("model_points", before, after)
        self._joined = False
        self.form_view.order_tabs()

    def _has_room(self, side: str) -> bool:
        """Return whether a side has room for another point. If it is full, show a message."""
        points = self.lists[side]
        if points.is_full:
            points.tell_full()
        return not points.is_full

    def _on_taken(self, taken_point: Mapping[str, Any]) -> None:
        """Accept a model's point. Its outcome is part of the same undo step."""
        side = str(taken_point["side"])
        self._contradict_nothing(side)
        point: Point = {"text": taken_point["text"], **self.anchors.offsets.place_of(taken_point)}
        # The outcome is emitted next, by `_on_model`, and joins this undo step.
        self.lists[side].add({**point, "from_model": "taken"})
        self._joined = True

    def _contradict_nothing(self, side: str) -> None:
        """Remove the answer “Nothing to improve” before a negative point is added."""
        if side == "negative" and self._answers.get("nothing_to_improve"):
            self._edit("nothing_to_improve", True, None)
            self.nothing.setChecked(False)
            # The new point joins this undo step.
            self._joined = True

    def _on_revised(self, before: str, after: str) -> None:
        self._is_revised = True
        self._edit("revision", before, after)

    def _edit(self, field: str, before: Any, after: Any) -> None:
        self._answers[field] = after
        self.form_view.take_answer(field, after)
        # One undo step contains an edit and all edits that it caused.
        (self.edited_too if self._joined else self.edited).emit(field, before, after)
        self._judging.start()

    def as_shown(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return a critique with anchors that refer to the displayed response."""
        return {
            **answers,
            **{side: self.anchors.offsets.shown_points(answers.get(side)) for side in SIDES},
        }

    def _offer_nothing(self) -> None:
        """Disable “Nothing to improve” while there are negative points, which contradict it."""
        has_points = bool(self.lists["negative"].points)
        self.nothing.setVisible(self.nothing.isChecked() or not (self._is_read or has_points))
        self.nothing.setEnabled(self._editable and not has_points)


def _add_button(words: str, name: str, key: str, shortcut: str) -> QPushButton:
    """Return a button above the points; `key` works with a selection, `shortcut` always."""
    button = QPushButton(words)
    button.setProperty("kind", "small")
    button.setAutoDefault(False)
    button.setAccessibleName(words)
    button.setAccessibleDescription(name)
    button.setToolTip(plain_tip(f"{name}  {key}  {shown_keys(QKeySequence(shortcut))}"))
    return button
