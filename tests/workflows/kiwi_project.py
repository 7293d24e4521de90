"""A kiwi project for tests: a lead, four people, and questions on real stories.

What the people write is random, and the expected figures are computed without the program's
functions.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from desktop_app.core.merging import body_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.stats.data import read_rows
from tests.workspace.projects import jsonl

MODELS = ("larch-70b-canary", "sorrel-8b-canary")
PEOPLE = ("ana", "ben", "cleo", "dana")
WORDS = "the ship leaves before dawn and nobody on the moon hears of it for years"


def questions(many: int) -> list[dict[str, Any]]:
    """Return the first question on each of `many` real stories, with the paragraphs of its
    documents.
    """
    rows = read_rows("story_questions.jsonl")
    return [dict(row) for row in rows if row["id"].endswith("-1")][:many]


class Project:
    """A lead's workspace in `lead`. The workspaces of the others are next to it, under
    their names.
    """

    def __init__(self, folder: Path, *, title: str = "Stories") -> None:
        self.folder, self.lead = folder, folder / "lead"
        done("new", self.lead, "--title", title, "--protocol", "kiwi")

    def take(
        self, what: str, rows: Iterable[Mapping[str, Any]], *more: object, status: int = 0
    ) -> Any:
        file = jsonl(self.folder / f"{what}.jsonl", rows)
        return done("import", self.lead, file, "--what", what, *more, status=status)

    def settle(self, text: str) -> None:
        """Write the project's settings file."""
        place = self.lead / "project" / "settings" / "kiwi.yaml"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")

    def assign(self, stage: str, overlap: int = 1, *more: object, status: int = 0) -> Any:
        words = ("--stage", stage, "--overlap", overlap, "--seed", 11, *more)
        return done("assign", self.lead, *words, status=status)

    def pack(self, person: str) -> Path:
        """Pack the items assigned to a person; return the bundle."""
        bundle, own = self.folder / f"{person}.proofdesk", self.folder / person
        done("pack", self.lead, "--for", person, "-o", bundle)
        done(*(("merge", own, bundle) if own.exists() else ("join", bundle, own)))
        return bundle

    def given(self, person: str, stage: str) -> dict[str, dict[str, Any]]:
        """Return {key: content} of a person's items at a stage, from that person's workspace."""
        return given(self.folder / person, person, stage)

    def annotate(
        self, person: str, stage: str, rows: Iterable[Mapping[str, Any]], status: int = 0
    ) -> Any:
        file = jsonl(self.folder / f"{person}-{stage}.jsonl", rows)
        own = self.folder / person
        return done("annotate", own, "--from", file, "--stage", stage, status=status)

    def results(self, person: str, name: str = "") -> Path:
        bundle = self.folder / f"{name or person}-results.proofdesk"
        done("pack", self.folder / person, "--results", "-o", bundle)
        return bundle

    def origins(self) -> dict[str, dict[str, Any]]:
        with Workspace.open(self.lead) as workspace:
            found = [dict(body_of(one)) for one in workspace.records.all_current("origin")]
        return {str(one["item"]): one for one in found}


def given(own: Path, person: str, stage: str) -> dict[str, dict[str, Any]]:
    with Workspace.open(own) as workspace:
        records, found = workspace.records, {}
        for one in records.all_current("assignment"):
            body = body_of(one)
            if (body["person"], body["stage"]) == (person, stage):
                item = records.current("item", body["item"])
                assert item is not None
                found[str(body["item"])] = dict(body_of(item)["content"])
        return found


def prepared(own: Path) -> dict[str, str]:
    """Return the first answers that were sent with the items, by item."""
    with Workspace.open(own) as workspace:
        bodies = [body_of(one) for one in workspace.records.all_current("prepared")]
    return {str(one["item"]): str(one["content"]["answer"]) for one in bodies}


def drawn_session(seed: str, initial: str) -> dict[str, Any]:
    """Return a session as a row without its item, with random turns, ratings and edits."""
    chance = random.Random(seed)
    turns = []
    for number in range(1, chance.randint(2, 5)):
        kind = chance.choice(("info", "style"))
        turn: dict[str, Any] = {
            "type": kind,
            "instruction": f"{chance.choice(('Shorten', 'Explain', 'Move'))} {_words(chance, 4)}.",
            "answer": f"{_words(chance, 30)} [0].",
            "rating": chance.choice(("good", "neutral", "bad")),
            "comment": f"Turn {number}: {_words(chance, 3)}.",
        }
        if kind == "info":
            turn["passages"] = [
                {"paper": 0, "paragraph": place, "score": 9.5 - place, "retriever": "bm25"}
                for place in chance.sample(range(8), 5)
            ]
            turn |= {"query": turn["instruction"], "retriever": "bm25", "summary": "So it is."}
        if turn["rating"] != "good" and chance.random() < 0.5:
            turn["edited"] = f"{turn['answer']} {_words(chance, 2)}"
        turns.append(turn)
    end = chance.choice(("ready", "given_up"))
    return {"initial_answer": initial, "turns": turns, "end": end}


def _words(chance: random.Random, most: int) -> str:
    return " ".join(chance.choices(WORDS.split(), k=chance.randint(1, most)))


# Figures, from rows alone


def revised(session: Mapping[str, Any]) -> list[str]:
    """Return the text that each turn revised, by the rule of figure 3."""
    found, text = [], str(session["initial_answer"])
    for turn in session["turns"]:
        found.append(text)
        if turn.get("edited"):
            text = turn["edited"]
        elif turn["rating"] != "bad":
            text = turn["answer"]
    return found


def figures(sessions: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the expected entry for these sessions in `models` and `total` of an analysis."""
    rows = list(sessions)
    turns = [turn for one in rows for turn in one["turns"]]

    def ratings(some: list[Any]) -> dict[str, float]:
        told = ("good", "neutral", "bad")
        return {name: sum(t["rating"] == name for t in some) / len(some) for name in told}

    kinds = {kind: [one for one in turns if one["type"] == kind] for kind in ("info", "style")}
    return {
        "sessions": len(rows),
        "turns": len(turns),
        "edited": sum("edited" in one for one in turns),
        "turns_per_session": len(turns) / len(rows),
        "info": len(kinds["info"]) / len(turns),
        "style": len(kinds["style"]) / len(turns),
        "ratings": {kind: ratings(some) for kind, some in {**kinds, "all": turns}.items() if some},
    }


def edit_row(sessions: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """Return the expected row “total” of the edit table."""
    rows = []
    for one in sessions:
        for turn, before in zip(one["turns"], revised(one), strict=True):
            after = turn.get("edited") or (turn["answer"] if turn["rating"] == "good" else None)
            if after is not None:
                rows.append((turn["instruction"].split(), before.split(), after.split()))
    n = len(rows)
    return {
        "n": n,
        "instruction_words": sum(len(one) for one, _, _ in rows) / n,
        "source_words": sum(len(one) for _, one, _ in rows) / n,
        "target_words": sum(len(one) for _, _, one in rows) / n,
        "length_ratio": sum(len(b) / len(a) for _, a, b in rows) / n,
        "edit_distance": sum(distance(a, b) for _, a, b in rows) / n,
        "edit_ratio": sum(distance(a, b) / len(a) for _, a, b in rows) / n,
    }


def distance(one: list[str], other: list[str]) -> int:
    """Return the edit distance, computed row by row."""
    row = list(range(len(other) + 1))
    for place, word in enumerate(one, start=1):
        least = [place]
        for n, ((corner, above), their) in enumerate(zip(pairwise(row), other, strict=True)):
            least.append(min(corner + (word != their), above + 1, least[n] + 1))
        row = least
    return row[-1]


def agrees(data: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Check that the data contain every expected figure, at any depth."""
    for name, value in expected.items():
        if isinstance(value, Mapping):
            agrees(data[name], value)
        else:
            assert abs(data[name] - value) < 1e-9, (name, data[name], value)
