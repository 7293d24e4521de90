"""The jobs that label turns: the type of an instruction, and the type of error in an answer.

The prompt contains one worked example of each type. Source: the KIWI paper, sections 4.2 and 4.3,
tables 11 and 12.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from pydantic import BaseModel

from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import Judging, drop_empty, in_form, safe_request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Unit, Work
from desktop_app.core.protocol.data import Dataset
from plugins.kiwi.jobs.replies import one_of, word_in
from plugins.kiwi.labels import LabelRow, build_label
from plugins.kiwi.session_data import Turn, is_asked, read
from plugins.kiwi.shapes import ASKS


class LabellingJob:
    """Label turns, one question at a time. Each labeller needs a run of its own."""

    key: ClassVar[str]
    title: ClassVar[str]
    prompts: ClassVar[Sequence[str]]
    options: ClassVar[type[BaseModel]] = Judging
    # The question about a turn that the job answers.
    ask: ClassVar[str]

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        turns = [turn for turn in read(dataset).turns.values() if is_asked(self.ask, turn)]
        if not turns:
            raise UsageError(
                self.nothing(), hint=msg("Turns come with sessions: annotate some first.")
            )
        for turn in turns:
            # The type of an error is read from the comment, so without one there is nothing to
            # label.
            if self.ask == "instruction_type" or turn.comment:
                yield turn_unit(turn)

    def nothing(self) -> str:
        """Return the message for a run without units."""
        raise NotImplementedError

    def texts(self, turn: Turn) -> dict[str, str]:
        """Return the texts of a turn that the prompt shows."""
        raise NotImplementedError

    def work(self, unit: Unit, brief: Brief) -> Work:
        turn: Turn = unit.data
        prompt, codes = self.prompts[0], ASKS[self.ask]
        asked = safe_request(brief, prompt, about(turn), self.texts(turn))
        form = one_of(self.ask, codes)
        data, call = yield from in_form(asked, form, word_in(self.ask, codes))
        row = {
            **turn_names(turn),
            "labeller": brief.model,
            self.ask: getattr(data, self.ask),
            # The digest of the labelled texts identifies labels that are outdated because the turn
            # changed.
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

    def nothing(self) -> str:
        return msg("there are no turns to label")

    def texts(self, turn: Turn) -> dict[str, str]:
        return {"question": turn.question, "instruction": turn.instruction}


class ErrorsJob(LabellingJob):
    """Label each turn rated neutral or bad with the type of error that its comment describes."""

    key: ClassVar[str] = "errors"
    title: ClassVar[str] = msg("Label types of errors")
    prompts: ClassVar[Sequence[str]] = ("error_type",)
    ask: ClassVar[str] = "error_type"

    def nothing(self) -> str:
        return msg("no turn was rated neutral or bad")

    def texts(self, turn: Turn) -> dict[str, str]:
        return {"instruction": turn.instruction, "comment": turn.comment}


def turn_unit(turn: Turn, data: object = None, suffix: str = "") -> Unit:
    """Return a unit for a turn. `suffix`: distinguishes units of the same turn."""
    item, author, number = turn.place
    label = msg(
        "{session} by {author}, turn {number}{suffix}",
        session=turn.session,
        author=author,
        number=number,
        suffix=suffix,
    )
    return Unit(f"{item}:{author}:{number}{suffix}", label, data or turn)


def about(turn: Turn) -> dict[str, str]:
    """Return the ids that identify a turn in the records of its calls."""
    return {"item": turn.place.item, "turn": str(turn.place.number)}


def turn_names(turn: Turn) -> dict[str, object]:
    """Return the fields of a row that identify a turn."""
    return {"session": f"{turn.place.item}:{turn.place.author}", "turn": turn.place.number}
