"""Options of the analysis, and the judgements of candidate models' outputs that it counts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from desktop_app.core.aliases import model_in
from desktop_app.core.analysis import check_names, truth, whole
from desktop_app.core.analysis_options import DEFAULT_RUNS, MOST_RUNS
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.data import Dataset
from desktop_app.stats.estimates import mean
from desktop_app.stats.intervals import Resamples, SignFlips
from desktop_app.stats.method_comparison import read_resamples
from desktop_app.text.sections import compare_sections
from desktop_app.text.text_metrics import rouge_l, rouge_words
from desktop_app.text.tokens import words
from plugins.dolomites.jobs.common import Current, both_sides
from plugins.dolomites.options import MOST_BINS
from plugins.dolomites.references import Reference, references
from plugins.dolomites.shapes import KEY, SCORE_AXES, output_sections_of, plain, titles

# Options of the analysis


@dataclass(frozen=True)
class DolomitesOptions:
    """The options of an analysis.

    `base`: the model that others are compared with; empty: the model in most comparisons
    `runs`: number of resamples for intervals, and of sign flips for p-values, 2 … 100,000
    `seed`: seed of the resamples and the sign flips, ≥ 0
    `bins`: number of bins of the lengths of reference outputs, 1 … 12
    `aliases`: whether models are shown under their aliases
    `annotator_ids`: whether the table of annotators shows their ids next to the pseudonyms
    `resamples`: number of resamples for comparing automatic ratings with people, 100 … 200,000;
        None: depends on the number of methods
    """

    base: str = ""
    runs: int = DEFAULT_RUNS
    seed: int = 0
    bins: int = 4
    aliases: bool = False
    annotator_ids: bool = False
    resamples: int | None = None


def read_options(options: Mapping[str, Any]) -> DolomitesOptions:
    """Return the options with their types. Numbers and booleans may be given as text.

    “unanimous” is accepted only with its default, because nothing here is computed per group.
    Raises UsageError for unknown names and for values outside their range.
    """
    # Unknown options are errors, so that a misspelled option is not ignored.
    check_names(options, list(DolomitesOptions.__dataclass_fields__), KEY)
    # Whether the model occurs in comparisons is checked later (see `win_rates.base_of`).
    base = options.get("base", "")
    if not isinstance(base, str):
        raise UsageError(msg("the option “base” must be the name of a model"))
    return DolomitesOptions(
        base=base.strip(),
        runs=whole(options, "runs", DolomitesOptions.runs, 2, MOST_RUNS),
        seed=whole(options, "seed", DolomitesOptions.seed, 0, 2**63 - 1),
        bins=whole(options, "bins", DolomitesOptions.bins, 1, MOST_BINS),
        aliases=truth(options, "aliases"),
        annotator_ids=truth(options, "annotator_ids"),
        resamples=read_resamples(options),
    )


UNKNOWN = "unknown"
# Reasons why an analysis has no entailment scores.
NOT_CONFIGURED = msg("no entailment scores yet: score with a model (run DIR entail)")
NOT_SCORED = msg("no entailment scorer has scored this model’s outputs: run DIR entail")
OUTDATED = msg("all entailment scores are outdated: score again (run DIR entail)")
NO_REFERENCE = msg("no example has a reference output")

Place = tuple[str, str]  # Example and model.
_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


@dataclass(frozen=True)
class Output:
    """A model's output for an example.

    `split`: “dev” or “test”, as recorded with the output; empty if unknown
    `seen`: whether the development split also has examples of its task; None if unknown
    """

    example: str
    model: str
    sections: Sequence[Mapping[str, Any]]
    split: str = ""
    seen: bool | None = None

    @property
    def is_unformatted(self) -> bool:
        """Whether the output is one text, because it has none of the task's sections."""
        return [one["title"] for one in self.sections] == [""]

    @cached_property
    def text(self) -> str:
        """The sections as one text, with titles."""
        return plain(self.sections)

    @cached_property
    def length(self) -> int:
        """The number of words, including titles."""
        return words(self.text)


@dataclass(frozen=True)
class Score:
    """A judge's ratings of an output, 1–5, for the axes that were rated."""

    example: str
    model: str
    judge: str
    axes: Mapping[str, float]

    @property
    def average(self) -> float:
        """The mean of the axes that were rated, 1 to 5."""
        return mean(list(self.axes.values()))


@dataclass
class SectionValues:
    """The entailment scores of one output in one direction.

    `scored`: the scores of its sections, 0 to 1
    `missing`: the number of the reference's sections that the output lacks
    """

    scored: list[float]
    missing: int


@dataclass
class Evaluated:
    """All judgements of outputs, with models and judges under their names or aliases.

    `scores`, `entailments`, `verdicts`, `error_labels`: only those about the current texts
    `metrics`: rows of metrics computed outside this program
    `dropped`: number of outputs left out because another row, later in the order of rows, has the
        same model and example
    `outdated`: number of rows left out because the texts they are about have been replaced
    `named`: returns the name of a model, or its alias
    """

    dataset: Dataset
    options: DolomitesOptions
    references: Mapping[str, Reference]
    outputs: Mapping[Place, Output]
    scores: Sequence[Score]
    entailments: Sequence[Mapping[str, Any]]
    verdicts: Sequence[Mapping[str, Any]]
    error_labels: Sequence[Mapping[str, Any]]
    metrics: Sequence[Mapping[str, Any]]
    dropped: int
    outdated: int
    named: Callable[[Any], str]
    resamples: Resamples = field(init=False)
    flips: SignFlips = field(init=False)

    def __post_init__(self) -> None:
        # Shared by all figures, so that resamples for equal numbers of units are drawn only once.
        self.resamples = Resamples(self.options.seed, self.options.runs)
        self.flips = SignFlips(self.options.seed, self.options.runs)

    def split_of(self, place: Place) -> str:
        """Return the split of an output: “dev”, “test”, or an empty string if it is unknown.

        An imported split takes precedence over the one recorded with the output.
        """
        output, reference = self.outputs.get(place), self.references.get(place[0])
        # Splits of references come from imported rows, if there are any (see `references._places`).
        settled = (reference.split or "") if reference is not None else ""
        return settled or (output.split if output is not None else "")

    def seen_of(self, place: Place) -> str:
        """Return “seen” or “unseen” for an output; empty if it is unknown.

        It is also empty for the development split, because models may have been tuned on it, which
        would favour seen tasks.
        """
        if self.split_of(place) == "dev":
            return ""
        output, reference = self.outputs.get(place), self.references.get(place[0])
        seen = reference.seen if reference is not None else None
        if seen is None and output is not None:
            seen = output.seen
        return "" if seen is None else "seen" if seen else "unseen"

    def field_of(self, example: str) -> str:
        """Return the field of an example's task."""
        reference = self.references.get(example)
        return reference.task.field if reference is not None else UNKNOWN

    @cached_property
    def imported_metrics(self) -> dict[str, dict[Place, list[float]]]:
        """The values of imported metrics, by metric and output. An output may have several."""
        found: dict[str, dict[Place, list[float]]] = {}
        for row in self.metrics:
            if row.get("value") is not None:
                place = (str(row.get("example")), self.named(row.get("model")))
                own = found.setdefault(self.named(row.get("method")), {})
                own.setdefault(place, []).append(float(row["value"]))
        return dict(sorted(found.items()))

    @property
    def no_entailment(self) -> str:
        """Why there are no entailment scores: all are outdated, or nothing has been scored."""
        return OUTDATED if self.dataset.rows.get("entailments") else NOT_CONFIGURED

    @cached_property
    def section_values(self) -> dict[str, dict[tuple[Place, str], SectionValues]]:
        """The entailment scores by scorer, and by output and direction.

        A section of the reference that an output lacks has no row, because there is nothing to
        score. Such sections are counted for every output that the scorer has scored, and for every
        output that has none of the sections, because scorers are not called for such outputs.
        """
        found: dict[str, dict[tuple[Place, str], SectionValues]] = {}
        titled: dict[tuple[str, Place], set[str]] = {}
        for row in self.entailments:
            side, place = str(row.get("direction")), (str(row.get("example")), str(row["model"]))
            if side not in ("forward", "reverse"):
                continue
            own = found.setdefault(str(row["scorer"]), {})
            one = own.setdefault((place, side), SectionValues([], 0))
            if row.get("value") is not None:
                one.scored.append(float(row["value"]))
            titled.setdefault((str(row["scorer"]), place), set()).add(str(row.get("section")))
        for scorer, own in found.items():
            directions = {side for _, side in own}
            for place, (wanted, there) in self._sections.items():
                if (scorer, place) not in titled and there:
                    # The scorer has not scored this output yet, so counting zeros would be
                    # premature.
                    continue
                # A section with a row is not missing, even if the titles no longer match.
                missing = len(wanted - there - titled.get((scorer, place), set()))
                for side in sorted(directions) if missing else ():
                    own.setdefault((place, side), SectionValues([], 0)).missing = missing
        return dict(sorted(found.items()))

    @cached_property
    def _sections(self) -> dict[Place, tuple[set[str], set[str]]]:
        """By output: the titles of the reference's sections, and of those that the output has.

        Sections without text do not count. Outputs without a reference are left out.
        """
        found = {}
        for place, output in self.outputs.items():
            reference = self.references.get(place[0])
            if reference is not None and reference.output:
                wanted = {str(o["title"]) for o in reference.output if str(o["text"]).strip()}
                sides = both_sides(reference, [dict(one) for one in output.sections])
                found[place] = (wanted, {title for title, _, _ in sides})
        return found

    @cached_property
    def models(self) -> list[str]:
        """The models with outputs or ratings, sorted by name."""
        found = {model for _, model in self.outputs} | {one.model for one in self.scores}
        return sorted(found)

    @cached_property
    def rouge(self) -> dict[Place, float]:
        """ROUGE-L of every output whose example has a reference, computed over the whole output."""
        # Each reference is split into words once, because several models share it.
        cut: dict[str, list[str]] = {}
        found = {}
        for place, output in self.outputs.items():
            reference = self.references.get(place[0])
            if reference is None or not reference.output:
                continue
            if place[0] not in cut:
                cut[place[0]] = rouge_words(plain(reference.output))
            found[place] = rouge_l(cut[place[0]], rouge_words(output.text))
        return found

    @cached_property
    def presence(self) -> dict[Place, float]:
        """The share of the task's output sections that each output has, 0 to 1."""
        found = {}
        for place, output in self.outputs.items():
            reference = self.references.get(place[0])
            if reference is not None:
                wanted = [one.title for one in reference.task.output_sections]
                found[place] = compare_sections(wanted, titles(output.sections)).presence
        return found


def read(dataset: Dataset, options: DolomitesOptions) -> Evaluated:
    """Return the outputs, and the judgements whose texts were not replaced since.

    Their order does not depend on keys, so it is the same in every project with this data.
    """

    def named(model: Any) -> str:
        name = str(model or UNKNOWN)
        if not options.aliases:
            return name
        # A scorer's name may be the name of a model with a suffix. Only the model has an alias.
        bare = model_in(name)
        return dataset.aliases.get(bare, bare) + name[len(bare) :]

    # The labels come from the references, and the order of all rows depends on the labels.
    known = {one.example: one for one in references(dataset)}

    def place(row: Mapping[str, Any]) -> Any:
        example = str(row.get("example"))
        label = known[example].label if example in known else example
        fields = ("model", "model_1", "model_2", "judge", "scorer", "section", "direction", "order")
        return natural_order(label), [str(row.get(name) or "") for name in fields]

    def rows_of(what: str) -> list[Mapping[str, Any]]:
        # Sorted by label instead of key. Resampling depends on the order, and keys differ between
        # projects, so equal rows and seeds would give different intervals.
        return sorted(dataset.rows.get(what, ()), key=place)

    outputs: dict[Place, Output] = {}
    rows = rows_of("outputs")
    for row in rows:
        one = Output(
            str(row.get("example")),
            named(row.get("model")),
            output_sections_of(row),
            str(row.get("split") or ""),
            row.get("seen"),
        )
        # A later row replaces an earlier one; `dropped` counts these.
        outputs[one.example, one.model] = one
    current = Current(dataset, known)
    scores = [
        Score(str(row.get("example")), named(row.get("model")), named(row.get("judge")), axes)
        for row in current.about_outputs(rows_of("scores"))
        if (axes := {a: float(row[a]) for a in SCORE_AXES if row.get(a) is not None})
    ]
    entailments = [
        {**row, "model": named(row.get("model")), "scorer": named(row.get("scorer"))}
        for row in current.entailments(rows_of("entailments"))
    ]
    return Evaluated(
        dataset,
        options,
        known,
        outputs,
        scores,
        entailments,
        current.verdicts(rows_of("verdicts")),
        current.about_outputs(rows_of("error_labels")),
        rows_of("metrics"),
        len(rows) - len(outputs),
        current.outdated,
        named,
    )


def grouped(pairs: Iterable[tuple[_K, _V]]) -> dict[_K, list[_V]]:
    """Return the values by key, with keys in the order of their first occurrence."""
    groups: dict[_K, list[_V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def means_by(pairs: Iterable[tuple[_K, float]]) -> dict[_K, float]:
    """Return the mean value by key."""
    return {key: mean(values) for key, values in grouped(pairs).items()}
