"""Maintain the catalogues: `python -m tools.translations update | check | missing | settle`.

update   collect all texts of the window and all messages in resources/i18n/*.ts, and compile
check    fail unless both catalogues are complete, valid, and compiled from the current code
missing  list the texts without a German translation
settle   after a merge conflict: join both sides of the .ts files, then update

docs/translating.md explains how to translate.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree import ElementTree

from desktop_app.core.messages import has_words

ROOT = Path(__file__).parent.parent
CATALOGUES = ("proofdesk_de", "proofdesk_en")
ENGLISH = "proofdesk_en"  # Contains only plural forms; other texts are shown as in the code.
CONTEXT = "Messages"  # Context of the templates of `msg` in the catalogues.

Key = tuple[str, str, str]  # Context, source text, comment.


class CatalogueError(Exception):
    """A tool of Qt failed; the message contains its output."""


@dataclass(frozen=True)
class Entry:
    """The translation of one text in a catalogue.

    `forms`: one text, or one for each plural form
    """

    forms: tuple[str, ...]
    plural: bool = False
    finished: bool = True


# The code


def sources(root: Path) -> list[Path]:
    """Return the files that contain texts of the window."""
    panels = ("plugins/*/panel*.py", "plugins/*/panel/**/*.py")
    found = [file for pattern in ("desktop_app/ui/**/*.py", *panels) for file in root.glob(pattern)]
    return sorted(found)


def texts_in(files: Iterable[Path]) -> tuple[dict[Key, bool], list[str]]:
    """Return the texts to translate in these files, {key: whether it has plurals}, and errors.

    Qt's lupdate fills the catalogues; this function only checks that it has missed no text. Its
    parser for Python is simple and ignores, for example, texts in f-strings.
    """
    found: dict[Key, bool] = {}
    wrong: list[str] = []
    bases: set[str] = set()
    plurals: list[tuple[str, str]] = []
    for file in files:
        reader = _Reader(file)
        reader.visit(ast.parse(file.read_text("utf-8")))
        found |= reader.found
        wrong += reader.wrong
        bases |= reader.bases
        plurals += reader.plurals
    # PySide looks up a text for the class of the object first, then for its base classes. The first
    # lookup already replaces %n, so PySide takes its result for a translation and stops there.
    wrong += [
        f"“{text}” ({name}): others inherit from {name}, where a plural is not found by tr(); "
        "use QCoreApplication.translate"
        for name, text in plurals
        if name in bases
    ]
    return found, wrong


class _Reader(ast.NodeVisitor):
    def __init__(self, file: Path) -> None:
        self.file = file
        self.found: dict[Key, bool] = {}
        self.wrong: list[str] = []
        self.bases: set[str] = set()
        self.plurals: list[tuple[str, str]] = []  # Class and text of each self.tr() with a count.
        self._classes: list[str] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._classes.append(node.name)
        self.bases |= {ast.unparse(base).rpartition(".")[2] for base in node.bases}
        self.generic_visit(node)
        self._classes.pop()

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute):
            return
        whose = ast.unparse(node.func.value)
        arguments = list(node.args)
        if node.func.attr == "translate" and whose.endswith("QCoreApplication"):
            if arguments and _is_marker(arguments[0]):
                return  # The text is known only at run time. Its module marks it separately.
            context = _literal(arguments.pop(0)) if arguments else None
        elif node.func.attr == "tr":
            if whose != "self" or not self._classes:
                self._say(node, f"{whose}.tr(): call tr() on self, for Qt's context is the class")
                return
            context = self._classes[-1]
            if len(arguments) > 2 and (text := _literal(arguments[0])):
                self.plurals.append((context, text))
        else:
            return
        text = _literal(arguments[0]) if arguments else None
        comment = _literal(arguments[1]) if len(arguments) > 1 else ""
        if context is None or text is None or comment is None:
            self._say(node, "a text to translate must be written out, not computed")
            return
        self.found[context, text, comment] = len(arguments) > 2

    def _say(self, node: ast.AST, what: str) -> None:
        self.wrong.append(f"{self.file.name}:{getattr(node, 'lineno', 0)}: {what}")


def message_templates(root: Path) -> tuple[set[str], list[str]]:
    """Return the templates of all messages (`desktop_app/core/messages.py`), and errors.

    Templates without words, such as “{file}: {reason}”, need no translation and are left out.
    """
    found: set[str] = set()
    wrong: list[str] = []
    for file in sorted([*root.glob("desktop_app/**/*.py"), *root.glob("plugins/**/*.py")]):
        text = file.read_text("utf-8")
        if "msg(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id != "msg":
                continue
            template = _literal(node.args[0]) if node.args else None
            if template is None:
                wrong.append(f"{file.name}:{node.lineno}: a template must be written out")
                continue
            places = set(re.findall(r"\{(\w+)\}", template)) if node.keywords else set()
            if places != {keyword.arg for keyword in node.keywords}:
                wrong.append(f"{file.name}:{node.lineno}: other values than places: “{template}”")
            if has_words(template):
                found.add(template)
    return found, wrong


def _literal(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def _is_marker(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id.isupper()


# The catalogues


def read(file: Path) -> dict[Key, Entry]:
    """Return the entries of a .ts file."""
    entries: dict[Key, Entry] = {}
    for context in ElementTree.parse(file).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            key = (name, message.findtext("source", ""), message.findtext("comment", ""))
            translation = message.find("translation")
            if translation is None:
                translation = ElementTree.Element("translation", type="unfinished")
            plural = message.get("numerus") == "yes"
            forms = tuple(form.text or "" for form in translation.iter("numerusform"))
            entries[key] = Entry(
                forms if plural else (translation.text or "",),
                plural,
                "type" not in translation.attrib,
            )
    return entries


def write(file: Path, entries: dict[Key, Entry]) -> None:
    """Write a .ts file like lupdate: grouped by context, without positions in the code."""
    language = file.stem.rpartition("_")[2]
    top = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts: dict[str, ElementTree.Element] = {}
    for key, entry in entries.items():
        if key[0] not in contexts:
            contexts[key[0]] = ElementTree.SubElement(top, "context")
            ElementTree.SubElement(contexts[key[0]], "name").text = key[0]
        attributes = {"numerus": "yes"} if entry.plural else {}
        message = ElementTree.SubElement(contexts[key[0]], "message", attributes)
        ElementTree.SubElement(message, "source").text = key[1]
        if key[2]:
            ElementTree.SubElement(message, "comment").text = key[2]
        state = {} if entry.finished else {"type": "unfinished"}
        translation = ElementTree.SubElement(message, "translation", state)
        if entry.plural:
            for form in entry.forms:
                ElementTree.SubElement(translation, "numerusform").text = form
        else:
            translation.text = entry.forms[0]
    ElementTree.indent(top)
    text = ElementTree.tostring(top, "unicode")
    file.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{text}\n', "utf-8")


def update(root: Path, folder: Path) -> None:
    """Update the catalogues in `folder` from the code in `root`, and compile them.

    A text that only moved to another class keeps its translation. Raises CatalogueError if a tool
    of Qt fails.
    """
    with tempfile.TemporaryDirectory() as scratch:
        # lupdate does not know `msg`, so it reads a file in which all templates are texts to
        # translate.
        messages = Path(scratch) / "messages.py"
        templates = sorted(message_templates(root)[0])
        lines = (f'QCoreApplication.translate("{CONTEXT}", {_quoted(t)})\n' for t in templates)
        messages.write_text("".join(lines), "utf-8")
        _update([*sources(root), messages], folder)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _update(files: list[Path], folder: Path) -> None:
    for name in CATALOGUES:
        file = folder / f"{name}.ts"
        before = read(file) if file.exists() else {}
        options = ["-pluralonly"] if name == ENGLISH else []
        _run(
            *("lupdate", "-silent", "-no-obsolete", "-no-ui-lines", "-sort-messages"),
            *("-locations", "none", "-source-language", "en"),
            *("-target-language", name.rpartition("_")[2]),
            *("-disable-heuristic", "sametext", "-disable-heuristic", "similartext"),
            *options,
            *(str(path) for path in files),
            *("-ts", str(file)),
        )
        after = read(file)
        moved = _moved(before, after)
        if moved:
            write(file, after | moved)
            _update(files, folder)  # So that the layout of the file is that of lupdate.
            return
        compile_(file)


def _moved(before: dict[Key, Entry], after: dict[Key, Entry]) -> dict[Key, Entry]:
    known: dict[tuple[str, str, bool], set[tuple[str, ...]]] = {}
    for (_, *text), entry in before.items():
        if entry.finished:
            known.setdefault((text[0], text[1], entry.plural), set()).add(entry.forms)
    moved = {}
    for key, entry in after.items():
        found = known.get((key[1], key[2], entry.plural), set())
        if not entry.finished and key not in before and len(found) == 1:
            moved[key] = Entry(next(iter(found)), entry.plural)
    return moved


def compile_(file: Path) -> Path:
    """Compile a .ts file into a .qm file next to it, and return the path of the .qm file.

    Texts without a translation are left out. Messages are written to a JSON file instead, because
    reports are translated without Qt. Raises CatalogueError if a tool of Qt fails.
    """
    target = file.with_suffix(".qm")
    entries = read(file)
    with tempfile.TemporaryDirectory() as scratch:
        texts = Path(scratch) / file.name
        # Qt groups the digits of a number only for %Ln. It is written here, because lupdate,
        # translators and the code would all have to remember it.
        write(
            texts,
            {
                key: replace(entry, forms=tuple(one.replace("%n", "%Ln") for one in entry.forms))
                if entry.plural
                else entry
                for key, entry in entries.items()
                if key[0] != CONTEXT
            },
        )
        _run("lrelease", "-silent", "-nounfinished", str(texts), "-qm", str(target))
    if file.stem != ENGLISH:
        messages = {
            text: entry.forms[0]
            for (context, text, _), entry in sorted(entries.items())
            if context == CONTEXT and entry.finished
        }
        data = json.dumps(messages, ensure_ascii=False, indent=0)
        messages_file(file).write_text(f"{data}\n", "utf-8")
    return target


def messages_file(file: Path) -> Path:
    """Return the path of the JSON file with the messages of a .ts file."""
    return file.with_name(f"messages_{file.stem.rpartition('_')[2]}.json")


def _run(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).with_name(f"pyside6-{tool}")
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    output = (done.stdout + done.stderr).strip()
    if done.returncode or output:
        raise CatalogueError(f"{tool}: {output or done.returncode}")


# The check


def check(root: Path, folder: Path) -> list[str]:
    """Return the errors of the catalogues in `folder`, compared with the code in `root`."""
    expected, problems = texts_in(sources(root))
    templates, computed = message_templates(root)
    problems += computed
    expected |= dict.fromkeys(((CONTEXT, text, "") for text in templates), False)
    with tempfile.TemporaryDirectory() as scratch:
        for name in CATALOGUES:
            for suffix in (".ts", ".qm"):
                kept = folder / (name + suffix)
                if kept.exists():
                    (Path(scratch) / kept.name).write_bytes(kept.read_bytes())
        update(root, Path(scratch))
        for name in CATALOGUES:
            wanted = {key for key, plural in expected.items() if plural or name != ENGLISH}
            problems += _check_one(name, folder, Path(scratch), wanted)
    return problems


def _check_one(name: str, folder: Path, fresh: Path, wanted: set[Key]) -> Iterator[str]:
    kept = folder / f"{name}.ts"
    if not kept.exists():
        yield f"{name}.ts: is missing; run: python -m tools.translations update"
        return
    entries, renewed = read(kept), read(fresh / kept.name)
    for key in sorted(wanted - renewed.keys()):
        yield f"{name}: lupdate does not find “{key[1]}” ({key[0]}); write it in a simpler form"
    stale = sorted(renewed.keys() - entries.keys())
    yield from (f"{name}: not in the catalogue: “{key[1]}” ({key[0]})" for key in stale)
    gone = sorted(entries.keys() - renewed.keys())
    yield from (f"{name}: no longer in the code: “{key[1]}” ({key[0]})" for key in gone)
    for key, entry in sorted(entries.items()):
        yield from (f"{name}: {what}: “{key[1]}” ({key[0]})" for what in faults(key[1], entry))
    if not (stale or gone):
        files = [f"{name}.ts", f"{name}.qm"]
        if name != ENGLISH:
            files.append(messages_file(kept).name)
        for file in files:
            if not _same(folder / file, fresh / file):
                yield f"{file}: out of date; run: python -m tools.translations update"


def _same(one: Path, other: Path) -> bool:
    return one.exists() and one.read_bytes() == other.read_bytes()


_PLACES = re.compile(r"\{\w*\}|%n|%L?\d")
_MNEMONIC = re.compile(r"&(?=\w)")
_ENDS = "….:?!"


def faults(source: str, entry: Entry) -> Iterator[str]:
    """Yield the errors of one translation."""
    if not entry.finished or not all(form.strip() for form in entry.forms):
        yield "not translated"
        return
    for number, form in enumerate(entry.forms):
        wanted, there = Counter(_PLACES.findall(source)), Counter(_PLACES.findall(form))
        if entry.plural and number == 0 and not there["%n"]:
            del wanted["%n"]  # The singular form may contain the word “one” instead.
        if wanted != there:
            yield f"other placeholders ({' '.join(sorted(there)) or 'none'})"
        if len(_MNEMONIC.findall(source)) != len(_MNEMONIC.findall(form)):
            yield "other mnemonics (&)"
        # A translation may add a full stop, because it may end with an abbreviation.
        if _end(source) != _end(form) and (_end(source) or _end(form) != "."):
            yield f"ends in “{form[-1]}”"
        if _margins(source) != _margins(form):
            yield "other blanks at its ends"
        if '"' in form and '"' not in source:
            yield 'has straight quotes (")'


def _end(text: str) -> str:
    last = text.strip()[-1:]
    return last if last in _ENDS else ""


def _margins(text: str) -> tuple[int, int]:
    return len(text) - len(text.lstrip()), len(text) - len(text.rstrip())


# The command


def settle(folder: Path) -> None:
    """Join both sides of the .ts files that git could not merge.

    Of two translations of a text, the one that differs from the common ancestor is kept; if both
    differ, that of the current branch.
    """
    for name in CATALOGUES:
        file = folder / f"{name}.ts"
        # The numbers that git gives to the common ancestor and to the two sides.
        before, own, other = (_side(number, file) for number in (1, 2, 3))
        if own or other:
            joined = dict(other)
            for key, entry in own.items():
                changed = entry != before.get(key)
                if key not in other or (entry.finished and (changed or other[key] == before[key])):
                    joined[key] = entry
            write(file, dict(sorted(joined.items())))


def _side(stage: int, file: Path) -> dict[Key, Entry]:
    shown = subprocess.run(
        ["git", "show", f":{stage}:./{file.name}"],
        cwd=file.parent,
        capture_output=True,
        check=False,
    )
    if shown.returncode:
        return {}
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / file.name
        copy.write_bytes(shown.stdout)
        return read(copy)


def missing(folder: Path) -> Iterator[str]:
    for key, entry in read(folder / f"{CATALOGUES[0]}.ts").items():
        if not entry.finished:
            yield f"{key[0]}: {key[1]}"


def _print(lines: Iterable[str], end: str) -> int:
    shown = list(lines)
    print(*shown, end.format(number=len(shown)), sep="\n")
    return 1 if shown else 0


def main(arguments: list[str]) -> int:
    folder = ROOT / "resources" / "i18n"
    verb = arguments[0] if len(arguments) == 1 else ""
    try:
        if verb == "check":
            return _print(check(ROOT, folder), "Catalogues: {number} problems.")
        if verb in ("update", "settle"):
            if verb == "settle":
                settle(folder)
            update(ROOT, folder)
        if verb in ("update", "settle", "missing"):
            _print(missing(folder), "Without German: {number}.")
            return 0
    except CatalogueError as error:
        print(error)
        return 1
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
