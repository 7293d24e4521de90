"""Exports in formats of its own, and the layout of the published KIWI dataset in both directions.

Four formats for analysis and training contain JSON lines:

turns           one record per turn, with the text that it revised, its passages and all its answers
sessions        one record per session, with its turns and its final answer
training_pairs  the question, the instruction and the previous answer, paired with a good answer:
                the edited answer, or else the model's answer if it was rated good
reward_pairs    a better (`chosen`) and a worse answer (`rejected`) to one instruction about one
                text: the edited answer and the model's answer; if two turns have the same
                instruction, also the model's answers that were rated good and bad

The published layout has one session per row:

    {original_question, model_name, initial_answer, initial_docs [{text …}], annotator_id,
     interaction [{instruction, answer_1, answer_2, rating, comment …}]}

`answer_2` is the edited answer, and empty if the answer was not edited. The text that a turn
revised follows the rule of figure 3 of the paper, unless the turn contains it (`previous`). The
published files contain passages instead of papers. Each passage of `initial_docs` becomes a
separate paper, in this order, because citations use these numbers. If all passages name the number
of their `paper`, as in exports, they become paragraphs of these papers instead.

Exported rows have additional fields for data that the published layout does not cover. Unknown
fields are kept and exported again.

The module is longer than most because reading and writing the published layout must agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import FieldError, RefusedError, UsageError
from desktop_app.core.fields import checked
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset, OwnExport
from plugins.kiwi import paper_files
from plugins.kiwi.passages import passage_texts
from plugins.kiwi.project_questions import sessions_of
from plugins.kiwi.questions import NO_PAPERS
from plugins.kiwi.records import Names
from plugins.kiwi.sessions import LEFT_OUT, SessionRow
from plugins.kiwi.shapes import (
    MOST_PAPERS,
    MOST_TURNS,
    RATINGS,
    edited_text,
    present,
    previous_answers,
    text_to_revise,
)

FORMAT = "kiwi-release"
RECORD_FORMATS: Mapping[str, str] = {
    "turns": msg("one record per turn"),
    "sessions": msg("one record per session, with its turns"),
    "training_pairs": msg("instructions and previous answers, each with a good answer"),
    "reward_pairs": msg("a better and a worse answer to the same instruction"),
}
_SAID = ("type", "instruction", "summary", "answer", "edited", "rating", "comment", "retriever")

# Names in the published layout.
_NOTHING = (None, "", "nan")
_ROW = (
    *("original_question", "model_name", "initial_answer", "initial_docs", "annotator_id"),
    *("interaction", "end", "seconds"),
)
_TURN = ("instruction", "answer_1", "answer_2", "rating", "comment", "type", "previous")
# Fields of a stored turn that are exported under other names.
_OWN = ("answer", "edited", "passages", "calls")
# Names that files use for the passages of an information-seeking turn.
_DOCS = ("docs", "passages", "retrieved_docs")
_INFO = ("info", "information", "informationseeking", "infoseeking", "seeking")
_STYLE = ("style", "stylistic")

Row = dict[str, Any]


def _turns(names: Names) -> Iterator[Row]:
    for session in sessions_of(names.dataset):
        about = _about(names, session)
        yield from ({**about, **turn} for turn in _turn_rows(names, session))


def _sessions(names: Names) -> Iterator[Row]:
    for session in sessions_of(names.dataset):
        initial = session.answers.get("initial") or {}
        content = names.items[session.item].content
        row = {
            **_about(names, session),
            "papers": list(content.get("papers") or ()),
            "initial_answer": initial.get("answer"),
            "initial_passages": passage_texts(initial.get("passages"), content, names.dataset),
            "turns": list(_turn_rows(names, session)),
            "final_answer": previous_answers(session.answers)[-1],
            "end": session.answers.get("end"),
            "seconds": session.seconds,
        }
        yield {name: value for name, value in row.items() if value is not None}


def _training(names: Names) -> Iterator[Row]:
    for row in _turns(names):
        # An edited answer counts as good, whatever the rating of the model's answer.
        edited = "edited" in row
        if row.get("rating") == "good" or edited:
            yield {**_asked(row), "answer": edited_text(row), "by": "person" if edited else "model"}


def _reward(names: Names) -> Iterator[Row]:
    bad: dict[tuple[str, str, str], list[Row]] = {}
    good: dict[tuple[str, str, str], list[Row]] = {}
    for row in _turns(names):
        rating = row.get("rating")
        # In data from other sources, a turn can be rated good and be edited. Such an edit does not
        # make the model's answer the worse one.
        if "edited" in row and rating != "good":
            pair = {"chosen": row["edited"], "rejected": row["answer"]}
            rated = {} if rating is None else {"rejected_rating": rating}
            yield {**_asked(row), **pair, **rated, "by": "person"}
        # Instructions that differ only in spaces and capitals count as the same.
        asked = row["question"], row["previous"], " ".join(row["instruction"].split()).casefold()
        # Turns rated neutral are left out, because neither answer would clearly be the better one.
        kept = good if rating == "good" else bad if rating == "bad" else {}
        kept.setdefault(asked, []).append(row)
    # Pairs of two model answers come last, because both turns must have been read before.
    for asked, turns in good.items():
        for row in turns:
            for other in bad.get(asked, ()):
                # Equal answers with different ratings show noise instead of a preference.
                if row["answer"] != other["answer"]:
                    pair = {"chosen": row["answer"], "rejected": other["answer"]}
                    yield {**_asked(row), **pair, "rejected_rating": "bad", "by": "model"}


def _about(names: Names, session: AnnotationData) -> Row:
    row = {
        "session": names.session(session.item, session.annotator),
        "question_id": names.question(session.item),
        "question": names.items[session.item].content["question"],
        "model": names.model_of(session.item),
        "annotator": session.annotator,
    }
    return {name: value for name, value in row.items() if value is not None}


def _turn_rows(names: Names, session: AnnotationData) -> Iterator[Row]:
    """Yield the turns of a session, each with the text that it revised and its passages."""
    content = names.items[session.item].content
    texts = previous_answers(session.answers)
    for number, turn in enumerate(session.answers.get("turns") or (), start=1):
        fields = {name: turn[name] for name in _SAID if name in turn}
        value = passage_texts(turn.get("passages"), content, names.dataset)
        more = {"passages": value} if value else {}
        yield {"turn": number, "previous": texts[number - 1], **fields, **more}


def _asked(row: Mapping[str, Any]) -> Row:
    names = ("question", "type", "instruction", "previous", "summary", "session", "turn", "model")
    return {name: row[name] for name in names if name in row}


_MADE: Mapping[str, Callable[[Names], Iterator[Row]]] = {
    "turns": _turns,
    "sessions": _sessions,
    "training_pairs": _training,
    "reward_pairs": _reward,
}

FORMATS: Mapping[str, str] = {
    FORMAT: msg("sessions in the layout of the published KIWI dataset"),
    **RECORD_FORMATS,
    "splits": msg("rated turns with the three splits for predicting ratings"),
}
READ_FORMATS: Mapping[str, str] = {
    FORMAT: msg("the layout of the published KIWI dataset"),
    paper_files.FORMAT: msg("papers from S2ORC with full text"),
}


def export_format(
    dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
) -> OwnExport:
    """Return the files of one of kiwi's own formats.

    Models have aliases unless revealed; people have their ids. Raises UsageError for any option,
    because the formats have none, and KeyError for a format that does not exist.
    """
    if format_ not in FORMATS:
        raise KeyError(format_)
    if options:
        raise UsageError(msg("the format {format} has no options", format=format_))
    if format_ == FORMAT:
        return release_files(dataset, reveal_models=reveal_models)
    if format_ == "splits":
        # Imported here because the module loads numpy.
        from plugins.kiwi import prediction

        return prediction.split_files(dataset, reveal_models=reveal_models)
    rows = list(_MADE[format_](Names(dataset, reveal_models)))
    return OwnExport({f"{format_}.jsonl": rows}, {"records": len(rows)})


# The published layout


def read(row: Mapping[str, Any]) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """Return the rows of a published session: its model, its question and the session itself.

    A turn without a rating is imported without one. A turn without an answer is skipped, and the
    next turn revises the same text, or the edited text that replaces it. The import reports both.

    Raises RefusedError for a session that cannot be imported, so that the other sessions of the
    file are imported; raises FieldError for a row in another layout.
    """
    if "original_question" not in row and "interaction" not in row:
        raise FieldError(
            "original_question",
            msg("is missing, and so is “interaction”: this is not a published KIWI session"),
        )
    try:
        return _read(row)
    except ValueError as error:
        raise RefusedError(str(error)) from None


def read_checked(row: Mapping[str, Any]) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """Return the rows that `read` returns, but raise RefusedError for each invalid session row.

    Otherwise the validation of the session row would stop the import of the whole file.
    """
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
    # Sessions about one question have the same passages. If they do not, their questions get
    # different ids.
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
    turns, left_out = _read_turns(interaction, first)
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
    # Without passages, the question is kept for its sessions, but never assigned.
    papers = papers or [{"title": NO_PAPERS}]
    asked = {"id": item, "question": question, "documents": papers}
    result: list[tuple[str, Mapping[str, Any]]] = [("items", asked), ("sessions", session)]
    if model not in _NOTHING:
        result.insert(0, ("models", {"model": model}))
    return result


def _papers(
    docs: Sequence[Mapping[str, Any]],
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return papers made from passages, and the passages as references to these papers.

    The only paragraphs of a paper are its passages. A paper without a passage has only a title.
    """
    numbers: list[Any] = [one.get("paper") for one in docs]
    if not all(type(n) is int and 0 <= n < MOST_PAPERS for n in numbers):
        numbers = list(range(len(docs)))
    many = max(numbers, default=-1) + 1
    titles = [NO_PAPERS] * many
    # For each paper, its paragraphs with their numbers.
    texts: list[dict[str, int]] = [{} for _ in range(many)]
    passages = []
    for number, one in zip(numbers, docs, strict=True):
        titles[number] = str(one.get("title") or f"Passage {number}")
        if not one["text"].strip():
            continue
        paragraphs = texts[number]
        place = {"paper": number, "paragraph": paragraphs.setdefault(one["text"], len(paragraphs))}
        passages.append({**place, **{n: one[n] for n in ("score", "retriever") if n in one}})
    papers = [
        {"title": title, "paragraphs": list(paragraphs)}
        for title, paragraphs in zip(titles, texts, strict=True)
    ]
    return papers, passages


def _read_turns(interaction: Sequence[Any], first: str) -> tuple[list[dict[str, Any]], list[int]]:
    """Return the turns that have an answer, and the numbers (from 1) of the turns that have none.

    `first`: the first answer, which the first turn revised

    Raises FieldError for an invalid turn.
    """
    turns: list[dict[str, Any]] = []
    left_out: list[int] = []
    # The text that the next turn would revise by the rule, and the text that it did revise.
    ruled = text = first
    for place, value in enumerate(interaction, start=1):
        if not isinstance(value, Mapping):
            raise FieldError("interaction", msg("turn {place} is not an object", place=place))
        if value.get("answer_1") is None:
            left_out.append(place)
            edited = value.get("answer_2")
            # Without an answer, the text stays the same, unless the annotator wrote one by hand.
            text = edited if isinstance(edited, str) and edited not in _NOTHING else text
            continue
        turn = _turn(value, place)
        if text != ruled and "previous" not in turn:
            turn["previous"] = text
        turns.append(turn)
        ruled = text = text_to_revise(turn, str(turn.get("previous", text)))
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
    """Return the kind of a turn's instruction, or None if it cannot be determined.

    If the turn does not name its kind, it is information-seeking if it has passages, and stylistic
    if its list of passages is empty. Raises FieldError for an unknown kind.
    """
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


def release_files(dataset: Dataset, *, reveal_models: bool) -> OwnExport:
    """Return the sessions in the published layout. Models have aliases unless revealed."""
    names = Names(dataset, reveal_models)
    rows = []
    for one in sessions_of(dataset):
        content = names.items[one.item].content
        initial = one.answers.get("initial") or {}
        turns = [_release_turn(turn, content, dataset) for turn in one.answers.get("turns") or ()]
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
    notes = [msg("To import these files again, use --format {format}.", format=FORMAT)]
    return OwnExport({"kiwi.jsonl": rows}, facts, notes)


def _release_turn(
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
