"""Schemas of models' answers, and parsers for answers in plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, create_model

from desktop_app.core.replies import LONGEST_ANSWER, cleaned, lines_of, within
from plugins.kiwi.jobs import wording
from plugins.kiwi.rows import LONGEST_DRAFT

_VERDICTS = {"yes": "yes", "no": "no", "partially": "partially", "partly": "partially"}
_VERDICT = re.compile(r"\b(yes|no|partially|partly)\b", re.IGNORECASE)


def _some(questions: list[str]) -> list[str]:
    if not any(questions):
        raise ValueError(wording.NO_QUESTION)
    return [" ".join(one.split()) for one in questions if one]


# The docstrings of these classes are part of the schemas that models receive. Changing one changes
# the requests, and cached replies would no longer be found.
class SaidQuestions(BaseModel):
    questions: Annotated[
        list[Annotated[str, within(LONGEST_DRAFT, may_be_empty=True)]],
        Field(max_length=100, examples=[list(wording.QUESTIONS)]),
        AfterValidator(_some),
    ]


def _plain_word(value: Any) -> Any:
    return value.casefold().strip(" .\"'“”*`") if isinstance(value, str) else value


def _verdict(value: Any) -> Any:
    word = _plain_word(value)
    return _VERDICTS.get(word, word) if isinstance(word, str) else word


class SaidAnswerable(BaseModel):
    """The reason first, so that the verdict follows from it."""

    reason: Annotated[str, within(LONGEST_ANSWER, may_be_empty=True)]
    verdict: Annotated[
        Literal["yes", "no", "partially"], BeforeValidator(_verdict), Field(examples=["yes"])
    ]


@lru_cache(maxsize=16)
def one_of(name: str, words: tuple[str, ...]) -> type[BaseModel]:
    """Return the schema of an answer with one field, whose value is one of these words."""
    among: Any = Literal[words]
    kind: Any = Annotated[among, BeforeValidator(_code)]
    fields: dict[str, Any] = {name: (kind, ...)}
    form: type[BaseModel] = create_model("Said", **fields)
    return form


def _code(value: Any) -> Any:
    """Return a word as a code: “Specific edit.” becomes specific_edit."""
    word = _plain_word(value)
    return re.sub(r"[\s-]+", "_", word) if isinstance(word, str) else word


# Answers in plain text.
def questions_in(text: str) -> SaidQuestions:
    """Return the lines of a text that contain a question mark, at most 100.

    Raises ValueError if there are none.
    """
    return SaidQuestions(questions=[line for line in lines_of(text) if "?" in line][:100])


def answerable_in(text: str) -> SaidAnswerable:
    """Return the last verdict in a text. Raises ValueError if there is none."""
    # Bounded, because a model may repeat itself for a long time.
    text = cleaned(text)[:LONGEST_ANSWER]
    matches = _VERDICT.findall(text)
    if not matches:
        raise ValueError(wording.NONE)
    # The last one counts: models give reasons first, which may name the other verdicts.
    return SaidAnswerable.model_validate({"reason": text, "verdict": matches[-1]})


def word_in(name: str, words: Sequence[str]) -> Callable[[str], BaseModel]:
    """Return a parser that finds one of these words in an answer; the last occurrence counts.

    The parser raises ValueError if the answer contains none of them.
    """
    form = one_of(name, tuple(words))
    spelled: Mapping[str, str] = {word.replace("_", " "): word for word in words}
    among = re.compile(rf"\b({'|'.join(map(re.escape, spelled))})\b")

    def read(text: str) -> BaseModel:
        # Codes have underscores, which models write as spaces or hyphens.
        plain = re.sub(r"[_-]", " ", cleaned(text)[:LONGEST_ANSWER].casefold())
        matches = among.findall(plain)
        if not matches:
            raise ValueError(wording.NONE)
        return form.model_validate({name: spelled[matches[-1]]})

    return read
