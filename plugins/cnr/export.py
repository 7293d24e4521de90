"""cnr's records as interchange rows, which can be imported again, and as training records.

Training records are chat JSON lines in three forms, and preference pairs. Initial response and
critique are turns of the assistant, because the paper trains on the whole record. Short requests by
the user separate them, because most chat templates refuse two consecutive turns with the same role.
Source: the CnR paper, sections 4 and 6.4.

The module is longer than most because all formats are made from the same rows.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from desktop_app.core.errors import UsageError
from desktop_app.core.fields import Row
from desktop_app.core.messages import msg
from desktop_app.core.metric_rows import ALL_QUESTIONS
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData, OwnExport
from desktop_app.core.row_conversion import Names, in_order, present, row_by_form, row_of
from plugins.cnr.critiques import (
    ASK_BETTER,
    ASK_CRITIQUE,
    ASK_REVISION,
    FIELDS,
    critique_in_words,
    same,
    within,
)
from plugins.cnr.matchups import critique_source
from plugins.cnr.other_rows import (
    TRAINED,
    CritiqueRow,
    DiagnosticRow,
    LabelRow,
    MetricRow,
    ResponseRow,
    TrainedModelRow,
)
from plugins.cnr.pairs import VOTER, JudgementRow, PairRow, PatternRow, vote_of
from plugins.cnr.reviews import Final, ReviewRow, Standing, finals_of, takes_no_part
from plugins.cnr.rows import (
    COMPARE,
    CRITIQUE,
    DIAGNOSTIC,
    REVIEW,
    AnswerRow,
    DemonstrationRow,
    ItemRow,
    answer_id,
    author_of,
)

# The name of a voter who is identified only by a position in the list of votes.
_POSITION = re.compile(f"{VOTER}([1-9][0-9]{{0,3}})")


def export_rows(dataset: Dataset, what: str, *, reveal_models: bool) -> Iterable[dict[str, Any]]:
    """Yield the rows of one kind in a stable order, with aliases for models unless revealed.

    Votes are part of the rows of their pairs; there are no separate rows for them. Raises KeyError
    for a kind that cnr does not have.
    """
    rows = _Rows(dataset, reveal_models)
    kinds: dict[str, Callable[[], Iterable[dict[str, Any]]]] = {
        "items": rows.items,
        "answers": rows.answers,
        "reviews": rows.reviews,
        "pairs": rows.pairs,
        "votes": lambda: (),
        "judgements": lambda: rows.of_pairs("judgements", JudgementRow),
        "patterns": lambda: rows.of_pairs("patterns", PatternRow),
        "critiques": lambda: rows.kept("critiques", CritiqueRow),
        "responses": lambda: rows.kept("responses", ResponseRow),
        "labels": rows.labels,
        "diagnostics": rows.diagnostics,
        "metric_ratings": rows.metric_ratings,
        "demonstrations": rows.demonstrations,
        TRAINED: rows.trained_models,
    }
    return kinds[what]()


class _Rows:
    def __init__(self, dataset: Dataset, reveal: bool) -> None:
        self._dataset = dataset
        self._names = Names(dataset, reveal)
        self._items = {item.key: item for item in dataset.items}
        # Reviews and labels refer to an answer by this name.
        self._answer_names = {
            a.rev: self._answer_name(a) for a in dataset.annotations if a.stage == CRITIQUE
        }

    def _of_stage(self, *stages: str) -> list[ItemData]:
        return [item for item in self._dataset.items if item.stage in stages]

    def _answer_name(self, annotation: AnnotationData) -> str:
        # An imported answer keeps the id from its file.
        own = annotation.extra.get("id")
        item = self._names.item(annotation.item)
        return str(own) if own is not None else answer_id(item, annotation.annotator)

    def items(self) -> Iterable[dict[str, Any]]:
        for item in self._of_stage("", CRITIQUE):
            yield self._item(ItemRow, item)

    def _item(self, form: type[Row], item: ItemData, **fields: Any) -> dict[str, Any]:
        """Return the row of an item, from its content, its origin and these fields."""
        texts = {"prompt": "", "response": "", **item.content}
        row = {**item.origin, **texts, "id": self._names.item(item.key), **fields}
        return row_by_form(form, row, item.origin.get("extra"))

    def answers(self) -> Iterable[dict[str, Any]]:
        for annotation in self._dataset.annotations:
            if annotation.stage == CRITIQUE:
                row = {
                    "id": self._answer_name(annotation),
                    "item": self._names.item(annotation.item),
                    "annotator": annotation.annotator,
                    **{name: self._critique(annotation).get(name) for name in FIELDS},
                    "seconds": annotation.seconds,
                }
                yield row_of(AnswerRow, row, {**annotation.answers, **annotation.extra})

    def _critique(self, annotation: AnnotationData) -> Mapping[str, Any]:
        """Return a critique that can be imported: no anchor extends beyond the response."""
        item = self._items.get(annotation.item)
        response = str(item.content.get("response", "")) if item is not None else ""
        return within(annotation.answers, response) if item is not None else annotation.answers

    def reviews(self) -> Iterable[dict[str, Any]]:
        for annotation in self._dataset.annotations:
            answers = annotation.answers
            item = self._items.get(annotation.item)
            if annotation.stage != REVIEW or "reviewed" not in answers or item is None:
                continue
            # If consent was withdrawn, nothing by the author may be exported, not even in reviews.
            if takes_no_part(self._dataset, item.origin.get("author")):
                continue
            rev = str(answers["reviewed"])
            before, after = item.content.get("answers", {}), answers.get("after")
            # A change without a difference is exported as an acceptance, because it could not be
            # imported as a change.
            is_none = after is not None and same(after, before)
            row = {
                "id": annotation.extra.get("id"),
                # A review of a replaced revision names that revision.
                "answer": self._answer_names.get(rev, rev),
                "reviewer": annotation.annotator,
                "decision": "accept" if is_none else answers["decision"],
                "note": answers.get("note"),
                "answer_after": None if is_none else _change(before, after),
                "seconds": annotation.seconds,
                "earlier": None if rev in self._answer_names else self._earlier(item),
            }
            # Fields of a newer version are exported as extra fields.
            known = ("reviewed", "decision", "note", "after")
            more = {name: value for name, value in answers.items() if name not in known}
            yield row_of(ReviewRow, row, {**more, **annotation.extra})

    def _earlier(self, item: ItemData) -> dict[str, Any] | None:
        """Return the replaced answer that was reviewed, which no other row contains."""
        of, author = str(item.origin.get("of", "")), item.origin.get("author")
        # The item may be missing in the dataset.
        if of not in self._items or author is None:
            return None
        answers = item.content.get("answers", {})
        return {"item": self._names.item(of), "annotator": str(author), "answers": answers}

    def pairs(self) -> Iterable[dict[str, Any]]:
        votes: dict[str, list[AnnotationData]] = {}
        for annotation in self._dataset.annotations:
            if annotation.stage == COMPARE:
                votes.setdefault(annotation.item, []).append(annotation)
        for item in self._of_stage(COMPARE):
            left = item.origin.get("left", 1)
            shown = [item.content.get("left", ""), item.content.get("right", "")]
            # Files number the responses 1 and 2, regardless of their side on the screen.
            first, second = shown if left == 1 else shown[::-1]
            yield self._item(
                PairRow,
                item,
                response_1=first,
                response_2=second,
                votes=_votes(votes.get(item.key, ()), left),
            )

    def of_pairs(self, what: str, form: type[Row]) -> Iterable[dict[str, Any]]:
        for kept in self._dataset.rows.get(what, ()):
            row = {**kept}
            if "pair" in row:
                row["pair"] = self._names.item(row["pair"])
            yield in_order(form, row)

    def trained_models(self) -> Iterable[dict[str, Any]]:
        for kept in self._dataset.rows.get(TRAINED, ()):
            yield in_order(TrainedModelRow, kept)

    def kept(self, what: str, form: type[Row]) -> Iterable[dict[str, Any]]:
        for kept in self._dataset.rows.get(what, ()):
            row = {**kept, "item": self._names.item(kept["item"])}
            if what == "responses":
                # The source is exported even if the id implies it; an import removes it again.
                row["using"] = critique_source(self._dataset, kept) or None
            yield in_order(form, row)

    def labels(self) -> Iterable[dict[str, Any]]:
        own = {
            (a.item, a.annotator): self._answer_name(a)
            for a in self._dataset.annotations
            if a.stage == CRITIQUE
        }
        for kept in self._dataset.rows.get("labels", ()):
            row = {name: value for name, value in kept.items() if name not in ("item", "annotator")}
            answer = own.get((kept["item"], kept["annotator"]))
            # None for a critique that is left out, for example after a withdrawal of consent.
            if answer is not None:
                yield in_order(LabelRow, {**row, "answer": answer})

    def diagnostics(self) -> Iterable[dict[str, Any]]:
        for item in self._of_stage(DIAGNOSTIC):
            yield self._item(DiagnosticRow, item)

    def metric_ratings(self) -> Iterable[dict[str, Any]]:
        for body in self._dataset.metric_ratings:
            row = {
                **{name: body.get(name) for name in MetricRow.model_fields},
                "item": self._names.item(body["item"]),
            }
            row["texts"] = row["texts"] or body.get("extra", {}).get("texts")
            if row["question"] == ALL_QUESTIONS:
                row["question"] = None
            # “value” is kept even if it is null, which means that the rater returned no value.
            yield row_of(MetricRow, row, body.get("extra"), keep=("value",))

    def demonstrations(self) -> Iterable[dict[str, Any]]:
        for kept in self._dataset.rows.get("demonstrations", ()):
            yield in_order(DemonstrationRow, kept)


def _votes(votes: Sequence[AnnotationData], left: int) -> list[Any] | None:
    """Return the votes on a pair: by position if this loses nothing, otherwise with voters' names.

    Without votes, return None.
    """
    if not votes:
        return None
    numbers = [vote_of(vote.answers.get("vote"), left) for vote in votes]
    places = [_POSITION.fullmatch(vote.annotator) for vote in votes]
    # A list of positions cannot contain extra fields or times.
    if all(places) and not any(vote.extra or vote.seconds is not None for vote in votes):
        by_place = {
            int(place[1]): number for place, number in zip(places, numbers, strict=True) if place
        }
        return [by_place.get(place) for place in range(1, max(by_place) + 1)]
    return [
        present({"voter": v.annotator, "vote": number, "seconds": v.seconds}) | dict(v.extra)
        for v, number in zip(votes, numbers, strict=True)
    ]


def _change(before: Mapping[str, Any], after: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the fields that a reviewer changed; None if nothing was changed.

    A removed field has the value None.
    """
    if after is None:
        return None
    gone = {name: None for name in before if name not in after}
    return {**{n: value for n, value in after.items() if before.get(n) != value}, **gone}


SIZES = (200, 400, 600, 800, 1000)

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class TrainingOptions:
    """Options of the formats.

    `seed`: seed of the split and of the subsets, ≥ 0
    `validation`: share of the project's prompts in the validation set, from 0 to below 1
    `reviewed`: whether critiques without a review are left out
    `sizes`: sizes of the growing subsets of the training records; none by default
    """

    seed: int = 0
    validation: float = 0.1
    reviewed: bool = False
    sizes: tuple[int, ...] = ()


def read_options(options: Mapping[str, Any]) -> TrainingOptions:
    """Return the options with their types. Numbers and booleans may be given as text.

    Raises UsageError for unknown names and values outside their range.
    """
    known = list(TrainingOptions.__dataclass_fields__)
    for name in options:
        if name not in known:
            raise UsageError(
                msg("unknown option “{name}” for training records", name=name),
                hint=msg("Options: {known}.", known=", ".join(known)),
            )
    reviewed = options.get("reviewed", False)
    if reviewed not in (True, False, "true", "false"):
        raise UsageError(msg("the option “reviewed” must be true or false"))
    try:
        seed = int(str(options.get("seed", 0)))
        validation = float(str(options.get("validation", TrainingOptions.validation)))
    except ValueError:
        raise UsageError(msg("options “seed” and “validation” must be numbers")) from None
    if seed < 0 or not 0 <= validation < 1:
        raise UsageError(
            msg("the option “seed” must be at least 0, “validation” a share from 0 to below 1")
        )
    return TrainingOptions(
        seed, validation, reviewed in (True, "true"), _sizes(options.get("sizes", ()))
    )


def _sizes(value: Any) -> tuple[int, ...]:
    if value in ("paper", True, "true"):
        return SIZES
    words = value.split("/") if isinstance(value, str) else value
    try:
        result = tuple(sorted({int(word) for word in words if word != ""}))
    except (TypeError, ValueError):
        result = (0,)
    if any(size < 1 for size in result):
        raise UsageError(
            msg("the option “sizes” must be numbers such as 200/400, or “paper”"),
            hint=msg("“paper” means {str}.", str="/".join(map(str, SIZES))),
        )
    return result


def export_format(
    dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
) -> OwnExport:
    """Return the files of a training format: train, validation, and growing subsets.

    Records contain the text that counts after review. Critiques that are sent back or disputed are
    left out. The author of the initial response is included only with `reveal_models`. Raises
    KeyError for an unknown format, and UsageError for invalid options.
    """
    make = {"picr": _picr, "pir": _pir, "pr": _pr, "dpo": _dpo}[format_]
    chosen = read_options(options)
    left_out = Counter[str]()
    records: list[tuple[str, dict[str, Any]]] = []
    for one in finals_of(dataset).all:
        why = _not_used(one, format_, chosen)
        if why:
            left_out[why] += 1
            continue
        # The beginning of the rev names neither the item nor the person.
        row = {"id": one.annotation.rev[:16], **make(one)}
        if reveal_models:
            row["author"] = author_of(one.item.origin)
        records.append((str(one.item.content.get("prompt", "")), row))
    prompts = {prompt for prompt, _ in records}
    validation = prompts & held_prompts(dataset, chosen)
    train = _shuffled([row for prompt, row in records if prompt not in validation], chosen.seed)
    held = [row for prompt, row in records if prompt in validation]
    files: dict[str, Rows] = {"train.jsonl": train, "validation.jsonl": held}
    for size in chosen.sizes:
        if size <= len(train):
            files[f"train-{size}.jsonl"] = train[:size]
    notes = [
        msg("Critiques left out: {n} ({why}).", n=n, why=why) for why, n in sorted(left_out.items())
    ]
    if chosen.validation and len(prompts) > 1 and len(validation) in (0, len(prompts)):
        part = msg("no prompt") if not validation else msg("every prompt")
        notes.append(
            msg(
                "With this seed, {part} is in the validation set. Use another seed or share.",
                part=part,
            )
        )
    too_large = [str(size) for size in chosen.sizes if size > len(train)]
    if too_large:
        notes.append(
            msg(
                "Subsets skipped because they are larger than the {count} training records: "
                "{too_large}.",
                count=len(train),
                too_large=", ".join(too_large),
            )
        )
    facts = {
        "seed": chosen.seed,
        "validation": chosen.validation,
        "prompts": {
            "train": len(prompts - validation),
            "validation": len(validation),
        },
        "critiques_left_out": dict(sorted(left_out.items())),
    }
    return OwnExport(files, facts, notes)


def held_prompts(dataset: Dataset, chosen: TrainingOptions) -> set[str]:
    """Return the prompts of the validation set: a random share of the project's prompts, rounded.

    The random order depends only on the seed and the texts, and includes the prompts of all items.
    A prompt is therefore in the same set in every training format, however many answers are
    collected later. New items can move prompts from one set to the other only as far as the share
    requires.
    """
    prompts = {
        str(item.content.get("prompt", ""))
        for item in dataset.items
        if item.stage in ("", CRITIQUE)
    }
    in_order = sorted(prompts, key=lambda prompt: (_chance(chosen.seed, "split", prompt), prompt))
    return set(in_order[: round(chosen.validation * len(in_order))])


def _shuffled(rows: Rows, seed: int) -> Rows:
    """Return rows in random order.

    Each subset consists of the first rows, so it contains all smaller subsets.
    """
    return sorted(rows, key=lambda row: _chance(seed, "order", str(row["id"])))


def _chance(seed: int, *words: str) -> bytes:
    return hashlib.sha256("\0".join([str(seed), *words]).encode("utf-8")).digest()


def _not_used(one: Final, format_: str, chosen: TrainingOptions) -> str:
    """Return why a critique has no training record; empty if there is one."""
    reasons: dict[Standing, str] = {
        "sent_back": msg("returned to its author"),
        "disputed": msg("changed by reviewers in different ways"),
    }
    if one.standing in reasons:
        return reasons[one.standing]
    if chosen.reviewed and one.standing == "unreviewed":
        return msg("not reviewed")
    if not (one.revision or "").strip():
        return msg("no text was revised")
    response = str(one.item.content.get("response", ""))
    if format_ in ("picr", "pir", "dpo") and not response.strip():
        return msg("the initial response is empty")
    if format_ == "picr" and not critique_in_words(one.answers):
        return msg("there is no critique")
    if format_ == "dpo" and one.revision == response:
        return msg("the revision is the initial response")
    return ""


def _turn(role: Literal["user", "assistant"], content: str) -> dict[str, str]:
    return {"role": role, "content": content}


def _start(one: Final) -> list[dict[str, str]]:
    return [
        _turn("user", str(one.item.content.get("prompt", ""))),
        _turn("assistant", str(one.item.content.get("response", ""))),
    ]


def _picr(one: Final) -> dict[str, Any]:
    turns: Sequence[dict[str, str]] = [
        *_start(one),
        _turn("user", ASK_CRITIQUE),
        _turn("assistant", critique_in_words(one.answers)),
        _turn("user", ASK_REVISION),
        _turn("assistant", str(one.revision)),
    ]
    return {"messages": turns}


def _pir(one: Final) -> dict[str, Any]:
    better = [_turn("user", ASK_BETTER), _turn("assistant", str(one.revision))]
    return {"messages": [*_start(one), *better]}


def _pr(one: Final) -> dict[str, Any]:
    return {"messages": [_start(one)[0], _turn("assistant", str(one.revision))]}


def _dpo(one: Final) -> dict[str, Any]:
    prompt, initial = _start(one)
    return {
        "prompt": [prompt],
        "chosen": [_turn("assistant", str(one.revision))],
        "rejected": [initial],
    }
