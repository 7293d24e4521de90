"""The analysis of a dolomites project: tasks, validations, edits, outputs of models.

Definitions follow the DOLOMITES paper, sections 2 to 5 (docs/dolomites-figures.md). The keys of the
JSON document are those of the interchange formats, with additional keys. The tables of the paper,
in its layout, are made from the JSON document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from desktop_app.core.aliases import pseudonym
from desktop_app.core.analysis import (
    NO_TIMES,
    Analysis,
    Best,
    Column,
    Table,
    by_times,
    ends,
    left_out_notes,
    nested,
    paper_table,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.stats.estimates import mean_median
from desktop_app.stats.meta_evaluation import compare_with_people
from plugins.dolomites import (
    edit_measures,
    evaluation_measures,
    figures,
    output_measures,
    people_measures,
    rated,
    tables,
    task_measures,
    win_rates,
)
from plugins.dolomites.edit_measures import Edit
from plugins.dolomites.evaluation_measures import Evaluated, read_options
from plugins.dolomites.evaluation_tables import SCORE_TITLES
from plugins.dolomites.settings import Settings
from plugins.dolomites.shapes import COLLECT, KEY

if TYPE_CHECKING:
    from desktop_app.core.forms import Form


def analyse(
    dataset: Dataset,
    options: Mapping[str, Any],
    settings: Settings,
    forms: Mapping[str, Form],
    counted: Mapping[str, Column],
) -> Analysis:
    """Return all figures, tables and notes of a dataset.

    `settings`: the project's settings, for eligibility
    `forms`: the form of each stage, by its key, for extra questions
    `counted`: the column with the number of a person's answers at each stage, by its key

    Raises UsageError for an unknown option or an invalid value.
    """
    chosen = read_options(options)
    # Everything is read once, because several figures share it.
    validations, own = task_measures.read(dataset)
    edits = edit_measures.read(dataset)
    found = evaluation_measures.read(dataset, chosen)
    # The base model depends on the verdicts, because the default is the model in most comparisons.
    verdicts = win_rates.read(found)
    base = win_rates.base_of(found, verdicts)
    labels = people_measures.read(found)
    people = by_times(one.annotator for one in dataset.annotations)
    # Tables and charts are created from this JSON document, so that all of them show the same
    # numbers.
    data: dict[str, Any] = {
        "protocol": KEY,
        "items": len(dataset.items),
        "annotations": len(dataset.annotations),
        "annotators": len(people),
        "conflicts": dataset.conflicts,
        "left_out": dict(dataset.left_out),
        "settings": {
            "base": base,
            "seed": chosen.seed,
            "runs": chosen.runs,
            "bins": chosen.bins,
            "aliases": chosen.aliases,
        },
        "stages": {stage: _stage(dataset, stage) for stage in counted},
        "tasks": task_measures.tasks_json(dataset),
        "eligibility": task_measures.eligibility_json(dataset, settings),
        "own_ratings": own,
        "ratings_of_other_wordings": task_measures.of_other_wordings(validations),
        "axes": task_measures.axes_json(validations),
        "edits": edit_measures.edits_json(edits, dataset, found.named),
        "further": task_measures.extra_questions_json(dataset, forms),
        "pre_edit": edit_measures.pre_edit_json(edits),
        "references": output_measures.references_json(found),
        "outputs": output_measures.outputs_json(found),
        "metric_means": output_measures.metric_means_json(found),
        "outputs_replaced": found.dropped,
        "replaced": found.outdated,
        "win_rates": win_rates.win_rates_json(found, verdicts, base),
        "verdicts": {
            "n": len(verdicts),
            "with_base": sum(base in one.models for one in verdicts),
        },
        "baselines": win_rates.baselines_json(found, base),
        "scores": output_measures.scores_json(found),
        "scores_by_field": output_measures.by_field_json(found),
        "scores_by_length": output_measures.by_length_json(found),
        "people": people_measures.people_json(labels, people),
        "metrics": people_measures.metrics_json(found, labels, verdicts),
        "errors": output_measures.errors_json(found, labels),
        **compare_with_people(
            rated.rated_questions(dataset, forms),
            dataset.metric_ratings,
            key="automatic_ratings",
            seed=chosen.seed,
            resamples=chosen.resamples,
        ),
        "by_annotator": _by_annotator(dataset, edits, people, counted),
        "annotator_counts": people,
    }
    return Analysis(
        protocol=KEY,
        title=dataset.title,
        data=data,
        tables=tables.tables(
            data,
            task_measures.texts(validations),
            list(people) if chosen.annotator_ids else None,
            counted,
        ),
        figures=figures.figures(data),
        notes=_notes(data, found),
        paper_tables=paper_tables(data),
        paper_figures=figures.paper_figures(data),
    )


def _stage(dataset: Dataset, stage: str) -> dict[str, int]:
    return {
        "items": sum((item.stage or COLLECT) == stage for item in dataset.items),
        "annotations": sum(one.stage == stage for one in dataset.annotations),
    }


def _by_annotator(
    dataset: Dataset, edits: Sequence[Edit], people: Iterable[str], counted: Iterable[str]
) -> list[dict[str, Any]]:
    """Return one entry per annotator, under pseudonyms, sorted by number of annotations."""
    times = Counter((one.annotator, one.stage) for one in dataset.annotations)
    seconds: dict[str, list[float]] = {}
    for one in dataset.annotations:
        if one.seconds is not None:
            seconds.setdefault(one.annotator, []).append(one.seconds)
    distances: dict[str, list[int]] = {}
    for edit in edits:
        if edit.kind == "example":
            distances.setdefault(edit.annotator, []).append(edit.distance)
    return [
        {
            "pseudonym": pseudonym(place),
            **{stage: times[person, stage] for stage in counted},
            "edit_distance": mean_median(distances.get(person, []), edit_measures.NO_EDITS),
            "seconds": mean_median(seconds.get(person, []), NO_TIMES),
        }
        for place, person in enumerate(people)
    ]


def _notes(data: Mapping[str, Any], found: Evaluated) -> list[str]:
    """Return the remarks needed to interpret the figures, such as the number of rows left out."""
    notes = []
    # An analysis can consist of imported rows alone, without any annotation.
    if not (data["annotations"] or data["edits"]["n"] or data["outputs"] or data["win_rates"]
            or data["scores"] or data["metric_means"]):  # fmt: skip
        notes.append(msg("No data yet: figures appear as soon as annotations are merged."))
    notes += left_out_notes(data)
    if data["own_ratings"]:
        notes.append(
            msg("Excluded ratings of people’s own tasks: {data}.", data=data["own_ratings"])
        )
    if data["ratings_of_other_wordings"]:
        notes.append(
            msg(
                "Ratings of an earlier version of their task, also counted: {data}.",
                data=data["ratings_of_other_wordings"],
            )
        )
    # A step that is not on the scale has no position in its order (see `task_measures._axis`).
    strange = sum(one["not_in_scale"] for one in data["axes"].values())
    if strange:
        notes.append(
            msg(
                "Answers with a value outside an ordinal axis, counted but excluded from "
                "agreement: {strange}.",
                strange=strange,
            )
        )
    # A later version of the lead's form may not accept answers that were valid before.
    unread = sum(q["not_in_form"] for stage in data["further"].values() for q in stage.values())
    if unread:
        notes.append(
            msg(
                "Excluded answers to extra questions, because the current form does not "
                "accept them: {unread}.",
                unread=unread,
            )
        )
    if data["outputs_replaced"]:
        notes.append(
            msg(
                "Outputs excluded because the same model has a later one for the same "
                "example: {data}.",
                data=data["outputs_replaced"],
            )
        )
    if data["replaced"]:
        notes.append(
            msg(
                "Excluded model judgements of texts that were replaced: {data}. To judge the new "
                "texts: run DIR judge, run DIR score or run DIR entail.",
                data=data["replaced"],
            )
        )
    # A win rate always refers to the base model, so other pairs do not count there.
    if data["verdicts"]["n"] > data["verdicts"]["with_base"]:
        away = data["verdicts"]["n"] - data["verdicts"]["with_base"]
        notes.append(
            msg(
                "Comparisons without the base model, excluded from all win rates: {away}.",
                away=away,
            )
        )
    # These rates need a warning: one side is always longer, so no verdict shows what the judge
    # prefers at equal lengths.
    extrapolated = [
        f"{model} ({judge})"
        for model, judges in data["win_rates"].items()
        for judge, one in judges.items()
        if one["length_controlled"]["extrapolated"]
    ]
    if extrapolated:
        notes.append(
            msg(
                "Length-controlled win rates that are extrapolated because one side’s "
                "outputs are always longer: {extrapolated}.",
                extrapolated=", ".join(extrapolated),
            )
        )
    if data["outputs"] and not found.entailments:
        notes.append(
            msg("Round-trip consistency: {no_entailment}.", no_entailment=found.no_entailment)
        )
    return notes


_MODEL = Column("model", msg("Model"))
_VALUE = "{}"
_NO_ENTAILMENT = msg("no scorer has rated the entailment of the outputs")
_NO_BLEURT = msg("no metric named BLEURT was imported")
_BOLD = msg("Bold: the best value of a column, and those whose interval overlaps with it.")


def paper_tables(data: Mapping[str, Any]) -> list[Table]:
    """Return the tables 2, 3, 4, 5 and 7 of the paper."""
    return [
        _edits(data),
        _outputs(data),
        _win_rates(data, "4", msg("Win rates against the base model"), lambda one: one),
        _scores(data),
        _win_rates(
            data,
            "7",
            msg("Length-controlled win rates against the base model"),
            nested("length_controlled"),
        ),
    ]


def _edits(data: Mapping[str, Any]) -> Table:
    one = data["edits"]["examples"]
    parts = {"before": msg("Original"), "after": msg("Edited")}
    measures = {
        "length": one["length"],
        "section_presence": one["section_presence"],
        "flesch_kincaid": one["flesch_kincaid"],
    }
    return paper_table(
        "2",
        msg("Examples before and after they were edited"),
        (
            Column("part", msg("Examples"), words=True),
            Column("length", msg("Words"), 2),
            Column("section_presence", msg("Sections present ↑"), 4, fraction=True),
            Column("flesch_kincaid", msg("Flesch-Kincaid grade level ↑"), 2),
        ),
        [
            {"part": title, **{name: value[part] for name, value in measures.items()}}
            for part, title in parts.items()
        ]
        if one["n"]
        else [],
        reasons=[value.get("why") for value in measures.values()],
    )


def _with_interval(
    key: str,
    title: str,
    digits: int,
    read: Callable[[Any], Any],
    *,
    pattern: str = _VALUE,
    group: str = "",
    fraction: bool = False,
) -> Iterator[Column]:
    """Yield the columns of an estimate and of both ends of its interval."""
    low, high = f"{key}_low", f"{key}_high"

    def end(place: int) -> Callable[[Any], Any]:
        return lambda entry: ends(found)[place] if (found := read(entry)) else None

    yield Column(
        key,
        title,
        digits,
        fraction=fraction,
        best=Best(errors=(low, high)),
        read=lambda entry: found["value"] if (found := read(entry)) else None,
        beside=(low, high),
        pattern=pattern,
        group=group,
    )
    yield Column(low, msg("from"), digits, fraction=fraction, read=end(0))
    yield Column(high, msg("to"), digits, fraction=fraction, read=end(1))


def _outputs(data: Mapping[str, Any]) -> Table:
    outputs = data["outputs"]
    bleurt = next((name for name in data["metric_means"] if "bleurt" in name.casefold()), "")
    scorers = sorted(
        {name for one in outputs.values() for name in one["entailment"] if name != "why"}
    )
    # An imported metric may have values for some of the models only.
    means = data["metric_means"].get(bleurt, {})
    columns = [
        _MODEL,
        Column("length", msg("Words"), 2, read=nested("length", "value")),
        *_with_interval(
            "section_presence",
            msg("Sections present"),
            4,
            nested("section_presence"),
            fraction=True,
        ),
        *_with_interval("bleurt", "BLEURT", 4, lambda entry: means.get(entry["model"])),
        *_with_interval("rouge_l", msg("ROUGE-L"), 4, nested("rouge_l")),
    ]
    for scorer in scorers or [""]:
        for side, title in (
            ("forward", msg("Forward")),
            ("reverse", msg("Reverse")),
            ("h_mean", msg("Harmonic mean")),
        ):
            columns += _with_interval(
                f"{scorer}_{side}".strip("_"),
                title,
                4,
                nested("entailment", scorer, side),
                # As in the paper, the harmonic mean has no interval.
                pattern=_VALUE if side == "h_mean" else "{} [{}, {}]",
                group=msg("Entailment, {scorer}", scorer=scorer) if scorer else msg("Entailment"),
            )
    return paper_table(
        "3",
        msg("Outputs by measures that need no judge"),
        columns,
        [{"model": model, **one} for model, one in outputs.items()],
        reasons=[
            *(
                one[name].get("why")
                for one in outputs.values()
                for name in ("section_presence", "rouge_l")
            ),
            *([] if bleurt else [_NO_BLEURT]),
            *([] if scorers else [_NO_ENTAILMENT]),
        ],
        note=_BOLD,
    )


def _win_rates(
    data: Mapping[str, Any], number: str, title: str, rate: Callable[[Any], Any]
) -> Table:
    """Return a table of win rates with a row for each model and a column for each judge."""
    judges = sorted({judge for own in data["win_rates"].values() for judge in own})
    base = data["settings"]["base"]
    # The base model has a rate of ½ by definition, and a row as in the paper.
    itself = {judge: {"value": 0.5, "ci": None, "length_controlled": {"value": 0.5, "ci": None}}
              for judge in judges}  # fmt: skip
    entries = {**data["win_rates"], **({base: itself} if judges and base else {})}
    columns = [_MODEL]
    for judge in judges:

        def read(entry: Any, judge: str = judge) -> Any:
            return rate(entry[1][judge]) if judge in entry[1] else None

        columns += _with_interval(judge, judge, 3, read, fraction=True)
    columns[0] = Column("model", msg("Model"), read=lambda entry: entry[0])
    return paper_table(
        number,
        title,
        columns,
        sorted(entries.items()),
        reasons=[
            msg("the judge has not compared the model with the base model"),
            *(rate(one).get("why") for own in data["win_rates"].values() for one in own.values()),
        ],
        note=_BOLD if not base else msg("Base model: {base}. {bold}", base=base, bold=_BOLD),
    )


def _scores(data: Mapping[str, Any]) -> Table:
    columns = [_MODEL]
    for axis, title in SCORE_TITLES.items():
        columns += _with_interval(axis, title, 2, nested(axis))
    return paper_table(
        "5",
        msg("Ratings of outputs by judges"),
        columns,
        [{"model": model, **one} for model, one in data["scores"].items()],
        reasons=[one[axis].get("why") for one in data["scores"].values() for axis in SCORE_TITLES],
        note=msg("Means, 1 to 5. {bold}", bold=_BOLD),
    )
