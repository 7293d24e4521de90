"""Pairs of models' texts for people to compare, as rows for `import`.

People compare the texts of different settings, or a revision with the initial response, as model
judges do (CnR paper, table 1 and section 6.2). The pairs become items of the stage “compare”, which
hides the models.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, cast, get_args

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, OwnExport
from plugins.cnr.matchups import Compared, Matchup, matchups
from plugins.cnr.pairs import source_named

_OPTIONS = ("compare", "against", "n", "seed")
# “pairs” are excluded, because they already are items for people.
_KINDS = tuple(kind for kind in get_args(Compared) if kind != "pairs")


def export_pairs(dataset: Dataset, options: Mapping[str, Any], *, reveal_models: bool) -> OwnExport:
    """Return “pairs.jsonl”: rows of kind “pairs”, without votes.

    `options`: “compare” (revisions, settings or models), “against” (for models: compare only with
        this one), “n” (size of a random sample; default: all pairs), “seed” (of the sample)

    Raises UsageError for invalid options, and if there is nothing to compare.
    """
    known = _OPTIONS
    for name in options:
        if name not in known:
            raise UsageError(
                msg("unknown option “{name}” for pairs", name=name),
                hint=msg("Options: {known}.", known=", ".join(known)),
            )
    kind = str(options.get("compare", "revisions"))
    if kind not in _KINDS:
        raise UsageError(msg("option “compare” must be one of {kinds}", kinds=", ".join(_KINDS)))
    try:
        seed = int(str(options.get("seed", 0)))
        n = int(str(options["n"])) if "n" in options else None
    except ValueError:
        raise UsageError(msg("options “n” and “seed” must be whole numbers")) from None
    if seed < 0 or (n is not None and n < 1):
        raise UsageError(msg("option “seed” must be at least 0, “n” at least 1"))
    pairs = matchups(dataset, cast("Compared", kind), str(options.get("against", "")))
    chosen = pairs
    if n is not None and n < len(pairs):
        # Sorted, so that a sample keeps the order of the dataset.
        places = random.Random(f"pairs:{seed}").sample(range(len(pairs)), n)  # noqa: S311
        chosen = [pairs[place] for place in sorted(places)]
    # Without aliases in the project, names are written unchanged.
    aliases = {} if reveal_models else dataset.aliases
    rows = [_row(one, aliases) for one in chosen]
    facts = {"compare": kind, "seed": seed, "pairs": len(rows), "of": len(pairs)}
    note = msg("To have people compare them: import the file with --what pairs.")
    return OwnExport({"pairs.jsonl": rows}, facts, [note])


def _row(one: Matchup, aliases: Mapping[str, str]) -> dict[str, Any]:
    named = {
        name: aliases.get(model, model)
        for name, model in zip(("model_1", "model_2"), one.models, strict=True)
    }
    row = {
        "prompt": one.prompt,
        "response_1": one.responses[0],
        "response_2": one.responses[1],
        **named,
        "setting": one.setting,
        "iteration": one.iteration,
        "category": one.category,
        "using": source_named(one.using or None, lambda model: aliases.get(model, model)),
    }
    # Empty fields are dropped, except the texts of a pair, which are required columns.
    return {name: value for name, value in row.items() if value not in ("", None)} | {
        name: row[name] for name in ("prompt", "response_1", "response_2")
    }
