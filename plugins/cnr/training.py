"""Training records: chat JSON lines in three forms, and preference pairs.

Initial response and critique are turns of the assistant, because the paper trains on the whole
record. Short requests by the user separate them, because most chat templates refuse two consecutive
turns with the same role. Source: the CnR paper, sections 4 and 6.4.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, OwnExport
from plugins.cnr.critiques import ASK_BETTER, ASK_CRITIQUE, ASK_REVISION, critique_in_words
from plugins.cnr.reviews import Final, Standing, finals_of
from plugins.cnr.rows import CRITIQUE, author_of

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
