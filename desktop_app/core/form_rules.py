"""Rules between the fields and between the questions of a form.

Each rule yields (path, reason) for every violation. The rules receive only parts that are valid on
their own. `claimed` contains the keys of all questions, including invalid ones, so that references
to invalid questions are not reported as errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from desktop_app.core.form_answers import read_answer, read_code
from desktop_app.core.form_conditions import Comparison, Condition, comparisons
from desktop_app.core.form_parts import (
    TAKEN_NAMES,
    BaseQuestion,
    ChoiceQuestion,
    Head,
    Hint,
    Likert,
    MultipleChoice,
    NumberQuestion,
    Option,
    Part,
    Question,
    Section,
    SingleChoice,
    TextQuestion,
    YesNoQuestion,
    options_of,
    read_number,
)
from desktop_app.core.form_problems import Path, listed, shown, suggestion
from desktop_app.core.messages import msg

Found = Iterator[tuple[Path, str]]
Parts = Sequence[tuple[int, Part]]
Hints = Sequence[tuple[int, Hint]]


def all_rules(head: Head | None, parts: Parts, hints: Hints, claimed: frozenset[str]) -> Found:
    """Yield all errors between the parts of a form, except those of its texts."""
    asked = [(index, part) for index, part in parts if isinstance(part, BaseQuestion)]
    # Reversed, so that of two questions with the same key the first one is used.
    questions: dict[str, Question] = {part.key: part for _, part in reversed(asked)}
    yield from _unique_keys(asked, hints)
    for index, question in asked:
        path: Path = ("questions", index)
        if question.required and question.required_if is not None:
            yield (
                (*path, "required_if"),
                msg("has no effect beside “required: true”: keep one of them"),
            )
        for place, reason in _question_rules(question):
            yield (*path, *place), reason
    yield from _keyboard(asked, by_form=head is None or head.key_scope == "form")
    for condition_path, condition, owner in _conditions(parts, hints):
        for place, test in comparisons(condition, condition_path):
            if owner is not None and test.question == owner:
                yield (*place, "question"), msg("a question cannot depend on its own answer")
            else:
                yield from _test_rules(test, place, questions, claimed)
    for index, hint in hints:
        for position, key in enumerate(hint.about):
            if key not in questions and key not in claimed:
                yield ("hints", index, "about", position), _unknown(key, questions)
    yield from _cycles(parts)


def show_conditions(parts: Sequence[Part]) -> dict[str, tuple[Condition, ...]]:
    """Return the conditions under which each question is shown: its own and its section's."""
    result: dict[str, tuple[Condition, ...]] = {}
    section: Condition | None = None
    for part in parts:
        if isinstance(part, Section):
            section = part.show_if
        else:
            both = (section, part.show_if)
            result[part.key] = tuple(one for one in both if one is not None)
    return result


def show_order(conditions: Mapping[str, Sequence[Condition]]) -> tuple[str, ...]:
    """Return the keys of the questions, each after the questions on which its visibility depends.

    Raises CycleError if there is no such order.
    """
    return tuple(TopologicalSorter(_needs(conditions)).static_order())


def _needs(conditions: Mapping[str, Sequence[Condition]]) -> dict[str, set[str]]:
    """Return, for each question, the keys of the questions on which its visibility depends."""
    return {
        key: {test.question for one in given for _, test in comparisons(one, ())}
        for key, given in conditions.items()
    }


def _unique_keys(asked: Sequence[tuple[int, Question]], hints: Hints) -> Found:
    """Yield errors for reserved and repeated keys."""
    seen: dict[str, int] = {}
    for index, question in asked:
        path: Path = ("questions", index, "key")
        if question.key in TAKEN_NAMES:
            yield (
                path,
                msg("“{key}” is a reserved field: choose another key", key=question.key),
            )
        if question.key in seen:
            yield (
                path,
                msg(
                    "“{key}” is already the key of question {seen}",
                    key=question.key,
                    seen=seen[question.key],
                ),
            )
        seen.setdefault(question.key, len(seen) + 1)
    known: set[str] = set()
    for index, hint in hints:
        if hint.key in known:
            yield ("hints", index, "key"), msg("“{key}” is the key of another hint", key=hint.key)
        known.add(hint.key)


def _question_rules(question: Question) -> Found:
    """Yield errors between the fields of one question."""
    if isinstance(question, ChoiceQuestion):
        yield from _option_rules(question)
    if isinstance(question, NumberQuestion):
        yield from _number_rules(question)
    if isinstance(question, TextQuestion):
        least, most = question.min_length, question.max_length
        if least is not None and most is not None and least > most:
            yield ("min_length",), msg("is more than max_length, {most}", most=most)
    low, high = getattr(question, "min", None), getattr(question, "max", None)
    if low is not None and high is not None and low > high:
        yield ("min",), msg("is more than max, {high}", high=high)


def _option_rules(question: ChoiceQuestion) -> Found:
    """Yield errors in the options of a question."""
    codes: set[str] = set()
    for index, option in enumerate(options_of(question)):
        # Compared as text: in a CSV file, 1 and "1" are the same.
        if str(option.code) in codes:
            yield (
                ("options", index, "code"),
                msg("“{code}” occurs twice", code=shown(str(option.code))),
            )
        codes.add(str(option.code))
    # The two options of Yes and No are fixed, so they never violate the rules below.
    if isinstance(question, YesNoQuestion):
        return
    if isinstance(question, MultipleChoice):
        for name, limit in (("min", question.min), ("max", question.max)):
            if limit is not None and limit > len(question.options):
                yield (
                    (name,),
                    msg("is more than there are options, {count}", count=len(question.options)),
                )
        for index, option in enumerate(question.options):
            if option.missing:
                place: Path = ("options", index, "missing")
                yield place, msg("is for questions with one answer: leave multiple choice empty")
        return
    scale = [(index, option) for index, option in enumerate(question.options) if not option.missing]
    # A choice may have a single option, such as the only field of a project, but a scale of one
    # step makes no sense.
    alone = isinstance(question, SingleChoice) and question.level == "nominal"
    if len(scale) < (1 if alone and len(question.options) == 1 else 2):
        yield ("options",), msg("needs at least two options that are not “missing”")
        return
    yield from _scale_rules(question.level, scale)
    if isinstance(question, Likert):
        for index, option in (scale[0], scale[-1]):
            if option.label is None:
                yield (
                    ("options", index, "label"),
                    msg("is missing: both ends of a scale need words"),
                )


def _scale_rules(level: str, scale: Sequence[tuple[int, Option]]) -> Found:
    """Yield errors in the codes of a scale."""
    # The numeric codes of a scale are its values in the analysis, so they must be monotonic.
    numbers = [option.code for _, option in scale if isinstance(option.code, int)]
    if level == "interval" and len(numbers) < len(scale):
        yield (
            ("level",),
            msg(
                "the level “interval” requires whole numbers as codes, because distances "
                "between them are computed"
            ),
        )
    if level != "nominal" and len(numbers) == len(scale):
        rising = all(first < second for first, second in pairwise(numbers))
        falling = all(first > second for first, second in pairwise(numbers))
        if not rising and not falling and len(set(numbers)) == len(numbers):
            yield (
                ("options",),
                msg(
                    "codes of {level} options must increase or decrease from first to last",
                    level=level,
                ),
            )


def _number_rules(question: NumberQuestion) -> Found:
    """Yield errors in the limits of a number question."""
    if question.step is not None and question.step <= 0:
        yield ("step",), msg("must be more than 0")
    if question.integer:
        for name in ("min", "max", "step"):
            if isinstance(getattr(question, name), float):
                yield (name,), msg("must be a whole number, like the answers (“integer: true”)")


def _keyboard(asked: Sequence[tuple[int, Question]], *, by_form: bool) -> Found:
    """Yield errors for keyboard keys that are used twice.

    `by_form`: whether keys must be unique in the whole form, not only within a question
    """
    taken: dict[str, str] = {}
    for index, question in asked:
        # Different questions may use the same key if keys apply only to the active question.
        if not by_form:
            taken = {}
        for position, option in enumerate(options_of(question)):
            if option.key is None:
                continue
            if option.key in taken:
                owner = taken[option.key]
                where = (
                    msg("of this question")
                    if owner == question.key
                    else msg("of “{owner}”", owner=owner)
                )
                hint = "" if owner == question.key else msg(" (or set “key_scope: question”)")
                path: Path = ("questions", index, "options", position, "key")
                yield (
                    path,
                    msg(
                        "“{key}” is already the key of an option {where}{hint}",
                        key=option.key,
                        where=where,
                        hint=hint,
                    ),
                )
            taken.setdefault(option.key, question.key)


def _conditions(parts: Parts, hints: Hints) -> Iterator[tuple[Path, Condition, str | None]]:
    """Yield (path, condition, key of the question it must not refer to, if any)."""
    for index, part in parts:
        path: Path = ("questions", index)
        owner = None if isinstance(part, Section) else part.key
        if part.show_if is not None:
            yield (*path, "show_if"), part.show_if, owner
        if not isinstance(part, Section) and part.required_if is not None:
            yield (*path, "required_if"), part.required_if, owner
    for index, hint in hints:
        yield ("hints", index, "when"), hint.when, None


def _test_rules(
    test: Comparison, path: Path, questions: Mapping[str, Question], claimed: frozenset[str]
) -> Found:
    """Yield errors in one comparison: unknown question, unsuitable operator, impossible value."""
    question = questions.get(test.question)
    if question is None:
        if test.question not in claimed:
            yield (*path, "question"), _unknown(test.question, questions)
        return
    operator, place = test.operator, (*path, test.operator)
    if operator == "answered":
        return
    if isinstance(question, TextQuestion):
        yield (
            place,
            msg("a {type} question can only be asked whether it is “answered”", type=question.type),
        )
    elif isinstance(question, MultipleChoice) != (operator == "has"):
        if operator == "has":
            wrong = msg(
                "“has” is for lists: compare a {type} question with “is” or “in”",
                type=question.type,
            )
        else:
            wrong = msg("a {type} question is compared with “has”", type=question.type)
        yield place, wrong
    elif operator in ("at_least", "at_most"):
        yield from _bound_rules(question, test, place)
    else:
        values = test.operand if operator == "in" else (test.operand,)
        for index, value in enumerate(values):
            reason = _impossible(question, value)
            if reason:
                yield ((*place, index) if operator == "in" else place), reason


def _bound_rules(question: Question, test: Comparison, place: Path) -> Found:
    """Yield errors in a comparison with a limit."""
    if isinstance(question, ChoiceQuestion) and not any(
        isinstance(option.code, int) and not isinstance(option.code, bool)
        for option in question.options
    ):
        yield place, msg("the codes of this question are not numbers: use “is” or “in”")
    try:
        read_number(test.operand)
    except ValueError as error:
        yield place, str(error)


def _impossible(question: Question, value: object) -> str | None:
    """Return why `value` can never be the answer to a question; None if it can be."""
    if isinstance(question, ChoiceQuestion):
        if read_code(question, value) is not None:
            return None
        codes = listed(option.code for option in question.options)
        return msg("is not a code of “{key}”, which has {codes}", key=question.key, codes=codes)
    reading = read_answer(question, value)
    if reading.problem is not None:
        return msg(
            "is not a valid answer to “{key}”: it {reason}",
            key=question.key,
            reason=reading.problem.reason,
        )
    return None if reading.given else msg("is not a valid answer to “{key}”", key=question.key)


def _cycles(parts: Parts) -> Found:
    """Yield one error for a cycle of questions whose visibility depends on each other, if any."""
    needs = _needs(show_conditions([part for _, part in parts]))
    index_of: dict[str, int] = {}
    for index, part in parts:
        if isinstance(part, Section):
            continue
        index_of.setdefault(part.key, index)
        if part.show_if and any(
            test.question == part.key for _, test in comparisons(part.show_if, ())
        ):
            # If a question's own condition refers to the question itself, `all_rules` reports it.
            needs[part.key].discard(part.key)
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        # Each key in the cycle is needed for the condition of the next one. The list starts with
        # the question that comes first in the form, so that the message is the same every time.
        circle: list[str] = error.args[1][:-1]
        start = circle.index(min(circle, key=lambda key: index_of[key]))
        turned = [*circle[start:], *circle[:start]]
        way = " → ".join([*turned, turned[0]])
        reason = (
            msg("depends on itself through {way}", way=way)
            if len(turned) > 1
            else (msg("its section shows only after its own answer"))
        )
        yield ("questions", index_of[turned[0]], "show_if"), reason


def _unknown(key: str, questions: Mapping[str, Question]) -> str:
    return msg(
        "there is no question “{key}”{key2}", key=shown(key), key2=suggestion(key, questions)
    )
