"""List the words that plain English replaced: `python -m tools.plain_words`.

GLOSSARY.md says which words the project uses. The words below came from a private dialect; each
has a standard term. They are looked for in names, in comments and docstrings, in the texts of the
window and of messages, and in the documents. The exit status is 1 where one is left.
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

# In names: whole parts of them, between underscores.
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

# A kind of error of the DOLOMITES paper, and a name in files of settings and in answers.
TERMS = {"lacking_depth", "not_mended"}

# In sentences.
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
    """Yield “file:line: word: standard term” for each word that is left."""
    for folder in CODE:
        for file in sorted((root / folder).rglob("*.py")):
            # Prompts are left out: another word would ask models again what is in the cache.
            if file.name != "wording.py" and file != Path(__file__).resolve():
                yield from _in_code(file, file.relative_to(root))
    for pattern in DOCUMENTS:
        for file in sorted(root.glob(pattern)):
            yield from _in_document(file, file.relative_to(root))


def _in_code(file: Path, name: Path) -> Iterator[str]:
    source = file.read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        # Strings that are no sentences (keys of files, patterns) have no spaces around the word.
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
        # Code blocks show names of fields and commands, which the words do not apply to.
        elif not is_code:
            # The glossary lists words to avoid, which must stay listed.
            yield from _in_sentence(line.partition("*Avoid:*")[0], f"{name}:{number}")


def _in_sentence(text: str, place: str) -> Iterator[str]:
    prose = re.sub(r"`[^`]*`", "", text)  # what stands in backticks is a name of the code
    for pattern, plain in _PHRASES:
        for found in pattern.finditer(prose):
            yield f"{place}: {found[0]}: {plain}"


def main() -> int:
    found = list(find())
    print(*found, f"Words that have a standard term: {len(found)}.", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
