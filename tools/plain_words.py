"""List unusual words that have a standard term: `python -m tools.plain_words`.

GLOSSARY.md defines the terms of the project. The words below were used instead of standard terms
earlier. They are searched for in names, comments, docstrings, texts of the window, messages and
documents. The exit status is 1 if one occurs.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
CODE = ("desktop_app", "plugins", "tools", "benchmarks")
DOCUMENTS = ("README.md", "CHANGELOG.md", "GLOSSARY.md", "docs/*.md", "docs/decisions/*.md")

# Parts of names, between underscores, with their standard terms.
NAMES = {
    "told": "described, or what it holds: answer_rows, fields",
    "foretold": "predicted",
    "mended": "fixed",
    "deeds": "actions",
    "anew": "again, stale",
    "unfit": "ineligible",
    "lacking": "missing",
    "Partly": "AnswerPatch",
    "Remedy": "SectionFix",
    "dress": "apply_theme",
}

# Allowed names: an error type of the DOLOMITES paper, and a rule in settings files and answers.
TERMS = {"lacking_depth", "not_mended"}

# Patterns of words in sentences, with their standard terms.
PHRASES = {
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\bforet(?:ell|ells|old|elling)\b": "predict",
    r"\banew\b": "again",
    r"\bhand(?:s|ed|ing)? in\b": "submit",
    r"\bby lot\b": "at random",
    r"\ball the same\b": "anyway",
    r"\b(?:be|beca)(?:me|come|comes) of\b": "happened to",
    r"\bof whom nothing\b": "who have submitted nothing",
    r"\bof no use\b": "unusable",
    r"\bstands? twice\b": "occurs twice",
    r"\bin the place of\b": "instead of",
    r"\bunder way\b": "in progress",
}
_PHRASES = [(re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in PHRASES.items()]


def find(root: Path = ROOT) -> Iterator[str]:
    """Yield “file:line: word: standard term” for each occurrence of such a word."""
    for folder in CODE:
        for file in sorted((root / folder).rglob("*.py")):
            # Prompts are left out: after a change of a prompt, cached answers no longer apply.
            if file.name != "wording.py" and file != Path(__file__).resolve():
                yield from _in_code(file, file.relative_to(root))
    for pattern in DOCUMENTS:
        for file in sorted(root.glob(pattern)):
            yield from _in_document(file, file.relative_to(root))


def _in_code(file: Path, name: Path) -> Iterator[str]:
    source = file.read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        # A string without spaces is no sentence, but a key or a pattern.
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield from _in_sentence(node.value, f"{name}:{node.lineno}")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        place = f"{name}:{token.start[0]}"
        if token.type == tokenize.COMMENT:
            yield from _in_sentence(token.string, place)
        elif token.type == tokenize.NAME:
            if token.string in TERMS:
                continue
            for word in NAMES.keys() & set(token.string.strip("_").split("_")):
                yield f"{place}: {token.string}: {NAMES[word]}"


def _in_document(file: Path, name: Path) -> Iterator[str]:
    is_code = False
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if line.startswith("```"):
            is_code = not is_code
        # Code blocks contain names of fields and commands, in which these words are allowed.
        elif not is_code:
            # The glossary lists words to avoid, which is allowed.
            yield from _in_sentence(line.partition("*Avoid:*")[0], f"{name}:{number}")


def _in_sentence(text: str, place: str) -> Iterator[str]:
    prose = re.sub(r"`[^`]*`", "", text)  # Text in backticks is a name in the code.
    for pattern, plain in _PHRASES:
        for found in pattern.finditer(prose):
            yield f"{place}: {found[0]}: {plain}"


def main() -> int:
    found = list(find())
    print(*found, f"Words that have a standard term: {len(found)}.", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
