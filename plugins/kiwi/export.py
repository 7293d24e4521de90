"""Exports: rows that can be imported again, and files in kiwi's own formats.

Four formats for analysis and training contain JSON lines:

turns           one record per turn, with the text that it revised, its passages and all its answers
sessions        one record per session, with its turns and its final answer
training_pairs  the question, the instruction and the previous answer, paired with a good answer:
                the edited answer, or else the model's answer if it was rated good
reward_pairs    a better (`chosen`) and a worse answer (`rejected`) to one instruction about one
                text: the edited answer and the model's answer; if two turns have the same
                instruction, also the model's answers that were rated good and bad
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset, OwnExport
from plugins.kiwi import labels, paper_files, questions, release, rows, sessions
from plugins.kiwi.passages import passage_texts
from plugins.kiwi.project_questions import sessions_of
from plugins.kiwi.records import Names
from plugins.kiwi.shapes import edited_text, previous_answers

RECORD_FORMATS: Mapping[str, str] = {
    "turns": msg("one record per turn"),
    "sessions": msg("one record per session, with its turns"),
    "training_pairs": msg("instructions and previous answers, each with a good answer"),
    "reward_pairs": msg("a better and a worse answer to the same instruction"),
}
_SAID = ("type", "instruction", "summary", "answer", "edited", "rating", "comment", "retriever")

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

EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {
    **rows.EXPORTS,
    **questions.EXPORTS,
    **sessions.EXPORTS,
    **labels.EXPORTS,
}
FORMATS: Mapping[str, str] = {
    release.FORMAT: msg("sessions in the layout of the published KIWI dataset"),
    **RECORD_FORMATS,
    "splits": msg("rated turns with the three splits for predicting ratings"),
}
READ_FORMATS: Mapping[str, str] = {
    release.FORMAT: msg("the layout of the published KIWI dataset"),
    paper_files.FORMAT: msg("papers from S2ORC with full text"),
}


def export_rows(dataset: Dataset, what: str, *, reveal_models: bool) -> Iterable[dict[str, Any]]:
    """Return the rows of one kind in a stable order, with models under aliases unless revealed.

    Raises KeyError for a kind that this protocol does not have.
    """
    return EXPORTS[what](Names(dataset, reveal_models))


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
    if format_ == release.FORMAT:
        return release.release_files(dataset, reveal_models=reveal_models)
    if format_ == "splits":
        # Imported here because the module loads numpy.
        from plugins.kiwi import prediction

        return prediction.split_files(dataset, reveal_models=reveal_models)
    rows = list(_MADE[format_](Names(dataset, reveal_models)))
    return OwnExport({f"{format_}.jsonl": rows}, {"records": len(rows)})
