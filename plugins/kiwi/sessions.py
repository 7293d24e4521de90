"""Rows of sessions, each with all turns of a session, and the items of sessions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from desktop_app.core import keys
from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.errors import FieldError, RefusedError, field_and_reason
from desktop_app.core.fields import (
    Blank,
    Identifier,
    OptionalId,
    OptionalModel,
    OptionalText,
    Row,
    Seconds,
    YesNo,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Answered, Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import external_annotation, row_by_form
from plugins.kiwi import project_questions
from plugins.kiwi.checks import (
    MOST_BYTES,
    Long,
    Name,
    Passages,
    TurnFields,
    check_session,
    session_places,
)
from plugins.kiwi.project_questions import Question
from plugins.kiwi.reading import passages_in
from plugins.kiwi.records import Names, annotation_body
from plugins.kiwi.shapes import KEY, MOST_TURNS, SESSION, present, previous_answers

COLLECTED = msg("it was collected elsewhere, with a model that is not in the project")
LEFT_OUT = "turns_left_out"  # Numbers of the turns of a published file that had no answer.
_INITIAL = ("answer", "passages", "query", "retriever", "call", "prepared")


class SessionRow(Row):
    """One annotator's session about a question with a model.

    `item`: the id of a question, or the id or key of an item
    `model`: the name of the model, or its alias in this project
    `turns`: each with `previous`, the text it revised; without it, the rule of figure 3 applies
    """

    text_fields: ClassVar[frozenset[str]] = frozenset(("initial_answer",))
    json_fields: ClassVar[frozenset[str]] = frozenset(("initial_passages", "turns", "left"))

    id: OptionalId = None
    item: Identifier
    annotator: OptionalId = None
    model: OptionalModel = None
    initial_answer: Long | None = None
    initial_passages: Annotated[Passages, Field(default_factory=list)]
    initial_query: OptionalText = None
    initial_retriever: Name = None
    initial_call: Name = None
    initial_prepared: Annotated[YesNo | None, Blank] = None
    turns: Annotated[list[TurnFields], Field(default_factory=list, max_length=MOST_TURNS)]
    end: Annotated[Literal["ready", "limit", "given_up"] | None, Blank] = None
    left: Annotated[dict[str, Any] | None, Blank] = None
    seconds: Seconds = None

    # `work.py` reads this property if annotators submit sessions from a file.
    @property
    def item_names(self) -> tuple[str, ...]:
        """The names under which the item of the session is searched, the most specific first."""
        named = project_questions.item_name(self.item, self.model) if self.model else self.item
        return named, self.item

    def answers(self) -> dict[str, Any]:
        """Return the answers of the row in normal form.

        Raises FieldError for an invalid field, and if the turns are not in order.
        """
        for place, one in enumerate(self.turns, start=1):
            number = one.extra().get("turn")
            if isinstance(number, int) and number != place:
                raise FieldError(
                    "turns",
                    msg(
                        "turn {number} is in position {place}: put the turns in order",
                        number=number,
                        place=place,
                    ),
                )
        initial = {name: getattr(self, f"initial_{name}") for name in _INITIAL}
        given = self.initial_answer is not None
        return check_session(
            present(
                {
                    "initial": present(initial) | {"answer": self.initial_answer} if given else {},
                    "turns": [one.model_dump(exclude_none=True) for one in self.turns],
                    "end": self.end,
                    "left": self.left,
                }
            )
        )

    def kept(self) -> dict[str, Any]:
        """Return the fields of the row that are not answers but are stored with them."""
        return {**self.extra(), **({"id": self.id} if self.id is not None else {})}

    def body(self, item: str, annotator: str) -> dict[str, Any]:
        """Return the body of the annotation for this row. Raises FieldError as `answers` does."""
        return annotation_body(item, annotator, SESSION, self.answers(), self.seconds, self.kept())


def build_session(row: SessionRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the records of a session collected elsewhere: an external person and an annotation.

    The item of its question and model is added if it does not exist. Raises FieldError if the row
    has no annotator or no first answer; raises RefusedError for an unknown question or item, and
    for passages that its papers do not have.
    """
    if row.annotator is None:
        raise FieldError("annotator", msg("is missing"))
    if row.initial_answer is None:
        raise FieldError("initial_answer", msg("is missing"))
    answers = row.answers()
    item, drafts, documents = _item_of(row, context)
    # A passage that does not exist refuses this row only; a FieldError would stop the whole file.
    try:
        session_places(documents, context.text_of, answers)
    except ValueError as error:
        reason = field_and_reason(error)[1]
        raise RefusedError(
            reason, hint=msg("Papers and their paragraphs are numbered from 0.")
        ) from None
    yield from drafts
    kept = row.kept()
    # Otherwise importing an export would give sessions ids that they never had.
    if _is_derived(row, context):
        kept.pop("id")
    body = annotation_body(item, row.annotator, SESSION, answers, row.seconds, kept)
    yield from external_annotation(body, context, f"{row.item} by {row.annotator}")


def _is_derived(row: SessionRow, context: ImportContext) -> bool:
    """Return whether the row's id is the one that an export gives to a session without an id."""
    question = project_questions.imported_question(row.item, context)
    label = question.label if question is not None else row.item
    names = [f"{label}:{row.annotator}"]
    if row.model:
        model = row.model
        names += [f"{label}:{one}:{row.annotator}" for one in (model, context.alias_of(model))]
    return row.id in names


def _item_of(row: SessionRow, context: ImportContext) -> tuple[str, list[Draft], Sequence[Any]]:
    """Return a session's item: its key, its records if they are missing, and its documents.

    The documents are the keys of the texts of its papers. Raises RefusedError for an unknown item.
    """
    question = project_questions.imported_question(row.item, context)
    if question is None:
        item = project_questions.session_item(row.item, row.model, context)
        return item, [], (context.content_of(item) or {}).get("documents") or ()
    model = row.model
    item = project_questions.item_key(question.label, model, context)
    drafts: list[Draft] = []
    # The model of a session collected elsewhere need not be in the project, so nothing derives its
    # item; it is closed, because nobody here can continue with that model.
    if context.content_of(item) is None:
        drafts = list(session_drafts(question, model, context, COLLECTED))
    return item, drafts, [paper.document for paper in question.papers]


def session_drafts(
    question: Question, model: str | None, context: ImportContext, closed: str = ""
) -> Iterator[Draft]:
    """Yield the item for sessions about a question with a model, and its origin.

    `model`: the name of the model; None for an item without a model
    `closed`: why the item is not assigned to more people; empty if it is open
    """
    # Only the alias is part of the item, because annotators must not know the model.
    alias = context.alias_of(model) if model else ""
    name = project_questions.item_name(question.label, alias)
    key = keys.external_item_key(context.project, KEY, name)
    content = question.content() | present({"model": alias, "topic": question.track})
    body = {
        "protocol": KEY,
        # Nobody works on one question twice.
        "group": keys.group_key(context.project, KEY, "question", question.key),
        "stage": SESSION,
        "content": content,
    }
    origin = {
        "item": key,
        "external_id": name,
        "called": question.label if alias else None,
        "question": question.key,
        "model": model,
        "topic": question.track,
        "closed": closed,
    }
    yield Draft("item", key, body, context.lead, name)
    yield Draft("origin", key, present(origin), context.lead, name)


def remarks(row: SessionRow) -> Iterable[str]:
    """Yield warnings about a session. They do not prevent its import."""

    def numbers(of: Callable[[TurnFields], Any]) -> str:
        return ", ".join(str(n) for n, one in enumerate(row.turns, start=1) if of(one))

    silent = numbers(lambda one: not (one.comment or "").strip())
    if silent:
        yield msg("turns without a comment: {silent}", silent=silent)
    unrated = numbers(lambda one: one.rating is None)
    if unrated:
        yield msg(
            "unrated turns, excluded from all figures about ratings: {unrated}", unrated=unrated
        )
    left_out = row.extra().get(LEFT_OUT)
    if isinstance(left_out, list) and left_out:
        listed = ", ".join(map(str, left_out))
        yield msg("turns without an answer in the file, skipped: {left_out}", left_out=listed)
    edited = numbers(lambda one: one.rating == "good" and one.edited)
    if edited:
        yield msg("turns rated good but edited: {edited}", edited=edited)
    unknown = numbers(lambda one: one.type is None)
    if unknown:
        yield msg("turns without a kind of instruction: {unknown}", unknown=unknown)


def with_prepared(
    content: Mapping[str, Any],
    answers: Mapping[str, Any],
    prepared: Iterable[Mapping[str, Any]],
) -> dict[str, Any]:
    """Return a session in normal form, completed with the data of its prepared first answer.

    Passages, query and retriever of the prepared answer are added unless the session has its own,
    so that sessions from files have the same data as sessions from the window. Raises FieldError if
    an answer was prepared with the item and the session has another first answer, because the
    annotator can only have revised the prepared one.

    `prepared`: the bodies of the prepared records of the item
    """
    initial = answers.get("initial") or {}
    has_other = False
    for one in prepared:
        prepared_answer = one.get("content")
        if one.get("what") != "initial" or not isinstance(prepared_answer, Mapping):
            continue
        if initial and prepared_answer.get("answer") == initial["answer"]:
            papers = len(content.get("documents") or ())
            came = {
                "passages": passages_in(prepared_answer.get("passages") or (), papers)[0],
                "query": prepared_answer.get("query"),
                "retriever": prepared_answer.get("retriever"),
                "prepared": True,
            }
            result = {**answers, "initial": {**present(came), **initial}}
            # A session that would become too large is kept without the passages instead of lost.
            return result if len(canonical_bytes(result)) <= MOST_BYTES else dict(answers)
        has_other |= initial != {}
    if has_other:
        raise FieldError(
            "initial_answer", msg("is not the first answer that was assigned with the item")
        )
    return dict(answers)


def find_session(reference: str, context: ImportContext) -> Answered:
    """Return the session with this id, or with this name as in exports.

    The names are “question:annotator” and “question:model:annotator”. Raises RefusedError if there
    is no such session, and if several sessions match.
    """
    result = context.find_answer(reference)
    # Ids may contain colons, so the reference is split from its end.
    named, _, annotator = reference.rpartition(":")
    label, _, model = named.rpartition(":")
    if result is None and label:
        key = project_questions.item_key(label, context.model_of(model), context)
        result = context.find_answer(f"{key}:{annotator}")
    if result is None and context.is_ambiguous(reference):
        raise RefusedError(
            msg(
                "“{reference}” matches several sessions: use “question:annotator”, or "
                "“question:model:annotator” with the model",
                reference=reference,
            )
        )
    if result is None:
        raise RefusedError(
            msg("unknown session “{reference}”", reference=reference),
            hint=msg("Import it first, or specify its “id” or “question:model:annotator”."),
        )
    return result


def find_turn(reference: str, number: int, context: ImportContext) -> tuple[Answered, str]:
    """Return a session and the rating of its turn `number` (from 1); empty if it was not rated.

    Raises RefusedError if there is no such session or no such turn.
    """
    session = find_session(reference, context)
    turns = session.answers.get("turns") or ()
    if number > len(turns):
        raise RefusedError(
            msg(
                "the session “{reference}” has {count} turns; there is no turn {number}",
                reference=reference,
                count=len(turns),
                number=number,
            )
        )
    return session, str(turns[number - 1].get("rating") or "")


def session_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield every session as a row. Each turn contains the text that it revised."""
    for one in project_questions.sessions_of(names.dataset):
        initial = one.answers.get("initial") or {}
        texts = previous_answers(one.answers)
        turns = [
            row_by_form(TurnFields, {**turn, "previous": text}, turn)
            for turn, text in zip(one.answers.get("turns") or (), texts, strict=False)
        ]
        row = {
            "id": names.session(one.item, one.annotator),
            "item": names.question(one.item),
            "annotator": one.annotator,
            "model": names.model_of(one.item),
            **{f"initial_{name}": initial.get(name) for name in _INITIAL},
            "turns": turns,
            "end": one.answers.get("end"),
            "left": one.answers.get("left"),
            "seconds": one.seconds,
        }
        yield row_by_form(SessionRow, row, one.extra)


ROW_KINDS: Mapping[str, RowSpec] = {
    "sessions": RowSpec(
        "sessions",
        SessionRow,
        build_session,
        remarks,
        title=msg("Sessions"),
        export=session_rows,
    ),
}
