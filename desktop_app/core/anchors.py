"""Labels of options that a lead chooses in place of a form's own: a paper's or theirs.

A file has stages, in them questions, and in them all options in the order of the form, each with
its code, a label and perhaps a help text. Codes and order cannot change: figures depend on them.

    rate:
      follows:
        - {code: true, label: {en: "Yes", de: Ja}}
        - {code: false, label: {en: "No", de: Nein}, help: {en: An important part is missing.}}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from desktop_app.core.analysis import code_name
from desktop_app.core.errors import InputError
from desktop_app.core.form_editing import dump
from desktop_app.core.form_problems import FlawList
from desktop_app.core.form_yaml import read_yaml
from desktop_app.core.forms import Form, form_from_json
from desktop_app.core.messages import msg
from desktop_app.core.question_types import options_of

# Options by stage and question, as in a file.
Anchors = Mapping[str, Mapping[str, list[dict[str, Any]]]]
_FIELDS: Final = frozenset(("code", "label", "help"))
# A form and its anchored form, by the stage and the text of the labels; building one takes some
# milliseconds.
_BUILT: dict[tuple[str, str], tuple[Form, Form]] = {}
_MOST_BUILT: Final = 64


def anchors_of(forms: Mapping[str, Form]) -> str:
    """Return the text of a file with the labels that forms have, by the keys of their stages."""
    found: dict[str, Any] = {}
    for stage, form in forms.items():
        for question in form.as_json()["questions"]:
            options = [
                {name: option[name] for name in ("code", "label", "help") if name in option}
                for option in question.get("options") or ()
            ]
            # Options without a label, such as the default Yes and No, have nothing to replace.
            if options and all("label" in option for option in options):
                found.setdefault(stage, {})[question["key"]] = options
    return dump(found)


@lru_cache(maxsize=16)
def _data(text: str) -> Anchors:
    data = read_yaml(text, file="").data
    return data if isinstance(data, dict) else {}


def with_anchors(stage: str, form: Form, text: str) -> Form:
    """Return a form with the labels in a file; of an invalid file, nothing is used.

    `stage`: the key of the stage that uses the form
    """
    plain, built = _BUILT.get((stage, text), (None, form))
    # Usually the same object, which is found equal without comparing its questions.
    if plain is not form and plain != form:
        if len(_BUILT) >= _MOST_BUILT:
            _BUILT.clear()
        built = _built(stage, form, text)
        _BUILT[stage, text] = form, built
    return built


def _built(stage: str, form: Form, text: str) -> Form:
    try:
        check_anchors(text, {stage: form}, file="", only=stage)
        return _replaced(form, _data(text).get(stage, {}))
    except InputError:
        return form


def _replaced(form: Form, words: Mapping[str, list[dict[str, Any]]]) -> Form:
    data = json.loads(json.dumps(form.as_json()))
    for question in data["questions"]:
        own = words.get(question.get("key", ""))
        for option, chosen in zip(question.get("options") or (), own or (), strict=False):
            option.pop("help", None)
            option |= {name: chosen[name] for name in ("label", "help") if name in chosen}
    return replace(form_from_json(data, file=form.head.key), alike=form.alike)


def check_anchors(text: str, forms: Mapping[str, Form], *, file: str, only: str = "") -> None:
    """Raise FormError, with all errors and their lines, for labels that the forms cannot use.

    `forms`: the forms by the keys of their stages
    `only`: check only the labels of this stage
    """
    source = read_yaml(text, file=file)
    flaws = source.flaw_list(file)
    if not isinstance(source.data, dict) or not source.data:
        flaws.add((), msg("must have stages, and in them questions"))
        flaws.raise_any()
    for stage, questions in source.data.items():
        if only and stage != only:
            continue
        if stage not in forms:
            names = ", ".join(forms)
            flaws.add((stage,), msg("is no stage with options; the stages: {names}", names=names))
        elif not isinstance(questions, dict):
            flaws.add((stage,), msg("must have questions, and in them options"))
        else:
            _check_stage(stage, questions, forms[stage], flaws)
    flaws.raise_any()
    for stage, questions in source.data.items():
        # What the form itself refuses, such as an unknown language or an empty label.
        if stage in forms and (not only or stage == only):
            _replaced(forms[stage], questions)


def anchors_in_markdown(text: str, language: str) -> str:
    """Return labels as Markdown for a preview, in a language or else in English.

    Raises InputError for a text that is not YAML.
    """
    data = read_yaml(text, file="").data
    lines: list[str] = []
    for stage, questions in (data if isinstance(data, dict) else {}).items():
        for name, options in (questions if isinstance(questions, dict) else {}).items():
            lines += [f"### {stage}: {name}", ""]
            for option in options if isinstance(options, list) else []:
                if isinstance(option, dict):
                    label, help_text = (
                        _in_language(option.get(part), language) for part in ("label", "help")
                    )
                    code = code_name(option.get("code"))
                    lines.append(f"- **{label}** ({code}){f': {help_text}' if help_text else ''}")
            lines.append("")
    return "\n".join(lines)


def _in_language(words: Any, language: str) -> str:
    if isinstance(words, dict):
        words = words.get(language, words.get("en", ""))
    return str(words or "")


def _check_stage(stage: str, questions: dict[str, Any], form: Form, flaws: FlawList) -> None:
    known = {one.key: [o.code for o in options_of(one)] for one in form.questions}
    for name, options in questions.items():
        path = stage, name
        codes = known.get(name)
        if not codes:
            names = ", ".join(key for key, own in known.items() if own)
            flaws.add(path, msg("is no question with options; they are: {names}", names=names))
            continue
        listed = options if isinstance(options, list) else []
        given = [one.get("code") if isinstance(one, dict) else None for one in listed]
        if [*map(code_name, given)] != [*map(code_name, codes)]:
            expected = ", ".join(map(code_name, codes))
            flaws.add(path, msg("must list these codes in this order: {codes}", codes=expected))
            continue
        for place, option in enumerate(listed):
            if "label" not in option:
                flaws.add((*path, place), msg("needs a label"))
            for field in option.keys() - _FIELDS:
                flaws.add((*path, place, field), msg("is not known: use code, label and help"))
