"""Model requests of a revision turn, and how their replies change the session.

Source: the KIWI paper, figure 3. First, passages are found with the question, and the model answers
from them. An information-seeking instruction is the query for passages, which the model sums up,
and revises with that; a stylistic one is carried out alone. The model gets one previous answer,
never the history.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import (
    Lookup,
    ModelError,
    Reply,
    Request,
    Trouble,
    asked,
    looked_up,
)
from desktop_app.core.protocol.stage import AnswerPatch, AskContext, Turn
from desktop_app.core.replies import reply_text
from plugins.kiwi.jobs.wording import NOTHING_FOUND
from plugins.kiwi.passages import paragraphs, passages_of, passages_text
from plugins.kiwi.session import Session
from plugins.kiwi.settings import Settings
from plugins.kiwi.shapes import LONGEST_TEXT, MOST_PAPERS

# What for, as records of calls have it.
INITIAL, SUMMARY, REVISE = "initial", "summary", "revise"


def waiting(answers: Mapping[str, Any]) -> bool:
    """Whether a session waits for a model; never raises."""
    current = answers.get("current")
    if not isinstance(current, Mapping) or current.get("phase") != "waiting":
        return False
    return Session.read(answers, papers=MOST_PAPERS).awaiting


def failed(answers: Mapping[str, Any], trouble: str) -> Mapping[str, Any]:
    """Return the session without its model's answer: the instruction is kept."""
    session = Session.read(answers, papers=MOST_PAPERS)
    return session.fail(trouble).answers() if session.awaiting else answers


def unasked(answers: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the session as it was before the model was asked."""
    session = Session.read(answers, papers=MOST_PAPERS)
    return session.unask().answers() if session.awaiting else answers


def taken(
    content: Mapping[str, Any],
    documents: Mapping[str, str],
    answers: Mapping[str, Any],
    ask: AskContext,
    settings: Settings,
) -> Turn:
    """Take the turn that waits: a first answer, or a revision. What was found or summed up before
    is not looked for again."""
    desk = _TurnContext(content, documents, ask, settings)
    session = desk.read(answers)
    if not session.awaiting:
        return
    if session.phase == "initial":
        yield from _first(desk, session)
    else:
        yield from _revision(desk, session)


@dataclass(frozen=True)
class _TurnContext:
    """All that a turn is taken with."""

    content: Mapping[str, Any]
    documents: Mapping[str, str]
    ask: AskContext
    settings: Settings

    @property
    def question(self) -> str:
        return str(self.content.get("question") or "")

    @property
    def papers(self) -> Sequence[Mapping[str, Any]]:
        return list(self.content.get("papers") or ())

    @property
    def texts(self) -> list[str]:
        return [self.documents.get(str(key), "") for key in self.content.get("documents") or ()]

    def read(self, answers: Mapping[str, Any]) -> Session:
        most = self.settings.most_turns
        return Session.read(answers, papers=len(self.papers), most_turns=most)

    def request(self, purpose: str, prompt: str, number: int, **texts: str) -> Request:
        """Return a question of a turn. The same words in another turn are another question."""
        template = self.ask.prompt(prompt)
        messages = template.fill(**{name: template.tagless(text) for name, text in texts.items()})
        parameters = {"temperature": self.settings.temperature}
        return Request(purpose, prompt, template.version, messages, parameters, sample=number)


def _first(desk: _TurnContext, session: Session) -> Turn:
    passages = yield from _passages(desk, session, desk.question)
    request = desk.request(INITIAL, "initial", 0, question=desk.question, documents=passages)
    text, reply = yield from _answered(request)
    yield AnswerPatch(lambda now: desk.read(now).take_initial(text, call=reply.call).answers())


def _revision(desk: _TurnContext, session: Session) -> Turn:
    instruction, number = str(session.current["instruction"]), session.number
    texts = {
        "question": desk.question,
        "previous": session.previous,
        "instruction": instruction,
    }
    prompt = "revise_style"
    if session.current["type"] == "info":
        prompt = "revise_info"
        texts["summary"] = yield from _summary(desk, session, instruction)
    text, reply = yield from _answered(desk.request(REVISE, prompt, number, **texts))
    yield AnswerPatch(lambda now: desk.read(now).take_answer(text, reply.call).answers())


def _summary(desk: _TurnContext, session: Session, instruction: str) -> Generator[Any, Any, str]:
    """Return what of the passages is relevant, in a model's words."""
    known = str(session.current.get("summary") or "")
    if known:
        return known
    passages = yield from _passages(desk, session, instruction)
    request = desk.request(
        SUMMARY,
        "summary",
        session.number,
        documents=passages,
        previous=session.previous,
        instruction=instruction,
    )
    text, reply = yield from _answered(request)
    yield AnswerPatch(lambda now: desk.read(now).take_summary(text, reply.call).answers())
    return text


def _passages(desk: _TurnContext, session: Session, query: str) -> Generator[Any, Any, str]:
    """Find passages, keep them with the turn, and return them as a model reads them."""
    current, texts = session.current, desk.texts
    hits: list[Mapping[str, Any]] = list(current.get("passages") or ())
    if not hits or current.get("query") != query:
        places, found_in = paragraphs(texts)
        lookup = Lookup(found_in, query, desk.settings.passages, desk.settings.retriever)
        result = yield from looked_up(lookup)
        hits = list(passages_of(result, places, desk.settings.passages))
        query_row = {"query": query, "retriever": result.retriever}
        yield AnswerPatch(lambda now: desk.read(now).take_passages(hits, **query_row).answers())
    return passages_text(hits, desk.papers, texts) or NOTHING_FOUND


def _answered(request: Request) -> Generator[Request, Any, tuple[str, Reply]]:
    """Ask, and return what was answered. Raises ModelError for no text, and for an endless one."""
    reply = yield from asked(request)
    text = reply_text(reply)
    if len(text) > LONGEST_TEXT:
        raise ModelError(
            Trouble.MALFORMED,
            msg(
                "“{model}” wrote more than {longest_text} characters",
                model=reply.model,
                longest_text=LONGEST_TEXT,
            ),
            hint=msg("Try again, or reword the instruction."),
        )
    return text, reply
