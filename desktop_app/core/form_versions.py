"""The versions of a project's form: which one holds, and what a new one would reinterpret.

An annotation names the version it was given under, so that a later form never changes what an
earlier answer meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import InputError
from desktop_app.core.form_answers import read_answer
from desktop_app.core.form_parts import (
    HIDDEN,
    AnyOption,
    BaseQuestion,
    ChoiceQuestion,
    Likert,
    NumberQuestion,
    Question,
    options_of,
)
from desktop_app.core.form_problems import Path, shown
from desktop_app.core.form_texts import AnyWords
from desktop_app.core.forms import Form, parse_form
from desktop_app.core.messages import msg
from desktop_app.core.protocol import Material

_DIGITS = 12  # of a text's SHA-256: two texts of one version are told apart
# Words, and signs that mean something, such as + and <.
_WORD = re.compile(r"[^\W_]+|[^\w\s.,;:!?()\"'“”„‘’]")
_SHAPES = {"single_choice": "one", "likert": "one", "short_text": "text", "long_text": "text"}


def form_name(form: Form, text: str) -> str:
    """Return the name that annotations carry: “key@version#digest of the file's text”."""
    return f"{form.key}@{form.version}#{sha256_hex(text.encode('utf-8'))[:_DIGITS]}"


@dataclass(frozen=True)
class FormVersion:
    """One version of a form, as it was written."""

    name: str
    form: Form
    text: str
    state: str


class FormVersions:
    """All versions of one form that have arrived here.

    Reading them costs; it is done when first asked for, and raises what `parse_form` raises.
    """

    def __init__(self, materials: Iterable[Material] = ()) -> None:
        self._materials = tuple(materials)

    @cached_property
    def all(self) -> tuple[FormVersion, ...]:
        """The versions, the oldest first; equal texts are one."""
        found: dict[str, FormVersion] = {}
        for material in self._materials:
            form = parse_form(material.text, file=material.path)
            name = form_name(form, material.text)
            if name not in found or found[name].state == "earlier":
                found[name] = FormVersion(name, form, material.text, material.state)
        return tuple(sorted(found.values(), key=lambda one: (one.form.version, one.name)))

    @cached_property
    def current(self) -> FormVersion | None:
        """The version that is asked: the highest of those nobody replaced, and of two with one
        number always the same, whatever the order in which they arrived."""
        return next((one for one in reversed(self.all) if one.state != "earlier"), None)

    @property
    def in_conflict(self) -> tuple[FormVersion, ...]:
        """The versions a lead has to decide between; none when all is well."""
        return tuple(one for one in self.all if one.state == "conflicting")

    def named(self, name: str) -> FormVersion | None:
        """Return the version of a name; “key@version” alone will do where it is unambiguous."""
        found = [one for one in self.all if name in (one.name, one.name.partition("#")[0])]
        return found[0] if len(found) == 1 else None

    def required(self, path: str) -> FormVersion:
        """Return the current version. Raises InputError when no form has arrived."""
        if self.current is None:
            raise InputError(
                msg("the form of this study is not here, so nothing can be asked"),
                file=path,
                hint=msg(
                    "Lead: import it with “proofdesk import DIR FORM.yaml --what form”. "
                    "Annotator: ask your lead for a new bundle; what you did is safe."
                ),
            )
        return self.current


def new_version_flaws(
    versions: FormVersions, form: Form, *, update: bool = False
) -> Iterator[tuple[Path, str]]:
    """Yield (path, reason) for all that keeps a form from becoming the next version.

    update  changes that would reinterpret answers are wanted: analyses keep them apart
    """
    known = versions.all
    if not known:
        return
    last = known[-1].form
    if form.key != last.key:
        yield (
            ("key",),
            msg(
                "is “{key}”, but this project’s form is “{key2}”: a project has one study",
                key=form.key,
                key2=last.key,
            ),
        )
        return
    if form.version <= last.version:
        yield (
            ("version",),
            msg(
                "must be more than {version}, the latest one here: count it up",
                version=last.version,
            ),
        )
    if not update:
        for one in [version for version in known if version.state != "earlier"]:
            yield from reinterpretations(one.form, form)


def reinterpretations(old: Form, new: Form) -> Iterator[tuple[Path, str]]:
    """Yield (path in `new`, reason) where an answer under `old` would mean something else."""
    before = {question.key: question for question in old.questions}
    for index, part in enumerate(new.parts):
        if isinstance(part, BaseQuestion) and part.key in before:
            for path, reason in _changes(before[part.key], part, old, new):
                yield ("questions", index, *path), reason


def same_measure(old: Question, new: Question, old_form: Form, new_form: Form) -> bool:
    """Return whether answers to two versions of a question can be counted together."""
    return next(_changes(old, new, old_form, new_form), None) is None


def _changes(
    old: Question, new: Question, old_form: Form, new_form: Form
) -> Iterator[tuple[Path, str]]:
    before = old_form.version
    if _shape(old) != _shape(new):
        yield (
            ("type",),
            msg(
                "was {type} in version {before}: take a new key for the question",
                type=old.type,
                before=before,
            ),
        )
        return
    if old.level != new.level:
        yield (
            ("level",),
            msg(
                "was {level} in version {before}: take a new key for the question",
                level=old.level,
                before=before,
            ),
        )
    if isinstance(old, NumberQuestion) and isinstance(new, NumberQuestion):
        if _said(old.unit, old_form) != _said(new.unit, new_form):
            yield (
                ("unit",),
                msg(
                    "was another in version {before}: take a new key for the question",
                    before=before,
                ),
            )
        for field, was, now in (
            ("min", old.min, new.min),
            ("max", old.max, new.max),
            ("step", _grain(old), _grain(new)),
        ):
            if was != now:  # 7 of 10 is not 7 of 100
                unit = "none" if was is None else was
                yield (
                    (field,),
                    msg(
                        "was {said} in version {before}: take a new key for the question",
                        said=unit,
                        before=before,
                    ),
                )
        return
    if not isinstance(new, ChoiceQuestion):
        return
    known = {str(option.code): option for option in options_of(old)}
    if new.level != "nominal" or isinstance(new, Likert):
        points, earlier = _points(new), _points(old)
        if points != earlier:  # 5 of 5 is not 5 of 7
            reason = msg(
                "had other points in version {before}: take a new key for the question",
                before=before,
            )
            yield ("options",), reason
        order = [code for code in known if code in {str(o.code) for o in options_of(new)}]
        places = {str(option.code): place for place, option in enumerate(options_of(new))}
        if any(places[first] > places[second] for first, second in pairwise(order)):
            yield (
                ("options",),
                msg(
                    "had another order in version {before}: use a new key for the question",
                    before=before,
                ),
            )
    for place, option in enumerate(options_of(new)):
        path: Path = ("options", place)
        same = known.get(str(option.code))
        if same is not None and same.missing != option.missing:
            reason = msg(
                "was another in version {before}: take a new code for the option", before=before
            )
            yield (*path, "missing"), reason
        fixed = option in _fixing(new) or (same is not None and same in _fixing(old))
        if same is not None and fixed and not _says_the_same(same, old_form, option, new_form):
            reason = msg(
                "said something else in version {before}: take a new code for the option",
                before=before,
            )
            yield (*path, "label"), reason
            continue
        other = _owner_of_label(option, new_form, old, old_form)
        if other is not None and str(other.code) != str(option.code):
            code = shown(str(other.code))
            yield (
                (*path, "label"),
                msg(
                    "is what “{code}” meant in version {before}: take new codes, or a new key",
                    code=code,
                    before=before,
                ),
            )


def _shape(question: Question) -> str:
    return _SHAPES.get(question.type, question.type)


def _grain(question: NumberQuestion) -> int | float | None:
    return 1 if question.step is None and question.integer else question.step


def _points(question: Question) -> set[str]:
    return {str(option.code) for option in options_of(question) if not option.missing}


def _fixing(question: Question) -> tuple[AnyOption, ...]:
    """Return the options whose words fix what all of them mean: both ends of a scale, since what
    lies between is held by its place; of options without an order, every one."""
    values = tuple(option for option in options_of(question) if not option.missing)
    scale = question.level != "nominal" or isinstance(question, Likert)
    return (*values[:1], *values[-1:]) if scale else values


def _says_the_same(old: AnyOption, old_form: Form, new: AnyOption, new_form: Form) -> bool:
    """Return whether two labels of one code are the same words, whatever their case and
    punctuation.

    No program can tell a better word from its opposite, so any other word counts as a change. An
    option without a label shows its code. They are compared in the language of the older form.
    """
    language = old_form.head.language
    was = _WORD.findall(old_form.label(old, language).casefold())
    now = _WORD.findall(new_form.label(new, language).casefold())
    return was == now


def _said(words: AnyWords | None, form: Form) -> str:
    return form.text(words, form.head.language).strip().casefold()


def _owner_of_label(
    option: AnyOption, form: Form, old: Question, old_form: Form
) -> AnyOption | None:
    """Return the option of the old question that alone bore this option's label, if one did."""
    label = _said(option.words, form)
    owners = [one for one in options_of(old) if label and _said(one.words, old_form) == label]
    return owners[0] if len(owners) == 1 else None


@dataclass(frozen=True)
class Carried:
    """Answers given under one form, seen from another one.

    kept   those that mean the same under it
    aside  the others: they are told in the words they were given in
    """

    kept: dict[str, Any]
    aside: dict[str, Any]


@dataclass(frozen=True)
class Change:
    """What one version of a form made of another, as far as answers are concerned.

    Questions are compared once, however many answers are looked at.
    """

    old: Form
    new: Form

    @cached_property
    def dropped(self) -> frozenset[str]:
        """Keys of questions that only the older form asks."""
        return frozenset(self._before) - frozenset(self._after)

    @cached_property
    def other(self) -> frozenset[str]:
        """Keys of questions that both ask, and that mean something else now."""
        return frozenset(
            key
            for key, question in self._after.items()
            if key in self._before
            and not same_measure(self._before[key], question, self.old, self.new)
        )

    def carried(self, answers: Mapping[str, Any]) -> Carried:
        """Sort answers given under the older form by whether they mean the same under the new one.

        One that the new form would not take is set aside as well, and so is what only one of the
        two asks: under a later form it might be asked again, and mean something else.
        """
        kept: dict[str, Any] = {}
        aside: dict[str, Any] = {}
        for key, value in answers.items():
            if key == HIDDEN and isinstance(value, Mapping):
                inner = self.carried(value)
                for found, part in ((kept, inner.kept), (aside, inner.aside)):
                    if part:
                        found[HIDDEN] = part
            elif key not in self._before or key not in self._after:
                lone = key in self._before or key in self._after
                (aside if lone else kept)[key] = value
            elif key not in self.other and read_answer(self._after[key], value).problem is None:
                kept[key] = value
            else:
                aside[key] = value
        return Carried(kept, aside)

    def stale_answers(self, answers: Mapping[str, Any]) -> list[str]:
        """Return the questions that answers given under the older form leave to be answered again.

        These were answered, are asked still, and mean something else now. A question that is new
        or gone asks for nothing: the answers that are there say what they said.
        """
        if self.other.isdisjoint(answers):
            return []
        shown = self.new.visible(self.carried(answers).kept)
        return [key for key in shown if key in self.other and key in answers]

    @cached_property
    def _before(self) -> dict[str, Question]:
        return {question.key: question for question in self.old.questions}

    @cached_property
    def _after(self) -> dict[str, Question]:
        return {question.key: question for question in self.new.questions}


def carried(answers: Mapping[str, Any], old: Form, new: Form) -> Carried:
    """Sort answers given under `old` as `Change.carried` does."""
    return Change(old, new).carried(answers)
