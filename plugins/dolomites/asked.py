"""The forms of the stages, as a project's settings have them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from plugins.dolomites.settings import FIELDS, STANDARD, Settings
from plugins.dolomites.shapes import COLLECT, SOCIETAL_AXES, VALIDATE

if TYPE_CHECKING:
    from desktop_app.core.forms import Form

# The options that state an issue, by question.
ISSUES = {axis: ("likely",) if axis == "workforce_impact" else ("yes",) for axis in SOCIETAL_AXES}


def form_of(stage: str, settings: Settings = STANDARD) -> Form:
    """Return what is asked at a stage under a project's settings."""
    if stage == COLLECT and settings.fields != FIELDS:
        return _with_fields(settings.fields)
    if stage == VALIDATE and settings.free_texts == "when_an_issue":
        return _texts_at_issues()
    return form_file(stage)


def form_text(name: str) -> str:
    """Return the text of a form file of this protocol."""
    return files(__package__).joinpath("forms", f"{name}.yaml").read_text("utf-8")


@cache
def form_file(name: str) -> Form:
    """Return a form as its file has it."""
    from desktop_app.core.forms import parse_form  # only where questions are asked

    return parse_form(form_text(name), file=f"{name}.yaml")


@cache
def _with_fields(fields: tuple[str, ...]) -> Form:
    """Return the form of tasks that offers these fields, with translations where there are any."""
    data = form_file(COLLECT).as_json()
    question: dict[str, Any] = data["questions"][0]
    known = {option["code"]: option for option in question["options"]}
    question["options"] = [known.get(one, {"code": one, "label": one}) for one in fields]
    return _from_json(data)


@cache
def _texts_at_issues() -> Form:
    """Return the form of validations that asks for texts beside options that state an issue."""
    data = form_file(VALIDATE).as_json()
    for question in data["questions"]:
        axis = str(question.get("key", "")).removesuffix("_text")
        if question.get("key") == f"{axis}_text" and axis in ISSUES:
            question.pop("required", None)
            question["required_if"] = {"question": axis, "in": list(ISSUES[axis])}
    return _from_json(data)


def _from_json(data: Any) -> Form:
    from desktop_app.core.forms import form_from_json

    return form_from_json(data, file="form")
