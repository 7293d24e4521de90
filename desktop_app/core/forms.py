"""Forms as data: the questions, their types, conditions and languages (guide: docs/forms.md).

A form is written in YAML and validated as a whole. A `Form` then provides everything that a window
or an importer needs: which questions are visible, which answers are missing, the answers in normal
form, the hints to show, the keyboard shortcuts. This module uses neither Qt nor the disk: the
caller reads files.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from desktop_app.core.errors import FieldError
from desktop_app.core.form_answers import NOT_GIVEN, Code, Problem, Reading, read_number
from desktop_app.core.form_parts import (
    HIDDEN,
    All,
    AnyOf,
    AnyWords,
    Comparison,
    Condition,
    Head,
    Hint,
    Not,
    Section,
    Strict,
    comparisons,
)
from desktop_app.core.form_problems import FormError, spelled
from desktop_app.core.form_reading import read_parts, refuse_too_much
from desktop_app.core.form_rules import (
    choose,
    is_translated,
    show_conditions,
    show_order,
    visible_texts,
)
from desktop_app.core.form_yaml import Source, read_yaml
from desktop_app.core.messages import Wording, msg
from desktop_app.core.question_types import AnyOption, MultipleChoice, Part, Question, options_of

__all__ = ["HIDDEN", "Form", "FormError", "KeyTarget", "Problem", "form_from_json", "parse_form"]


@dataclass(frozen=True)
class KeyTarget:
    """The option of a question that a key chooses (or toggles, in a multiple-choice question)."""

    question: str
    code: Code


@dataclass(frozen=True)
class Form:
    """A validated form, always created by `parse_form` or `form_from_json`.

    `alike`: keys of questions that ask the same about different parts of an item, so that agreement
        is computed over all of them; set by a protocol, never by a form file

    All methods accept answers in any form: raw from widgets, from a file, or in normal form.
    Whatever the answers contain, only `check` raises an exception because of them.
    """

    head: Head
    parts: tuple[Part, ...]
    all_hints: tuple[Hint, ...]
    alike: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The form's name, the same in all its versions."""
        return self.head.key

    @property
    def version(self) -> int:
        """The version number; the author increases it whenever questions or codes change."""
        return self.head.version

    @property
    def title(self) -> AnyWords:
        """The form's title: one text in its own language, or a text for each language."""
        return self.head.title

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The questions in reading order, without sections."""
        return tuple(part for part in self.parts if isinstance(part, Question))

    @cached_property
    def can_require(self) -> bool:
        """Whether some question must be answered, at least under a condition."""
        return any(one.required or one.required_if is not None for one in self.questions)

    def question(self, key: str) -> Question:
        """Return the question with this key. Raises KeyError if there is none."""
        return self._by_key[key]

    def visible(self, answers: Mapping[str, Any]) -> list[str]:
        """Return the keys of the visible questions, in reading order."""
        readings = self._readings(answers)
        return [question.key for question in self.questions if question.key in readings]

    def shown_by(self, key: str) -> frozenset[str]:
        """Return the keys of the questions on whose answers it depends whether one is visible."""
        return frozenset(
            comparison.question
            for condition in self.conditions(key)
            for _, comparison in comparisons(condition, ())
        )

    def conditions(self, key: str) -> tuple[Condition, ...]:
        """Return the conditions under which a question is visible: its own and its section's."""
        return self._conditions[key]

    def visible_parts(self, answers: Mapping[str, Any]) -> list[Part]:
        """Return the visible sections and questions, in reading order."""
        readings = self._readings(answers)
        return [
            part
            for part in self.parts
            if (
                part.show_if is None or holds(part.show_if, readings, self._by_key)
                if isinstance(part, Section)
                else part.key in readings
            )
        ]

    def required(self, answers: Mapping[str, Any]) -> set[str]:
        """Return the keys of the visible questions that must be answered, given all answers."""
        readings = self._readings(answers)
        return {key for key in readings if self._required(self._by_key[key], readings)}

    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return everything that makes the answers incomplete, in reading order.

        These are required questions without an answer, and invalid answers.
        """
        readings = self._readings(answers)
        result = []
        for question in self.questions:
            reading = readings.get(question.key)
            if reading is None:
                continue
            # An invalid answer counts even if it is optional, because it could not be saved.
            if reading.problem is not None:
                result.append(reading.problem)
            elif not _is_chosen(reading) and self._required(question, readings):
                result.append(Problem(question.key, "unanswered", msg("is not answered")))
        return result

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers in normal form: typed, in reading order, without unanswered questions.

        Answers to hidden questions are kept under `HIDDEN`. When such a question becomes visible
        again, its answer counts again, unless `answers` contains a newer one. Unknown fields are
        kept too. Answers in normal form are returned unchanged.

        Raises ValueError("question: reason") for an invalid answer to a visible question, or if the
        value of `HIDDEN` is not an object. Required questions may be unanswered here: `missing`
        lists them.
        """
        aside = answers.get(HIDDEN)
        if aside is not None and not isinstance(aside, Mapping):
            raise FieldError(HIDDEN, msg("must be an object"))
        raw, readings = self._raw(answers), self._readings(answers)
        normal: dict[str, Any] = {}
        hidden: dict[str, Any] = {}
        for question in self.questions:
            key = question.key
            reading = readings.get(key) or question.read(raw.get(key))
            if not reading.given:
                continue
            if key not in readings:
                # An unreadable answer is kept as it was typed, so that it is not lost while the
                # question is hidden.
                hidden[key] = raw[key] if reading.value is None else reading.value
            elif reading.problem is not None:
                raise ValueError(str(reading.problem))
            else:
                normal[key] = reading.value
        # Answers to questions of other versions must survive if an annotation is opened and saved
        # here.
        normal |= self._unknown(answers)
        hidden |= self._unknown(aside or {})
        return {**normal, HIDDEN: hidden} if hidden else normal

    def submitted(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers as they are submitted: nothing chosen can be an answer.

        A visible multiple choice with `empty: answer` that has no answer gets the empty list. Never
        raises an exception.
        """
        counting = [
            one
            for one in self.questions
            if isinstance(one, MultipleChoice) and one.empty == "answer"
        ]
        readings = self._readings(answers) if counting else {}
        empty: dict[str, Any] = {
            one.key: [] for one in counting if one.key in readings and not readings[one.key].given
        }
        return {**answers, **empty}

    def hints(self, answers: Mapping[str, Any], already_shown: Iterable[str] = ()) -> list[Hint]:
        """Return the hints whose condition is true and whose keys are not in `already_shown`.

        A hint is shown once per annotation and never prevents submission.
        """
        known, readings = set(already_shown), self._readings(answers)
        return [
            hint
            for hint in self.all_hints
            if hint.key not in known and holds(hint.when, readings, self._by_key)
        ]

    def key_map(
        self, active: str | None = None, shown: Collection[str] | None = None
    ) -> dict[str, KeyTarget]:
        """Return what each key (a capital letter or a number) chooses, outside text fields.

        The digits of a number, and its minus sign, are typed one after the other.

        Keys of the active question choose its options. Any other key works if only one question has
        it. If the active question uses digits, no digit chooses an option of another question,
        unless `key_scope: form` gives every key one meaning in the whole form.

        `active`: key of the active question
        `shown`: the questions that count; None: all of them
        """
        result: dict[str, list[KeyTarget]] = {}
        # Default digits, which the author did not choose, apply to the active question only.
        counted: set[str] = set()
        own: dict[str, KeyTarget] = {}
        for question in self.questions:
            if shown is not None and question.key not in shown:
                continue
            for option, key in zip(options_of(question), question.option_keys(), strict=True):
                if key is None:
                    continue
                target = KeyTarget(question.key, option.code)
                result.setdefault(key, []).append(target)
                if question.key == active:
                    own[key] = target
                elif option.key is None and key[-1].isdigit():
                    counted.add(key)
        # Pressing 5 at a scale from 1 to 4 must not change the scale above it.
        keeps_digits = self.head.key_scope == "question" and any(key[-1].isdigit() for key in own)
        unique = {
            key: targets[0]
            for key, targets in result.items()
            if len(targets) == 1 and key not in counted and not (keeps_digits and key[-1].isdigit())
        }
        return {**unique, **own}

    def text(self, words: AnyWords | None, language: str) -> str:
        """Return a visible text in a language.

        If there is none in exactly that language, returns the text in the same language without the
        region (de-AT → de), or else the text in the form's own language. Returns an empty text for
        None.
        """
        return "" if words is None else choose(words, language, self.head.language)

    def name_of(self, question: Question, language: str) -> str:
        """Return the text of a question, with its key if another question has the same text."""
        text = self.text(question.text, language)
        others = (self.text(one.text, language) for one in self.questions if one != question)
        return f"{text} ({question.key})" if text and text in others else text

    def name_for_agreement(self, question: Question, language: str) -> str:
        """Return the name of what agreement is about: for questions that are alike, the title."""
        if question.key in self.alike:
            return self.text(self.title, language)
        return self.name_of(question, language)

    def label(self, option: AnyOption, language: str) -> str:
        """Return the label of an option, or its code if it has no label."""
        return str(option.code) if option.words is None else self.text(option.words, language)

    def wording(self, option: AnyOption) -> Wording:
        """Return the label of an option, to be shown in the language of its reader."""
        return Wording({one: self.label(option, one) for one in ("en", *self.languages)})

    def untranslated(self, language: str) -> list[str]:
        """Return the paths of the texts that are not available in `language`."""
        parts, hints = list(enumerate(self.parts)), list(enumerate(self.all_hints))
        data, source = self.as_json(), self.head.language
        return [
            spelled(path, data)
            for path, words in visible_texts(self.head, parts, hints)
            if not is_translated(words, language, source)
        ]

    @property
    def languages(self) -> list[str]:
        """The languages of the form, its own first.

        Labels of options do not count, because the default labels of Yes and No are translated.
        """
        parts, hints = list(enumerate(self.parts)), list(enumerate(self.all_hints))
        result = {
            language
            for path, words in visible_texts(self.head, parts, hints)
            if not isinstance(words, str) and path[-1] != "label"
            for language in words
        }
        return [self.head.language, *sorted(result - {self.head.language})]

    def as_json(self) -> dict[str, Any]:
        """Return the form as plain JSON data, which is also a valid form file.

        `form_from_json` reads it back as an equal form.
        """
        # Defaults are left out, so that the result resembles what an author would write.
        data = _dump(self.head)
        data["questions"] = [_dump(part) for part in self.parts]
        if self.all_hints:
            data["hints"] = [_dump(hint) for hint in self.all_hints]
        return data

    @cached_property
    def _by_key(self) -> dict[str, Question]:
        return {question.key: question for question in self.questions}

    @cached_property
    def _conditions(self) -> dict[str, tuple[Condition, ...]]:
        return show_conditions(self.parts)

    @cached_property
    def dependency_order(self) -> tuple[str, ...]:
        """The keys of all questions, each after those on which its visibility depends."""
        return show_order(self._conditions)

    def _raw(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return the raw answer to each question, including hidden questions."""
        aside = answers.get(HIDDEN)
        result = dict(aside) if isinstance(aside, Mapping) else {}
        for question in self.questions:
            # A blank answer also replaces an answer under `HIDDEN`, because the person cleared it.
            if question.key in answers:
                result[question.key] = answers[question.key]
        return result

    def _readings(self, answers: Mapping[str, Any]) -> dict[str, Reading]:
        """Return the readings of the visible questions."""
        raw = self._raw(answers)
        readings: dict[str, Reading] = {}
        # Each question comes after those on which it depends, so their readings are available.
        for key in self.dependency_order:
            if all(holds(one, readings, self._by_key) for one in self._conditions[key]):
                readings[key] = self._by_key[key].read(raw.get(key))
        return readings

    def _unknown(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields that are not questions of this form."""
        return {
            name: value
            for name, value in answers.items()
            if name not in self._by_key and name != HIDDEN and value is not None
        }

    def _required(self, question: Question, readings: Mapping[str, Reading]) -> bool:
        """Return whether a question must be answered, given the other answers."""
        condition = question.required_if
        return question.required or (
            condition is not None and holds(condition, readings, self._by_key)
        )


# Opening a project reads each form several times, and parsing takes up to 0.1 s. Forms are
# immutable; errors are not cached.
@lru_cache(maxsize=32)
def parse_form(text: str, *, file: str, shipped: bool = False) -> Form:
    """Read a form file in YAML, or in JSON, which is a subset of YAML.

    `shipped`: whether the form comes with the program (see `read_yaml`)

    Raises FormError, which is an InputError, with every error in the form and its line. Raises
    NewerVersionError for a form of a later format.
    """
    return Form(*read_parts(read_yaml(text, file=file, shipped=shipped), file))


def form_from_json(data: Any, *, file: str) -> Form:
    """Read a form from plain JSON data. Raises the errors of `parse_form`, but without lines."""
    refuse_too_much(data, file=file)
    return Form(*read_parts(Source(data), file))


def _dump(part: Strict) -> dict[str, Any]:
    dumped: dict[str, Any] = part.model_dump(
        mode="json", by_alias=True, exclude_none=True, exclude_defaults=True
    )
    return dumped


def _is_chosen(reading: Reading) -> bool:
    """Return whether a question has an answer other than the empty list.

    Conditions and required questions need more than nothing, because the empty list is only added
    when answers are submitted: visible questions must stay visible then.
    """
    return reading.given and reading.value != []


def holds(
    condition: Condition, readings: Mapping[str, Reading], questions: Mapping[str, Question]
) -> bool:
    """Return whether a condition is true. Questions without a reading count as unanswered."""
    if isinstance(condition, All):
        return all(holds(part, readings, questions) for part in condition.all)
    if isinstance(condition, AnyOf):
        return any(holds(part, readings, questions) for part in condition.any)
    if isinstance(condition, Not):
        return not holds(condition.not_, readings, questions)
    reading = readings.get(condition.question, NOT_GIVEN)
    if condition.operator == "answered":
        return _is_chosen(reading) is condition.operand
    value = reading.value
    return value is not None and _compare(condition, value, questions[condition.question])


def _compare(test: Comparison, value: Any, question: Question) -> bool:
    """Return whether a comparison is true of an answer in normal form."""
    operand = test.operand
    if test.operator == "is":
        return bool(value == question.operand(operand))
    if test.operator == "in":
        return any(value == question.operand(one) for one in operand)
    if test.operator == "has":
        return question.operand(operand) in value
    if not isinstance(value, int | float):
        # The code of an option outside the scale, such as “cannot judge”, is a text.
        return False
    if test.operator == "at_least":
        return value >= read_number(operand)
    return value <= read_number(operand)
