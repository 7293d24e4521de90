"""Test turns with a model, added to the protocol risum.

A comment that begins with “?” requests an answer: the turn searches the document for passages, has
the model summarise them, and replaces the comment by the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from desktop_app.core.model_jobs import Lookup, Request, asked, looked_up
from desktop_app.core.prompts import Message
from desktop_app.core.protocol.stage import AnswerPatch, AskContext, Turn
from plugins.risum.protocol import RatingStage
from tests.llm.jobs import lent

RETRIEVER = "bm25"


def is_pending(self: Any, answers: Mapping[str, Any]) -> bool:
    return str(answers.get("comment") or "").startswith("?")


def run_turn(
    self: Any,
    content: Mapping[str, Any],
    documents: Mapping[str, str],
    answers: Mapping[str, Any],
    ask: AskContext,
) -> Turn:
    question = str(answers["comment"]).split("|")[0].removeprefix("?")
    if question == "defect":
        raise KeyError(question)
    texts = str(documents[content["document"]]).split(" ")
    found = yield from looked_up(Lookup(texts, question, 1, RETRIEVER))
    places = ",".join(str(place) for place, _ in found.hits)
    yield AnswerPatch(lambda now: said(now, f"?{question}|{places}"))
    prompt = ask.prompt("remark")
    first = prompt.fill(answer=f"{question} in {content['answer']}")
    reply = yield from asked(Request("summary", "remark", prompt.version, first))
    told = [Message("user", f"Revise {content['answer']} by {reply.text} for {question}")]
    reply = yield from asked(Request("revise", "revise", "1", told))
    yield AnswerPatch(lambda now: said(now, reply.text))


def said(answers: Mapping[str, Any], words: str) -> dict[str, Any]:
    if not is_pending(None, answers):
        raise ValueError("nothing waits")
    return {**answers, "comment": words}


def on_failure(self: Any, answers: Mapping[str, Any], trouble: str) -> dict[str, Any]:
    words = str(answers.get("comment") or "").removeprefix("?")
    return {**answers, "comment": f"!{trouble} {words}"}


def on_cancel(self: Any, answers: Mapping[str, Any]) -> dict[str, Any]:
    return {**answers, "comment": str(answers.get("comment") or "").removeprefix("?")}


@contextmanager
def taking_turns(patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add turns to risum until the test ends."""
    patch.setattr(RatingStage, "has_turns", True)
    for method in (is_pending, run_turn, on_failure, on_cancel):
        patch.setattr(RatingStage, method.__name__, method)
    with lent(patch, live_prompts=("remark",)):
        yield
