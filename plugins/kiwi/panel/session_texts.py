"""Texts about a session for its page and the list of revisions, in the language of the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.core.model_jobs import Trouble
from desktop_app.text.diff import Hunk, HunkKind, sentence_spans
from desktop_app.text.diff_tokens import Stretch

_LONGEST = 160  # Maximum number of characters of a change or a sentence on one line.


def shortened(text: str, most: int = _LONGEST) -> str:
    """Return a text on one line, shortened to at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def sentence_at(text: str, stretch: Stretch) -> str:
    """Return the sentence in which a stretch of a text begins; empty if there is none.

    If the stretch begins between two sentences, the first sentence that begins inside it is
    returned.
    """
    for span in sentence_spans(text):
        if span.end > stretch.start or (span.end == stretch.start == stretch.end):
            return text[slice(*span)] if span.start <= max(stretch.start, stretch.end - 1) else ""
    return ""


class SessionWords(QObject):
    """Returns texts about a session in the language of the window.

    Texts by people and models are inserted unchanged.
    """

    def change(self, hunk: Hunk, previous: str, answer: str) -> str:
        """Describe a difference in words, with the sentence that contains it."""
        before = shortened(previous[slice(*hunk.before)])
        after = shortened(answer[slice(*hunk.after)])
        if hunk.kind is HunkKind.MOVED:
            text = self.tr("Moved: “{words}”").format(words=before or after)
        elif hunk.kind is HunkKind.ADDED:
            text = self.tr("Added: “{words}”").format(words=after)
        elif hunk.kind is HunkKind.REMOVED:
            text = self.tr("Removed: “{words}”").format(words=before)
        else:
            text = self.tr("Changed: “{before}” → “{after}”").format(before=before, after=after)
        # Removed text has no sentence in the answer, so the one in the previous answer is shown.
        gone = hunk.after.start == hunk.after.end
        sentence = shortened(
            sentence_at(previous, hunk.before) if gone else sentence_at(answer, hunk.after)
        )
        # A change of a whole sentence would only repeat it.
        if not sentence or sentence == (before if gone else after):
            return text
        where = self.tr("In the previous answer") if gone else self.tr("In")
        return f"{text}  ·  {where}: {sentence}"

    def kind(self, code: Any) -> str:
        """Return the name of a kind of instruction."""
        # The record may be another person's, so unknown codes are shown as they are.
        names = {"info": self.tr("information"), "style": self.tr("writing")}
        return names.get(str(code), str(code or ""))

    def rating(self, code: Any) -> str:
        """Return the name of a rating."""
        names = {
            "good": self.tr("good"),
            "neutral": self.tr("neutral"),
            "bad": self.tr("bad"),
        }
        return names.get(str(code), str(code or ""))

    def kind_name(self, code: Any) -> str:
        """Return the name of a kind of instruction, as in the form."""
        names = {"info": self.tr("Find information"), "style": self.tr("Change the writing")}
        return names.get(str(code), str(code or ""))

    def rating_name(self, code: Any) -> str:
        """Return the name of a rating, as in the form."""
        names = {"good": self.tr("Good"), "neutral": self.tr("Neutral"), "bad": self.tr("Bad")}
        return names.get(str(code), str(code or ""))

    def turns(self, count: int) -> str:
        """Return a number of turns as text."""
        return self.tr("%n turn(s)", "", count)

    def end(self, code: Any) -> str:
        """Return how a session ended, as a sentence."""
        words = {
            "ready": self.tr("The session has ended: the answer is ready to be sent."),
            "limit": self.tr("The session has ended: all turns have been used."),
            "given_up": self.tr("The session has ended: you gave it up."),
        }
        return words.get(str(code), "")

    def trouble(self, code: str) -> str:
        """Return a sentence about a failed request, for use if its error text is not available.

        `code`: the code of the error
        """
        words = {
            Trouble.OFFLINE.value: self.tr("The model's server could not be reached."),
            Trouble.TIMEOUT.value: self.tr("The model took too long to answer."),
            Trouble.DENIED.value: self.tr("The server did not accept the API key."),
            Trouble.UNKNOWN_MODEL.value: self.tr("The server has no such model."),
            Trouble.BUSY.value: self.tr("The server is busy: too many requests."),
            Trouble.SERVER.value: self.tr("The server reported an error."),
            Trouble.NOT_A_MODEL_SERVER.value: self.tr("The response is not from a model server."),
            Trouble.REFUSED.value: self.tr("The model declined to answer."),
            Trouble.EMPTY.value: self.tr("The model returned an empty text."),
            Trouble.CUT.value: self.tr("The answer was cut off."),
            Trouble.MALFORMED.value: self.tr("The model's answer could not be read."),
            Trouble.CANCELLED.value: self.tr("You stopped the model."),
        }
        return words.get(code, self.tr("The request to the model failed."))

    def remedy(self, code: str, *, writes: bool) -> str:
        """Return what a person can do about a failed request.

        Empty if the general advice for the error, which a lead sees too, fits an annotator as well.

        `code`: the code of the error
        `writes`: whether there is an instruction that can be changed
        """
        # A first answer has no instruction that could be shortened or reworded.
        if code == Trouble.CUT.value:
            if writes:
                return self.tr("Try again. If that does not help, ask for a shorter answer.")
            return self.tr("Try again.")
        if code == Trouble.TIMEOUT.value:
            return self.tr("Try again. If it still fails, contact the project lead.")
        if code in (Trouble.EMPTY.value, Trouble.REFUSED.value, Trouble.MALFORMED.value):
            if writes:
                return self.tr("Try again, or reword the instruction.")
            return self.tr("Try again. If it still fails, contact the project lead.")
        return ""

    def answer_rows(
        self, turns: Sequence[Mapping[str, Any]], answers: Mapping[str, Any]
    ) -> list[tuple[str, str]]:
        """Return a session as rows (heading, text) of one revision in the list of revisions."""
        rows = []
        for number, turn in enumerate(turns, 1):
            head = self.tr("Turn {number}").format(number=number)
            rating = self.rating(turn.get("rating"))
            lines = [
                f"{self.kind(turn.get('type'))} · {shortened(str(turn.get('instruction') or ''))}",
                f"{rating} – {shortened(str(turn.get('comment') or ''))}",
            ]
            if turn.get("edited") is not None:
                lines.append(self.tr("edited by hand"))
            rows.append((head, "\n".join(lines)))
        if answers.get("end"):
            rows.append((self.tr("End"), self.end(answers["end"])))
        return rows
