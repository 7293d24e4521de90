"""Messages about invalid answers, in the interface language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject

from desktop_app.core.form_answers import Problem, number_example
from desktop_app.core.form_parts import NumberQuestion, Question
from desktop_app.ui.widgets.field import shown_number


def sentence_of(problem: Problem, question: Question) -> str:
    """Return a sentence that says how to fix a problem of an answer."""
    limit = "" if problem.limit is None else shown_number(problem.limit)
    count = int(problem.limit) if isinstance(problem.limit, int | float) else 0
    # Numbers fail mostly by their notation, so the sentence shows a valid example.
    if problem.kind == "not_readable" and isinstance(question, NumberQuestion):
        return _asks_for_number(question)
    return {
        "unanswered": QCoreApplication.translate("FormView", "Please answer this question."),
        "not_readable": QCoreApplication.translate(
            "FormView", "This is not valid. Please check it."
        ),
        "unclear_comma": QCoreApplication.translate(
            "FormView",
            "A separator before three digits is ambiguous. Enter the number without it "
            "(1250), or with one more digit (1.2500).",
        ),
        "not_offered": QCoreApplication.translate("FormView", "Please choose one of the options."),
        "too_few": QCoreApplication.translate("FormView", "Please enter at least %1."),
        "too_many": QCoreApplication.translate("FormView", "Please enter at most %1."),
        "too_small": QCoreApplication.translate("FormView", "Must be at least %1."),
        "too_large": QCoreApplication.translate("FormView", "Must be at most %1."),
        "off_step": QCoreApplication.translate("FormView", "Must be in steps of %1."),
        "too_short": _Lengths().at_least(count),
        "too_long": _Lengths().at_most(count),
        "line_break": QCoreApplication.translate("FormView", "Please enter a single line."),
    }[problem.kind].replace("%1", limit)


def _asks_for_number(question: NumberQuestion) -> str:
    """Return a sentence that asks for a number, with a valid example and the limits."""
    low = None if question.min is None else shown_number(question.min)
    high = None if question.max is None else shown_number(question.max)
    kind = (
        QCoreApplication.translate("FormView", "Please enter a whole number, such as %1.")
        if question.integer
        else QCoreApplication.translate("FormView", "Please enter a number, such as %1.")
    )
    limits = ""
    if low is not None and high is not None:
        limits = (
            QCoreApplication.translate("FormView", "Must be from %1 to %2.")
            .replace("%1", low)
            .replace("%2", high)
        )
    elif low is not None:
        limits = QCoreApplication.translate("FormView", "Must be at least %1.").replace("%1", low)
    elif high is not None:
        limits = QCoreApplication.translate("FormView", "Must be at most %1.").replace("%1", high)
    asked = kind.replace("%1", shown_number(number_example(question)))
    return f"{asked} {limits}".strip()


class _Lengths(QObject):
    """Sentences with a count: Qt's `lupdate` finds plural forms only in calls of `tr`."""

    def at_least(self, count: int) -> str:
        """Return the sentence for a text that is too short."""
        return self.tr("Please enter at least %n characters.", "", count)

    def at_most(self, count: int) -> str:
        """Return the sentence for a text that is too long."""
        return self.tr("Please enter at most %n characters.", "", count)
