"""The schemas of models' answers, and parsers of replies in plain text.

This module is long because the patterns for free wordings belong to the schemas that they fill.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
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
from desktop_app.text.sections import Parsed, parse_sections, plain_title
from plugins.dolomites.jobs import wording
from plugins.dolomites.shapes import CRITIQUE_ASPECTS, MOST_SECTIONS, SCORE_AXES, Task

# Parsing of an example that a model wrote: its input sections and its output sections

# A line that contains only “INPUT” or “OUTPUT”, with any decoration.
_MARK = re.compile(r"[\W_]{0,40}(input|output)(?: sections?)?[\W_]{0,40}", re.IGNORECASE)
_INSUFFICIENT = re.compile(wording.INSUFFICIENT, re.IGNORECASE)
# Maximum length of a refusal in characters. Every example is longer.
_SHORT = 600


@dataclass(frozen=True)
class Sides:
    """The sections of an example, each with "title" and "text"."""

    input: list[dict[str, str]]
    output: list[dict[str, str]]


@dataclass(frozen=True)
class Insufficient:
    """The model's statement that it could not write an example from its context."""

    reason: str


def read_example(text: str, task: Task) -> Sides | Insufficient:
    """Return the example in a model's reply, or its statement that the context is insufficient.

    Missing sections are not added, because experts see which ones are missing. Raises ValueError,
    with a message for the model, if a whole side is missing.
    """
    declined = _declined(text)
    if declined is not None:
        return declined
    inputs = [one.title for one in task.input_sections]
    outputs = [one.title for one in task.output_sections]
    # Both lists of titles, because a section may itself be named “Input” or “Output”.
    before, after = _halves(text, [*inputs, *outputs])
    if after is None:
        sides = _apart(parse_sections(before, [*inputs, *outputs]), inputs, outputs)
    else:
        sides = Sides(
            _sections(parse_sections(before, inputs)), _sections(parse_sections(after, outputs))
        )
    if not _is_written(sides.input):
        raise ValueError(wording.NO_INPUT)
    if not _is_written(sides.output):
        raise ValueError(wording.NO_OUTPUT)
    return sides


def _is_written(side: list[dict[str, str]]) -> bool:
    return any(one["text"].strip() for one in side)


def _declined(text: str) -> Insufficient | None:
    """Return the model's statement that its context is insufficient, or None."""
    found = _INSUFFICIENT.match(text)
    if found:
        return Insufficient(text[found.end() :].strip()[:_SHORT])
    # Other wordings count only in short texts without bold titles, because an example may use the
    # same words.
    if len(text) <= _SHORT and "insufficient" in text.casefold() and "**" not in text:
        return Insufficient(text)
    return None


def _halves(text: str, titles: Collection[str]) -> tuple[str, str | None]:
    """Return the texts below the lines INPUT and OUTPUT.

    Without a line OUTPUT, the whole text and None are returned. Models word these lines in
    different ways, and a section may itself be named “Output”.
    """
    named = {plain_title(title) for title in titles}
    lines = text.split("\n")
    marks = []
    for place, line in enumerate(lines):
        found = _MARK.fullmatch(line.strip()) if len(line) <= 100 else None
        # A line with “==” is the one that the prompt requires, whatever the names of the sections.
        if found and ("==" in line or plain_title(found[0].strip(" *:#_")) not in named):
            marks.append((place, found[1].casefold()))
    output = next((place for place, name in marks if name == "output"), None)
    if output is None:
        return text, None
    start = next((place + 1 for place, name in marks if name == "input" and place < output), 0)
    return "\n".join(lines[start:output]), "\n".join(lines[output + 1 :])


def _apart(parsed: Parsed, inputs: list[str], outputs: list[str]) -> Sides:
    """Return the sections of a text without marked sides, assigned to sides by their titles.

    The first occurrence of a title that both sides have belongs to the input.
    """
    sides = Sides([], [])
    left = list(inputs)
    for section in parsed.sections:
        if section.title in left:
            left.remove(section.title)
            side = sides.input
        # After the output has begun, unknown and repeated titles belong to it.
        elif section.title in outputs or sides.output:
            side = sides.output
        else:
            side = sides.input
        side.append({"title": section.title, "text": section.text})
    return Sides(sides.input[:MOST_SECTIONS], sides.output[:MOST_SECTIONS])


def _sections(parsed: Parsed) -> list[dict[str, str]]:
    found = [{"title": one.title, "text": one.text} for one in parsed.sections]
    return found[:MOST_SECTIONS]


MOST_POINTS = 40
LONGEST_POINT = 4_000

# The words for verdicts that models use.
_VERDICTS: Mapping[str, str] = {
    "1": "1",
    "one": "1",
    "first": "1",
    "2": "2",
    "two": "2",
    "second": "2",
    "same": "same",
    "tie": "same",
    "draw": "same",
    "equal": "same",
    "both": "same",
}
_THING = r"(?:output|answer|response|option|text|version)"
# A reference to one of the two: “output 2”, “the second output”, “the first”.
_WHICH = (
    rf"(?:the )?(?:{_THING} (?P<{{0}}_n>1|2|one|two)\b"
    rf"|(?P<{{0}}_w>first|second)(?: {_THING}| one)?\b)"
)
# Not a verdict if its value is part of something else: “the answer is 2 mg”.
_LABEL = re.compile(
    r"(?:\b(?:verdict|winner|decision|judge?ment|choice"
    r"|(?:final|my|best|better|preferred) answer)\b|^[\W_]{0,6}answer\b)"
    r"(?:\W{0,6}[:=–—-]\W{0,8}|\W{1,3}(?:is|would be)\b\W{1,8})"
    rf"(?:the )?(?:{_THING} )?(?P<value>[a-z]+|[12])\b(?=(?: {_THING}| one)?[ \t]{{0,3}}"
    r"(?:[^\w \t%°/]|$|(?:because|since|as|for|is|wins)\b))",
    re.I | re.M,
)
_BRACKETS = re.compile(r"\[\[\s{0,3}(a|b|c|1|2|tie|same)\s{0,3}\]\]", re.I)
_ALONE = re.compile(
    rf"(?:the )?(?:{_THING} )?(1|2|one|two|first|second|same|tie|equal|draw)(?: {_THING})?", re.I
)
# A number in bold before a lower-case letter counts something: “**2** sections are missing”.
_BOLD = re.compile(
    rf"\s*\*\*\s?(?:the )?(?i:(?:{_THING} (1|2))|(same|tie|first|second)(?: {_THING})?|(1|2))"
    r"\s?[.:]?\s?\*\*(?!(?<=[12]\*\*)\s+[a-z])"
)
# “Output 1, though long, …” begins a remark. A verdict at the beginning is followed by its reason.
_BEGINS = re.compile(
    rf"\s*(?:(?:the )?{_THING} (1|2)"
    r"(?:\s?[.]\s|\s?[:,–—-]\s{0,3}(?:because|since|as|it(?: is|’s|'s) the)\b)"
    r"|(same|tie)\s?[.:,–—-]\s)",
    re.I,
)
_HOW = (
    r"(?:(?:clearly|slightly|much|far|marginally|somewhat|overall|also|therefore|thus|the|a|bit|"
    r"significantly|generally) ){0,3}"
)
_BETTER = re.compile(
    _WHICH.format("a") + rf" (?:is|was|seems|appears|wins)\b ?(?:to be )?{_HOW}"
    r"(?P<how>better|stronger|superior|best|preferable|preferred|winner|worse|weaker|inferior|)"
    # A statement about one respect only, or in comparison with something else, is no verdict.
    r"(?! (?:written|structured|organi[sz]ed|formatted|worded|sourced|at)\b"
    r"| (?:only )?in (?!every|all|any)\b)"
    rf"(?! than (?!(?:the )?(?:{_THING}|other|first|second|one|[12]|its)\b))",
    re.I,
)
_IS_THE_BETTER = re.compile(
    rf"\b(?:better|best|stronger|superior|preferable|preferred|winning)(?: {_THING}| one| choice)?"
    r"(?: overall)? (?:is|was|would be) " + _WHICH.format("b"),
    re.I,
)
_PREFER = re.compile(
    r"\b(?:i|we|i['’]d|would|the specialist would(?: rather have)?|specialist would) "
    r"(?:prefer|choose|pick|select|favou?r|go with|rather have) " + _WHICH.format("c"),
    re.I,
)
_NEITHER = re.compile(
    rf"\bneither (?:{_THING} |of (?:them|the two|the {_THING}s) )?is {_HOW}better\b"
    rf"|\b(?:both|the two|they)(?: {_THING}s)? are (?:about )?(?:equally (?:good|strong|bad|valid)"
    r"|equal|the same|on (?:a )?par|tied|comparable)\b|\bit(?:’s|'s| is) a (?:tie|draw)\b",
    re.I,
)
# Words before a statement in its sentence, or after it, that deny, doubt or question it.
_DENIED = re.compile(
    r"(?:\b(?:not|never|hardly|nor|nobody|no one|if|unless|whether|unclear|unsure|doubt\w*|deny"
    r"|cannot)\b|n['’]t\b)[^,:]*$"
    r"|\b(?:can(?:not|['’]t| not)|(?:do|does|did|would|could)(?: not|n['’]t)) "
    r"(?:say|think|believe|claim|tell|agree|see|find|conclude|decide)\b",
    re.I,
)
_TAKEN_BACK = re.compile(
    r"^[^.!;\n]*\?|^[^.!?;,\n]*\b(?:in no (?:respect|way|sense|regard|aspect)|only if|by no means"
    r"|not at all|in nothing|nowhere)\b",
    re.I,
)
# “4”, “4.0”, “4/5”, “4 out of 5”.
_OUT_OF_FIVE = re.compile(r"\s*([1-5])(?:\.0+)?\s*(?:/\s*5|out of 5)?\s*", re.I)
# A percentage, or a number from 0 to 1; not a part of another number.
_CHANCE = re.compile(
    r"(?<![\d.])(\d{1,3}(?:\.\d{1,6})?\s{0,2}%|0?\.\d{1,12}(?!\d)|[01](?:\.\d{1,12})?(?!\.?\d))"
)


def _verdict(value: Any) -> Any:
    """Return a verdict in the words of the schema, or the value itself for validation to reject."""
    # True is an int in Python, and is no verdict.
    if isinstance(value, bool) or not isinstance(value, str | int):
        return value
    words = str(value).casefold().strip(" .\"'“”*")
    for spare in ("output ", "answer ", "the "):
        words = words.removeprefix(spare)
    known = _VERDICTS.get(words.removesuffix(" output"))
    return known or _verdict_of(str(value)) or value


def _out_of_five(value: Any) -> Any:
    """Return a rating as an int, or the value itself for validation to reject."""
    if isinstance(value, str):
        found = _OUT_OF_FIVE.fullmatch(value)
        return int(found[1]) if found else value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _share(value: Any) -> Any:
    """Return a probability from 0 to 1, or the value itself for validation to reject."""
    if isinstance(value, str):
        found = _CHANCE.fullmatch(value.strip())
        if not found:
            return value
        number = found[1].rstrip("% ")
        return float(number) / 100 if found[1].endswith("%") else float(number)
    return value


def _some(points: list[Any]) -> list[Any]:
    """Return the points. Raises ValueError if there are none."""
    if not points:
        raise ValueError(wording.NO_POINT)
    return points


_Line = Annotated[str, within(2_000, may_be_empty=True)]
Reason = Annotated[str, within(LONGEST_ANSWER, may_be_empty=True)]
Aspect = Literal["inconsistencies", "factual", "structure", "depth"]
Rating = Annotated[int, BeforeValidator(_out_of_five), Field(ge=1, le=5, strict=True)]


# The docstrings of these classes are part of the schemas that models receive. Changing one changes
# the requests, so that cached replies are no longer found.
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
    # In this order, so that the schema has the limits.
    probability: Annotated[float, Field(ge=0, le=1), BeforeValidator(_share)]


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


# Parsers of answers in plain text
def queries_in(text: str) -> SaidQueries:
    """Return the queries in a text with one query per line, at most 200."""
    return SaidQueries(queries=lines_of(text)[:200])


def domains_in(text: str) -> SaidDomains:
    """Return the first word of each line of a text, as domains; at most 200."""
    words = [line.split()[0].rstrip(",;") for line in lines_of(text)]
    return SaidDomains(domains=words[:200])


def verdict_in(text: str) -> SaidVerdict:
    """Return the verdict of a reply in plain text.

    Raises ValueError if it has none, or several that contradict each other.
    """
    text = cleaned(text)[:LONGEST_ANSWER]
    verdict = _verdict_of(text)
    if verdict is None:
        raise ValueError(wording.NO_VERDICT)
    return SaidVerdict.model_validate({"reason": text, "verdict": verdict})


def _verdict_of(text: str) -> str | None:
    """Return the output that a reply prefers: “1”, “2” or “same”; None if it is unclear.

    There are three levels: a mark such as “[[1]]” or a label such as “Verdict:” (the last one,
    because models correct themselves), a verdict alone or in bold on the first or last line, and
    statements in sentences. A level is used only if the levels before it have no verdict. If the
    second or third level contradicts itself, there is no verdict.
    """
    brackets = {"a": "1", "b": "2", "c": "same"}
    marked = [brackets.get(word.casefold(), word.casefold()) for word in _BRACKETS.findall(text)]
    marked = marked or [found["value"].casefold() for found in _LABEL.finditer(text)]
    labelled = [_VERDICTS[word] for word in marked if word in _VERDICTS]
    if labelled:
        return labelled[-1]
    lines = [line for line in text.split("\n") if line.strip()]
    ends = {found for line in (lines[:1] + lines[-1:]) if (found := _of_line(line))}
    verdicts = ends or _of_sentences(text)
    return verdicts.pop() if len(verdicts) == 1 else None


def _of_line(line: str) -> str | None:
    """Return the verdict that a line consists of or begins with, or None."""
    alone = _ALONE.fullmatch(line.strip(" .:\"'“”*#_`\t"))
    found = alone or _BOLD.match(line) or _BEGINS.match(line)
    if found is None:
        return None
    word = next(group for group in found.groups() if group is not None)
    return _VERDICTS[word.casefold()]


def _of_sentences(text: str) -> set[str]:
    """Return all verdicts that sentences of a reply state.

    Statements about the whole (“overall”) override all others.
    """
    other = {"1": "2", "2": "1"}
    found: list[tuple[str, bool]] = []
    for pattern in (_BETTER, _IS_THE_BETTER, _PREFER):
        for match in pattern.finditer(text):
            if _is_denied(text, match.start(), match.end()):
                continue
            groups = match.groupdict()
            word = next(value for name, value in groups.items() if value and name != "how")
            how = groups.get("how")
            if how is not None and not how and not match[0].casefold().rstrip().endswith("wins"):
                # “Output 1 is …” followed by any other word is no verdict; “wins” needs no word.
                continue
            verdict = _VERDICTS[word.casefold()]
            if how and how.casefold() in ("worse", "weaker", "inferior"):
                verdict = other[verdict]
            # Ten characters on either side: “… is better overall”, “overall, … is better”.
            around = text[max(0, match.start() - 10) : match.end() + 10].casefold()
            found.append((verdict, "overall" in around))
    found += [
        ("same", "overall" in match[0].casefold())
        for match in _NEITHER.finditer(text)
        if not _is_denied(text, match.start(), match.end())
    ]
    overall = {verdict for verdict, is_overall in found if is_overall}
    return overall or {verdict for verdict, _ in found}


def _is_denied(text: str, start: int, end: int) -> bool:
    """Return whether the sentence around a statement denies, doubts or questions it."""
    # Limited to 300 characters on either side, so that long replies take linear time.
    before = re.split(r"[.!?;\n]|\bbut\b", text[max(0, start - 300) : start])[-1]
    return bool(_DENIED.search(before) or _TAKEN_BACK.search(text[end : end + 300]))


def scores_in(text: str) -> SaidScores:
    """Return the ratings of a reply in plain text.

    Raises ValueError if it does not rate every axis.
    """
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
    """Return the points of a critique in plain text.

    Each line below a heading that names an aspect is a point, and so is the text after the colon of
    the heading. Raises ValueError if there are none.
    """
    points: list[dict[str, str]] = []
    aspect: Aspect | None = None
    for line in cleaned(text).split("\n")[:MOST_LINES]:
        head, colon, rest = line.partition(":")
        # Text in front of a colon, or a line in bold or with a heading mark, may name an aspect.
        named = _aspect(head) if colon or line.lstrip().startswith(("#", "*")) else None
        words = rest if named else line
        aspect = named or aspect
        words = without_mark(words).strip().strip("*#").strip()
        # A heading without a colon is no point itself.
        if aspect is not None and words and (named is None or colon):
            points.append({"aspect": aspect, "text": words[:LONGEST_POINT]})
    return SaidCritique.model_validate({"points": points[:MOST_POINTS]})


def _aspect(head: str) -> Aspect | None:
    """Return the aspect that a heading names, or None."""
    head = head.casefold()
    # A long text before a colon is a sentence.
    if len(head) > 80:
        return None
    return next((aspect for word, aspect in _ASPECTS if word in head), None)


def share_in(text: str) -> SaidShare:
    """Return the last probability in a text. Raises ValueError if there is none."""
    text = cleaned(text)[:LONGEST_ANSWER]
    found = _CHANCE.findall(text)
    if not found:
        raise ValueError(wording.NO_NUMBER)
    # The last one, since the prompt asks for the reason first.
    return SaidShare.model_validate({"reason": text, "probability": found[-1]})


def flags_in(form: type[BaseModel]) -> Callable[[str], Any]:
    """Return a parser of replies that say yes or no to each field of a schema.

    The parser raises ValueError if a field has no answer.
    """

    def read(text: str) -> BaseModel:
        found = {}
        for name in form.model_fields:
            # Models write the names of fields with spaces or hyphens too.
            words = re.escape(name).replace("_", "[ _-]")
            flag = re.search(rf"\b{words}\b\W{{0,12}}(yes|no|true|false)\b", text, re.IGNORECASE)
            if flag is None:
                raise ValueError(wording.NONE)
            found[name] = flag[1].casefold() in ("yes", "true")
        return form.model_validate(found)

    return read


# `Aspect` repeats the codes, because a Literal needs constants.
assert set(CRITIQUE_ASPECTS) == set(Aspect.__args__)  # type: ignore[attr-defined]
