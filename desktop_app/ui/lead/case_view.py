"""A case on the conflicts page: the item's texts, the table of versions, the reason, the buttons.

The lead can also enter an answer: texts in the editor that compares two texts change by change,
other questions in their form field. The module is longer than most because the view and that editor
share the case and the choices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLayout,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_answers import Problem
from desktop_app.core.question_types import ShortText, options_of
from desktop_app.ui.lead.case_drafts import Draft, has_lost_choices
from desktop_app.ui.lead.case_table import CaseTable, VersionHeading
from desktop_app.ui.lead.case_texts import CaseTexts
from desktop_app.ui.lead.layout import combo, line_edit, primary
from desktop_app.ui.lead.page_keys import PageKey, make_shortcuts
from desktop_app.ui.messages import current_language, duration_text, moment, translate_message
from desktop_app.ui.plain_text import ShorteningLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import is_enter, is_no_shortcut
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.diff_editor import DiffEditor
from desktop_app.ui.widgets.field import Field
from desktop_app.ui.widgets.flow_layout import FlowLayout, bare
from desktop_app.ui.widgets.parts import button, label, set_kind
from desktop_app.ui.widgets.question_view import field_for
from desktop_app.workspace.adjudicating import Choice
from desktop_app.workspace.case_fields import MISSING, CaseField
from desktop_app.workspace.cases import Case, Version
from desktop_app.workspace.item_filter import ItemFilter

# The most buttons with recent reasons.
_MOST_RECENT = 2
# Pixels at 100 % text below which texts and table are not shown at the same time.
_LOW = 520
# The text scale from which the hints about keys are hidden.
_HINTS_FIT = 1.45
# Imported records have this time instead of their own.
_NO_TIME = "1970-01-01T00:00:00Z"


class CaseView(QWidget):
    """Shows a case and lets the lead decide it.

    `save_wanted`: save the decision and show the next case
    `later_wanted`: show the next case without a decision
    `item_wanted(item_filter)`: show the item on the Items page
    `drafted`: the user has changed the draft
    """

    save_wanted = Signal()
    later_wanted = Signal()
    item_wanted = Signal(object)
    drafted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.case: Case | None = None
        self.draft = Draft()
        self._is_begun = False
        # Returns how to call a person with an ID.
        self.person_label: Callable[[str], str] = str
        # The widget after which the texts come in the Tab order.
        self.before: QWidget | None = None
        # Whether the user has set the heights of texts and table.
        self._is_sized = False
        self.texts = CaseTexts(theme)
        self.table = CaseTable(theme)
        self.own = OwnAnswer(theme)
        self.problem = label(kind="problem", wrap=True)
        self.outdated = label(kind="warning", wrap=True)
        self.reason = line_edit(self.tr("Reason"), self.tr("Why this is right"))
        self.recent = [button("") for _ in range(_MOST_RECENT)]
        self.recent_caption = label(self.tr("Recent:"), "secondary")
        self.confidence = combo(theme, self.tr("Confidence"))
        self.gap = TickChoice(theme, Face(self.tr("Guideline gap"), wide=True))
        self.gap.setToolTip(plain_tip(self.tr("The guidelines do not say what is right")))
        self.hints = ShorteningLabel("", "secondary")
        self.left = label(kind="secondary")
        self.item_button = button(self.tr("Show item"))
        self.later_button = button(
            self.tr("Later"), self.tr("Continue without a decision (Alt+Right)")
        )
        self.save_button = primary(self.tr("Save and go to next"))
        self.save_button.setToolTip(self.tr("Save and go to the next case (Ctrl+Enter)"))
        for words, value in (
            (self.tr("Not stated"), ""),
            (self.tr("High"), "high"),
            (self.tr("Medium"), "medium"),
            (self.tr("Low"), "low"),
        ):
            self.confidence.addItem(words, value)
        self._build_ui()
        self._connect()

    # The case
    def show_case(self, case: Case | None, draft: Draft, *, editable: bool) -> None:
        """Show a case with the choices and entries of its draft."""
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.own.isAncestorOf(focus)
        self.case, self.draft = case, draft
        self.problem.hide()
        self.stack.setCurrentWidget(self.decide_page)
        self.outdated.setVisible(case is not None and case.is_outdated)
        self.outdated.setText(self._outdated_words(case) if case is not None else "")
        self._show_texts(case)
        self.table.language = current_language()
        self.table.is_editable = editable and case is not None
        # The signal would store the entries for the previous case in this draft.
        before = self.reason.blockSignals(True)
        self.reason.setText(draft.reason)
        self.reason.blockSignals(before)
        self.confidence.setCurrentIndex(max(0, self.confidence.findData(draft.confidence)))
        self.gap.setChecked(draft.gap)
        headings = self._headings(case) if case is not None else ()
        self.table.show_case(case, headings, draft.decision)
        for widget in (self.reason, self.confidence, self.gap, *self.recent):
            widget.setEnabled(self.table.is_editable)
        self.item_button.setVisible(bool(case is not None and case.item))
        self._show_left()
        self._restore_own(take_focus=had_focus)

    def show_begun(self, on: bool) -> None:
        """Show whether the case has a draft."""
        self._is_begun = on
        self._show_left()

    def show_recent(self, reasons: Sequence[str]) -> None:
        """Offer reasons that were given before."""
        for place, one in enumerate(self.recent):
            reason = reasons[place] if place < len(reasons) else ""
            # A button shows a few words; its tooltip all of them.
            one.setText(reason if len(reason) <= 22 else f"{reason[:20].rstrip()}…")
            one.setProperty("reason", reason)
            one.setToolTip(plain_tip(reason))
            one.setAccessibleName(self.tr("Reason: {reason}").format(reason=reason))
            one.setVisible(bool(reason))
        self.recent_caption.setVisible(bool(reasons))

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to decide."""
        return self.case is not None and not self.table.open_units()

    def place_feet(self, outside: QLayout | None) -> None:
        """Show the buttons in a layout outside this view, or, with None, below the table."""
        layout = outside or self._pane
        if layout.indexOf(self.feet) < 0:
            layout.addWidget(self.feet)

    def choice(self) -> Choice:
        return self.draft.decision.choice()

    def first_control(self) -> QWidget:
        """Return the table, or the open answer editor."""
        return self.own if self.stack.currentWidget() is self.own else self.table

    def focus_table(self) -> None:
        """Focus the table, if a case is shown."""
        if self.case is not None:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_to_open(self) -> None:
        """Go to the first undecided field, and say that it must be decided before saving."""
        self.stack.setCurrentWidget(self.decide_page)
        self.table.go_to_open()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self.say_problem(self.tr("Decide on the marked field first, then save."))

    def say_problem(self, words: str) -> None:
        """Show why the decision was not saved."""
        self.problem.setText(words)
        self.problem.setVisible(bool(words))

    def leave(self) -> bool:
        """Close the answer editor, or clear a choice; return False if there was nothing to do."""
        return self.leave_own() or self.table.clear_choice()

    def leave_own(self) -> bool:
        """Close the answer editor without using the answer; return whether it was open."""
        if self.stack.currentWidget() is not self.own:
            return False
        self.stack.setCurrentWidget(self.decide_page)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self.draft.editing = None
        self.drafted.emit()
        return True

    def confirm(self) -> None:
        """Use the answer in the open editor; if none is open, ask to save the decision."""
        if self.stack.currentWidget() is self.own:
            self._use_own()
        else:
            self.save_wanted.emit()

    # Internals
    def _headings(self, case: Case) -> list[VersionHeading]:
        made = []
        for place, one in enumerate(case.versions, start=1):
            if case.what == "annotators":
                name, when = self.person_label(one.author), self._when(one)
                if one.is_earlier:
                    when = self._earlier_text()
                tip = ", ".join(part for part in (name, when) if part)
                made.append(VersionHeading(name, when, tip, one.author))
                continue
            parts = [self.person_label(one.author)]
            if one.device and one.device != "import":
                # The only difference that people see, if one person worked on two computers.
                parts.append(self.tr("device {device}").format(device=one.device[:4]))
            parts.append(self._when(one, with_seconds=False))
            if one.is_latest:
                parts.append(self.tr("latest"))
            if one.is_earlier:
                parts.append(self._earlier_text())
            facts = ", ".join(part for part in parts if part)
            title = self.tr("Version {number}").format(number=place)
            made.append(VersionHeading(title, facts, facts))
        return made

    def _outdated_words(self, case: Case) -> str:
        if has_lost_choices(case):
            return self.tr(
                "Your earlier decision is outdated, because answers have changed since. Not all "
                "of its choices can be filled in again, so its reason and confidence are left "
                "out. Check the choices, then save."
            )
        return self.tr(
            "Your earlier decision is outdated, because answers have changed since. Check the "
            "choices that it has filled in, then save."
        )

    def _earlier_text(self) -> str:
        return self.tr("about an earlier text")

    def _when(self, one: Version, *, with_seconds: bool = True) -> str:
        """Return when a version was stated, and how long it took."""
        when = moment(one.time) if one.time and one.time != _NO_TIME else ""
        took = duration_text(one.seconds) if with_seconds and one.seconds is not None else ""
        return ", ".join(part for part in (when, took) if part)

    def _show_texts(self, case: Case | None) -> None:
        self.texts.show_texts(case.texts if case else (), case.language if case else "en")
        # After the list, and before the table.
        last = self.before
        for view in (*self.texts.views(), self.table):
            if last is not None:
                QWidget.setTabOrder(last, view)
            last = view

    def _show_left(self) -> None:
        case = self.case
        left = len(self.table.open_units())
        words = self.tr("%n field(s) left", "", left) if left else ""
        if case is not None and case.is_whole:
            words = self.tr("Choose a version") if left else ""
        if self._is_begun:
            draft = self.tr("Draft, not yet decided")
            words = self.tr("Draft · {words}").format(words=words) if words else draft
        self.left.setText(words)
        self.save_button.setEnabled(case is not None and self.table.is_editable)
        self.later_button.setEnabled(case is not None)
        number = min(len(case.versions), 9) if case is not None else 2
        digits = " / ".join(str(one) for one in range(1, min(number, 3) + 1))
        keys = [self.tr("{digits} choose").format(digits=digits)]
        if case is not None and len(case.versions) > 2:
            keys.append(self.tr("M majority"))
        keys.append(self.tr("↑ ↓ field"))
        if case is not None and any(self.table.can_edit(one) for one in case.fields):
            keys.append(self.tr("E own answer"))
        if case is None or not case.is_whole:
            keys.append(self.tr("Shift+{digits} take all").format(digits="1 / 2"))
        self.hints.setText("  ·  ".join(keys))

    def _on_chosen(self) -> None:
        self.problem.hide()
        self._show_left()
        self.drafted.emit()

    def _on_noted(self) -> None:
        self.draft.reason = self.reason.text()
        self.draft.confidence = str(self.confidence.currentData() or "")
        self.draft.gap = self.gap.isChecked()
        self.drafted.emit()

    def _use_recent(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.reason.setText(str(sender.property("reason")))
            self.reason.setFocus(Qt.FocusReason.OtherFocusReason)

    def _edit_own(self, one: CaseField) -> None:
        if self.case is None:
            return
        decision = self.draft.decision
        current = decision.own.get(one.unit, MISSING)
        if current is MISSING and one.unit in decision.picks:
            current = one.values[decision.picks[one.unit]]
        self._open_own(one, current)
        self.own.take_focus()

    def _open_own(self, one: CaseField, current: Any) -> None:
        assert self.case is not None
        self.own.show_field(self.case, one, current, [head.title for head in self.table.headings])
        self.stack.setCurrentWidget(self.own)

    def _restore_own(self, *, take_focus: bool) -> None:
        """Open the editor with the answer that was not used yet, if there is one."""
        unit, value = self.draft.editing or ("", MISSING)
        fields = (one for one in self.table.fields if one.unit == unit)
        one = next(filter(self.table.can_edit, fields), None)
        if one is None:
            return
        self.table.go_to_field(one)
        self._open_own(one, value)
        if take_focus:
            self.own.take_focus()

    def _on_own_edited(self) -> None:
        if self.own.field is not None:
            self.draft.editing = (self.own.field.unit, self.own.value())
            self.drafted.emit()

    def _show_item(self) -> None:
        case = self.case
        if case is not None and case.item:
            self.item_wanted.emit(ItemFilter(title=case.name, keys=frozenset((case.item,))))

    def _use_own(self) -> None:
        one = self.own.field
        if one is None:
            return
        problem = self.own.problem_of_answer()
        if problem:
            self.own.say_problem(problem)
            return
        self.table.set_own(one, self.own.value())
        self.leave_own()

    def sizeHint(self) -> QSize:
        # The page scrolls below this height. Notices take height, and they must not push the
        # buttons out of the window while the table and the texts can still shrink.
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._is_sized:
            # In a low window the table needs the height; the texts can be enlarged by hand.
            height = self.height()
            share = 0.2 if height < self.theme.px(_LOW) else 0.26
            self.whole.setSizes([round(height * share), round(height * (1 - share))])

    def _on_splitter(self) -> None:
        self._is_sized = True

    def _apply_theme(self) -> None:
        is_large = self.theme.text_scale >= _HINTS_FIT
        # With large text the page scrolls anyway, and the headings take several lines.
        self.table.setMinimumHeight(self.theme.px(225 if is_large else 180))
        self.confidence.setFixedWidth(self.theme.px(130))
        # With large text there is no room for them; the list of keys has them as well.
        self.hints.setVisible(not is_large)

    def _build_ui(self) -> None:
        self.decide_page = QWidget()
        column = bare(QVBoxLayout(self.decide_page), 8)
        column.addWidget(self.table, 1)
        noted = QVBoxLayout()
        noted.setContentsMargins(16, 0, 12, 0)
        noted.setSpacing(8)
        noted.addWidget(self.outdated)
        noted.addWidget(self.problem)
        caption = QHBoxLayout()
        caption.setSpacing(10)
        caption.addWidget(label(self.tr("REASON"), "caption"))
        caption.addWidget(ShorteningLabel(self.tr("Stored with the decision"), "secondary"), 1)
        noted.addLayout(caption)
        across = QHBoxLayout()
        across.setSpacing(8)
        across.addWidget(self.reason, 1)
        across.addWidget(self.recent_caption)
        for one in self.recent:
            across.addWidget(one)
        noted.addLayout(across)
        more = FlowLayout(across=16, down=6)
        confident = label(self.tr("Confidence"), "secondary")
        confident.setBuddy(self.confidence)
        more.addWidget(confident)
        more.addWidget(self.confidence)
        more.addWidget(self.gap)
        noted.addLayout(more)
        # A separate line, because the buttons leave too little room for all keys.
        noted.addWidget(self.hints)
        column.addLayout(noted)
        set_kind(self.left, "warning")
        self.stack = QStackedWidget()
        self.feet = QStackedWidget()
        decide_foot = foot_of(self.left, self.item_button, self.later_button, self.save_button)
        for page, foot in ((self.decide_page, decide_foot), (self.own, self.own.foot)):
            self.stack.addWidget(page)
            self.feet.addWidget(foot)
        lower = QFrame()
        lower.setProperty("kind", "pane")
        self._pane = QVBoxLayout(lower)
        self._pane.setContentsMargins(1, 1, 1, 12)
        self._pane.setSpacing(8)
        self._pane.addWidget(self.stack, 1)
        self._pane.addWidget(self.feet)
        self.whole = QSplitter(Qt.Orientation.Vertical)
        self.whole.setChildrenCollapsible(False)
        self.whole.setHandleWidth(10)
        self.whole.addWidget(self.texts)
        self.whole.addWidget(lower)
        self.whole.setStretchFactor(0, 0)
        self.whole.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.whole)

    def _connect(self) -> None:
        self.table.chosen.connect(self._on_chosen)
        self.table.edit_wanted.connect(self._edit_own)
        self.table.edit_refused.connect(
            lambda: self.say_problem(
                self.tr("You cannot answer this field yourself. Choose a version.")
            )
        )
        self.reason.textChanged.connect(self._on_noted)
        self.confidence.activated.connect(self._on_noted)
        self.gap.clicked.connect(self._on_noted)
        for one in self.recent:
            one.clicked.connect(self._use_recent)
        self.own.edited.connect(self._on_own_edited)
        self.own.use_button.clicked.connect(self._use_own)
        self.own.accepted.connect(self._use_own)
        self.own.cancel_button.clicked.connect(self.leave_own)
        self.stack.currentChanged.connect(self.feet.setCurrentIndex)
        self.item_button.clicked.connect(self._show_item)
        self.later_button.clicked.connect(self.later_wanted)
        self.save_button.clicked.connect(self.save_wanted)
        self.whole.splitterMoved.connect(self._on_splitter)
        self.theme.changed.connect(self._apply_theme)
        self._apply_theme()


def foot_of(*widgets: QWidget) -> QWidget:
    """Return a row of widgets on the right, below the pages of a pane."""
    foot = QWidget()
    row = QHBoxLayout(foot)
    row.setContentsMargins(16, 0, 12, 0)
    row.setSpacing(8)
    row.addStretch(1)
    for widget in widgets:
        row.addWidget(widget)
    return foot


class OwnAnswer(QWidget):
    """The editor of the lead's own answer to a field.

    `edited`: the user has changed the answer
    `accepted`: the user has pressed Enter, which begins a line only in texts

    `foot`: the row with its buttons
    """

    edited = Signal()
    accepted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.field: CaseField | None = None
        self._value: Any = MISSING
        self._input: Field | None = None
        # The digits typed so far for an option such as 10.
        self._typed = ""
        self.title = ShorteningLabel("", "title")
        self.words = label(kind="secondary", wrap=True)
        self.problem = label(kind="problem", wrap=True)
        self.diff = DiffEditor(theme, heads=("", self.tr("Your text")))
        self.cancel_button = button(self.tr("Cancel"), self.tr("Back without changes (Esc)"))
        self.use_button = primary(self.tr("Use this answer"))
        self.use_button.setToolTip(self.tr("Use this answer (Ctrl+Enter)"))
        self._slot = QVBoxLayout()
        self.foot = foot_of(self.cancel_button, self.use_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(15, 11, 11, 0)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.words)
        column.addLayout(self._slot)
        column.addWidget(self.diff, 1)
        column.addStretch(0)
        column.addWidget(self.problem)
        self.problem.hide()
        self.diff.edited.connect(self._on_edited)
        make_shortcuts(self.page_keys(), self.diff)

    def page_keys(self) -> list[PageKey]:
        """Return the keys of the editor of texts: changes, reverting them, the comparison."""

        def ignoring_place(function: Callable[[], object]) -> Callable[[int], object]:
            return lambda _: function()

        return [
            PageKey((key,), words, ignoring_place(function))
            # The window has a key of its own to find.
            for name, words, key, function in self.diff.commands()
            if name != "find_in_revision"
        ]

    def show_field(self, case: Case, one: CaseField, value: Any, names: Sequence[str]) -> None:
        """Open the editor for a field, with the current answer or that of a version."""
        self.field, self._value, self._typed = one, value, ""
        self.problem.hide()
        heading = translate_message(one.heading)
        if self._input is not None:
            self._input.hide()
            self._input.deleteLater()
            self._input = None
        compares = one.kind == "text" and not isinstance(one.question, ShortText)
        self.diff.setVisible(compares)
        if compares:
            self.title.setText(self.tr("Your own answer: {field}").format(field=heading))
            self._compare(one, value, names)
            return
        assert one.question is not None
        # The heading is the question, at most shortened, so it is shown once.
        self.title.setText(self.tr("Your own answer"))
        self.words.setText(one.asks or heading)
        form, language = case.form, current_language()
        made = field_for(
            one.question,
            self._theme,
            self.words.text(),
            lambda words: form.text(words, language) if form is not None else "",
        )
        made.set_value(None if value is MISSING else value)
        made.changed.connect(self._on_changed)
        made.refused.connect(self.say_problem)
        made.finished.connect(self.accepted)
        self._slot.addWidget(made)
        self._input = made

    def take_focus(self) -> None:
        if self._input is not None:
            self._input.take_focus()
        else:
            self.diff.take_focus()

    def value(self) -> Any:
        """Return the answer; MISSING if the field is left empty."""
        if self._input is None:
            text = self.diff.revision
            return text if text.strip() else MISSING
        return MISSING if self._value in (None, "", []) else self._value

    def problem_of_answer(self) -> str:
        """Return what is wrong with the answer, in a sentence, or “”."""
        if self._input is None or self.field is None or self.field.question is None:
            return ""
        reading = self.field.question.read(None if self._value is MISSING else self._value)
        if reading.problem is not None:
            return self._input.sentence(reading.problem)
        self._value = reading.value if reading.given else MISSING
        if not reading.given and self.field.question.required:
            return self._input.sentence(Problem(self.field.question.key, "unanswered", ""))
        return ""

    def say_problem(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose an option by its key, as annotators do; use the answer with Enter."""
        if is_enter(event):
            self.accepted.emit()
            return
        question = self.field.question if self.field is not None else None
        if (
            question is not None
            and self._input is not None
            and self._input.has_keys
            and not is_no_shortcut(event)
        ):
            options = zip(question.option_keys(), options_of(question), strict=True)
            codes = {key: one.code for key, one in options if key}
            longer = self._typed + event.text()
            self._typed = longer if any(key.startswith(longer) for key in codes) else event.text()
            if self._typed in codes and self._input.press(codes[self._typed]):
                return
        super().keyPressEvent(event)

    def _compare(self, one: CaseField, value: Any, names: Sequence[str]) -> None:
        """Show one version's text as the original, and the answer so far as its revision."""
        texts = [text if isinstance(text, str) else "" for text in one.values]
        # The revision is the present answer, or else the version that adds most.
        chosen = next((place for place, text in enumerate(one.values) if text == value), None)
        if chosen is None:
            chosen = max(range(len(texts)), key=lambda place: (len(texts[place]), place))
        original = next(
            (place for place, text in enumerate(texts) if place != chosen and text), chosen
        )
        revision = value if isinstance(value, str) else texts[chosen]
        self.words.setText(
            self.tr(
                "Edit your text; it starts as the text of {revision}. Restore a change to use "
                "the text of {original} there."
            ).format(original=names[original], revision=names[chosen])
        )
        self.diff.set_captions(names[original], self.tr("Your text"))
        self.diff.show_texts(texts[original], revision)

    def _on_changed(self, value: Any) -> None:
        self._value = value
        self.problem.hide()
        self.edited.emit()

    def _on_edited(self, before: str, after: str) -> None:
        self.problem.hide()
        self.edited.emit()
