"""Ratings of a project's texts by metrics that need no model, and by scorers of plugins.

The module is longer than most because metrics and scorers share choices, checks and the report.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, Field, create_model

from desktop_app.core.errors import AppError, InputError, UsageError
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import distinct_method, server_source
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import RatedText, ReferenceText
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.core.scorers import checked_scores
from desktop_app.plugin_loader import SCORER_GROUP, available, load_scorer
from desktop_app.text.diff import sentence_spans
from desktop_app.text.text_metrics import METRICS, OVERLAPS, values_of
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.document_files import Progress
from desktop_app.workspace.import_context import import_context
from desktop_app.workspace.removed_references import is_reference_gone
from desktop_app.workspace.workspace import IMPORT_DEVICE, Workspace

KIND = "metric_ratings"
# A function that returns a score, or None, for each text.
Scorer = Callable[[Sequence[RatedText]], Sequence[float | None]]


@dataclass(frozen=True)
class NamedScorer:
    """A scorer and the source of its ratings; see `sources_of_ratings`."""

    score: Scorer
    source: str


# Fields of a text that scorers may need.
_FIELDS = ("text", "document", "references")
T = TypeVar("T")
# Maximum number of sentences of a stand-in reference.
MOST_SENTENCES = 100
# Maximum length of the name of a scorer, in characters.
LONGEST_NAME = 100
# Number of texts whose ratings are saved in one transaction; scorers need seconds for each.
_AT_ONCE = 100
_AT_ONCE_BY_SCORERS = 16
# Fields of rows with the name of a rater. Predictions have a method, and the model as the judge.
_RATERS = ("method", "judge", "scorer", "labeller")
# The source of scores of earlier versions of the program, which did not store it.
EARLIER = "earlier"


class MetricOptions(BaseModel):
    """The metrics to compute and their references, as the window asks for them."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    # Names of the scorers of plugins, by field.
    plugin_scorers: ClassVar[Mapping[str, str]] = {}

    word_count: bool = Field(default=True, title=METRICS["word_count"])
    sentence_count: bool = Field(default=True, title=METRICS["sentence_count"])
    rouge_1: bool = Field(default=True, title=METRICS["rouge_1"])
    rouge_2: bool = Field(default=True, title=METRICS["rouge_2"])
    rouge_lsum: bool = Field(default=True, title=METRICS["rouge_lsum"])
    rouge_avg: bool = Field(default=True, title=METRICS["rouge_avg"])
    first_sentences: int = Field(
        default=0,
        ge=0,
        le=MOST_SENTENCES,
        title=msg("Sentences as a reference"),
        description=msg(
            "number of sentences at the start of each document that replace the references of its "
            "answers; 0: the items’ own references"
        ),
    )

    def metrics(self) -> list[str]:
        return [name for name in METRICS if getattr(self, name)]

    def scorers(self) -> list[str]:
        """Return the names of the chosen scorers of plugins; see `metric_options`."""
        return [name for key, name in self.plugin_scorers.items() if getattr(self, key)]


def metric_options(allowed: Mapping[str, str]) -> type[MetricOptions]:
    """Return the options with a field for each scorer of a plugin that is among the allowed ones.

    `allowed`: {name: hash} of external plugins
    """
    # Reading all installed packages is slow, and most people have no plugins.
    points = available(SCORER_GROUP) if allowed else []
    return _with_scorers(tuple(point.name for point in points if point.name in allowed))


@lru_cache(maxsize=8)
def _with_scorers(names: tuple[str, ...]) -> type[MetricOptions]:
    if not names:
        return MetricOptions
    # Names of plugins need not be names of fields. The class must remain the same between two
    # calls, or the window would replace the controls and lose what was chosen.
    scorers = {f"scorer_{number}": name for number, name in enumerate(names)}
    fields: dict[str, Any] = {
        key: (bool, Field(default=False, title=msg("Scorer “{name}” (plugin)", name=name)))
        for key, name in scorers.items()
    }
    result = create_model("MetricOptions", __base__=MetricOptions, **fields)
    result.plugin_scorers = scorers
    return result


@dataclass
class RatingReport:
    """The outcome of rating with metrics.

    `texts`: number of texts in the project; `rated` of them have a value by one of the metrics
    `stopped`: whether the lead stopped before all texts were passed to the metrics
    `added`: number of new or changed ratings, by method; a rating that was known is not counted,
        and neither is a text without a score
    `withdrawn`: number of ratings that were replaced by empty ones, because their reference is gone
    `no_reference`: number of rated texts without a reference, if a metric needs one
    `renamed`: names of scorers under which others rated, and the names of their methods instead
    """

    protocol: str
    texts: int
    rated: int = 0
    stopped: bool = False
    added: dict[str, int] = field(default_factory=dict)
    withdrawn: int = 0
    no_reference: int = 0
    renamed: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def rating_protocol(workspace: Workspace, protocol: str | None) -> Protocol:
    """Return the protocol whose texts metrics rate.

    `protocol`: its key; None: the only one of the project

    Raises UsageError if it has no such texts.
    """
    able = [key for key in workspace.protocols if workspace.protocol(key).has_rated_texts]
    only = able[0] if len(able) == 1 else None
    chosen = workspace.protocol(protocol or only)
    if not chosen.has_rated_texts:
        raise UsageError(
            msg("metrics do not rate the texts of {key}", key=chosen.key),
            hint=msg("Choose one of: {names}.", names=", ".join(able))
            if able
            else msg("None of this project’s protocols has texts that metrics can rate."),
        )
    return chosen


def rate(
    workspace: Workspace,
    metrics: Sequence[str],
    *,
    protocol: str | None = None,
    first_sentences: int = 0,
    scorers: Mapping[str, NamedScorer] | None = None,
    progress: Progress = lambda done, total: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> RatingReport:
    """Rate all texts of a lead's project with metrics, and save the ratings.

    `metrics`: names of `METRICS`
    `first_sentences`: number of sentences at the start of the document that replace the references
        of every text, 0 … 100; 0: the texts' own references. The methods are then named
        “METRIC@first-N”
    `scorers`: further metrics, by the name of their method

    Rating again adds nothing, replaces ratings of texts or references that changed, and withdraws
    those whose reference was removed. If another server or plugin rated under the name of a scorer,
    or ratings were imported under it, the name of the method ends with the source. Raises
    UsageError for an unknown metric, a number out of range and a protocol without such texts.
    """
    workspace.require_lead(msg("Rating with metrics"))
    _check(metrics, first_sentences, list(scorers or {}))
    _check_methods(workspace, scorers or {})
    chosen = rating_protocol(workspace, protocol)
    texts = chosen.rated_texts(dataset_of(workspace, chosen.key))
    if first_sentences:
        texts = [_with_stand_in(one, first_sentences) for one in texts]
    report = RatingReport(chosen.key, len(texts))
    named = _distinct(workspace, scorers or {})
    sources = {method: one.source for method, one in named.items()}
    report.renamed = {
        name: method for name, method in zip(scorers or {}, named, strict=True) if name != method
    }
    kind, context = chosen.row_kinds[KIND], import_context(workspace, chosen.key)

    def drafts(text: RatedText, method: str, value: float | None) -> Iterable[Draft]:
        part = {"annotator": text.annotator, "part": text.part} if any(text.place[1:]) else {}
        row = {
            "item": text.item,
            **part,
            "method": method,
            "question": chosen.rated_question,
            "value": value,
            "texts": text.digest,
            **({"scorer": sources[method]} if method in sources else {}),
        }
        return kind.drafts(kind.model.model_validate(row), context)

    gone = _without_reference(workspace, metrics)
    at_once = _AT_ONCE_BY_SCORERS if scorers else _AT_ONCE
    for start in range(0, len(texts), at_once):
        progress(start, len(texts))
        if is_stopped():
            report.stopped = True
            return report
        part = texts[start : start + at_once]
        ratings: list[tuple[RatedText, str, float | None]] = [
            (one, _named(method, first_sentences), value)
            for one in part
            for method, value in values_of(one, metrics)
        ]
        # An empty value replaces that of a reference that was removed.
        emptied = [(one, method, None) for one in part for method in gone.get(one.item, ())]
        report.withdrawn += len(emptied)
        ratings += emptied
        for method, scorer in named.items():
            scores = scorer.score(part)
            ratings += [(one, method, value) for one, value in zip(part, scores, strict=True)]
        rows = [list(drafts(*one)) for one in ratings]
        # Fixed device and time, because every lead computes the same ratings.
        for record in workspace.add_rows(rows, imported=True).added:
            body = record.body or {}
            method = str(body["method"])
            if method not in gone.get(str(body["item"]), ()):
                has_value = body["value"] is not None
                report.added[method] = report.added.get(method, 0) + has_value
        report.rated += len({one.place for one, _, value in ratings if value is not None})
        if not set(OVERLAPS).isdisjoint(metrics):
            report.no_reference += sum(not one.references for one in part)
    progress(len(texts), len(texts))
    return report


def _without_reference(workspace: Workspace, metrics: Sequence[str]) -> dict[str, list[str]]:
    """Return the methods of ratings whose reference was removed, by item.

    `metrics`: names of the metrics that are computed now; others keep their ratings
    """
    found: dict[str, list[str]] = {}
    for record in workspace.records.all_current("metric_rating"):
        body = body_of(record)
        method = str(body["method"])
        if (
            method.partition(":")[0] in metrics
            and body["value"] is not None
            and is_reference_gone(workspace.records, body)
        ):
            found.setdefault(str(body["item"]), []).append(method)
    return found


def _distinct(workspace: Workspace, scorers: Mapping[str, NamedScorer]) -> dict[str, NamedScorer]:
    """Return scorers by the names of their methods, which replace no ratings of other sources."""
    if not scorers:
        return {}
    # Ratings of an earlier version of the program are taken for those of the same scorer, so that
    # its projects do not get all ratings twice.
    rated_by = {name: found - {EARLIER} for name, found in sources_of_ratings(workspace).items()}
    return {distinct_method(name, one.source, rated_by): one for name, one in scorers.items()}


def plugin_scorer(name: str, allowed: Mapping[str, str]) -> Scorer:
    """Return the scorer of a plugin.

    `allowed`: {name: hash} of external plugins

    Raises UsageError if it is unknown or not allowed, and InputError if its code fails. So does the
    scorer itself.
    """
    made = _guarded(name, lambda: load_scorer(name, allowed)())
    needs = _guarded(name, lambda: [str(one) for one in made.needs])
    for one in needs:
        if one not in _FIELDS:
            raise InputError(
                msg("the scorer needs an unknown field “{field}”", field=one),
                file=name,
                hint=msg("It may need: {names}.", names=", ".join(_FIELDS)),
            )

    file = sys.modules[type(made).__module__].__file__ or ""

    def score(texts: Sequence[RatedText]) -> Sequence[float | None]:
        able = [text for text in texts if all(getattr(text, one) for one in needs)]
        scores = _guarded(name, lambda: _listed(made.score(able)), file) if able else []
        scored = iter(checked_scores(scores, len(able), name))
        kept = {id(text) for text in able}
        return [next(scored) if id(text) in kept else None for text in texts]

    return score


def named_scorer(name: str, allowed: Mapping[str, str]) -> NamedScorer:
    """Return the scorer of a plugin with its source; see `plugin_scorer`."""
    return NamedScorer(plugin_scorer(name, allowed), f"plugin {name}")


def shared_scorers(
    allowed: Mapping[str, str],
) -> Callable[[str, Sequence[RatedText]], Sequence[float | None]]:
    """Return a function that scores texts by a plugin's scorer; see `plugin_scorer` for errors.

    Any thread may call it. Each scorer is loaded once.
    """
    scorers: dict[str, Scorer] = {}
    # A plugin need not support several threads.
    lock = Lock()

    def score(name: str, texts: Sequence[RatedText]) -> Sequence[float | None]:
        with lock:
            if name not in scorers:
                scorers[name] = plugin_scorer(name, allowed)
            return scorers[name](texts)

    return score


def _listed(scores: Any) -> list[Any]:
    """Return scores, such as an array of numbers, as a list; an empty one for anything else."""
    # The keys of a mapping are no scores, and a set has no order.
    is_list = isinstance(scores, Iterable) and not isinstance(scores, Mapping | Set)
    return list(scores) if is_list else []


def _guarded(name: str, work: Callable[[], T], file: str = "") -> T:
    """Return the result of a scorer's code. Raises InputError if it fails.

    `file`: the scorer's file, whose line is named rather than one of the libraries that it uses

    The message contains no text of the exception, which may quote the texts to score.
    """
    try:
        # Learned metrics print their progress, which would damage the output of --json.
        with redirect_stdout(sys.stderr):
            return work()
    except AppError:
        raise
    # Third-party code may raise anything.
    except (Exception, SystemExit) as error:
        # Python's own import system has no file.
        lines = [
            one
            for one in traceback.extract_tb(error.__traceback__)
            if not one.filename.startswith("<")
        ]
        last = next((one for one in reversed(lines) if one.filename == file), lines[-1])
        raise InputError(
            msg(
                "the scorer failed ({error}, {file}, line {line})",
                error=type(error).__name__,
                file=Path(last.filename).name,
                line=last.lineno or 0,
            ),
            file=name,
            hint=msg("Scores before that are kept. Tell the scorer’s authors."),
        ) from error


def _is_metric(name: str) -> bool:
    """Return whether a name is a metric's, also with a source or a stand-in for its references."""
    return name.partition(":")[0].partition("@")[0] in METRICS


def _check(metrics: Sequence[str], first_sentences: int, scorers: Sequence[str]) -> None:
    for name in scorers:
        # Exports and tables show the name, and it must not be mistaken for another metric.
        if not name.isprintable() or len(name) > LONGEST_NAME or _is_metric(name):
            raise UsageError(
                msg("“{name}” cannot be the name of a scorer", name=name[:LONGEST_NAME]),
                hint=msg("Use a short name that no metric has."),
            )
    for name in metrics:
        if name not in METRICS:
            raise UsageError(
                msg("there is no metric “{name}”", name=name),
                hint=msg("The metrics: {names}.", names=", ".join(METRICS)),
            )
    if not 0 <= first_sentences <= MOST_SENTENCES:
        raise UsageError(
            msg("the number of sentences must be from 0 to {most}", most=MOST_SENTENCES)
        )


def _check_methods(workspace: Workspace, scorers: Iterable[str]) -> None:
    """Raise UsageError if a model's ratings have the name of a scorer, which would replace them."""
    for record in workspace.records.all_current("metric_rating"):
        body = body_of(record)
        if body["method"] in scorers and body.get("calls"):
            raise UsageError(
                msg("“{name}” is already the name of a model’s ratings", name=body["method"]),
                hint=msg("Choose another name, so that these ratings are kept."),
            )


def sources_of_ratings(workspace: Workspace) -> dict[str, set[str]]:
    """Return the sources of automatic ratings and judgements, by the name of the rater.

    It is `server_source` for models and scorers in servers, “plugin NAME” for scorers of plugins,
    “earlier” for scorers in earlier versions of the program, and “” for imported rows.
    """
    result: dict[str, set[str]] = {}
    for kind in ("metric_rating", "data"):
        for record in workspace.records.all_current(kind):
            body = body_of(record)
            row = {**body.get("extra", {}), **body.get("row", body)}
            name = next((str(row[one]) for one in _RATERS if row.get(one)), "")
            source = _source_of(workspace, record, row) if name else None
            if source is not None:
                result.setdefault(name, set()).add(source)
    return result


def _source_of(workspace: Workspace, record: Record, row: Mapping[str, Any]) -> str | None:
    """Return the source of a rating; None if it cannot be known."""
    if row.get("scorer") and record.kind == "metric_rating":
        return str(row["scorer"])
    calls = row.get("calls") or [row.get("call")]
    call = workspace.records.current("call", str(calls[0])) if calls[0] else None
    if call is not None:
        return server_source(str(body_of(call).get("server") or ""))
    if record.device != IMPORT_DEVICE:
        # A model's answer in a wrong format, which was understood; its request is not in the row.
        return None
    is_scored = row.get("texts") and not calls[0] and record.kind == "metric_rating"
    return EARLIER if is_scored else ""


def _with_stand_in(rated: RatedText, sentences: int) -> RatedText:
    """Return a text whose only reference is the start of its document."""
    spans = sentence_spans(rated.document)[:sentences]
    lead = rated.document[spans[0].start : spans[-1].end] if spans else ""
    return replace(rated, references=[ReferenceText(lead)] if lead else [])


def _named(method: str, first_sentences: int) -> str:
    """Return a method's name, which says if its reference is only a stand-in."""
    is_stand_in = first_sentences and method in OVERLAPS
    return f"{method}@first-{first_sentences}" if is_stand_in else method
