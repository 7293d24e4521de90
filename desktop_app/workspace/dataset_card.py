"""The files that describe a dataset folder: its card, Croissant metadata and the guidelines.

The card is the README.md of a dataset on the Hugging Face Hub. The metadata follow Croissant 1.0
(http://mlcommons.org/croissant/1.0), so that `datasets` and `mlcroissant` load the folder
unchanged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset
from desktop_app.text.languages import languages_of
from desktop_app.version import __version__
from desktop_app.workspace.earlier_texts import EARLIER_TEXT, answers_to_earlier_texts
from desktop_app.workspace.export_files import ExportFile, Rows, are_lists_of_texts, columns_of
from desktop_app.workspace.item_index import strings_in
from desktop_app.workspace.workspace import Workspace

_CROISSANT = "http://mlcommons.org/croissant/1.0"
# Licences that the window offers: the id on dataset hubs, the name, and the licence's own page.
LICENSES: Mapping[str, tuple[str, str]] = {
    "cc-by-4.0": ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
    "cc-by-sa-4.0": ("CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
    "cc-by-nc-4.0": ("CC BY-NC 4.0", "https://creativecommons.org/licenses/by-nc/4.0/"),
    "cc0-1.0": ("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
    "odc-by": ("ODC-BY", "https://opendatacommons.org/licenses/by/1-0/"),
    "apache-2.0": ("Apache 2.0", "https://www.apache.org/licenses/LICENSE-2.0"),
    "mit": ("MIT", "https://opensource.org/license/mit"),
}
# Upper limits of the size categories of dataset hubs.
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M"))
# Control characters, line ends, direction marks and surrogates, which could hide or forge text.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
_SPECIAL = re.compile(r"[\\`*_\[\]<>|&~#!$]")
# Types of columns in the card, by the Croissant type.
_DTYPES = {"sc:Boolean": "bool", "sc:Integer": "int64", "sc:Float": "float64", "sc:Text": "string"}
# Maximum number of texts of a field that are read to detect their languages.
_MOST_TEXTS = 100
# Codes of languages, as dataset hubs and Croissant use them (BCP 47), such as “en” or “pt-BR”.
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
# Name in the local state.
_CARD = "dataset_card"


@dataclass(frozen=True)
class Card:
    """Details of a dataset that only the lead knows.

    `license`: its id on dataset hubs (`LICENSES`), or any other text
    `version`: of the dataset
    `citation`: how to cite it
    `languages`: codes of the languages of the texts, separated by commas; empty: detected
    """

    license: str = ""
    version: str = ""
    citation: str = ""
    languages: str = ""

    def language_codes(self) -> list[str]:
        """Return the stated languages. Raises UsageError if one is no code of a language."""
        codes = re.split(r"[\s,;]+", self.languages.strip()) if self.languages.strip() else []
        for code in codes:
            if not _LANGUAGE.fullmatch(code):
                raise UsageError(
                    msg("“{code}” is not the code of a language", code=code),
                    hint=msg("Use codes such as en or pt-BR, separated by commas."),
                    field="languages",
                )
        return list(dict.fromkeys(codes))


@dataclass(frozen=True)
class About:
    """The facts about a dataset in the card and the metadata.

    `languages`: codes of the texts' languages; empty if they are not known
    `earlier_texts`: number of answers about an earlier text of their item
    `methods`: the methods paragraph in English
    `guidelines`: empty if there are none
    `codes`: whether codes replace people's ids
    `revealed`: whether models are named
    `final`: whether the answers are final answers
    """

    title: str
    protocol: str
    card: Card
    items: int
    answers: int
    people: int
    earlier_texts: int
    conflicts: int
    left_out: Mapping[str, int]
    languages: list[str]
    methods: str
    guidelines: str
    codes: bool
    revealed: bool
    final: bool


def saved_card(workspace: Workspace) -> Card:
    """Return what the lead stated about the dataset of the project."""
    saved = workspace.local(_CARD, {})
    return Card(**{name: str(saved.get(name, "")) for name in Card.__dataclass_fields__})


def save_card(workspace: Workspace, card: Card) -> None:
    """Save what the lead stated about the dataset for the project, on this computer."""
    if card != saved_card(workspace):
        workspace.set_local(_CARD, dict(vars(card)))


def about_dataset(
    protocol: Protocol,
    dataset: Dataset,
    card: Card,
    *,
    methods: str,
    guidelines: str,
    codes: bool = False,
    revealed: bool = False,
    final: bool = False,
) -> About:
    """Return the description of a dataset. Raises UsageError if a stated language is no code."""
    return About(
        title=dataset.title,
        protocol=str(protocol.title),
        card=card,
        items=len(dataset.items),
        answers=len(dataset.annotations),
        people=len({one.annotator for one in dataset.annotations}),
        earlier_texts=len(answers_to_earlier_texts(dataset)),
        conflicts=dataset.conflicts,
        left_out=dataset.left_out,
        languages=card.language_codes() or detected_languages(dataset),
        methods=methods,
        guidelines=guidelines,
        codes=codes,
        revealed=revealed,
        final=final,
    )


def detected_languages(dataset: Dataset) -> list[str]:
    """Return the codes of the languages of a dataset's texts; empty if they are unclear.

    The documents and each field of the items have languages of their own: a translation is judged
    beside a document in another language. The language of the project says nothing about them: it
    is that of forms and reports.
    """
    texts = {"": list(dataset.documents.values())}
    for item in dataset.items:
        for name, value in item.content.items():
            texts.setdefault(name, []).extend(strings_in(value))
    codes = (code for some in texts.values() for code in languages_of(_sample(some)))
    return list(dict.fromkeys(codes))


def _sample(texts: Sequence[str]) -> Sequence[str]:
    """Return texts from the whole sequence: those at its end may be in another language."""
    # A text without spaces is an id or a key.
    texts = [one for one in texts if " " in one]
    return texts[:: len(texts) // _MOST_TEXTS + 1]


def describing_files(about: About, tables: Mapping[str, ExportFile]) -> dict[str, str]:
    """Return the texts of README.md, croissant.json and guidelines.md, by file name.

    `tables`: the Parquet files, by kind of row
    """
    croissant = json.dumps(_croissant(about, tables), indent=2, ensure_ascii=False)
    texts = {"README.md": _readme(about, tables), "croissant.json": croissant + "\n"}
    if about.guidelines:
        texts["guidelines.md"] = about.guidelines + "\n"
    return texts


def _readme(about: About, tables: Mapping[str, ExportFile]) -> str:
    """Return the dataset card: YAML front matter for dataset hubs, then facts in Markdown."""
    return "\n".join([*_front_matter(about, tables), *_facts(about, tables)])


def _front_matter(about: About, tables: Mapping[str, ExportFile]) -> list[str]:
    lines = ["---", f"pretty_name: {_yaml(about.title)}"]
    # Dataset hubs expect a plain licence id. Any other value is quoted, so that it cannot be
    # interpreted as YAML.
    known = re.fullmatch(r"[A-Za-z][A-Za-z0-9.+-]*", about.card.license or "unknown")
    lines.append(f"license: {known[0] if known else _yaml(about.card.license)}")
    if about.card.version:
        lines.append(f"version: {_yaml(about.card.version)}")
    if about.languages:
        # Quoted, because YAML reads the code of Norwegian as “false”.
        lines += ["language:", *(f"  - {_yaml(code)}" for code in about.languages)]
    lines += ["annotations_creators:", "  - expert-generated"]
    rows = max((one.count for one in tables.values()), default=0)
    size = next((name for limit, name in _SIZES if rows < limit), "n>1M")
    lines += ["size_categories:", f"  - {size}", "tags:", "  - human-evaluation", "  - proofdesk"]
    lines.append("configs:")
    for name, file in tables.items():
        lines += [
            f"  - config_name: {name}",
            "    data_files:",
            "      - split: train",
            f"        path: {file.name}",
        ]
        if name == "answers":
            lines.append("    default: true")
    lines.append("dataset_info:")
    for name, file in tables.items():
        lines += [f"  - config_name: {name}", "    features:"]
        for column, (kind, is_list) in _types(file.rows or []).items():
            # The name of a list that all versions of the library read.
            name_of_type = "sequence" if is_list else "dtype"
            lines += [f"      - name: {_yaml(column)}", f"        {name_of_type}: {_DTYPES[kind]}"]
        lines += [
            "    splits:",
            "      - name: train",
            f"        num_bytes: {len(file.data)}",
            f"        num_examples: {file.count}",
        ]
    return [*lines, "---"]


def _facts(about: About, tables: Mapping[str, ExportFile]) -> list[str]:
    card = about.card
    who = "codes in place of ids" if about.codes else "pseudonymous ids"
    lines = [
        "",
        f"# {_markdown(about.title)}",
        "",
        f"Collected with Proofdesk {__version__}, protocol *{_markdown(about.protocol)}*.",
        "",
        f"- items: {about.items}",
        f"- answers: {about.answers}",
        f"- annotators: {about.people} ({who})",
        f"- models: {'named' if about.revealed else 'under aliases'}",
        f"- answers left out because they, or their items, are in conflict: {about.conflicts}",
        *(
            [f"- answers about an earlier text of their item: {about.earlier_texts}"]
            if about.earlier_texts
            else []
        ),
        *(f"- answers left out: {n} ({reason})" for reason, n in about.left_out.items()),
    ]
    if card.version:
        lines.append(f"- version: {_markdown(card.version)}")
    if about.final:
        lines += [
            "",
            "The answers are final answers, one row per item: the lead's decision, or the answer "
            "that most annotators chose, or that of the only annotator who answered (`final_by`). "
            "If the form has several questions, `final_by_QUESTION` says so for each of them, and "
            "`final_annotators_QUESTION` how many annotators answered it. "
            "`final_undecided` lists the questions without a final answer.",
        ]
    lines += [
        "",
        "## How were the data collected?",
        "",
        _markdown(about.methods),
        "",
        "## Which files are there?",
        "",
        "| file | rows | fields |",
        "|---|---:|---|",
    ]
    for file in tables.values():
        fields = ", ".join(map(_code, columns_of(file.rows or [])))
        lines.append(f"| `{file.name}` | {file.count} | {fields} |")
    if about.guidelines:
        lines.append("| `guidelines.md` | | guidelines for annotators |")
    lines += [
        "| `croissant.json` | | the same description for programs (Croissant 1.0) |",
        "",
        "Empty fields are missing values, never zeros.",
        "",
    ]
    if any(EARLIER_TEXT in columns_of(file.rows or []) for file in tables.values()):
        lines += [
            f"`{EARLIER_TEXT}` is true where an annotator answered before the text of the item was "
            "changed; the item here has the new text.",
            "",
        ]
    if card.citation:
        lines += ["## How do I cite the data?", "", _markdown(card.citation), ""]
    lines += [
        "## What should I know before I use the data?",
        "",
        "Add here: how annotators were recruited and paid, where the texts come from and under "
        "which terms, and what the data must not be used for.",
        "",
    ]
    return lines


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


def _croissant(about: About, tables: Mapping[str, ExportFile]) -> dict[str, Any]:
    """Return Croissant 1.0 metadata: a description of the files and their fields in JSON-LD."""
    card = about.card
    licence = LICENSES[card.license][1] if card.license in LICENSES else card.license or "unknown"
    return {
        "@context": {
            "@language": "en",
            "@vocab": "https://schema.org/",
            "citeAs": "cr:citeAs",
            "column": "cr:column",
            "conformsTo": "dct:conformsTo",
            "cr": "http://mlcommons.org/croissant/",
            "rai": "http://mlcommons.org/croissant/RAI/",
            "data": {"@id": "cr:data", "@type": "@json"},
            "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
            "dct": "http://purl.org/dc/terms/",
            "equivalentProperty": "cr:equivalentProperty",
            "examples": {"@id": "cr:examples", "@type": "@json"},
            "extract": "cr:extract",
            "field": "cr:field",
            "fileProperty": "cr:fileProperty",
            "fileObject": "cr:fileObject",
            "fileSet": "cr:fileSet",
            "format": "cr:format",
            "inLanguage": "sc:inLanguage",
            "includes": "cr:includes",
            "isLiveDataset": "cr:isLiveDataset",
            "jsonPath": "cr:jsonPath",
            "key": "cr:key",
            "md5": "cr:md5",
            "parentField": "cr:parentField",
            "path": "cr:path",
            "recordSet": "cr:recordSet",
            "references": "cr:references",
            "regex": "cr:regex",
            "repeated": "cr:repeated",
            "replace": "cr:replace",
            "samplingRate": "cr:samplingRate",
            "sc": "https://schema.org/",
            "separator": "cr:separator",
            "source": "cr:source",
            "subField": "cr:subField",
            "transform": "cr:transform",
        },
        "@type": "sc:Dataset",
        "conformsTo": _CROISSANT,
        "name": about.title,
        "description": f"{about.answers} answers on {about.items} items. {about.methods}",
        "license": licence,
        **({"inLanguage": about.languages} if about.languages else {}),
        **({"version": card.version} if card.version else {}),
        **({"citeAs": card.citation} if card.citation else {}),
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": f"{name}.parquet",
                "name": f"{name}.parquet",
                "contentUrl": file.name,
                "contentSize": f"{len(file.data)} B",
                "encodingFormat": "application/x-parquet",
                "sha256": sha256_hex(file.data),
            }
            for name, file in tables.items()
        ],
        "recordSet": [_record_set(name, file.rows or []) for name, file in tables.items()],
    }


def _record_set(name: str, rows: Rows) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{column}",
                "name": column,
                "dataType": kind,
                **({"repeated": True} if is_list else {}),
                "source": {
                    "fileObject": {"@id": f"{name}.parquet"},
                    "extract": {"column": column},
                },
            }
            for column, (kind, is_list) in _types(rows).items()
        ],
    }


def _types(rows: Rows) -> dict[str, tuple[str, bool]]:
    """Return the Croissant type of each column, and whether its values are lists of this type."""
    values = {column: [row.get(column) for row in rows] for column in columns_of(rows)}
    return {column: (_type_of(one), are_lists_of_texts(one)) for column, one in values.items()}


def _type_of(values: list[Any]) -> str:
    kinds = {type(value) for value in values if value is not None}
    # Too large for a column of integers, so the file has text there.
    if any(type(value) is int and abs(value) >= 2**63 for value in values):
        return "sc:Text"
    # `==`, because bool is a subclass of int: a column with both is text.
    if kinds == {bool}:
        return "sc:Boolean"
    if kinds == {int}:
        return "sc:Integer"
    if kinds and kinds <= {int, float}:
        return "sc:Float"
    return "sc:Text"
