"""A lead's settings for kiwi: a text file with lines `name: value`.

The file is `forms/kiwi.txt` in the project folder. Bundles contain it as material. Missing settings
have the values of the KIWI paper: five passages, ten turns, at least four papers per question, 65
turns that are rated again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Final, Literal

from desktop_app.core import settings_lines
from desktop_app.core.messages import msg
from desktop_app.core.settings_lines import names_in
from plugins.kiwi.shapes import LEAST_PAPERS, MOST_PAPERS, MOST_PASSAGES, MOST_TURNS, PASSAGES

MATERIAL: Final = "forms/kiwi.txt"
RETRIEVERS: Final = ("bm25", "dense", "hybrid")
RULES: Final = ("warn", "refuse")
# Maximum number of topics, and maximum length of a topic in characters.
MOST_TOPICS, LONGEST_TOPIC = 100, 64


@dataclass(frozen=True)
class Settings:
    """The settings of a project.

    least_papers      minimum number of papers per question (appendix A.6: four)
    papers_rule       for a question with fewer papers, or with more than one paper without text:
                      “warn” imports it with a warning, “refuse” does not import it
    retriever         how passages are found: by words (bm25), by vectors (dense), or by both
                      (hybrid)
    passages          number of passages for a question or an instruction
    most_turns        number of turns after which a session ends automatically
    topics            topics that annotators choose from; empty: they name their own
    second_ratings    number of turns that are rated again, drawn at random from all turns
    retrieval_labels  number of turns whose passages are judged, drawn at random from the
                      information-seeking turns rated neutral or bad
    temperature       temperature of requests to models
    """

    least_papers: int = LEAST_PAPERS
    papers_rule: Literal["warn", "refuse"] = "warn"
    retriever: Literal["bm25", "dense", "hybrid"] = "bm25"
    passages: int = PASSAGES
    most_turns: int = MOST_TURNS
    topics: tuple[str, ...] = ()
    second_ratings: int = 65
    retrieval_labels: int = 60
    temperature: float = 0.7


STANDARD: Final = Settings()
_NAMES: Final = tuple(one.name for one in fields(Settings))
_WHOLE: Final = {
    "least_papers": (0, MOST_PAPERS),
    "passages": (1, MOST_PASSAGES),
    "most_turns": (1, MOST_TURNS),
    "second_ratings": (0, 100_000),
    "retrieval_labels": (0, 100_000),
}
_DECIMAL: Final = re.compile(r"[0-9]{1,2}(\.[0-9]{1,6})?")
_HOTTEST: Final = 2.0


def read_settings(text: str) -> Settings:
    """Return the settings in a lead's file.

    Comments (`# …`) and invalid lines are ignored. Never raises.
    """
    return settings_lines.settings_in(text, STANDARD, _read)


def check_settings(text: str, *, file: str) -> None:
    """Raise InputError, with file and line, for the first invalid or duplicate setting."""
    settings_lines.check_settings(text, _NAMES, STANDARD, _read, file=file)


def _read(settings: Settings, name: str, value: str) -> tuple[Settings | None, str]:
    """Return the settings with one changed, and a description of its valid values.

    The settings are None if the value is invalid.
    """
    if name in _WHOLE:
        least, most = _WHOLE[name]
        wanted = msg("a whole number from {least} to {most}", least=least, most=most)
        is_number = value.isascii() and value.isdigit() and len(value) <= 7
        if not is_number or not least <= int(value) <= most:
            return None, wanted
        return _with(settings, name, int(value)), wanted
    if name == "temperature":
        wanted = msg("a number from 0 to {hottest}", hottest=f"{_HOTTEST:g}")
        if not _DECIMAL.fullmatch(value) or float(value) > _HOTTEST:
            return None, wanted
        return replace(settings, temperature=float(value)), wanted
    if name == "topics":
        wanted = msg(
            "up to {most_topics} topics, joined by “;”, of {longest_topic} characters",
            most_topics=MOST_TOPICS,
            longest_topic=LONGEST_TOPIC,
        )
        named = names_in(value, MOST_TOPICS, LONGEST_TOPIC)
        return (replace(settings, topics=named) if named else None), wanted
    words = {"papers_rule": RULES, "retriever": RETRIEVERS}.get(name)
    if words is None:
        return None, ""
    wanted = msg("one of {words}", words=", ".join(words))
    return (_with(settings, name, value) if value in words else None), wanted


def _with(settings: Settings, name: str, value: int | str) -> Settings:
    return replace(settings, **{name: value})  # type: ignore[arg-type]
