"""Model outputs for diagnostic samples, and the questions on which each is rated.

Source: the CnR paper, sections 7.2 (critiques) and 7.3 (revisions).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.protocol.data import Dataset, ItemData
from plugins.cnr.chat import critique_in_words
from plugins.cnr.jobs.common import texts_of
from plugins.cnr.jobs.wording import CATEGORY_NAMES


def category_of(item: ItemData) -> str:
    """Return the name of a sample's error category."""
    code = str(item.origin.get("error_category", ""))
    return CATEGORY_NAMES.get(code, code)


class RatedOutput:
    """A model's critique or revision of a sample, with the question on which it is rated."""

    def __init__(
        self, item: ItemData, subject: str, question: str, prompt: str, texts: Mapping[str, str]
    ) -> None:
        self.item = item
        self.subject = subject
        self.question = question
        self.prompt = prompt
        self.texts = texts

    @property
    def digest(self) -> str:
        """A digest of the texts. A rating with another digest is outdated."""
        return sha256_hex(canonical_bytes(dict(self.texts)))[:32]

    def label(self, number: int) -> str:
        again = f" ({number + 1})" if number else ""
        return f"{self.item.name}, {self.subject}, {self.question}{again}"


def critiques_of(dataset: Dataset, samples: Mapping[str, ItemData]) -> Iterable[RatedOutput]:
    """Yield models' critiques of samples, which are rated by how well they cover the feedback."""
    for row in dataset.rows.get("critiques", ()):
        item = samples.get(str(row["item"]))
        if item is not None and not row.get("id"):
            texts = {
                **texts_of(item),
                "category": category_of(item),
                "feedback": str(item.origin.get("feedback", "")),
                "critique": critique_in_words(row),
            }
            yield RatedOutput(item, str(row["model"]), "coverage", "coverage", texts)


def revisions_of(dataset: Dataset, samples: Mapping[str, ItemData]) -> Iterable[RatedOutput]:
    """Yield models' revisions of samples, which are rated by how well they follow a critique."""
    for row in dataset.rows.get("responses", ()):
        item, follows = samples.get(str(row["item"])), row.get("follows")
        if item is None or follows is None or row.get("id"):
            continue
        questions = {f"adherence_{follows}": follows}
        if follows == "coarse":
            questions["adherence_coarse_to_detailed"] = "detailed"
        for question, critique in questions.items():
            words = item.origin.get(critique)
            if words:
                texts = {
                    **texts_of(item),
                    "critique": str(words),
                    "revision": str(row["response"]),
                }
                yield RatedOutput(item, str(row["model"]), question, "adherence", texts)
