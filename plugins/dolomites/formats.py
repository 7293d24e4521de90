"""Files for a later import: pairs of outputs for people to compare, and a split of examples."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, OwnExport
from desktop_app.core.row_conversion import Names
from plugins.dolomites.references import DEV, TEST, Reference, references, split


def label_pairs(dataset: Dataset, options: Mapping[str, Any], *, reveal_models: bool) -> OwnExport:
    """Return “label_pairs.jsonl”: pairs of two models' outputs for one example.

    `options`: n (number of pairs; by default one per example), seed, split (dev or test), reference
        (no: people do not see the reference output)

    Examples are in random order, and the two models of each pair are random, too. If n is larger
    than the number of examples, each example gets a second pair, and so on. Raises UsageError for
    invalid options, and if there is nothing to compare.
    """
    _known(options, ("n", "seed", "split", "reference"), "label_pairs")
    part = options.get("split")
    if part not in (None, DEV, TEST):
        raise UsageError(msg("option “split” must be one of {dev}, {test}", dev=DEV, test=TEST))
    reference = str(options.get("reference", "yes"))
    if reference not in ("yes", "no"):
        raise UsageError(msg("option “reference” must be one of yes, no"))
    # `or 0` is for the type checker, because with a default the result is never None.
    seed, many = _whole(options, "seed", 0, 0) or 0, _whole(options, "n", None, 1)
    outputs: dict[str, dict[str, Mapping[str, Any]]] = {}
    for row in dataset.rows.get("outputs", ()):
        outputs.setdefault(str(row["example"]), {})[str(row["model"])] = row
    known = {
        one.example: one
        for one in references(dataset)
        if len(outputs.get(one.example, ())) > 1 and part in (None, one.split)
    }
    if not known:
        raise UsageError(
            msg("no example has outputs from two or more models to compare"),
            hint=msg("Import outputs of several models first, or have models write them."),
        )
    # Sorted by name, because keys differ between projects and one seed would draw different pairs.
    by_name = sorted(known, key=lambda key: (known[key].label, key))
    drawn = _drawn({key: sorted(outputs[key]) for key in by_name}, seed)
    most = len(known) if many is None else many
    names = Names(dataset, reveal_models)
    rows = [
        _pair(
            known[example], [outputs[example][model] for model in models], names, reference == "yes"
        )
        for example, models in drawn[:most]
    ]
    # The report contains the seed, so that the same pairs can be drawn again.
    facts = {"seed": seed, "pairs": len(rows), "of": len(drawn)}
    note = msg("To have people compare them: import the file with --what label_pairs.")
    return OwnExport({"label_pairs.jsonl": rows}, facts, [note])


def _drawn(models: Mapping[str, Sequence[str]], seed: int) -> list[tuple[str, tuple[str, str]]]:
    """Return all pairs of models of every example, in rounds with one pair per example.

    `models`: models by example, both in an order that is the same in every project
    """
    rng = random.Random(f"label_pairs:{seed}")  # noqa: S311 - no secret
    left = {}
    for example in models:
        pairs = [
            # Which output has the number 1 is random, too.
            pair if rng.random() < 0.5 else pair[::-1]
            for pair in combinations(models[example], 2)
        ]
        rng.shuffle(pairs)
        left[example] = pairs
    order = list(models)
    rng.shuffle(order)
    # Examples may have different numbers of models, and therefore of pairs.
    rounds = max(map(len, left.values()))
    return [
        (example, left[example][number])
        for number in range(rounds)
        for example in order
        if number < len(left[example])
    ]


def _pair(
    one: Reference, outputs: Sequence[Mapping[str, Any]], names: Names, with_reference: bool
) -> dict[str, Any]:
    """Return a pair of outputs as a row. `with_reference`: whether people see the reference."""
    row = {
        "example": one.label,
        "model_1": names.model(outputs[0]["model"]),
        "model_2": names.model(outputs[1]["model"]),
        "input": list(one.input),
        "output_1": _sides(outputs[0]),
        "output_2": _sides(outputs[1]),
    }
    return {**row, "reference": list(one.output)} if with_reference and one.output else row


def _sides(output: Mapping[str, Any]) -> Any:
    """Return the sections of an output, or its text if it has none."""
    return list(output.get("output") or ()) or output.get("unformatted") or []


def splits(dataset: Dataset, options: Mapping[str, Any]) -> OwnExport:
    """Return “splits.jsonl”: which examples are for development and which for the test.

    `options`: seed, test_share (share of a seen task's examples), unseen_share (share of the
        tasks); shares are 0 to 1
    """
    _known(options, ("seed", "test_share", "unseen_share"), "splits")
    seed = _whole(options, "seed", 0, 0) or 0
    shares = [_share(options, "test_share", 0.5), _share(options, "unseen_share", 0.3)]
    known = references(dataset)
    # Sorted by name, because keys differ between projects and one seed would give different splits.
    # Revealing models changes nothing, because only names of items are used.
    names = Names(dataset, True)
    tasks = {one.label: names.item(one.task_key) for one in known}
    found = split(tasks, seed, *shares)
    rows = [
        {"example": label, "split": part, "seen": seen} for label, (part, seen) in found.items()
    ]
    facts = {
        "seed": seed,
        "test_share": shares[0],
        "unseen_share": shares[1],
        **_counts(found.values()),
    }
    note = msg("To apply it: import the file with --what splits.")
    return OwnExport({"splits.jsonl": rows}, facts, [note])


def _counts(found: Iterable[tuple[str, bool]]) -> dict[str, int]:
    parts = list(found)
    return {
        "dev": sum(part == DEV for part, _ in parts),
        "test_seen": parts.count((TEST, True)),
        "test_unseen": parts.count((TEST, False)),
    }


def _known(options: Mapping[str, Any], known: Sequence[str], format_: str) -> None:
    """Raise UsageError for an option that the format does not have."""
    for name in options:
        if name not in known:
            raise UsageError(
                msg("unknown option “{name}” for {format}", name=name, format=format_),
                hint=msg("Options: {known}.", known=", ".join(known)),
            )


def _whole(options: Mapping[str, Any], name: str, default: int | None, least: int) -> int | None:
    """Return an option as a whole number of at least `least`. Raises UsageError."""
    if name not in options:
        return default
    try:
        value = int(str(options[name]))
    except ValueError:
        value = least - 1
    if value < least:
        raise UsageError(
            msg(
                "option “{name}” must be a whole number of at least {least}", name=name, least=least
            )
        )
    return value


def _share(options: Mapping[str, Any], name: str, default: float) -> float:
    """Return an option as a number from 0 to 1. Raises UsageError."""
    try:
        value = float(str(options.get(name, default)))
    except ValueError:
        value = -1
    # This form of the comparison rejects NaN as well.
    if not 0 <= value <= 1:
        raise UsageError(msg("option “{name}” must be a number from 0 to 1", name=name))
    return value
