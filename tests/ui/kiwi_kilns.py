"""A kiwi project with sessions for ana, and the answers of a test model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.cli.command import done
from tests.llm.server import Answer, Asked, text
from tests.workspace.projects import jsonl

THINGS = ("bowls", "tiles", "bricks", "pipes", "lamps")


def paper(number: int, about: str) -> dict[str, Any]:
    paragraphs = [f"Part {n} of paper {number} is about {about}, case {n}." for n in range(4)]
    return {"title": f"Paper {number} on {about}", "authors": ["A"], "paragraphs": paragraphs}


def question(about: str) -> dict[str, Any]:
    papers = [paper(n, about if n % 2 else f"other things than {about}") for n in range(4)]
    return {"id": about, "question": f"How are {about} fired?", "documents": papers}


def sessions(
    folder: Path, count: int = 3, models: Sequence[str] = (), *settings: str
) -> tuple[Path, Path]:
    """Create a project with this number of questions, and ana's workspace. Return both paths."""
    folder.mkdir(exist_ok=True)
    lead, own, bundle = folder / "lead", folder / "ana", folder / "for-ana.proofdesk"
    done("new", lead, "--title", "Kilns", "--protocol", "kiwi")
    done("import", lead, "--what", "background_form", "--none")
    if settings:
        file = folder / "kiwi.txt"
        file.write_text("\n".join(settings) + "\n", "utf-8")
        own_forms = lead / "project" / "forms"
        own_forms.mkdir(parents=True, exist_ok=True)
        (own_forms / "kiwi.txt").write_bytes(file.read_bytes())
    if models:
        rows = [{"model": model} for model in models]
        done("import", lead, jsonl(folder / "models.jsonl", rows), "--what", "models")
    rows = [question(about) for about in THINGS[:count]]
    done("import", lead, jsonl(folder / "items.jsonl", rows), "--what", "items")
    people = [{"id": person} for person in ("ana", "ben", "cleo")[: max(1, len(models))]]
    done("import", lead, jsonl(folder / "people.jsonl", people), "--what", "people")
    done("assign", lead, "--overlap", 1, "--seed", 1)
    done("pack", lead, "--for", "ana", "-o", bundle)
    done("join", bundle, own)
    return lead, own


def part(asked: Asked, tag: str) -> str:
    """Return the text between two tags of a prompt."""
    return asked.text.partition(f"<{tag}>\n")[2].partition(f"\n</{tag}>")[0]


def sensible(asked: Asked) -> Answer | None:
    """Return an answer like that of a model: a first answer, a summary, or a revision that repeats
    the instruction.
    """
    if "<summary>" in asked.text:
        return text(f"{part(asked, 'previous')} Now also {part(asked, 'instruction')} [1].")
    if "<previous>" in asked.text and "<documents>" in asked.text:
        return text(f"The papers say of {part(asked, 'instruction')} enough [3].")
    if "<previous>" in asked.text:
        return text(f"{part(asked, 'previous')} In style: {part(asked, 'instruction')}.")
    if "<question>" in asked.text:
        return text(f"First of all, {part(asked, 'question')} So it is [1][3].")
    return None
