"""Protocol kiwi: answers are revised with a model, instruction by instruction (the KIWI paper)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

from desktop_app.core.analysis import Analysis
from desktop_app.core.protocol import Dataset, RowKind, Stage
from desktop_app.files import resource
from plugins.kiwi import asked
from plugins.kiwi.shapes import AGAIN, KEY, LABEL, SESSION

if TYPE_CHECKING:
    from desktop_app.core.forms import Form

_GUIDELINES = ("guidelines/kiwi.md", "guidelines/kiwi.de.md")


class Kiwi:
    """People have a model revise its answer to a question, turn by turn, and rate every turn."""

    key: ClassVar[str] = KEY
    panel: ClassVar[str] = "plugins.kiwi.panel.session:SessionPanel"
    panels: ClassVar[Mapping[str, str]] = {
        SESSION: "plugins.kiwi.panel.session:SessionPanel",
        AGAIN: "plugins.kiwi.panel.again:AgainPanel",
        LABEL: "plugins.kiwi.panel.label:LabelPanel",
    }
    title: ClassVar[str] = "KIWI: revising with a model"
    words: ClassVar[str] = (
        "Experts have a model revise its answer to a research question, instruction by "
        "instruction, and rate each turn. Others rate and label turns again; figures tell how well "
        "models follow which instructions."
    )
    stages: ClassVar[Sequence[Stage]] = (
        Stage(SESSION, "Revise with a model", rows="sessions"),
        Stage(AGAIN, "Rate turns again", own="never", rows="second_ratings"),
        Stage(LABEL, "Label turns", rows="labels"),
    )
    row_kinds: ClassVar[Mapping[str, RowKind]] = {}
    live_prompts: ClassVar[Collection[str]] = ("initial", "summary", "revise_info", "revise_style")

    def materials(self) -> Mapping[str, str]:
        return {
            **{path: resource(path).read_text("utf-8") for path in _GUIDELINES},
            "forms/background.yaml": asked.form_text("background"),
        }

    def form(self) -> Form:
        return self.form_at(SESSION)

    def form_at(self, stage: str) -> Form:
        """Return what is asked at a stage, as far as a form can ask it."""
        return asked.form_file(stage)

    def completed(
        self, stage: str, content: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return what somebody gave in the window as it is submitted."""
        return dict(answers)

    def prompts(self) -> Mapping[str, str]:
        return _prompts()

    def check_answers(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers in normal form where nobody says of which stage."""
        return dict(answers)

    def annotation_body(self, row: Any, item: str, annotator: str, stage: str) -> dict[str, Any]:
        raise NotImplementedError

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        raise NotImplementedError

    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]:
        return ()


@cache
def _prompts() -> Mapping[str, str]:
    folder = files(__package__).joinpath("prompts")
    if not folder.is_dir():
        return {}
    found = (file for file in folder.iterdir() if file.name.endswith(".md"))
    return {
        file.name.removesuffix(".md"): file.read_text("utf-8")
        for file in sorted(found, key=lambda file: file.name)
    }


KIWI = Kiwi()
