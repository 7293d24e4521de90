"""The forms of models' answers, and how they are read where a model answers in plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from desktop_app.core.replies import (
    LONGEST_ANSWER,
    MOST_LINES,
    cleaned,
    lines_of,
    within,
    without_mark,
)
from plugins.dolomites.jobs import wording
from plugins.dolomites.shapes import CRITIQUE_ASPECTS, SCORE_AXES

MOST_POINTS = 40
LONGEST_POINT = 4_000

_VERDICTS: Mapping[str, str] = {
    "1": "1",
    "one": "1",
    "first": "1",
    "2": "2",
    "two": "2",
    "second": "2",
    "same": "same",
    "tie": "same",
    "equal": "same",
    "both": "same",
}
_VERDICT = re.compile(r"\bverdict\b\W{0,12}(?:the )?(?:output |answer )?([a-z]+|[12])", re.I)
_OUT_OF_FIVE = re.compile(r"\s*([1-5])(?:\.0+)?\s*(?:/\s*5|out of 5)?\s*", re.I)
_CHANCE = re.compile(
    r"(?<![\d.])(\d{1,3}(?:\.\d{1,6})?\s{0,2}%|0?\.\d{1,12}(?!\d)|[01](?:\.\d{1,12})?(?!\.?\d))"
)


def _verdict(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return value
    words = str(value).casefold().strip(" .\"'“”*")
    for spare in ("output ", "answer ", "the "):
        words = words.removeprefix(spare)
    return _VERDICTS.get(words.removesuffix(" output"), value)


def _out_of_five(value: Any) -> Any:
    if isinstance(value, str):
        found = _OUT_OF_FIVE.fullmatch(value)
        return int(found[1]) if found else value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _share(value: Any) -> Any:
    if isinstance(value, str):
        found = _CHANCE.fullmatch(value.strip())
        if not found:
            return value
        number = found[1].rstrip("% ")
        return float(number) / 100 if found[1].endswith("%") else float(number)
    return value


def _some(points: list[Any]) -> list[Any]:
    if not points:
        raise ValueError(wording.NO_POINT)
    return points


_Line = Annotated[str, within(2_000, may_be_empty=True)]
Reason = Annotated[str, within(LONGEST_ANSWER, may_be_empty=True)]
Aspect = Literal["inconsistencies", "factual", "structure", "depth"]
Rating = Annotated[int, BeforeValidator(_out_of_five), Field(ge=1, le=5, strict=True)]


class SaidQueries(BaseModel):
    queries: Annotated[list[_Line], Field(max_length=200, examples=[list(wording.QUERIES)])]


class SaidDomains(BaseModel):
    domains: Annotated[list[_Line], Field(max_length=200, examples=[list(wording.DOMAINS)])]


class SaidRemark(BaseModel):
    aspect: Aspect
    text: Annotated[str, within(LONGEST_POINT)]


class SaidCritique(BaseModel):
    points: Annotated[list[SaidRemark], Field(max_length=MOST_POINTS), AfterValidator(_some)]


class SaidVerdict(BaseModel):
    """The reason first, so that the verdict follows from it."""

    reason: Reason
    verdict: Annotated[Literal["1", "2", "same"], BeforeValidator(_verdict)]


class SaidScores(BaseModel):
    reason: Reason
    adherence: Rating
    accuracy: Rating
    depth: Rating
    completeness: Rating
    coherence: Rating


class SaidShare(BaseModel):
    """How surely a statement follows from another."""

    reason: Reason
    probability: Annotated[float, BeforeValidator(_share), Field(ge=0, le=1)]


class SaidEditTypes(BaseModel):
    fact_added: bool
    fact_deleted: bool
    fact_updated: bool
    style: bool
    reorganised: bool


class SaidErrors(BaseModel):
    lacking_depth: bool
    verbose: bool
    missing_information: bool


# Answers in plain text


def queries_in(text: str) -> SaidQueries:
    return SaidQueries(queries=lines_of(text)[:200])


def domains_in(text: str) -> SaidDomains:
    words = [line.split()[0].rstrip(",;") for line in lines_of(text)]
    return SaidDomains(domains=words[:200])


def verdict_in(text: str) -> SaidVerdict:
    """Raises ValueError where a text has no verdict."""
    text = cleaned(text)[:LONGEST_ANSWER]
    named = [word.casefold() for word in _VERDICT.findall(text)]
    known = [_VERDICTS[word] for word in named if word in _VERDICTS]
    if not known:
        alone = _verdict(text.split("\n")[-1])
        known = [alone] if alone in ("1", "2", "same") else []
    if not known:
        raise ValueError(wording.NO_VERDICT)
    return SaidVerdict.model_validate({"reason": text, "verdict": known[-1]})


def scores_in(text: str) -> SaidScores:
    """Raises ValueError where a text does not rate every axis."""
    text = cleaned(text)[:LONGEST_ANSWER]
    found: dict[str, Any] = {"reason": text}
    for axis in SCORE_AXES:
        rated = re.search(rf"\b{axis}\b\W{{0,12}}([1-5])(?![\d.]\d)", text, re.IGNORECASE)
        if rated is None:
            raise ValueError(wording.NO_RATING.format(axis=axis))
        found[axis] = int(rated[1])
    return SaidScores.model_validate(found)


_ASPECTS: Sequence[tuple[str, Aspect]] = (
    ("inconsisten", "inconsistencies"),
    ("factual", "factual"),
    ("inaccura", "factual"),
    ("structur", "structure"),
    ("depth", "depth"),
)


def critique_in(text: str) -> SaidCritique:
    """Return the points under headings that name an aspect. Raises ValueError where none is."""
    points: list[dict[str, str]] = []
    aspect: Aspect | None = None
    for line in cleaned(text).split("\n")[:MOST_LINES]:
        head, colon, rest = line.partition(":")
        named = _aspect(head) if colon or line.lstrip().startswith(("#", "*")) else None
        words = rest if named else line
        aspect = named or aspect
        words = without_mark(words).strip().strip("*#").strip()
        if aspect is not None and words and (named is None or colon):
            points.append({"aspect": aspect, "text": words[:LONGEST_POINT]})
    return SaidCritique.model_validate({"points": points[:MOST_POINTS]})


def _aspect(head: str) -> Aspect | None:
    head = head.casefold()
    if len(head) > 80:
        return None
    return next((aspect for word, aspect in _ASPECTS if word in head), None)


def share_in(text: str) -> SaidShare:
    """Return the last share a text names. Raises ValueError where it names none."""
    text = cleaned(text)[:LONGEST_ANSWER]
    found = _CHANCE.findall(text)
    if not found:
        raise ValueError(wording.NO_NUMBER)
    return SaidShare.model_validate({"reason": text, "probability": found[-1]})


def flags_in(form: type[BaseModel]) -> Callable[[str], Any]:
    """Return a reader of answers with a yes or no for each field of a form."""

    def read(text: str) -> BaseModel:
        found = {}
        for name in form.model_fields:
            words = re.escape(name).replace("_", "[ _-]")
            said = re.search(rf"\b{words}\b\W{{0,12}}(yes|no|true|false)\b", text, re.IGNORECASE)
            if said is None:
                raise ValueError(wording.NONE)
            found[name] = said[1].casefold() in ("yes", "true")
        return form.model_validate(found)

    return read


assert set(CRITIQUE_ASPECTS) == set(Aspect.__args__)  # type: ignore[attr-defined]
