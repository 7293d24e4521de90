"""A lead's settings for kiwi: `settings/kiwi.yaml` in the project folder.

Bundles contain the file as material. The defaults are the values of the KIWI paper: five passages,
ten turns, at least four papers per question. Stages add settings of their own (`settings_type`).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from desktop_app.core.project_settings import Between, Names, OneOf, ProtocolSettings, SettingsFile
from plugins.kiwi.shapes import LEAST_PAPERS, MOST_PAPERS, MOST_PASSAGES, MOST_TURNS, PASSAGES

# Maximum number of topics, and maximum length of a topic in characters.
MOST_TOPICS, LONGEST_TOPIC = 100, 64


class Settings(ProtocolSettings):
    """The settings of a project that no single stage has.

    `least_papers`: minimum number of papers per question (appendix A.6: four)
    `papers_rule`: what happens to a question with fewer papers, or with more than one paper without
        text: “warn” imports it with a warning, “refuse” does not import it
    `retriever`: how passages are found: by words (bm25), by vectors (dense), or by both (hybrid)
    `passages`: number of passages for a question or an instruction
    `most_turns`: number of turns after which a session ends automatically
    `topics`: topics that annotators choose from; empty: they name their own
    `temperature`: sampling temperature of requests for first answers and turns, 0 to 2
    """

    least_papers: Annotated[int, Between(0, MOST_PAPERS)] = LEAST_PAPERS
    papers_rule: Annotated[Literal["warn", "refuse"], OneOf(("warn", "refuse"))] = "warn"
    retriever: Annotated[Literal["bm25", "dense", "hybrid"], OneOf(("bm25", "dense", "hybrid"))] = (
        "bm25"
    )
    passages: Annotated[int, Between(1, MOST_PASSAGES)] = PASSAGES
    most_turns: Annotated[int, Between(1, MOST_TURNS)] = MOST_TURNS
    topics: Annotated[tuple[str, ...], Names(MOST_TOPICS, LONGEST_TOPIC)] = ()
    temperature: Annotated[float, Between(0, 2, whole=False)] = 0.7


STANDARD: Final = Settings()
# As pages read it, which need no settings of a single stage.
FILE: Final = SettingsFile(Settings, "settings/kiwi.yaml", "forms/kiwi.txt")
