"""The questions of a study that automatic raters can answer, with people's answers as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from desktop_app.core.form_versions import FormVersions
from desktop_app.core.protocol.data import Dataset, RatedPart, RatedQuestion
from desktop_app.core.rated_questions import rated_question
from plugins.study.measures import Judged, Measure, read
from plugins.study.rows import FORM_PATH


def current_questions(dataset: Dataset, versions: FormVersions) -> list[RatedQuestion]:
    """Return the questions of the current form, for models. Raises InputError without a form."""
    form = versions.required(FORM_PATH).form
    parts = rated_parts(dataset)
    given = {one.name: _answers(one, len(parts)) for one in read(dataset, versions).measures}
    found = (
        rated_question(
            question, form, zip(parts, given.get(question.key, [[] for _ in parts]), strict=True)
        )
        for question in form.questions
    )
    return [one for one in found if one is not None]


def answered_questions(dataset: Dataset, judged: Judged) -> list[RatedQuestion]:
    """Return all measures that have numbers, with people's answers."""
    parts = rated_parts(dataset)
    found = (
        rated_question(
            measure.question,
            measure.form,
            zip(parts, _answers(measure, len(parts)), strict=True),
            name=measure.name,
            options=measure.options,
        )
        for measure in judged.measures
    )
    return [one for one in found if one is not None]


def _answers(measure: Measure, items: int) -> list[list[object]]:
    """Return people's answers to each of a number of items."""
    given: list[list[object]] = [[] for _ in range(items)]
    for (_, item), value in sorted(measure.values().items()):
        given[item].append(value)
    return given


def rated_parts(dataset: Dataset) -> list[RatedPart]:
    """Return the items of a dataset. Metrics rate those with a single text."""
    result = []
    for item in dataset.items:
        texts: list[Mapping[str, Any]] = list(item.content.get("texts") or ())
        document = dataset.documents.get(str(item.content.get("document", "")), "")
        named = _named_texts(document, str(item.content.get("instruction") or ""), texts)
        result.append(
            RatedPart(
                item.key,
                str(texts[0]["text"]) if len(texts) == 1 else "",
                document=document,
                name=item.name,
                group=item.group,
                material="\n\n".join(f"{name}:\n{text}" for name, text in named if text),
            )
        )
    return result


def _named_texts(
    document: str, instruction: str, texts: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, str]]:
    """Yield the texts of an item, each with a line that says what it is."""
    yield "Document", document
    yield "Instruction", instruction
    for number, one in enumerate(texts, start=1):
        name = f"Text {number}" if len(texts) > 1 else "Text"
        yield name + (f" ({one['title']})" if one.get("title") else ""), str(one["text"])
