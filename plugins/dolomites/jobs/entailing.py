"""The job that scores, by section, whether outputs and references follow from each other.

In the forward direction, the reference is the premise and the output the hypothesis. In the reverse
direction, the output is the premise. The paper uses a model trained for this purpose (TRUE). Here,
any object that fits `EntailmentScorer` can be used: `AskedModel` asks the model of a connection,
`PluginScorer` uses a scorer of a plugin. Source: the DOLOMITES paper, section 4.2.2.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal
from typing import Protocol as TypingProtocol

from pydantic import BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.aliases import WEIGHTED
from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import Judging, drop_empty, in_form, rater_name, safe_request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, ModelError, Reply, Request, Trouble, Unit, Work
from desktop_app.core.protocol.data import Dataset, RatedText
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.raters import ask_choice
from plugins.dolomites.evaluation import EntailmentRow, build_entailment
from plugins.dolomites.jobs.common import about, both_sides, needed_outputs, needed_references
from plugins.dolomites.jobs.replies import SaidShare, share_in
from plugins.dolomites.references import Reference
from plugins.dolomites.shapes import KEY

By = Literal["auto", "probabilities", "stated"]
# Each spelling is a separate token, so the probabilities of all spellings are added.
_WORDS: Mapping[str, float] = {
    **dict.fromkeys(("yes", msg("Yes"), "YES"), 1.0),
    **dict.fromkeys(("no", msg("No"), "NO"), 0.0),
}
# HTTP status codes from 500 are errors of the server, which may not occur at the next attempt.
_OF_THE_SERVER = 500


@dataclass(frozen=True)
class EntailmentScore:
    """The result of a scorer.

    `value`: from 0 (does not follow) to 1 (follows); None if the scorer could not decide
    `scorer`: name of the scorer; figures of different scorers are never mixed
    `call`: key of the call that answered; empty if no model was asked
    """

    value: float | None
    scorer: str
    call: str = ""


class EntailmentScorer(TypingProtocol):
    """An object that scores whether a hypothesis follows from a premise.

    It yields requests to models, as a job does. A ModelError that it does not catch makes the unit
    fail.
    """

    def score(
        self, premise: str, hypothesis: str, brief: Brief, about: Mapping[str, str], *, by: By
    ) -> Generator[Request, Reply, EntailmentScore]: ...


class AskedModel:
    """Asks the model of the run for the probability of “yes”, or for a number.

    The probability is used if the server returns token probabilities; the scorer is then named
    “MODEL/weighted”. A number stated by the model is the score of another scorer, “MODEL”.
    """

    def score(
        self, premise: str, hypothesis: str, brief: Brief, about: Mapping[str, str], *, by: By
    ) -> Generator[Request, Reply, EntailmentScore]:
        texts = {"premise": premise, "hypothesis": hypothesis}
        if by != "stated":
            asked = safe_request(brief, "entail_word", about, texts, purpose="entail")
            try:
                scored = yield from ask_choice(asked, _WORDS, has_fallback=by == "auto")
            except ModelError as error:
                # With “auto”, only missing probabilities lead to the second method. Other errors
                # must be reported.
                if by == "probabilities" or not _tells_none(error):
                    raise
            else:
                name = rater_name(brief, "entail_word", suffix=WEIGHTED)
                return EntailmentScore(scored.value, name, scored.call)
        asked = safe_request(brief, "entail", about, texts)
        data, call = yield from in_form(asked, SaidShare, share_in)
        return EntailmentScore(data.probability, rater_name(brief, "entail"), call)


@dataclass(frozen=True)
class PluginScorer:
    """Uses a scorer of a plugin: the premise is the document of the hypothesis."""

    name: str

    def score(
        self, premise: str, hypothesis: str, brief: Brief, about: Mapping[str, str], *, by: By
    ) -> Generator[Request, Reply, EntailmentScore]:
        # No request to a model.
        yield from ()
        [value] = brief.score(self.name, [RatedText("", hypothesis, document=premise)])
        if value is not None and not 0 <= value <= 1:
            raise UsageError(
                msg("a score of “{name}” is not between 0 and 1", name=self.name),
                hint=msg("Use a scorer that returns probabilities."),
            )
        return EntailmentScore(value, self.name)


def _tells_none(error: ModelError) -> bool:
    """Return whether an error means that a server returns no usable token probabilities.

    This is the case if the server rejects the request or leaves the probabilities out, or if the
    answer is none of the expected words. A failure of the server itself (HTTP status 500 or more)
    does not count.
    """
    if error.trouble is Trouble.MALFORMED:
        return True
    return error.trouble is Trouble.SERVER and (error.status or 0) < _OF_THE_SERVER


DIRECTIONS = ("forward", "reverse")


class EntailOptions(Judging):
    """Options of `entail`."""

    by: By = Field(
        default="auto",
        title=msg("Source of the value"),
        json_schema_extra={
            "labels": {
                "auto": msg("Probabilities if the server provides them"),
                "probabilities": msg("The probability of “yes” alone"),
                "stated": msg("A probability that the model states"),
            }
        },
        description=msg(
            "“probabilities”: of the answer’s tokens; “stated”: by the model; “auto”: "
            "whichever is available"
        ),
    )
    scorer: str = Field(
        default="",
        max_length=100,
        title=msg("Scorer (plugin)"),
        description=msg("name of an allowed scorer; empty: the model of the connection"),
    )
    direction: Literal["both", "forward", "reverse"] = Field(
        default="both",
        title=msg("Direction"),
        json_schema_extra={
            "labels": {
                "both": msg("Both directions"),
                "forward": msg("Whether the output follows from the reference"),
                "reverse": msg("Whether the reference follows from the output"),
            }
        },
        description=msg(
            "“forward”: whether the output follows from the reference; “reverse”: vice"
            " versa; “both”: both directions"
        ),
    )


class EntailJob:
    """Score each section of each output, in one or both directions.

    Sections that an output lacks are not scored. Analyses count them as 0.
    """

    key: ClassVar[str] = "entail"
    title: ClassVar[str] = msg("Score whether outputs follow from references")
    prompts: ClassVar[Sequence[str]] = ("entail", "entail_word")
    options: ClassVar[type[BaseModel]] = EntailOptions

    def __init__(self, scorer: EntailmentScorer | None = None) -> None:
        self._scorer: EntailmentScorer = scorer or AskedModel()

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        outputs = needed_outputs(dataset)
        for reference in needed_references(dataset):
            for model, row in outputs.get(reference.example, {}).items():
                found = both_sides(reference, row.get("output", ()))
                # An output that shares no section with its reference has nothing to score. Analyses
                # count all sections of the reference as 0.
                if found:
                    key = keys.row_key(dataset.project, KEY, self.key, reference.example, model)
                    yield Unit(
                        key,
                        f"{reference.label}: {model}",
                        (reference, model, found),
                        groups=reference.names,
                    )

    def work(self, unit: Unit, brief: Brief) -> Work:
        options = brief.options
        assert isinstance(options, EntailOptions)
        reference: Reference
        reference, model, found = unit.data
        scorer = PluginScorer(options.scorer) if options.scorer else self._scorer
        made: list[Draft] = []
        for section, ours, theirs in found:
            for direction in DIRECTIONS:
                if options.direction not in ("both", direction):
                    continue
                texts = (ours, theirs) if direction == "forward" else (theirs, ours)
                try:
                    # A scorer that computes its scores itself yields no request here.
                    one = yield from scorer.score(
                        *texts, brief, about(reference.example, reference.label), by=options.by
                    )
                except ModelError as error:
                    # Scores of earlier sections are saved even if the unit fails.
                    error.made = made
                    raise
                row: dict[str, Any] = {
                    "example": reference.example,
                    "model": model,
                    "scorer": one.scorer,
                    "direction": direction,
                    "section": section,
                    "value": one.value,
                    "texts": digest_of(*texts),
                    "call": one.call,
                }
                made += build_entailment(
                    EntailmentRow.model_validate(drop_empty(row)), brief.context
                )
        return made
