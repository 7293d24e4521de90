"""The forms of the stages, adapted by a project's settings and its lead's own forms.

A lead's own form is in `forms/dolomites-STAGE.yaml`. It may reword all texts and add questions. The
program's own questions keep their types and codes, and stay required or optional, because figures
and the merging of answers depend on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from desktop_app.core.errors import FieldError, InputError
from desktop_app.core.messages import msg
from plugins.dolomites.settings import FIELDS, FILE, STANDARD, Settings
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
# Fields of answers that are not questions of a form.
_OTHER_ANSWERS: Final = frozenset(
    ("input_sections", "output_sections", "chosen", "edited", "points", "phrases", "set_aside")
)
# Additional fields of imported rows with answers of a stage.
_IN_ROWS: Final[Mapping[str, tuple[str, ...]]] = {
    COLLECT: ("author", "decision", "reason"),
    VALIDATE: ("task", "wording"),
    EDIT: ("variant_set",),
    LABEL: ("error_patterns",),
}
_LIMITS: Final = ("min_length", "max_length", "min", "max")


def form_of(stage: str, settings: Settings = STANDARD, own: str | None = None) -> Form:
    """Return the form of a stage, adapted to a project's settings.

    `own`: the text of the lead's own form; None without one; an invalid one is ignored
    """
    # An empty tuple keeps the options in the form itself, which have translated labels.
    fields = settings.fields if stage == COLLECT and settings.fields != FIELDS else ()
    at_issues = stage == VALIDATE and settings.free_texts == "when_an_issue"
    return _form_of(stage, fields, at_issues, own)


def form_text(name: str) -> str:
    """Return the text of one of this protocol's form files."""
    return files(__package__).joinpath("forms", f"{name}.yaml").read_text("utf-8")


@cache
def form_file(name: str) -> Form:
    """Return one of the program's own forms by its name."""
    # Imported here so that the parser is loaded only when a form is needed.
    from desktop_app.core.forms import parse_form

    return parse_form(form_text(name), file=f"{name}.yaml", shipped=True)


@lru_cache(maxsize=32)
def _form_of(stage: str, fields: tuple[str, ...], at_issues: bool, own: str | None) -> Form:
    """Return the adapted form of a stage. The arguments are hashable, so that results are cached.

    `fields`: the fields of the project; empty: those in the form
    `at_issues`: whether texts are required only with an option that states an issue
    """
    from desktop_app.core.forms import form_from_json

    form = form_file(stage)
    if own is not None:
        # The error is ignored here, because `status` and `pack` report it.
        with suppress(InputError):
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
        # The text becomes required only with an option that states an issue.
        if at_issues and axis != key and axis in ISSUES and question.pop("required", False):
            question["required_if"] = {"question": axis, "in": list(ISSUES[axis])}
    return form_from_json(data, file=f"{stage}.yaml")


def check_own_form(stage: str, text: str, *, file: str) -> Form:
    """Return a lead's own form of a stage.

    Raises InputError for a form that cannot be parsed, has another key, lacks or changes a question
    of the program, or uses the name of another answer for an extra question.
    """
    from desktop_app.core.forms import parse_form

    own, standard = parse_form(text, file=file), form_file(stage)
    if own.key != standard.key:
        raise InputError(
            msg("must be “{key}”", key=standard.key),
            file=file,
            field="key",
            hint=msg(
                "The key identifies the form in all projects. To number changes, use “version”."
            ),
        )
    asked = {question.key: question for question in own.questions}
    for question in standard.questions:
        name = question.key
        if name not in asked:
            raise InputError(
                msg("is missing: the program’s own questions are required"),
                file=file,
                field=name,
                hint=msg("Restore it. Only its wording may change."),
            )
        if _kept(question, name) != _kept(asked[name], name):
            raise InputError(
                msg("must keep its type, options and limits, and stay required or optional"),
                file=file,
                field=name,
                hint=msg(
                    "Only the texts, help, shortcut keys and layout of this question may change."
                ),
            )
        # A hidden question would leave answers incomplete.
        if asked[name].show_if is not None:
            raise InputError(
                msg("must always be shown"),
                file=file,
                field=name,
                hint=msg("Remove its “show_if”."),
            )
    # The fields of answers identify their stage, so an extra question must not have the name of a
    # question of another stage.
    others = {one.key for name in OWN_FORMS if name != stage for one in form_file(name).questions}
    taken = {*_OTHER_ANSWERS, *_IN_ROWS[stage], *(others - _keys(standard))}
    for name in asked:
        if name in taken:
            raise InputError(
                msg("is already the name of another answer"),
                file=file,
                field=name,
                hint=msg("Rename it."),
            )
    return own


def check_name(path: str, *, file: str) -> None:
    """Raise InputError for a file whose name looks like this protocol's but is never read."""
    names = OWN_FORMS.values()
    # A misspelled name would otherwise be ignored silently.
    if path.startswith("forms/dolomites") and path not in (*names, FILE.old_path):
        known = ", ".join(name.removeprefix("forms/") for name in names)
        raise InputError(
            msg("has a name that is not recognised"),
            file=file,
            hint=msg("Valid names: {known}. Rename the file, or move it elsewhere.", known=known),
        )


def normalise_extra(stage: str, form: Form, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return answers in which the answers to a lead's extra questions are in normal form.

    Answers to hidden extra questions are stored separately. Raises FieldError for an answer that
    violates a rule of its question.
    """
    from desktop_app.core.form_parts import HIDDEN

    usual = _keys(form_file(stage))
    own = _keys(form) - usual
    # Without extra questions, the answers need no check by the form here.
    if not own:
        return dict(answers)
    found = form.check(answers)
    kept = {name: value for name, value in answers.items() if name not in {*own, HIDDEN}}
    kept |= {name: value for name, value in found.items() if name in own}
    hidden = {name: value for name, value in found.get(HIDDEN, {}).items() if name not in usual}
    return {**kept, HIDDEN: hidden} if hidden else kept


def extra_missing(stage: str, form: Form, answers: Mapping[str, Any]) -> FieldError | None:
    """Return an error for the first unanswered extra question of a lead, or None."""
    usual = _keys(form_file(stage))
    missing = (one for one in form.missing(answers) if one.question not in usual)
    return next((FieldError(one.question, one.reason) for one in missing), None)


def _keys(form: Form) -> frozenset[str]:
    """Return the keys of a form's questions."""
    return frozenset(question.key for question in form.questions)


def _kept(question: Any, name: str) -> tuple[Any, ...]:
    """Return the properties of the program's question that a lead's own form must not change."""
    codes = [option.code for option in getattr(question, "options", None) or ()]
    if name == "field":
        # The settings define the fields, so the options in the form are irrelevant.
        codes = []
    needed = question.required, question.required_if
    if name.endswith("_text"):
        # The lead decides when these texts are required.
        needed = (True, None)
    limits = tuple(getattr(question, limit, None) for limit in _LIMITS)
    return question.type, tuple(codes), *needed, *limits
