"""The forms of the stages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.core.forms import Form


def form_text(name: str) -> str:
    """Return the text of one of this protocol's form files."""
    return files(__package__).joinpath("forms", f"{name}.yaml").read_text("utf-8")


@cache
def form_file(name: str) -> Form:
    """Return one of this protocol's forms."""
    from desktop_app.core.forms import parse_form  # Only needed where questions are asked.

    return parse_form(form_text(name), file=f"{name}.yaml")


def background(topics: Sequence[str]) -> str:
    """Return the text of the form about the annotator's background.

    If the project has topics, annotators choose from them; otherwise they enter their own.
    """
    text = form_text("background")
    if not topics:
        return text
    before, _, _ = text.partition("\n  - key: topics\n")
    options = "".join(f"      - {{code: {quoted}}}\n" for quoted in map(_quoted, topics))
    return before + _CHOSEN + options


def _quoted(text: str) -> str:
    """Return a text as a quoted YAML string."""
    return json.dumps(text, ensure_ascii=False)


_CHOSEN = """
  - key: topics
    type: multiple_choice
    layout: column
    text:
      en: Which topics do you know best?
      de: Mit welchen Themen kennen Sie sich am besten aus?
    options:
"""
