"""A lead's settings for kiwi: `settings/kiwi.yaml` in the project folder.

Bundles contain the file as material. The defaults are the values of the KIWI paper: five passages,
ten turns, at least four papers per question. Stages add settings of their own (`settings_type`).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from desktop_app.core.messages import msg
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

    least_papers: Annotated[int, Between(0, MOST_PAPERS)] = Field(
        default=LEAST_PAPERS,
        title=msg("Minimum number of papers"),
        description=msg("papers that a question needs, including missing ones"),
    )
    papers_rule: Annotated[Literal["warn", "refuse"], OneOf(("warn", "refuse"))] = Field(
        default="warn",
        title=msg("Questions with fewer papers"),
        description=msg("also applies to more than one paper without text"),
        json_schema_extra={
            "labels": {"warn": msg("Import with a warning"), "refuse": msg("Do not import")}
        },
    )
    retriever: Annotated[Literal["bm25", "dense", "hybrid"], OneOf(("bm25", "dense", "hybrid"))] = (
        Field(
            default="bm25",
            title=msg("Search for passages"),
            description=msg("vectors need a connection for embeddings"),
            json_schema_extra={
                "labels": {
                    "bm25": msg("By words (BM25)"),
                    "dense": msg("By vectors"),
                    "hybrid": msg("By words and vectors"),
                }
            },
        )
    )
    passages: Annotated[int, Between(1, MOST_PASSAGES)] = Field(
        default=PASSAGES,
        title=msg("Passages"),
        description=msg("number of passages for a question or an instruction"),
    )
    most_turns: Annotated[int, Between(1, MOST_TURNS)] = Field(
        default=MOST_TURNS,
        title=msg("Maximum number of turns"),
        description=msg("a session ends after this many turns"),
    )
    topics: Annotated[tuple[str, ...], Names(MOST_TOPICS, LONGEST_TOPIC)] = Field(
        default=(),
        title=msg("Topics"),
        description=msg(
            "topics that annotators choose from, one per line; empty: they name their own"
        ),
        json_schema_extra={"lines": True},
    )
    temperature: Annotated[float, Between(0, 2, whole=False)] = Field(
        default=0.7,
        title=msg("Sampling temperature"),
        description=msg("of requests for first answers and revisions, 0 to 2"),
    )


STANDARD: Final = Settings()
# As pages read it, which need no settings of a single stage.
FILE: Final = SettingsFile(Settings, "settings/kiwi.yaml", "forms/kiwi.txt")
