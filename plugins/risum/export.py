"""risum's records as interchange rows. Exported rows can be imported again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from desktop_app.core.protocol.data import Dataset
from desktop_app.core.row_conversion import Names, in_order, row_of
from plugins.risum.rows import AnswerFields, AnswerRow, InstructionVoteRow, ItemRow, MetricRow


def export_rows(dataset: Dataset, what: str, *, reveal_models: bool) -> Iterable[dict[str, Any]]:
    """Yield the rows of one kind in a stable order. Raises KeyError for an unknown kind."""
    names = Names(dataset, reveal_models)

    def items() -> Iterable[dict[str, Any]]:
        for item in dataset.items:
            origin = item.origin
            row = {
                "id": names.item(item.key),
                "document": dataset.documents.get(item.content["document"], ""),
                "instruction": item.content["instruction"],
                "answer": item.content["answer"],
                "model": origin.get("model"),
                "source": origin.get("source"),
                "document_id": origin.get("document_id"),
                "instruction_id": origin.get("instruction_id"),
                "references": origin.get("references"),
            }
            # `extra` contains the columns that risum does not know, which are exported unchanged.
            yield row_of(ItemRow, row, origin.get("extra"))

    def answers() -> Iterable[dict[str, Any]]:
        for annotation in dataset.annotations:
            row = {
                "item": names.item(annotation.item),
                "annotator": annotation.annotator,
                **{q: annotation.answers.get(q) for q in AnswerFields.model_fields},
                "seconds": annotation.seconds,
            }
            # The record contains answers to unknown fields, so they are exported as extra columns.
            yield row_of(AnswerRow, row, {**annotation.answers, **annotation.extra})

    def metric_ratings() -> Iterable[dict[str, Any]]:
        for body in dataset.metric_ratings:
            row = {**in_order(MetricRow, body), "item": names.item(body["item"])}
            # An empty value is kept, because it means that the method was asked but returned no
            # number.
            yield row_of(MetricRow, row, row.pop("extra", None), keep=("value",))

    def instruction_votes() -> Iterable[dict[str, Any]]:
        for vote in dataset.rows.get("instruction_votes", ()):
            yield in_order(InstructionVoteRow, vote)

    # The functions are generators, so only the requested kind is computed.
    return {
        "items": items,
        "answers": answers,
        "metric_ratings": metric_ratings,
        "instruction_votes": instruction_votes,
    }[what]()
