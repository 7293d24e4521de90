"""A study's records as rows that can be imported again, beginning with the form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from desktop_app.core.form_parts import HIDDEN
from desktop_app.core.form_versions import FormVersions
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.row_conversion import Names, row_of
from plugins.study.rows import AnswerRow, ItemRow


def export_rows(
    dataset: Dataset, versions: FormVersions, what: str, *, reveal_models: bool
) -> Iterable[dict[str, Any]]:
    """Yield the rows of one kind in a stable order, with aliases for models unless revealed.

    Raises KeyError for a kind that a study does not have.
    """
    names = Names(dataset, reveal_models)

    def items() -> Iterable[dict[str, Any]]:
        for item in dataset.items:
            origin, content = item.origin, item.content
            model = origin.get("model")
            alias = dataset.aliases.get(str(model), model)
            texts = content.get("texts", [])
            # A single text without a title has its own column. Several texts are a list.
            alone = len(texts) == 1 and "title" not in texts[0]
            row: dict[str, Any] = {
                "id": names.item(item.key),
                "document": dataset.documents.get(content.get("document", "")),
                "instruction": content.get("instruction"),
                "text": texts[0]["text"] if alone else None,
                "texts": None if alone else [_in_order(one) for one in texts],
                "group": origin.get("group"),
                "model": model if reveal_models else alias,
                "source": origin.get("source"),
            }
            yield row_of(ItemRow, row, origin.get("extra"))

    def answers() -> Iterable[dict[str, Any]]:
        for annotation in dataset.annotations:
            # The columns are the questions of the answered version, in its order.
            version = versions.named(annotation.form)
            asked = [question.key for question in version.form.questions] if version else []
            given = annotation.answers
            row = {
                "item": names.item(annotation.item),
                "annotator": annotation.annotator,
                "form": annotation.form or None,
                **{key: given.get(key) for key in asked},
                HIDDEN: given.get(HIDDEN),
                "seconds": annotation.seconds,
            }
            # Answers to questions that this version does not have are exported as extra columns.
            yield row_of(AnswerRow, row, {**annotation.extra, **given})

    return {"items": items, "answers": answers}[what]()


def _in_order(text: Mapping[str, Any]) -> dict[str, Any]:
    return {name: text[name] for name in ("title", "text") if name in text}
