"""Content of exported files: rows as JSONL, CSV or Parquet; a dataset card and its metadata."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from desktop_app import files
from desktop_app.core.canonical import sha256_hex
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset
from desktop_app.text.spreadsheet import protect
from desktop_app.version import __version__
from desktop_app.workspace.folder import make_folder
from desktop_app.workspace.rows import untyped_cell

Rows = list[dict[str, Any]]

# The largest integer in a Parquet column.
_LARGEST_INTEGER = 2**63 - 1
_CROISSANT = "http://mlcommons.org/croissant/1.0"
# Control characters, line ends, direction marks and surrogates, which could hide or forge text.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
_SPECIAL = re.compile(r"[\\`*_\[\]<>|&~#!$]")


def encode(rows: Rows, format_: str, typed: Collection[str] = ()) -> bytes:
    """Return rows as the content of a file.

    `format_`: “jsonl”, “csv” or “parquet”
    `typed`: the declared fields, whose cells in CSV are read back by their type
    """
    if format_ == "jsonl":
        return b"".join(orjson.dumps(row) + b"\n" for row in rows)
    if format_ == "csv":
        return _csv(rows, typed)
    return _parquet(rows)


def columns_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the names of all fields in the order of their first occurrence."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _csv(rows: Rows, typed: Collection[str]) -> bytes:
    lines = _Lines()
    columns = columns_of(rows)
    # With this line end, the writer quotes cells that contain either of its characters.
    writer = csv.writer(lines, lineterminator="\r\n")
    writer.writerow([protect(name) for name in columns])
    for row in rows:
        writer.writerow([_cell(row.get(name), name in typed) for name in columns])
    return "".join(line.removesuffix("\r\n") + "\n" for line in lines).encode("utf-8")


class _Lines(list[str]):
    def write(self, line: str) -> None:
        self.append(line)


def _cell(value: Any, typed: bool) -> str:
    """Return a CSV cell: texts are protected against spreadsheet formulas, the rest is JSON."""
    if isinstance(value, str):
        return protect(value if typed else untyped_cell(value))
    return untyped_cell(value)


def _parquet(rows: Rows) -> bytes:
    import pyarrow
    from pyarrow import parquet

    columns = columns_of(rows)
    data = {name: _arrow_column([row.get(name) for row in rows]) for name in columns}
    out = io.BytesIO()
    parquet.write_table(pyarrow.table(data), out)
    return out.getvalue()


def _arrow_column(values: Sequence[Any]) -> Any:
    """Return a column with the type of its values, or as text if they have several types."""
    import pyarrow

    kinds = {type(value) for value in values if value is not None}
    # Too large for a column of integers. As text, no digit is lost.
    if any(type(value) is int and abs(value) > _LARGEST_INTEGER for value in values):
        kinds = {object}
    if kinds <= {str} or kinds <= {bool} or kinds <= {int} or kinds <= {int, float}:
        if kinds == {int, float}:
            values = [None if value is None else float(value) for value in values]
        return pyarrow.array(values, type=None if kinds else pyarrow.string())
    texts = [
        value if isinstance(value, str) or value is None else json.dumps(value, ensure_ascii=False)
        for value in values
    ]
    return pyarrow.array(texts, type=pyarrow.string())


# A folder to publish
def write_dataset_folder(
    folder: Path, protocol: Protocol, dataset: Dataset, tables: dict[str, Rows], *, licence: str
) -> dict[str, int]:
    """Write data/*.parquet, README.md (the dataset card) and croissant.json; return {file: rows}.

    People's names are left out; their ids are pseudonyms.
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
    """Return the dataset card: YAML front matter for dataset hubs, then facts in Markdown."""
    front = ["---", f"pretty_name: {_yaml(dataset.title)}"]
    # Dataset hubs expect a plain licence id. Any other value is quoted, so that it cannot be
    # interpreted as YAML.
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
    """Return a column's name as inline code, or as plain text if code cannot contain it."""
    return f"`{name}`" if re.fullmatch(r"[\w .:/-]+", name) else _markdown(name)


def _markdown(text: str) -> str:
    """Return a text as one line of Markdown without any markup in effect."""
    return _SPECIAL.sub(r"\\\g<0>", _visible(text))


def _visible(text: str) -> str:
    """Return a text in which “�” replaces each invisible character."""
    return _UNSEEN.sub("\ufffd", text)


def _croissant(
    dataset: Dataset, tables: dict[str, Rows], hashes: dict[str, str], licence: str
) -> dict[str, Any]:
    """Return Croissant 1.0 metadata: a description of the files and their fields in JSON-LD."""
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
    # `==`, because bool is a subclass of int: a column with both is text.
    if kinds == {bool}:
        return "sc:Boolean"
    if kinds == {int}:
        return "sc:Integer"
    if kinds and kinds <= {int, float}:
        return "sc:Float"
    return "sc:Text"
