"""Finds the messages of the layers that know no Qt: errors, hints, reasons, notes, titles.

Those layers say in plain English what happened, in f-strings at the place where it happens. The
window shows such a sentence in its own language: it knows the sentence's template, “{path}: could
not be written ({error})”, and has a translation of that (`desktop_app/ui/messages.py`). Here the
templates are read out of the code: every literal of more than one word that is no docstring.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

_PLACES = (
    "desktop_app/core/**/*.py",
    "desktop_app/stats/**/*.py",
    "desktop_app/bundles/**/*.py",
    "desktop_app/llm/**/*.py",
    "desktop_app/storage/**/*.py",
    "desktop_app/web/**/*.py",
    "desktop_app/workspace/**/*.py",
    "desktop_app/files.py",
    "desktop_app/plugin_loader.py",
    "desktop_app/settings.py",
    "plugins/**/*.py",
)
# Files that write for readers outside the window: a data set's card; what models are told and are
# trained on. Lists of words.
_NOT = (
    "publishing.py",
    "panel*.py",
    "panel/*.py",
    "wording.py",
    "cnr/chat.py",
    "critique_rules.py",
)

# Messages of one word and a place; kinds of records, which stand unquoted in messages; levels of
# measurement in tables; what the operating system says.
_ALSO = (
    "line {line}",
    # cells of tables of cnr
    *("Correctness", "Relevance", "Clarity", "Safety", "Positive", "Negative", "Accepted"),
    *("Changed", "judges", "people", "annotators"),
    # cells of tables of dolomites
    *("Representativeness", "Complexity", "Anonymity", "Accessibility"),
    *("Likely", "Possible", "Unlikely", "Unsure", "High", "Medium", "Low", "Yes", "Maybe", "No"),
    *("Definitely", "Detailed", "Style", "Reorganised", "Fixed", "Examples", "Corrections"),
    *("Words", "All", "Development", "Test", "Forward", "Reverse"),
    *("Depth", "Completeness", "Coherence", "Average", "Overall", "Verbose"),
    # cells of tables of kiwi
    *("Stylistic", "Good", "Neutral", "Bad", "Clarification", "Remove", "Condense", "Reorganise"),
    *("Categorise", "Other", "Ignored", "Total"),
    *("adjudication", "annotation", "assignment", "background", "document", "item", "mark"),
    *("material", "origin", "person", "project"),
    *("nominal", "ordinal", "interval", "ratio"),
    "No space left on device",
    "Permission denied",
    "No such file or directory",
    "Read-only file system",
    "Is a directory",
    "Not a directory",
    "Disk quota exceeded",
    "Input/output error",
    "File name too long",
)

# What has a title as its second argument, be it one word.
_TITLED = ("column", "stage", "table")

_WORD = re.compile(r"[^\W\d_]{2,}")
_NOT_PROSE = re.compile(
    r"[<>|]|==|=\"|^#|^\s*[.]|^- |^-?[\w.:/]*$|://"
    r"|^import |^gzip|^[a-z]{2}, |^\[(?:no )?length"  # code, headers, marks in files
)
_FIELD = re.compile(r"[a-z_]+: (.{5,})")
_BRACES = re.compile(r"\{\w*\}")


def message_templates(root: Path) -> list[str]:
    """Return every message of the code below `root`, with named places for what varies."""
    found: set[str] = set(_ALSO)
    for pattern in _PLACES:
        for file in root.glob(pattern):
            if not any(file.match(name) for name in _NOT):
                found |= set(_in_module(ast.parse(file.read_text("utf-8"))))
    return sorted(found)


def _in_module(module: ast.Module) -> Iterator[str]:
    skipped: set[ast.AST] = set()
    nodes = list(ast.walk(module))  # the walk is what takes the time
    for node in nodes:
        if isinstance(node, ast.Call) and _name_of(node.func) in _TITLED and len(node.args) > 1:
            title = node.args[1]
            if isinstance(title, ast.Constant) and _WORD.search(str(title.value)):
                yield str(title.value)
        if isinstance(node, ast.keyword) and node.arg == "title":  # of an option
            words = node.value.value if isinstance(node.value, ast.Constant) else ""
            if _WORD.search(str(words)):
                yield str(words)
        if isinstance(node, ast.ClassDef) and _is_protocol(node):
            # What a protocol says of itself, as the page of a new project shows it.
            yield " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
        if isinstance(node, ast.Expr):
            skipped.add(node.value)  # a docstring
        elif isinstance(node, ast.JoinedStr):
            skipped |= set(node.values)
        elif isinstance(node, ast.AnnAssign):
            skipped |= set(ast.walk(node.annotation)) - _told_in(node.annotation)
    for node in nodes:
        if node in skipped:
            continue
        text = ""
        if isinstance(node, ast.JoinedStr):
            text = _template(node.values)
        elif isinstance(node, ast.BinOp) and _goes_on(node.left):
            skipped.add(node.left)
            text = _template([node.left, ast.FormattedValue(node.right, -1, None)])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        text = bare(text)
        if _is_message(text):
            yield text
            field = _FIELD.fullmatch(text)  # “rating: is missing” may be told as field and reason
            if field:
                yield field[1]


def _told_in(annotation: ast.expr) -> set[ast.AST]:
    """Return what says something to a person within an annotation: of a pydantic field."""
    calls = (node for node in ast.walk(annotation) if isinstance(node, ast.Call))
    fields = (call for call in calls if _name_of(call.func) == "field")
    return {part for call in fields for one in call.keywords for part in ast.walk(one.value)}


def _is_protocol(node: ast.ClassDef) -> bool:
    named = (part.target for part in node.body if isinstance(part, ast.AnnAssign) and part.value)
    return {"key", "title", "stages"} <= {name.id for name in named if isinstance(name, ast.Name)}


def _is_message(text: str) -> bool:
    if "\n" in text or "\\" in text:  # what models are told; a pattern
        return False
    plain = _BRACES.sub("", text)
    return " " in text and bool(_WORD.search(plain)) and not _NOT_PROSE.search(plain.strip())


def bare(text: str) -> str:
    """Return a message without what joins it to another: “; did you mean …” and the like."""
    return text.strip().lstrip(";,:").strip().removesuffix(":").strip()


def _goes_on(node: ast.expr) -> bool:
    """Tell whether something is added to a text in the middle of a sentence."""
    return isinstance(node, ast.Constant) and str(node.value).endswith(" ")


def _template(values: list[ast.expr]) -> str:
    """Return an f-string's parts with short, different names for its expressions."""
    names: dict[str, str] = {}
    parts = []
    for part in values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        elif isinstance(part, ast.FormattedValue):
            expression = ast.unparse(part.value)
            if expression not in names:
                name = _name_of(part.value)
                same = sum(other.rstrip("0123456789") == name for other in names.values())
                names[expression] = f"{name}{same + 1}" if same else name
            parts.append(f"{{{names[expression]}}}")
    return "".join(parts)


def _name_of(node: ast.expr) -> str:
    """Return the word a translator reads for an expression: `error.strerror or error` is error."""
    if isinstance(node, ast.Name):
        return node.id.strip("_").lower()
    if isinstance(node, ast.Attribute):
        return _name_of(node.value) if node.attr in ("strerror", "value") else node.attr.lower()
    if isinstance(node, ast.BoolOp):
        return _name_of(node.values[-1])
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "len":
            return "count"
        if node.args:
            return _name_of(node.args[0])
        return _name_of(node.func)
    if isinstance(node, ast.Subscript):
        return _name_of(node.value)
    if isinstance(node, (ast.GeneratorExp, ast.ListComp)):
        return "list"
    return "value"
