"""The jobs in which models label types of instructions and errors, and predict ratings of turns.

The prompts for types contain one worked example of each type (KIWI paper, sections 4.2 and 4.3,
tables 11 and 12). Ratings are predicted with or without examples: the training turns whose
instructions are most similar to that of the test turn (BM25). This is done for each of three
splits, with two or three ratings to choose from (section 5 and appendix A.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from pydantic import BaseModel, Field

from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import (
    Judging,
    drop_empty,
    in_form,
    rater_name,
    request,
    safe_request,
)
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Unit, Work
from desktop_app.core.prompts import Prompt
from desktop_app.core.protocol.data import Dataset
from desktop_app.text.retrieval import Bm25Index
from plugins.kiwi.jobs import wording
from plugins.kiwi.jobs.replies import one_of, word_in
from plugins.kiwi.labels import LabelRow, PredictionRow, build_label, build_prediction
from plugins.kiwi.prediction import CLASSES, TEST, TRAIN, rating_of, splits_of, texts_of
from plugins.kiwi.session_data import Collected, Place, Turn, is_asked, read
from plugins.kiwi.shapes import ASKS


class LabellingJob:
    """Base class of jobs that label turns with the answers to one question.

    One run has one labeller: the model that is asked.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    prompts: ClassVar[Sequence[str]]
    options: ClassVar[type[BaseModel]] = Judging
    # The question that the job answers (a key of `ASKS`), and the texts of the turn in the prompt.
    ask: ClassVar[str]
    shown: ClassVar[Sequence[str]]
    # The message for a run without units.
    nothing: ClassVar[str]

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        turns = [turn for turn in read(dataset).turns.values() if is_asked(self.ask, turn)]
        if not turns:
            raise UsageError(
                self.nothing, hint=msg("Turns come with sessions: annotate some first.")
            )
        for turn in turns:
            # The type of an error is read from the comment, so without one there is nothing to
            # label.
            if self.ask == "instruction_type" or turn.comment:
                yield turn_unit(turn)

    def work(self, unit: Unit, brief: Brief) -> Work:
        turn: Turn = unit.data
        prompt, codes = self.prompts[0], ASKS[self.ask]
        texts = {name: str(getattr(turn, name)) for name in self.shown}
        asked = safe_request(brief, prompt, about(turn), texts)
        form = one_of(self.ask, codes)
        data, call = yield from in_form(asked, form, word_in(self.ask, codes))
        row = {
            **turn_names(turn),
            "labeller": rater_name(brief, prompt),
            self.ask: getattr(data, self.ask),
            # By this digest, a label is recognised as outdated after its turn has changed.
            "texts": turn.texts(self.ask),
            "call": call,
        }
        return list(build_label(LabelRow.model_validate(drop_empty(row)), brief.context))


class InstructionsJob(LabellingJob):
    """Label each turn with the type of its instruction."""

    key: ClassVar[str] = "instructions"
    title: ClassVar[str] = msg("Label types of instructions")
    prompts: ClassVar[Sequence[str]] = ("instruction_type",)
    ask: ClassVar[str] = "instruction_type"
    shown: ClassVar[Sequence[str]] = ("question", "instruction")
    nothing: ClassVar[str] = msg("there are no turns to label")


class ErrorsJob(LabellingJob):
    """Label each turn rated neutral or bad with the type of error that its comment describes."""

    key: ClassVar[str] = "errors"
    title: ClassVar[str] = msg("Label types of errors")
    prompts: ClassVar[Sequence[str]] = ("error_type",)
    ask: ClassVar[str] = "error_type"
    shown: ClassVar[Sequence[str]] = ("instruction", "comment")
    nothing: ClassVar[str] = msg("no turn was rated neutral or bad")


def turn_unit(turn: Turn, data: object = None, suffix: str = "") -> Unit:
    """Return a unit of work for a turn.

    `data`: the data of the unit; None: the turn itself
    `suffix`: distinguishes units of the same turn
    """
    item, author, number = turn.place
    label = msg(
        "{session} by {author}, turn {number}{suffix}",
        session=turn.session,
        author=author,
        number=number,
        suffix=suffix,
    )
    key = f"{item}:{author}:{number}{suffix}"
    return Unit(key, label, data or turn, groups=(turn.session, item))


def about(turn: Turn) -> dict[str, str]:
    """Return the ids that identify a turn in the records of its calls."""
    return {"item": turn.place.item, "turn": str(turn.place.number)}


def turn_names(turn: Turn) -> dict[str, object]:
    """Return the fields of a row that identify a turn."""
    return {"session": f"{turn.place.item}:{turn.place.author}", "turn": turn.place.number}


MOST_SHOTS = 20


class PredictOptions(Judging):
    """Options of `predict`."""

    shots: int = Field(
        default=10,
        ge=0,
        le=MOST_SHOTS,
        title=msg("Examples in the prompt"),
        description=msg(
            "number of rated turns with the most similar instructions in the prompt; the KIWI "
            "paper compares 0, 1 and 10"
        ),
    )
    scheme: Literal["binary", "three"] = Field(
        default="binary",
        title=msg("Ratings"),
        json_schema_extra={
            "labels": {"binary": msg("Good, or not"), "three": msg("Good, neutral or bad")},
        },
        description=msg("“binary” or “three”"),
    )


@dataclass(frozen=True)
class TestTurn:
    """A turn whose rating should be predicted, with its split and its examples.

    `seed`: the seed of the split that has the turn in its test set
    `examples`: rated turns; the most similar is the last, so that it is next to the turn in the
        prompt
    """

    turn: Turn
    seed: int
    examples: Sequence[Turn]


class PredictJob:
    """Predict the ratings of the turns in the test set of each of the three splits."""

    key: ClassVar[str] = "predict"
    title: ClassVar[str] = msg("Predict ratings")
    prompts: ClassVar[Sequence[str]] = ("predict_binary", "predict_three")
    options: ClassVar[type[BaseModel]] = PredictOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, PredictOptions)
        result = read(dataset)
        drawn = splits_of(result)
        if not any(TEST in parts.values() for parts in drawn.values()):
            raise UsageError(
                msg("there are too few rated turns for a test"),
                hint=msg("Turns come with sessions: annotate some first."),
            )
        # A turn may be in the test sets of several splits, and each split gives it other examples.
        for seed, parts in drawn.items():
            for turn, examples in with_examples(result, parts, options.shots):
                yield turn_unit(turn, TestTurn(turn, seed, examples), f" ({seed})")

    def work(self, unit: Unit, brief: Brief) -> Work:
        one, options = unit.data, brief.options
        assert isinstance(one, TestTurn)
        assert isinstance(options, PredictOptions)
        name = f"predict_{options.scheme}"
        template = brief.prompts[name]
        # Texts written by people and models must not contain the tags of the prompt.
        texts = {key: template.tagless(text) for key, text in texts_shown(one.turn).items()}
        texts["examples"] = examples_text(one.examples, options.scheme, template)
        asked = request(brief, name, about(one.turn), texts, purpose="predict")
        ratings = CLASSES[options.scheme]
        form = one_of("rating", ratings)
        data, call = yield from in_form(asked, form, word_in("rating", ratings))
        row = {
            **turn_names(one.turn),
            # The number of examples is part of the method: results with 0 and 10 are compared.
            "method": rater_name(brief, name, suffix=f" {options.shots}-shot"),
            "judge": brief.model,
            "rating": data.rating,  # type: ignore[attr-defined]
            "scheme": options.scheme,
            "seed": one.seed,
            "texts": texts_of(one.turn),
            "call": call,
        }
        return list(build_prediction(PredictionRow.model_validate(drop_empty(row)), brief.context))


def with_examples(
    found: Collected, parts: Mapping[Place, str], shots: int
) -> Iterable[tuple[Turn, list[Turn]]]:
    """Yield the test turns of a split with their examples, the most similar example last.

    Among equally similar training turns, the first ones are used. Training turns that share no word
    with the instruction are used if there are too few others.

    `parts`: the set of each turn in the split
    `shots`: number of examples per turn; fewer if there are not enough training turns
    """
    training = [found.turns[place] for place, part in parts.items() if part == TRAIN]
    index = Bm25Index([turn.instruction for turn in training]) if shots and training else None
    for place, part in parts.items():
        if part != TEST:
            continue
        turn = found.turns[place]
        if index is None:
            yield turn, []
            continue
        # The sort is stable and by negative score, so equally similar turns keep their order.
        nearest = np.argsort(-index.scores(turn.instruction), kind="stable")[:shots]
        yield turn, [training[at] for at in nearest.tolist()][::-1]


def texts_shown(turn: Turn) -> dict[str, str]:
    """Return the texts of a turn that the prompt for a prediction shows."""
    return {
        "question": turn.question,
        "previous": turn.previous,
        "instruction": turn.instruction,
        "answer": turn.answer,
    }


def examples_text(
    examples: Sequence[Turn], scheme: Literal["binary", "three"], template: Prompt
) -> str:
    """Return rated turns as text for the prompt; empty if there are none."""
    shown = []
    for turn in examples:
        texts = {key: template.tagless(text) for key, text in texts_shown(turn).items()}
        shown.append(wording.EXAMPLE.format(**texts, rating=rating_of(turn, scheme)))
    return wording.EXAMPLES.format(examples="\n\n".join(shown)) if shown else ""
