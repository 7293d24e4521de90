"""The figures of a project of methodical tasks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.analysis import Analysis
from desktop_app.core.protocol import Dataset


def analyse(dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
    """Return one JSON document, tables and figures."""
    stated = {annotation.annotator for annotation in dataset.annotations}
    return Analysis(
        dataset.protocol,
        dataset.title,
        {
            "protocol": dataset.protocol,
            "items": len(dataset.items),
            "annotations": len(dataset.annotations),
            "annotators": len(stated),
        },
    )
