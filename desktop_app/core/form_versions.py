"""Versions of a project's form: the current one, and the changes that reinterpret answers.

An annotation names the form version that it answers, so that a later form never changes the meaning
of an earlier answer.
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
from desktop_app.core.form_parts import HIDDEN, AnyWords
from desktop_app.core.form_problems import Path, shown
from desktop_app.core.forms import Form, parse_form
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Material
from desktop_app.core.question_types import AnyOption, ChoiceQuestion, Question, options_of

# Number of digits of the text's SHA-256, which distinguishes two texts with the same version
# number.
_DIGITS = 12
# Matches words, and signs that carry meaning, such as + and <.
_WORD = re.compile(r"[^\W_]+|[^\w\s.,;:!?()\"'“”„‘’]")


def form_name(form: Form, text: str) -> str:
    """Return the name that annotations store: “key@version#digest of the file's text”."""
    return f"{form.key}@{form.version}#{sha256_hex(text.encode('utf-8'))[:_DIGITS]}"


@dataclass(frozen=True)
class FormVersion:
    """One version of a form, as it was written."""

    name: str
    form: Form
    text: str
    state: str


class FormVersions:
    """All versions of one form that have arrived in this workspace.

    Parsing them is expensive, so they are parsed on first use, which raises the errors of
    `parse_form`.
    """

    def __init__(self, materials: Iterable[Material] = ()) -> None:
        self._materials = tuple(materials)

    @cached_property
    def all(self) -> tuple[FormVersion, ...]:
        """The versions, the oldest first; identical texts are one version."""
        result: dict[str, FormVersion] = {}
        for material in self._materials:
            form = parse_form(material.text, file=material.path)
            name = form_name(form, material.text)
            # If a text was replaced and later restored, its state is that of the restored text.
            if name not in result or result[name].state == "earlier":
                result[name] = FormVersion(name, form, material.text, material.state)
        return tuple(sorted(result.values(), key=lambda one: (one.form.version, one.name)))

    @cached_property
    def current(self) -> FormVersion | None:
        """The version in use; None if there is none.

        This is the version with the highest number that no other version replaced. Of two such
        versions with the same number, it is the one whose name sorts last: in every workspace the
        same one, in whatever order they arrived.
        """
        return next((one for one in reversed(self.all) if one.state != "earlier"), None)

    @property
    def in_conflict(self) -> tuple[FormVersion, ...]:
        """The versions between which a lead has to decide; empty if there is no conflict."""
        return tuple(one for one in self.all if one.state == "conflicting")

    def files(self, stem: str) -> dict[str, str]:
        """Return all versions as they were written, by file name, such as “form-1.yaml”.

        `stem`: the name of the current version's file; those of the others contain their numbers
        """
        current = self.current
        earlier = [one for one in self.all if one is not current]
        numbers = [one.form.version for one in earlier]
        result = {f"{stem}.yaml": current.text} if current else {}
        for one in earlier:
            number, digest = one.form.version, one.name.partition("#")[2]
            # Two leads may have created different versions with the same number. Both are kept.
            more = f"-{digest}" if numbers.count(number) > 1 else ""
            result[f"{stem}-{number}{more}.yaml"] = one.text
        return result

    def named(self, name: str) -> FormVersion | None:
        """Return the version with this name; None if there is none.

        “key@version” is sufficient if it is unambiguous.
        """
        result = [one for one in self.all if name in (one.name, one.name.partition("#")[0])]
        return result[0] if len(result) == 1 else None

    def required(self, path: str) -> FormVersion:
        """Return the current version. Raises InputError if no form has arrived."""
        if self.current is None:
            raise InputError(
                msg("the form of this study is missing, so there are no questions"),
                file=path,
                hint=msg(
                    "Annotators: ask your lead for a new bundle; your work is safe. Leads: import "
                    "the form on the page Form (or: proofdesk import DIR FORM.yaml --what form)."
                ),
            )
        return self.current


def new_version_flaws(
    versions: FormVersions, form: Form, *, update: bool = False
) -> Iterator[tuple[Path, str]]:
    """Yield (path, reason) for everything that prevents a form from becoming the next version.

    `update`: whether changes that reinterpret answers are intended; analyses then treat answers
        before and after the change separately
    """
    known = versions.all
    if not known:
        return
    last = known[-1].form
    if form.key != last.key:
        yield (
            ("key",),
            msg(
                "is “{key}”, but this project’s form is “{key2}”: a project can have only "
                "one study",
                key=form.key,
                key2=last.key,
            ),
        )
        return
    if form.version <= last.version:
        yield (
            ("version",),
            msg(
                "must be higher than {version}, the latest version in this project",
                version=last.version,
            ),
        )
    # The form is compared with all versions in conflict, because a lead may still choose any of
    # them.
    if not update:
        for one in [version for version in known if version.state != "earlier"]:
            yield from reinterpretations(one.form, form)


def reinterpretations(old: Form, new: Form) -> Iterator[tuple[Path, str]]:
    """Yield (path in `new`, reason) for each change after which an old answer means something else.

    docs/decisions/0015 has the rules.
    """
    before = {question.key: question for question in old.questions}
    for index, part in enumerate(new.parts):
        if isinstance(part, Question) and part.key in before:
            for path, reason in _changes(before[part.key], part, old, new):
                yield ("questions", index, *path), reason


def same_measure(old: Question, new: Question, old_form: Form, new_form: Form) -> bool:
    """Return whether answers to two versions of a question can be counted together."""
    return next(_changes(old, new, old_form, new_form), None) is None


def _changes(
    old: Question, new: Question, old_form: Form, new_form: Form
) -> Iterator[tuple[Path, str]]:
    """Yield (path, reason) for each change of a question that alters the meaning of answers."""
    before = old_form.version
    if old.shape != new.shape:
        yield (
            ("type",),
            msg(
                "was {type} in version {before}: use a new key for the question",
                type=old.type,
                before=before,
            ),
        )
        return
    if old.level != new.level:
        yield (
            ("level",),
            msg(
                "was {level} in version {before}: use a new key for the question",
                level=old.level,
                before=before,
            ),
        )
    old_fields = old.scale_fields()
    for field, now in new.scale_fields().items():
        was = old_fields.get(field)
        if isinstance(was, str | Mapping) or isinstance(now, str | Mapping):
            if _own_text(was, old_form) != _own_text(now, new_form):
                reason = msg(
                    "was different in version {before}: use a new key for the question",
                    before=before,
                )
                yield (field,), reason
        elif was != now:
            reason = msg(
                "was {said} in version {before}: use a new key for the question",
                said="none" if was is None else was,
                before=before,
            )
            yield (field,), reason
    if not isinstance(old, ChoiceQuestion) or not isinstance(new, ChoiceQuestion):
        return
    known = {str(option.code): option for option in old.options}
    if new.is_scale:
        points, earlier = _points(new), _points(old)
        # 5 out of 5 differs from 5 out of 7: adding or removing steps changes the meaning of all of
        # them.
        if points != earlier:
            reason = msg(
                "had other scale points in version {before}: use a new key for the question",
                before=before,
            )
            yield ("options",), reason
        # Only codes that occur in both versions are compared, because added or removed codes were
        # reported above.
        order = [code for code in known if code in {str(o.code) for o in new.options}]
        places = {str(option.code): place for place, option in enumerate(new.options)}
        if any(places[first] > places[second] for first, second in pairwise(order)):
            yield (
                ("options",),
                msg(
                    "was in a different order in version {before}: use a new key for the question",
                    before=before,
                ),
            )
    for place, option in enumerate(new.options):
        path: Path = ("options", place)
        same = known.get(str(option.code))
        if same is not None and same.missing != option.missing:
            reason = msg(
                "was different in version {before}: use a new code for the option", before=before
            )
            yield (*path, "missing"), reason
        # An option counts if its label determined the meaning in either version
        # (docs/decisions/0015).
        fixed = option in _fixing(new) or (same is not None and same in _fixing(old))
        if same is not None and fixed and not _same_label(same, old_form, option, new_form):
            reason = msg(
                "had another meaning in version {before}: use a new code for the option",
                before=before,
            )
            yield (*path, "label"), reason
            continue
        # If a label moved to another code, the two codes would exchange their meanings.
        other = _option_with_label(option, new_form, old, old_form)
        if other is not None and str(other.code) != str(option.code):
            code = shown(str(other.code))
            yield (
                (*path, "label"),
                msg(
                    "had the code “{code}” in version {before}: use new codes or a new key",
                    code=code,
                    before=before,
                ),
            )


def _points(question: Question) -> set[str]:
    """Return the codes of a scale, without the codes of missing values."""
    return {str(option.code) for option in options_of(question) if not option.missing}


def _fixing(question: ChoiceQuestion) -> tuple[AnyOption, ...]:
    """Return the options whose labels determine what all of them mean.

    On a scale, these are the two ends, because the meaning of the steps between them follows from
    their position. In a question without an order, every option counts. Options for missing values
    never count.
    """
    values = tuple(option for option in options_of(question) if not option.missing)
    return (*values[:1], *values[-1:]) if question.is_scale else values


def _same_label(old: AnyOption, old_form: Form, new: AnyOption, new_form: Form) -> bool:
    """Return whether two labels of one code have the same words, ignoring case and punctuation.

    No program can distinguish a better word from its opposite, so any other difference counts as a
    change (docs/decisions/0015). An option without a label is compared by its code. Labels are
    compared in the language of the older form.
    """
    language = old_form.head.language
    was = _WORD.findall(old_form.label(old, language).casefold())
    now = _WORD.findall(new_form.label(new, language).casefold())
    return was == now


def _own_text(words: AnyWords | None, form: Form) -> str:
    """Return a text in its form's own language, for comparison."""
    return form.text(words, form.head.language).strip().casefold()


def _option_with_label(
    option: AnyOption, form: Form, old: Question, old_form: Form
) -> AnyOption | None:
    """Return the only option of the old question with the same label as `option`, or None."""
    label = _own_text(option.words, form)
    owners = [one for one in options_of(old) if label and _own_text(one.words, old_form) == label]
    return owners[0] if len(owners) == 1 else None


@dataclass(frozen=True)
class Carried:
    """Answers to one form version, sorted by whether they mean the same under another one.

    `kept`: answers that mean the same under the other version
    `aside`: the remaining answers, to be shown in the wording of the version that they answer
    """

    kept: dict[str, Any]
    aside: dict[str, Any]


@dataclass(frozen=True)
class Change:
    """The effect of a new form version on answers to an older one.

    The questions are compared only once, however many answers are checked.
    """

    old: Form
    new: Form

    @cached_property
    def dropped(self) -> frozenset[str]:
        """Keys of questions that only the older form asks."""
        return frozenset(self._before) - frozenset(self._after)

    @cached_property
    def other(self) -> frozenset[str]:
        """Keys of questions that both forms ask but whose meaning differs."""
        return frozenset(
            key
            for key, question in self._after.items()
            if key in self._before
            and not same_measure(self._before[key], question, self.old, self.new)
        )

    def carried(self, answers: Mapping[str, Any]) -> Carried:
        """Sort answers to the older form by whether they mean the same under the new one.

        An answer is also set aside if it is invalid under the new form, or if only one of the forms
        asks its question: a later form might ask that question again with another meaning.
        """
        kept: dict[str, Any] = {}
        aside: dict[str, Any] = {}
        for key, value in answers.items():
            if key == HIDDEN and isinstance(value, Mapping):
                inner = self.carried(value)
                for target, part in ((kept, inner.kept), (aside, inner.aside)):
                    if part:
                        target[HIDDEN] = part
            elif key not in self._before or key not in self._after:
                # Fields that are not questions of either form are not answers, so they are kept.
                lone = key in self._before or key in self._after
                (aside if lone else kept)[key] = value
            elif key not in self.other and self._after[key].read(value).problem is None:
                kept[key] = value
            else:
                aside[key] = value
        return Carried(kept, aside)

    def stale_answers(self, answers: Mapping[str, Any]) -> list[str]:
        """Return the keys of questions that must be answered again under the new form.

        These are questions that were answered, are still asked, and now mean something else. A new
        or removed question requires no new answers: the existing ones keep their meaning.
        """
        if self.other.isdisjoint(answers):
            return []
        # Only questions that are visible with the remaining answers can be answered again.
        shown = self.new.visible(self.carried(answers).kept)
        return [key for key in shown if key in self.other and key in answers]

    @cached_property
    def _before(self) -> dict[str, Question]:
        return {question.key: question for question in self.old.questions}

    @cached_property
    def _after(self) -> dict[str, Question]:
        return {question.key: question for question in self.new.questions}
