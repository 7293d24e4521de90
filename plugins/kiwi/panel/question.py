"""The form in which a lead prepares a question: its text, source and papers.

The page saves nothing itself. It emits `saved`, and the window then calls `took` or `refused` with
the result.

The module is longer than most because the form is checked, saved as a draft and restored field by
field.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop_app.core.messages import without_line
from desktop_app.ui.messages import sentence
from desktop_app.ui.plain_text import PlainCombo, PlainScrollArea, ShorteningLabel, shown_keys
from desktop_app.ui.preparer_page import PreparerPage
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.field import LongBox
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import Outcome, SideBySide, button, label, set_kind
from plugins.kiwi.panel.question_papers import LinkedPapers
from plugins.kiwi.preparing import Level, Preparing, QuestionLine, alike, free_name, verdict
from plugins.kiwi.shapes import present

# Pause in typing, in milliseconds, after which other questions are compared.
_PAUSE = 300
_MOST_MISSING = 100_000
# Maximum number of characters of a question in lists and hints.
_LONGEST_SHOWN = 200
_FIELDS = ("id", "question", "source_paper", "related_work", "track", "missing", "papers")


class QuestionPage(PreparerPage):
    """The form for one question at a time."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._data = Preparing()
        self._in_work: frozenset[str] = frozenset()
        # The question in the form; None for a new one.
        self._line: QuestionLine | None = None
        self._before: dict[str, Any] = {}
        # The question to open after the current text is discarded.
        self._wanted: str | None = None
        # The row that is being saved.
        self._sent: dict[str, Any] = {}
        # Whether the saved row is the one in the form, with no other question opened since.
        self._is_sent_here = False
        self._filling = False
        # The papers that existed before files were chosen.
        self._known: set[str] = set()
        self._level: Level = "bad"
        self.papers = LinkedPapers(theme)
        self.verdict = label(kind="secondary", wrap=True)
        self._make_parts()
        self._build_ui()
        self._connect()
        self._apply_theme()
        self.show_project(Preparing())
        self.start()

    # Called by the window.
    def show_project(self, data: Preparing, in_work: Collection[str] = ()) -> None:
        """Show other papers and questions. The text in the form does not change.

        `in_work`: keys of items that are assigned or answered
        """
        self._data, self._in_work = data, frozenset(in_work)
        self.papers.show_papers(data.papers)
        # Filling the lists must not count as an edit.
        self._filling = True
        self.which.clear()
        self.which.addItem(self.tr("New question"), "")
        for one in data.questions:
            text = " ".join(one.text.split())
            self.which.addItem(f"{one.name}: {text[:_LONGEST_SHOWN]}", one.name)
        self.which.setVisible(bool(data.questions))
        self.which_label.setVisible(bool(data.questions))
        self._choose_in_list()
        # The choice is restored by its data, because clearing the list loses the row.
        chosen = str(self.topics.currentData() or "")
        self.topics.clear()
        self.topics.addItem(self.tr("None"), "")
        for topic in data.settings.topics:
            self.topics.addItem(topic, topic)
        self._choose_topic(chosen)
        self.topics.setVisible(bool(data.settings.topics))
        self.track.setVisible(not data.settings.topics)
        self._filling = False
        # An untouched form for a new question is reset, because its free id may have been taken.
        if self._line is None and not self.is_changed:
            self.start()
        self._judge()

    def start(self, name: str = "") -> None:
        """Show an existing question by its name, or an empty form for a new one."""
        line = next((one for one in self._data.questions if one.name == name), None)
        row = line.row if line is not None else {"id": free_name(self._data.texts)}
        self._line = line
        self._fill(row)
        # The form's own row is compared instead of the record, because the two may represent the
        # same content differently.
        self._before = self.fields()
        self._is_sent_here = False
        self._show_which()
        self.is_put_off = False
        self._problem("")
        self._judge()
        self._compare()
        # With large text the form is taller than the window: show its top.
        self.area.verticalScrollBar().setValue(0)
        self.written.emit()

    def draft(self) -> dict[str, Any] | None:
        """Return the unsaved text, in the form that `restore` reads; None if there is none."""
        if not self.is_changed:
            return None
        of = self._line.name if self._line is not None else None
        return {**self._typed(), "of": of}

    def restore(self, draft: Mapping[str, Any]) -> None:
        """Restore an unsaved text and show a note about it, unless it has been saved since."""
        self.start(str(draft.get("of") or ""))
        line, name = self._line, str(draft.get("id") or "").strip()
        self._fill(draft)
        # The program may have been closed between saving the row and deleting the draft.
        saved = next((one.row for one in self._data.questions if one.name == name), None)
        if line is None and saved is not None:
            fields = present({field: saved.get(field) or None for field in _FIELDS})
            if self.fields() == fields:
                self.start()
                return
        self._judge()
        self._compare()
        if self.is_changed:
            words = self.tr("Unsaved text from last time was restored.")
            self._ask("", words)

    def open(self) -> None:
        """Continue with the unsaved text, or start a new question if there is none."""
        if not self.is_changed:
            self.outcome.hide()
            self.start()
        self.is_put_off = False
        self.question.setFocus()

    def took(self, refused: Sequence[str], notes: Sequence[str]) -> None:
        """Show that the row was saved, or why it was refused.

        `refused`, `notes`: messages of the import: why rows were refused, and warnings
        """
        if refused:
            # Only one row was sent.
            self.refused(sentence(without_line(refused[0])))
            return
        words = self.tr("Saved: {name}. You can write the next one.")
        # The person may have continued typing while the row was saved.
        if self._is_sent_here and self.fields() != self._sent:
            self._go_on()
            words = self.tr("Saved: {name}. Later changes are not saved yet.")
        elif self._is_sent_here:
            self.start()
            self.question.setFocus()
        self.outcome.say(
            words.format(name=self._sent["id"]), [sentence(without_line(one)) for one in notes]
        )

    def refused(self, words: str) -> None:
        """Show why the row was not saved. The text in the form does not change."""
        self._problem(words)

    def added(self, sources: Collection[str], lines: Sequence[str], words: str) -> None:
        """Link papers from imported files: the new ones, and those with one of these sources.

        `sources`: names of the imported files
        `lines`: problems to list
        `words`: the result of the import, as a sentence
        """
        # A file that was imported before brings no new papers. Its papers are linked anyway,
        # because the person chose the file deliberately.
        matches = [one.name for one in self._data.papers if one.source in sources]
        new = [one.name for one in self._data.papers if one.name not in self._known]
        self.papers.link([*self.papers.names(), *matches, *new])
        self._on_edited()
        self.outcome.say(words, list(lines), "warn" if lines else "info")
        self.papers.all.setFocus()

    def fields(self) -> dict[str, Any]:
        """Return the row in the form, without empty fields."""
        topics = bool(self._data.settings.topics)
        track = self.topics.currentData() if topics else self.track.text().strip()
        return present(
            {
                "id": self.name.text().strip(),
                "question": self.question.toPlainText().strip(),
                "source_paper": self.source.text().strip(),
                "related_work": self.related.toPlainText().strip(),
                "track": track,
                "missing": self._missing() or None,
                "papers": self.papers.names(),
            }
        )

    @property
    def is_changed(self) -> bool:
        """Whether the form has unsaved text."""
        return self.fields() != self._before

    def leave(self) -> None:
        """Go back, and ask first if there is unsaved text."""
        # Pressing Esc a second time continues the editing.
        if not self.asking.isHidden():
            self._keep()
        elif self.is_changed:
            self._ask(None)
        else:
            self.left.emit()

    def form_keys(self) -> list[tuple[str, str]]:
        """Return the keyboard shortcuts of this page with their descriptions."""
        key_rows = (
            ("Ctrl+S", self.tr("Save the question")),
            ("Return", self.tr("Link or unlink the selected paper")),
            ("Del", self.tr("Unlink the selected paper")),
            ("Alt+Up", self.tr("Move the selected paper up")),
            ("Alt+Down", self.tr("Move the selected paper down")),
            ("Esc", self.tr("Back to the list")),
        )
        return [(shown_keys(QKeySequence(keys)), words) for keys, words in key_rows]

    def ask(self) -> None:
        """Ask whether the text should be discarded; the result is emitted as `left` or `kept`."""
        self._ask(None)

    def save(self) -> None:
        """Emit the row to save, or show the first problem."""
        fields = self.fields()
        if not fields.get("question"):
            self._refuse(self.question, self.tr("Write the question."))
        elif not fields.get("id"):
            self._refuse(
                self.name, self.tr("Enter an ID for the question. Files refer to it by this ID.")
            )
        elif self._missing() is None:
            most = self.tr("Missing papers must be a number from 0 to {most}.")
            self._refuse(self.missing, most.format(most=_MOST_MISSING))
        elif self._level == "bad":
            self._refuse(self.papers.search, self.verdict.text())
        elif self._line is None and fields["id"] in self._data.texts:
            self._refuse(self.name, self.tr("Another question already has this ID."))
        else:
            # Fields that this form does not show must survive an edit.
            own = {} if self._line is None else self._line.row
            others = {name: value for name, value in own.items() if name not in _FIELDS}
            self._problem("")
            self._sent, self._is_sent_here = fields, True
            self.saved.emit("questions", {**others, **fields}, self._line is not None)

    # Internal.
    def _missing(self) -> int | None:
        text = self.missing.text().strip()
        if not text:
            return 0
        # `isdigit` accepts digits of other scripts, and `int` is slow for long numbers, hence both
        # checks.
        if not (text.isascii() and text.isdigit() and len(text) <= 6):
            return None
        return int(text) if int(text) <= _MOST_MISSING else None

    def _typed(self) -> dict[str, Any]:
        """Return the row as typed, even if it is invalid."""
        return {
            **self.fields(),
            "id": self.name.text(),
            "question": self.question.toPlainText(),
            "source_paper": self.source.text(),
            "related_work": self.related.toPlainText(),
            "missing": self.missing.text(),
        }

    def _fill(self, row: Mapping[str, Any]) -> None:
        self._filling = True
        self.name.setText(str(row.get("id") or ""))
        self.question.setPlainText(str(row.get("question") or ""))
        self.source.setText(str(row.get("source_paper") or ""))
        self.related.setPlainText(str(row.get("related_work") or ""))
        track = str(row.get("track") or "")
        self.track.setText(track)
        self._choose_topic(track)
        self.missing.setText(str(row.get("missing") or 0))
        self.papers.link([str(one) for one in row.get("papers") or ()])
        self._filling = False

    def _go_on(self) -> None:
        """Continue with the question that was just saved, because the person is still typing."""
        name = self._sent["id"]
        self._line = next((one for one in self._data.questions if one.name == name), None)
        self._before = self._sent
        self._is_sent_here = False
        # The id was saved without spaces around it.
        self.name.setText(name)
        self._show_which()
        self._compare()
        self.written.emit()

    def _show_which(self) -> None:
        """Show in the title and the list which question is in the form."""
        line = self._line
        self.asking.hide()
        self._choose_in_list()
        # Another id would make another question, because the key is derived from the id.
        self.name.setReadOnly(line is not None)
        given = line is not None and bool(self._in_work.intersection(line.items))
        self.given.setVisible(given)
        words = self.tr("Question {name}")
        self.title.setText(words.format(name=line.name) if line is not None else self._new)

    def _choose_topic(self, name: str) -> None:
        # A question may have a topic that is no longer in the settings; it must not be lost.
        if name and self.topics.findData(name) < 0:
            self.topics.addItem(name, name)
        self.topics.setCurrentIndex(max(0, self.topics.findData(name)))

    def _on_edited(self) -> None:
        if not self._filling:
            self.is_put_off = False
            self._problem("")
            self._judge()
            self.written.emit()

    def _judge(self) -> None:
        """Show whether the number of papers complies with the project's rule."""
        linked, missing = self.papers.lines(), self._missing() or 0
        self._level, why = verdict(linked, missing, self._data.settings)
        empty = sum(not one.paragraphs for one in linked)
        parts = [self.tr("%n paper(s) linked", "", len(linked))]
        if empty:
            parts.append(self.tr("%n of them without text", "", empty))
        if missing:
            parts.append(self.tr("%n more missing", "", missing))
        counts = f"{', '.join(parts)}."
        if not linked:
            words = self.tr(
                "Link the papers needed to answer it: at least %n, with at most one text missing.",
                "",
                self._data.settings.least_papers,
            )
        elif self._level == "ok":
            words = self.tr("{counts} The papers are sufficient.").format(counts=counts)
        elif self._level == "warn":
            words = self.tr("{counts} {why} You can save the question anyway.")
            words = words.format(counts=counts, why=sentence(why))
        else:
            words = self.tr("{counts} {why} The question cannot be saved.")
            words = words.format(counts=counts, why=sentence(why))
        kind = "problem" if linked and self._level == "bad" else "secondary"
        if self._level == "warn":
            kind = ""
        set_kind(self.verdict, kind)
        self.verdict.setText(words)

    def _compare(self) -> None:
        """Show questions that are similar to this one."""
        # A saved question must not be compared with itself.
        own = self._line.name if self._line is not None else ""
        others = {name: text for name, text in self._data.texts.items() if name != own}
        result = alike(self.question.toPlainText(), others)
        lines = [
            self.tr("Similar to {name} ({percent} %): “{text}”").format(
                name=name, percent=int(likeness * 100), text=others[name][:_LONGEST_SHOWN]
            )
            for name, likeness in result
        ]
        self.same.setText("\n".join(lines))
        self.same.setVisible(bool(lines))

    def _ask(self, wanted: str | None, words: str = "") -> None:
        """Ask whether the text should be discarded.

        `wanted`: the question to open afterwards; None: the person leaves the page and may also
            postpone the text
        """
        self._wanted = wanted
        self.asked.setText(words or self.tr("Your text has not been saved yet."))
        self.later_button.setVisible(wanted is None)
        self.asking.show()
        # The focus is on the button that loses nothing.
        self.keep_button.setFocus()

    def _put_off(self) -> None:
        self.asking.hide()
        self.is_put_off = True
        self.left.emit()

    def _keep(self) -> None:
        self.asking.hide()
        self._choose_in_list()
        self.question.setFocus()
        self.kept.emit()

    def _discard(self) -> None:
        wanted, self._wanted = self._wanted, None
        self.start(wanted or "")
        if wanted is None:
            self.left.emit()
        else:
            self.question.setFocus()

    def _on_which(self) -> None:
        if self._filling:
            return
        wanted = str(self.which.currentData() or "")
        if wanted == (self._line.name if self._line is not None else ""):
            return
        if self.is_changed:
            self._ask(wanted)
        else:
            self.outcome.hide()
            self.start(wanted)

    def _choose_in_list(self) -> None:
        # May be called while the form is being filled, so the old state is restored.
        filling, self._filling = self._filling, True
        name = self._line.name if self._line is not None else ""
        self.which.setCurrentIndex(max(0, self.which.findData(name)))
        self._filling = filling

    def _on_files(self) -> None:
        self._known = {one.name for one in self._data.papers}
        self.files_wanted.emit()

    def _refuse(self, field: QWidget, words: str) -> None:
        self._problem(words)
        field.setFocus()

    def _problem(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))

    def _make_parts(self) -> None:
        self._new = self.tr("New question")
        self.back = button(self.tr("Back to the list"), self.tr("Back to the list (Esc)"))
        self.title = ShorteningLabel(self._new, "title")
        self.save_button = button(self.tr("Save the question"), self.tr("Ctrl+S does the same."))
        self.save_button.setProperty("kind", "primary")
        self.which_label = label(self.tr("Selected question"))
        self.which = PlainCombo(self._theme)
        self.which.setAccessibleName(self.tr("Selected question"))
        self.which.be_narrow()
        self.asking = QFrame()
        self.asking.setProperty("kind", "notice")
        self.asking.setProperty("level", "warn")
        self.asking.hide()
        self.asked = label(self.tr("Your text has not been saved yet."), wrap=True)
        self.keep_button = button(self.tr("Continue writing"))
        self.later_button = button(
            self.tr("Keep as draft"), self.tr("It will be here when you open this form again.")
        )
        self.discard_button = button(self.tr("Discard"))
        self.outcome = Outcome(self._theme, self.tr("Status of the question"))
        self.question = self._box(self.tr("Question"), 4)
        self.name = self._field(self.tr("ID"))
        self.source = self._field(self.tr("Source paper"))
        self.track = self._field(self.tr("Track"))
        self.topics = PlainCombo(self._theme)
        self.topics.setAccessibleName(self.tr("Track"))
        self.topics.be_narrow()
        self.related = self._box(self.tr("Related work"), 6)
        self.missing = self._field(self.tr("Cited papers that are missing"))
        self.given = label(
            self.tr(
                "Someone is already working on this question and will continue with the previous "
                "version."
            ),
            "note",
            wrap=True,
        )
        self.verdict.setAccessibleName(self.tr("Result of checking the linked papers"))
        self.same = label(kind="note", wrap=True)
        self.problem = label(kind="problem", wrap=True)
        # Comparing all questions on each key press would be slow.
        self._pausing = QTimer(self, singleShot=True, interval=_PAUSE)

    def _box(self, name: str, lines: int) -> LongBox:
        made = LongBox()
        made.setProperty("kind", "field")
        made.setProperty("lines", lines)
        made.setAccessibleName(name)
        made.setTabChangesFocus(True)
        made.too_long.connect(
            lambda length: self._problem(
                self.tr("Nothing was pasted: %n character(s) too many.", "", length)
            )
        )
        return made

    def _field(self, name: str) -> QLineEdit:
        made = QLineEdit()
        made.setAccessibleName(name)
        return made

    def _build_ui(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(12)
        bar.addWidget(self.back)
        bar.addWidget(self.title, 1)
        bar.addWidget(self.save_button)
        asking = FlowLayout(across=8, down=8)
        for choice in (self.keep_button, self.later_button, self.discard_button):
            asking.addWidget(choice)
        inside = QVBoxLayout(self.asking)
        inside.setContentsMargins(12, 8, 12, 8)
        inside.addWidget(self.asked)
        inside.addLayout(asking)
        left = QVBoxLayout()
        left.setSpacing(4)
        fields: list[tuple[QWidget | None, QWidget]] = [
            # None: the field belongs to the caption above it.
            (self.which_label, self.which),
            (label(self.tr("Question")), self.question),
            (None, self.same),
            (label(self.tr("ID")), self.name),
            (label(self.tr("Source paper")), self.source),
            (label(self.tr("Track")), self.track),
            (None, self.topics),
            (label(self.tr("Source paragraph (related work)")), self.related),
            (label(self.tr("Cited papers that are missing"), wrap=True), self.missing),
        ]
        for caption, widget in fields:
            if caption is not None:
                caption.setContentsMargins(0, 6, 0, 0)
                left.addWidget(caption)
            left.addWidget(widget)
        left.addStretch(1)
        right = QVBoxLayout()
        right.addWidget(self.verdict)
        right.addWidget(self.papers)
        page = QFrame()
        column = QVBoxLayout(page)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.given)
        column.addWidget(SideBySide(left, right, self._theme), 1)
        self.area = PlainScrollArea()
        # Otherwise Tab would stop at the scroll area around the fields.
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.set_page(page)
        pane = QFrame()
        pane.setProperty("kind", "pane")
        around = QVBoxLayout(pane)
        around.setContentsMargins(1, 1, 1, 1)
        around.addWidget(self.area)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 4)
        layout.setSpacing(10)
        layout.addLayout(bar)
        for one in (self.asking, self.outcome, self.problem):
            layout.addWidget(one)
        layout.addWidget(pane, 1)

    def _connect(self) -> None:
        self.back.clicked.connect(self.leave)
        self.which.currentIndexChanged.connect(lambda _=0: self._on_which())
        self.keep_button.clicked.connect(self._keep)
        self.later_button.clicked.connect(self._put_off)
        self.discard_button.clicked.connect(self._discard)
        self.question.textChanged.connect(self._pausing.start)
        self._pausing.timeout.connect(self._compare)
        for box in (self.question, self.related):
            box.textChanged.connect(self._on_edited)
        for field in (self.name, self.source, self.track, self.missing):
            # `textEdited`, unlike `textChanged`, is not emitted by `setText`.
            field.textEdited.connect(lambda _="": self._on_edited())
        self.topics.currentIndexChanged.connect(lambda _=0: self._on_edited())
        self.papers.changed.connect(self._on_edited)
        self.papers.files_wanted.connect(self._on_files)
        self.save_button.clicked.connect(self.save)
        for keys, slot in (("Esc", self.leave), ("Ctrl+S", self.save)):
            shortcut = QShortcut(QKeySequence(keys), self)
            # The shortcuts work only while the focus is on this page.
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)
        self._theme.changed.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        # Heights are in lines, so that they follow the text size.
        for box in (self.question, self.related):
            line = box.fontMetrics().lineSpacing()
            box.setFixedHeight(int(box.property("lines")) * line + self._theme.px(20))
        self.missing.setMaximumWidth(self._theme.px(100))
