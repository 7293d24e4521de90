"""One protocol's part of a workspace as plain data, for analyses and exports."""

from __future__ import annotations

import re

from desktop_app.core.merging import body_of
from desktop_app.core.protocol import AnnotationData, Dataset, ItemData
from desktop_app.workspace.workspace import Workspace


def dataset_of(workspace: Workspace, protocol: str | None = None) -> Dataset:
    """Return everything current that belongs to one protocol, in a stable order.

    Things in conflict are left out and counted. Order: items by external id in natural order,
    annotations by item and annotator.
    """
    chosen = workspace.protocol(protocol)
    records = workspace.records
    items = []
    for record in records.all_current("item"):
        body = body_of(record)
        if body["protocol"] != chosen.key:
            continue
        origin = records.current("origin", record.key)
        items.append(
            ItemData(record.key, body["group"], body["content"], body_of(origin) if origin else {})
        )
    items.sort(key=lambda item: _natural(str(item.origin.get("external_id") or item.key)))
    place = {item.key: index for index, item in enumerate(items)}

    annotations = []
    for record in records.all_current("annotation"):
        body = body_of(record)
        if body["protocol"] == chosen.key and body["item"] in place:
            annotations.append(
                AnnotationData(
                    body["item"],
                    body["annotator"],
                    body["stage"],
                    body["answers"],
                    body.get("seconds"),
                    record.rev,
                    body.get("extra", {}),
                )
            )
    annotations.sort(key=lambda a: (place[a.item], a.stage, a.annotator))

    rows: dict[str, list[dict[str, object]]] = {}
    for record in records.all_current("data"):
        body = body_of(record)
        if body["protocol"] == chosen.key:
            rows.setdefault(body["what"], []).append(dict(body["row"]))
    return Dataset(
        project=workspace.project,
        protocol=chosen.key,
        title=workspace.title,
        items=items,
        annotations=annotations,
        documents={r.key: body_of(r)["text"] for r in records.all_current("document")},
        people={r.key: body_of(r) for r in records.all_current("person")},
        background={r.key: body_of(r)["answers"] for r in records.all_current("background")},
        metric_ratings=sorted(
            (
                dict(body)
                for r in records.all_current("metric_rating")
                if (body := body_of(r))["item"] in place
            ),
            key=lambda b: (place[b["item"]], b["method"], b["question"], b.get("run") or 0),
        ),
        rows=rows,
        adjudications=[
            dict(body)
            for r in records.all_current("adjudication")
            if (body := body_of(r))["item"] in place
        ],
        conflicts=sum(1 for kind, _ in records.conflicts() if kind == "annotation"),
        aliases=workspace.aliases(),
    )


def _natural(text: str) -> list[tuple[int, int, str]]:
    """Sort “item-2” before “item-10”."""
    parts = re.split("([0-9]+)", text)
    return [(0, int(part), part) if part[:1].isdecimal() else (1, 0, part) for part in parts]
