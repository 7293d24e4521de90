"""Bundles that people could create with other programs: well-formed, but against the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from desktop_app.bundles.bundle import read_bundle, write_bundle
from desktop_app.bundles.format import ManifestDraft
from desktop_app.bundles.keys import Identity, create_identity
from desktop_app.core.records import Record, make_record

Purpose = Literal["assignment", "results", "project"]


class Forger:
    """A person with their own keys who knows the project's id."""

    def __init__(self, folder: Path, project: str, sender: str = "ana") -> None:
        self.folder = folder
        self.project = project
        self.sender = sender
        self.keys: Identity = create_identity()
        self.number = 0

    def record(self, kind: str, key: str, body: Mapping[str, Any] | None, **more: Any) -> Record:
        self.number += 1
        fields = {
            "project": self.project,
            "author": self.sender,
            "device": "f" * 32,
            "seq": self.number,
            "time": "2026-01-01T00:00:00Z",
            **more,
        }
        return make_record(kind=kind, key=key, body=body, **fields)

    def annotation(self, item: str, annotator: str | None = None, **more: Any) -> Record:
        """Return an annotation; `body` replaces fields of its body."""
        whose = annotator or self.sender
        body = {
            "protocol": "risum",
            "item": item,
            "annotator": whose,
            "stage": "rate",
            "answers": {"follows": True, "rating": 5},
            **more.pop("body", {}),
        }
        return self.record("annotation", more.pop("key", f"{item}:{whose}:rate"), body, **more)

    def bundle(
        self,
        records: Iterable[Record],
        *,
        purpose: Purpose = "results",
        recipient: str | None = None,
        sender: str | None = None,
        signed: bool = True,
    ) -> Path:
        path = self.folder / f"forged-{self.sender}-{self.number}.proofdesk"
        manifest = ManifestDraft(
            purpose=purpose,
            project=self.project,
            title="Forged",
            sender=sender or self.sender,
            recipient=recipient,
        )
        path.write_bytes(
            write_bundle(manifest=manifest, records=records, signer=self.keys if signed else None)
        )
        return path


def records_in(bundle: Path) -> list[Record]:
    return read_bundle(bundle).records
