"""Detection of judgements about texts that have been replaced.

Jobs that judge, score or label store a digest of the texts in their prompts. If one of these texts
changes (an output was written again, or a reference edited again), the row is outdated: it is left
out and counted. Rows without a digest, such as imported ones, always count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from desktop_app.core.canonical import digest_of
from desktop_app.core.protocol.data import Dataset
from plugins.dolomites.jobs.common import sections_text, texts_about
from plugins.dolomites.jobs.entailing import both_sides
from plugins.dolomites.references import Reference
from plugins.dolomites.shapes import written

Row = Mapping[str, Any]


class Current:
    """Selects rows about current texts. `gone`: the number of outdated rows."""

    def __init__(self, dataset: Dataset, references: Mapping[str, Reference]) -> None:
        self._references = references
        self._outputs = {
            (str(row.get("example")), str(row.get("model"))): written(row)
            for row in dataset.rows.get("outputs", ())
        }
        # Caches, because many rows are about the same texts.
        self._texts: dict[tuple[str, str], str] = {}
        self._about: dict[str, list[str]] = {}
        self._sides: dict[tuple[str, str], dict[str, tuple[str, str]]] = {}
        self.gone = 0

    def verdicts(self, rows: Iterable[Row]) -> list[Row]:
        """Return the verdicts about current texts."""
        return self._kept(rows, ("model_1", "model_2"))

    def about_outputs(self, rows: Iterable[Row]) -> list[Row]:
        """Return the scores or error labels about current texts."""
        return self._kept(rows, ("model",))

    def entailments(self, rows: Iterable[Row]) -> list[Row]:
        """Return the entailment scores about current texts."""
        return self._filter(rows, self._of_section)

    def _kept(self, rows: Iterable[Row], models: tuple[str, ...]) -> list[Row]:
        """Return the rows about current texts.

        `models`: the fields that name models, in the order of their outputs in the digest
        """

        def digest(row: Row) -> str | None:
            example = str(row.get("example"))
            reference = self._references.get(example)
            if reference is None:
                return None
            if example not in self._about:
                self._about[example] = list(texts_about(reference).values())
            # The texts and their order must be the same as in the jobs that wrote the digests.
            texts = [self._text(example, str(row.get(name))) for name in models]
            return digest_of(*self._about[example], *texts)

        return self._filter(rows, digest)

    def _filter(self, rows: Iterable[Row], digest: Callable[[Row], str | None]) -> list[Row]:
        """Return the rows with the current digest, and count the others.

        `digest`: returns the current digest; None if the row cannot be checked
        """
        found = []
        for row in rows:
            # Without outputs, as in a part of a project, rows cannot be checked, so all of them
            # count.
            digests = row.get("texts") if self._outputs else None
            if digests and (now := digest(row)) is not None and now != digests:
                self.gone += 1
            else:
                found.append(row)
        return found

    def _text(self, example: str, model: str) -> str:
        """Return the text of an output, formatted as in the jobs' prompts. Cached."""
        place = (example, model)
        if place not in self._texts:
            self._texts[place] = sections_text(self._outputs.get(place, ()))
        return self._texts[place]

    def _of_section(self, row: Row) -> str | None:
        """Return the current digest of the texts of an entailment row; None if it is unknown."""
        place = (str(row.get("example")), str(row.get("model")))
        reference = self._references.get(place[0])
        if reference is None:
            return None
        if place not in self._sides:
            sides = both_sides(reference, [dict(one) for one in self._outputs.get(place, ())])
            self._sides[place] = {section: (ours, theirs) for section, ours, theirs in sides}
        texts = self._sides[place].get(str(row.get("section")))
        # No digest is empty, so a row about a missing section is outdated.
        if texts is None:
            return ""
        ours, theirs = texts
        forward = row.get("direction") == "forward"
        return digest_of(*((ours, theirs) if forward else (theirs, ours)))
