"""The layout in which KIWI was released, read and written: a session a row.

    {original_question, model_name, initial_answer, initial_docs [{text …}], annotator_id,
     interaction [{instruction, answer_1, answer_2, rating, comment …}]}

`answer_2` is the answer as edited by hand, empty where it was not. What a turn revised follows
figure 3 of the paper, unless a turn says it (`previous`). The papers are not in these files: each
passage of `initial_docs` becomes a paper of its own, in that order, as citations number them; or a
paragraph of the `paper` that it names by its number. Beside the fields of the released files stand
those that the layout has no place for. What is not known here is kept, and written again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import checked
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, OwnExport
from plugins.kiwi.names import Names
from plugins.kiwi.passage_texts import passage_texts
from plugins.kiwi.project_questions import sessions_of
from plugins.kiwi.questions import NO_PAPERS
from plugins.kiwi.sessions import LEFT_OUT, SessionRow
from plugins.kiwi.shapes import MOST_PAPERS, MOST_TURNS, RATINGS, carried, present

FORMAT = "kiwi-release"
_NOTHING = (None, "", "nan")
_ROW = (
    *("original_question", "model_name", "initial_answer", "initial_docs", "annotator_id"),
    *("interaction", "end", "seconds"),
)
_TURN = ("instruction", "answer_1", "answer_2", "rating", "comment", "type", "previous")
_OWN = ("answer", "edited", "passages", "calls")  # of a turn as it is kept
_DOCS = ("docs", "passages", "retrieved_docs")  # of an information-seeking turn
_INFO = ("info", "information", "informationseeking", "infoseeking", "seeking")
_STYLE = ("style", "stylistic")


def read(row: Mapping[str, Any]) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """Return what a released session is in rows of our own: its model, its question, itself.

    A turn without a rating is kept without one. A turn without an answer is left out, and what the
    next one revised stays what it was. Both are said when the session is imported.

    Raises RefusedError for a session that cannot be taken, so that the others of the file are;
    FieldError for a row that is no released session at all.
    """
    if "original_question" not in row and "interaction" not in row:
        raise FieldError(
            "original_question", msg("is missing, as is “interaction”: not this layout")
        )
    try:
        return _read(row)
    except ValueError as error:
        raise RefusedError(str(error)) from None


def read_checked(row: Mapping[str, Any]) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """Return what `read` does, and raise RefusedError also for a session that its own kind of row
    would not take: there, it would stop the whole file."""
    result = read(row)
    try:
        for kind, fields in result:
            if kind == "sessions":
                checked(SessionRow, dict(fields)).answers()
    except ValueError as error:
        raise RefusedError(str(error)) from None
    return result


def _read(row: Mapping[str, Any]) -> Sequence[tuple[str, Mapping[str, Any]]]:
    question = _text(row, "original_question")
    if not question.strip():
        raise FieldError("original_question", msg("must not be empty"))
    docs = _docs(row.get("initial_docs"))
    papers, passages = _papers(docs)
    # Sessions about one question have the same passages; where they have not, they are told apart.
    item = f"kiwi-{digest_of(question, [one['text'] for one in docs])[:12]}"
    model = row.get("model_name")
    if row.get("annotator_id") in _NOTHING:
        raise FieldError("annotator_id", msg("is missing, so the annotator is unknown"))
    interaction = row.get("interaction")
    if interaction is None:
        raise FieldError("interaction", msg("is missing, so the number of turns is unknown"))
    if not isinstance(interaction, list) or len(interaction) > MOST_TURNS:
        raise FieldError(
            "interaction", msg("must be a list of up to {most_turns} turns", most_turns=MOST_TURNS)
        )
    first = _text(row, "initial_answer")
    turns, left_out = _turns(interaction, first)
    others = {name: value for name, value in row.items() if name not in (*_ROW, "session_id")}
    session = {
        **others,
        "id": row.get("session_id"),
        "item": item,
        "annotator": row.get("annotator_id"),
        "model": model,
        "initial_passages": passages,
        "turns": turns,
        "end": row.get("end") or ("limit" if len(interaction) == MOST_TURNS else None),
        "seconds": row.get("seconds"),
    }
    session = {**present(session), "initial_answer": first}
    if left_out:
        session[LEFT_OUT] = left_out
    # Without any passage, the question is kept for its sessions, and given to nobody.
    papers = papers or [{"title": NO_PAPERS}]
    asked = {"id": item, "question": question, "documents": papers}
    result: list[tuple[str, Mapping[str, Any]]] = [("items", asked), ("sessions", session)]
    if model not in _NOTHING:
        result.insert(0, ("models", {"model": model}))
    return result


def _papers(
    docs: Sequence[Mapping[str, Any]],
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the papers that passages are of, as far as these tell, and the passages as their
    sessions name them. What no passage is of has a title alone."""
    numbers: list[Any] = [one.get("paper") for one in docs]
    if not all(type(n) is int and 0 <= n < MOST_PAPERS for n in numbers):
        numbers = list(range(len(docs)))
    many = max(numbers, default=-1) + 1
    titles = [NO_PAPERS] * many
    texts: list[dict[str, int]] = [{} for _ in range(many)]  # of each paper, and their places
    passages = []
    for number, one in zip(numbers, docs, strict=True):
        titles[number] = str(one.get("title") or f"Passage {number}")
        if not one["text"].strip():
            continue
        known = texts[number]
        place = {"paper": number, "paragraph": known.setdefault(one["text"], len(known))}
        passages.append({**place, **{n: one[n] for n in ("score", "retriever") if n in one}})
    papers = [
        {"title": title, "paragraphs": list(known)}
        for title, known in zip(titles, texts, strict=True)
    ]
    return papers, passages


def _turns(interaction: Sequence[Any], first: str) -> tuple[list[dict[str, Any]], list[int]]:
    """Return the turns that have an answer, and the numbers of those that have none."""
    turns: list[dict[str, Any]] = []
    left_out: list[int] = []
    ruled = text = first  # what the next turn revised by the rule, and what it did revise
    for place, value in enumerate(interaction, start=1):
        if not isinstance(value, Mapping):
            raise FieldError("interaction", msg("turn {place} is not an object", place=place))
        if value.get("answer_1") is None:
            left_out.append(place)
            edited = value.get("answer_2")
            # Nothing came, so the text stays; unless someone wrote the answer by hand.
            text = edited if isinstance(edited, str) and edited not in _NOTHING else text
            continue
        turn = _turn(value, place)
        if text != ruled and "previous" not in turn:
            turn["previous"] = text
        turns.append(turn)
        ruled = text = carried(turn, str(turn.get("previous", text)))
    return turns, left_out


def _turn(value: Mapping[str, Any], place: int) -> dict[str, Any]:
    rated_as = value.get("rating")
    rating = None if rated_as in _NOTHING else str(rated_as).strip().casefold()
    if rating is not None and rating not in RATINGS:
        raise FieldError(
            "interaction", msg("turn {place} is not rated good, neutral or bad", place=place)
        )
    others = {name: one for name, one in value.items() if name not in _TURN}
    fields = {
        "type": _kind(value, place),
        "previous": value.get("previous"),
        "rating": rating,
        "comment": None if value.get("comment") in _NOTHING else value["comment"],
        "edited": None if value.get("answer_2") in _NOTHING else value["answer_2"],
    }
    texts = {
        "instruction": _text(value, "instruction", msg("interaction: turn {place}", place=place)),
        "answer": _text(value, "answer_1", msg("interaction: turn {place}", place=place)),
    }
    return {**present(others), **present(fields), **texts}


def _kind(turn: Mapping[str, Any], place: int) -> str | None:
    """Return which kind of instruction a turn has: as it says, or by whether passages were found
    for it; None where nothing tells."""
    for name in ("type", "instruction_type"):
        word = "".join(c for c in str(turn.get(name) or "").casefold() if c.isalpha())
        if word in _INFO:
            return "info"
        if word in _STYLE:
            return "style"
        if name == "type" and turn.get(name) not in _NOTHING:
            raise FieldError(
                "interaction",
                msg("the type of turn {place} is neither “info” nor “style”", place=place),
            )
    named = [turn[name] for name in _DOCS if name in turn]
    return ("info" if any(named) else "style") if named else None


def _text(row: Mapping[str, Any], name: str, where: str = "") -> str:
    value = row.get(name)
    if isinstance(value, str):
        return value
    if where:
        raise ValueError(msg("{where} has no text “{name}”", where=where, name=name))
    raise FieldError(name, msg("must be text"))


def _docs(value: Any) -> list[Mapping[str, Any]]:
    if value in _NOTHING:
        return []
    if not isinstance(value, list):
        raise FieldError("initial_docs", msg("must be a list"))
    result = [{"text": one} if isinstance(one, str) else one for one in value]
    for one in result:
        if not isinstance(one, Mapping) or not isinstance(one.get("text"), str):
            raise FieldError("initial_docs", msg("each of them must have a “text”"))
    return result


def written(dataset: Dataset, *, reveal_models: bool) -> OwnExport:
    """Return the sessions in the released layout; models under aliases unless revealed."""
    names = Names(dataset, reveal_models)
    rows = []
    for one in sessions_of(dataset):
        content = names.items[one.item].content
        initial = one.answers.get("initial") or {}
        turns = [_written(turn, content, dataset) for turn in one.answers.get("turns") or ()]
        others = {name: value for name, value in one.extra.items() if name not in ("id", *_ROW)}
        row = {
            "original_question": content["question"],
            "model_name": names.model_of(one.item),
            "initial_answer": str(initial.get("answer") or ""),
            "initial_docs": passage_texts(initial.get("passages"), content, dataset),
            "annotator_id": one.annotator,
            "interaction": turns,
            "end": one.answers.get("end"),
            "seconds": one.seconds,
            "question_id": names.question(one.item),
            "session_id": names.session(one.item, one.annotator),
            **others,
        }
        rows.append({name: value for name, value in row.items() if value is not None})
    facts = {"sessions": len(rows), "turns": sum(len(row["interaction"]) for row in rows)}
    notes = [msg("To read it again: import with --format {format}.", format=FORMAT)]
    return OwnExport({"kiwi.jsonl": rows}, facts, notes)


def _written(
    turn: Mapping[str, Any], content: Mapping[str, Any], dataset: Dataset
) -> dict[str, Any]:
    result = {
        "instruction": turn["instruction"],
        "type": turn.get("type"),
        "previous": turn.get("previous"),
        "answer_1": turn["answer"],
        "answer_2": turn.get("edited") or "",
        "rating": turn.get("rating"),
        "comment": turn.get("comment") or "",
    }
    fields = {name: value for name, value in result.items() if value is not None}
    others = {name: value for name, value in turn.items() if name not in {*_TURN, *_OWN}}
    docs = passage_texts(turn.get("passages"), content, dataset)
    if turn.get("type") == "info" and (docs or not any(name in others for name in _DOCS)):
        fields["docs"] = docs
    return {**fields, **others}
