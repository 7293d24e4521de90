"""The forms of the stages."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.core.forms import Form


def form_text(name: str) -> str:
    """Return the text of a form file of this protocol."""
    return files(__package__).joinpath("forms", f"{name}.yaml").read_text("utf-8")


@cache
def form_file(name: str) -> Form:
    """Return a form as its file has it."""
    from desktop_app.core.forms import parse_form  # only where questions are asked

    return parse_form(form_text(name), file=f"{name}.yaml")
