"""dolomites datasets for tests of the analysis, built by hand without a workspace."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core import keys
from desktop_app.core.analysis import Analysis
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from plugins.dolomites.protocol import DOLOMITES

PROJECT = "p" * 32


def key_of(name: str) -> str:
    return keys.external_item_key(PROJECT, "dolomites", name)


def task(
    field: str = "Law", inputs: Sequence[str] = ("Facts",), outputs: Sequence[str] = ("Verdict",)
) -> dict[str, Any]:
    def plans(titles: Sequence[str]) -> list[dict[str, str]]:
        return [{"title": title, "description": "what it holds"} for title in titles]

    return {
        "field": field,
        "objective": f"Write something of {field}",
        "procedure": "As one does.",
        "input_sections": plans(inputs),
        "output_sections": plans(outputs),
    }


def sections(**texts: str) -> list[dict[str, str]]:
    return [{"title": title, "text": text} for title, text in texts.items()]


def to_validate(name: str, field: str = "Law", author: str = "author") -> ItemData:
    content = {"task": task(field)}
    return ItemData(key_of(name), "g", content, {"external_id": name, "author": author}, "validate")


def validation(of: ItemData, person: str, **answers: Any) -> AnnotationData:
    return AnnotationData(of.key, person, "validate", answers, None, f"{of.key}{person}")


def variant(
    name: str,
    given: Sequence[Mapping[str, str]],
    written: Sequence[Mapping[str, str]],
    evidence: Sequence[str] = (),
) -> dict[str, Any]:
    passages = [{"text": text} for text in evidence]
    return {
        "id": name,
        "input": list(given),
        "output": list(written),
        "critique": [],
        "evidence": passages,
    }


def to_edit(
    name: str,
    variants: Sequence[Mapping[str, Any]],
    models: Mapping[str, str] | None = None,
    of: Mapping[str, Any] | None = None,
) -> ItemData:
    made = {one: {"model": model} for one, model in (models or {}).items()}
    return ItemData(
        key_of(name),
        "g",
        {"task": dict(of or task()), "variants": list(variants)},
        {"external_id": name, "variants": made},
        "edit",
    )


def edit(of: ItemData, person: str = "ann", **answers: Any) -> AnnotationData:
    first = of.content["variants"][0]
    found = {
        "chosen": first["id"],
        "edited": {"input": first["input"], "output": first["output"]},
        **answers,
    }
    return AnnotationData(of.key, person, "edit", found, None, f"{of.key}{person}")


def example(
    name: str, text: str, field: str = "Law", title: str = "Verdict"
) -> tuple[ItemData, AnnotationData]:
    """Return an example whose reference output is one section."""
    item = to_edit(
        name,
        [variant("v", sections(Facts="facts"), sections(Verdict="x"))],
        of=task(field, outputs=[title]),
    )
    edited = {"input": sections(Facts="facts"), "output": [{"title": title, "text": text}]}
    return item, edit(item, edited=edited)


def to_label(name: str, of: ItemData, models: tuple[str, str], left: int = 1) -> ItemData:
    origin = {
        "external_id": name,
        "example": of.key,
        "model_1": models[0],
        "model_2": models[1],
        "left": left,
    }
    return ItemData(key_of(name), "g", {"task": task(), "left": [], "right": []}, origin, "label")


def label(of: ItemData, person: str, **answers: str) -> AnnotationData:
    return AnnotationData(of.key, person, "label", answers, None, f"{of.key}{person}")


def dataset(
    items: Sequence[ItemData] = (), annotations: Sequence[AnnotationData] = (), **more: Any
) -> Dataset:
    fields: dict[str, Any] = {"documents": {}, "people": {}, "background": {}, **more}
    return Dataset(
        PROJECT, "dolomites", "Tasks of experts", list(items), list(annotations), **fields
    )


def analysis(found: Dataset, **options: Any) -> Analysis:
    """Return the analysis after checking the rules that every analysis must follow."""
    result = DOLOMITES.analyse(found, {"runs": 200, **options})
    _judge(json.loads(json.dumps(result.data, allow_nan=False)), "data")
    for table in result.tables:
        assert all(len(row) == len(table.columns) for row in table.rows), table.key
    assert len({table.key for table in result.tables}) == len(result.tables)
    assert len({figure.key for figure in result.figures}) == len(result.figures)
    return result


def analyse(found: Dataset, **options: Any) -> dict[str, Any]:
    return dict(analysis(found, **options).data)


def _judge(value: Any, path: str) -> None:
    """Check that every figure that is null has a reason next to it."""
    if isinstance(value, dict):
        if any(one is None for one in value.values()):
            assert value.get("why"), (path, value)
        for name, one in value.items():
            _judge(one, f"{path}.{name}")
    elif isinstance(value, list):
        for place, one in enumerate(value):
            _judge(one, f"{path}[{place}]")
