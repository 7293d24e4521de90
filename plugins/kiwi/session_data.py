"""The sessions of a dataset for analyses and jobs, with all ratings and labels of their turns.

A turn is identified by the item of its session, the author of the session, and its number, from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from desktop_app.core.aliases import model_in, pseudonym
from desktop_app.core.analysis import by_times
from desktop_app.core.canonical import digest_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData, SecondOpinions
from plugins.kiwi.labels import all_labels, all_second_ratings, judged_text
from plugins.kiwi.project_questions import sessions_of
from plugins.kiwi.shapes import ASKS, KINDS, RATINGS, edited_text, previous_answers

UNKNOWN = "unknown"


class Place(NamedTuple):
    """The identity of a turn: the item and the author of its session, and its number from 1."""

    item: str
    author: str
    number: int


@dataclass(frozen=True)
class Turn:
    """One instruction and its outcome. `kind` and `rating` are empty if the session lacks them.

    `session`: the name of the session's item in messages
    `model`: the name or alias of the model, as it may be shown
    `previous`: the text that the turn revised
    `answer`: the model's revised answer
    `edited`: the answer after the annotator's edits; None if it was not edited
    """

    place: Place
    session: str
    question: str
    model: str
    kind: str
    instruction: str
    previous: str
    answer: str
    edited: str | None
    rating: str
    comment: str

    @property
    def final(self) -> str:
        """The answer at the end of the turn: the edited answer, or else the model's answer.

        It counts as doing what the instruction asks if the turn was rated good or edited.
        """
        return self.answer if self.edited is None else self.edited

    @property
    def failed(self) -> bool:
        """Whether the model's answer was rated neutral or bad."""
        return self.rating in ("neutral", "bad")

    def texts(self, ask: str) -> str:
        """Return a digest of the texts that a label is about.

        A label with another digest is outdated.

        `ask`: the question that the label answers, a key of `ASKS`
        """
        # The type of an instruction does not depend on the comment, the other labels do.
        about = (
            [self.instruction] if ask == "instruction_type" else [self.instruction, self.comment]
        )
        return digest_of(*about)


@dataclass(frozen=True)
class Session:
    """One person's work with one model on one question.

    `name`: question, model and author without aliases, which identify the session in any project
    """

    name: tuple[str, str, str]
    item: str
    author: str
    model: str
    turns: Sequence[Turn]
    end: str
    seconds: float | None


class Second(NamedTuple):
    """The rating of a turn by another person."""

    place: Place
    rater: str
    rating: str


@dataclass(frozen=True)
class Collected:
    """All sessions, ratings and labels of a dataset.

    Models and labellers have the names under which they may be shown; authors and raters have their
    ids.

    `turns`: the turns of all sessions, by their places
    `labels`: question (a key of `ASKS`) → labeller → place → code
    `seconds`: ratings of turns by people other than the author of the session
    `people`: number of annotations by annotator, in descending order
    `named`: returns the name under which a model or a person may be shown
    `dropped`: number of second ratings and labels that were left out, by reason
    `ids`: labeller → id of the person or name of the model, which are the same in every project
    """

    sessions: Sequence[Session]
    turns: Mapping[Place, Turn]
    labels: Mapping[str, Mapping[str, Mapping[Place, str]]]
    seconds: Sequence[Second]
    people: Mapping[str, int]
    named: Callable[[Any], str]
    dropped: Mapping[str, int] = field(default_factory=dict)
    ids: Mapping[str, str] = field(default_factory=dict)

    @property
    def models(self) -> list[str]:
        return sorted({one.model for one in self.sessions})


OWN = msg("a person rated their own session again")
GONE = msg("the turn is missing")
CHANGED = msg("the turn or its comment has been changed")
NOT_ASKED = msg("the question does not apply to this turn")


def read(dataset: Dataset, *, aliases: bool = False, ids: bool = True) -> Collected:
    """Return the sessions of a dataset with their ratings and labels.

    `aliases`: whether models are named by their aliases
    `ids`: whether people are named by their ids; otherwise by pseudonyms, in which “annotator A”
        has the most annotations
    """
    names = {alias: name for name, alias in dataset.aliases.items()}
    people = by_times(one.annotator for one in dataset.annotations)
    labellers = {str(row.get("labeller")) for row in dataset.rows.get("labels", ())}
    # Labellers without annotations follow the annotators, so that annotators keep their letters
    # when labels are imported.
    everyone = [*people, *sorted((labellers & dataset.people.keys()) - people.keys())]
    pseudonyms = {one: f"annotator {pseudonym(place)}" for place, one in enumerate(everyone)}

    def named(who: Any) -> str:
        name = str(who or UNKNOWN)
        # A person may have the id of a model's alias; people come first.
        if name in pseudonyms:
            return name if ids else pseudonyms[name]
        # Of a labeller's name, only the model has an alias.
        written = model_in(name)
        model = names.get(written, written)
        shown = dataset.aliases.get(model, model) if aliases else model
        return f"{shown}{name[len(written) :]}"

    items = {item.key: item for item in dataset.items}
    sessions = [_session(one, items[one.item], named) for one in sessions_of(dataset)]
    turns = {turn.place: turn for one in sessions for turn in one.turns}
    dropped: Counter[str] = Counter()
    return Collected(
        sessions,
        turns,
        _labels(dataset, turns, named, dropped),
        list(_seconds(dataset, turns, dropped)),
        people,
        named,
        dropped,
        {named(who): names.get(who, who) for who in {*labellers, *people}},
    )


def second_opinions(found: Collected) -> list[SecondOpinions]:
    """Return, for all turns that somebody else rated again, the author's rating and the others."""
    again = {one.place for one in found.seconds}
    # Bad, neutral, good: the order of the form reversed.
    value = {rating: float(place) for place, rating in enumerate(reversed(RATINGS))}
    rated = [
        *(
            (place.author, place, turn.rating)
            for place, turn in found.turns.items()
            if place in again and turn.rating
        ),
        *((one.rater, one.place, one.rating) for one in found.seconds),
    ]
    values = [
        (who, f"{place.item}:{place.author}:{place.number}", value[rating])
        for who, place, rating in rated
    ]
    return [SecondOpinions(msg("First and second ratings of turns"), "ordinal", values)]


def _session(one: AnnotationData, item: ItemData, named: Callable[[Any], str]) -> Session:
    content, answers = item.content, one.answers
    model_name = item.origin.get("model") or content.get("model")
    model = named(model_name)
    question = str(content.get("question") or "")
    previous = previous_answers(answers)
    turns = [
        Turn(
            Place(item.key, one.annotator, number),
            item.name,
            question,
            model,
            _among(turn.get("type"), KINDS),
            str(turn.get("instruction") or ""),
            previous[number - 1],
            str(turn.get("answer") or ""),
            None if turn.get("edited") is None else edited_text(turn),
            _among(turn.get("rating"), RATINGS),
            str(turn.get("comment") or ""),
        )
        for number, turn in enumerate(answers.get("turns") or (), 1)
    ]
    name = question, str(model_name or UNKNOWN), one.annotator
    end = str(answers.get("end") or "")
    return Session(name, item.key, one.annotator, model, turns, end, one.seconds)


def _among(value: Any, known: Sequence[str]) -> str:
    return str(value) if value in known else ""


def _seconds(
    dataset: Dataset, turns: Mapping[Place, Turn], dropped: Counter[str]
) -> Iterator[Second]:
    for row in all_second_ratings(dataset):
        second = Second(place_of(row), str(row["annotator"]), str(row["rating"]))
        # Counted by reason instead of raising: sessions can be reopened or resolved differently
        # after others rated them.
        if second.place not in turns:
            dropped[GONE] += 1
        elif second.rater == second.place.author:
            dropped[OWN] += 1
        elif not _is_of(row, turns[second.place]):
            dropped[CHANGED] += 1
        else:
            yield second


def _is_of(row: Mapping[str, Any], turn: Turn) -> bool:
    """Return whether a second rating or label is about the turn's current text.

    Rows from files and jobs have no digest `judged`. They count as being about the current text.
    """
    now = judged_text({"instruction": turn.instruction, "answer": turn.answer})
    return row.get("judged") in (None, "", now)


def place_of(row: Mapping[str, Any]) -> Place:
    """Return the place of the turn that a stored second rating, label or prediction is about."""
    return Place(str(row["item"]), str(row["author"]), int(row["turn"]))


def _labels(
    dataset: Dataset,
    turns: Mapping[Place, Turn],
    named: Callable[[Any], str],
    dropped: Counter[str],
) -> dict[str, dict[str, dict[Place, str]]]:
    result: dict[str, dict[str, dict[Place, str]]] = {ask: {} for ask in ASKS}
    for row in all_labels(dataset):
        place = place_of(row)
        turn = turns.get(place)
        for ask, codes in ASKS.items():
            if row.get(ask) not in codes:
                continue
            if turn is None:
                dropped[GONE] += 1
            # Labels from the window have the digest `judged`, labels of jobs have `texts`.
            elif not _is_of(row, turn) or row.get("texts", turn.texts(ask)) != turn.texts(ask):
                dropped[CHANGED] += 1
            elif not is_asked(ask, turn):
                dropped[NOT_ASKED] += 1
            else:
                result[ask].setdefault(named(row["labeller"]), {})[place] = str(row[ask])
    return result


def is_asked(ask: str, turn: Turn) -> bool:
    """Return whether a question about labels applies to a turn.

    Types of instructions are labelled for every turn, errors for turns rated neutral or bad, and
    retrieval for the information-seeking turns among those.
    """
    if ask == "instruction_type":
        return True
    return turn.failed and (ask == "error_type" or turn.kind == "info")
