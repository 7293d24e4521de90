"""Critiques and reviews as people read them: points with what happened to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from desktop_app.core.json_values import entries
from desktop_app.core.messages import join, msg
from desktop_app.core.protocol.wording import AnswerContext, ItemWords, PartWords
from plugins.cnr.critiques import SIDES, form_file

if TYPE_CHECKING:
    from desktop_app.core.forms import Form

_SIGNS: Final[Mapping[str, str]] = {"positive": "+", "negative": "−"}
_TITLES: Final[Mapping[str, str]] = {
    "positive": msg("Positive points"),
    "negative": msg("Negative points"),
    "model_points": msg("The model’s points"),
}
_HAPPENED: Final[Mapping[str, str]] = {
    "taken": msg("accepted"),
    "edited": msg("edited"),
    "rejected": msg("rejected"),
    "left": msg("not decided"),
}
# By side, because a positive point is kept and a negative one is fixed.
_ADDRESSED: Final[Mapping[tuple[str, bool], str]] = {
    ("positive", True): msg("kept"),
    ("positive", False): msg("not kept"),
    ("negative", True): msg("fixed"),
    ("negative", False): msg("not fixed"),
}


def in_words(path: tuple[str, ...], value: Any, context: AnswerContext) -> PartWords | None:
    """Return a part of a critique, or of a review; see `Stage.in_words`."""
    match path:
        case ("reviewed",):
            # It names a record, which tells people nothing.
            return PartWords("", "")
        case ("after", *inner) if inner:
            return _changed(tuple(inner), value, context)
        case ("revision",):
            return PartWords(msg("Revision"), str(value or ""), is_product=True)
        case ("nothing_to_improve",):
            text = msg("Nothing needs to be improved") if value is True else ""
            return PartWords(msg("Nothing to improve"), text)
        case ("positive" | "negative" | "model_points" as name,):
            points = [_point(name, one) for one in entries(value)]
            return PartWords(_TITLES[name], join("\n", points))
        case ("positive" | "negative" | "model_points" as name, number):
            return PartWords(_numbered(name, number), _point(name, value))
    return None


def review_item(context: AnswerContext, asking: Form) -> ItemWords:
    """Return the item of a review: the prompt, the response, and the critique of it.

    `asking`: the form of the critique
    """
    content = context.content
    texts = [
        PartWords(msg("Prompt"), str(content.get("prompt") or "")),
        PartWords(msg("Response"), str(content.get("response") or "")),
    ]
    critique = content.get("answers")
    stated = critique if isinstance(critique, Mapping) else {}
    within = AnswerContext(stated, content, asking, context.language)
    for name in ("score", "positive", "negative", "nothing_to_improve", "categories", "revision"):
        if name in stated:
            words = in_words((name,), stated[name], within)
            texts.append(words or PartWords(_ASKED[name], within.answer(name, stated[name])))
    return ItemWords(tuple(texts))


def _numbered(name: str, number: str) -> str:
    if name == "model_points":
        return msg("The model’s point {number}", number=number)
    if name == "positive":
        return msg("Positive point {number}", number=number)
    return msg("Negative point {number}", number=number)


def _changed(path: tuple[str, ...], value: Any, context: AnswerContext) -> PartWords:
    """Return a part of the critique as a reviewer changed it."""
    found = in_words(path, value, context)
    if found is None:
        # The questions of the critique are not those of the review.
        asking = AnswerContext(form=form_file("critique"), language=context.language)
        found = PartWords(_ASKED.get(path[0], path[0]), asking.answer(path[0], value))
    return PartWords(
        msg("After the review: {title}", title=found.title), found.text, found.is_product
    )


_ASKED: Final[Mapping[str, str]] = {"score": msg("Score"), "categories": msg("Categories")}


def _point(name: str, point: Any) -> str:
    """Return a point: its side as a sign, its text, and what happened to it."""
    if not isinstance(point, Mapping):
        return str(point) if isinstance(point, str) else ""
    side = str(point.get("side") or name)
    stated = [_HAPPENED.get(str(point.get("happened")), "")] if name not in SIDES else []
    if name in SIDES:
        addressed = point.get("addressed")
        if isinstance(addressed, bool):
            stated.append(_ADDRESSED[name, addressed])
        source = str(point.get("from_model") or "")
        if source:
            stated.append(msg("from the model"))
        if source == "edited":
            stated.append(_HAPPENED["edited"])
    text = f"{_SIGNS.get(side, '')} {point.get('text') or ''}".strip()
    stated = [one for one in stated if one]
    return msg("{text} ({facts})", text=text, facts=join(", ", stated)) if stated else text
