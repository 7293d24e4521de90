"""Projects and bundles of any size for benchmarks."""

from __future__ import annotations

import random
from pathlib import Path

from desktop_app.bundles.bundle import save_bundle
from desktop_app.bundles.format import ManifestDraft
from desktop_app.bundles.keys import create_identity
from desktop_app.core.keys import document_key, external_item_key, work_key
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import make_record
from desktop_app.workspace.workspace import Workspace

WORDS = [f"word{n}" for n in range(4000)]
PEOPLE = 10


def text(rng: random.Random, words: int) -> str:
    return " ".join(rng.choices(WORDS, k=words))


def project_with_items(folder: Path, items: int, people: int = PEOPLE) -> list[str]:
    """Create a project with short items and the people p0, p1 …; return the items' keys."""
    with Workspace.create(folder, title="Benchmark", protocols=["risum"]) as workspace:
        document = document_key("A document.")
        drafts = [Draft("document", document, {"text": "A document."}, "lead", "document")]
        keys = [external_item_key(workspace.project, "risum", str(n)) for n in range(items)]
        content = {"document": document, "instruction": "Summarise.", "answer": "A summary."}
        for n, key in enumerate(keys):
            body = {"protocol": "risum", "group": str(n // 3), "content": content}
            drafts.append(Draft("item", key, body, "lead", str(n)))
        drafts += [Draft("person", f"p{n}", {}, "lead", f"p{n}") for n in range(people)]
        workspace.add(drafts, imported=True)
        return keys


def results_bundle(
    file: Path, project: str, person: str, items: list[str], *, first_seq: int = 1, device: str = ""
) -> None:
    """Write the signed results bundle of one person, with one annotation per item."""
    records = [
        make_record(
            project=project,
            kind="annotation",
            key=work_key(item, person, "rate"),
            author=person,
            device=device or f"device of {person}",
            seq=first_seq + n,
            time="2026-01-01T00:00:00Z",
            body={
                "protocol": "risum",
                "item": item,
                "annotator": person,
                "stage": "rate",
                "answers": {"follows": n % 7 != 0, "rating": n % 5 + 1},
                "seconds": 20.5 + n % 60,
            },
        )
        for n, item in enumerate(items)
    ]
    manifest = ManifestDraft(purpose="results", project=project, title="Benchmark", sender=person)
    save_bundle(file, manifest=manifest, records=records, signer=create_identity())
