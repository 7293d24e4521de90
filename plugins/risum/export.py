"""risum's records as interchange rows: what is exported can be imported again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from desktop_app.core.fields import Row
from desktop_app.core.protocol import Dataset
from plugins.risum.rows import AnswerFields, AnswerRow, InstructionVoteRow, ItemRow, MetricRow


def export_rows(dataset: Dataset, what: str, *, reveal_models: bool) -> Iterable[dict[str, Any]]:
    """Yield the rows of one kind in a stable order; models under aliases unless revealed.

    Raises KeyError for a kind risum does not have.
    """
    names = {item.key: str(item.origin.get("external_id") or item.key) for item in dataset.items}

    def model_name(model: Any) -> Any:
        return model if reveal_models else dataset.aliases.get(model, model)

    def references(given: Any) -> Any:
        """Return references with their sources, which may be models, under aliases too."""
        return given and [
            {**one, "source": model_name(one["source"])} if "source" in one else one
            for one in given
        ]

    def items() -> Iterable[dict[str, Any]]:
        for item in dataset.items:
            origin = item.origin
            row = {
                "id": names[item.key],
                "document": dataset.documents.get(item.content["document"], ""),
                "instruction": item.content["instruction"],
                "answer": item.content["answer"],
                "model": model_name(origin.get("model")),
                "source": origin.get("source"),
                "document_id": origin.get("document_id"),
                "instruction_id": origin.get("instruction_id"),
                "references": references(origin.get("references")),
            }
            yield _row(ItemRow, row, origin.get("extra"))

    def answers() -> Iterable[dict[str, Any]]:
        for annotation in dataset.annotations:
            row = {
                "item": names.get(annotation.item, annotation.item),
                "annotator": annotation.annotator,
                **{q: annotation.answers.get(q) for q in AnswerFields.model_fields},
                "seconds": annotation.seconds,
            }
            yield _row(AnswerRow, row, {**annotation.answers, **annotation.extra})

    def metric_ratings() -> Iterable[dict[str, Any]]:
        for body in dataset.metric_ratings:
            row = {**_in_order(MetricRow, body), "item": names.get(body["item"], body["item"])}
            yield _row(MetricRow, row, row.pop("extra", None), keep=("value",))

    def instruction_votes() -> Iterable[dict[str, Any]]:
        for vote in dataset.rows.get("instruction_votes", ()):
            yield {**_in_order(InstructionVoteRow, vote), "model": model_name(vote["model"])}

    return {
        "items": items,
        "answers": answers,
        "metric_ratings": metric_ratings,
        "instruction_votes": instruction_votes,
    }[what]()


def _in_order(form: type[Row], body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body with the fields of its form first, in their order."""
    return {**{name: body[name] for name in form.model_fields if name in body}, **body}


def _row(
    form: type[Row],
    fields: Mapping[str, Any],
    extra: Mapping[str, Any] | None,
    keep: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Return a row; what somebody sent as extra fields never stands in the place of known ones."""
    row = {name: value for name, value in fields.items() if value is not None or name in keep}
    more = {name: value for name, value in (extra or {}).items() if name not in form.model_fields}
    return {**row, **more}
