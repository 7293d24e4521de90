"""Sessions and judgements of turns as people read them: turn by turn, without technical fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from desktop_app.core.json_values import entries
from desktop_app.core.messages import join, msg
from desktop_app.core.protocol.wording import AnswerContext, ItemWords, PartWords

TITLES: Final[Mapping[str, str]] = {
    "initial": msg("First answer"),
    "instruction": msg("Instruction"),
    "type": msg("Kind"),
    "passages": msg("Passages"),
    "answer": msg("Answer"),
    "edited": msg("Edited answer"),
    "rating": msg("Rating"),
    "comment": msg("Comment"),
    "end": msg("End of the session"),
    "left": msg("Unfinished turn"),
}
"""Names of the fields of a session and its turns, in the order in which people read them."""

# The passages come last, because they say what an answer is based on.
_IN_TURN = ("instruction", "type", "answer", "edited", "rating", "comment", "passages")


def in_words(path: tuple[str, ...], value: Any, context: AnswerContext) -> PartWords | None:
    """Return a part of a session, or of ratings of turns; see `Stage.in_words`."""
    match path:
        case ("initial" | "left" as name,):
            return PartWords(TITLES[name], _turn_text(value, context))
        case ("turns" | "ratings", number):
            return PartWords(msg("Turn {number}", number=number), _turn_text(value, context))
        case ("initial" | "left", name) | ("turns" | "ratings", _, name) if name in TITLES:
            return PartWords(TITLES[name], _field_text(name, value, context))
    return None


def item_in_words(context: AnswerContext) -> ItemWords:
    """Return an item: its question, the turns that are judged, and its papers as documents."""
    content = context.content
    texts = [
        PartWords(msg("Question"), str(content.get("question") or "")),
        PartWords(msg("Topic"), str(content.get("topic") or "")),
    ]
    turns = content.get("turns")
    for one in entries(turns) or (content.get("turn"),):
        if isinstance(one, Mapping):
            number = one.get("turn") or 1
            texts.append(PartWords(msg("Turn {number}", number=number), _turn_text(one, context)))
    titles = [
        f"[{number}] {paper.get('title') or ''}".strip() if isinstance(paper, Mapping) else ""
        for number, paper in enumerate(entries(content.get("papers")))
    ]
    return ItemWords(tuple(texts), tuple(titles))


def _turn_text(turn: Any, context: AnswerContext) -> str:
    """Return a turn, or the first answer, with a line for each of its fields."""
    if not isinstance(turn, Mapping):
        return ""
    texts = {name: _field_text(name, turn.get(name), context) for name in _IN_TURN}
    # The heading of the first answer says what it is.
    if not any(text for name, text in texts.items() if name not in ("answer", "passages")):
        lines = [texts["answer"], *(_line("passages", texts) if texts["passages"] else ())]
        return join("\n", [line for line in lines if line])
    return join("\n", [one for name in _IN_TURN for one in _line(name, texts)])


def _line(name: str, texts: Mapping[str, str]) -> list[str]:
    return [join(": ", (TITLES[name], texts[name]))] if texts[name] else []


def _field_text(name: str, value: Any, context: AnswerContext) -> str:
    if value in (None, "", []):
        return ""
    if name == "passages":
        return _citations(value, context)
    return context.answer(name, value)


def _citations(passages: Any, context: AnswerContext) -> str:
    """Return passages as citations: the paper's number and title, and the paragraphs."""
    places: dict[int, list[int]] = {}
    for one in entries(passages):
        paper = one.get("paper") if isinstance(one, Mapping) else None
        if not isinstance(paper, int):
            continue
        paragraph = one.get("paragraph")
        found = places.setdefault(paper, [])
        if isinstance(paragraph, int):
            found.append(paragraph + 1)
    listed = entries(context.content.get("papers"))
    lines = []
    for paper, numbers in places.items():
        known = listed[paper] if 0 <= paper < len(listed) else {}
        title = str(known.get("title") or "") if isinstance(known, Mapping) else ""
        cited = f"[{paper}] {title}".strip()
        if numbers:
            where = ", ".join(map(str, sorted(set(numbers))))
            cited = msg("{paper}, paragraph {numbers}", paper=cited, numbers=where)
        lines.append(cited)
    return join("; ", lines) if lines else ""
