"""The requests to a model for one turn, and how the replies change the session.

For the first answer, the question is the query for passages, and the model answers with them. For
an information-seeking instruction, the instruction is the query; the model first summarises the
passages and then revises its answer with the summary. A stylistic instruction needs no passages.
The model gets only one previous answer, never the history. Source: the KIWI paper, figure 3.
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

# The purpose of a call, as stored in its record.
INITIAL, SUMMARY, REVISE = "initial", "summary", "revise"


def is_pending(answers: Mapping[str, Any]) -> bool:
    """Return whether a session has a pending request to a model. Never raises."""
    current = answers.get("current")
    # This function is called for every open item, and reading whole sessions would be slow.
    if not isinstance(current, Mapping) or current.get("phase") != "waiting":
        return False
    return Session.read(answers, papers=MOST_PAPERS).awaiting


def after_failure(answers: Mapping[str, Any], trouble: str) -> Mapping[str, Any]:
    """Return the session after a failed request. The instruction is kept.

    `trouble`: the code of the error
    """
    session = Session.read(answers, papers=MOST_PAPERS)
    return session.fail(trouble).answers() if session.awaiting else answers


def after_cancel(answers: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the session after a cancelled request. The instruction is kept."""
    session = Session.read(answers, papers=MOST_PAPERS)
    return session.unask().answers() if session.awaiting else answers


def run_turn(
    content: Mapping[str, Any],
    documents: Mapping[str, str],
    answers: Mapping[str, Any],
    ask: AskContext,
    settings: Settings,
) -> Turn:
    """Run the pending turn: a first answer or a revision.

    Yields requests, lookups and changes of the answers; nothing if no request is pending. Passages
    and summaries that exist already are not requested again. Raises ModelError for unusable
    replies.
    """
    turn = _TurnContext(content, documents, ask, settings)
    session = turn.read(answers)
    if not session.awaiting:
        return
    if session.phase == "initial":
        yield from _first(turn, session)
    else:
        yield from _revision(turn, session)


@dataclass(frozen=True)
class _TurnContext:
    """The data that the requests of a turn need."""

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
        """Return the request for a text.

        `number`: the number of the turn, so that equal texts in different turns are not answered
            from the cache; 0 for the first answer
        `texts`: the texts for the placeholders of the prompt
        """
        template = self.ask.prompt(prompt)
        # Texts by people and models must not contain the tags that separate them in the prompt.
        messages = template.fill(**{name: template.tagless(text) for name, text in texts.items()})
        parameters = {"temperature": self.settings.temperature}
        return Request(purpose, prompt, template.version, messages, parameters, sample=number)


def _first(turn: _TurnContext, session: Session) -> Turn:
    passages = yield from _passages(turn, session, turn.question)
    request = turn.request(INITIAL, "initial", 0, question=turn.question, documents=passages)
    text, reply = yield from _answered(request)
    # A patch instead of answers, because the person may have edited other fields in the meantime.
    yield AnswerPatch(lambda now: turn.read(now).take_initial(text, call=reply.call).answers())


def _revision(turn: _TurnContext, session: Session) -> Turn:
    instruction, number = str(session.current["instruction"]), session.number
    texts = {
        "question": turn.question,
        "previous": session.previous,
        "instruction": instruction,
    }
    prompt = "revise_style"
    if session.current["type"] == "info":
        prompt = "revise_info"
        texts["summary"] = yield from _summary(turn, session, instruction)
    text, reply = yield from _answered(turn.request(REVISE, prompt, number, **texts))
    yield AnswerPatch(lambda now: turn.read(now).take_answer(text, reply.call).answers())


def _summary(turn: _TurnContext, session: Session, instruction: str) -> Generator[Any, Any, str]:
    """Return a model's summary of the relevant content of the passages."""
    earlier = str(session.current.get("summary") or "")
    # The summary may have been written before the second call of this turn failed.
    if earlier:
        return earlier
    passages = yield from _passages(turn, session, instruction)
    request = turn.request(
        SUMMARY,
        "summary",
        session.number,
        documents=passages,
        previous=session.previous,
        instruction=instruction,
    )
    text, reply = yield from _answered(request)
    yield AnswerPatch(lambda now: turn.read(now).take_summary(text, reply.call).answers())
    return text


def _passages(turn: _TurnContext, session: Session, query: str) -> Generator[Any, Any, str]:
    """Retrieve passages, store them with the turn, and return them as text for the prompt."""
    current, texts = session.current, turn.texts
    hits: list[Mapping[str, Any]] = list(current.get("passages") or ())
    # Passages found before a call failed are used again, but only for the same query.
    if not hits or current.get("query") != query:
        places, found_in = paragraphs(texts)
        lookup = Lookup(found_in, query, turn.settings.passages, turn.settings.retriever)
        result = yield from looked_up(lookup)
        hits = list(passages_of(result, places, turn.settings.passages))
        query_row = {"query": query, "retriever": result.retriever}
        yield AnswerPatch(lambda now: turn.read(now).take_passages(hits, **query_row).answers())
    return passages_text(hits, turn.papers, texts) or NOTHING_FOUND


def _answered(request: Request) -> Generator[Request, Any, tuple[str, Reply]]:
    """Send a request; return the text of the reply, and the reply itself.

    Raises ModelError for an empty text, and for one of more than LONGEST_TEXT characters.
    """
    reply = yield from asked(request)
    text = reply_text(reply)
    # Models that repeat themselves would otherwise make a session too large for a record.
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
