"""Rules between the fields and between the questions of a form.

Each rule yields (path, reason) for every violation. The rules receive only parts that are valid on
their own. `claimed` contains the keys of all questions, including invalid ones, so that references
to invalid questions are not reported as errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from desktop_app.core.form_answers import read_number
from desktop_app.core.form_parts import (
    TAKEN_NAMES,
    AnyWords,
    Comparison,
    Condition,
    Head,
    Hint,
    Section,
    comparisons,
    tag,
)
from desktop_app.core.form_problems import Path, shown, suggestion
from desktop_app.core.messages import msg
from desktop_app.core.question_types import ChoiceQuestion, Found, Part, Question, options_of

Parts = Sequence[tuple[int, Part]]
Hints = Sequence[tuple[int, Hint]]


def all_rules(head: Head | None, parts: Parts, hints: Hints, claimed: frozenset[str]) -> Found:
    """Yield all errors between the parts of a form, except those of its texts."""
    asked = [(index, part) for index, part in parts if isinstance(part, Question)]
    # Reversed, so that of two questions with the same key the first one is used.
    questions: dict[str, Question] = {part.key: part for _, part in reversed(asked)}
    yield from _unique_keys(asked, hints)
    for index, question in asked:
        path: Path = ("questions", index)
        if question.required and question.required_if is not None:
            yield (
                (*path, "required_if"),
                msg("has no effect together with “required: true”: remove one of them"),
            )
        for place, reason in question.flaws():
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
            # The first owner stays, so that each further use is reported against it.
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
        # A question that is invalid itself has been reported; errors that follow from it distract.
        if test.question not in claimed:
            yield (*path, "question"), _unknown(test.question, questions)
        return
    operator, place = test.operator, (*path, test.operator)
    if operator == "answered":
        return
    if not question.operators:
        yield (
            place,
            msg("a {type} question can only be tested with “answered”", type=question.type),
        )
    elif operator not in question.operators:
        if operator == "has":
            wrong = msg(
                "“has” is for lists: compare a {type} question with “is” or “in”",
                type=question.type,
            )
        else:
            operators = "”, “".join(question.operators)
            wrong = msg(
                "a {type} question is compared with “{operators}”",
                type=question.type,
                operators=operators,
            )
        yield place, wrong
    elif operator in ("at_least", "at_most"):
        if isinstance(question, ChoiceQuestion) and not question.has_numeric_codes:
            yield place, msg("the codes of this question are not numbers: use “is” or “in”")
        try:
            read_number(test.operand)
        except ValueError as error:
            yield place, str(error)
    else:
        values = test.operand if operator == "in" else (test.operand,)
        for index, value in enumerate(values):
            reason = question.why_impossible(value)
            if reason:
                yield ((*place, index) if operator == "in" else place), reason


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
            else (msg("the condition of its section depends on its own answer"))
        )
        yield ("questions", index_of[turned[0]], "show_if"), reason


def _unknown(key: str, questions: Mapping[str, Question]) -> str:
    return msg(
        "there is no question “{key}”{key2}", key=shown(key), key2=suggestion(key, questions)
    )


# Visible texts
def visible_texts(head: Head | None, parts: Parts, hints: Hints) -> Iterator[tuple[Path, AnyWords]]:
    """Yield every text that people may see, with its path, in reading order."""
    for path, words in _all_texts(head, parts, hints):
        if words is not None:
            yield path, words


def _all_texts(
    head: Head | None, parts: Parts, hints: Hints
) -> Iterator[tuple[Path, AnyWords | None]]:
    """Yield every text of a form with its path; None for a text that is absent."""
    if head is not None:
        yield ("title",), head.title
        yield ("help",), head.help
    for index, part in parts:
        for path, words in part.texts():
            yield ("questions", index, *path), words
    for index, hint in hints:
        yield ("hints", index, "message"), hint.message


def without_source(
    texts: Iterator[tuple[Path, AnyWords]], language: str
) -> Iterator[tuple[Path, str]]:
    """Yield an error for each text that lacks the form's own language, and so has no fallback."""
    for path, words in texts:
        if isinstance(words, Mapping) and _find(words, language) is None:
            yield (
                path,
                msg(
                    "has no text in “{language}”, the language of the form: add one, "
                    "or change “language”",
                    language=language,
                ),
            )


def choose(words: AnyWords, language: str, source: str) -> str:
    """Return a text in `language`, or in the nearest language: “de-at” → “de” → `source`.

    If there is none in any of these languages, the first text is returned.
    """
    if isinstance(words, str):
        return words
    result = _find(words, language) or _find(words, source)
    return result if result is not None else next(iter(words.values()), "")


def is_translated(words: AnyWords, language: str, source: str) -> bool:
    """Return whether a text is available in `language`.

    Texts without letters (“0–5”, “%”) need no translation.
    """
    if not any(character.isalpha() for character in choose(words, source, source)):
        return True
    known = {source: words} if isinstance(words, str) else words
    return _find(known, language) is not None


def _find(words: Mapping[str, str], language: str) -> str | None:
    """Return the text for a language, or for its nearest parent language; None if there is none."""
    # “pt-br” also matches a text for “pt”.
    parts = tag(language).split("-")
    for length in range(len(parts), 0, -1):
        if (result := words.get("-".join(parts[:length]))) is not None:
            return result
    return None
