"""The forms of the stages, as a project's settings and its lead's own forms have them.

A lead's own form is in `forms/dolomites-STAGE.yaml`. It may say everything in other words and
ask more; the questions that come with the program keep their types, codes and whether they must be
answered: figures, and the merging of answers, rely on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from desktop_app.core.errors import FieldError, InputError
from desktop_app.core.messages import msg
from plugins.dolomites.settings import FIELDS, MATERIAL, STANDARD, Settings
from plugins.dolomites.shapes import COLLECT, EDIT, LABEL, SOCIETAL_AXES, VALIDATE

if TYPE_CHECKING:
    from desktop_app.core.forms import Form

# The options that state an issue, by question.
ISSUES: Final[Mapping[str, tuple[str, ...]]] = {
    axis: ("likely",) if axis == "workforce_impact" else ("yes",) for axis in SOCIETAL_AXES
}
OWN_FORMS: Final[Mapping[str, str]] = {
    stage: f"forms/dolomites-{stage}.yaml" for stage in (COLLECT, VALIDATE, EDIT, LABEL)
}
# What answers of a stage hold in addition those of its form.
_OTHER_ANSWERS: Final = frozenset(
    ("input_sections", "output_sections", "chosen", "edited", "points", "phrases", "set_aside")
)
# What else the rows say that answers of a stage come in.
_IN_ROWS: Final[Mapping[str, tuple[str, ...]]] = {
    COLLECT: ("author", "decision", "reason"),
    VALIDATE: ("task", "wording"),
    EDIT: ("variant_set",),
    LABEL: ("error_patterns",),
}
_LIMITS: Final = ("min_length", "max_length", "min", "max")


def form_of(stage: str, settings: Settings = STANDARD, own: str | None = None) -> Form:
    """Return what is asked at a stage under a project's settings.

    own  the text of the lead's own form; one that cannot be used is passed over
    """
    fields = settings.fields if stage == COLLECT and settings.fields != FIELDS else ()
    at_issues = stage == VALIDATE and settings.free_texts == "when_an_issue"
    return _form_of(stage, fields, at_issues, own)


def form_text(name: str) -> str:
    """Return the text of a form file of this protocol."""
    return files(__package__).joinpath("forms", f"{name}.yaml").read_text("utf-8")


@cache
def form_file(name: str) -> Form:
    """Return a form as its file has it."""
    from desktop_app.core.forms import parse_form  # only where questions are asked

    return parse_form(form_text(name), file=f"{name}.yaml")


@lru_cache(maxsize=32)
def _form_of(stage: str, fields: tuple[str, ...], at_issues: bool, own: str | None) -> Form:
    from desktop_app.core.forms import form_from_json

    form = form_file(stage)
    if own is not None:
        with suppress(InputError):  # packing names it
            form = check_own_form(stage, own, file=OWN_FORMS[stage])
    if not fields and not at_issues:
        return form
    data = form.as_json()
    for question in data["questions"]:
        key = str(question.get("key", ""))
        axis = key.removesuffix("_text")
        if fields and key == "field":
            known = {option["code"]: option for option in question["options"]}
            question["options"] = [known.get(one, {"code": one, "label": one}) for one in fields]
        if at_issues and axis != key and axis in ISSUES and question.pop("required", False):
            question["required_if"] = {"question": axis, "in": list(ISSUES[axis])}
    return form_from_json(data, file=f"{stage}.yaml")


def check_own_form(stage: str, text: str, *, file: str) -> Form:
    """Return a lead's own form of a stage. Raises InputError for one that cannot be read, or that
    asks a question of the program in another way."""
    from desktop_app.core.forms import parse_form

    own, standard = parse_form(text, file=file), form_file(stage)
    if own.key != standard.key:
        raise InputError(
            msg("must be “{key}”", key=standard.key),
            file=file,
            field="key",
            hint=msg("It identifies the form in all projects. Changes are counted by “version”."),
        )
    asked = {question.key: question for question in own.questions}
    for question in standard.questions:
        name = question.key
        if name not in asked:
            raise InputError(
                msg("is missing: the program's own questions are required"),
                file=file,
                field=name,
                hint=msg("Restore it. Only its wording may change."),
            )
        if _kept(question, name) != _kept(asked[name], name):
            raise InputError(
                msg("keeps its type, options, limits and whether it is required"),
                file=file,
                field=name,
                hint=msg(
                    "Only the texts, help, shortcut keys and layout of this question may change."
                ),
            )
        if asked[name].show_if is not None:
            raise InputError(
                msg("is always shown"), file=file, field=name, hint=msg("Remove its “show_if”.")
            )
    others = {one.key for name in OWN_FORMS if name != stage for one in form_file(name).questions}
    taken = {*_OTHER_ANSWERS, *_IN_ROWS[stage], *(others - _keys(standard))}
    for name in asked:
        if name in taken:
            raise InputError(
                msg("is the name of another answer"),
                file=file,
                field=name,
                hint=msg("Rename it."),
            )
    return own


def check_name(path: str, *, file: str) -> None:
    """Raise InputError for a file that is meant for this protocol and that nobody would read."""
    names = (MATERIAL, *OWN_FORMS.values())
    if path.startswith("forms/dolomites") and path not in names:
        known = ", ".join(name.removeprefix("forms/") for name in names)
        raise InputError(
            msg("has a name that is not recognised"),
            file=file,
            hint=msg("There are: {known}. Rename it, or move it away.", known=known),
        )


def further_of(stage: str, form: Form, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return answers with those to the questions that a lead's own form asks in addition in normal
    form; what is said to a question that does not show stays, apart.

    Raises ValueError("question: reason") for one that breaks a rule of its question.
    """
    from desktop_app.core.form_parts import HIDDEN

    usual = _keys(form_file(stage))
    own = _keys(form) - usual
    if not own:
        return dict(answers)
    found = form.check(answers)
    kept = {name: value for name, value in answers.items() if name not in {*own, HIDDEN}}
    kept |= {name: value for name, value in found.items() if name in own}
    hidden = {name: value for name, value in found.get(HIDDEN, {}).items() if name not in usual}
    return {**kept, HIDDEN: hidden} if hidden else kept


def extra_missing(stage: str, form: Form, answers: Mapping[str, Any]) -> FieldError | None:
    """Return what answers lack of the questions that a lead's own form adds; None for nothing."""
    usual = _keys(form_file(stage))
    missing = (one for one in form.missing(answers) if one.question not in usual)
    return next((FieldError(one.question, one.reason) for one in missing), None)


def _keys(form: Form) -> frozenset[str]:
    return frozenset(question.key for question in form.questions)


def _kept(question: Any, name: str) -> tuple[Any, ...]:
    """Return what a lead's own form must leave as it is in a question of the program."""
    codes = [option.code for option in getattr(question, "options", None) or ()]
    if name == "field":
        codes = []  # the settings say which there are
    needed = question.required, question.required_if
    if name.endswith("_text"):
        needed = (True, None)  # when texts are asked for is for the lead to say
    limits = tuple(getattr(question, limit, None) for limit in _LIMITS)
    return question.type, tuple(codes), *needed, *limits
