"""Folder ready to be published: data as Parquet, a dataset card, Croissant metadata."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from desktop_app import files
from desktop_app.core.canonical import sha256_hex
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset
from desktop_app.version import __version__
from desktop_app.workspace.outputs import Rows, columns_of, encode, make_folder

_CROISSANT = "http://mlcommons.org/croissant/1.0"
# Control characters, line ends, direction marks, surrogates: they could hide or forge text.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
_SPECIAL = re.compile(r"[\\`*_\[\]<>|&~#!$]")


def write_dataset_folder(
    folder: Path, protocol: Protocol, dataset: Dataset, tables: dict[str, Rows], *, licence: str
) -> dict[str, int]:
    """Write data/*.parquet, README.md (the dataset card) and croissant.json; return rows per file.

    People's names are never published, only pseudonymous ids.
    """
    public = {name: rows for name, rows in tables.items() if rows}
    if "people" in public:
        public["people"] = [
            {name: value for name, value in row.items() if name != "name"}
            for row in public["people"]
        ]
    make_folder(folder / "data")
    written: dict[str, int] = {}
    hashes: dict[str, str] = {}
    for name, rows in public.items():
        data = encode(rows, "parquet")
        files.atomic_write(folder / "data" / f"{name}.parquet", data)
        hashes[name] = sha256_hex(data)
        written[f"data/{name}.parquet"] = len(rows)
    card = _card(protocol, dataset, public, licence)
    files.atomic_write(folder / "README.md", card.encode("utf-8"))
    croissant = json.dumps(
        _croissant(dataset, public, hashes, licence), indent=2, ensure_ascii=False
    )
    files.atomic_write(folder / "croissant.json", (croissant + "\n").encode("utf-8"))
    return {**written, "README.md": 1, "croissant.json": 1}


def _card(protocol: Protocol, dataset: Dataset, tables: dict[str, Rows], licence: str) -> str:
    """Return the dataset card: YAML front matter that hubs read, then plain facts."""
    front = ["---", f"pretty_name: {_yaml(dataset.title)}"]
    # Anything else in the front matter is quoted, so that it cannot become YAML.
    known = re.fullmatch(r"[A-Za-z][A-Za-z0-9.+-]*", licence or "unknown")
    front.append(f"license: {known[0] if known else _yaml(licence)}")
    front.append("configs:")
    for name in tables:
        front += [
            f"  - config_name: {name}",
            f"    data_files: data/{name}.parquet",
        ]
        if name == "answers":
            front.append("    default: true")
    front.append("---")
    people = {annotation.annotator for annotation in dataset.annotations}
    lines = [
        "",
        f"# {_markdown(dataset.title)}",
        "",
        f"Collected with Proofdesk {__version__}, protocol *{protocol.title}*.",
        "",
        f"- items: {len(dataset.items)}",
        f"- answers: {len(dataset.annotations)}",
        f"- annotators: {len(people)} (pseudonymous ids)",
        f"- answers left out because they, or their items, are in conflict: {dataset.conflicts}",
        *(f"- answers left out: {n} ({reason})" for reason, n in dataset.left_out.items()),
        "",
        "| file | rows | fields |",
        "|---|---:|---|",
    ]
    for name, rows in tables.items():
        fields = ", ".join(map(_code, columns_of(rows)))
        lines.append(f"| `data/{name}.parquet` | {len(rows)} | {fields} |")
    lines += [
        "",
        "A field that is empty is a missing value, never a zero.",
        "",
        "Add here: who annotated and how they were paid, the guidelines they were given, where the",
        "documents come from and under which terms, and what the data must not be used for.",
        "",
    ]
    return "\n".join(front + lines)


def _yaml(text: str) -> str:
    return json.dumps(_visible(text), ensure_ascii=False)


def _code(name: str) -> str:
    """Return a column's name as code, or as plain text where code could not hold it."""
    return f"`{name}`" if re.fullmatch(r"[\w .:/-]+", name) else _markdown(name)


def _markdown(text: str) -> str:
    """Return a text on one line of Markdown that only displays it."""
    return _SPECIAL.sub(r"\\\g<0>", _visible(text))


def _visible(text: str) -> str:
    return _UNSEEN.sub("\ufffd", text)


def _croissant(
    dataset: Dataset, tables: dict[str, Rows], hashes: dict[str, str], licence: str
) -> dict[str, Any]:
    """Return Croissant 1.0 metadata (a JSON-LD description of files and their fields)."""
    return {
        "@context": {
            "@language": "en",
            "@vocab": "https://schema.org/",
            "sc": "https://schema.org/",
            "cr": "http://mlcommons.org/croissant/",
            "dct": "http://purl.org/dc/terms/",
            "conformsTo": "dct:conformsTo",
            "recordSet": "cr:recordSet",
            "field": "cr:field",
            "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
            "source": "cr:source",
            "fileObject": "cr:fileObject",
            "extract": "cr:extract",
            "column": "cr:column",
        },
        "@type": "sc:Dataset",
        "conformsTo": _CROISSANT,
        "name": dataset.title,
        "description": f"{len(dataset.annotations)} answers on {len(dataset.items)} items.",
        "license": licence or "unknown",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": f"{name}.parquet",
                "name": f"{name}.parquet",
                "contentUrl": f"data/{name}.parquet",
                "encodingFormat": "application/vnd.apache.parquet",
                "sha256": digest,
            }
            for name, digest in hashes.items()
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": name,
                "name": name,
                "field": [
                    {
                        "@type": "cr:Field",
                        "@id": f"{name}/{column}",
                        "name": column,
                        "dataType": _croissant_type([row.get(column) for row in rows]),
                        "source": {
                            "fileObject": {"@id": f"{name}.parquet"},
                            "extract": {"column": column},
                        },
                    }
                    for column in columns_of(rows)
                ],
            }
            for name, rows in tables.items()
        ],
    }


def _croissant_type(values: list[Any]) -> str:
    kinds = {type(value) for value in values if value is not None}
    # Compared exactly: a bool is an int to Python, so a mixed column is text.
    if kinds == {bool}:
        return "sc:Boolean"
    if kinds == {int}:
        return "sc:Integer"
    if kinds and kinds <= {int, float}:
        return "sc:Float"
    return "sc:Text"
