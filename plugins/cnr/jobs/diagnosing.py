"""The model jobs for diagnostic sets: generate samples, and rate critiques and revisions of them.

Source: the CnR paper, sections 7.2 (critiques) and 7.3 (revisions), tables 2 and 3.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from desktop_app.core import keys
from desktop_app.core.aliases import WEIGHTED
from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import (
    Asking,
    Inventing,
    Judging,
    mass_field,
    parted,
    rater_name,
    request,
)
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Reply, Request, Unit, Work
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.raters import Rater, Rating, ask_choice, ask_score, stored
from plugins.cnr.critiques import CATEGORIES, category_code
from plugins.cnr.diagnostics import RatedOutput, category_of, critiques_of, revisions_of
from plugins.cnr.jobs.replies import (
    SaidCritiques,
    SaidFault,
    diagnostics_of,
    needed,
    texts_of,
)
from plugins.cnr.jobs.wording import CATEGORY_NAMES, EXAMPLE, EXAMPLES, MEANINGS, TASKS
from plugins.cnr.other_rows import DiagnosticRow, MetricRow, build_diagnostic, build_metric_rating
from plugins.cnr.rows import KEY

# The scale of the ratings.
LOWEST, HIGHEST = 1, 5
MOST_EACH = 1_000


# Generating samples.
def _category_codes(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(category_code(name) for name in names)


class FaultOptions(Inventing):
    """Options of `faults`."""

    each: int = Field(
        default=10,
        ge=1,
        le=MOST_EACH,
        title=msg("Samples of each category"),
        description=msg("number of samples per category"),
    )
    categories: Annotated[
        tuple[str, ...],
        BeforeValidator(parted),
        AfterValidator(_category_codes),
        Field(
            min_length=1,
            title=msg("Error categories"),
            description=msg("such as “clarity/safety”"),
        ),
    ] = CATEGORIES
    examples: int = Field(
        default=2,
        ge=1,
        le=5,
        title=msg("Examples per request"),
        description=msg("number of samples shown in each request"),
    )


class FaultJob:
    """Generate diagnostic samples: a prompt, a response with an error of a category, and feedback.

    The examples in the request are the project's samples by people, or built-in ones if there are
    none.
    """

    key: ClassVar[str] = "faults"
    title: ClassVar[str] = msg("Create diagnostic samples")
    prompts: ClassVar[Sequence[str]] = ("fault",)
    options: ClassVar[type[BaseModel]] = FaultOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, FaultOptions)
        # A category may be listed twice in the options.
        for category in dict.fromkeys(options.categories):
            shown = _examples(dataset, category, options.examples)
            for number in range(1, options.each + 1):
                # The key contains the number, so that a run can be continued and a larger `each`
                # adds samples.
                key = keys.row_key(dataset.project, KEY, self.key, category, number)
                yield Unit(key, f"{category} {number}", (category, number, shown))

    def work(self, unit: Unit, brief: Brief) -> Work:
        category, number, shown = unit.data
        texts = {
            "category": CATEGORY_NAMES[category],
            "meaning": MEANINGS[category],
            "examples": shown,
            "number": str(number),
            # The tasks are varied, because models tend to repeat themselves if the request is the
            # same.
            "task": TASKS[(number - 1) % len(TASKS)],
        }
        reply = yield request(brief, "fault", {}, texts, answer=SaidFault, sample=number)
        data = reply.data
        assert isinstance(data, SaidFault)
        row = {
            "prompt": data.prompt,
            "response": data.response,
            "error_category": category,
            "feedback": data.feedback,
            "model": brief.model,
            "call": reply.call,
        }
        return list(build_diagnostic(DiagnosticRow.model_validate(row), brief.context))


def _examples(dataset: Dataset, category: str, most: int) -> str:
    """Return example samples of a category: the samples by people, or the built-in ones."""
    own = [
        (*texts_of(item).values(), str(item.origin.get("feedback", "")))
        for item in diagnostics_of(dataset)
        if item.origin.get("error_category") == category and not item.origin.get("model")
    ]
    return "\n\n".join(
        EXAMPLE.format(
            prompt=prompt, response=response, feedback=feedback, category=CATEGORY_NAMES[category]
        )
        for prompt, response, feedback in (own or EXAMPLES[category])[:most]
    )


class FeedbackJob:
    """Rewrite the feedback of each diagnostic sample as a detailed and as a coarse critique.

    Critiques worded by a person stay unchanged; those worded by a model may be replaced.
    """

    key: ClassVar[str] = "feedback"
    title: ClassVar[str] = msg("Reword feedback as critiques")
    prompts: ClassVar[Sequence[str]] = ("feedback",)
    options: ClassVar[type[BaseModel]] = Asking

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        for item in needed(diagnostics_of(dataset), "diagnostics"):
            origin = item.origin
            if not all(_by_person(origin, name) for name in _WORDED):
                yield Unit(item.key, item.name, item)

    def work(self, unit: Unit, brief: Brief) -> Work:
        item: ItemData = unit.data
        origin = item.origin
        texts = {
            **texts_of(item),
            "category": category_of(item),
            "feedback": str(origin.get("feedback", "")),
        }
        reply = yield request(brief, "feedback", {"item": item.key}, texts, answer=SaidCritiques)
        data = reply.data
        assert isinstance(data, SaidCritiques)
        critiques = {"detailed": data.detailed, "coarse": data.coarse}
        words = {n: origin[n] if _by_person(origin, n) else critiques[n] for n in _WORDED}
        # The whole sample is stored again, so all its fields are repeated.
        row = {
            **origin.get("extra", {}),
            "id": item.name,
            **texts_of(item),
            "error_category": origin.get("error_category"),
            "feedback": origin.get("feedback"),
            "model": origin.get("model"),
            **words,
            "critic": brief.model,
            # Later runs may replace only the critiques named here (`_by_person`).
            "worded": [name for name in _WORDED if not _by_person(origin, name)],
            "critic_call": reply.call,
        }
        return list(build_diagnostic(DiagnosticRow.model_validate(row), brief.context))


_WORDED = ("detailed", "coarse")


def _by_person(origin: Mapping[str, Any], name: str) -> bool:
    """Return whether a person worded this critique of a sample.

    A sample with critiques by a model lists them in “worded”. Earlier records do not have this
    list; in these, a model worded both critiques.
    """
    extra = origin.get("extra", {})
    worded = extra.get("worded")
    by_model = (worded if isinstance(worded, list) else _WORDED) if "critic" in extra else ()
    return bool(origin.get(name)) and name not in by_model


# Rating models' critiques and revisions.
class RateOptions(Judging):
    """Options of `rate`.

    Critiques are rated by how well they cover the feedback. Revisions are rated by how well they
    follow the critique they are based on; those based on the coarse critique are also rated against
    the detailed one.
    """

    what: Literal["all", "critiques", "revisions"] = Field(
        default="all",
        title=msg("Texts to rate"),
        json_schema_extra={
            "labels": {
                "all": msg("Critiques and revisions"),
                "critiques": msg("Only critiques"),
                "revisions": msg("Only revisions"),
            }
        },
        description=msg("“critiques”, “revisions”, or “all”"),
    )
    runs: int = Field(
        default=1,
        ge=1,
        le=100,
        title=msg("Ratings per text"),
        description=msg("how often each text is rated; the mean rating counts"),
    )
    weighted: bool = Field(
        default=False,
        title=msg("Weighted ratings"),
        description=msg("compute each rating from the probabilities of the digits"),
    )
    least_mass: float = mass_field()


class RateJob(Rater):
    """Rate models' critiques and revisions of diagnostic samples from 1 to 5."""

    key: ClassVar[str] = "rate"
    title: ClassVar[str] = msg("Rate critiques and revisions of diagnostic samples")
    prompts: ClassVar[Sequence[str]] = (
        "coverage",
        "coverage_digit",
        "adherence",
        "adherence_digit",
    )
    options: ClassVar[type[BaseModel]] = RateOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, RateOptions)
        samples = {item.key: item for item in needed(diagnostics_of(dataset), "diagnostics")}
        # A dictionary, because both functions look up samples by the key of the item.
        made: list[RatedOutput] = []
        if options.what != "revisions":
            made += critiques_of(dataset, samples)
        if options.what != "critiques":
            made += revisions_of(dataset, samples)
        if not made:
            raise UsageError(
                msg("no model has critiqued or revised a diagnostic sample"),
                hint=msg(
                    "Use run DIR critique --set of=diagnostics, then run DIR revise --set "
                    "of=diagnostics."
                ),
            )
        for one in made:
            for number in range(options.runs):
                # The key does not contain the digest, so a new rating replaces the rating of the
                # previous text.
                place = (one.item.key, one.question, one.subject, number)
                key = keys.row_key(dataset.project, KEY, self.key, *place)
                groups = (one.item.name, one.item.key)
                yield Unit(key, one.label(number), (one, number), groups=groups)

    def work(self, unit: Unit, brief: Brief) -> Work:
        digest = unit.data[0].digest
        return stored(self.rate(unit, brief), lambda rating: _rating_drafts(rating, digest, brief))

    def rate(self, unit: Unit, brief: Brief) -> Generator[Request, Reply, Sequence[Rating]]:
        """Yield the requests for one rating of a critique or revision.

        Returns a list with this rating.
        """
        options = brief.options
        assert isinstance(options, RateOptions)
        one: RatedOutput
        one, number = unit.data
        about = {"item": one.item.key}
        # Weighted ratings are computed from the probabilities of digits, so their prompt asks only
        # for a digit.
        prompt = f"{one.prompt}_digit" if options.weighted else one.prompt
        asked = request(brief, prompt, about, one.texts, purpose="rate", sample=number)
        if options.weighted:
            values = {str(value): float(value) for value in range(LOWEST, HIGHEST + 1)}
            scored = yield from ask_choice(asked, values)
        else:
            scored = yield from ask_score(asked, LOWEST, HIGHEST)
        # Weighted ratings have a different rater name, because they are another method of rating.
        method = rater_name(brief, prompt, suffix=WEIGHTED if options.weighted else "")
        return [
            Rating(
                one.item.key,
                method,
                one.question,
                scored.value,
                subject=one.subject,
                run=number,
                call=scored.call,
                reason=scored.reason,
                probabilities=scored.probabilities(options.least_mass) if options.weighted else {},
            )
        ]


def _rating_drafts(rating: Rating, digest: str, brief: Brief) -> Iterable[Draft]:
    row = {
        "item": rating.item,
        "method": rating.method,
        "question": rating.question,
        "value": rating.value,
        "subject": rating.subject,
        "run": rating.run,
        "texts": digest,
        **({} if rating.probabilities else {"call": rating.call}),
        "reason": rating.reason or None,
        **rating.probabilities,
    }
    return build_metric_rating(MetricRow.model_validate(row), brief.context)
