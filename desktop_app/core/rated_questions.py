"""Questions of a form as numbers, for automatic raters and their comparison with people.

A question has numbers if it is Yes/No or a scale: whole numbers are themselves, and the steps of
any other scale are counted from 1, so that the last step is the highest. Questions without an order
have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from desktop_app.core.canonical import digest_of
from desktop_app.core.forms import Form
from desktop_app.core.protocol.data import RatedPart, RatedQuestion
from desktop_app.core.question_types import AnyOption, Question, options_of

# Separates the labels of several questions.
_BLANK_LINE = "\n\n"


def rated_question(
    question: Question,
    form: Form,
    answered: Iterable[tuple[RatedPart, Iterable[Any]]],
    *,
    name: str = "",
    options: Sequence[AnyOption] | None = None,
    is_descending: bool = False,
) -> RatedQuestion | None:
    """Return a question with people's answers as numbers; None for one without numbers.

    `answered`: each text with people's answers about it. Answers that are no option do not count
    `name`: see `RatedQuestion`; empty: the key of the question
    `options`: the options; None: those of the question
    `is_descending`: whether the first step of a scale without numbers is the highest one
    """
    scale = options_of(question) if options is None else options
    codes = [one.code for one in scale if not one.missing]
    is_yes_no = _is_yes_no(codes)
    numbers = _numbers(question, codes, is_descending)
    if not numbers and not question.is_numeric:
        return None

    def number(code: Any) -> float | None:
        if question.is_numeric:
            return float(code) if isinstance(code, (int, float)) else None
        # Records of other people may contain anything, such as lists.
        return numbers.get(code) if isinstance(code, (str, int)) else None

    pairs = [
        (part, [n for code in own if (n := number(code)) is not None]) for part, own in answered
    ]
    return RatedQuestion(
        name or question.key,
        question,
        form,
        [part for part, _ in pairs],
        [values for _, values in pairs],
        {_answer(code, value, is_yes_no): value for code, value in numbers.items()},
        is_yes_no,
    )


def answer_texts(one: RatedQuestion) -> str:
    """Return the allowed answers for a prompt, a line each, with their labels and meanings."""
    language = one.form.head.language
    options = [option for option in options_of(one.question) if not option.missing]
    lines = []
    for answer, option in zip(one.answers, options, strict=True):
        label, help_text = one.form.label(option, language), one.form.text(option.help, language)
        more = label if label.casefold() != answer.casefold() else ""
        meaning = ": ".join(text for text in (more, help_text) if text)
        lines.append(f"{answer} – {meaning}" if meaning else answer)
    return "\n".join(lines)


def texts_digest(one: RatedQuestion, part: RatedPart) -> str:
    """Return a digest of a text and of the words in which a question is asked about it."""
    language = one.form.head.language
    words = [one.form.text(each, language) for each in (one.question.text, one.question.help)]
    for option in options_of(one.question):
        words += [one.form.label(option, language), one.form.text(option.help, language)]
    return digest_of([part.digest, *words])


def anchors_variant(questions: Iterable[RatedQuestion], standard: Iterable[Form]) -> str:
    """Return the part of a method's name that identifies a lead's labels, or “”.

    `questions`: all questions that the method answers, so that its ratings have one name
    `standard`: forms with the labels of the program; a question that none of them has is the lead's
    """
    forms = list(standard)
    own = [answer_texts(one) for one in questions if _has_own_labels(one, forms)]
    return f", anchors {digest_of(_BLANK_LINE.join(own))[:8]}" if own else ""


def _has_own_labels(one: RatedQuestion, standard: Iterable[Form]) -> bool:
    texts = answer_texts(one)
    others = [
        answer_texts(replace(one, question=question, form=form))
        for form in standard
        for question in form.questions
        if question.key == one.question.key and _codes(question) == _codes(one.question)
    ]
    return bool(others) and texts not in others


def _codes(question: Question) -> list[Any]:
    return [option.code for option in options_of(question) if not option.missing]


def _is_yes_no(codes: Sequence[Any]) -> bool:
    # By type, because the numbers 1 and 0 equal True and False.
    if all(isinstance(code, bool) for code in codes):
        return len(codes) == 2
    return set(codes) == {"yes", "no"}


def _is_yes(code: Any) -> bool:
    return code in (True, "yes")


def _numbers(question: Question, codes: Sequence[Any], is_descending: bool) -> Mapping[Any, float]:
    """Return the number of each code; empty for a question without numbers."""
    # One answer per question: several options at once are no number.
    if question.figures != "one" or not codes:
        return {}
    if _is_yes_no(codes):
        return {code: float(_is_yes(code)) for code in codes}
    if question.level == "nominal":
        return {}
    if all(isinstance(code, int) for code in codes):
        return {code: float(code) for code in codes}
    steps = range(1, len(codes) + 1)
    return dict(zip(codes, map(float, reversed(steps) if is_descending else steps), strict=True))


def _answer(code: Any, value: float, is_yes_no: bool) -> str:
    """Return what a model answers: one token for most models."""
    if is_yes_no:
        return "Yes" if _is_yes(code) else "No"
    return f"{value:g}"
